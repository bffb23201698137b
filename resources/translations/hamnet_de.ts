<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Canvas</name>
    <message>
        <source>dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>ohne %1</translation>
    </message>
</context>
<context>
    <name>Curves</name>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>Trainingszeit</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>Training curves</source>
        <translation>Trainingskurven</translation>
    </message>
    <message>
        <source>%1, training part</source>
        <translation>%1, Trainingsteil</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Errors, in the target&apos;s unit</source>
        <translation>Fehler, in der Einheit der Zielgröße</translation>
    </message>
    <message>
        <source>Iteration, logarithmic</source>
        <translation>Iteration, logarithmisch</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>%1 %2/s</source>
        <translation>%1 %2/s</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Speed, %1 per second</source>
        <translation>Tempo, %1 je Sekunde</translation>
    </message>
    <message>
        <source>Loss, bits per %1</source>
        <translation>Verlust, Bit je %1</translation>
    </message>
    <message>
        <source>Loss, nats per %1</source>
        <translation>Verlust, Nat je %1</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>%1 gelesen</translation>
    </message>
</context>
<context>
    <name>Data</name>
    <message>
        <source>Automatic: images or a table</source>
        <translation>Automatisch: Bilder oder Tabelle</translation>
    </message>
    <message>
        <source>Images, row by row</source>
        <translation>Bilder, Zeile für Zeile</translation>
    </message>
    <message>
        <source>Windows of a table (CSV)</source>
        <translation>Fenster einer Tabelle (CSV)</translation>
    </message>
    <message>
        <source>Lines of text with a label</source>
        <translation>Textzeilen mit Klasse</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>character</source>
        <translation>Zeichen</translation>
    </message>
</context>
<context>
    <name>Devices</name>
    <message>
        <source>clocks set by the user</source>
        <translation>Takt vom Benutzer gesetzt</translation>
    </message>
    <message>
        <source>power limit</source>
        <translation>Leistungsgrenze</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>Drosselung durch die Hardware</translation>
    </message>
    <message>
        <source>synchronized with another GPU</source>
        <translation>mit einer anderen GPU synchronisiert</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>temperature (hardware)</source>
        <translation>Temperatur (Hardware)</translation>
    </message>
    <message>
        <source>power supply</source>
        <translation>Stromversorgung</translation>
    </message>
    <message>
        <source>clocks set for a display</source>
        <translation>Takt für eine Anzeige gesetzt</translation>
    </message>
</context>
<context>
    <name>Endings</name>
    <message>
        <source>iterations</source>
        <translation>alle Iterationen gerechnet</translation>
    </message>
    <message>
        <source>time limit</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>early stop</source>
        <translation>vorzeitig beendet</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>target loss</source>
        <translation>Zielverlust erreicht</translation>
    </message>
    <message>
        <source>all iterations done</source>
        <translation>alle Iterationen gerechnet</translation>
    </message>
    <message>
        <source>time limit reached</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>stopped early, as the validation loss no longer fell</source>
        <translation>vorzeitig beendet, da der Validierungsverlust nicht mehr sank</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>von Hand angehalten</translation>
    </message>
    <message>
        <source>the loss diverged</source>
        <translation>der Verlust ist divergiert</translation>
    </message>
    <message>
        <source>target loss reached</source>
        <translation>Zielverlust erreicht</translation>
    </message>
</context>
<context>
    <name>Engines</name>
    <message>
        <source>All steps of a recurrent layer in one fused call.</source>
        <translation>Alle Schritte einer rekurrenten Schicht in einem verschmolzenen Aufruf.</translation>
    </message>
    <message>
        <source>Layer by layer and step by step, as Caffe does.</source>
        <translation>Schicht für Schicht und Schritt für Schritt, wie Caffe.</translation>
    </message>
    <message>
        <source>For each layer the fastest engine that can run it.</source>
        <translation>Für jede Schicht die schnellste Engine, die sie ausführen kann.</translation>
    </message>
    <message>
        <source>Layer by layer and step by step, as Caffe does, on a GPU.</source>
        <translation>Schicht für Schicht und Schritt für Schritt, wie Caffe, auf einer GPU.</translation>
    </message>
    <message>
        <source>All steps of a recurrent layer in one fused call on a GPU.</source>
        <translation>Alle Schritte einer rekurrenten Schicht in einem verschmolzenen Aufruf auf einer GPU.</translation>
    </message>
    <message>
        <source>this machine has no GPU that CUDA can use</source>
        <translation>dieser Rechner hat keine GPU, die CUDA nutzen kann</translation>
    </message>
    <message>
        <source>Hamnet&apos;s own kernels for cells that are typed as equations (CELL), and for no others.</source>
        <translation>Hamnets eigene Kernel für Zellen, die als Gleichungen geschrieben sind (CELL), und für keine anderen.</translation>
    </message>
    <message>
        <source>Hamnet&apos;s own kernels for recurrent layers, in bf16, up to 64 units in fp32 and tf32 too; a small layer runs all steps in one kernel.</source>
        <translation>Hamnets eigene Kernel für rekurrente Schichten, in bf16, bis 64 Einheiten auch in fp32 und tf32; eine kleine Schicht rechnet alle Schritte in einem Kernel.</translation>
    </message>
    <message>
        <source>factors are rounded to 11 bits, sums, states and weights are fp32</source>
        <translation>Faktoren werden auf 11 Bit gerundet, Summen, Zustände und Gewichte sind fp32</translation>
    </message>
    <message>
        <source>factors are rounded to 8 bits, sums, states and weights are fp32</source>
        <translation>Faktoren werden auf 8 Bit gerundet, Summen, Zustände und Gewichte sind fp32</translation>
    </message>
    <message>
        <source>full fp32 precision, 24 bits</source>
        <translation>volle fp32-Präzision, 24 Bit</translation>
    </message>
    <message>
        <source>this CPU computes in fp32 or bf16</source>
        <translation>diese CPU rechnet in fp32 oder bf16</translation>
    </message>
    <message>
        <source>this CPU has neither AVX512_BF16 nor AMX for it and computes in fp32 only</source>
        <translation>diese CPU hat weder AVX512_BF16 noch AMX dafür und rechnet nur in fp32</translation>
    </message>
    <message>
        <source>this CPU computes in fp32 only</source>
        <translation>diese CPU rechnet nur in fp32</translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>For ONNX Runtime and others: a graph that reads text, with its state as inputs and outputs. Contains net and vocabulary.</source>
        <translation>Für ONNX Runtime und andere: ein Graph, der Text liest, mit seinem Zustand als Ein- und Ausgaben. Enthält Netz und Vokabular.</translation>
    </message>
    <message>
        <source>Safetensors, as PyTorch names them</source>
        <translation>Safetensors, benannt wie in PyTorch</translation>
    </message>
    <message>
        <source>For PyTorch: names and layout of its modules. Net and vocabulary are in the metadata.</source>
        <translation>Für PyTorch: Namen und Anordnung seiner Module. Netz und Vokabular stehen in den Metadaten.</translation>
    </message>
    <message>
        <source>Caffe weights</source>
        <translation>Gewichte für Caffe</translation>
    </message>
    <message>
        <source>For Caffe: weights by layer name. Export the net separately, as strict BVLC Caffe prototxt.</source>
        <translation>Für Caffe: Gewichte nach Schichtnamen. Das Netz wird getrennt exportiert, als strenger Prototxt-Text für BVLC Caffe.</translation>
    </message>
    <message>
        <source>MyCaffe weights</source>
        <translation>Gewichte für MyCaffe</translation>
    </message>
    <message>
        <source>For MyCaffe: weights by layer name. Export the net separately, as MyCaffe prototxt.</source>
        <translation>Für MyCaffe: Gewichte nach Schichtnamen. Das Netz wird getrennt exportiert, als Prototxt-Text für MyCaffe.</translation>
    </message>
    <message>
        <source>Caffe solver state</source>
        <translation>Solver-Zustand für Caffe</translation>
    </message>
    <message>
        <source>To resume training in Caffe: iteration and history of the solver, next to the .caffemodel of the same name.</source>
        <translation>Um in Caffe weiterzutrainieren: Iteration und Verlauf des Solvers, neben der .caffemodel-Datei gleichen Namens.</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>A header, then one line per iteration: loss, validation, learning rate, gradient norm.</source>
        <translation>Eine Kopfzeile, dann eine Zeile pro Iteration: Verlust, Validierung, Lernrate, Gradientennorm.</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>JSON-Zeilen</translation>
    </message>
    <message>
        <source>One object per line: loss, validation, learning rate, gradient norm.</source>
        <translation>Ein Objekt pro Zeile: Verlust, Validierung, Lernrate, Gradientennorm.</translation>
    </message>
    <message>
        <source>TensorBoard events</source>
        <translation>TensorBoard-Ereignisse</translation>
    </message>
    <message>
        <source>TensorBoard finds files with tfevents in their names; point its --logdir at the folder.</source>
        <translation>TensorBoard findet Dateien mit tfevents im Namen; --logdir nennt ihm den Ordner.</translation>
    </message>
    <message>
        <source>Hamnet prototxt</source>
        <translation>Prototxt für Hamnet</translation>
    </message>
    <message>
        <source>The net as hamnet reads it in a terminal. The solver is written next to it.</source>
        <translation>Das Netz, wie hamnet es im Terminal liest. Der Solver wird daneben geschrieben.</translation>
    </message>
    <message>
        <source>Strict BVLC Caffe prototxt</source>
        <translation>Strenger Prototxt-Text für BVLC Caffe</translation>
    </message>
    <message>
        <source>Only what BVLC Caffe supports; what is left out is listed. The solver is written next to it.</source>
        <translation>Nur was BVLC Caffe unterstützt; was wegfällt, wird aufgelistet. Der Solver wird daneben geschrieben.</translation>
    </message>
    <message>
        <source>MyCaffe prototxt</source>
        <translation>Prototxt für MyCaffe</translation>
    </message>
    <message>
        <source>As MyCaffe writes it. The solver is written next to it.</source>
        <translation>Wie MyCaffe es schreibt. Der Solver wird daneben geschrieben.</translation>
    </message>
    <message>
        <source>Nets and weights (%1)</source>
        <translation>Netze und Gewichte (%1)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>Written (%1)</source>
        <translation>Geschrieben (%1)</translation>
    </message>
    <message>
        <source>Imported (%1)</source>
        <translation>Übernommen (%1)</translation>
    </message>
    <message>
        <source>No weights in %1 match this net; nothing was changed</source>
        <translation>Keine Gewichte in %1 passen zu diesem Netz; nichts wurde geändert</translation>
    </message>
    <message>
        <source>All %1 weights imported from %2</source>
        <translation>Alle %1 Gewichte aus %2 übernommen</translation>
    </message>
    <message>
        <source>%1 of %2 weights imported from %3</source>
        <translation>%1 von %2 Gewichten aus %3 übernommen</translation>
    </message>
    <message>
        <source>Hamnet projects and checkpoints</source>
        <translation>Hamnet-Projekte und Checkpoints</translation>
    </message>
    <message>
        <source>Nets and solvers</source>
        <translation>Netze und Solver</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>All supported files (%1)</source>
        <translation>Alle unterstützten Dateien (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Left out, or newly initialized (%1)</source>
        <translation>Ausgelassen oder neu initialisiert (%1)</translation>
    </message>
    <message>
        <source>SVG picture</source>
        <translation>SVG-Bild</translation>
    </message>
    <message>
        <source>Vector graphics for web pages and drawing programs. Contains the net: open the picture in Hamnet to get it back.</source>
        <translation>Vektorgrafik für Webseiten und Zeichenprogramme. Enthält das Netz: Hamnet kann es aus dem Bild wieder öffnen.</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <source>Pixels, for slides and messages. Contains the net: open the picture in Hamnet to get it back.</source>
        <translation>Pixel, für Folien und Nachrichten. Enthält das Netz: Hamnet kann es aus dem Bild wieder öffnen.</translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation>PDF-Seite</translation>
    </message>
    <message>
        <source>States of a net</source>
        <translation>Zustände eines Netzes</translation>
    </message>
    <message>
        <source>The state of a net&apos;s units at one character of a text, from which writing continues.</source>
        <translation>Der Zustand der Einheiten eines Netzes an einem Zeichen eines Textes; von dort wird weitergeschrieben.</translation>
    </message>
    <message>
        <source>Vector graphics for papers and print.</source>
        <translation>Vektorgrafik für Veröffentlichungen und Druck.</translation>
    </message>
    <message>
        <source>C code</source>
        <translation>C-Code</translation>
    </message>
    <message>
        <source>One file of C99 with its weights, without dependencies: writes text or predicts of one sequence.</source>
        <translation>Eine Datei in C99 mit ihren Gewichten, ohne Abhängigkeiten: schreibt Text oder sagt zu einer Sequenz vorher.</translation>
    </message>
    <message>
        <source>Python code for PyTorch</source>
        <translation>Python-Code für PyTorch</translation>
    </message>
    <message>
        <source>A module of PyTorch&apos;s that writes text or predicts. Its weights go into a .safetensors next to it.</source>
        <translation>Ein Modul von PyTorch, das Text schreibt oder vorhersagt. Seine Gewichte stehen in einer .safetensors daneben.</translation>
    </message>
    <message>
        <source>Wrote %1 tensors to %2</source>
        <translation>%1 Tensoren nach %2 geschrieben</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Replace the file?</source>
        <translation>Datei ersetzen?</translation>
    </message>
    <message>
        <source>%1 already exists.</source>
        <translation>%1 gibt es schon.</translation>
    </message>
</context>
<context>
    <name>Fixes</name>
    <message>
        <source>Insert %1 in line %2</source>
        <translation>%1 in Zeile %2 einfügen</translation>
    </message>
    <message>
        <source>Write %1 in line %2</source>
        <translation>%1 in Zeile %2 schreiben</translation>
    </message>
    <message>
        <source>Show the place in the equations</source>
        <translation>Die Stelle in den Gleichungen zeigen</translation>
    </message>
    <message>
        <source>Rename it to %1</source>
        <translation>In %1 umbenennen</translation>
    </message>
    <message>
        <source>Rename its output to %1</source>
        <translation>Die Ausgabe in %1 umbenennen</translation>
    </message>
    <message>
        <source>Remove the last output of %1</source>
        <translation>Die letzte Ausgabe von %1 entfernen</translation>
    </message>
    <message>
        <source>Connect %1 to %2</source>
        <translation>%1 mit %2 verbinden</translation>
    </message>
    <message>
        <source>Swap the inputs of %1</source>
        <translation>Die Eingänge von %1 tauschen</translation>
    </message>
    <message>
        <source>Reset %1 to its default</source>
        <translation>%1 auf die Vorgabe zurücksetzen</translation>
    </message>
    <message>
        <source>Set %1 to %2</source>
        <translation>%1 auf %2 setzen</translation>
    </message>
    <message>
        <source>Set the width of %1 to %2</source>
        <translation>Die Breite von %1 auf %2 setzen</translation>
    </message>
    <message>
        <source>Insert a RESHAPE to %1</source>
        <translation>Ein RESHAPE zu %1 einfügen</translation>
    </message>
    <message>
        <source>Remove %1 and reconnect its neighbours</source>
        <translation>%1 entfernen und die Nachbarn verbinden</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Add %n output(s) to %1</source>
        <translation>
            <numerusform>%1 einen Ausgang geben</numerusform>
            <numerusform>%1 %n Ausgänge geben</numerusform>
        </translation>
    </message>
    <message>
        <source>Set the shape of %1 to %2</source>
        <translation>Die Form von %1 auf %2 setzen</translation>
    </message>
    <message>
        <source>Set the axis of %1 to 2</source>
        <translation>Die Achse von %1 auf 2 setzen</translation>
    </message>
    <message>
        <source>Remove the last input of %1</source>
        <translation>Den letzten Eingang von %1 entfernen</translation>
    </message>
    <message>
        <source>, %1 to %2</source>
        <translation>, %1 mit %2</translation>
    </message>
    <message>
        <source>%1, keeping the last axis</source>
        <translation>%1 bei unveränderter letzter Achse</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>Input: a text</source>
        <translation>Eingabe: ein Text</translation>
    </message>
    <message>
        <source>Prediction and loss</source>
        <translation>Vorhersage und Verlust</translation>
    </message>
    <message>
        <source>Train it</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Watch it learn</source>
        <translation>Beim Lernen zusehen</translation>
    </message>
    <message>
        <source>Your first net</source>
        <translation>Das erste Netz</translation>
    </message>
    <message>
        <source>Double-click TEXTDATA in the panel Layers, or drag it onto the canvas. It reads a text and gives the net its characters, at many places of the text in parallel.</source>
        <translation>TEXTDATA unter Schichten doppelklicken oder auf die Zeichenfläche ziehen. Es liest einen Text und gibt dem Netz seine Zeichen, an vielen Stellen des Textes parallel.</translation>
    </message>
    <message>
        <source>Double-click EMBED. It turns each character into a vector of numbers, with which the net can compute.</source>
        <translation>EMBED doppelklicken. Es macht aus jedem Zeichen einen Vektor von Zahlen, mit dem das Netz rechnen kann.</translation>
    </message>
    <message>
        <source>Double-click INNERPRODUCT. From the LSTM&apos;s output it computes a score for each character that may come next.</source>
        <translation>INNERPRODUCT doppelklicken. Aus der Ausgabe des LSTM berechnet es einen Punktwert für jedes Zeichen, das als nächstes kommen kann.</translation>
    </message>
    <message>
        <source>Double-click SOFTMAXWITHLOSS. It compares the scores with the character that really follows. The result is the loss; training makes it small.</source>
        <translation>SOFTMAXWITHLOSS doppelklicken. Es vergleicht die Punktwerte mit dem Zeichen, das wirklich folgt. Das Ergebnis ist der Verlust; das Training macht ihn klein.</translation>
    </message>
    <message>
        <source>Connect the two marked ports: drag from the lower edge of %1 to the upper edge of %2, so that data flow between them.</source>
        <translation>Die beiden markierten Anschlüsse verbinden: vom unteren Rand von %1 zum oberen Rand von %2 ziehen, damit Daten zwischen ihnen fließen.</translation>
    </message>
    <message>
        <source>The drawing has a problem. The panel Problems describes it and offers fixes.</source>
        <translation>Die Zeichnung hat ein Problem. Der Bereich Probleme beschreibt es und bietet Lösungen an.</translation>
    </message>
    <message>
        <source>The run ended before the net had learned much. Set more iterations in the panel Training and press F5 again.</source>
        <translation>Der Lauf endete, bevor das Netz viel gelernt hatte. Im Bereich Training mehr Iterationen einstellen und noch einmal F5 drücken.</translation>
    </message>
    <message>
        <source>In Curves the loss falls. In Samples the net writes a few lines from time to time: noise at first, then words. The bar below shows how busy this computer is.</source>
        <translation>Unter Kurven fällt der Verlust. Unter Textproben schreibt das Netz ab und zu ein paar Zeilen: erst Rauschen, dann Wörter. Die Leiste darunter zeigt, wie beschäftigt der Rechner ist.</translation>
    </message>
    <message>
        <source>You have drawn a recurrent net, and it learns to write. Next: in Write it continues your words, Lens shows what one of its units follows, Training › Race engines… compares engines, File › Export… saves the drawing.</source>
        <translation>Ein rekurrentes Netz ist gezeichnet und lernt schreiben. Wie es weitergeht: Unter Schreiben setzt es eigene Worte fort, Lupe zeigt, was eine seiner Einheiten verfolgt, Training › Engines um die Wette… vergleicht Engines, Datei › Exportieren … speichert die Zeichnung.</translation>
    </message>
    <message>
        <source>Vectors and memory: EMBED and LSTM</source>
        <translation>Vektoren und Gedächtnis: EMBED und LSTM</translation>
    </message>
    <message>
        <source>Double-click LSTM. It reads the vectors one by one and remembers what came before. The size of what it gives stands in its box: steps × streams × width.</source>
        <translation>LSTM doppelt anklicken. Es liest die Vektoren einen nach dem anderen und merkt sich, was davor kam. Die Größe seiner Ausgabe steht in seinem Kasten: Schritte × Ströme × Breite.</translation>
    </message>
    <message>
        <source>Press F5 or click Start. The net learns from a bundled play; the panel Data takes a text of your own.</source>
        <translation>F5 drücken oder auf Start klicken. Das Netz lernt von einem mitgelieferten Stück; der Bereich Daten nimmt einen eigenen Text.</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>About Hamnet</source>
        <translation>Über Hamnet</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Hamnet %1&lt;/h3&gt;&lt;p&gt;Draw recurrent nets, train them, and read what they write.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. Plots by QCustomPlot.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Hamnet %1&lt;/h3&gt;&lt;p&gt;Rekurrente Netze zeichnen, trainieren und lesen, was sie schreiben.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder neuer. Diagramme von QCustomPlot.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>Layers</name>
    <message>
        <source>Measures how often the prediction is correct.</source>
        <translation>Misst, wie oft die Vorhersage richtig ist.</translation>
    </message>
    <message>
        <source>A score for each class.</source>
        <translation>Ein Punktwert für jede Klasse.</translation>
    </message>
    <message>
        <source>The correct class.</source>
        <translation>Die richtige Klasse.</translation>
    </message>
    <message>
        <source>The accuracy, from 0 to 1.</source>
        <translation>Die Genauigkeit, von 0 bis 1.</translation>
    </message>
    <message>
        <source>The accuracy of each class.</source>
        <translation>Die Genauigkeit jeder Klasse.</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>A prediction is correct if the label is among this many of the highest scores.</source>
        <translation>Eine Vorhersage ist richtig, wenn das Label zu so vielen der höchsten Punktwerte gehört.</translation>
    </message>
    <message>
        <source>Class axis</source>
        <translation>Klassenachse</translation>
    </message>
    <message>
        <source>The axis of the scores along which the classes lie.</source>
        <translation>Die Achse der Punktwerte, entlang der die Klassen liegen.</translation>
    </message>
    <message>
        <source>Ignored label</source>
        <translation>Ignoriertes Label</translation>
    </message>
    <message>
        <source>Positions with this label, or with -1 (missing), are ignored.</source>
        <translation>Positionen mit diesem Label oder mit -1 (fehlend) werden ignoriert.</translation>
    </message>
    <message>
        <source>Concatenates tensors along an axis.</source>
        <translation>Verkettet Tensoren entlang einer Achse.</translation>
    </message>
    <message>
        <source>The tensors to concatenate, in order.</source>
        <translation>Die zu verkettenden Tensoren, der Reihe nach.</translation>
    </message>
    <message>
        <source>The concatenated tensor.</source>
        <translation>Der verkettete Tensor.</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>The axis along which the tensors are concatenated.</source>
        <translation>Die Achse, entlang der die Tensoren verkettet werden.</translation>
    </message>
    <message>
        <source>Axis (old name)</source>
        <translation>Achse (alter Name)</translation>
    </message>
    <message>
        <source>The axis under its name in old files.</source>
        <translation>Die Achse unter ihrem Namen in alten Dateien.</translation>
    </message>
    <message>
        <source>Sets random values to zero during training, so that the net does not rely on individual ones.</source>
        <translation>Setzt beim Training zufällige Werte auf null, damit sich das Netz nicht auf einzelne verlässt.</translation>
    </message>
    <message>
        <source>Any tensor.</source>
        <translation>Ein beliebiger Tensor.</translation>
    </message>
    <message>
        <source>The same values, with dropout during training.</source>
        <translation>Dieselben Werte, beim Training mit Dropout.</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Shared mask</source>
        <translation>Gemeinsame Maske</translation>
    </message>
    <message>
        <source>Which values share a dropout mask. NOTHING: each has its own; STEPS: all steps of a batch; UNITS: all values at one position, such as a character&apos;s vector.</source>
        <translation>Welche Werte sich eine Dropout-Maske teilen. NOTHING: jeder hat eine eigene; STEPS: alle Schritte eines Batches; UNITS: alle Werte an einer Position, etwa der Vektor eines Zeichens.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Random seed of the dropout mask; 0: derived from the seed of the run.</source>
        <translation>Startwert der Dropout-Maske; 0: vom Startwert des Laufs abgeleitet.</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Whether dropout is applied at all.</source>
        <translation>Ob überhaupt Dropout angewandt wird.</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>The engine that runs the layer; DEFAULT: the fastest available.</source>
        <translation>Die Engine, die die Schicht ausführt; DEFAULT: die schnellste verfügbare.</translation>
    </message>
    <message>
        <source>Adds or multiplies tensors of the same shape element by element, or takes the maximum.</source>
        <translation>Addiert oder multipliziert Tensoren gleicher Form elementweise oder nimmt das Maximum.</translation>
    </message>
    <message>
        <source>Two or more tensors of the same shape.</source>
        <translation>Zwei oder mehr Tensoren gleicher Form.</translation>
    </message>
    <message>
        <source>The result, of the same shape.</source>
        <translation>Das Ergebnis, von gleicher Form.</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>How the elements at each position are combined.</source>
        <translation>Wie die Elemente an jeder Position verknüpft werden.</translation>
    </message>
    <message>
        <source>Coefficients</source>
        <translation>Koeffizienten</translation>
    </message>
    <message>
        <source>The factor of each input in a sum; not given: 1.</source>
        <translation>Der Faktor jeder Eingabe in einer Summe; ohne Angabe 1.</translation>
    </message>
    <message>
        <source>Stable gradient of products</source>
        <translation>Stabiler Gradient von Produkten</translation>
    </message>
    <message>
        <source>Whether a product&apos;s gradient is computed without division, which fails at 0.</source>
        <translation>Ob der Gradient eines Produkts ohne Division berechnet wird, die bei 0 scheitert.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>The length (E) of a character&apos;s vector.</source>
        <translation>Die Länge (E) des Vektors eines Zeichens.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>The number of different characters (V); set from the text when training starts.</source>
        <translation>Die Zahl der verschiedenen Zeichen (V); wird beim Trainingsstart aus dem Text bestimmt.</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>Whether a learned bias vector is added to every character&apos;s vector.</source>
        <translation>Ob zum Vektor jedes Zeichens ein gelernter Bias-Vektor addiert wird.</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>How the vectors are initialized; with all zeros every character starts with the same vector.</source>
        <translation>Wie die Vektoren initialisiert werden; mit lauter Nullen beginnt jedes Zeichen mit demselben Vektor.</translation>
    </message>
    <message>
        <source>Initial bias</source>
        <translation>Anfangsbias</translation>
    </message>
    <message>
        <source>How the bias vector is initialized.</source>
        <translation>Wie der Bias-Vektor initialisiert wird.</translation>
    </message>
    <message>
        <source>Maps each character to a vector, which is learned.</source>
        <translation>Bildet jedes Zeichen auf einen Vektor ab, der gelernt wird.</translation>
    </message>
    <message>
        <source>Character indices.</source>
        <translation>Indizes der Zeichen.</translation>
    </message>
    <message>
        <source>The vectors.</source>
        <translation>Die Vektoren.</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>The number of outputs (O); before the loss, one score for each character of the vocabulary.</source>
        <translation>Die Zahl der Ausgaben (O); vor dem Verlust ein Punktwert für jedes Zeichen des Vokabulars.</translation>
    </message>
    <message>
        <source>Outputs from the data</source>
        <translation>Ausgaben aus den Daten</translation>
    </message>
    <message>
        <source>Whether training on sequences sets the number of outputs from the data: one per class, or 1 for regression.</source>
        <translation>Ob das Training mit Sequenzen die Zahl der Ausgaben aus den Daten bestimmt: eine pro Klasse oder 1 bei Regression.</translation>
    </message>
    <message>
        <source>Whether a learned bias is added to each output.</source>
        <translation>Ob zu jeder Ausgabe ein gelernter Bias addiert wird.</translation>
    </message>
    <message>
        <source>How the weights are initialized; small random values make the outputs differ.</source>
        <translation>Wie die Gewichte initialisiert werden; kleine Zufallswerte machen die Ausgaben verschieden.</translation>
    </message>
    <message>
        <source>How the bias is initialized.</source>
        <translation>Wie der Bias initialisiert wird.</translation>
    </message>
    <message>
        <source>First axis</source>
        <translation>Erste Achse</translation>
    </message>
    <message>
        <source>The axes from this one on are flattened and multiplied by the weights; those before it stay.</source>
        <translation>Die Achsen ab dieser werden zusammengefasst und mit den Gewichten multipliziert; die davor bleiben.</translation>
    </message>
    <message>
        <source>Transposed</source>
        <translation>Transponiert</translation>
    </message>
    <message>
        <source>Whether the weights are stored as inputs × outputs instead of outputs × inputs.</source>
        <translation>Ob die Gewichte als Eingaben × Ausgaben statt als Ausgaben × Eingaben gespeichert werden.</translation>
    </message>
    <message>
        <source>Computes each output as a weighted sum of all inputs, with learned weights.</source>
        <translation>Berechnet jede Ausgabe als gewichtete Summe aller Eingaben, mit gelernten Gewichten.</translation>
    </message>
    <message>
        <source>The inputs.</source>
        <translation>Die Eingaben.</translation>
    </message>
    <message>
        <source>The weighted sums.</source>
        <translation>Die gewichteten Summen.</translation>
    </message>
    <message>
        <source>An input of the net: each batch is copied here before the forward pass.</source>
        <translation>Ein Eingang des Netzes: Vor jedem Vorwärtsdurchlauf wird der Batch hierher kopiert.</translation>
    </message>
    <message>
        <source>The input data.</source>
        <translation>Die Eingabedaten.</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Shape of each top, outermost axis first; a single shape applies to all tops.</source>
        <translation>Form jeder Ausgabe (top), die äußerste Achse zuerst; eine einzige Form gilt für alle.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Dropout between layers</source>
        <translation>Dropout zwischen Schichten</translation>
    </message>
    <message>
        <source>Share of values set to zero between stacked layers during training.</source>
        <translation>Anteil der Werte, die beim Training zwischen gestapelten Schichten auf null gesetzt werden.</translation>
    </message>
    <message>
        <source>Weight dropout</source>
        <translation>Dropout der Gewichte</translation>
    </message>
    <message>
        <source>Share of recurrent weights (Wh) set to zero during training; one mask per batch.</source>
        <translation>Anteil der rekurrenten Gewichte (Wh), die beim Training auf null gesetzt werden; eine Maske pro Batch.</translation>
    </message>
    <message>
        <source>State dropout</source>
        <translation>Dropout des Zustands</translation>
    </message>
    <message>
        <source>Share of hidden units dropped from the recurrent input during training; one mask per batch.</source>
        <translation>Anteil der verborgenen Einheiten, die beim Training im rekurrenten Eingang wegfallen; eine Maske pro Batch.</translation>
    </message>
    <message>
        <source>Dropout seed</source>
        <translation>Startwert des Dropouts</translation>
    </message>
    <message>
        <source>Forget bias</source>
        <translation>Bias des Vergessgatters</translation>
    </message>
    <message>
        <source>Initial bias of the forget gate. With 1 the cell remembers longer at the start and learns faster; 0: as the initial bias says.</source>
        <translation>Anfangsbias des Vergessgatters. Mit 1 erinnert sich die Zelle anfangs länger und lernt schneller; 0: wie „Anfangsbias“.</translation>
    </message>
    <message>
        <source>State as ports</source>
        <translation>Zustand als Anschlüsse</translation>
    </message>
    <message>
        <source>Initial state as ports</source>
        <translation>Anfangszustand als Anschlüsse</translation>
    </message>
    <message>
        <source>Final state as ports</source>
        <translation>Endzustand als Anschlüsse</translation>
    </message>
    <message>
        <source>Debug output</source>
        <translation>Debug-Ausgabe</translation>
    </message>
    <message>
        <source>Whether Caffe prints what happens inside; kept in the file and without effect here.</source>
        <translation>Ob Caffe ausgibt, was im Inneren geschieht; bleibt in der Datei erhalten und ist hier ohne Wirkung.</translation>
    </message>
    <message>
        <source>Streams first</source>
        <translation>Ströme zuerst</translation>
    </message>
    <message>
        <source>Whether x is streams × steps × width; not supported.</source>
        <translation>Ob x die Form Ströme × Schritte × Breite hat; nicht unterstützt.</translation>
    </message>
    <message>
        <source>Repeat the initial state</source>
        <translation>Anfangszustand wiederholen</translation>
    </message>
    <message>
        <source>Whether all stacked layers start from the same state; not supported.</source>
        <translation>Ob alle gestapelten Schichten mit demselben Zustand beginnen; nicht unterstützt.</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Number of hidden units (H), the width of state and output: more units remember more and cost more.</source>
        <translation>Zahl der verborgenen Einheiten (H), die Breite von Zustand und Ausgabe: Mehr Einheiten merken sich mehr und kosten mehr.</translation>
    </message>
    <message>
        <source>How the weights are initialized; small random values make the units differ.</source>
        <translation>Wie die Gewichte initialisiert werden; kleine Zufallswerte machen die Einheiten verschieden.</translation>
    </message>
    <message>
        <source>How the biases of the three gates and the candidate are initialized.</source>
        <translation>Wie die Biases der drei Gatter und des Kandidaten initialisiert werden.</translation>
    </message>
    <message>
        <source>Reads a sequence and remembers what it has seen so far.</source>
        <translation>Liest eine Sequenz und merkt sich, was bisher vorkam.</translation>
    </message>
    <message>
        <source>The sequence: steps × streams × width.</source>
        <translation>Die Sequenz: Schritte × Ströme × Breite.</translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1: steps × streams.</source>
        <translation>0, wo eine Sequenz beginnt, sonst 1: Schritte × Ströme.</translation>
    </message>
    <message>
        <source>Hidden state h before the first step.</source>
        <translation>Verborgener Zustand h vor dem ersten Schritt.</translation>
    </message>
    <message>
        <source>Cell state c before the first step.</source>
        <translation>Zellzustand c vor dem ersten Schritt.</translation>
    </message>
    <message>
        <source>Hidden state h of each step: steps × streams × units; twice the units if bidirectional.</source>
        <translation>Verborgener Zustand h jedes Schritts: Schritte × Ströme × Einheiten; bidirektional doppelt so viele Einheiten.</translation>
    </message>
    <message>
        <source>Hidden state h after the last step.</source>
        <translation>Verborgener Zustand h nach dem letzten Schritt.</translation>
    </message>
    <message>
        <source>Cell state c after the last step.</source>
        <translation>Zellzustand c nach dem letzten Schritt.</translation>
    </message>
    <message>
        <source>Number of hidden units (H), the width of state and output.</source>
        <translation>Zahl der verborgenen Einheiten (H), die Breite von Zustand und Ausgabe.</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Ströme</translation>
    </message>
    <message>
        <source>The number of sequences (N) side by side in the rows of x.</source>
        <translation>Die Zahl der Sequenzen (N) nebeneinander in den Zeilen von x.</translation>
    </message>
    <message>
        <source>Clip gradients at</source>
        <translation>Gradienten begrenzen auf</translation>
    </message>
    <message>
        <source>Clips each gradient of the pre-activations at this size, against exploding gradients; 0: off.</source>
        <translation>Begrenzt jeden Gradienten der Voraktivierungen auf diesen Betrag, gegen explodierende Gradienten; 0: aus.</translation>
    </message>
    <message>
        <source>Forget bias 5</source>
        <translation>Bias des Vergessgatters 5</translation>
    </message>
    <message>
        <source>Whether the forget gate&apos;s bias starts at 5, so that the cell remembers longer at the start.</source>
        <translation>Ob der Bias des Vergessgatters bei 5 beginnt, sodass sich die Zelle anfangs länger erinnert.</translation>
    </message>
    <message>
        <source>An LSTM whose input has one row for each step of each stream.</source>
        <translation>Ein LSTM, dessen Eingabe eine Zeile für jeden Schritt jedes Stroms hat.</translation>
    </message>
    <message>
        <source>The rows: (steps·streams) × width.</source>
        <translation>Die Zeilen: (Schritte·Ströme) × Breite.</translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1: one value per row.</source>
        <translation>0, wo eine Sequenz beginnt, sonst 1: ein Wert pro Zeile.</translation>
    </message>
    <message>
        <source>Hidden state h of each row: (steps·streams) × units.</source>
        <translation>Verborgener Zustand h jeder Zeile: (Schritte·Ströme) × Einheiten.</translation>
    </message>
    <message>
        <source>One step of an LSTM: applies the gates and updates the cell state.</source>
        <translation>Ein Schritt eines LSTM: wendet die Gatter an und aktualisiert den Zellzustand.</translation>
    </message>
    <message>
        <source>Cell state c before the step.</source>
        <translation>Zellzustand c vor dem Schritt.</translation>
    </message>
    <message>
        <source>The pre-activations of gates and candidate, one block each.</source>
        <translation>Die Voraktivierungen von Gattern und Kandidat, je ein Block.</translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1.</source>
        <translation>0, wo eine Sequenz beginnt, sonst 1.</translation>
    </message>
    <message>
        <source>Cell state c after the step.</source>
        <translation>Zellzustand c nach dem Schritt.</translation>
    </message>
    <message>
        <source>Gate order</source>
        <translation>Reihenfolge der Gatter</translation>
    </message>
    <message>
        <source>Order of the pre-activation blocks. IFOG: input, forget, output, candidate, as in Caffe; IFGO: the last two swapped, as in Hamnet&apos;s LSTM.</source>
        <translation>Reihenfolge der Blöcke. IFOG: Eingangs-, Vergess-, Ausgangsgatter, Kandidat, wie in Caffe; IFGO: die letzten beiden vertauscht, wie im LSTM von Hamnet.</translation>
    </message>
    <message>
        <source>Hidden state h after the step.</source>
        <translation>Verborgener Zustand h nach dem Schritt.</translation>
    </message>
    <message>
        <source>Reduces many values to one: sum, sum of absolute values, sum of squares or mean.</source>
        <translation>Fasst viele Werte zu einem zusammen: Summe, Summe der Beträge, Summe der Quadrate oder Mittelwert.</translation>
    </message>
    <message>
        <source>One value for each position of the remaining axes.</source>
        <translation>Ein Wert für jede Position der verbleibenden Achsen.</translation>
    </message>
    <message>
        <source>Sum, sum of absolute values, sum of squares, or mean.</source>
        <translation>Summe, Summe der Beträge, Summe der Quadrate oder Mittelwert.</translation>
    </message>
    <message>
        <source>The axes from this one on are reduced.</source>
        <translation>Die Achsen ab dieser werden zusammengefasst.</translation>
    </message>
    <message>
        <source>Coefficient</source>
        <translation>Koeffizient</translation>
    </message>
    <message>
        <source>The factor of the result.</source>
        <translation>Der Faktor des Ergebnisses.</translation>
    </message>
    <message>
        <source>Passes positive values and sets negative ones to zero.</source>
        <translation>Lässt positive Werte durch und setzt negative auf null.</translation>
    </message>
    <message>
        <source>The values, never below zero.</source>
        <translation>Die Werte, nie unter null.</translation>
    </message>
    <message>
        <source>Negative slope</source>
        <translation>Negative Steigung</translation>
    </message>
    <message>
        <source>The factor of negative values; 0 sets them to zero.</source>
        <translation>Der Faktor negativer Werte; 0 setzt sie auf null.</translation>
    </message>
    <message>
        <source>Changes the shape of a tensor, but not its values or their order.</source>
        <translation>Ändert die Form eines Tensors, nicht aber seine Werte oder deren Reihenfolge.</translation>
    </message>
    <message>
        <source>The same values in the new shape.</source>
        <translation>Dieselben Werte in der neuen Form.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>The new shape, outermost axis first; 0 copies the input&apos;s size, a single -1 is inferred.</source>
        <translation>Die neue Form, die äußerste Achse zuerst; 0 übernimmt die Größe der Eingabe, eine einzelne -1 wird berechnet.</translation>
    </message>
    <message>
        <source>The first axis to reshape; those before it stay.</source>
        <translation>Die erste Achse, deren Form geändert wird; die davor bleiben.</translation>
    </message>
    <message>
        <source>Axes changed</source>
        <translation>Geänderte Achsen</translation>
    </message>
    <message>
        <source>The number of axes that the shape replaces; -1: all that follow.</source>
        <translation>Die Zahl der Achsen, die die Form ersetzt; -1: alle folgenden.</translation>
    </message>
    <message>
        <source>The axis of x that corresponds to the factor&apos;s first axis.</source>
        <translation>Die Achse von x, die der ersten Achse des Faktors entspricht.</translation>
    </message>
    <message>
        <source>Axes of the factor</source>
        <translation>Achsen des Faktors</translation>
    </message>
    <message>
        <source>The number of axes of the learned factor; -1: all from the first axis on.</source>
        <translation>Die Zahl der Achsen des gelernten Faktors; -1: alle ab der ersten Achse.</translation>
    </message>
    <message>
        <source>Initial factor</source>
        <translation>Anfangsfaktor</translation>
    </message>
    <message>
        <source>How the learned factor is initialized; with 1 the layer changes nothing at first.</source>
        <translation>Wie der gelernte Faktor initialisiert wird; mit 1 ändert die Schicht zunächst nichts.</translation>
    </message>
    <message>
        <source>Whether a learned bias is added after the multiplication.</source>
        <translation>Ob nach der Multiplikation ein gelernter Bias addiert wird.</translation>
    </message>
    <message>
        <source>Multiplies by a factor, which is an input or is learned.</source>
        <translation>Multipliziert mit einem Faktor, der eine Eingabe ist oder gelernt wird.</translation>
    </message>
    <message>
        <source>The values to multiply.</source>
        <translation>Die Werte, die multipliziert werden.</translation>
    </message>
    <message>
        <source>The factor; learned if nothing is connected.</source>
        <translation>Der Faktor; gelernt, wenn nichts verbunden ist.</translation>
    </message>
    <message>
        <source>The products.</source>
        <translation>Die Produkte.</translation>
    </message>
    <message>
        <source>Maps every value to between 0 and 1, as a gate does.</source>
        <translation>Bildet jeden Wert auf 0 bis 1 ab, wie ein Gatter.</translation>
    </message>
    <message>
        <source>Values between 0 and 1.</source>
        <translation>Werte zwischen 0 und 1.</translation>
    </message>
    <message>
        <source>Takes unused tensors, so that they do not become outputs of the net.</source>
        <translation>Nimmt ungenutzte Tensoren auf, damit sie nicht zu Ausgaben des Netzes werden.</translation>
    </message>
    <message>
        <source>The unused tensors.</source>
        <translation>Die ungenutzten Tensoren.</translation>
    </message>
    <message>
        <source>Slices a tensor into pieces along an axis.</source>
        <translation>Zerlegt einen Tensor entlang einer Achse in Stücke.</translation>
    </message>
    <message>
        <source>The tensor to slice.</source>
        <translation>Der Tensor, der zerlegt wird.</translation>
    </message>
    <message>
        <source>The pieces, in order.</source>
        <translation>Die Stücke, der Reihe nach.</translation>
    </message>
    <message>
        <source>The axis along which the tensor is sliced.</source>
        <translation>Die Achse, entlang der der Tensor zerlegt wird.</translation>
    </message>
    <message>
        <source>Slice points</source>
        <translation>Schnitte</translation>
    </message>
    <message>
        <source>Where each piece after the first starts; none: equal pieces.</source>
        <translation>Wo jedes Stück nach dem ersten beginnt; ohne Angabe sind die Stücke gleich groß.</translation>
    </message>
    <message>
        <source>Turns scores into probabilities that add up to 1.</source>
        <translation>Macht aus Punktwerten Wahrscheinlichkeiten, die zusammen 1 ergeben.</translation>
    </message>
    <message>
        <source>A probability for each class.</source>
        <translation>Eine Wahrscheinlichkeit für jede Klasse.</translation>
    </message>
    <message>
        <source>The axis along which the probabilities add up to 1.</source>
        <translation>Die Achse, entlang der die Wahrscheinlichkeiten zusammen 1 ergeben.</translation>
    </message>
    <message>
        <source>Divided by</source>
        <translation>Geteilt durch</translation>
    </message>
    <message>
        <source>What the sum is divided by. VALID: positions that are not ignored; FULL: all positions; BATCH_SIZE: the first axis; NONE: nothing.</source>
        <translation>Wodurch die Summe geteilt wird. VALID: nicht ignorierte Positionen; FULL: alle Positionen; BATCH_SIZE: die erste Achse; NONE: nichts.</translation>
    </message>
    <message>
        <source>Normalised (old name)</source>
        <translation>Normiert (alter Name)</translation>
    </message>
    <message>
        <source>In old files: true means VALID, false means BATCH_SIZE.</source>
        <translation>In alten Dateien: true bedeutet VALID, false bedeutet BATCH_SIZE.</translation>
    </message>
    <message>
        <source>Cross-entropy loss: how unlikely the net found the correct class. Training makes it small.</source>
        <translation>Kreuzentropie-Verlust: wie unwahrscheinlich das Netz die richtige Klasse fand. Das Training macht ihn klein.</translation>
    </message>
    <message>
        <source>The loss, in nats.</source>
        <translation>Der Verlust, in Nat.</translation>
    </message>
    <message>
        <source>The probabilities.</source>
        <translation>Die Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>Passes one tensor to several layers and adds up their gradients.</source>
        <translation>Gibt einen Tensor an mehrere Schichten weiter und addiert deren Gradienten.</translation>
    </message>
    <message>
        <source>The tensor to pass on.</source>
        <translation>Der Tensor, der weitergegeben wird.</translation>
    </message>
    <message>
        <source>The same tensor, once for each layer.</source>
        <translation>Derselbe Tensor, einmal für jede Schicht.</translation>
    </message>
    <message>
        <source>Maps every value to between -1 and 1.</source>
        <translation>Bildet jeden Wert auf -1 bis 1 ab.</translation>
    </message>
    <message>
        <source>Values between -1 and 1.</source>
        <translation>Werte zwischen -1 und 1.</translation>
    </message>
    <message>
        <source>Text file</source>
        <translation>Textdatei</translation>
    </message>
    <message>
        <source>The text to train on; empty: chosen when training starts.</source>
        <translation>Der Text für das Training; leer: wird beim Trainingsstart gewählt.</translation>
    </message>
    <message>
        <source>The number of pieces of the text that are read in parallel (N).</source>
        <translation>Die Zahl der Textstücke, die parallel gelesen werden (N).</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Characters of each stream in a batch (T): gradients go back this many steps.</source>
        <translation>Zeichen jedes Stroms in einem Batch (T): So viele Schritte laufen Gradienten zurück.</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>What counts as one character: a byte of the file, or a code point of its UTF-8 text.</source>
        <translation>Was als ein Zeichen zählt: ein Byte der Datei oder ein Codepunkt ihres UTF-8-Textes.</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>STREAMS: the text from start to end, keeping the net&apos;s state from batch to batch. WINDOWS: pieces from random places, each from a zero state, as bidirectional layers need them.</source>
        <translation>STREAMS: der Text von Anfang bis Ende, wobei der Zustand des Netzes von Batch zu Batch erhalten bleibt. WINDOWS: Stücke von zufälligen Stellen, jedes mit Nullzustand, wie bidirektionale Schichten sie brauchen.</translation>
    </message>
    <message>
        <source>Held out for validation</source>
        <translation>Für Validierung zurückgehalten</translation>
    </message>
    <message>
        <source>Share of the text that is not trained on but measures the loss on new text.</source>
        <translation>Anteil des Textes, mit dem nicht trainiert, sondern der Verlust an neuem Text gemessen wird.</translation>
    </message>
    <message>
        <source>Held out for the test</source>
        <translation>Für Test zurückgehalten</translation>
    </message>
    <message>
        <source>Share at the end of the text, reserved for a final test after all settings are fixed.</source>
        <translation>Anteil am Ende des Textes, reserviert für einen letzten Test, wenn alle Einstellungen feststehen.</translation>
    </message>
    <message>
        <source>Reads a text, batch by batch: its characters, and for each the next one as the target.</source>
        <translation>Liest einen Text, Batch für Batch: seine Zeichen und zu jedem das nächste als Ziel.</translation>
    </message>
    <message>
        <source>The next character, which is the target.</source>
        <translation>Das nächste Zeichen, also das Ziel.</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>The engine that runs the layer. DEFAULT: the fastest available; CAFFE: step by step; the others: all steps in one call.</source>
        <translation>Die Engine, die die Schicht ausführt. DEFAULT: die schnellste verfügbare; CAFFE: Schritt für Schritt; die anderen: alle Schritte in einem Aufruf.</translation>
    </message>
    <message>
        <source>Reads a sequence and remembers what it has seen so far, with fewer gates and weights than an LSTM.</source>
        <translation>Liest eine Sequenz und merkt sich, was bisher vorkam, mit weniger Gattern und Gewichten als ein LSTM.</translation>
    </message>
    <message>
        <source>One step of a GRU: mixes the candidate with the previous hidden state.</source>
        <translation>Ein Schritt eines GRU: mischt den Kandidaten mit dem vorigen verborgenen Zustand.</translation>
    </message>
    <message>
        <source>Hidden state h before the step.</source>
        <translation>Verborgener Zustand h vor dem Schritt.</translation>
    </message>
    <message>
        <source>The part of the pre-activations that comes from the input.</source>
        <translation>Der Teil der Voraktivierungen, der aus der Eingabe kommt.</translation>
    </message>
    <message>
        <source>The part of the pre-activations that comes from the previous hidden state.</source>
        <translation>Der Teil der Voraktivierungen, der aus dem vorigen verborgenen Zustand kommt.</translation>
    </message>
    <message>
        <source>The number of stacked layers; each reads the output of the one below.</source>
        <translation>Die Zahl gestapelter Schichten; jede liest die Ausgabe der darunter.</translation>
    </message>
    <message>
        <source>Whether the initial state (h0, and c0 of an LSTM) is an input and the final state (hT, cT) an output.</source>
        <translation>Ob der Anfangszustand (h0, bei einem LSTM auch c0) ein Eingang und der Endzustand (hT, cT) eine Ausgabe ist.</translation>
    </message>
    <message>
        <source>Whether the initial state (h0, and c0 of an LSTM) is an input.</source>
        <translation>Ob der Anfangszustand (h0, bei einem LSTM auch c0) ein Eingang ist.</translation>
    </message>
    <message>
        <source>Whether the final state (hT, and cT of an LSTM) is an output.</source>
        <translation>Ob der Endzustand (hT, bei einem LSTM auch cT) eine Ausgabe ist.</translation>
    </message>
    <message>
        <source>Bidirectional</source>
        <translation>Bidirektional</translation>
    </message>
    <message>
        <source>Whether a second set of cells reads the sequence backwards, so that each step knows what follows it; the output is twice as wide.</source>
        <translation>Ob ein zweiter Satz von Zellen die Sequenz rückwärts liest, sodass jeder Schritt weiß, was nach ihm kommt; die Ausgabe ist doppelt so breit.</translation>
    </message>
    <message>
        <source>How the biases are initialized.</source>
        <translation>Wie die Biases initialisiert werden.</translation>
    </message>
    <message>
        <source>A plain recurrent layer: one weighted sum and one activation per step. Fast, but it soon forgets.</source>
        <translation>Eine einfache rekurrente Schicht: eine gewichtete Summe und eine Aktivierung pro Schritt. Schnell, vergisst aber bald.</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>The activation function. TANH keeps values between -1 and 1; RELU lets gradients reach further back, but its values can grow without bound.</source>
        <translation>Die Aktivierungsfunktion. TANH hält Werte zwischen -1 und 1; RELU lässt Gradienten weiter zurückreichen, aber ihre Werte können unbegrenzt wachsen.</translation>
    </message>
    <message>
        <source>Squared error between prediction and target; large errors weigh most.</source>
        <translation>Quadrierter Fehler zwischen Vorhersage und Zielwert; große Fehler zählen am meisten.</translation>
    </message>
    <message>
        <source>The loss: half the squared error.</source>
        <translation>Der Verlust: der halbe quadrierte Fehler.</translation>
    </message>
    <message>
        <source>Squared error for small errors, absolute error for large ones, so that outliers count less.</source>
        <translation>Quadrierter Fehler bei kleinen, absoluter bei großen Abweichungen, sodass Ausreißer weniger zählen.</translation>
    </message>
    <message>
        <source>The loss.</source>
        <translation>Der Verlust.</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>The error δ above which the absolute error is used.</source>
        <translation>Der Fehler δ, ab dem der absolute Fehler gilt.</translation>
    </message>
    <message>
        <source>Takes the output of a recurrent layer at the end of each sequence.</source>
        <translation>Nimmt die Ausgabe einer rekurrenten Schicht am Ende jeder Sequenz.</translation>
    </message>
    <message>
        <source>One vector for each sequence.</source>
        <translation>Ein Vektor für jede Sequenz.</translation>
    </message>
    <message>
        <source>Whether h comes from a bidirectional layer: the second half of its width ends at the first step.</source>
        <translation>Ob h aus einer bidirektionalen Schicht kommt: Die zweite Hälfte ihrer Breite endet beim ersten Schritt.</translation>
    </message>
    <message>
        <source>Averages the output of a recurrent layer over all steps of a sequence.</source>
        <translation>Mittelt die Ausgabe einer rekurrenten Schicht über alle Schritte einer Sequenz.</translation>
    </message>
    <message>
        <source>The prediction.</source>
        <translation>Die Vorhersage.</translation>
    </message>
    <message>
        <source>The target value.</source>
        <translation>Der Zielwert.</translation>
    </message>
    <message>
        <source>What the sum is divided by. BATCH_SIZE: the first axis; VALID: positions that are not ignored; FULL: all positions; NONE: nothing.</source>
        <translation>Wodurch die Summe geteilt wird. BATCH_SIZE: die erste Achse; VALID: nicht ignorierte Positionen; FULL: alle Positionen; NONE: nichts.</translation>
    </message>
    <message>
        <source>Values of each step: steps × streams × width.</source>
        <translation>Werte jedes Schritts: Schritte × Ströme × Breite.</translation>
    </message>
    <message>
        <source>The length of each sequence in steps; not connected: all steps.</source>
        <translation>Die Länge jeder Sequenz in Schritten; nicht verbunden: alle Schritte.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>The file or folder to train on; empty: chosen when training starts.</source>
        <translation>Die Datei oder der Ordner für das Training; leer: wird beim Trainingsstart gewählt.</translation>
    </message>
    <message>
        <source>Kind of data</source>
        <translation>Art der Daten</translation>
    </message>
    <message>
        <source>ROWS: images, row by row; TABLE: windows of a table&apos;s rows; LINES: text line by line (label, tab, text), one character per step; AUTO: images or a table, detected from the file.</source>
        <translation>ROWS: Bilder, Zeile für Zeile; TABLE: Fenster aus den Zeilen einer Tabelle; LINES: Text Zeile für Zeile (Klasse, Tabulator, Text), ein Zeichen pro Schritt; AUTO: Bilder oder eine Tabelle, an der Datei erkannt.</translation>
    </message>
    <message>
        <source>Sequences in a batch</source>
        <translation>Sequenzen in einem Batch</translation>
    </message>
    <message>
        <source>The number of sequences that are read in parallel (N).</source>
        <translation>Die Zahl der Sequenzen, die parallel gelesen werden (N).</translation>
    </message>
    <message>
        <source>Steps of a sequence (T): rows of an image, set from the data; rows of a table&apos;s window; or characters of a line of text: longer ones are cut, shorter ones padded.</source>
        <translation>Schritte einer Sequenz (T): Zeilen eines Bildes, aus den Daten bestimmt; Zeilen eines Fensters der Tabelle; oder Zeichen einer Textzeile: Längere werden abgeschnitten, kürzere aufgefüllt.</translation>
    </message>
    <message>
        <source>Values per step</source>
        <translation>Werte pro Schritt</translation>
    </message>
    <message>
        <source>Values per step (I): pixels of a row or columns of a table; set from the data.</source>
        <translation>Werte pro Schritt (I): Pixel einer Zeile oder Spalten einer Tabelle; aus den Daten bestimmt.</translation>
    </message>
    <message>
        <source>What counts as one character of a line: a byte of the file, or a code point of its UTF-8 text.</source>
        <translation>Was als ein Zeichen einer Zeile zählt: ein Byte der Datei oder ein Codepunkt ihres UTF-8-Textes.</translation>
    </message>
    <message>
        <source>A step of an image</source>
        <translation>Schritt eines Bildes</translation>
    </message>
    <message>
        <source>Whether a step is a row of an image or a column.</source>
        <translation>Ob ein Schritt eine Zeile oder eine Spalte eines Bildes ist.</translation>
    </message>
    <message>
        <source>Input columns</source>
        <translation>Eingabespalten</translation>
    </message>
    <message>
        <source>Target column</source>
        <translation>Zielspalte</translation>
    </message>
    <message>
        <source>The column to predict; empty: the last one.</source>
        <translation>Die Spalte, die vorhergesagt wird; leer: die letzte.</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>Zeitspalte</translation>
    </message>
    <message>
        <source>The column with the time, by which the rows are sorted; empty: the rows are in order already.</source>
        <translation>Die Spalte mit der Zeit, nach der die Zeilen sortiert werden; leer: Die Zeilen sind schon in der richtigen Reihenfolge.</translation>
    </message>
    <message>
        <source>Group column</source>
        <translation>Gruppenspalte</translation>
    </message>
    <message>
        <source>The column that says which series a row belongs to, so that no window spans two; empty: one series.</source>
        <translation>Die Spalte, die angibt, zu welcher Reihe eine Zeile gehört, damit kein Fenster über zwei Reihen geht; leer: eine einzige Reihe.</translation>
    </message>
    <message>
        <source>Rows ahead</source>
        <translation>Zeilen voraus</translation>
    </message>
    <message>
        <source>The distance from a window&apos;s last row to its target, in rows; 0: the same row.</source>
        <translation>Der Abstand von der letzten Zeile eines Fensters zu seinem Ziel, in Zeilen; 0: dieselbe Zeile.</translation>
    </message>
    <message>
        <source>Rows between windows</source>
        <translation>Zeilen zwischen Fenstern</translation>
    </message>
    <message>
        <source>The distance between the starts of two windows, in rows.</source>
        <translation>Der Abstand zwischen den Anfängen zweier Fenster, in Zeilen.</translation>
    </message>
    <message>
        <source>Standardise</source>
        <translation>Standardisieren</translation>
    </message>
    <message>
        <source>Whether each column is scaled to mean 0 and standard deviation 1, as measured on the training part.</source>
        <translation>Ob jede Spalte auf Mittel 0 und Standardabweichung 1 gebracht wird, gemessen am Trainingsteil.</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Which sequences are held out. TIME: the end of the data; SHUFFLED: random sequences; GROUPS: random whole groups; AUTO: TIME for a table (of each group, if it has groups), else SHUFFLED.</source>
        <translation>Welche Sequenzen zurückgehalten werden. TIME: das Ende der Daten; SHUFFLED: zufällige Sequenzen; GROUPS: zufällige ganze Gruppen; AUTO: TIME bei einer Tabelle (jeder Gruppe, wenn sie Gruppen hat), sonst SHUFFLED.</translation>
    </message>
    <message>
        <source>Share of the data that is not trained on but measures the loss on new data.</source>
        <translation>Anteil der Daten, mit dem nicht trainiert, sondern der Verlust an neuen Daten gemessen wird.</translation>
    </message>
    <message>
        <source>Share reserved for a final test after all settings are fixed; data with a test part of their own need none.</source>
        <translation>Anteil, reserviert für einen letzten Test, wenn alle Einstellungen feststehen; Daten mit eigenem Testteil brauchen keinen.</translation>
    </message>
    <message>
        <source>Reads labelled sequences: images row by row, windows of a table, or lines of text.</source>
        <translation>Liest Sequenzen mit je einem Ziel: Bilder Zeile für Zeile, Fenster einer Tabelle oder Textzeilen.</translation>
    </message>
    <message>
        <source>The values of each step.</source>
        <translation>Die Werte jedes Schritts.</translation>
    </message>
    <message>
        <source>The target: a class or a number.</source>
        <translation>Das Ziel: eine Klasse oder eine Zahl.</translation>
    </message>
    <message>
        <source>The length of each sequence in steps.</source>
        <translation>Die Länge jeder Sequenz in Schritten.</translation>
    </message>
    <message>
        <source>Cross-entropy loss of independent targets, each yes (1) or no (0).</source>
        <translation>Kreuzentropie-Verlust unabhängiger Ziele, jedes Ja (1) oder Nein (0).</translation>
    </message>
    <message>
        <source>Ignored target</source>
        <translation>Ignoriertes Ziel</translation>
    </message>
    <message>
        <source>Positions with this target are ignored.</source>
        <translation>Positionen mit diesem Ziel werden ignoriert.</translation>
    </message>
    <message>
        <source>The columns that the net reads, separated by commas (a name with a comma in quotes); empty: all columns of numbers.</source>
        <translation>Die Spalten, die das Netz liest, durch Kommas getrennt (ein Name mit Komma in Anführungszeichen); leer: alle Spalten mit Zahlen.</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>The separator between the table&apos;s columns; AUTO: detected from the first rows.</source>
        <translation>Das Zeichen zwischen den Spalten der Tabelle; AUTO: an den ersten Zeilen erkannt.</translation>
    </message>
    <message>
        <source>Decimal mark</source>
        <translation>Dezimalzeichen</translation>
    </message>
    <message>
        <source>Order of dates</source>
        <translation>Reihenfolge im Datum</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>Erste Zeile</translation>
    </message>
    <message>
        <source>Whether the table&apos;s first row holds names of columns or values; AUTO: names, if none of its fields is a number or a time.</source>
        <translation>Ob die erste Zeile der Tabelle Spaltennamen oder Werte enthält; AUTO: Namen, wenn keines ihrer Felder eine Zahl oder eine Zeit ist.</translation>
    </message>
    <message>
        <source>The share p of values set to zero; more reduces overfitting.</source>
        <translation>Der Anteil p der Werte, die auf null gesetzt werden; mehr verringert Überanpassung.</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>A recurrent layer whose cell is written as equations, as a paper has them.</source>
        <translation>Eine rekurrente Schicht, deren Zelle als Gleichungen geschrieben ist, wie in einem Artikel.</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>The name of a cell that comes with Hamnet, such as janet or slstm. Empty: the cell is written as equations.</source>
        <translation>Der Name einer Zelle, die Hamnet mitbringt, etwa janet oder slstm. Leer: Die Zelle ist als Gleichungen geschrieben.</translation>
    </message>
    <message>
        <source>Equations</source>
        <translation>Gleichungen</translation>
    </message>
    <message>
        <source>The cell, one equation a line, such as h = tanh(W x + U h[t-1] + b). What no equation gives is learned.</source>
        <translation>Die Zelle, eine Gleichung je Zeile, etwa h = tanh(W x + U h[t-1] + b). Was keine Gleichung bestimmt, wird gelernt.</translation>
    </message>
    <message>
        <source>One equation of a recurrent cell, computed for each unit alone.</source>
        <translation>Eine Gleichung einer rekurrenten Zelle, für jede Einheit einzeln berechnet.</translation>
    </message>
    <message>
        <source>The tensors that the equation reads, all of the same shape.</source>
        <translation>Die Tensoren, die die Gleichung liest, alle von derselben Form.</translation>
    </message>
    <message>
        <source>What the equation gives, of the same shape.</source>
        <translation>Was die Gleichung ergibt, von derselben Form.</translation>
    </message>
    <message>
        <source>Equation</source>
        <translation>Gleichung</translation>
    </message>
    <message>
        <source>The equation, such as f = sigmoid(p1 + p2 + bf).</source>
        <translation>Die Gleichung, etwa f = sigmoid(p1 + p2 + bf).</translation>
    </message>
    <message>
        <source>Names of the inputs</source>
        <translation>Namen der Eingänge</translation>
    </message>
    <message>
        <source>The names that stand for the inputs in the equation, in their order, such as p1 p2; all other names are learned.</source>
        <translation>Die Namen, die in der Gleichung für die Eingänge stehen, in deren Reihenfolge, etwa p1 p2; alle anderen Namen werden gelernt.</translation>
    </message>
    <message>
        <source>Initial vectors</source>
        <translation>Anfangsvektoren</translation>
    </message>
    <message>
        <source>How the learned vectors are initialized.</source>
        <translation>Wie die gelernten Vektoren anfangs gesetzt werden.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Into how many parts inputs and outputs are divided; each part of the outputs is made from the same part of the inputs alone.</source>
        <translation>In wie viele Teile Eingänge und Ausgänge geteilt werden; jeder Teil der Ausgänge entsteht allein aus demselben Teil der Eingänge.</translation>
    </message>
    <message>
        <source>Brings the units of each place to mean 0 and variance 1.</source>
        <translation>Bringt die Einheiten jeder Stelle auf Mittelwert 0 und Varianz 1.</translation>
    </message>
    <message>
        <source>Any tensor; its last axis has the units.</source>
        <translation>Ein beliebiger Tensor; seine letzte Achse hat die Einheiten.</translation>
    </message>
    <message>
        <source>The same with mean 0 and variance 1 at each place.</source>
        <translation>Derselbe mit Mittelwert 0 und Varianz 1 an jeder Stelle.</translation>
    </message>
    <message>
        <source>A state before the first step; they come in the order in which the equations read them.</source>
        <translation>Ein Zustand vor dem ersten Schritt, in der Reihenfolge, in der die Gleichungen sie lesen.</translation>
    </message>
    <message>
        <source>A state after the last step; they come in the order in which the equations read them.</source>
        <translation>Ein Zustand nach dem letzten Schritt, in der Reihenfolge, in der die Gleichungen sie lesen.</translation>
    </message>
    <message>
        <source>Damaged pictures</source>
        <translation>Beschädigte Bilder</translation>
    </message>
    <message>
        <source>What becomes of pictures of a folder that cannot be read: REFUSE: the data are not read; SKIP: they are left out.</source>
        <translation>Was aus Bildern eines Ordners wird, die sich nicht lesen lassen: REFUSE: die Daten werden nicht gelesen; SKIP: sie werden ausgelassen.</translation>
    </message>
    <message>
        <source>The decimal mark of the table&apos;s numbers: 1.5 or 1,5; AUTO: detected from the first rows.</source>
        <translation>Das Dezimalzeichen der Zahlen der Tabelle: 1.5 oder 1,5; AUTO: aus den ersten Zeilen erkannt.</translation>
    </message>
    <message>
        <source>Whether 01/02/2020 is the first of February (DAY) or the second of January (MONTH); AUTO: detected from the first rows, where they tell.</source>
        <translation>Ob 01/02/2020 der erste Februar (DAY) oder der zweite Januar (MONTH) ist; AUTO: aus den ersten Zeilen erkannt, wo sie es zeigen.</translation>
    </message>
    <message>
        <source>The cell of all recurrent layers; drawn is the net as it is, cell:FILE one of your own.</source>
        <translation>Die Zelle aller rekurrenten Schichten; drawn ist das Netz, wie es ist, cell:DATEI eine eigene.</translation>
    </message>
    <message>
        <source>What becomes of rows without a value: SKIP leaves them out; CARRY keeps the last value. For all columns, or by column, as wind=SKIP, rain=CARRY; empty: a gap is an error.</source>
        <translation>Was aus Zeilen ohne Wert wird: SKIP lässt sie aus; CARRY behält den letzten Wert. Für alle Spalten, oder je Spalte, wie wind=SKIP, rain=CARRY; leer: Eine Lücke ist ein Fehler.</translation>
    </message>
</context>
<context>
    <name>Metrics</name>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>bits per character</source>
        <translation>Bits je Zeichen</translation>
    </message>
</context>
<context>
    <name>Ports</name>
    <message>
        <source>input %1 from %2</source>
        <translation>Eingang %1 von %2</translation>
    </message>
    <message>
        <source>input %1, not connected</source>
        <translation>Eingang %1, nicht verbunden</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <source>output %1 to %2</source>
        <translation>Ausgabe %1 an %2</translation>
    </message>
</context>
<context>
    <name>QueueWords</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>früh beendet</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>%1 J</source>
        <translation>%1 J</translation>
    </message>
    <message>
        <source>%1 kJ</source>
        <translation>%1 kJ</translation>
    </message>
    <message>
        <source>%1 kWh</source>
        <translation>%1 kWh</translation>
    </message>
    <message>
        <source>waiting for comparison</source>
        <translation>wartet auf Vergleich</translation>
    </message>
    <message>
        <source>This run has no end, so that no other run of the queue would come after it; give it iterations, epochs or a time under Training</source>
        <translation>Dieser Lauf hat kein Ende, sodass kein anderer der Warteschlange nach ihm an die Reihe käme; unter Training Iterationen, Epochen oder eine Zeit angeben</translation>
    </message>
</context>
<context>
    <name>Remedies</name>
    <message>
        <source>dropout of %1 from %2 to %3</source>
        <translation>Dropout von %1 von %2 auf %3</translation>
    </message>
    <message>
        <source>a DROPOUT layer with %1 after %2</source>
        <translation>eine Schicht DROPOUT mit %1 hinter %2</translation>
    </message>
    <message>
        <source>units of %1 from %2 to %3</source>
        <translation>Einheiten von %1 von %2 auf %3</translation>
    </message>
    <message>
        <source>batch_size of %1 from %2 to %3</source>
        <translation>batch_size von %1 von %2 auf %3</translation>
    </message>
</context>
<context>
    <name>Run</name>
    <message>
        <source>Write a sample text after this many iterations each time; 0: never.</source>
        <translation>Immer nach so vielen Iterationen eine Textprobe schreiben; 0: nie.</translation>
    </message>
    <message>
        <source>Stop after this many iterations in total, counted from the start of the run, also when it is resumed. Default: as the solver says, or no limit.</source>
        <translation>Nach so vielen Iterationen insgesamt anhalten, gezählt ab dem Beginn des Laufs, auch wenn er fortgesetzt wird. Standard: wie der Solver sagt oder keine Grenze.</translation>
    </message>
    <message>
        <source>Random seed of initial weights, dropout and samples: the same seed gives the same run. Default: the seed of the solver, or 1.</source>
        <translation>Startwert des Zufalls für Anfangsgewichte, Dropout und Textproben: derselbe Startwert gibt denselben Lauf. Standard: der Startwert des Solvers oder 1.</translation>
    </message>
    <message>
        <source>Validate after this many iterations each time; 0: only at the end. Default: as often as the solver says, or every 500; for sequences once per epoch.</source>
        <translation>Immer nach so vielen Iterationen validieren; 0: nur am Ende. Standard: so oft, wie der Solver sagt, oder alle 500; bei Sequenzen einmal pro Epoche.</translation>
    </message>
    <message>
        <source>Save a checkpoint after this many iterations each time. Default: as often as the solver says, else at each validation, or every 500.</source>
        <translation>Immer nach so vielen Iterationen einen Checkpoint sichern. Standard: so oft, wie der Solver sagt, sonst bei jeder Validierung oder alle 500.</translation>
    </message>
    <message>
        <source>How many of the newest checkpoints to keep on disk. Default: 1; on resume, the number kept before.</source>
        <translation>Wie viele der neuesten Checkpoints auf der Platte bleiben. Standard: 1; beim Fortsetzen so viele wie zuvor.</translation>
    </message>
    <message>
        <source>How many of the best checkpoints to keep on disk. Default: 1; on resume, the number kept before.</source>
        <translation>Wie viele der besten Checkpoints auf der Platte bleiben. Standard: 1; beim Fortsetzen so viele wie zuvor.</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Engine of the recurrent layers: caffe (step by step), onednn (CPU), cudnn or fused (GPU, all steps in one call), default (the fastest available). Not given: as set in each layer.</source>
        <translation>Engine der rekurrenten Schichten: caffe (Schritt für Schritt), onednn (CPU), cudnn oder fused (GPU, alle Schritte in einem Aufruf), default (die schnellste verfügbare). Ohne Angabe: wie in jeder Schicht eingestellt.</translation>
    </message>
    <message>
        <source>as set in each layer</source>
        <translation>wie in jeder Schicht eingestellt</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Precision of multiplications: fp32 (24 bits); tf32 (GPU, 11 bits); bf16 (8 bits). Sums, states and weights stay fp32. auto: the checkpoint&apos;s if there is one, else bf16 on a GPU that supports it in hardware (compute capability 8.0 or later), else fp32. A CPU needs AVX512_BF16 or AMX for bf16; the engine CAFFE on a CPU always multiplies in fp32.</source>
        <translation>Präzision der Multiplikationen: fp32 (24 Bit); tf32 (GPU, 11 Bit); bf16 (8 Bit). Summen, Zustände und Gewichte bleiben fp32. auto: die des Checkpoints, wenn es einen gibt, sonst bf16 auf einer GPU, deren Hardware es unterstützt (Compute Capability ab 8.0), sonst fp32. Eine CPU braucht AVX512_BF16 oder AMX für bf16; die Engine CAFFE multipliziert auf einer CPU immer in fp32.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>CPU threads that compute. Default: one per core.</source>
        <translation>CPU-Threads, die rechnen. Standard: einer pro Kern.</translation>
    </message>
    <message>
        <source>one per core</source>
        <translation>einer pro Kern</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA-Graph</translation>
    </message>
    <message>
        <source>Whether a GPU runs a step as one CUDA graph, where the engine allows it, or call by call; the results are the same.</source>
        <translation>Ob eine GPU einen Schritt als einen CUDA-Graphen ausführt, wo die Engine es erlaubt, oder Aufruf für Aufruf; die Ergebnisse sind dieselben.</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Stop after this many iterations in total, counted from the start of the run, also when it is resumed. Default: the solver&apos;s max_iter, or no limit.</source>
        <translation>Nach so vielen Iterationen insgesamt anhalten, gezählt ab dem Beginn des Laufs, auch wenn er fortgesetzt wird. Standard: max_iter des Solvers oder keine Grenze.</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Stop after this many passes over the training data, counted from the start of the run, also when it is resumed.</source>
        <translation>Nach so vielen Durchgängen durch die Trainingsdaten anhalten, gezählt ab dem Beginn des Laufs, auch wenn er fortgesetzt wird.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Stop after this much training time.</source>
        <translation>Nach so viel Trainingszeit anhalten.</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Target loss</source>
        <translation>Zielverlust</translation>
    </message>
    <message>
        <source>Stop when the mean loss of the last 100 iterations has reached this value, in nats per character.</source>
        <translation>Anhalten, wenn der mittlere Verlust der letzten 100 Iterationen diesen Wert erreicht hat, in Nat pro Zeichen.</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>Nat</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>Temperature limit</source>
        <translation>Temperaturgrenze</translation>
    </message>
    <message>
        <source>Pause between steps while the GPU or CPU that trains is hotter than this, in °C. Pauses do not count as training time.</source>
        <translation>Zwischen Schritten pausieren, solange die GPU oder CPU, die trainiert, heißer ist, in °C. Pausen zählen nicht als Trainingszeit.</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Random seed of initial weights, dropout and samples: the same seed gives the same run. Default: the solver&apos;s random_seed, or 1.</source>
        <translation>Startwert des Zufalls für Anfangsgewichte, Dropout und Textproben: derselbe Startwert gibt denselben Lauf. Standard: random_seed des Solvers oder 1.</translation>
    </message>
    <message>
        <source>a new one for each run</source>
        <translation>in jedem Lauf ein neuer</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validieren alle</translation>
    </message>
    <message>
        <source>Validate every N iterations; 0: only at the end. Default: the solver&apos;s test_interval, or 500; for sequences once per epoch.</source>
        <translation>Alle N Iterationen validieren; 0: nur am Ende. Standard: test_interval des Solvers oder 500; bei Sequenzen einmal pro Epoche.</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>after each epoch</source>
        <translation>je Epoche</translation>
    </message>
    <message>
        <source>Report every</source>
        <translation>Melden alle</translation>
    </message>
    <message>
        <source>Report the loss every N iterations. Default: the solver&apos;s display, or 100; every iteration with --json.</source>
        <translation>Den Verlust alle N Iterationen melden. Standard: display des Solvers oder 100; jede Iteration mit --json.</translation>
    </message>
    <message>
        <source>100</source>
        <translation>100</translation>
    </message>
    <message>
        <source>Write a sample every</source>
        <translation>Textprobe alle</translation>
    </message>
    <message>
        <source>Write a sample text every N iterations; 0: never. Default: at each validation.</source>
        <translation>Alle N Iterationen eine Textprobe schreiben; 0: nie. Standard: bei jeder Validierung.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Sample length</source>
        <translation>Länge der Textproben</translation>
    </message>
    <message>
        <source>Length of each sample.</source>
        <translation>Länge jeder Textprobe.</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Sample temperature</source>
        <translation>Temperatur der Textproben</translation>
    </message>
    <message>
        <source>How random the choice of each character is: 0 always takes the most likely one, below 1 is safer, 1 keeps the model&apos;s probabilities, above 1 is wilder.</source>
        <translation>Wie zufällig jedes Zeichen gewählt wird: 0 nimmt immer das wahrscheinlichste, unter 1 ist vorsichtiger, 1 behält die Wahrscheinlichkeiten des Modells, über 1 ist wilder.</translation>
    </message>
    <message>
        <source>Sample prompt</source>
        <translation>Anfang der Textproben</translation>
    </message>
    <message>
        <source>What the text starts with; the model continues from there.</source>
        <translation>Womit der Text beginnt; das Modell schreibt von dort weiter.</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Sichern alle</translation>
    </message>
    <message>
        <source>Save a checkpoint every N iterations. Default: the solver&apos;s snapshot, or at each validation, or every 500.</source>
        <translation>Alle N Iterationen einen Checkpoint sichern. Standard: snapshot des Solvers, sonst bei jeder Validierung oder alle 500.</translation>
    </message>
    <message>
        <source>at each validation</source>
        <translation>bei jeder Validierung</translation>
    </message>
    <message>
        <source>Keep the last</source>
        <translation>Letzte behalten</translation>
    </message>
    <message>
        <source>How many of the newest checkpoints to keep: the newest under its own name, earlier ones as NAME.at-500.hamnet. Default on resume: the number kept before.</source>
        <translation>Wie viele der neuesten Checkpoints bleiben: der neueste unter seinem eigenen Namen, frühere als NAME.at-500.hamnet. Standard beim Fortsetzen: so viele wie zuvor.</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Keep the best</source>
        <translation>Beste behalten</translation>
    </message>
    <message>
        <source>How many of the best checkpoints to keep: the best under its own name, earlier best ones as NAME.best-at-500.hamnet. Default on resume: the number kept before.</source>
        <translation>Wie viele der besten Checkpoints bleiben: der beste unter seinem eigenen Namen, frühere beste als NAME.best-at-500.hamnet. Standard beim Fortsetzen: so viele wie zuvor.</translation>
    </message>
    <message>
        <source>Device that computes: cpu; cuda (the first GPU) or cuda:N; several GPUs together as cuda:0,cuda:1 or cuda:all; auto (a GPU, or all free ones where that is quicker; the CPU without one).</source>
        <translation>Gerät, das rechnet: cpu; cuda (die erste GPU) oder cuda:N; mehrere GPUs zusammen als cuda:0,cuda:1 oder cuda:all; auto (eine GPU, oder alle freien, wo das schneller ist; ohne eine die CPU).</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>The folder to write files for TensorBoard to while the run goes on: in a folder of the run&apos;s name, training and validation side by side, with samples, and histograms of weights and gradients at each validation.</source>
        <translation>Der Ordner, in den während des Laufs Dateien für TensorBoard geschrieben werden: in einem Ordner mit dem Namen des Laufs Training und Validierung nebeneinander, mit Textproben und bei jeder Validierung mit Histogrammen der Gewichte und Gradienten.</translation>
    </message>
</context>
<context>
    <name>RunProblems</name>
    <message>
        <source>Train with the fastest engine here, keep the net as it is</source>
        <translation>Mit der schnellsten Engine hier trainieren, das Netz so lassen</translation>
    </message>
    <message>
        <source>The next run uses the fastest engine. Undo does not take this back; Engine in the panel Training does.</source>
        <translation>Der nächste Lauf nimmt die schnellste Engine. Rückgängig ändert das nicht zurück, aber Engine im Bereich Training.</translation>
    </message>
    <message>
        <source>Let the device choose the precision</source>
        <translation>Das Gerät die Genauigkeit wählen lassen</translation>
    </message>
    <message>
        <source>The device chooses the precision of the next run. Undo does not take this back; Precision in the panel Training does.</source>
        <translation>Das Gerät wählt die Genauigkeit des nächsten Laufs. Rückgängig ändert das nicht zurück, aber Genauigkeit im Bereich Training.</translation>
    </message>
    <message>
        <source>Start from random weights</source>
        <translation>Mit zufälligen Gewichten beginnen</translation>
    </message>
    <message>
        <source>The next run starts from random weights. Undo does not take this back; Initial weights in the panel Training does.</source>
        <translation>Der nächste Lauf beginnt mit zufälligen Gewichten. Rückgängig ändert das nicht zurück, aber Anfangsgewichte im Bereich Training.</translation>
    </message>
    <message>
        <source>Read %1 streams instead of %2</source>
        <translation>%1 Ströme statt %2 lesen</translation>
    </message>
    <message>
        <source>Read %1 steps instead of %2</source>
        <translation>%1 Schritte statt %2 lesen</translation>
    </message>
</context>
<context>
    <name>RunSettings</name>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Iterations at most</source>
        <translation>Höchstens Iterationen</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
</context>
<context>
    <name>RunVerdict</name>
    <message>
        <source>Finished: %1.</source>
        <translation>Fertig: %1.</translation>
    </message>
    <message>
        <source>Finished at the time limit: %1.</source>
        <translation>Fertig, Zeitgrenze erreicht: %1.</translation>
    </message>
    <message>
        <source>Stopped early, as validation no longer improved: %1.</source>
        <translation>Vorzeitig beendet, da die Validierung nicht mehr besser wurde: %1.</translation>
    </message>
    <message>
        <source>Finished at the target loss: %1.</source>
        <translation>Fertig, Zielverlust erreicht: %1.</translation>
    </message>
    <message>
        <source>Stopped: %1.</source>
        <translation>Angehalten: %1.</translation>
    </message>
    <message>
        <source>Diverged at iteration %1: the loss or a gradient is no longer a number. Try a lower learning rate or stronger gradient clipping.</source>
        <translation>Divergiert bei Iteration %1: Der Verlust oder ein Gradient ist keine Zahl mehr. Eine kleinere Lernrate oder eine stärkere Begrenzung der Gradienten kann helfen.</translation>
    </message>
    <message>
        <source>mean training loss %1 at %2 and still improving: train for more iterations</source>
        <translation>mittlerer Trainingsverlust %1 bei %2, er sank noch: mehr Iterationen trainieren</translation>
    </message>
    <message>
        <source>mean training loss %1 at %2</source>
        <translation>mittlerer Trainingsverlust %1 bei %2</translation>
    </message>
    <message>
        <source>best %1 at %2 and still improving: train for more iterations</source>
        <translation>bester Wert %1 bei %2, er wurde noch besser: mehr Iterationen trainieren</translation>
    </message>
    <message>
        <source>best %1 at %2; since then it overfits</source>
        <translation>bester Wert %1 bei %2; seitdem Überanpassung</translation>
    </message>
    <message>
        <source>no iteration was finished</source>
        <translation>keine Iteration wurde fertig</translation>
    </message>
    <message>
        <source>best %1 at %2</source>
        <translation>bester Wert %1 bei %2</translation>
    </message>
    <message>
        <source>best %3 %1 at %2 and still improving: train for more iterations</source>
        <translation>bester Wert (%3) %1 bei %2, er wurde noch besser: mehr Iterationen trainieren</translation>
    </message>
    <message>
        <source>best %3 %1 at %2; since then it overfits</source>
        <translation>bester Wert (%3) %1 bei %2; seitdem Überanpassung</translation>
    </message>
    <message>
        <source>best %3 %1 at %2</source>
        <translation>bester Wert (%3) %1 bei %2</translation>
    </message>
    <message>
        <source>mean training loss %1 at %2; nothing is held out, so nothing shows how the net does on new data; validation: 0.1 of %3 holds out a tenth</source>
        <translation>mittlerer Trainingsverlust %1 bei %2; es ist nichts zurückgehalten, daher zeigt nichts, wie das Netz bei neuen Daten abschneidet; validation: 0.1 von %3 hält ein Zehntel zurück</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>%1 on %2 in %3</source>
        <translation>%1 auf %2 in %3</translation>
    </message>
    <message>
        <source>This net writes no text: it predicts a class or a number for each sequence. See the panel Results.</source>
        <translation>Dieses Netz schreibt keinen Text: Es sagt zu jeder Sequenz eine Klasse oder eine Zahl vorher. Siehe den Bereich Ergebnisse.</translation>
    </message>
    <message>
        <source>This net writes no text: %1.</source>
        <translation>Dieses Netz schreibt keinen Text: %1.</translation>
    </message>
    <message>
        <source>The lens looks into nets that read a text; this one predicts a class or a number for each sequence. View › Values while it trains shows what is in it.</source>
        <translation>Die Lupe blickt in Netze, die einen Text lesen; dieses sagt zu jeder Sequenz eine Klasse oder eine Zahl vorher. Ansicht › Werte beim Training zeigt, was in ihm ist.</translation>
    </message>
</context>
<context>
    <name>Samples</name>
    <message>
        <source>The net of char_rnn_small with JANET in place of the LSTM: a typed cell with a forget gate alone (van der Westhuizen &amp; Lasenby 2018), half of the LSTM&apos;s weights.</source>
        <translation>Das Netz von char_rnn_small mit JANET anstelle des LSTM: eine getippte Zelle mit einem Vergessgatter allein (van der Westhuizen &amp; Lasenby 2018), die Hälfte der Gewichte des LSTM.</translation>
    </message>
    <message>
        <source>An LSTM whose gates see the cell (Gers, Schraudolph &amp; Schmidhuber 2002), written as equations: change them as you like.</source>
        <translation>Ein LSTM, dessen Gatter die Zelle sehen (Gers, Schraudolph &amp; Schmidhuber 2002), als Gleichungen geschrieben: Ändern Sie sie nach Belieben.</translation>
    </message>
    <message>
        <source>rows_lstm with minGRU (Feng and others, 2024) in place of the LSTM: a typed cell whose gate does not see the state, so that no step waits for a product.</source>
        <translation>rows_lstm mit minGRU (Feng und andere, 2024) anstelle des LSTM: eine getippte Zelle, deren Gatter den Zustand nicht sieht, sodass kein Schritt auf ein Produkt wartet.</translation>
    </message>
    <message>
        <source>The net of char_rnn_small with a GRU in place of the LSTM: one gate fewer and no cell state, so three quarters of the recurrent weights and of the work.</source>
        <translation>Das Netz von char_rnn_small mit einem GRU anstelle des LSTM: ein Gatter weniger und kein Zellzustand, also drei Viertel der rekurrenten Gewichte und der Arbeit.</translation>
    </message>
    <message>
        <source>Restores a damaged text: DROPOUT zeroes half of each character&apos;s vector of four numbers, and a bidirectional LSTM predicts the character from the rest and from the characters on both sides.</source>
        <translation>Stellt einen beschädigten Text wieder her: DROPOUT setzt die Hälfte des Vektors von vier Zahlen jedes Zeichens auf null, und ein bidirektionales LSTM sagt das Zeichen aus dem Rest und aus den Zeichen auf beiden Seiten vorher.</translation>
    </message>
    <message>
        <source>The preset for tiny Shakespeare: one wide LSTM followed by strong dropout, 32 streams of 100 characters, state kept from batch to batch.</source>
        <translation>Die Voreinstellung für Tiny Shakespeare: ein breites LSTM mit starkem Dropout dahinter, 32 Ströme von 100 Zeichen, der Zustand bleibt von Batch zu Batch erhalten.</translation>
    </message>
    <message>
        <source>The preset for the lowest loss on tiny Shakespeare in some seconds of a GPU: one wide LSTM, strong dropout after it and a little before, 64 streams of 100 characters, weight decay.</source>
        <translation>Die Voreinstellung für den kleinsten Verlust auf Tiny Shakespeare in einigen Sekunden einer GPU: ein breites LSTM, starker Dropout dahinter und etwas davor, 64 Ströme von 100 Zeichen, Gewichtszerfall.</translation>
    </message>
    <message>
        <source>The char-RNN of MyCaffe&apos;s examples as its CAFFE engine runs it: two LSTM layers of 512 units, each followed by DROPOUT; 75 steps x 25 streams, every window from a zero state.</source>
        <translation>Das Char-RNN aus den Beispielen von MyCaffe, wie es dessen CAFFE-Engine ausführt: zwei LSTM-Schichten von 512 Einheiten mit je einem DROPOUT dahinter; 75 Schritte x 25 Ströme, jedes Fenster mit Nullzustand.</translation>
    </message>
    <message>
        <source>The char-RNN of MyCaffe&apos;s examples as its CUDNN engine runs it: one layer that stacks two LSTMs of 512 units, with dropout between the two and not after them; 75 steps x 25 streams, every window from a zero state.</source>
        <translation>Das Char-RNN aus den Beispielen von MyCaffe, wie es dessen CUDNN-Engine ausführt: eine Schicht, die zwei LSTMs von 512 Einheiten stapelt, mit Dropout zwischen beiden und nicht dahinter; 75 Schritte x 25 Ströme, jedes Fenster mit Nullzustand.</translation>
    </message>
    <message>
        <source>One half of a pair that is the same model twice, for comparing engines: two LSTM layers, each followed by DROPOUT, as Caffe stacks them.</source>
        <translation>Die eine Hälfte eines Paares, das zweimal dasselbe Modell ist, um Engines zu vergleichen: zwei LSTM-Schichten mit je einem DROPOUT dahinter, wie Caffe sie stapelt.</translation>
    </message>
    <message>
        <source>The other half of the pair: both LSTMs in one layer, as fused engines run them, with the same dropout of 0.4 between them (dropout_ratio) and after them (DROPOUT) as in char_rnn_equal_caffe.prototxt.</source>
        <translation>Die andere Hälfte des Paares: beide LSTMs in einer Schicht, wie verschmolzene Engines sie ausführen, mit demselben Dropout von 0,4 dazwischen (dropout_ratio) und dahinter (DROPOUT) wie in char_rnn_equal_caffe.prototxt.</translation>
    </message>
    <message>
        <source>The preset for quick results on a GPU: one LSTM of 768 units followed by dropout, 56 streams of 64 characters.</source>
        <translation>Die Voreinstellung für schnelle Ergebnisse auf einer GPU: ein LSTM von 768 Einheiten mit Dropout dahinter, 56 Ströme von 64 Zeichen.</translation>
    </message>
    <message>
        <source>Andrej Karpathy&apos;s char-rnn with its defaults: two stacked LSTMs of 128 units, 50 streams of 50 characters, weights from -0.08 to 0.08, forget bias 1, no dropout, 5 % of the text held out, state kept from batch to batch.</source>
        <translation>Andrej Karpathys char-rnn mit seinen Vorgaben: zwei gestapelte LSTMs von 128 Einheiten, 50 Ströme von 50 Zeichen, Gewichte von -0,08 bis 0,08, Bias des Vergessgatters 1, kein Dropout, 5 % des Textes zurückgehalten, der Zustand bleibt von Batch zu Batch erhalten.</translation>
    </message>
    <message>
        <source>The first model to train: small enough that it writes lines like those of a play after a minute or two on a laptop&apos;s CPU.</source>
        <translation>Das Modell für den Anfang: so klein, dass es auf der CPU eines Laptops nach ein, zwei Minuten Zeilen wie die eines Theaterstücks schreibt.</translation>
    </message>
    <message>
        <source>The net of char_rnn_small with a plain RNN in place of the LSTM: one sum and one tanh per step, a quarter of the recurrent weights.</source>
        <translation>Das Netz von char_rnn_small mit einem einfachen RNN anstelle des LSTM: eine Summe und ein tanh pro Schritt, ein Viertel der rekurrenten Gewichte.</translation>
    </message>
    <message>
        <source>The preset for a short text of about a hundred kilobytes, against overfitting: one LSTM with dropout of 0.3 on its recurrent weights, windows of 150 characters, and a little dropout after it.</source>
        <translation>Die Voreinstellung für einen kurzen Text von etwa hundert Kilobyte, gegen Überanpassung: ein LSTM mit Dropout von 0,3 auf seinen rekurrenten Gewichten, Fenster von 150 Zeichen und etwas Dropout dahinter.</translation>
    </message>
    <message>
        <source>A further tuned char_rnn_best_gpu: windows of 150 characters, dropout on recurrent weights and state, dropout before the LSTM with one mask for all steps, averaged weights.</source>
        <translation>Ein weiter abgestimmtes char_rnn_best_gpu: Fenster von 150 Zeichen, Dropout auf rekurrenten Gewichten und Zustand, vor dem LSTM Dropout mit einer Maske für alle Schritte, gemittelte Gewichte.</translation>
    </message>
    <message>
        <source>Who speaks this line: a line of text is read character by character, and its class is predicted at its end.</source>
        <translation>Wer spricht diese Zeile: Eine Textzeile wird Zeichen für Zeichen gelesen und am Ende ihre Klasse vorhergesagt.</translation>
    </message>
    <message>
        <source>The best of the nets that read images by rows, in some minutes on a CPU or seconds on a GPU: rows_bidirectional followed by dropout, and a falling learning rate.</source>
        <translation>Das beste der Netze, die Bilder zeilenweise lesen, in einigen Minuten auf einer CPU oder Sekunden auf einer GPU: rows_bidirectional mit Dropout dahinter und einer fallenden Lernrate.</translation>
    </message>
    <message>
        <source>rows_lstm in both directions: one half reads the rows from the top down, the other from the bottom up, and the final states of both are used.</source>
        <translation>rows_lstm in beiden Richtungen: Eine Hälfte liest die Zeilen von oben nach unten, die andere von unten nach oben, und die Endzustände beider werden verwendet.</translation>
    </message>
    <message>
        <source>rows_lstm with a GRU in place of the LSTM: three quarters of the weights, and as good on images of digits.</source>
        <translation>rows_lstm mit einem GRU anstelle des LSTM: drei Viertel der Gewichte, und bei Bildern von Ziffern ebenso gut.</translation>
    </message>
    <message>
        <source>Images read row by row: a row of 28 pixels is a step, and the class is predicted after the last row.</source>
        <translation>Bilder, Zeile für Zeile gelesen: Eine Zeile von 28 Pixeln ist ein Schritt, und nach der letzten Zeile wird die Klasse vorhergesagt.</translation>
    </message>
    <message>
        <source>rows_lstm with a plain RNN in place of the LSTM: no gates.</source>
        <translation>rows_lstm mit einem einfachen RNN anstelle des LSTM: keine Gatter.</translation>
    </message>
    <message>
        <source>The next number of a series from the 30 before it: any CSV file&apos;s last column, or another that you choose.</source>
        <translation>Die nächste Zahl einer Reihe aus den 30 davor: die letzte Spalte einer beliebigen CSV-Datei oder eine andere, die gewählt wird.</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 is best with a loss of %2, before %3 with %4; one seed cannot tell a better cell from luck</source>
        <translation>%1 ist mit einem Verlust von %2 am besten, vor %3 mit %4; ein Startwert allein kann eine bessere Zelle nicht von Glück unterscheiden</translation>
    </message>
    <message>
        <source>%1 is best with a mean loss of %2, before %3 with %4: %5 apart, more than the standard deviation of %6 seeds, %7</source>
        <translation>%1 ist mit einem mittleren Verlust von %2 am besten, vor %3 mit %4: %5 Abstand, mehr als die Standardabweichung von %6 Startwerten, %7</translation>
    </message>
    <message>
        <source>%1 has the lowest mean loss, %2, before %3 with %4, but that is no proof: %5 apart, no more than the standard deviation of %6 seeds, %7</source>
        <translation>%1 hat den niedrigsten mittleren Verlust, %2, vor %3 mit %4, doch das beweist nichts: %5 Abstand, nicht mehr als die Standardabweichung von %6 Startwerten, %7</translation>
    </message>
    <message>
        <source> (2·layers</source>
        <translation> (2·Schichten</translation>
    </message>
    <message>
        <source> (did you mean %1?)</source>
        <translation> (gemeint ist vielleicht %1?)</translation>
    </message>
    <message>
        <source> (layers</source>
        <translation> (Schichten</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPUs</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>%1 axes</source>
        <translation>%1 Achsen</translation>
    </message>
    <message>
        <source>1 axis</source>
        <translation>1 Achse</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 Byte</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 Zeichen</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>1 column</source>
        <translation>1 Spalte</translation>
    </message>
    <message>
        <source>%1 columns</source>
        <translation>%1 Spalten</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 Kern</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
    <message>
        <source> in both directions, </source>
        <translation> in beiden Richtungen, </translation>
    </message>
    <message>
        <source> in the longest group</source>
        <translation> in der längsten Gruppe</translation>
    </message>
    <message>
        <source>the net cannot write a sample: %1</source>
        <translation>das Netz kann keine Probe schreiben: %1</translation>
    </message>
    <message>
        <source>the solver: snapshot_prefix %1 is outside the working folder, so nothing is saved under that name; to use it, name the checkpoint yourself</source>
        <translation>der Solver: snapshot_prefix %1 liegt außerhalb des Arbeitsordners, daher wird unter diesem Namen nichts gespeichert; um ihn zu benutzen, den Checkpoint selbst benennen</translation>
    </message>
    <message>
        <source>1 number</source>
        <translation>1 Zahl</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 Zahlen</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source> on the %1</source>
        <translation> auf %1</translation>
    </message>
    <message>
        <source> or groups</source>
        <translation> oder Gruppen</translation>
    </message>
    <message>
        <source> or the end of %1</source>
        <translation> oder das Ende von %1</translation>
    </message>
    <message>
        <source> others</source>
        <translation> andere</translation>
    </message>
    <message>
        <source> others or in another order</source>
        <translation> andere oder in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>1 sequence</source>
        <translation>1 Sequenz</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 Sequenzen</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>%1 (%2) cannot be taken: %3</source>
        <translation>%1 (%2) kann nicht verwendet werden: %3</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <translation>%1 (Prozess %2)</translation>
    </message>
    <message>
        <source>%1 already exists</source>
        <translation>%1 gibt es schon</translation>
    </message>
    <message>
        <source>%1 already exists and belongs to another run than %2</source>
        <translation>%1 gibt es schon und gehört zu einem anderen Lauf als %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 and %2 do not predict the same: at sample %3 of the part %4 is to find &quot;%5&quot;, and %6 something else; an ensemble wants nets of the same target</source>
        <translation>%1 und %2 sagen nicht dasselbe vorher: Beim Beispiel %3 des Teils soll %4 „%5“ finden und %6 etwas anderes; ein Ensemble braucht Netze mit demselben Ziel</translation>
    </message>
    <message>
        <source>%1 and %2 more are there</source>
        <translation>%1 und %2 weitere sind dort</translation>
    </message>
    <message>
        <source>%1 as %2, but layer %3 has it as %4</source>
        <translation>%1 als %2, aber in Schicht %3 ist es %4</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read</source>
        <translation>%1 wurde beim Lesen kürzer</translation>
    </message>
    <message>
        <source>%1 belongs to another version of Hamnet, but must be of %2</source>
        <translation>%1 gehört zu einer anderen Hamnet-Version, muss aber von %2 sein</translation>
    </message>
    <message>
        <source>%1 cannot be made: %2</source>
        <translation>%1 kann nicht angelegt werden: %2</translation>
    </message>
    <message>
        <source>%1 cannot be read, so %2 are timed again</source>
        <translation>%1 kann nicht gelesen werden, daher werden %2 neu gemessen</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>%1 cannot be written, so %2 will be timed again in the next run</source>
        <translation>%1 kann nicht geschrieben werden, daher werden %2 beim nächsten Lauf neu gemessen</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>%1 characters would fit</source>
        <translation>%1 Zeichen würden passen</translation>
    </message>
    <message>
        <source>%1 classes, from %2 to %3</source>
        <translation>%1 Klassen, von %2 bis %3</translation>
    </message>
    <message>
        <source>%1 computes there</source>
        <translation>%1 rechnet dort</translation>
    </message>
    <message>
        <source>%1 does not contain its vocabulary; choose the text that it was trained on</source>
        <translation>%1 enthält das Vokabular nicht; den Text wählen, mit dem das Netz trainiert wurde</translation>
    </message>
    <message>
        <source>%1 fields</source>
        <translation>%1 Felder</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but %3 are the most that it may have</source>
        <translation>%1 hat %2 Bytes, erlaubt sind höchstens %3</translation>
    </message>
    <message>
        <source>%1 has %2 labels, wanted %3: one for each image of %4</source>
        <translation>%1 hat %2 Label, nötig sind %3: eines je Bild von %4</translation>
    </message>
    <message>
        <source>%1 has %2 tensors, but the solver keeps %3</source>
        <translation>%1 hat %2 Tensoren, der Solver hat aber %3</translation>
    </message>
    <message>
        <source>%1 has %2 that the vocabulary lacks (%3), wanted only the %4 that it knows</source>
        <translation>%1 hat %2, die im Vokabular fehlen (%3), erlaubt sind nur die %4 bekannten</translation>
    </message>
    <message>
        <source>%1 has changed since the net learned from it, so all of its sequences count as test, those that it learned from too</source>
        <translation>%1 hat sich geändert, seit das Netz daraus gelernt hat, daher gelten alle Sequenzen als Test, auch die, aus denen es gelernt hat</translation>
    </message>
    <message>
        <source>%1 has no %2, but OpenBLAS 0.3 or later is needed</source>
        <translation>%1 hat kein %2, nötig ist OpenBLAS 0.3 oder neuer</translation>
    </message>
    <message>
        <source>%1 has no room: to compute there takes about %2 before any net, but %3; %4</source>
        <translation>%1 hat keinen Platz: Dort zu rechnen braucht schon ohne Netz etwa %2, aber %3; %4</translation>
    </message>
    <message>
        <source>%1 has no solver state; use a checkpoint of Hamnet</source>
        <translation>%1 hat keinen Solver-Zustand; dafür einen Checkpoint von Hamnet nehmen</translation>
    </message>
    <message>
        <source>%1 has no type, expected one such as type: &quot;LSTM&quot;</source>
        <translation>%1 hat keinen Typ, erwartet wird einer, etwa type: &quot;LSTM&quot;</translation>
    </message>
    <message>
        <source>%1 has no weights for this model%2</source>
        <translation>%1 hat keine Gewichte für dieses Modell%2</translation>
    </message>
    <message>
        <source>%1 has none of the endings of curves: %2</source>
        <translation>%1 hat keine der Endungen von Kurven: %2</translation>
    </message>
    <message>
        <source>%1 has none of the endings of nets that can be written: %2</source>
        <translation>%1 hat keine der Endungen von Netzen, die geschrieben werden können: %2</translation>
    </message>
    <message>
        <source>%1 has none of the endings of nets: %2</source>
        <translation>%1 hat keine der Endungen von Netzen: %2</translation>
    </message>
    <message>
        <source>%1 has none of the endings of other programs&apos; nets: %2</source>
        <translation>%1 hat keine der Endungen von Netzen anderer Programme: %2</translation>
    </message>
    <message>
        <source>%1 has one different character, %2, wanted at least 2</source>
        <translation>%1 hat nur ein Zeichen, %2, nötig sind mindestens 2 verschiedene</translation>
    </message>
    <message>
        <source>%1 has only a byte-order mark, wanted at least 2 characters</source>
        <translation>%1 hat nur eine Bytereihenfolge-Marke (BOM), nötig sind mindestens 2 Zeichen</translation>
    </message>
    <message>
        <source>%1 has the number %2, but only 0 to %3 are known</source>
        <translation>%1 hat die Nummer %2, bekannt sind aber nur 0 bis %3</translation>
    </message>
    <message>
        <source>%1 holds %2</source>
        <translation>%1 belegt %2</translation>
    </message>
    <message>
        <source>%1 holds something else than text</source>
        <translation>%1 enthält etwas anderes als Text</translation>
    </message>
    <message>
        <source>%1 holds weights without their net, so the net&apos;s prototxt is wanted with it</source>
        <translation>%1 enthält Gewichte ohne ihr Netz, daher ist das Prototxt des Netzes dazu nötig</translation>
    </message>
    <message>
        <source>%1 is %2, but every extent must be 1 or more</source>
        <translation>%1 ist %2, aber jede Ausdehnung muss 1 oder mehr sein</translation>
    </message>
    <message>
        <source>%1 is %2, but must not have more than %3 elements</source>
        <translation>%1 ist %2, darf aber nicht mehr als %3 Elemente haben</translation>
    </message>
    <message>
        <source>%1 is %2, but the input has %3 (%4)</source>
        <translation>%1 ist %2, aber der Eingang hat %3 (%4)</translation>
    </message>
    <message>
        <source>%1 is %2, wanted a file</source>
        <translation>%1 ist %2, nötig ist eine Datei</translation>
    </message>
    <message>
        <source>%1 is empty, wanted at least 2 characters</source>
        <translation>%1 ist leer, nötig sind mindestens 2 Zeichen</translation>
    </message>
    <message>
        <source>%1 is in use: %2 writes to it; wait until it has finished, or choose another name</source>
        <translation>%1 wird benutzt: %2 schreibt hinein; bitte warten, bis das fertig ist, oder einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>%1 is no vocabulary, which has each character once, in the order of their numbers: %2</source>
        <translation>%1 ist kein Vokabular, in dem jedes Zeichen einmal steht, in der Reihenfolge der Nummern: %2</translation>
    </message>
    <message>
        <source>%1 is not a whole list of %2, so they are timed again and it is rewritten</source>
        <translation>%1 ist keine vollständige Liste für %2, daher wird neu gemessen und die Datei neu geschrieben</translation>
    </message>
    <message>
        <source>%1 is to be clamped, but it has units 0 to %2</source>
        <translation>%1 soll festgehalten werden, aber es gibt die Einheiten 0 bis %2</translation>
    </message>
    <message>
        <source>%1 is to be clamped, but no layer of the net keeps a state</source>
        <translation>%1 soll festgehalten werden, aber keine Schicht des Netzes hat einen Zustand</translation>
    </message>
    <message>
        <source>%1 is to be clamped, but that layer&apos;s stacked layers give their states to ports, so that they cannot be run one by one</source>
        <translation>%1 soll festgehalten werden, aber die gestapelten Schichten darin geben ihre Zustände an Ausgänge und lassen sich daher nicht einzeln ausführen</translation>
    </message>
    <message>
        <source>%1 is to be clamped, but that layer&apos;s states are %2</source>
        <translation>%1 soll festgehalten werden, aber die Zustände dieser Schicht sind %2</translation>
    </message>
    <message>
        <source>%1 is true, but only false is supported</source>
        <translation>%1 ist true, unterstützt wird aber nur false</translation>
    </message>
    <message>
        <source>%1 of %2 weights come from %3</source>
        <translation>%1 von %2 Gewichten kommen aus %3</translation>
    </message>
    <message>
        <source>%1 of its %2 are free</source>
        <translation>von %2 sind %1 frei</translation>
    </message>
    <message>
        <source>%1 of memory are free</source>
        <translation>%1 Speicher sind frei</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 starts as neither PNG nor JPEG does, wanted one of them</source>
        <translation>%1 beginnt weder wie PNG noch wie JPEG, nötig ist eines davon</translation>
    </message>
    <message>
        <source>%1 stays where it is, as there is a file %2</source>
        <translation>%1 bleibt an seinem Ort, denn es gibt eine Datei %2</translation>
    </message>
    <message>
        <source>%1 stays where it is: %2</source>
        <translation>%1 bleibt an seinem Ort: %2</translation>
    </message>
    <message>
        <source>%1 tells no vocabulary</source>
        <translation>%1 nennt kein Vokabular</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 was changed while in use: found a character at offset %2 that it did not have</source>
        <translation>%1 wurde während der Benutzung geändert: an Stelle %2 steht ein Zeichen, das es vorher nicht gab</translation>
    </message>
    <message>
        <source>%1 was changed while in use: found a text with the digest %2, wanted %3</source>
        <translation>%1 wurde während der Benutzung geändert: Text mit der Prüfsumme %2 gefunden, nötig ist %3</translation>
    </message>
    <message>
        <source>%1 was cut short while in use: found %2 bytes, wanted the %3 that it had</source>
        <translation>%1 wurde während der Benutzung gekürzt: %2 Bytes gefunden, nötig sind die früheren %3</translation>
    </message>
    <message>
        <source>%1 with %2 %3, but layer %4 gives it %5: all who share a weight must agree</source>
        <translation>%1 mit %2 %3, aber Schicht %4 gibt ihm %5: Alle, die ein Gewicht teilen, müssen übereinstimmen</translation>
    </message>
    <message>
        <source>%1%2 is to be clamped, but the layers that keep a state are %3</source>
        <translation>%1%2 soll festgehalten werden, aber einen Zustand haben nur die Schichten %3</translation>
    </message>
    <message>
        <source>%1%2%3 x %4 units, %5 streams, %6 steps, width %7%8</source>
        <translation>%1%2%3 x %4 Einheiten, %5 Ströme, %6 Schritte, Breite %7%8</translation>
    </message>
    <message>
        <source>%1%2, but %3 %4 %5, of which %6 are in use; %7</source>
        <translation>%1%2, aber %3 %4 %5, davon sind %6 in Gebrauch; %7</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1, und %2</translation>
    </message>
    <message>
        <source>%1, as %2</source>
        <translation>%1, denn %2</translation>
    </message>
    <message>
        <source>%1, but %2</source>
        <translation>%1, aber %2</translation>
    </message>
    <message>
        <source>%1, but must be %2</source>
        <translation>%1, muss aber %2 sein</translation>
    </message>
    <message>
        <source>%1, but must be %2%3</source>
        <translation>%1, muss aber %2 sein%3</translation>
    </message>
    <message>
        <source>%1, but the system does not give it in one piece, although %2</source>
        <translation>%1, aber das System gibt ihn nicht am Stück, obwohl: %2</translation>
    </message>
    <message>
        <source>%1, compute capability %2, %3</source>
        <translation>%1, Rechenfähigkeit (compute capability) %2, %3</translation>
    </message>
    <message>
        <source>%1, label %2: found the label %3, but no image has the label %4, wanted labels without gaps</source>
        <translation>%1, Label %2: Label %3 gefunden, aber kein Bild hat das Label %4, nötig sind Label ohne Lücken</translation>
    </message>
    <message>
        <source>%1, line %2: found %3, wanted a label, a tab and a text</source>
        <translation>%1, Zeile %2: %3 gefunden, nötig sind ein Label, ein Tabulator und ein Text</translation>
    </message>
    <message>
        <source>%1, line %2: found %3, wanted a text in UTF-8</source>
        <translation>%1, Zeile %2: %3 gefunden, nötig ist ein Text in UTF-8</translation>
    </message>
    <message>
        <source>%1, line %2: its label is %3, which is none of the %4 that the net learned</source>
        <translation>%1, Zeile %2: das Label ist %3, das ist keines der %4, die das Netz gelernt hat</translation>
    </message>
    <message>
        <source>%1, row %2, column %3: found %4, wanted %5</source>
        <translation>%1, Zeile %2, Spalte %3: %4 gefunden, nötig ist %5</translation>
    </message>
    <message>
        <source>%1, row %2, column %3: the %4 part has the class %5, wanted only classes that the training part has%6</source>
        <translation>%1, Zeile %2, Spalte %3: Der Teil %4 hat die Klasse %5, erlaubt sind nur Klassen aus dem Trainingsteil%6</translation>
    </message>
    <message>
        <source>%1: %2 bytes are needed on its disk, but %3 are free</source>
        <translation>%1: %2 Bytes werden auf dem Datenträger gebraucht, aber %3 sind frei</translation>
    </message>
    <message>
        <source>%1: %2 bytes of numbers are no multiple of %3</source>
        <translation>%1: %2 Bytes Zahlen sind kein Vielfaches von %3</translation>
    </message>
    <message>
        <source>%1: %2 has min %3 and max %4, but min must not exceed max</source>
        <translation>%1: %2 hat min %3 und max %4, aber min darf nicht größer als max sein</translation>
    </message>
    <message>
        <source>%1: %2 has no form in BVLC Caffe, which has no such layer; a prototxt in Hamnet&apos;s form holds it</source>
        <translation>%1: %2 lässt sich in BVLC Caffe nicht ausdrücken, das keine solche Schicht hat; ein Prototxt-Text in Hamnets Form enthält es</translation>
    </message>
    <message>
        <source>%1: %2 has std %3, but it must be 0 or more</source>
        <translation>%1: %2 hat std %3, es muss aber 0 oder mehr sein</translation>
    </message>
    <message>
        <source>%1: %2 has the type &quot;%3&quot;, but must be %4%5</source>
        <translation>%1: %2 hat den Typ „%3“, muss aber %4 sein%5</translation>
    </message>
    <message>
        <source>%1: %2 has the variance_norm &quot;%3&quot;, but must be %4</source>
        <translation>%1: %2 hat variance_norm „%3“, muss aber %4 sein</translation>
    </message>
    <message>
        <source>%1: %2 holds %3, but its numbers must be finite</source>
        <translation>%1: %2 enthält %3, aber die Zahlen müssen endlich sein</translation>
    </message>
    <message>
        <source>%1: %2 is %3</source>
        <translation>%1: %2 ist %3</translation>
    </message>
    <message>
        <source>%1: %2 is %3, but every extent must lie between 1 and %4</source>
        <translation>%1: %2 ist %3, aber jede Ausdehnung muss zwischen 1 und %4 liegen</translation>
    </message>
    <message>
        <source>%1: %2 is %3, but must lie between %4 and %5</source>
        <translation>%1: %2 ist %3, muss aber zwischen %4 und %5 liegen</translation>
    </message>
    <message>
        <source>%1: %2 is MyCaffe&apos;s own and has no effect here; it is kept</source>
        <translation>%1: %2 gehört zu MyCaffe und wirkt hier nicht; es bleibt stehen</translation>
    </message>
    <message>
        <source>%1: %2 is not known%3; it is kept and has no effect</source>
        <translation>%1: %2 ist nicht bekannt%3; es bleibt stehen und wirkt nicht</translation>
    </message>
    <message>
        <source>%1: %2 is not set, but must lie between %3 and %4</source>
        <translation>%1: %2 ist nicht gesetzt, muss aber zwischen %3 und %4 liegen</translation>
    </message>
    <message>
        <source>%1: %2 more fields are not known; they are kept and have no effect</source>
        <translation>%1: %2 weitere Felder sind nicht bekannt; sie bleiben stehen und wirken nicht</translation>
    </message>
    <message>
        <source>%1: %2 of one class, %3, wanted at least 2 classes</source>
        <translation>%1: %2 von einer Klasse, %3, nötig sind mindestens 2 Klassen</translation>
    </message>
    <message>
        <source>%1: %2 of the %3 classes are among those of the file; the others start as drawn</source>
        <translation>%1: %2 der %3 Klassen sind unter denen der Datei; die anderen beginnen mit ausgelosten Werten</translation>
    </message>
    <message>
        <source>%1: %2 the label %3, wanted at least 2 classes</source>
        <translation>%1: %2 das Label %3, nötig sind mindestens 2 Klassen</translation>
    </message>
    <message>
        <source>%1: %2%3 became%4, since BVLC Caffe does not have it</source>
        <translation>%1: %2%3 wurde zu%4, da BVLC Caffe es nicht hat</translation>
    </message>
    <message>
        <source>%1: %2%3 was left out, since BVLC Caffe does not have it</source>
        <translation>%1: %2%3 wurde weggelassen, da BVLC Caffe es nicht hat</translation>
    </message>
    <message>
        <source>%1: %2%3 was left out, since only MyCaffe has it</source>
        <translation>%1: %2%3 wurde weggelassen, da nur MyCaffe es hat</translation>
    </message>
    <message>
        <source>%1: %2, wanted a file that can be read</source>
        <translation>%1: %2, nötig ist eine lesbare Datei</translation>
    </message>
    <message>
        <source>%1: %2, wanted a folder that can be read</source>
        <translation>%1: %2, nötig ist ein lesbarer Ordner</translation>
    </message>
    <message>
        <source>%1: %2, wanted its %3 bytes mapped</source>
        <translation>%1: %2, die %3 Bytes der Datei lassen sich nicht in den Speicher abbilden</translation>
    </message>
    <message>
        <source>%1: %2, wanted its bytes</source>
        <translation>%1: %2, seine Bytes lassen sich nicht lesen</translation>
    </message>
    <message>
        <source>%1: %2, wanted its size</source>
        <translation>%1: %2, seine Größe lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>%1: %2: %3; any earlier file of that name is as it was</source>
        <translation>%1: %2: %3; eine frühere Datei dieses Namens ist unverändert</translation>
    </message>
    <message>
        <source>%1: %2; File › Import… asks for it</source>
        <translation>%1: %2; Datei › Importieren … fragt danach</translation>
    </message>
    <message>
        <source>%1: a block of %2 is needed, but %3; %4</source>
        <translation>%1: ein Block von %2 wird gebraucht, aber %3; %4</translation>
    </message>
    <message>
        <source>%1: a step has ended without its result</source>
        <translation>%1: ein Schritt endete ohne Ergebnis</translation>
    </message>
    <message>
        <source>%1: a tensor %2 has %3 numbers, but %4 are wanted</source>
        <translation>%1: ein Tensor %2 hat %3 Zahlen, nötig sind aber %4</translation>
    </message>
    <message>
        <source>%1: a tensor has an impossible shape</source>
        <translation>%1: ein Tensor hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>%1: a text has %2 bytes, but %3 are the most</source>
        <translation>%1: ein Text hat %2 Bytes, erlaubt sind höchstens %3</translation>
    </message>
    <message>
        <source>%1: cancelled</source>
        <translation>%1: abgebrochen</translation>
    </message>
    <message>
        <source>%1: cannot be read: %2</source>
        <translation>%1: kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>%1: cannot be written, as it is a folder or a device; wanted is the name of a file</source>
        <translation>%1: kann nicht geschrieben werden, da es ein Ordner oder ein Gerät ist; nötig ist der Name einer Datei</translation>
    </message>
    <message>
        <source>%1: field %2 ends within a number</source>
        <translation>%1: Feld %2 endet mitten in einer Zahl</translation>
    </message>
    <message>
        <source>%1: field %2 has more than %3 numbers</source>
        <translation>%1: Feld %2 hat mehr als %3 Zahlen</translation>
    </message>
    <message>
        <source>%1: found %2 only, wanted %3*%4 beside it</source>
        <translation>%1: nur %2 gefunden, daneben fehlt %3*%4</translation>
    </message>
    <message>
        <source>%1: found %2 without a training part, wanted train*-images-idx3-ubyte beside it</source>
        <translation>%1: %2 ohne Trainingsteil gefunden, daneben fehlt train*-images-idx3-ubyte</translation>
    </message>
    <message>
        <source>%1: found a JPEG file in the colours of print (CMYK), wanted grey or RGB</source>
        <translation>%1: JPEG-Datei in Druckfarben (CMYK) gefunden, nötig ist Grau oder RGB</translation>
    </message>
    <message>
        <source>%1: found a header and no rows, wanted at least one</source>
        <translation>%1: nur eine Kopfzeile gefunden, nötig ist mindestens eine Zeile Daten</translation>
    </message>
    <message>
        <source>%1: found a picture of %2 × %3 pixels, wanted at most %4 of them</source>
        <translation>%1: Bild von %2 × %3 Pixeln gefunden, erlaubt sind höchstens %4</translation>
    </message>
    <message>
        <source>%1: found another file of Hamnet&apos;s, wanted a saved state of a net</source>
        <translation>%1: andere Datei von Hamnet gefunden, nötig ist der gespeicherte Zustand eines Netzes</translation>
    </message>
    <message>
        <source>%1: found both %2 and %3, wanted one file %4*%5</source>
        <translation>%1: sowohl %2 als auch %3 gefunden, nötig ist eine einzige Datei %4*%5</translation>
    </message>
    <message>
        <source>%1: found images of %2 × %3, wanted %4 × %5 as in the training part (%6)</source>
        <translation>%1: Bilder von %2 × %3 gefunden, nötig ist %4 × %5 wie im Trainingsteil (%6)</translation>
    </message>
    <message>
        <source>%1: found more than %2 columns, wanted at most that many</source>
        <translation>%1: mehr als %2 Spalten gefunden, mehr sind nicht erlaubt</translation>
    </message>
    <message>
        <source>%1: found no column named %2, wanted one of its %3%4%5</source>
        <translation>%1: keine Spalte namens %2 gefunden, nötig ist eine der %3%4%5</translation>
    </message>
    <message>
        <source>%1: found no images, wanted IDX files as MNIST&apos;s (train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz) or a folder of PNG or JPEG files per class</source>
        <translation>%1: keine Bilder gefunden, nötig sind IDX-Dateien wie bei MNIST (train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz) oder je Klasse ein Ordner mit PNG- oder JPEG-Dateien</translation>
    </message>
    <message>
        <source>%1: found no lines, wanted some of the form label&lt;TAB&gt;text</source>
        <translation>%1: keine Zeilen gefunden, nötig sind welche der Form Label&lt;TAB&gt;Text</translation>
    </message>
    <message>
        <source>%1: found no rows, wanted a table with at least one</source>
        <translation>%1: keine Zeilen gefunden, nötig ist eine Tabelle mit mindestens einer</translation>
    </message>
    <message>
        <source>%1: has %2 bytes in its section %3, more than any project needs</source>
        <translation>%1: hat %2 Bytes in seinem Abschnitt %3, mehr als irgendein Projekt braucht</translation>
    </message>
    <message>
        <source>%1: has %2 bytes, but 2 GiB are the most that protobuf takes</source>
        <translation>%1: hat %2 Bytes, protobuf nimmt aber höchstens 2 GiB</translation>
    </message>
    <message>
        <source>%1: holds no ONNX graph</source>
        <translation>%1: enthält keinen ONNX-Graphen</translation>
    </message>
    <message>
        <source>%1: holds no checkpoint that can be used: %2</source>
        <translation>%1: enthält keinen brauchbaren Checkpoint: %2</translation>
    </message>
    <message>
        <source>%1: holds no project that can be used: %2</source>
        <translation>%1: enthält kein brauchbares Projekt: %2</translation>
    </message>
    <message>
        <source>%1: holds no state that can be used: %2</source>
        <translation>%1: enthält keinen brauchbaren Zustand: %2</translation>
    </message>
    <message>
        <source>%1: images are read from a folder: of IDX files (train-images-idx3-ubyte, train-labels-idx1-ubyte), or of a folder of pictures for each class</source>
        <translation>%1: Bilder werden aus einem Ordner gelesen: mit IDX-Dateien (train-images-idx3-ubyte, train-labels-idx1-ubyte) oder mit einem Ordner voller Bilder je Klasse</translation>
    </message>
    <message>
        <source>%1: is a Hamnet file, but neither a project nor a checkpoint</source>
        <translation>%1: ist eine Hamnet-Datei, aber weder ein Projekt noch ein Checkpoint</translation>
    </message>
    <message>
        <source>%1: is a checkpoint of a run, but wanted is a project</source>
        <translation>%1: ist ein Checkpoint eines Laufs, gebraucht wird aber ein Projekt</translation>
    </message>
    <message>
        <source>%1: is damaged or no such file (at byte %2 of %3 of a message)</source>
        <translation>%1: ist beschädigt oder keine solche Datei (bei Byte %2 von %3 einer Nachricht)</translation>
    </message>
    <message>
        <source>%1: is empty, but a net with layer { ... } is wanted</source>
        <translation>%1: ist leer, nötig ist ein Netz mit layer { ... }</translation>
    </message>
    <message>
        <source>%1: is no safetensors file that can be used: %2</source>
        <translation>%1: ist keine brauchbare safetensors-Datei: %2</translation>
    </message>
    <message>
        <source>%1: its class is %2, but the net learned %3</source>
        <translation>%1: die Klasse ist %2, aber das Netz hat %3 gelernt</translation>
    </message>
    <message>
        <source>%1: its constant %2 is not that of the net in its metadata%3</source>
        <translation>%1: die Konstante %2 ist nicht die des Netzes in den Metadaten%3</translation>
    </message>
    <message>
        <source>%1: its header says %2 × %3 pixels, which its %4 bytes cannot hold</source>
        <translation>%1: laut Kopf sind es %2 × %3 Pixel, die in %4 Bytes nicht passen</translation>
    </message>
    <message>
        <source>%1: its iteration or step is negative</source>
        <translation>%1: Iteration oder Schritt ist negativ</translation>
    </message>
    <message>
        <source>%1: its number of iterations is damaged</source>
        <translation>%1: die Zahl der Iterationen ist beschädigt</translation>
    </message>
    <message>
        <source>%1: its output %2 is made by no node</source>
        <translation>%1: die Ausgabe %2 wird von keinem Knoten gebildet</translation>
    </message>
    <message>
        <source>%1: its sequences have %2 steps of %3 numbers, but the net learned %4 steps of %5</source>
        <translation>%1: die Sequenzen haben %2 Schritte zu %3 Zahlen, aber das Netz hat %4 Schritte zu %5 gelernt</translation>
    </message>
    <message>
        <source>%1: its type %2 stays without settings, since BVLC Caffe does not have it</source>
        <translation>%1: der Typ %2 bleibt ohne Einstellungen, da BVLC Caffe ihn nicht hat</translation>
    </message>
    <message>
        <source>%1: its vocabulary is damaged</source>
        <translation>%1: das Vokabular ist beschädigt</translation>
    </message>
    <message>
        <source>%1: no net that reads text was found in its graph, which starts with a Gather of a constant and ends with a MatMul or Gemm of one</source>
        <translation>%1: im Graphen wurde kein Netz gefunden, das Text liest; ein solches beginnt mit einem Gather aus einer Konstanten und endet mit einem MatMul oder Gemm mit einer</translation>
    </message>
    <message>
        <source>%1: node %2: %3</source>
        <translation>%1: Knoten %2: %3</translation>
    </message>
    <message>
        <source>%1: num_output comes from the data (from_data: true), which are not known yet</source>
        <translation>%1: num_output kommt aus den Daten (from_data: true), die noch nicht bekannt sind</translation>
    </message>
    <message>
        <source>%1: reading it was stopped</source>
        <translation>%1: das Lesen wurde angehalten</translation>
    </message>
    <message>
        <source>%1: the JPEG file is damaged or cut short (%2)</source>
        <translation>%1: die JPEG-Datei ist beschädigt oder abgeschnitten (%2)</translation>
    </message>
    <message>
        <source>%1: the PNG file is damaged or cut short (%2)</source>
        <translation>%1: die PNG-Datei ist beschädigt oder abgeschnitten (%2)</translation>
    </message>
    <message>
        <source>%1: the compressed data is cut short, wanted the whole file</source>
        <translation>%1: die gepackten Daten sind abgeschnitten, nötig ist die ganze Datei</translation>
    </message>
    <message>
        <source>%1: the compressed data is damaged (%2), wanted what gzip wrote</source>
        <translation>%1: die gepackten Daten sind beschädigt (%2), nötig sind die von gzip geschriebenen</translation>
    </message>
    <message>
        <source>%1: the compressed data is empty, wanted a text</source>
        <translation>%1: die gepackten Daten sind leer, nötig ist ein Text</translation>
    </message>
    <message>
        <source>%1: the folder for runs is a link to another place, but must be a folder beside its project; move that link out of the way, or save the project under another name</source>
        <translation>%1: der Ordner für Läufe ist eine Verknüpfung an einen anderen Ort, muss aber ein Ordner neben seinem Projekt sein; die Verknüpfung beiseitelegen oder das Projekt unter einem anderen Namen speichern</translation>
    </message>
    <message>
        <source>%1: the name of column %2, %3, is no UTF-8, wanted a text in UTF-8%4</source>
        <translation>%1: der Name der Spalte %2, %3, ist kein UTF-8, nötig ist ein Text in UTF-8%4</translation>
    </message>
    <message>
        <source>%1: the net in its metadata has more weights than its graph: %2 is %3</source>
        <translation>%1: das Netz in den Metadaten hat mehr Gewichte als der Graph: %2 ist %3</translation>
    </message>
    <message>
        <source>%1: the net in its metadata has no graph: %2</source>
        <translation>%1: das Netz in den Metadaten hat keinen Graphen: %2</translation>
    </message>
    <message>
        <source>%1: the tensor %2 %3 has %4 elements, but %5 are wanted</source>
        <translation>%1: der Tensor %2 %3 hat %4 Elemente, nötig sind aber %5</translation>
    </message>
    <message>
        <source>%1: the tensor %2 has an impossible shape</source>
        <translation>%1: der Tensor %2 hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>%1: there is no setting %2 that could be written</source>
        <translation>%1: es gibt keine Einstellung %2, die sich schreiben ließe</translation>
    </message>
    <message>
        <source>%1: there is no setting &quot;%2&quot;%3</source>
        <translation>%1: es gibt keine Einstellung „%2“%3</translation>
    </message>
    <message>
        <source>%1: was changed since it was read here, perhaps in another window; save under another name, or open it again to go on from there</source>
        <translation>%1: wurde geändert, seit es hier gelesen wurde, vielleicht in einem anderen Fenster; unter einem anderen Namen speichern oder neu öffnen, um von dort weiterzumachen</translation>
    </message>
    <message>
        <source>%1: was written, but its folder cannot be brought to the disk: %2</source>
        <translation>%1: wurde geschrieben, aber der Ordner lässt sich nicht auf den Datenträger bringen: %2</translation>
    </message>
    <message>
        <source>%1: what it says of its sequences is damaged</source>
        <translation>%1: die Angaben zu den Sequenzen sind beschädigt</translation>
    </message>
    <message>
        <source>%1: what made it cannot be read: %2</source>
        <translation>%1: die Herkunftsangabe lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>%1: what was written does not read back, and any earlier file of that name is kept: %2</source>
        <translation>%1: was geschrieben wurde, lässt sich nicht wieder lesen, eine frühere Datei dieses Namens bleibt erhalten: %2</translation>
    </message>
    <message>
        <source>%1; so it could not become an INPUT of the same shapes</source>
        <translation>%1; daher konnte sie kein INPUT derselben Formen werden</translation>
    </message>
    <message>
        <source>%1; the first value that is not finite is in %2</source>
        <translation>%1; der erste nicht endliche Wert steht in %2</translation>
    </message>
    <message>
        <source>(output %1)</source>
        <translation>(Ausgabe %1)</translation>
    </message>
    <message>
        <source>, and %1 besides for libraries</source>
        <translation>, und %1 daneben für Bibliotheken</translation>
    </message>
    <message>
        <source>, bidirectional, </source>
        <translation>, bidirektional, </translation>
    </message>
    <message>
        <source>, but a text fills only what an EMBED, a cont or a loss&apos;s label reads</source>
        <translation>, aber ein Text füllt nur, was ein EMBED, ein cont oder das label eines Verlusts liest</translation>
    </message>
    <message>
        <source>, stacked layer %1,</source>
        <translation>, gestapelte Schicht %1,</translation>
    </message>
    <message>
        <source>00 00 08 01, that of labels</source>
        <translation>00 00 08 01, die von Labels</translation>
    </message>
    <message>
        <source>00 00 08 03, that of images</source>
        <translation>00 00 08 03, die von Bildern</translation>
    </message>
    <message>
        <source>; %1 can</source>
        <translation>; mit %1 geht es</translation>
    </message>
    <message>
        <source>; EUCLIDEANLOSS predicts numbers</source>
        <translation>; EUCLIDEANLOSS sagt Zahlen vorher</translation>
    </message>
    <message>
        <source>; iconv -f WINDOWS-1252 -t UTF-8 makes one of most</source>
        <translation>; iconv -f WINDOWS-1252 -t UTF-8 macht aus den meisten eines</translation>
    </message>
    <message>
        <source>; inputs of SEQUENCEDATA names the columns to read</source>
        <translation>; inputs von SEQUENCEDATA nennt die Spalten, die gelesen werden</translation>
    </message>
    <message>
        <source>; nothing was saved yet</source>
        <translation>; bisher wurde nichts gespeichert</translation>
    </message>
    <message>
        <source>; target names another column</source>
        <translation>; target nennt eine andere Spalte</translation>
    </message>
    <message>
        <source>; the run could not be saved</source>
        <translation>; der Lauf konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>; the run could not be saved, but for iteration %1 in %2</source>
        <translation>; der Lauf konnte nicht gespeichert werden, nur Iteration %1 in %2</translation>
    </message>
    <message>
        <source>; the run is saved in %1 at iteration %2</source>
        <translation>; der Lauf ist in %1 bei Iteration %2 gespeichert</translation>
    </message>
    <message>
        <source>CPU: a block of %1 is needed</source>
        <translation>CPU: ein Block von %1 wird gebraucht</translation>
    </message>
    <message>
        <source>CPU: threads is %1, but must be from 1 to %2, or 0 for one per core</source>
        <translation>CPU: threads ist %1, muss aber von 1 bis %2 sein oder 0 für einen je Kern</translation>
    </message>
    <message>
        <source>CUDA: %1: %2</source>
        <translation>CUDA: %1: %2</translation>
    </message>
    <message>
        <source>CUDA: the GPU has ended its work without the character that was asked for</source>
        <translation>CUDA: die GPU hat ihre Arbeit beendet, ohne das verlangte Zeichen zu liefern</translation>
    </message>
    <message>
        <source>CUDA: the GPU no longer responds (%1: %2); what was saved last is whole</source>
        <translation>CUDA: die GPU antwortet nicht mehr (%1: %2); was zuletzt gespeichert wurde, ist vollständig</translation>
    </message>
    <message>
        <source>CUDA: the kernel that writes text has waited four seconds for one of its own blocks, and gave up</source>
        <translation>CUDA: der Kernel, der Text schreibt, hat vier Sekunden auf einen seiner eigenen Blöcke gewartet und aufgegeben</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Gerät oder Datei ist belegt</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>Ordner nicht leer</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>zugeteilter Speicherplatz ist ausgeschöpft</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Datei existiert bereits</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Dateiname zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>Datei zu groß</translation>
    </message>
    <message>
        <source>HAMNET_CUDNN_ALGORITHM is %1, which does not run here: %2</source>
        <translation>HAMNET_CUDNN_ALGORITHM ist %1, das läuft hier aber nicht: %2</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>Verknüpfung über Dateisysteme hinweg nicht möglich</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>OpenBLAS cannot be loaded: %1</source>
        <translation>OpenBLAS kann nicht geladen werden: %1</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Vorgang nicht erlaubt</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>SIGMOIDCROSSENTROPYLOSS needs targets from 0 to 1, but data give numbers of any size or classes; EUCLIDEANLOSS takes numbers, and SOFTMAXWITHLOSS classes such as yes and no</source>
        <translation>SIGMOIDCROSSENTROPYLOSS braucht Ziele von 0 bis 1, aber Daten liefern beliebig große Zahlen oder Klassen; EUCLIDEANLOSS nimmt Zahlen und SOFTMAXWITHLOSS Klassen wie ja und nein</translation>
    </message>
    <message>
        <source>The text %1 is too short: the part to read has %2 characters, but must have at least %3 for %4 steps and the next character. Use a longer text or fewer steps.</source>
        <translation>Der Text %1 ist zu kurz: Der zu lesende Teil hat %2 Zeichen, nötig sind mindestens %3 für %4 Schritte und das nächste Zeichen. Abhilfe: ein längerer Text oder weniger Schritte.</translation>
    </message>
    <message>
        <source>The text %1 is too short: the part to read has %2 characters, but must have at least %3 for %4 streams of %5 steps and the next character each. Use a longer text, fewer streams or fewer steps.</source>
        <translation>Der Text %1 ist zu kurz: Der zu lesende Teil hat %2 Zeichen, nötig sind mindestens %3 für %4 Ströme von je %5 Schritten und dem nächsten Zeichen. Abhilfe: ein längerer Text, weniger Ströme oder weniger Schritte.</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>zu viele symbolische Verknüpfungen hintereinander</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>Unicode&apos;s code points, 0 to 1114111 without surrogates</source>
        <translation>Unicode-Codepunkte, 0 bis 1114111 ohne Surrogate</translation>
    </message>
    <message>
        <source>a PNG picture is wanted, but what was drawn is none</source>
        <translation>nötig ist ein PNG-Bild, gezeichnet wurde aber keines</translation>
    </message>
    <message>
        <source>a TEXTDATA whose order is WINDOWS is wanted</source>
        <translation>nötig ist ein TEXTDATA mit order: WINDOWS</translation>
    </message>
    <message>
        <source>a bidirectional </source>
        <translation>ein bidirektionales </translation>
    </message>
    <message>
        <source>a character</source>
        <translation>einem Zeichen</translation>
    </message>
    <message>
        <source>a clamped unit of layer %1 has no number or no value</source>
        <translation>eine festgehaltene Einheit der Schicht %1 hat keine Nummer oder keinen Wert</translation>
    </message>
    <message>
        <source>a filler</source>
        <translation>ein filler</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>a layer of the net also reads backwards, so the net is drawn to predict the characters that it reads, not the next one; it cannot write a text</source>
        <translation>eine Schicht des Netzes liest auch rückwärts, daher wird das Netz so gezeichnet, dass es die gelesenen Zeichen vorhersagt, nicht das nächste; einen Text schreiben kann es nicht</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a pipe or a device</source>
        <translation>eine Pipe oder ein Gerät</translation>
    </message>
    <message>
        <source>a setting is of the kind %1, but only 0 to %2 are known</source>
        <translation>eine Einstellung ist von der Art %1, bekannt sind aber nur 0 bis %2</translation>
    </message>
    <message>
        <source>a step of the data is a character, but no EMBED layer reads the characters</source>
        <translation>ein Schritt der Daten ist ein Zeichen, aber keine EMBED-Schicht liest die Zeichen</translation>
    </message>
    <message>
        <source>a temperature limit is set, but the temperature of the device is not available</source>
        <translation>eine Temperaturgrenze ist gesetzt, aber die Temperatur des Geräts ist nicht verfügbar</translation>
    </message>
    <message>
        <source>a unit to clamp is %1, but must be LAYER:STATE:UNIT=VALUE, with @FROM or @FROM-TO appended if it is not to hold from the prompt&apos;s end on</source>
        <translation>eine festzuhaltende Einheit ist %1, muss aber LAYER:STATE:UNIT=VALUE sein, mit @FROM oder @FROM-TO dahinter, wenn sie nicht ab dem Ende des Prompts gelten soll</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a word</source>
        <translation>ein Wort</translation>
    </message>
    <message>
        <source>after trying %1</source>
        <translation>nach dem Versuch mit %1</translation>
    </message>
    <message>
        <source>all %1 images are</source>
        <translation>alle %1 Bilder sind</translation>
    </message>
    <message>
        <source>all %1 lines have</source>
        <translation>alle %1 Zeilen haben</translation>
    </message>
    <message>
        <source>an SVG picture is wanted, but what was drawn has no &lt;svg&gt;</source>
        <translation>nötig ist ein SVG-Bild, das Gezeichnete hat aber kein &lt;svg&gt;</translation>
    </message>
    <message>
        <source>an ensemble: %1 is measured on %2 sequences and %3 on %4%5, but all of its nets must have held out the same ones</source>
        <translation>ein Ensemble: %1 wird an %2 Sequenzen gemessen und %3 an %4%5, aber alle Netze müssen dieselben zurückgehalten haben</translation>
    </message>
    <message>
        <source>an ensemble: %1 predicts numbers, but its nets must predict probabilities, of characters or of classes</source>
        <translation>ein Ensemble: %1 sagt Zahlen vorher, aber die Netze müssen Wahrscheinlichkeiten vorhersagen, von Zeichen oder von Klassen</translation>
    </message>
    <message>
        <source>an ensemble: %1 tells %2 classes and %3 %4%5, but all of its nets must tell the same</source>
        <translation>ein Ensemble: %1 unterscheidet %2 Klassen und %3 %4%5, aber alle Netze müssen dieselben unterscheiden</translation>
    </message>
    <message>
        <source>another model is trained</source>
        <translation>trainiert wird ein anderes Modell</translation>
    </message>
    <message>
        <source>another process</source>
        <translation>ein anderer Prozess</translation>
    </message>
    <message>
        <source>at all</source>
        <translation>überhaupt</translation>
    </message>
    <message>
        <source>batch: found %1 steps of %2 streams, wanted at least 1 of each</source>
        <translation>Batch: %1 Schritte von %2 Strömen gefunden, nötig ist mindestens je 1</translation>
    </message>
    <message>
        <source>bidirectional </source>
        <translation>bidirektionales </translation>
    </message>
    <message>
        <source>bidirectional is true, so it reads back from the end of a sequence, but layer %1 gives streams, which go on in the next batch; %2</source>
        <translation>bidirectional ist true, sie liest also auch vom Ende einer Sequenz zurück, aber Schicht %1 liefert Ströme, die im nächsten Batch weitergehen; %2</translation>
    </message>
    <message>
        <source>bidirectional is true, so it sees the character that the net is to predict; it must be false where the loss reads the next character, and may be true where it reads the text&apos;s own</source>
        <translation>bidirectional ist true, sie sieht also das Zeichen, das das Netz vorhersagen soll; es muss false sein, wo der Verlust das nächste Zeichen liest, und darf true sein, wo er die Zeichen des Textes selbst liest</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>bytes, 0 to 255</source>
        <translation>Bytes, 0 bis 255</translation>
    </message>
    <message>
        <source>cannot be brought to the disk</source>
        <translation>lässt sich nicht auf den Datenträger bringen</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>cannot be replaced</source>
        <translation>kann nicht ersetzt werden</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>cannot be written beyond %1 bytes</source>
        <translation>kann über %1 Bytes hinaus nicht geschrieben werden</translation>
    </message>
    <message>
        <source>changes from %1</source>
        <translation>ändert sich von %1</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>characters that the training part lacks are left out of the lines that have them: %1 different</source>
        <translation>Zeichen, die dem Trainingsteil fehlen, werden in den Zeilen weggelassen: %1 verschiedene</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>coeff has %1 numbers, but must have one for each of the %2 bottoms</source>
        <translation>coeff hat %1 Zahlen, muss aber je eine für die %2 bottoms haben</translation>
    </message>
    <message>
        <source>coeff is set, but only SUM has coefficients and operation is %1</source>
        <translation>coeff ist gesetzt, aber nur SUM hat Koeffizienten, und operation ist %1</translation>
    </message>
    <message>
        <source>cont</source>
        <translation>cont</translation>
    </message>
    <message>
        <source>container: the name &quot;%1&quot; has %2 bytes, but %3 are the most</source>
        <translation>Datei: Der Name „%1“ hat %2 Bytes, erlaubt sind höchstens %3</translation>
    </message>
    <message>
        <source>corpus %1</source>
        <translation>Text %1</translation>
    </message>
    <message>
        <source>cuBLAS: %1: %2</source>
        <translation>cuBLAS: %1: %2</translation>
    </message>
    <message>
        <source>cuDNN: %1 by %2: %3 (%4%5%6 layers, width %7, %8 units, %9 streams%10)</source>
        <translation>cuDNN: %1 durch %2: %3 (%4%5%6 Schichten, Breite %7, %8 Einheiten, %9 Ströme%10)</translation>
    </message>
    <message>
        <source>cuDNN: %1: %2</source>
        <translation>cuDNN: %1: %2</translation>
    </message>
    <message>
        <source>cuDNN: product %1 of part %2 is %3×%4×%5 (%6 axes), but 1×%7×%8 was wanted</source>
        <translation>cuDNN: Produkt %1 des Teils %2 ist %3×%4×%5 (%6 Achsen), nötig war aber 1×%7×%8</translation>
    </message>
    <message>
        <source>data cursor: it is not where %1 batches end, but must be for a run to go on</source>
        <translation>Datenzeiger: er steht nicht am Ende von %1 Batches, muss dort aber stehen, damit ein Lauf weitergeht</translation>
    </message>
    <message>
        <source>data folder: found no home folder for this user, wanted $HOME or $XDG_DATA_HOME to name one</source>
        <translation>Datenordner: kein persönlicher Ordner dieses Benutzers gefunden, nötig ist $HOME oder $XDG_DATA_HOME</translation>
    </message>
    <message>
        <source>data: sequences.</source>
        <translation>Daten: Sequenzen.</translation>
    </message>
    <message>
        <source>describing %1 steps of %2</source>
        <translation>Beschreiben von %1 Schritten von %2</translation>
    </message>
    <message>
        <source>device CUDA:%1 (%2) cannot be taken: %3</source>
        <translation>das Gerät CUDA:%1 (%2) kann nicht verwendet werden: %3</translation>
    </message>
    <message>
        <source>device CUDA:%1 is not available: %2</source>
        <translation>das Gerät CUDA:%1 ist nicht verfügbar: %2</translation>
    </message>
    <message>
        <source>device CUDA:%1 is not there: this machine has %2</source>
        <translation>das Gerät CUDA:%1 gibt es nicht: Dieser Rechner hat %2</translation>
    </message>
    <message>
        <source>device &quot;%1&quot; is not available: %2</source>
        <translation>Gerät „%1“ ist nicht verfügbar: %2</translation>
    </message>
    <message>
        <source>download of %1: %2</source>
        <translation>Herunterladen von %1: %2</translation>
    </message>
    <message>
        <source>ends at byte %1, before what its table says</source>
        <translation>endet bei Byte %1, vor dem, was die Tabelle nennt</translation>
    </message>
    <message>
        <source>engine %1 is not available: %2</source>
        <translation>Engine %1 ist nicht verfügbar: %2</translation>
    </message>
    <message>
        <source>engines</source>
        <translation>Engines</translation>
    </message>
    <message>
        <source>engines&apos; times</source>
        <translation>Zeiten der Engines</translation>
    </message>
    <message>
        <source>filler %1</source>
        <translation>filler %1</translation>
    </message>
    <message>
        <source>forward over %1 steps</source>
        <translation>vorwärts über %1 Schritte</translation>
    </message>
    <message>
        <source>found %1 a second time, expected it once, as on line %2</source>
        <translation>%1 ein zweites Mal gefunden, erwartet wird es einmal, wie in Zeile %2</translation>
    </message>
    <message>
        <source>found %1 of the type %2 without %3, which is Caffe&apos;s own RNN with a second product behind h; expected %4: TANH or %5: RELU in its recurrent_param, as Hamnet&apos;s plain RNN has it</source>
        <translation>%1 vom Typ %2 ohne %3 gefunden, das ist Caffes eigenes RNN mit einem zweiten Produkt hinter h; erwartet wird %4: TANH oder %5: RELU in recurrent_param, wie es Hamnets einfaches RNN hat</translation>
    </message>
    <message>
        <source>found %1%2, wanted at least the %3 of one window</source>
        <translation>%1%2 gefunden, nötig sind mindestens die %3 eines Fensters</translation>
    </message>
    <message>
        <source>found %1, a setting of a solver, expected a net with layer { ... }</source>
        <translation>%1 gefunden, eine Einstellung eines Solvers, erwartet wird ein Netz mit layer { ... }</translation>
    </message>
    <message>
        <source>found %1, expected %2 for %3%4</source>
        <translation>%1 gefunden, erwartet wird %2 für %3%4</translation>
    </message>
    <message>
        <source>found %1, expected %2 to close the text of column %3</source>
        <translation>%1 gefunden, erwartet wird %2 am Ende des Textes aus Spalte %3</translation>
    </message>
    <message>
        <source>found %1, expected &apos;,&apos; or &apos;]&apos; in the list of %2 from line %3</source>
        <translation>%1 gefunden, erwartet wird &apos;,&apos; oder &apos;]&apos; in der Liste von %2 aus Zeile %3</translation>
    </message>
    <message>
        <source>found %1, expected &apos;:&apos; or &apos;{&apos; after %2</source>
        <translation>%1 gefunden, erwartet wird &apos;:&apos; oder &apos;{&apos; nach %2</translation>
    </message>
    <message>
        <source>found %1, expected &apos;{&apos; after %2</source>
        <translation>%1 gefunden, erwartet wird &apos;{&apos; nach %2</translation>
    </message>
    <message>
        <source>found %1, expected TRAIN, TEST or RUN for phase of %2</source>
        <translation>%1 gefunden, erwartet wird TRAIN, TEST oder RUN für phase von %2</translation>
    </message>
    <message>
        <source>found %1, expected the name of a field%2</source>
        <translation>%1 gefunden, erwartet wird der Name eines Feldes%2</translation>
    </message>
    <message>
        <source>found %1, expected the value of %2</source>
        <translation>%1 gefunden, erwartet wird der Wert von %2</translation>
    </message>
    <message>
        <source>found &apos;\&apos; and %1, expected an escape such as \n, \&quot;, \x41 or \u00e9</source>
        <translation>&apos;\&apos; und %1 gefunden, erwartet wird eine Escape-Sequenz wie \n, \&quot;, \x41 oder \u00e9</translation>
    </message>
    <message>
        <source>found a layer without a name, expected one such as name: &quot;lstm1&quot;</source>
        <translation>eine Schicht ohne Namen gefunden, erwartet wird einer, etwa name: &quot;lstm1&quot;</translation>
    </message>
    <message>
        <source>found a layer, expected a solver&apos;s settings such as base_lr: 0.05</source>
        <translation>eine Schicht gefunden, erwartet werden Einstellungen eines Solvers wie base_lr: 0.05</translation>
    </message>
    <message>
        <source>found a name of %1 bytes, expected at most %2</source>
        <translation>Name von %1 Bytes gefunden, erlaubt sind höchstens %2</translation>
    </message>
    <message>
        <source>found a text of %1 bytes, expected a name of at most %2 for %3</source>
        <translation>Text von %1 Bytes gefunden, erwartet wird ein Name von höchstens %2 für %3</translation>
    </message>
    <message>
        <source>found a text of %1 bytes, expected at most %2</source>
        <translation>Text von %1 Bytes gefunden, erlaubt sind höchstens %2</translation>
    </message>
    <message>
        <source>found an empty text, expected a name for %1</source>
        <translation>leeren Text gefunden, erwartet wird ein Name für %1</translation>
    </message>
    <message>
        <source>found an incomplete escape, expected %1 hexadecimal digits of a character</source>
        <translation>unvollständige Escape-Sequenz gefunden, erwartet werden %1 hexadezimale Ziffern eines Zeichens</translation>
    </message>
    <message>
        <source>found brackets nested more than %1 deep, expected fewer</source>
        <translation>mehr als %1 Ebenen verschachtelter Klammern gefunden, erwartet werden weniger</translation>
    </message>
    <message>
        <source>found more than %1 fields, expected fewer</source>
        <translation>mehr als %1 Felder gefunden, erwartet werden weniger</translation>
    </message>
    <message>
        <source>found no group column for a split by groups, wanted one</source>
        <translation>keine Gruppenspalte für eine Teilung nach Gruppen gefunden, nötig ist eine</translation>
    </message>
    <message>
        <source>found the address %1, wanted one that starts with https://</source>
        <translation>Adresse %1 gefunden, nötig ist eine, die mit https:// beginnt</translation>
    </message>
    <message>
        <source>found the end of the file, expected &apos;%1&apos; to close %2 of line %3</source>
        <translation>das Ende der Datei gefunden, erwartet wird &apos;%1&apos; am Ende von %2 aus Zeile %3</translation>
    </message>
    <message>
        <source>gradients by data over %1 steps</source>
        <translation>Gradienten nach den Daten über %1 Schritte</translation>
    </message>
    <message>
        <source>gradients by weights over %1 steps</source>
        <translation>Gradienten nach den Gewichten über %1 Schritte</translation>
    </message>
    <message>
        <source>has %1 bytes in its section %2, but wanted are %3</source>
        <translation>hat %1 Bytes im Abschnitt %2, nötig sind aber %3</translation>
    </message>
    <message>
        <source>has %1 bytes, but a Hamnet file has at least %2</source>
        <translation>hat %1 Bytes, eine Hamnet-Datei hat aber mindestens %2</translation>
    </message>
    <message>
        <source>has no kernel for %1</source>
        <translation>hat keinen Kernel für %1</translation>
    </message>
    <message>
        <source>has no kernel for the cell %1</source>
        <translation>hat keinen Kernel für die Zelle %1</translation>
    </message>
    <message>
        <source>has no section %1, which is needed</source>
        <translation>hat keinen Abschnitt %1, der aber gebraucht wird</translation>
    </message>
    <message>
        <source>in all (vm.overcommit_memory is 2)</source>
        <translation>insgesamt (vm.overcommit_memory ist 2)</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>Eingang %1</translation>
    </message>
    <message>
        <source>input %1 is %2, but must be %3 (1 × streams × 3·units)</source>
        <translation>Eingang %1 ist %2, muss aber %3 sein (1 × Ströme × 3·Einheiten)</translation>
    </message>
    <message>
        <source>input %1 is %2, but must be %3 as the first</source>
        <translation>Eingang %1 ist %2, muss aber %3 sein wie der erste</translation>
    </message>
    <message>
        <source>input %1 is %2, but must be %3%4 × streams × units)</source>
        <translation>Eingang %1 ist %2, muss aber %3 sein%4 × Ströme × Einheiten)</translation>
    </message>
    <message>
        <source>input %1 is %2, but must equal the first, %3, in all axes but axis %4</source>
        <translation>Eingang %1 ist %2, muss aber in allen Achsen außer Achse %4 dem ersten gleichen, %3</translation>
    </message>
    <message>
        <source>input %1 of layer %2</source>
        <translation>Eingang %1 der Schicht %2</translation>
    </message>
    <message>
        <source>input c is %1, but must be 1 × streams × units</source>
        <translation>Eingang c ist %1, muss aber 1 × Ströme × Einheiten sein</translation>
    </message>
    <message>
        <source>input clip is %1, but must hold %2 marks, one for each row of x</source>
        <translation>Eingang clip ist %1, muss aber %2 Marken haben, eine je Zeile von x</translation>
    </message>
    <message>
        <source>input cont is %1, but must be %2 (1 × streams)</source>
        <translation>Eingang cont ist %1, muss aber %2 sein (1 × Ströme)</translation>
    </message>
    <message>
        <source>input cont is %1, but must be %2 (steps × streams of x)</source>
        <translation>Eingang cont ist %1, muss aber %2 sein (Schritte × Ströme von x)</translation>
    </message>
    <message>
        <source>input factor is %1, but must equal the axes of x (%2) from axis %3 on</source>
        <translation>Eingang factor ist %1, muss aber den Achsen von x (%2) ab Achse %3 gleichen</translation>
    </message>
    <message>
        <source>input gates is %1, but must be %2 (1 × streams × 4·units)</source>
        <translation>Eingang gates ist %1, muss aber %2 sein (1 × Ströme × 4·Einheiten)</translation>
    </message>
    <message>
        <source>input h is %1, but must be 1 × streams × units</source>
        <translation>Eingang h ist %1, muss aber 1 × Ströme × Einheiten sein</translation>
    </message>
    <message>
        <source>input h is %1, but must be steps × streams, or steps × streams × width</source>
        <translation>Eingang h ist %1, muss aber Schritte × Ströme oder Schritte × Ströme × Breite sein</translation>
    </message>
    <message>
        <source>input h is %1, but of a bidirectional layer it must be steps × streams × an even width</source>
        <translation>Eingang h ist %1, muss aber bei einer bidirektionalen Schicht Schritte × Ströme × gerade Breite sein</translation>
    </message>
    <message>
        <source>input label is %1 with %2 elements, but the scores %3 with classes along axis %4 need %5</source>
        <translation>Eingang label ist %1 mit %2 Elementen, aber die Punktwerte %3 mit Klassen entlang Achse %4 brauchen %5</translation>
    </message>
    <message>
        <source>input length is %1, but must have one number for each of the %2 streams of h %3</source>
        <translation>Eingang length ist %1, muss aber je eine Zahl für die %2 Ströme von h %3 haben</translation>
    </message>
    <message>
        <source>input target is %1 with %2 elements, but the prediction %3 has %4</source>
        <translation>Eingang target ist %1 mit %2 Elementen, aber die Vorhersage %3 hat %4</translation>
    </message>
    <message>
        <source>input x is %1, but its first axis must be a multiple of batch_size %2</source>
        <translation>Eingang x ist %1, aber seine erste Achse muss ein Vielfaches von batch_size %2 sein</translation>
    </message>
    <message>
        <source>input x is %1, but must be steps × streams × width</source>
        <translation>Eingang x ist %1, muss aber Schritte × Ströme × Breite sein</translation>
    </message>
    <message>
        <source>input x is %1, but same_over %2 needs steps × ... × numbers</source>
        <translation>Eingang x ist %1, aber same_over %2 braucht Schritte × ... × Zahlen</translation>
    </message>
    <message>
        <source>input x is a scalar, but must be (steps·streams) × width</source>
        <translation>Eingang x ist ein Skalar, muss aber (Schritte·Ströme) × Breite sein</translation>
    </message>
    <message>
        <source>is damaged: its head has the checksum %1, but %2 was written</source>
        <translation>ist beschädigt: Der Kopf hat die Prüfsumme %1, geschrieben wurde aber %2</translation>
    </message>
    <message>
        <source>is damaged: its section %1 has the checksum %2, but %3 was written</source>
        <translation>ist beschädigt: Der Abschnitt %1 hat die Prüfsumme %2, geschrieben wurde aber %3</translation>
    </message>
    <message>
        <source>is damaged: its table of sections does not have the checksum that was written</source>
        <translation>ist beschädigt: Die Tabelle der Abschnitte hat nicht die Prüfsumme, die geschrieben wurde</translation>
    </message>
    <message>
        <source>is damaged: there is something behind its section %1 where zeros were written</source>
        <translation>ist beschädigt: Hinter dem Abschnitt %1 steht etwas, wo Nullen geschrieben wurden</translation>
    </message>
    <message>
        <source>is incomplete: it has %1 bytes, but %2 were written</source>
        <translation>ist unvollständig: Die Datei hat %1 Bytes, geschrieben wurden aber %2</translation>
    </message>
    <message>
        <source>is no Hamnet file: its first bytes are not those that every Hamnet file starts with</source>
        <translation>ist keine Hamnet-Datei: Die ersten Bytes sind nicht die, mit denen jede Hamnet-Datei beginnt</translation>
    </message>
    <message>
        <source>is set</source>
        <translation>wird gesetzt</translation>
    </message>
    <message>
        <source>it</source>
        <translation>sie</translation>
    </message>
    <message>
        <source>it counts %1 things, but a count is 0 or more</source>
        <translation>gezählt sind %1 Dinge, eine Anzahl ist aber 0 oder mehr</translation>
    </message>
    <message>
        <source>it counts on from %1, but numbers are from 1 to %2</source>
        <translation>sie zählt ab %1 weiter, Nummern gehen aber von 1 bis %2</translation>
    </message>
    <message>
        <source>it drops numbers, as in training, but a net that reads text as trained is wanted</source>
        <translation>er lässt Zahlen weg, wie beim Training, nötig ist aber ein Netz, das Text liest, wie es trainiert wurde</translation>
    </message>
    <message>
        <source>it gives labelled sequences, but a text is wanted here; hamnet train, evaluate and predict take such a net</source>
        <translation>sie liefert Sequenzen mit Label, aber hier wird ein Text gebraucht; hamnet train, evaluate und predict nehmen so ein Netz</translation>
    </message>
    <message>
        <source>it has %1 %2%3, but must have %4 (%5)</source>
        <translation>sie hat %1 %2%3, muss aber %4 haben (%5)</translation>
    </message>
    <message>
        <source>it has %1 bottoms, but %2 must be given together (a static input is not supported)</source>
        <translation>sie hat %1 bottoms, aber %2 müssen zusammen gegeben sein (ein statischer Eingang wird nicht unterstützt)</translation>
    </message>
    <message>
        <source>it has %1 bottoms, but without expose_hidden only x and cont are read (a static input is not supported)</source>
        <translation>sie hat %1 bottoms, aber ohne expose_hidden werden nur x und cont gelesen (ein statischer Eingang wird nicht unterstützt)</translation>
    </message>
    <message>
        <source>it has %1 bytes only</source>
        <translation>sie hat nur %1 Bytes</translation>
    </message>
    <message>
        <source>it has %1 bytes, but a file carries up to %2</source>
        <translation>es hat %1 Bytes, eine Datei enthält aber höchstens %2</translation>
    </message>
    <message>
        <source>it has %1 tops, but %2 must be taken together</source>
        <translation>sie hat %1 tops, aber %2 müssen zusammen genommen werden</translation>
    </message>
    <message>
        <source>it has %1 tops, but without expose_hidden only h is made</source>
        <translation>sie hat %1 tops, aber ohne expose_hidden entsteht nur h</translation>
    </message>
    <message>
        <source>it has 1 bottom, but needs 2 or more</source>
        <translation>sie hat 1 bottom, braucht aber 2 oder mehr</translation>
    </message>
    <message>
        <source>it has a run with the number %1, but runs are numbered from 1, each once</source>
        <translation>sie hat einen Lauf mit der Nummer %1, Läufe haben aber Nummern ab 1, jede einmal</translation>
    </message>
    <message>
        <source>it has a run with the number %1, but the next run has the number %2</source>
        <translation>sie hat einen Lauf mit der Nummer %1, der nächste Lauf hat aber die Nummer %2</translation>
    </message>
    <message>
        <source>it has compute capability %1, but this program holds no code that runs on it (%2)</source>
        <translation>sie hat die Rechenfähigkeit (compute capability) %1, dieses Programm enthält aber keinen Code, der darauf läuft (%2)</translation>
    </message>
    <message>
        <source>it has the attribute %1, which Hamnet does not read</source>
        <translation>er hat das Attribut %1, das Hamnet nicht liest</translation>
    </message>
    <message>
        <source>it has the number %1 where a small one belongs</source>
        <translation>sie hat die Zahl %1, wo eine kleine stehen muss</translation>
    </message>
    <message>
        <source>it has version %1, but this Hamnet reads version %2</source>
        <translation>es hat Version %1, dieses Hamnet liest aber Version %2</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>it is no JSON object of Hamnet&apos;s, or a damaged one</source>
        <translation>es ist kein JSON-Objekt von Hamnet oder ein beschädigtes</translation>
    </message>
    <message>
        <source>it is not known which character each of the %1 rows of %2 stands for</source>
        <translation>es ist nicht bekannt, für welches Zeichen jede der %1 Zeilen von %2 steht</translation>
    </message>
    <message>
        <source>it learns no text</source>
        <translation>es lernt keinen Text</translation>
    </message>
    <message>
        <source>it reads %1 streams, but layer %2 reads %3, and a text is read in as many streams by all</source>
        <translation>sie liest %1 Ströme, aber Schicht %2 liest %3, und einen Text lesen alle in gleich vielen Strömen</translation>
    </message>
    <message>
        <source>it reads %1, which are no numbers of characters</source>
        <translation>sie liest %1, das sind keine Nummern von Zeichen</translation>
    </message>
    <message>
        <source>it reads %1, which only a recurrent layer, LAST or MEANOVERSTEPS may</source>
        <translation>sie liest %1, das darf aber nur eine rekurrente Schicht, LAST oder MEANOVERSTEPS</translation>
    </message>
    <message>
        <source>it reads a text, but layer %1 does so already, and a net reads one text in a phase</source>
        <translation>sie liest einen Text, aber das tut schon Schicht %1, und ein Netz liest in einer Phase nur einen Text</translation>
    </message>
    <message>
        <source>it reads a text, but the net is fed with sequences</source>
        <translation>sie liest einen Text, aber das Netz bekommt Sequenzen</translation>
    </message>
    <message>
        <source>it reads the numbers of the characters themselves, which only an EMBED may</source>
        <translation>sie liest die Nummern der Zeichen selbst, das darf aber nur ein EMBED</translation>
    </message>
    <message>
        <source>it takes %1 as %2, but layer %3 takes it as %4</source>
        <translation>sie nimmt %1 als %2, aber Schicht %3 nimmt es als %4</translation>
    </message>
    <message>
        <source>its administrator has closed it to computing (compute mode &quot;prohibited&quot;)</source>
        <translation>die Verwaltung hat sie für Berechnungen gesperrt (Compute-Modus „prohibited“)</translation>
    </message>
    <message>
        <source>its drawing has a part with the number %1, but the parts are numbered from 1 to %2, each once</source>
        <translation>die Zeichnung hat einen Teil mit der Nummer %1, die Teile haben aber Nummern von 1 bis %2, jede einmal</translation>
    </message>
    <message>
        <source>its end</source>
        <translation>das Ende</translation>
    </message>
    <message>
        <source>its header is no object</source>
        <translation>der Kopf ist kein Objekt</translation>
    </message>
    <message>
        <source>its header is said to have %1 bytes, but the file has %2 and %3 are the most for a header</source>
        <translation>der Kopf soll %1 Bytes haben, aber die Datei hat %2, und für einen Kopf sind höchstens %3 erlaubt</translation>
    </message>
    <message>
        <source>its include { phase: RUN }</source>
        <translation>das include { phase: RUN }</translation>
    </message>
    <message>
        <source>its input %1 is made by nothing before it</source>
        <translation>die Eingabe %1 wird von nichts davor gebildet</translation>
    </message>
    <message>
        <source>its last character has %1 bytes, but 1 to 4 are wanted</source>
        <translation>das letzte Zeichen hat %1 Bytes, nötig sind aber 1 bis 4</translation>
    </message>
    <message>
        <source>its lengths are %1, but those of the data are wanted</source>
        <translation>die Längen sind %1, nötig sind aber die der Daten</translation>
    </message>
    <message>
        <source>its order must be WINDOWS</source>
        <translation>order muss WINDOWS sein</translation>
    </message>
    <message>
        <source>its output %1 goes to %2%3</source>
        <translation>der Ausgang %1 geht an %2%3</translation>
    </message>
    <message>
        <source>its output %1 has %2 rows, but they must be a multiple of the %3 streams of the recurrent layers</source>
        <translation>der Ausgang %1 hat %2 Zeilen, es muss aber ein Vielfaches der %3 Ströme der rekurrenten Schichten sein</translation>
    </message>
    <message>
        <source>its output %1 has %2 steps and %3 streams, but both must lie between 1 and %4</source>
        <translation>der Ausgang %1 hat %2 Schritte und %3 Ströme, aber beides muss zwischen 1 und %4 liegen</translation>
    </message>
    <message>
        <source>its output %1 has been made before</source>
        <translation>die Ausgabe %1 wurde schon vorher gebildet</translation>
    </message>
    <message>
        <source>its output %1 is %2, as output %3 always is, but goes to %4, which takes %5</source>
        <translation>der Ausgang %1 ist %2, wie Ausgang %3 es immer ist, geht aber an %4, der %5 nimmt</translation>
    </message>
    <message>
        <source>its output %1 is %2, but as %3 it needs %4: %5</source>
        <translation>der Ausgang %1 ist %2, braucht aber als %3 %4: %5</translation>
    </message>
    <message>
        <source>its output %1 is %2, but must be steps × streams, a number for each character</source>
        <translation>der Ausgang %1 ist %2, muss aber Schritte × Ströme sein, eine Zahl je Zeichen</translation>
    </message>
    <message>
        <source>its output %1 is %2, but must have one number for each of %3 steps × %4 streams</source>
        <translation>der Ausgang %1 ist %2, muss aber je eine Zahl für %3 Schritte × %4 Ströme haben</translation>
    </message>
    <message>
        <source>its output %1 is %2, but sequences are steps × streams × width</source>
        <translation>der Ausgang %1 ist %2, aber Sequenzen sind Schritte × Ströme × Breite</translation>
    </message>
    <message>
        <source>its output %1 is %2, but so is %3, and a run fills only one</source>
        <translation>der Ausgang %1 ist %2, aber %3 auch, und ein Lauf füllt nur einen</translation>
    </message>
    <message>
        <source>its output %1 is read as %2 by layer %3 and as %4 by layer %5, but only one of them can fill it</source>
        <translation>der Ausgang %1 wird von Schicht %3 als %2 gelesen und von Schicht %5 als %4, aber nur eines davon kann ihn füllen</translation>
    </message>
    <message>
        <source>its output %1 is read as %2 by layer %3 and goes to %4%5</source>
        <translation>der Ausgang %1 wird von Schicht %3 als %2 gelesen und geht an %4%5</translation>
    </message>
    <message>
        <source>its output %1 is read as %2, but a run fills one tensor with %3, which is %4 of layer %5</source>
        <translation>der Ausgang %1 wird als %2 gelesen, aber ein Lauf füllt nur einen Tensor mit %3, und das ist %4 der Schicht %5</translation>
    </message>
    <message>
        <source>its output %1 is the net&apos;s answer, but %2 of layer %3 does not lead to it</source>
        <translation>der Ausgang %1 ist die Antwort des Netzes, aber %2 der Schicht %3 führt nicht dorthin</translation>
    </message>
    <message>
        <source>its output %1 leads to the net&apos;s answer %2, but while a text is written there are no labels</source>
        <translation>der Ausgang %1 führt zur Antwort %2 des Netzes, aber beim Schreiben eines Textes gibt es keine Label</translation>
    </message>
    <message>
        <source>its starts are %1, but those of the data are wanted</source>
        <translation>die Anfänge sind %1, nötig sind aber die der Daten</translation>
    </message>
    <message>
        <source>its state goes by wires (expose_hidden)</source>
        <translation>der Zustand läuft über Verbindungen (expose_hidden)</translation>
    </message>
    <message>
        <source>its structure does not read: %1</source>
        <translation>die Struktur lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>its structure ends before its section does</source>
        <translation>die Struktur endet vor ihrem Abschnitt</translation>
    </message>
    <message>
        <source>knows recurrent layers only</source>
        <translation>kennt nur rekurrente Schichten</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>layer %1 (%2), output %3</source>
        <translation>Schicht %1 (%2), Ausgang %3</translation>
    </message>
    <message>
        <source>layer %1 has %2 as %3, but the net that was trained has it as %4</source>
        <translation>Schicht %1 hat %2 als %3, im trainierten Netz ist es aber %4</translation>
    </message>
    <message>
        <source>layer %1 has %2 weights, but the net that was trained has %3</source>
        <translation>Schicht %1 hat %2 Gewichte, das trainierte Netz hat aber %3</translation>
    </message>
    <message>
        <source>layer %1 has the cell %2, but the file has weights of %3 for it: wanted are weights of the same cell; nothing was taken</source>
        <translation>Schicht %1 hat die Zelle %2, aber die Datei hat dafür Gewichte von %3: nötig sind Gewichte derselben Zelle; nichts wurde übernommen</translation>
    </message>
    <message>
        <source>layer %1 of the file, with %2 tensors, was left out: the file has another one of that name before it</source>
        <translation>Schicht %1 der Datei mit %2 Tensoren wurde weggelassen: Die Datei hat davor schon eine dieses Namens</translation>
    </message>
    <message>
        <source>layer %1 of the file, with %2 tensors, was left out: the model has no layer of that name with weights</source>
        <translation>Schicht %1 der Datei mit %2 Tensoren wurde weggelassen: Das Modell hat keine Schicht dieses Namens mit Gewichten</translation>
    </message>
    <message>
        <source>layer %1 of type %2: it has no name, but needs one</source>
        <translation>Schicht %1 vom Typ %2: sie hat keinen Namen, braucht aber einen</translation>
    </message>
    <message>
        <source>layer %1 was left out: its one tensor has %2 numbers, but cuDNN&apos;s layout of this layer has %3</source>
        <translation>Schicht %1 wurde weggelassen: Der einzige Tensor hat %2 Zahlen, in cuDNNs Anordnung hat diese Schicht aber %3</translation>
    </message>
    <message>
        <source>layer %1 was not found: the file has no weights for it</source>
        <translation>Schicht %1 wurde nicht gefunden: Die Datei hat keine Gewichte dafür</translation>
    </message>
    <message>
        <source>layer %1 was read in the layout of MyCaffe&apos;s CUDNN engine; its two biases were added</source>
        <translation>Schicht %1 wurde in der Anordnung von MyCaffes Engine CUDNN gelesen; ihre beiden Bias-Werte wurden addiert</translation>
    </message>
    <message>
        <source>layer %1: %2</source>
        <translation>Schicht %1: %2</translation>
    </message>
    <message>
        <source>layer %1: %2 on %3 %4</source>
        <translation>Schicht %1: %2 auf %3 %4</translation>
    </message>
    <message>
        <source>layer %1: %2 %3 to %4, the size of the vocabulary</source>
        <translation>Schicht %1: %2 %3 auf %4, die Größe des Vokabulars</translation>
    </message>
    <message>
        <source>layer %1: %2 became an INPUT of the same shapes, since BVLC Caffe has no such source: whoever runs the net must fill it</source>
        <translation>Schicht %1: %2 wurde ein INPUT derselben Formen, da BVLC Caffe keine solche Quelle hat: Wer das Netz ausführt, muss ihn füllen</translation>
    </message>
    <message>
        <source>layer %1: %2 changes from %3 to %4, %5</source>
        <translation>Schicht %1: %2 ändert sich von %3 auf %4, %5</translation>
    </message>
    <message>
        <source>layer %1: %2 was left out, since BVLC Caffe has no phase RUN</source>
        <translation>Schicht %1: %2 wurde weggelassen, da BVLC Caffe keine Phase RUN hat</translation>
    </message>
    <message>
        <source>layer %1: %2%3 has no form in BVLC Caffe, whose LSTM is not bidirectional and whose RNN computes something else; a prototxt in Hamnet&apos;s form or a .hamnet file holds it</source>
        <translation>Schicht %1: %2%3 hat keine Form in BVLC Caffe, dessen LSTM nicht bidirektional ist und dessen RNN etwas anderes rechnet; ein Prototxt in Hamnets Form oder eine .hamnet-Datei kann das</translation>
    </message>
    <message>
        <source>layer %1: a wire from layer %2 would close a circle, but a net must have none</source>
        <translation>Schicht %1: eine Verbindung von Schicht %2 würde einen Kreis schließen, ein Netz darf aber keinen haben</translation>
    </message>
    <message>
        <source>layer %1: another layer is already called %2, but names must differ</source>
        <translation>Schicht %1: eine andere Schicht heißt schon %2, Namen müssen aber verschieden sein</translation>
    </message>
    <message>
        <source>layer %1: bidirectional is true, so it reads the text from its end too, but while writing the end is not known yet</source>
        <translation>Schicht %1: bidirectional ist true, sie liest den Text also auch vom Ende her, aber beim Schreiben ist das Ende noch nicht bekannt</translation>
    </message>
    <message>
        <source>layer %1: element %2 of its input is %3, but must be a whole number from 0 to %4</source>
        <translation>Schicht %1: Element %2 des Eingangs ist %3, muss aber eine ganze Zahl von 0 bis %4 sein</translation>
    </message>
    <message>
        <source>layer %1: from_data takes its width from the data, but the layer does not make what the loss holds against the answers</source>
        <translation>Schicht %1: from_data nimmt die Breite aus den Daten, aber die Schicht erzeugt nicht, was der Verlust mit den Antworten vergleicht</translation>
    </message>
    <message>
        <source>layer %1: it has no weights that are known, but only weights can be frozen</source>
        <translation>Schicht %1: von ihr sind keine Gewichte bekannt, einfrieren lassen sich aber nur Gewichte</translation>
    </message>
    <message>
        <source>layer %1: it reads characters, but a step of the data is %2</source>
        <translation>Schicht %1: sie liest Zeichen, aber ein Schritt der Daten besteht aus %2</translation>
    </message>
    <message>
        <source>layer %1: it shares the weight %2</source>
        <translation>Schicht %1: sie teilt das Gewicht %2</translation>
    </message>
    <message>
        <source>layer %1: it takes %2, but the answer of each sequence of %3 is %4</source>
        <translation>Schicht %1: sie nimmt %2, aber die Antwort jeder Sequenz von %3 ist %4</translation>
    </message>
    <message>
        <source>layer %1: it would read what it makes itself, but a net must have no circle</source>
        <translation>Schicht %1: sie würde ihre eigene Ausgabe lesen, ein Netz darf aber keinen Kreis haben</translation>
    </message>
    <message>
        <source>layer %1: its %2 stacked layers became the layers %3 to %4, since BVLC Caffe stacks none</source>
        <translation>Schicht %1: die %2 gestapelten Schichten wurden die Schichten %3 bis %4, da BVLC Caffe keine stapelt</translation>
    </message>
    <message>
        <source>layer %1: its bottom &quot;%2&quot; comes from layer %3, which itself depends on %4, but a net must have no cycle</source>
        <translation>Schicht %1: das bottom „%2“ kommt von Schicht %3, die selbst von %4 abhängt, aber ein Netz darf keinen Kreis enthalten</translation>
    </message>
    <message>
        <source>layer %1: its bottom &quot;%2&quot; is made by layer %3 further down, but must be made before it is read</source>
        <translation>Schicht %1: das bottom „%2“ wird erst weiter unten von Schicht %3 erzeugt, muss aber vor dem Lesen erzeugt sein</translation>
    </message>
    <message>
        <source>layer %1: its bottom &quot;%2&quot; is made by no layer%3</source>
        <translation>Schicht %1: das bottom „%2“ wird von keiner Schicht erzeugt%3</translation>
    </message>
    <message>
        <source>layer %1: its bottom &quot;%2&quot; is not made before it is read</source>
        <translation>Schicht %1: das bottom „%2“ wird nicht vor dem Lesen erzeugt</translation>
    </message>
    <message>
        <source>layer %1: its input %2 is connected to nothing, but needs a tensor</source>
        <translation>Schicht %1: der Eingang %2 hat keine Verbindung, braucht aber einen Tensor</translation>
    </message>
    <message>
        <source>layer %1: its input scores has %2 classes, but the text has %3 different characters</source>
        <translation>Schicht %1: der Eingang scores hat %2 Klassen, aber der Text hat %3 verschiedene Zeichen</translation>
    </message>
    <message>
        <source>layer %1: its new name has %2 bytes, but %3 are the most</source>
        <translation>Schicht %1: der neue Name hat %2 Bytes, erlaubt sind höchstens %3</translation>
    </message>
    <message>
        <source>layer %1: its new name is empty, but a layer needs a name</source>
        <translation>Schicht %1: der neue Name ist leer, eine Schicht braucht aber einen Namen</translation>
    </message>
    <message>
        <source>layer %1: its sizes follow from layer %2, which has none yet</source>
        <translation>Schicht %1: die Größen folgen aus Schicht %2, die noch keine hat</translation>
    </message>
    <message>
        <source>layer %1: its top &quot;%2&quot; is already made by layer %3, but a tensor must be made once</source>
        <translation>Schicht %1: das top „%2“ wird schon von Schicht %3 erzeugt, aber ein Tensor darf nur einmal erzeugt werden</translation>
    </message>
    <message>
        <source>layer %1: its top &quot;%2&quot; is its bottom as well, but %3 cannot work in place</source>
        <translation>Schicht %1: das top „%2“ ist auch das bottom, aber %3 kann nicht an Ort und Stelle rechnen</translation>
    </message>
    <message>
        <source>layer %1: its type is %2, but only LSTM, GRU, RNN and CELL can be unrolled</source>
        <translation>Schicht %1: der Typ ist %2, aber nur LSTM, GRU, RNN und CELL lassen sich abrollen</translation>
    </message>
    <message>
        <source>layer %1: its type is &quot;%2&quot;, but no layer of that type is known%3</source>
        <translation>Schicht %1: der Typ ist „%2“, aber eine solche Schicht ist nicht bekannt%3</translation>
    </message>
    <message>
        <source>layer %1: label %2 is %3, but must be a whole number from 0 to %4, or %5 where it does not count</source>
        <translation>Schicht %1: Label %2 ist %3, muss aber eine ganze Zahl von 0 bis %4 sein oder %5, wo es nicht zählt</translation>
    </message>
    <message>
        <source>layer %1: layers %2 and %3 both have this name, but names must differ</source>
        <translation>Schicht %1: die Schichten %2 und %3 haben beide diesen Namen, aber Namen müssen verschieden sein</translation>
    </message>
    <message>
        <source>layer %1: no engine %2 can run it: %3%4</source>
        <translation>Schicht %1: keine Engine (%2) kann sie ausführen: %3%4</translation>
    </message>
    <message>
        <source>layer %1: num_output is %2, but %3; set it to %4, or let from_data: true take it from the data</source>
        <translation>Schicht %1: num_output ist %2, aber %3; auf %4 setzen oder mit from_data: true aus den Daten nehmen</translation>
    </message>
    <message>
        <source>layer %1: one of its stacked LSTMs became the layer %2, since BVLC Caffe stacks none</source>
        <translation>Schicht %1: eines ihrer gestapelten LSTMs wurde die Schicht %2, da BVLC Caffe keine stapelt</translation>
    </message>
    <message>
        <source>layer %1: oneDNN has no %2%3 for x of %4 and %5 units: %6</source>
        <translation>Schicht %1: oneDNN hat kein %2%3 für x von %4 und %5 Einheiten: %6</translation>
    </message>
    <message>
        <source>layer %1: oneDNN has no product in bf16 for x of %2: %3</source>
        <translation>Schicht %1: oneDNN hat kein Produkt in bf16 für x von %2: %3</translation>
    </message>
    <message>
        <source>layer %1: the length of stream %2 is %3, but must be a whole number from 1 to the %4 steps</source>
        <translation>Schicht %1: die Länge von Strom %2 ist %3, muss aber eine ganze Zahl von 1 bis zu den %4 Schritten sein</translation>
    </message>
    <message>
        <source>layer %1: the lens %2</source>
        <translation>Schicht %1: die Linse %2</translation>
    </message>
    <message>
        <source>layer %1: there is no memory to time its engines, so a rule chose one</source>
        <translation>Schicht %1: der Speicher reicht nicht, um ihre Engines zu messen, daher hat eine Regel gewählt</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>line %1: %2 has the type %3, which is not known here: it is kept, and cannot run</source>
        <translation>Zeile %1: %2 hat den Typ %3, der hier nicht bekannt ist: Die Schicht bleibt stehen und kann nicht laufen</translation>
    </message>
    <message>
        <source>multiplies in bf16, but the run&apos;s precision is %1</source>
        <translation>multipliziert in bf16, aber die Genauigkeit des Laufs ist %1</translation>
    </message>
    <message>
        <source>needs Hamnet %1 or newer, as its format has version %2, but this is Hamnet %3, which reads version %4</source>
        <translation>braucht Hamnet %1 oder neuer, da das Format Version %2 hat, dies ist aber Hamnet %3, das Version %4 liest</translation>
    </message>
    <message>
        <source>needs a GPU of compute capability 8.0 or later, but this one has %1.%2</source>
        <translation>braucht eine GPU mit Rechenfähigkeit (compute capability) 8.0 oder höher, diese hat aber %1.%2</translation>
    </message>
    <message>
        <source>no GPU that CUDA can use</source>
        <translation>keine GPU, die CUDA nutzen kann</translation>
    </message>
    <message>
        <source>no NVIDIA driver is installed here: its library %1 is not found</source>
        <translation>hier ist kein NVIDIA-Treiber installiert: die Bibliothek %1 wurde nicht gefunden</translation>
    </message>
    <message>
        <source>no layer of that name</source>
        <translation>keine Schicht dieses Namens</translation>
    </message>
    <message>
        <source>no samples are written: %1</source>
        <translation>keine Textproben werden geschrieben: %1</translation>
    </message>
    <message>
        <source>node %1 only reads backwards: it is drawn as a layer of both directions, whose forward half is zeros and is cut off</source>
        <translation>Knoten %1 liest nur rückwärts: Er wird als Schicht beider Richtungen gezeichnet, deren Vorwärtshälfte Null ist und abgeschnitten wird</translation>
    </message>
    <message>
        <source>node %1 rounds to 16 bits; Hamnet computes on in fp32</source>
        <translation>Knoten %1 rundet auf 16 Bit; Hamnet rechnet in fp32 weiter</translation>
    </message>
    <message>
        <source>not one would fit</source>
        <translation>kein einziges würde passen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>nothing of the training part is held out, so validation measures on the test part, and the best checkpoint and early stopping are chosen by the test; validation: 0.1 of SEQUENCEDATA holds out a tenth</source>
        <translation>vom Trainingsteil wird nichts zurückgehalten, daher misst die Validierung am Testteil, und der beste Checkpoint und Early Stopping richten sich nach dem Test; validation: 0.1 von SEQUENCEDATA hält ein Zehntel zurück</translation>
    </message>
    <message>
        <source>num_axes is %1 from axis %2, but input x has %3 axes (%4)</source>
        <translation>num_axes ist %1 ab Achse %2, aber Eingang x hat %3 Achsen (%4)</translation>
    </message>
    <message>
        <source>num_axes is %1 from axis %2, but the input has %3 axes (%4)</source>
        <translation>num_axes ist %1 ab Achse %2, aber der Eingang hat %3 Achsen (%4)</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>of address space (ulimit -v)</source>
        <translation>Adressraum haben (ulimit -v)</translation>
    </message>
    <message>
        <source>of data (ulimit -d)</source>
        <translation>Daten haben (ulimit -d)</translation>
    </message>
    <message>
        <source>one number for each sequence</source>
        <translation>eine Zahl je Sequenz</translation>
    </message>
    <message>
        <source>one number for each step of each sequence</source>
        <translation>eine Zahl je Schritt jeder Sequenz</translation>
    </message>
    <message>
        <source>one of %1 classes</source>
        <translation>eine von %1 Klassen</translation>
    </message>
    <message>
        <source>oneDNN %1.%2.%3</source>
        <translation>oneDNN %1.%2.%3</translation>
    </message>
    <message>
        <source>oneDNN uses threads of its own, which may keep processors busy while they wait</source>
        <translation>oneDNN benutzt eigene Threads, die Prozessoren auch beim Warten beschäftigen können</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>Ausgang %1</translation>
    </message>
    <message>
        <source>plain code</source>
        <translation>einfacher Code</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>process %1 on %2</source>
        <translation>Prozess %1 auf %2</translation>
    </message>
    <message>
        <source>read as BVLC Caffe&apos;s dialect, since nothing in it is MyCaffe&apos;s alone</source>
        <translation>als Dialekt von BVLC Caffe gelesen, da nichts darin nur zu MyCaffe gehört</translation>
    </message>
    <message>
        <source>read as the dialect that its comment names: %1</source>
        <translation>in dem Dialekt gelesen, den der Kommentar nennt: %1</translation>
    </message>
    <message>
        <source>reading %1 characters with this net needs %2 of memory, but only %3 are free: %4</source>
        <translation>%1 Zeichen mit diesem Netz zu lesen braucht %2 Speicher, aber nur %3 sind frei: %4</translation>
    </message>
    <message>
        <source>reading the text was cancelled</source>
        <translation>das Lesen des Textes wurde abgebrochen</translation>
    </message>
    <message>
        <source>reading the text was stopped</source>
        <translation>das Lesen des Textes wurde angehalten</translation>
    </message>
    <message>
        <source>reads and does not learn</source>
        <translation>liest und lernt nicht</translation>
    </message>
    <message>
        <source>shape gives %1 with %2 elements, but the input %3 has %4</source>
        <translation>shape ergibt %1 mit %2 Elementen, aber der Eingang %3 hat %4</translation>
    </message>
    <message>
        <source>shape is %1 with 0 in place %2, but the input %3 has no axis there to copy</source>
        <translation>shape ist %1 mit 0 an Stelle %2, aber der Eingang %3 hat dort keine Achse zum Übernehmen</translation>
    </message>
    <message>
        <source>shape is %1, but only one extent may be -1</source>
        <translation>shape ist %1, aber nur eine Ausdehnung darf -1 sein</translation>
    </message>
    <message>
        <source>shape is %1, but the %2 elements of the input %3 do not divide into rows of %4</source>
        <translation>shape ist %1, aber die %2 Elemente des Eingangs %3 lassen sich nicht in Zeilen zu %4 teilen</translation>
    </message>
    <message>
        <source>shape is given %1 times, but there must be one for all tops or one for each of the %2</source>
        <translation>shape ist %1 Mal gegeben, nötig ist aber eines für alle tops oder je eines für die %2</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>slice_point is %1, but must lie between %2 and %3</source>
        <translation>slice_point ist %1, muss aber zwischen %2 und %3 liegen</translation>
    </message>
    <message>
        <source>slice_point is given %1 times, but %2 tops need %3</source>
        <translation>slice_point ist %1 Mal gegeben, aber %2 tops brauchen %3</translation>
    </message>
    <message>
        <source>solver history: the tensor %1 comes twice, but must come once</source>
        <translation>Verlauf des Solvers: der Tensor %1 kommt zweimal vor, darf aber nur einmal vorkommen</translation>
    </message>
    <message>
        <source>solver history: the tensor %1 is %2, but the weight is %3</source>
        <translation>Verlauf des Solvers: der Tensor %1 ist %2, aber das Gewicht ist %3</translation>
    </message>
    <message>
        <source>solver history: the tensor %1 is missing, which %2 needs</source>
        <translation>Verlauf des Solvers: der Tensor %1 fehlt, den %2 braucht</translation>
    </message>
    <message>
        <source>solver history: there are %1 tensors, but %2 keeps %3</source>
        <translation>Verlauf des Solvers: es gibt %1 Tensoren, aber %2 hat %3</translation>
    </message>
    <message>
        <source>solver: %1 is %2, but %3 needs less than 1</source>
        <translation>Solver: %1 ist %2, aber %3 braucht weniger als 1</translation>
    </message>
    <message>
        <source>solver: %1 is %2, but the policy %3 needs 1 or more</source>
        <translation>Solver: %1 ist %2, aber lr_policy %3 braucht 1 oder mehr</translation>
    </message>
    <message>
        <source>solver: average_loss 0 was left out, since BVLC Caffe wants 1 or more</source>
        <translation>Solver: average_loss 0 wurde weggelassen, da BVLC Caffe 1 oder mehr verlangt</translation>
    </message>
    <message>
        <source>solver: delta is %1, but %2 needs more than 0</source>
        <translation>Solver: delta ist %1, aber %2 braucht mehr als 0</translation>
    </message>
    <message>
        <source>solver: lr_policy is %1, but must be fixed, step, exp, inv, multistep, poly, sigmoid or cosine</source>
        <translation>Solver: lr_policy ist %1, muss aber fixed, step, exp, inv, multistep, poly, sigmoid oder cosine sein</translation>
    </message>
    <message>
        <source>solver: regularization_type is %1, but must be L1 or L2</source>
        <translation>Solver: regularization_type ist %1, muss aber L1 oder L2 sein</translation>
    </message>
    <message>
        <source>solver: stepsize is 0, but lr_policy step needs 1 or more</source>
        <translation>Solver: stepsize ist 0, aber lr_policy step braucht 1 oder mehr</translation>
    </message>
    <message>
        <source>solver: stepvalue %1 follows %2, but the cuts must rise</source>
        <translation>Solver: stepvalue %1 folgt auf %2, aber die Werte müssen steigen</translation>
    </message>
    <message>
        <source>solver: the policy %1 gives the learning rate %2 at iteration %3, but it must stay finite</source>
        <translation>Solver: lr_policy %1 ergibt die Lernrate %2 bei Iteration %3, sie muss aber endlich bleiben</translation>
    </message>
    <message>
        <source>solver: type is %1, but must be one of %2</source>
        <translation>Solver: type ist %1, muss aber eines von %2 sein</translation>
    </message>
    <message>
        <source>something is missing in it, or is of another kind than Hamnet writes</source>
        <translation>etwas fehlt darin oder ist von anderer Art, als Hamnet es schreibt</translation>
    </message>
    <message>
        <source>split: found %1 of the text for validation and %2 for test, wanted fractions from 0 that are below 1 together</source>
        <translation>Aufteilung: %1 des Textes zur Validierung und %2 zum Test gefunden, nötig sind Anteile ab 0, die zusammen unter 1 bleiben</translation>
    </message>
    <message>
        <source>starting dropout of %1, %2 bytes of generators</source>
        <translation>Start des Dropouts von %1, %2 Bytes an Generatoren</translation>
    </message>
    <message>
        <source>starts from zero, but the layer&apos;s first state comes in at a port</source>
        <translation>beginnt bei null, aber der erste Zustand der Schicht kommt von einem Eingang</translation>
    </message>
    <message>
        <source>state %1</source>
        <translation>Zustand %1</translation>
    </message>
    <message>
        <source>takes %1 numbers a step at most, but x is %2 and h is %3</source>
        <translation>nimmt höchstens %1 Zahlen je Schritt, aber x ist %2 und h ist %3</translation>
    </message>
    <message>
        <source>takes %1 steps at most, but x is %2</source>
        <translation>nimmt höchstens %1 Schritte, aber x ist %2</translation>
    </message>
    <message>
        <source>tensor %1 %2 has %3 bytes, but %4 are wanted</source>
        <translation>Tensor %1 %2 hat %3 Bytes, nötig sind aber %4</translation>
    </message>
    <message>
        <source>tensor %1 %2 has %3 numbers, but %4 are wanted</source>
        <translation>Tensor %1 %2 hat %3 Zahlen, nötig sind aber %4</translation>
    </message>
    <message>
        <source>tensor %1 %2 was left out: several layers share %3, and an earlier one has other numbers for it</source>
        <translation>Tensor %1 %2 wurde weggelassen: Mehrere Schichten teilen sich %3, und eine frühere hat andere Zahlen dafür</translation>
    </message>
    <message>
        <source>tensor %1 %2 was left out: the model has no place for it</source>
        <translation>Tensor %1 %2 wurde weggelassen: Das Modell hat keinen Platz dafür</translation>
    </message>
    <message>
        <source>tensor %1 lies at %2 to %3, but there are %4 bytes of data</source>
        <translation>Tensor %1 liegt bei %2 bis %3, es gibt aber %4 Bytes an Daten</translation>
    </message>
    <message>
        <source>tensor %1 lies over the one before it</source>
        <translation>Tensor %1 überdeckt den davor</translation>
    </message>
    <message>
        <source>tensor %1 was left out: it holds %2, but weights are F32, F64, F16 or BF16</source>
        <translation>Tensor %1 wurde weggelassen: Er enthält %2, Gewichte sind aber F32, F64, F16 oder BF16</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>the CPU computes with %1 of %2 threads, as the system gives no more memory or threads (ulimit -v, ulimit -u)</source>
        <translation>die CPU rechnet mit %1 von %2 Threads, weil das System nicht mehr Speicher oder Threads gibt (ulimit -v, ulimit -u)</translation>
    </message>
    <message>
        <source>the CPU computes with %1 of %2 threads, as this process may use %3 and more threads would wait for each other</source>
        <translation>die CPU rechnet mit %1 von %2 Threads, weil dieser Prozess %3 benutzen darf und mehr Threads aufeinander warten würden</translation>
    </message>
    <message>
        <source>the CPU computes, as no GPU can be taken: %1</source>
        <translation>die CPU rechnet, weil keine GPU verwendet werden kann: %1</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not list its GPUs: %1</source>
        <translation>der NVIDIA-Treiber nennt seine GPUs nicht: %1</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not respond: %1</source>
        <translation>der NVIDIA-Treiber antwortet nicht: %1</translation>
    </message>
    <message>
        <source>the NVIDIA driver finds no GPU</source>
        <translation>der NVIDIA-Treiber findet keine GPU</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old: it knows CUDA %1.%2, but %3 is wanted</source>
        <translation>der NVIDIA-Treiber ist zu alt: Er kennt CUDA %1.%2, nötig ist aber %3</translation>
    </message>
    <message>
        <source>the axis to cut is %1 long, but must divide by the %2 tops where no slice_point is given</source>
        <translation>die zu teilende Achse ist %1 lang, muss aber durch die %2 tops teilbar sein, wenn kein slice_point gegeben ist</translation>
    </message>
    <message>
        <source>the column %1 has values up to %2, wanted numbers that differ by less</source>
        <translation>die Spalte %1 hat Werte bis %2, nötig sind Zahlen mit kleineren Unterschieden</translation>
    </message>
    <message>
        <source>the constant %1 %2 was left out: no layer of the net takes it</source>
        <translation>die Konstante %1 %2 wurde weggelassen: Keine Schicht des Netzes nimmt sie</translation>
    </message>
    <message>
        <source>the constant %1 %2 was left out: the graph has another one of that name before it</source>
        <translation>die Konstante %1 %2 wurde weggelassen: Der Graph hat davor schon eine dieses Namens</translation>
    </message>
    <message>
        <source>the data %1 are not those that the checkpoint was trained on (%2, digest %3; found digest %4)</source>
        <translation>die Daten %1 sind nicht die, mit denen der Checkpoint trainiert wurde (%2, Prüfsumme %3; gefunden: Prüfsumme %4)</translation>
    </message>
    <message>
        <source>the data have %1 classes</source>
        <translation>die Daten haben %1 Klassen</translation>
    </message>
    <message>
        <source>the data have %1 numbers in a step, %2 names for them and %3 scales, but one of each is wanted</source>
        <translation>die Daten haben %1 Zahlen je Schritt, %2 Namen dafür und %3 Skalierungen, nötig ist aber je eines</translation>
    </message>
    <message>
        <source>the data have one number for each sequence</source>
        <translation>die Daten haben eine Zahl je Sequenz</translation>
    </message>
    <message>
        <source>the data have sequences of %1 steps of %2, but %3 of the net is %4 steps of %5</source>
        <translation>die Daten haben Sequenzen von %1 Schritten zu %2, aber %3 des Netzes hat %4 Schritte zu %5</translation>
    </message>
    <message>
        <source>the device is &quot;%1&quot;, but must be auto, cpu, cuda or cuda:N</source>
        <translation>das Gerät ist „%1“, muss aber auto, cpu, cuda oder cuda:N sein</translation>
    </message>
    <message>
        <source>the driver does not describe it: %1</source>
        <translation>der Treiber beschreibt sie nicht: %1</translation>
    </message>
    <message>
        <source>the driver does not report its free memory</source>
        <translation>der Treiber meldet den freien Speicher nicht</translation>
    </message>
    <message>
        <source>the driver names no process that holds the rest</source>
        <translation>der Treiber nennt keinen Prozess, der den Rest belegt</translation>
    </message>
    <message>
        <source>the end of the file</source>
        <translation>das Ende der Datei</translation>
    </message>
    <message>
        <source>the end of the line</source>
        <translation>das Ende der Zeile</translation>
    </message>
    <message>
        <source>the graph&apos;s constants are used more often than a net uses its weights</source>
        <translation>die Konstanten des Graphen werden öfter benutzt, als ein Netz seine Gewichte benutzt</translation>
    </message>
    <message>
        <source>the length is %1, but must be 0 or more characters</source>
        <translation>die Länge ist %1, muss aber 0 oder mehr Zeichen sein</translation>
    </message>
    <message>
        <source>the limit left no time for the last validation</source>
        <translation>die Zeitgrenze ließ keine Zeit für die letzte Validierung</translation>
    </message>
    <message>
        <source>the loss was %1 at iteration %2</source>
        <translation>der Verlust war %1 bei Iteration %2</translation>
    </message>
    <message>
        <source>the mode is window, which keeps no state, but a state to start from or a unit to clamp was given</source>
        <translation>der Modus ist window und hat keinen Zustand, aber gegeben wurde ein Anfangszustand oder eine festzuhaltende Einheit</translation>
    </message>
    <message>
        <source>the model &quot;%1&quot; has no loss in the phase TRAIN, but training needs one, such as a SOFTMAXWITHLOSS layer</source>
        <translation>das Modell „%1“ hat in der Phase TRAIN keinen Verlust, aber ein Training braucht einen, etwa eine SOFTMAXWITHLOSS-Schicht</translation>
    </message>
    <message>
        <source>the model &quot;%1&quot; has no loss on the answers of the sequences, but needs one: SOFTMAXWITHLOSS for classes, EUCLIDEANLOSS for numbers</source>
        <translation>das Modell „%1“ hat keinen Verlust auf den Antworten der Sequenzen, braucht aber einen: SOFTMAXWITHLOSS für Klassen, EUCLIDEANLOSS für Zahlen</translation>
    </message>
    <message>
        <source>the model &quot;%1&quot; has no loss on the text, but needs a SOFTMAXWITHLOSS layer to learn while it reads</source>
        <translation>das Modell „%1“ hat keinen Verlust auf dem Text, braucht aber eine SOFTMAXWITHLOSS-Schicht, um beim Lesen zu lernen</translation>
    </message>
    <message>
        <source>the model has no layers in the phase %1</source>
        <translation>das Modell hat keine Schichten in der Phase %1</translation>
    </message>
    <message>
        <source>the model has no scores to draw characters from, but needs a SOFTMAXWITHLOSS, SOFTMAX or INNERPRODUCT layer</source>
        <translation>das Modell hat keine Punktwerte, um Zeichen zu ziehen, braucht aber eine SOFTMAXWITHLOSS-, SOFTMAX- oder INNERPRODUCT-Schicht</translation>
    </message>
    <message>
        <source>the model has scores for %1 characters, but its vocabulary holds %2</source>
        <translation>das Modell hat Punktwerte für %1 Zeichen, aber sein Vokabular enthält %2</translation>
    </message>
    <message>
        <source>the model&apos;s own layers for TEST validate</source>
        <translation>die eigenen TEST-Schichten des Modells validieren</translation>
    </message>
    <message>
        <source>the module for CUDA does not load: %1</source>
        <translation>das CUDA-Modul lässt sich nicht laden: %1</translation>
    </message>
    <message>
        <source>the net</source>
        <translation>das Netz</translation>
    </message>
    <message>
        <source>the net &quot;%1&quot; has no tensor &quot;%2&quot;</source>
        <translation>das Netz „%1“ hat keinen Tensor „%2“</translation>
    </message>
    <message>
        <source>the net cannot be measured on held-out data: %1</source>
        <translation>das Netz kann nicht an zurückgehaltenen Daten gemessen werden: %1</translation>
    </message>
    <message>
        <source>the net has more than %1 layers with weights</source>
        <translation>das Netz hat mehr als %1 Schichten mit Gewichten</translation>
    </message>
    <message>
        <source>the net has no layer %1 in this phase%2</source>
        <translation>das Netz hat in dieser Phase keine Schicht %1%2</translation>
    </message>
    <message>
        <source>the net has no recurrent layer, so it has no units that remember anything</source>
        <translation>das Netz hat keine rekurrente Schicht, also keine Einheiten, die sich etwas merken</translation>
    </message>
    <message>
        <source>the net reads %1 numbers a step, but its data are told as %2 columns</source>
        <translation>das Netz liest %1 Zahlen je Schritt, für die Daten sind aber %2 Spalten angegeben</translation>
    </message>
    <message>
        <source>the net reads no sequences, but needs a SEQUENCEDATA layer, or an INPUT layer whose output is steps × streams × width</source>
        <translation>das Netz liest keine Sequenzen, braucht aber eine SEQUENCEDATA-Schicht oder eine INPUT-Schicht mit dem Ausgang Schritte × Ströme × Breite</translation>
    </message>
    <message>
        <source>the net was drawn after the graph; dropout and the batch&apos;s size are Hamnet&apos;s</source>
        <translation>das Netz wurde nach dem Graphen gezeichnet; Dropout und die Größe des Batches sind von Hamnet</translation>
    </message>
    <message>
        <source>the net&apos;s weights do not stay finite while it learns as it reads, at character %1, at a rate of %2; a lower one is wanted</source>
        <translation>die Gewichte des Netzes bleiben beim Lernen während des Lesens nicht endlich, bei Zeichen %1, mit einer Rate von %2; nötig ist eine kleinere</translation>
    </message>
    <message>
        <source>the number of classes</source>
        <translation>die Zahl der Klassen</translation>
    </message>
    <message>
        <source>the number of different characters</source>
        <translation>die Zahl der verschiedenen Zeichen</translation>
    </message>
    <message>
        <source>the numbers in a step of the data</source>
        <translation>die Zahlen in einem Schritt der Daten</translation>
    </message>
    <message>
        <source>the objective was %1 at iteration %2</source>
        <translation>die Zielfunktion war %1 bei Iteration %2</translation>
    </message>
    <message>
        <source>the only image is</source>
        <translation>das einzige Bild ist</translation>
    </message>
    <message>
        <source>the only line has</source>
        <translation>die einzige Zeile hat</translation>
    </message>
    <message>
        <source>the output %1, what node %2 gives, is not carried over</source>
        <translation>die Ausgabe %1, das Ergebnis von Knoten %2, wird nicht übernommen</translation>
    </message>
    <message>
        <source>the phase TEST names the text %1, which is not read: a run measures on what it holds out of its own text; hamnet evaluate --data measures on another one</source>
        <translation>die Phase TEST nennt den Text %1, der nicht gelesen wird: Ein Lauf misst an dem, was er vom eigenen Text zurückhält; hamnet evaluate --data misst an einem anderen</translation>
    </message>
    <message>
        <source>the phase TEST of the model &quot;%1&quot; has no loss on the answers, but needs one to measure by</source>
        <translation>die Phase TEST des Modells „%1“ hat keinen Verlust auf den Antworten, braucht zum Messen aber einen</translation>
    </message>
    <message>
        <source>the phase TEST of the model &quot;%1&quot; has no loss on the targets, but needs one to find its predictions</source>
        <translation>die Phase TEST des Modells „%1“ hat keinen Verlust auf den Zielen, braucht aber einen, um die Vorhersagen zu finden</translation>
    </message>
    <message>
        <source>the precision is %1, but %2</source>
        <translation>die Genauigkeit ist %1, aber %2</translation>
    </message>
    <message>
        <source>the predictions %1 are %2, but the data need %3 for each of %4 sequences</source>
        <translation>die Vorhersagen %1 sind %2, aber die Daten brauchen je %3 für %4 Sequenzen</translation>
    </message>
    <message>
        <source>the recurrent state has %1 %2, but this net keeps %3 %4 there</source>
        <translation>der rekurrente Zustand hat %1 %2, aber dieses Netz hat dort %3 %4</translation>
    </message>
    <message>
        <source>the recurrent state has %1 tensors, but this net keeps %2</source>
        <translation>der rekurrente Zustand hat %1 Tensoren, aber dieses Netz hat %2</translation>
    </message>
    <message>
        <source>the run was computed with %1 and goes on with %2; oneDNN&apos;s sums depend on their number, so the last bits of its numbers are not those of a run that was never stopped</source>
        <translation>der Lauf wurde mit %1 gerechnet und geht mit %2 weiter; die Summen von oneDNN hängen von ihrer Anzahl ab, daher weichen die letzten Bits von denen eines nie angehaltenen Laufs ab</translation>
    </message>
    <message>
        <source>the run was trained in %1 and goes on in %2</source>
        <translation>der Lauf wurde in %1 trainiert und geht in %2 weiter</translation>
    </message>
    <message>
        <source>the run was trained on %1 and continues on %2</source>
        <translation>der Lauf wurde auf %1 trainiert und geht auf %2 weiter</translation>
    </message>
    <message>
        <source>the run&apos;s best checkpoint cannot be read: %1</source>
        <translation>der beste Checkpoint des Laufs kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>the run&apos;s precision is %1, but %2 multiplies %3 in fp32</source>
        <translation>die Genauigkeit des Laufs ist %1, aber %2 multipliziert %3 in fp32</translation>
    </message>
    <message>
        <source>the run: %1 is %2, but must be above %3</source>
        <translation>der Lauf: %1 ist %2, muss aber über %3 liegen</translation>
    </message>
    <message>
        <source>the run: there is no setting &quot;%1&quot;%2</source>
        <translation>der Lauf: es gibt keine Einstellung „%1“%2</translation>
    </message>
    <message>
        <source>the saved state does not fit this net: %1</source>
        <translation>der gespeicherte Zustand passt nicht zu diesem Netz: %1</translation>
    </message>
    <message>
        <source>the scores %1 are %2, but must hold %3 for each of %4 characters</source>
        <translation>die Punktwerte %1 sind %2, müssen aber je %3 für %4 Zeichen enthalten</translation>
    </message>
    <message>
        <source>the search for units was cancelled</source>
        <translation>die Suche nach Einheiten wurde abgebrochen</translation>
    </message>
    <message>
        <source>the seed wrote %1 bytes of the prompt, but it has %2</source>
        <translation>der Seed schrieb %1 Bytes des Prompts, er hat aber %2</translation>
    </message>
    <message>
        <source>the sequences have different lengths, but no layer reads the lengths: LAST and MEANOVERSTEPS treat the padding of short ones as data</source>
        <translation>die Sequenzen sind verschieden lang, aber keine Schicht liest die Längen: LAST und MEANOVERSTEPS behandeln das Auffüllen kurzer wie Daten</translation>
    </message>
    <message>
        <source>the shares of validation and test are %1 and %2, wanted numbers from 0 that leave a part for training</source>
        <translation>die Anteile von Validierung und Test sind %1 und %2, nötig sind Zahlen ab 0, die einen Teil zum Training übrig lassen</translation>
    </message>
    <message>
        <source>the solver</source>
        <translation>der Solver</translation>
    </message>
    <message>
        <source>the solver continues from iteration %1 with the state in %2</source>
        <translation>der Solver macht ab Iteration %1 mit dem Zustand in %2 weiter</translation>
    </message>
    <message>
        <source>the solver names no net (net or train_net), so give the model with it</source>
        <translation>der Solver nennt kein Netz (net oder train_net), daher bitte das Modell mit angeben</translation>
    </message>
    <message>
        <source>the solver names the net %1, but %2 does not exist</source>
        <translation>der Solver nennt das Netz %1, aber %2 gibt es nicht</translation>
    </message>
    <message>
        <source>the solver names the net %1, but neither %2, beside the solver, nor %3, in the working folder, exists</source>
        <translation>der Solver nennt das Netz %1, aber weder %2 neben dem Solver noch %3 im Arbeitsordner gibt es</translation>
    </message>
    <message>
        <source>the solver names the net %1, which is outside the solver&apos;s own folder and the working folder; to use it, name it yourself</source>
        <translation>der Solver nennt das Netz %1 außerhalb seines eigenen Ordners und des Arbeitsordners; um es zu benutzen, bitte selbst angeben</translation>
    </message>
    <message>
        <source>the solver&apos;s best_by (or --best-by) is %1, but a validation measures %2</source>
        <translation>best_by des Solvers (oder --best-by) ist %1, aber eine Validierung misst %2</translation>
    </message>
    <message>
        <source>the solver&apos;s state has %1 for %2, but the model has it as %3</source>
        <translation>der Zustand des Solvers hat %1 für %2, im Modell ist es aber %3</translation>
    </message>
    <message>
        <source>the solver&apos;s state has %1 tensors, but a multiple of the model&apos;s %2 weights is wanted</source>
        <translation>der Zustand des Solvers hat %1 Tensoren, nötig ist aber ein Vielfaches der %2 Gewichte des Modells</translation>
    </message>
    <message>
        <source>the solver: %1 %2 is not read: %3</source>
        <translation>der Solver: %1 %2 wird nicht gelesen: %3</translation>
    </message>
    <message>
        <source>the solver: %1 has no effect here: %2</source>
        <translation>der Solver: %1 wirkt hier nicht: %2</translation>
    </message>
    <message>
        <source>the solver: snapshot_after_train is false, so the net is not saved at the end of the iterations; what was saved before, and the best, stay</source>
        <translation>der Solver: snapshot_after_train ist false, daher wird das Netz am Ende der Iterationen nicht gespeichert; was vorher gespeichert wurde und das beste bleiben</translation>
    </message>
    <message>
        <source>the solver: snapshot_prefix %1 is in a folder that does not exist, so nothing is saved under that name; to use it, name the checkpoint yourself</source>
        <translation>der Solver: snapshot_prefix %1 liegt in einem Ordner, den es nicht gibt, daher wird unter diesem Namen nichts gespeichert; um ihn zu benutzen, den Checkpoint selbst benennen</translation>
    </message>
    <message>
        <source>the solver: snapshot_prefix has no effect here: a project&apos;s runs are saved beside it</source>
        <translation>der Solver: snapshot_prefix hat hier keine Wirkung: Läufe eines Projekts werden neben dem Projekt gespeichert</translation>
    </message>
    <message>
        <source>the solver: weights %1 is outside the solver&apos;s own folder, so it is not read; to use it, name it yourself</source>
        <translation>der Solver: weights %1 liegt außerhalb seines eigenen Ordners und wird nicht gelesen; um es zu benutzen, bitte selbst angeben</translation>
    </message>
    <message>
        <source>the solver: weights names several files, %1, but a run starts from one: none of them is read</source>
        <translation>der Solver: weights nennt mehrere Dateien, %1, aber ein Lauf beginnt mit einer: keine davon wird gelesen</translation>
    </message>
    <message>
        <source>the split is GROUPS, but lines of text have no groups</source>
        <translation>split ist GROUPS, aber Textzeilen haben keine Gruppen</translation>
    </message>
    <message>
        <source>the state was saved at the character %1, but the net knows no such character</source>
        <translation>der Zustand wurde beim Zeichen %1 gespeichert, aber das Netz kennt dieses Zeichen nicht</translation>
    </message>
    <message>
        <source>the steps of the data</source>
        <translation>die Schritte der Daten</translation>
    </message>
    <message>
        <source>the system promises</source>
        <translation>das System verspricht</translation>
    </message>
    <message>
        <source>the target %1 has %2 different values, wanted at most %3 classes, or a target of numbers</source>
        <translation>das Ziel %1 hat %2 verschiedene Werte, erlaubt sind höchstens %3 Klassen oder ein Ziel aus Zahlen</translation>
    </message>
    <message>
        <source>the target %1 has one class only in the training part, %2, wanted at least 2</source>
        <translation>das Ziel %1 hat im Trainingsteil nur eine Klasse, %2, nötig sind mindestens 2</translation>
    </message>
    <message>
        <source>the target %1 is an input of the same row, which leaks the answer; wanted it left out of the inputs, or a horizon of at least 1</source>
        <translation>das Ziel %1 ist eine Eingabe derselben Zeile und verrät so die Antwort; nötig sind Eingaben ohne das Ziel oder ein Horizont von mindestens 1</translation>
    </message>
    <message>
        <source>the temperature is %1, but must be 0 or more</source>
        <translation>die Temperatur ist %1, muss aber 0 oder mehr sein</translation>
    </message>
    <message>
        <source>the tensor %1 comes twice in %2, but must come once</source>
        <translation>der Tensor %1 kommt zweimal in %2 vor, darf aber nur einmal vorkommen</translation>
    </message>
    <message>
        <source>the tensor %1 has %2 bytes, but its shape %3 needs %4</source>
        <translation>der Tensor %1 hat %2 Bytes, seine Form %3 braucht aber %4</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>der Text</translation>
    </message>
    <message>
        <source>the text %1 is not the one that the checkpoint was trained on (%2, %3 bytes, digest %4; found %5 bytes, digest %6)</source>
        <translation>der Text %1 ist nicht der, mit dem der Checkpoint trainiert wurde (%2, %3 Bytes, Prüfsumme %4; gefunden: %5 Bytes, Prüfsumme %6)</translation>
    </message>
    <message>
        <source>the text has no character that the net knows</source>
        <translation>der Text hat kein Zeichen, das das Netz kennt</translation>
    </message>
    <message>
        <source>the text to evaluate on has %1 bytes, but 2 characters or more are needed</source>
        <translation>der Text zum Auswerten hat %1 Bytes, nötig sind aber 2 oder mehr Zeichen</translation>
    </message>
    <message>
        <source>the text to measure has %1 characters, but a window of %2 needs %3</source>
        <translation>der Text zum Messen hat %1 Zeichen, aber ein Fenster von %2 braucht %3</translation>
    </message>
    <message>
        <source>the training is to stay below %1 °C, but this machine&apos;s %2 does not report its temperature</source>
        <translation>das Training soll unter %1 °C bleiben, aber %2 dieses Rechners meldet keine Temperatur</translation>
    </message>
    <message>
        <source>the training part of %1 has %2, but a batch takes %3; batch_size sets that</source>
        <translation>der Trainingsteil von %1 hat %2, aber ein Batch nimmt %3; batch_size bestimmt das</translation>
    </message>
    <message>
        <source>the weight %1 %2 has %3 at %4, but all weights must be finite</source>
        <translation>das Gewicht %1 %2 hat %3 an Stelle %4, aber alle Gewichte müssen endlich sein</translation>
    </message>
    <message>
        <source>the weight %1 %2 is missing</source>
        <translation>das Gewicht %1 %2 fehlt</translation>
    </message>
    <message>
        <source>the weight %1 belongs to no layer of this model</source>
        <translation>das Gewicht %1 gehört zu keiner Schicht dieses Modells</translation>
    </message>
    <message>
        <source>the weight %1 is %2, but this model has it as %3</source>
        <translation>das Gewicht %1 ist %2, in diesem Modell ist es aber %3</translation>
    </message>
    <message>
        <source>the weights of %1%2 were not found%3%4</source>
        <translation>die Gewichte von %1%2 wurden nicht gefunden%3%4</translation>
    </message>
    <message>
        <source>the window is %1, but must be 2 characters or more</source>
        <translation>das Fenster ist %1, muss aber 2 oder mehr Zeichen sein</translation>
    </message>
    <message>
        <source>them</source>
        <translation>sie</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver on this machine (libcuda.so.1 was not found)</source>
        <translation>auf diesem Rechner gibt es keinen NVIDIA-Treiber (libcuda.so.1 wurde nicht gefunden)</translation>
    </message>
    <message>
        <source>there is no layer type &quot;%1&quot;%2</source>
        <translation>den Schichttyp „%1“ gibt es nicht%2</translation>
    </message>
    <message>
        <source>there is no place for copies of unsaved work: neither XDG_STATE_HOME nor HOME is set</source>
        <translation>für Kopien ungespeicherter Arbeit gibt es keinen Ort: weder XDG_STATE_HOME noch HOME ist gesetzt</translation>
    </message>
    <message>
        <source>there is no such GPU that can be taken</source>
        <translation>es gibt keine solche GPU, die genommen werden kann</translation>
    </message>
    <message>
        <source>there is not enough memory to copy the values</source>
        <translation>der Speicher reicht nicht, um die Werte zu kopieren</translation>
    </message>
    <message>
        <source>this device has no engine of that name, only %1</source>
        <translation>dieses Gerät hat keine Engine dieses Namens, nur %1</translation>
    </message>
    <message>
        <source>this process</source>
        <translation>dieser Prozess</translation>
    </message>
    <message>
        <source>this process may have</source>
        <translation>dieser Prozess darf</translation>
    </message>
    <message>
        <source>this program was built without CUDA, or %1 is not beside it</source>
        <translation>dieses Programm wurde ohne CUDA gebaut, oder %1 liegt nicht daneben</translation>
    </message>
    <message>
        <source>time: &quot;%1&quot; of SEQUENCEDATA (or --time)</source>
        <translation>time: &quot;%1&quot; von SEQUENCEDATA (oder --time)</translation>
    </message>
    <message>
        <source>top-k is %1, but must be 0 (all) or more</source>
        <translation>top-k ist %1, muss aber 0 (alle) oder mehr sein</translation>
    </message>
    <message>
        <source>top-p is %1, but must lie above 0 and at most at 1</source>
        <translation>top-p ist %1, muss aber über 0 und höchstens bei 1 liegen</translation>
    </message>
    <message>
        <source>top_k is %1, but must not exceed the %2 classes</source>
        <translation>top_k ist %1, darf aber nicht größer als die %2 Klassen sein</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>training %1on %2 needs %3 of memory%4, but only %5 of %6 are free: fewer streams, steps or units need less</source>
        <translation>das Training %1auf %2 braucht %3 Speicher%4, aber nur %5 von %6 sind frei: weniger Ströme, Schritte oder Einheiten brauchen weniger</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>two tensors would be called %1, but names must differ</source>
        <translation>zwei Tensoren würden %1 heißen, Namen müssen aber verschieden sein</translation>
    </message>
    <message>
        <source>two weights have the name &quot;%1&quot;: one by a param&apos;s name, the other as a layer&apos;s own; give the param another name</source>
        <translation>zwei Gewichte heißen „%1“: eines durch den Namen in param, das andere als eigenes einer Schicht; param bitte einen anderen Namen geben</translation>
    </message>
    <message>
        <source>unit %1 of %2 of layer %3</source>
        <translation>Einheit %1 von %2 der Schicht %3</translation>
    </message>
    <message>
        <source>unknown fields of %1</source>
        <translation>unbekannte Felder von %1</translation>
    </message>
    <message>
        <source>unrolled %1</source>
        <translation>%1, ausgerollt</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>validation and test together are %1, but must leave some of the data for training</source>
        <translation>validation und test sind zusammen %1, müssen aber Daten zum Training übrig lassen</translation>
    </message>
    <message>
        <source>validation and test together are %1, but must leave some of the text for training</source>
        <translation>validation und test sind zusammen %1, müssen aber Text zum Training übrig lassen</translation>
    </message>
    <message>
        <source>vocabulary: %1 has the numbers %2 and %3, wanted one number for each character</source>
        <translation>Vokabular: %1 hat die Nummern %2 und %3, nötig ist eine je Zeichen</translation>
    </message>
    <message>
        <source>vocabulary: found the code %1, wanted %2</source>
        <translation>Vokabular: Code %1 gefunden, nötig sind %2</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>Gewicht %1</translation>
    </message>
    <message>
        <source>weight %1 %2 is initialized by its filler: the file has no weight for it</source>
        <translation>Gewicht %1 %2 wird von seinem filler gefüllt: Die Datei hat kein Gewicht dafür</translation>
    </message>
    <message>
        <source>weight %1 %2 was left out: the net in use, without what only training needs, does not have it</source>
        <translation>Gewicht %1 %2 wurde weggelassen: Das benutzte Netz, ohne das, was nur das Training braucht, hat es nicht</translation>
    </message>
    <message>
        <source>weight %1 %2 was left out: this model has none of that name</source>
        <translation>Gewicht %1 %2 wurde weggelassen: Dieses Modell hat keines dieses Namens</translation>
    </message>
    <message>
        <source>weight %1 asks for the filler &quot;%2&quot;, but there are constant, uniform, gaussian, xavier and msra</source>
        <translation>Gewicht %1 verlangt den filler „%2“, es gibt aber constant, uniform, gaussian, xavier und msra</translation>
    </message>
    <message>
        <source>weight %1 is initialized by its filler: it is %2 in the file, but this model has it as %3</source>
        <translation>Gewicht %1 wird von seinem filler gefüllt: In der Datei ist es %2, in diesem Modell aber %3</translation>
    </message>
    <message>
        <source>what made it takes %1 bytes, but a file carries up to %2 of them</source>
        <translation>was es gemacht hat, braucht %1 Bytes, eine Datei enthält aber höchstens %2 davon</translation>
    </message>
    <message>
        <source>whole numbers</source>
        <translation>ganze Zahlen</translation>
    </message>
    <message>
        <source>window: rows of a table, in the columns&apos; own units.</source>
        <translation>Fenster: Zeilen einer Tabelle, in den Einheiten der Spalten selbst.</translation>
    </message>
    <message>
        <source>with %1 </source>
        <translation>mit %1 </translation>
    </message>
    <message>
        <source> and does not ignore</source>
        <translation> und nicht ignoriert</translation>
    </message>
    <message>
        <source>1 picture</source>
        <translation>1 Bild</translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation>%1 Bilder</translation>
    </message>
    <message>
        <source>%1 exists and is no saved state of a net, so no state replaces it; choose another name</source>
        <translation>%1 existiert und ist kein gespeicherter Zustand eines Netzes, daher wird die Datei nicht durch einen Zustand ersetzt; einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>%1 has zero bytes or many control characters at its start, so it is hardly a text; its bytes are learned as they are</source>
        <translation>%1 hat am Anfang Nullbytes oder viele Steuerzeichen, ist also kaum ein Text; die Bytes werden gelernt, wie sie sind</translation>
    </message>
    <message>
        <source>%1 is %2, which is read; the output needs another name</source>
        <translation>%1 wird gelesen (%2); die Ausgabe braucht einen anderen Namen</translation>
    </message>
    <message>
        <source>%1 is a file of %2, which is read; the output needs another name</source>
        <translation>%1 liegt in einem Ordner, der gelesen wird (%2); die Ausgabe braucht einen anderen Namen</translation>
    </message>
    <message>
        <source>%1 is a file of PyTorch&apos;s torch.save(), which holds a program and is not opened; three lines of Python save its weights so that they can be: %2</source>
        <translation>%1 ist eine Datei von PyTorchs torch.save(), die ein Programm enthält und nicht geöffnet wird; drei Zeilen Python speichern die Gewichte so, dass es geht: %2</translation>
    </message>
    <message>
        <source>%1 is neither PNG nor JPEG by its name, wanted one of them</source>
        <translation>%1 ist dem Namen nach weder PNG noch JPEG, nötig ist eines davon</translation>
    </message>
    <message>
        <source>%1 is not UTF-8: found the byte %2 at offset %3 (line %4), wanted a character</source>
        <translation>%1 ist kein UTF-8: Byte %2 an Stelle %3 (Zeile %4) gefunden, nötig ist ein Zeichen</translation>
    </message>
    <message>
        <source>%1 lies in no folder of a class, as others do</source>
        <translation>%1 liegt in keinem Ordner einer Klasse, andere schon</translation>
    </message>
    <message>
        <source>%1, on sequence %2 of %3</source>
        <translation>%1, bei Sequenz %2 von %3</translation>
    </message>
    <message>
        <source>%1, so it is left out</source>
        <translation>%1, daher wird die Zeile weggelassen</translation>
    </message>
    <message>
        <source>%1, so it is left out, as are %2 more lines</source>
        <translation>%1, daher wird die Zeile weggelassen, ebenso weitere: %2</translation>
    </message>
    <message>
        <source>%1: found both %2 and %3, wanted one folder for this part</source>
        <translation>%1: sowohl %2 als auch %3 gefunden, nötig ist ein einziger Ordner für diesen Teil</translation>
    </message>
    <message>
        <source>%1: it is included from level %2 on, which a solver sets with %3 { level: %4 }</source>
        <translation>%1: sie gehört ab level %2 dazu, das ein Solver mit %3 { level: %4 } setzt</translation>
    </message>
    <message>
        <source>%1: it is included where the stage %2 is set, as a solver does with %3 { stage: &quot;%4&quot; }</source>
        <translation>%1: sie gehört dazu, wo stage %2 gesetzt ist, wie es ein Solver mit %3 { stage: &quot;%4&quot; } tut</translation>
    </message>
    <message>
        <source>%1: its constant %2 is said to lie at %3 with %4 bytes in %5, which has %6 bytes</source>
        <translation>%1: die Konstante %2 soll bei %3 mit %4 Bytes in %5 liegen, die Datei hat aber %6 Bytes</translation>
    </message>
    <message>
        <source>%1: reading it takes about %2 of memory, but only %3 of %4 are free: fewer rows, columns, pictures or lines need less</source>
        <translation>%1: das Lesen braucht etwa %2 Speicher, aber nur %3 von %4 sind frei: weniger Tabellenzeilen, Spalten, Bilder oder Textzeilen brauchen weniger</translation>
    </message>
    <message>
        <source>%1: the %2 part has the class %3, wanted only classes that the training part has</source>
        <translation>%1: der Teil %2 hat die Klasse %3, erlaubt sind nur Klassen aus dem Trainingsteil</translation>
    </message>
    <message>
        <source>%1: the net has rows for %2 characters, but the vocabulary given for it has %3: wanted is the one that the net was trained with</source>
        <translation>%1: das Netz hat Zeilen für %2 Zeichen, aber das angegebene Vokabular hat %3: nötig ist das, mit dem das Netz trainiert wurde</translation>
    </message>
    <message>
        <source>%1: what the net computes is not finite (NaN or infinite), so it says nothing; its weights ran away while it learned, or it reads numbers far beyond those that it learned from</source>
        <translation>%1: was das Netz berechnet, ist nicht endlich (NaN oder unendlich) und sagt daher nichts; die Gewichte sind beim Lernen davongelaufen, oder es liest Zahlen weit jenseits derer, aus denen es gelernt hat</translation>
    </message>
    <message>
        <source>%1; it keeps the checkpoint of iteration %2</source>
        <translation>%1; dort soll der Checkpoint von Iteration %2 aufbewahrt werden</translation>
    </message>
    <message>
        <source>%1; none of the %2 in %3 can be read</source>
        <translation>%1; %2 in %3, keines davon kann gelesen werden</translation>
    </message>
    <message>
        <source>after %1 written characters</source>
        <translation>nach %1 geschriebenen Zeichen</translation>
    </message>
    <message>
        <source>found %1, expected %2 for phase in %3</source>
        <translation>%1 gefunden, erwartet wird %2 für phase in %3</translation>
    </message>
    <message>
        <source>layer %1 has %2 outputs in the model, but %3 in the file, as which it was read</source>
        <translation>Schicht %1 hat im Modell %2 Ausgaben, in der Datei aber %3, und so wurde sie gelesen</translation>
    </message>
    <message>
        <source>layer %1 reads sequences in the phase TEST, but no SEQUENCEDATA does in the phase TRAIN; a run reads its data once, so the layer has to be in both phases</source>
        <translation>Schicht %1 liest Sequenzen in der Phase TEST, aber keine SEQUENCEDATA tut das in der Phase TRAIN; ein Lauf liest seine Daten einmal, daher muss die Schicht in beiden Phasen sein</translation>
    </message>
    <message>
        <source>layer %1, which is not in the net of the phase %2</source>
        <translation>Schicht %1 erzeugt, die nicht im Netz der Phase %2 ist</translation>
    </message>
    <message>
        <source>layer %1: its bottom &quot;%2&quot; is made by %3</source>
        <translation>Schicht %1: das bottom „%2“ wird von %3</translation>
    </message>
    <message>
        <source>none of the %1 sequences has an answer that the net knows%2, so there is nothing to measure it by</source>
        <translation>keine der %1 Sequenzen hat eine Antwort, die das Netz kennt%2, daher gibt es nichts, woran es sich messen lässt</translation>
    </message>
    <message>
        <source>the digests of the sequences are not sorted</source>
        <translation>die Prüfsummen der Sequenzen sind nicht sortiert</translation>
    </message>
    <message>
        <source>the digests of the sequences take %1 bytes, but must be at most %2 of %3</source>
        <translation>die Prüfsummen der Sequenzen brauchen %1 Bytes, erlaubt sind aber höchstens %2 zu %3</translation>
    </message>
    <message>
        <source>the file does not say what its net reads and answers, as files of Hamnet do: numbers of a step and classes were taken in their order</source>
        <translation>die Datei sagt nicht wie Dateien von Hamnet, was ihr Netz liest und antwortet: die Zahlen eines Schritts und die Klassen wurden in ihrer Reihenfolge übernommen</translation>
    </message>
    <message>
        <source>the solver&apos;s train_state and test_state decide which layers are in the net: the stages and levels in their rules were replaced by phases</source>
        <translation>train_state und test_state des Solvers entscheiden, welche Schichten im Netz sind: stage und level in den Regeln wurden durch Phasen ersetzt</translation>
    </message>
    <message>
        <source>%1 and %2 do not measure the same sequences: one of them ignores a class (ignore_label); an ensemble wants nets of the same target</source>
        <translation>%1 und %2 messen nicht dieselben Sequenzen: eines der Netze lässt eine Klasse aus (ignore_label); ein Ensemble braucht Netze mit demselben Ziel</translation>
    </message>
    <message>
        <source>%1 (%2): none of its characters was among those that the net learned from</source>
        <translation>%1 (%2): keines der Zeichen ist unter denen, aus denen das Netz gelernt hat</translation>
    </message>
    <message>
        <source>%1 of %2 lines are longer than %3 characters, and only so many of each are read%4</source>
        <translation>%1 von %2 Zeilen sind länger als %3 Zeichen, und von jeder werden nur so viele gelesen%4</translation>
    </message>
    <message>
        <source>%1%2, which encoding: UTF8 of TEXTDATA reads; now each of its bytes is learned as a character</source>
        <translation>%1%2; encoding: UTF8 von TEXTDATA liest das; jetzt wird jedes Byte als ein Zeichen gelernt</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>, as many as the longest to train on has</source>
        <translation>, so viele, wie die längste hat, aus der gelernt wird</translation>
    </message>
    <message>
        <source>: found a label without a text</source>
        <translation>: eine Klasse ohne Text gefunden</translation>
    </message>
    <message>
        <source>: found no text</source>
        <translation>: kein Text gefunden</translation>
    </message>
    <message>
        <source>; time_steps sets that</source>
        <translation>; time_steps legt das fest</translation>
    </message>
    <message>
        <source>download of %1: %2 exists and is another file, or is damaged, so nothing replaces it; wanted another folder, or that file moved away</source>
        <translation>Herunterladen von %1: %2 gibt es schon als andere Datei, oder es ist beschädigt, also wird es nicht ersetzt; gewünscht ist ein anderer Ordner, oder dass diese Datei verschoben wird</translation>
    </message>
    <message>
        <source>import torch, safetensors.torch; weights = torch.load(%1, map_location=&quot;cpu&quot;); safetensors.torch.save_file({name: tensor.clone().contiguous() for name, tensor in weights.items()}, %2)</source>
        <translation>import torch, safetensors.torch; weights = torch.load(%1, map_location=&quot;cpu&quot;); safetensors.torch.save_file({name: tensor.clone().contiguous() for name, tensor in weights.items()}, %2)</translation>
    </message>
    <message>
        <source>the checkpoint was trained on no text that it names, so %1 cannot be the same, and no run goes on; --init-weights starts one from its weights</source>
        <translation>der Checkpoint nennt keinen Text, mit dem er trainiert wurde, also kann %1 nicht derselbe sein, und kein Lauf geht weiter; --init-weights beginnt einen mit seinen Gewichten</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>Rückgabewert %1</translation>
    </message>
    <message>
        <source>the process of the engine ended before it gave an answer: %1</source>
        <translation>der Prozess der Engine endete, bevor er eine Antwort gab: %1</translation>
    </message>
    <message>
        <source>no folder can be made in %1</source>
        <translation>in %1 kann kein Ordner angelegt werden</translation>
    </message>
    <message>
        <source>Hamnet is %1 here, but %2 in the process that leads the run</source>
        <translation>Hamnet ist hier %1, im führenden Prozess des Laufs aber %2</translation>
    </message>
    <message>
        <source>the devices are &quot;%1&quot;, but each may be named once</source>
        <translation>die Geräte sind „%1“, jedes darf aber nur einmal genannt werden</translation>
    </message>
    <message>
        <source>there is no device %1; hamnet devices lists them</source>
        <translation>es gibt kein Gerät %1; hamnet devices führt sie auf</translation>
    </message>
    <message>
        <source>this program was started by mpirun or srun, but its module for MPI does not load (%1): install Open MPI and build Hamnet with it (Debian&apos;s libopenmpi-dev)</source>
        <translation>dieses Programm wurde von mpirun oder srun gestartet, aber sein Modul für MPI lässt sich nicht laden (%1): Open MPI installieren und Hamnet damit bauen (in Debian libopenmpi-dev)</translation>
    </message>
    <message>
        <source>the device is &quot;%1&quot;, but for processes of mpirun or srun it must be auto, cpu or cuda: each takes a GPU of its own</source>
        <translation>das Gerät ist „%1“, muss aber für Prozesse von mpirun oder srun auto, cpu oder cuda sein: Jeder nimmt eine eigene GPU</translation>
    </message>
    <message>
        <source>%1 processes share out the %2 streams of each batch, each on a device of its own: %3</source>
        <translation>%1 Prozesse teilen die %2 Ströme jedes Batches unter sich auf, jeder auf einem eigenen Gerät: %3</translation>
    </message>
    <message>
        <source>the process that leads the run has ended</source>
        <translation>der führende Prozess des Laufs ist beendet</translation>
    </message>
    <message>
        <source>NCCL is %1 here, but %2 in the process that leads the run</source>
        <translation>NCCL ist hier %1, im führenden Prozess des Laufs aber %2</translation>
    </message>
    <message>
        <source>the group of GPUs has ended</source>
        <translation>die Gruppe der GPUs ist beendet</translation>
    </message>
    <message>
        <source>%1 lacks %2; several GPUs need NCCL 2.4 or newer</source>
        <translation>in %1 fehlt %2; mehrere GPUs brauchen NCCL 2.4 oder neuer</translation>
    </message>
    <message>
        <source>NCCL: %1: %2</source>
        <translation>NCCL: %1: %2</translation>
    </message>
    <message>
        <source>the answer of another process is no longer wanted</source>
        <translation>die Antwort eines anderen Prozesses wird nicht mehr gebraucht</translation>
    </message>
    <message>
        <source>the processes of the run are out of step: one has failed in the midst of a step</source>
        <translation>die Prozesse des Laufs sind nicht mehr beim selben Schritt: Einer ist mitten in einem Schritt gescheitert</translation>
    </message>
    <message>
        <source>the process of a further device cannot be started: %1</source>
        <translation>der Prozess eines weiteren Geräts kann nicht gestartet werden: %1</translation>
    </message>
    <message>
        <source>the process that trains on %1 has ended</source>
        <translation>der Prozess, der auf %1 trainiert, ist beendet</translation>
    </message>
    <message>
        <source>layer %1 (%2): its loss over a share of the streams is not known to be a share of its loss over all; train on one device</source>
        <translation>Schicht %1 (%2): von ihrem Verlust über einen Teil der Ströme ist nicht bekannt, dass er ein Teil ihres Verlusts über alle ist; auf einem Gerät trainieren</translation>
    </message>
    <message>
        <source>layer %1: ignore_label leaves a device with fewer labels than another, so their means do not add up to that of the batch; train on one device or leave it out</source>
        <translation>Schicht %1: ignore_label lässt einem Gerät weniger Label als einem anderen, daher ergeben ihre Mittel zusammen nicht das des Batches; auf einem Gerät trainieren oder ignore_label weglassen</translation>
    </message>
    <message>
        <source>the recurrent state %1 is %2, but must have %3 streams</source>
        <translation>der rekurrente Zustand %1 ist %2, muss aber %3 Ströme haben</translation>
    </message>
    <message>
        <source>the solver: %1 is not given, so %2</source>
        <translation>der Solver: %1 ist nicht angegeben, daher %2</translation>
    </message>
    <message>
        <source>the run validates each %1 iterations, where Caffe never does (0)</source>
        <translation>validiert der Lauf alle %1 Iterationen, Caffe dagegen nie (0)</translation>
    </message>
    <message>
        <source>the run does not validate before its first iteration, where Caffe does (true)</source>
        <translation>validiert der Lauf nicht vor seiner ersten Iteration, Caffe dagegen schon (true)</translation>
    </message>
    <message>
        <source>the seed is 1, where Caffe draws another one for each run (-1)</source>
        <translation>ist der Startwert 1, während Caffe für jeden Lauf einen anderen zieht (-1)</translation>
    </message>
    <message>
        <source>the loss that is reported is the mean since the last report, where Caffe&apos;s is that of the last iteration (1)</source>
        <translation>ist der gemeldete Verlust das Mittel seit der letzten Meldung, in Caffe dagegen der Verlust der letzten Iteration (1)</translation>
    </message>
    <message>
        <source>%1: a step that several devices do together does not end</source>
        <translation>%1: ein gemeinsamer Schritt mehrerer Geräte endet nicht</translation>
    </message>
    <message>
        <source>device auto is %1: a step takes %2 ms on it and %3 ms on %4 GPUs together</source>
        <translation>Gerät auto ist %1: Ein Schritt dauert darauf %2 ms und auf %4 GPUs zusammen %3 ms</translation>
    </message>
    <message>
        <source>device auto is %1: a step takes %2 ms on them together and %3 ms on one; name them when the run is resumed, as auto then takes one</source>
        <translation>Gerät auto ist %1: Ein Schritt dauert darauf zusammen %2 ms und auf einer GPU %3 ms; sie beim Fortsetzen des Laufs nennen, da auto dann nur eine nimmt</translation>
    </message>
    <message>
        <source>device auto is %1, as one is not enough: %2; name them when the run is resumed, as auto then takes one</source>
        <translation>Gerät auto ist %1, da eine GPU nicht reicht: %2; sie beim Fortsetzen des Laufs nennen, da auto dann nur eine nimmt</translation>
    </message>
    <message>
        <source>device auto is %1, as %2 GPUs cannot train together: %3</source>
        <translation>Gerät auto ist %1, da %2 GPUs nicht zusammen trainieren können: %3</translation>
    </message>
    <message>
        <source>%1 processes share out the %2 sequences of each batch, each on a device of its own: %3</source>
        <translation>%1 Prozesse teilen die %2 Sequenzen jedes Batches unter sich auf, jeder auf einem eigenen Gerät: %3</translation>
    </message>
    <message>
        <source>%1: found no column named %2, wanted one for its rule in gaps of SEQUENCEDATA</source>
        <translation>%1: keine Spalte namens %2 gefunden, verlangt für ihre Regel in gaps von SEQUENCEDATA</translation>
    </message>
    <message>
        <source>1 gap</source>
        <translation>1 Lücke</translation>
    </message>
    <message>
        <source>%1 gaps</source>
        <translation>%1 Lücken</translation>
    </message>
    <message>
        <source>its rows are left out</source>
        <translation>ihre Zeilen bleiben aus</translation>
    </message>
    <message>
        <source>filled with the last value</source>
        <translation>mit dem letzten Wert gefüllt</translation>
    </message>
    <message>
        <source>; rows left out, as no value stands before them: %1</source>
        <translation>; ausgelassene Zeilen, da kein Wert vor ihnen steht: %1</translation>
    </message>
    <message>
        <source>%1: the column %2 has %3, %4%5</source>
        <translation>%1: die Spalte %2 hat %3, %4%5</translation>
    </message>
    <message>
        <source>as the last value</source>
        <translation>wie der letzte Wert</translation>
    </message>
    <message>
        <source>as %1 rows before</source>
        <translation>wie %1 Zeilen davor</translation>
    </message>
    <message>
        <source>always %1</source>
        <translation>immer %1</translation>
    </message>
    <message>
        <source>the net predicts from the same row (a horizon of 0), so it forecasts nothing; train it with a horizon of 1 or more</source>
        <translation>das Netz sagt aus derselben Zeile vorher (Horizont 0), also nichts Künftiges; mit einem Horizont von 1 oder mehr trainieren</translation>
    </message>
    <message>
        <source>the series has %1 rows up to here, but a forecast needs %2; choose a later row</source>
        <translation>die Reihe hat bis hierher %1 Zeilen, eine Vorhersage braucht aber %2; eine spätere Zeile wählen</translation>
    </message>
    <message>
        <source>the sequence has %1 numbers, but the net reads %2 to %3 steps of %4; give it such a sequence</source>
        <translation>die Sequenz hat %1 Zahlen, das Netz liest aber %2 bis %3 Schritte zu %4; eine solche Sequenz geben</translation>
    </message>
    <message>
        <source>%1 has sequences without an answer, which leave a device with fewer answers than another, so their means do not add up to that of the batch; train on one device</source>
        <translation>%1 hat Sequenzen ohne Antwort, die einem Gerät weniger Antworten lassen als einem anderen, daher ergeben ihre Mittel zusammen nicht das des Batches; auf einem Gerät trainieren</translation>
    </message>
    <message>
        <source>a net whose sequences come from INPUT layers trains on one device, but %1 were asked for; a SEQUENCEDATA layer can be shared out</source>
        <translation>ein Netz, dessen Sequenzen aus INPUT-Schichten kommen, trainiert auf einem Gerät, verlangt sind aber %1; eine SEQUENCEDATA-Schicht lässt sich aufteilen</translation>
    </message>
    <message>
        <source>the check of the cell was cancelled</source>
        <translation>die Prüfung der Zelle wurde abgebrochen</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; has a meaning of its own, and cannot be the name of an equation</source>
        <translation>Zeile %1: „%2“ hat eine eigene Bedeutung und kann nicht der Name einer Gleichung sein</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is given by an equation, but must then begin with a small letter</source>
        <translation>Zeile %1: „%2“ wird von einer Gleichung bestimmt, muss dann aber mit einem Kleinbuchstaben beginnen</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is given again, but line %3 gives it already</source>
        <translation>Zeile %1: „%2“ wird noch einmal bestimmt, aber Zeile %3 tut es schon</translation>
    </message>
    <message>
        <source>no equation gives &quot;%1&quot;, which is the output of a cell</source>
        <translation>keine Gleichung bestimmt „%1“, die Ausgabe einer Zelle</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; has a meaning of its own, and cannot be the name of a vector</source>
        <translation>Zeile %1: „%2“ hat eine eigene Bedeutung und kann nicht der Name eines Vektors sein</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is used before its equation</source>
        <translation>Zeile %1: „%2“ wird vor seiner Gleichung benutzt</translation>
    </message>
    <message>
        <source>line %1, column %2: there is no function &quot;%3&quot;%4</source>
        <translation>Zeile %1, Spalte %2: Eine Funktion „%3“ gibt es nicht%4</translation>
    </message>
    <message>
        <source>line %1: &quot;%2[t-1]&quot; is read, but no equation gives &quot;%2&quot;</source>
        <translation>Zeile %1: „%2[t-1]“ wird gelesen, aber keine Gleichung bestimmt „%2“</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; has %3 heads, but stands before x, where a matrix has none</source>
        <translation>Zeile %1: „%2“ hat %3 Köpfe, steht aber vor x, wo eine Matrix keine hat</translation>
    </message>
    <message>
        <source>%1 is [H, H] in line %2, but stands before x in line %3</source>
        <translation>%1 ist [H, H] in Zeile %2, steht aber in Zeile %3 vor x</translation>
    </message>
    <message>
        <source>%1 is [H, I] in line %2, but does not stand before x in line %3</source>
        <translation>%1 ist [H, I] in Zeile %2, steht aber in Zeile %3 nicht vor x</translation>
    </message>
    <message>
        <source>%1 has %2 heads in line %3, but %4 in line %5</source>
        <translation>%1 hat %2 Köpfe in Zeile %3, aber %4 in Zeile %5</translation>
    </message>
    <message>
        <source>line %1: init gives a first value to &quot;%2&quot;, but that is no learned vector</source>
        <translation>Zeile %1: init gibt „%2“ einen Anfangswert, aber das ist kein gelernter Vektor</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; has a first value already</source>
        <translation>Zeile %1: „%2“ hat schon einen Anfangswert</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; has %3 heads, which do not divide the %4 units</source>
        <translation>Zeile %1: „%2“ hat %3 Köpfe, durch die sich die %4 Einheiten nicht teilen lassen</translation>
    </message>
    <message>
        <source>line %1, column %2: x stands there element by element, but is %3 wide where the units are %4; a matrix before it brings it to their width</source>
        <translation>Zeile %1, Spalte %2: x steht dort Element für Element, ist aber %3 breit, wo es %4 Einheiten gibt; eine Matrix davor bringt es auf deren Breite</translation>
    </message>
    <message>
        <source>there is no cell %1 in the library%2</source>
        <translation>es gibt keine Zelle %1 in der Bibliothek%2</translation>
    </message>
    <message>
        <source>line %1, column %2: the expression is nested more than %3 deep; a part of it may be an equation of its own</source>
        <translation>Zeile %1, Spalte %2: der Ausdruck ist tiefer als %3 verschachtelt; ein Teil davon kann eine eigene Gleichung sein</translation>
    </message>
    <message>
        <source>the name that the equation gives</source>
        <translation>der Name, den die Gleichung bestimmt</translation>
    </message>
    <message>
        <source>+ - * / or the end of the line</source>
        <translation>+ - * / oder das Ende der Zeile</translation>
    </message>
    <message>
        <source>line %1: the cell has more than %2 equations</source>
        <translation>Zeile %1: die Zelle hat mehr als %2 Gleichungen</translation>
    </message>
    <message>
        <source>the name of a learned vector</source>
        <translation>der Name eines gelernten Vektors</translation>
    </message>
    <message>
        <source>a name, a number, ( or -</source>
        <translation>ein Name, eine Zahl, ( oder -</translation>
    </message>
    <message>
        <source>[t-1], the step before</source>
        <translation>[t-1], der Schritt davor</translation>
    </message>
    <message>
        <source>the number of heads of the matrix, from 1</source>
        <translation>die Zahl der Köpfe der Matrix, ab 1</translation>
    </message>
    <message>
        <source>the vector that the matrix &quot;%1&quot; multiplies: a name, a function, ( or another matrix</source>
        <translation>der Vektor, den die Matrix „%1“ multipliziert: ein Name, eine Funktion, ( oder noch eine Matrix</translation>
    </message>
    <message>
        <source>line %1, column %2: found &quot;%3&quot;, but a number is written like 1, 0.5 or 1e-5, and neither too large nor too small</source>
        <translation>Zeile %1, Spalte %2: „%3“ gefunden, aber eine Zahl schreibt man wie 1, 0.5 oder 1e-5, weder zu groß noch zu klein</translation>
    </message>
    <message>
        <source>line %1, column %2: found &quot;%3&quot;, but an equation has names of letters, digits and _, numbers and + - * / ( ) [ ] , =</source>
        <translation>Zeile %1, Spalte %2: „%3“ gefunden, aber eine Gleichung hat Namen aus Buchstaben, Ziffern und _, Zahlen und + - * / ( ) [ ] , =</translation>
    </message>
    <message>
        <source>the text of the cell has %1 bytes, but at most %2 are read</source>
        <translation>der Text der Zelle hat %1 Bytes, gelesen werden aber höchstens %2</translation>
    </message>
    <message>
        <source>line %1, column %2: the line ends, but there must be %3</source>
        <translation>Zeile %1, Spalte %2: die Zeile endet, verlangt wird aber: %3</translation>
    </message>
    <message>
        <source>line %1, column %2: found &quot;%3&quot;, but there must be %4</source>
        <translation>Zeile %1, Spalte %2: „%3“ gefunden, verlangt wird aber: %4</translation>
    </message>
    <message>
        <source>%1: %2 whose target %3 is a gap in the file; no figure counts them, and the net does not learn from them</source>
        <translation>%1: %2 mit einer Lücke der Datei als Ziel %3; keine Kennzahl zählt das mit, und das Netz lernt nicht daraus</translation>
    </message>
    <message>
        <source>1 window</source>
        <translation>1 Fenster</translation>
    </message>
    <message>
        <source>%1 windows</source>
        <translation>%1 Fenster</translation>
    </message>
    <message>
        <source>found no window to train on that ends in no gap, wanted at least one; CARRY in gaps of SEQUENCEDATA keeps more of them</source>
        <translation>kein Fenster zum Trainieren gefunden, das in keiner Lücke endet, verlangt mindestens eines; CARRY in gaps von SEQUENCEDATA behält mehr davon</translation>
    </message>
    <message>
        <source>reads names &quot;%1&quot; twice</source>
        <translation>reads nennt „%1“ zweimal</translation>
    </message>
    <message>
        <source>the text has %1 equations and %2 first values, but must be one equation</source>
        <translation>der Text hat %1 Gleichungen und %2 Anfangswerte, muss aber eine einzige Gleichung sein</translation>
    </message>
    <message>
        <source>line %1, column %2: a matrix, layernorm and [t-1] cannot stand in an equation that works element by element</source>
        <translation>Zeile %1, Spalte %2: eine Matrix, layernorm und [t-1] können nicht in einer Gleichung stehen, die elementweise rechnet</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; reads neither x nor a state, so that it has no steps</source>
        <translation>Zeile %1: „%2“ liest weder x noch einen Zustand und hat deshalb keine Schritte</translation>
    </message>
    <message>
        <source>an equation takes %1 instructions, but CAFFE runs at most %2 on a GPU; a part of it may be an equation of its own</source>
        <translation>eine Gleichung braucht %1 Anweisungen, CAFFE führt auf einer GPU aber höchstens %2 aus; ein Teil davon kann eine eigene Gleichung sein</translation>
    </message>
    <message>
        <source>%1 lacks %2</source>
        <translation>in %1 fehlt %2</translation>
    </message>
    <message>
        <source>CELL: a stage reads and writes %1 tensors, but at most %2 fit into the arguments of a kernel</source>
        <translation>CELL: eine Stufe liest und schreibt %1 Tensoren, aber höchstens %2 passen in die Argumente eines Kernels</translation>
    </message>
    <message>
        <source>CELL: a stage has %1 operations, but at most %2 are possible without NVRTC</source>
        <translation>CELL: eine Stufe hat %1 Operationen, aber ohne NVRTC sind höchstens %2 möglich</translation>
    </message>
    <message>
        <source>NVRTC was not found, so FUSED interprets what CELL computes element by element, which is slower: install NVIDIA&apos;s CUDA toolkit, or name its folder in HAMNET_CUDA_LIBRARIES</source>
        <translation>NVRTC wurde nicht gefunden; FUSED interpretiert deshalb, was CELL elementweise berechnet, und das ist langsamer: Installieren Sie NVIDIAs CUDA-Toolkit oder nennen Sie seinen Ordner in HAMNET_CUDA_LIBRARIES</translation>
    </message>
    <message>
        <source>NVRTC: %1: %2</source>
        <translation>NVRTC: %1: %2</translation>
    </message>
    <message>
        <source>NVRTC does not compile a cell: %1</source>
        <translation>NVRTC übersetzt eine Zelle nicht: %1</translation>
    </message>
    <message>
        <source>neither cell nor equations is given</source>
        <translation>weder cell noch equations ist gegeben</translation>
    </message>
    <message>
        <source>cell is %1, and equations are given, but only one of the two can be</source>
        <translation>cell ist %1, und equations ist auch gegeben, es kann aber nur eines von beiden sein</translation>
    </message>
    <message>
        <source>input 1 is a single number, but must have an axis of units</source>
        <translation>Eingang 1 ist eine einzelne Zahl, muss aber eine Achse der Einheiten haben</translation>
    </message>
    <message>
        <source>reads names %1 tensors, but the layer has %2 bottoms</source>
        <translation>reads nennt %1 Tensoren, die Schicht hat aber %2 bottoms</translation>
    </message>
    <message>
        <source>heads is %1, which does not divide both the %2 inputs and the %3 outputs</source>
        <translation>heads ist %1; dadurch lassen sich die %2 Eingänge und die %3 Ausgänge nicht beide teilen</translation>
    </message>
    <message>
        <source>heads is %1, but with transpose only 1 is supported</source>
        <translation>heads ist %1, mit transpose wird aber nur 1 unterstützt</translation>
    </message>
    <message>
        <source>input x is a single number, but must have an axis of units</source>
        <translation>Eingang x ist eine einzelne Zahl, muss aber eine Achse der Einheiten haben</translation>
    </message>
    <message>
        <source>it has ports for %1 states before and %2 after, but its cell has %3</source>
        <translation>sie hat Anschlüsse für %1 Zustände davor und %2 danach, ihre Zelle hat aber %3</translation>
    </message>
    <message>
        <source>only %1 was measured</source>
        <translation>nur %1 wurde gemessen</translation>
    </message>
    <message>
        <source>%1 trains %2 times as fast as %3; from the same weights their losses differ by %4 at most over %5 iterations</source>
        <translation>%1 trainiert %2-mal so schnell wie %3; von denselben Gewichten aus weichen ihre Verluste über %5 Iterationen um höchstens %4 voneinander ab</translation>
    </message>
    <message>
        <source>%1 trains %2 times as fast as %3 and takes %4 times its memory; from the same weights their losses differ by %5 at most over %6 iterations</source>
        <translation>%1 trainiert %2-mal so schnell wie %3 und braucht %4-mal so viel Speicher; von denselben Gewichten aus weichen ihre Verluste über %6 Iterationen um höchstens %5 voneinander ab</translation>
    </message>
    <message>
        <source>the event &quot;%1&quot; of a run cannot be read</source>
        <translation>das Ereignis „%1“ eines Laufs kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>device &quot;%1&quot; is not available: there is no GPU</source>
        <translation>Gerät „%1“ ist nicht verfügbar: Es gibt keine GPU</translation>
    </message>
    <message>
        <source>the devices are &quot;%1&quot;, but several have to be GPUs, as in cuda:0,cuda:1 or cuda:all; the processor is one device, cpu</source>
        <translation>die Geräte sind „%1“, mehrere müssen aber GPUs sein, wie in cuda:0,cuda:1 oder cuda:all; der Prozessor ist ein einziges Gerät, cpu</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is given, but neither &quot;%3&quot; nor a state needs it; use it or leave it out</source>
        <translation>Zeile %1: „%2“ wird bestimmt, aber weder „%3“ noch ein Zustand braucht es; verwenden oder weglassen</translation>
    </message>
    <message>
        <source>its structure has version %1, but this is Hamnet %2, which reads version %3</source>
        <translation>die Struktur hat Version %1, dies ist aber Hamnet %2, das Version %3 liest</translation>
    </message>
    <message>
        <source>%1 is a link, a pipe or a device, but must be a file of its own; remove it</source>
        <translation>%1 ist eine Verknüpfung, eine Pipe oder ein Gerät, muss aber eine eigene Datei sein; bitte entfernen</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2; %3</source>
        <translation>%1 kann nicht geschrieben werden: %2; %3</translation>
    </message>
    <message>
        <source>%1 is a link to another place, but must be a folder of its own; remove it</source>
        <translation>%1 ist eine Verknüpfung an einen anderen Ort, muss aber ein eigener Ordner sein; bitte entfernen</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>%1: holds no net, but an SVG or PNG picture that Hamnet saved is wanted</source>
        <translation>%1: enthält kein Netz, nötig ist ein SVG- oder PNG-Bild, das Hamnet gespeichert hat</translation>
    </message>
    <message>
        <source>%1 is %2, but must be 0: the cell has no matrix that multiplies units, so that nothing would be dropped</source>
        <translation>%1 ist %2, muss aber 0 sein: Die Zelle hat keine Matrix, die Einheiten multipliziert, sodass nichts wegfiele</translation>
    </message>
    <message>
        <source>%1; on random input its equation of &quot;%2&quot; gives no number at step %3</source>
        <translation>%1; bei zufälliger Eingabe ergibt die Gleichung von „%2“ in Schritt %3 keine Zahl</translation>
    </message>
    <message>
        <source>layer %1 (%2), gradient by input %3</source>
        <translation>Schicht %1 (%2), Gradient nach Eingang %3</translation>
    </message>
    <message>
        <source>the gradient by weight %1</source>
        <translation>dem Gradienten nach dem Gewicht %1</translation>
    </message>
    <message>
        <source>the name of %1 is not UTF-8, but the description of a run names it; give the file another name</source>
        <translation>der Name von %1 ist kein UTF-8, die Beschreibung eines Laufs nennt die Datei aber; ihr einen anderen Namen geben</translation>
    </message>
    <message>
        <source>%1: found %2, but an object with the keys %3 is wanted</source>
        <translation>%1: %2 gefunden, nötig ist aber ein Objekt mit den Schlüsseln %3</translation>
    </message>
    <message>
        <source>%1: a run has no %2%3; its keys are %4</source>
        <translation>%1: ein Lauf hat kein %2%3; seine Schlüssel sind %4</translation>
    </message>
    <message>
        <source>%1: %2 is %3, but must be a text</source>
        <translation>%1: %2 ist %3, muss aber ein Text sein</translation>
    </message>
    <message>
        <source>%1: %2 is %3, but must be a number, a text, true or false</source>
        <translation>%1: %2 ist %3, muss aber eine Zahl, ein Text, true oder false sein</translation>
    </message>
    <message>
        <source>%1: %2 is %3, but must be an object</source>
        <translation>%1: %2 ist %3, muss aber ein Objekt sein</translation>
    </message>
    <message>
        <source>%1 is no JSON, but the description of a run is wanted</source>
        <translation>%1 ist kein JSON, nötig ist aber die Beschreibung eines Laufs</translation>
    </message>
    <message>
        <source>%1: a run that goes on has the net and the solver of its checkpoint; leave out %2, or resume</source>
        <translation>%1: ein Lauf, der weitergeht, hat das Netz und den Solver seines Checkpoints; %2 oder resume weglassen</translation>
    </message>
    <message>
        <source>%1: first_weights name no file; add it, or leave them out</source>
        <translation>%1: first_weights nennt keine Datei; sie ergänzen oder first_weights weglassen</translation>
    </message>
    <message>
        <source>seed is %1, but must be at most %2, so that all %3 seeds are numbers up to %4</source>
        <translation>seed ist %1, darf aber höchstens %2 sein, damit alle %3 Startwerte Zahlen bis %4 sind</translation>
    </message>
    <message>
        <source>a gradient was not finite at iteration %1, where the loss was %2</source>
        <translation>ein Gradient war bei Iteration %1 nicht endlich, der Verlust war dort %2</translation>
    </message>
    <message>
        <source>1 field</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>a day and an hour that exist, as %1</source>
        <translation>einen Tag und eine Stunde, die es gibt, wie %1</translation>
    </message>
    <message>
        <source>a time as in the first rows, %1</source>
        <translation>eine Zeit wie in den ersten Zeilen, %1</translation>
    </message>
    <message>
        <source>%1: the column %2 is empty, wanted values</source>
        <translation>%1: die Spalte %2 ist leer, erwartet Werte</translation>
    </message>
    <message>
        <source>; delimiter of SEQUENCEDATA (or --delimiter) says what parts the columns</source>
        <translation>; delimiter von SEQUENCEDATA (oder --delimiter) sagt, was die Spalten trennt</translation>
    </message>
    <message>
        <source>; header: NAMES of SEQUENCEDATA (or --header) takes the first row for names</source>
        <translation>; header: NAMES von SEQUENCEDATA (oder --header) nimmt die erste Zeile als Namen</translation>
    </message>
    <message>
        <source>%1: found two columns named %2, wanted a different name for each; where the first row has no names, header: VALUES of SEQUENCEDATA (or --header) reads it as the others</source>
        <translation>%1: zwei Spalten heißen %2, erwartet verschiedene Namen; hat die erste Zeile keine Namen, liest header: VALUES von SEQUENCEDATA (oder --header) sie wie die anderen</translation>
    </message>
    <message>
        <source>%1: the column %2 holds times, but the rows are read in the order of the file; %3 sorts them by it</source>
        <translation>%1: die Spalte %2 enthält Zeiten, die Zeilen werden aber in der Reihenfolge der Datei gelesen; %3 ordnet sie danach</translation>
    </message>
    <message>
        <source>found no column of numbers to read, wanted at least one input</source>
        <translation>keine Spalte mit Zahlen gefunden, erwartet wenigstens eine Eingabe</translation>
    </message>
    <message>
        <source>%1; nor can be used: %2%3</source>
        <translation>%1; auch nicht zu brauchen: %2%3</translation>
    </message>
    <message>
        <source>%1: columns of text are not read: %2</source>
        <translation>%1: Spalten mit Text werden nicht gelesen: %2</translation>
    </message>
    <message>
        <source>%1: the column %2 is %3 in all training rows, wanted values that differ</source>
        <translation>%1: die Spalte %2 ist in allen Trainingszeilen %3, erwartet verschiedene Werte</translation>
    </message>
    <message>
        <source>%1: %2 than the %3 rows of a window and is left out, with so many rows: %4</source>
        <translation>%1: %2 als die %3 Zeilen eines Fensters und wird ausgelassen, mit so vielen Zeilen: %4</translation>
    </message>
    <message>
        <source>1 series is shorter</source>
        <translation>1 Reihe ist kürzer</translation>
    </message>
    <message>
        <source>each of %1 series is shorter</source>
        <translation>jede von %1 Reihen ist kürzer</translation>
    </message>
    <message>
        <source>%1: the column %2 is %3 in %4, and from %5 to %6 in all others; if it stands for a missing value, the file should have nothing there</source>
        <translation>%1: die Spalte %2 ist in %4 %3, in allen anderen von %5 bis %6; steht das für einen fehlenden Wert, sollte dort nichts stehen</translation>
    </message>
    <message>
        <source>%1, row %2, column %3: found no number</source>
        <translation>%1, Zeile %2, Spalte %3: keine Zahl gefunden</translation>
    </message>
    <message>
        <source>%1 a row without a number and are left out: %2</source>
        <translation>%1 eine Zeile ohne Zahl, ausgelassen: %2</translation>
    </message>
    <message>
        <source>1 window reads</source>
        <translation>1 Fenster liest</translation>
    </message>
    <message>
        <source>%1 windows read</source>
        <translation>%1 Fenster lesen</translation>
    </message>
    <message>
        <source>the data are of kind %1, but rows, table or lines is wanted</source>
        <translation>die Daten sind von der Art %1, erwartet rows, table oder lines</translation>
    </message>
    <message>
        <source>the delimiter of the table has the code %1, wanted a tab, a semicolon, a bar or a comma</source>
        <translation>das Trennzeichen der Tabelle hat den Code %1, erwartet wird ein Tabulator, ein Semikolon, ein senkrechter Strich oder ein Komma</translation>
    </message>
    <message>
        <source>Hamnet has no such layer; a chain of Gather, recurrent cells, MatMul or Gemm, Tanh, Sigmoid, Relu and Softmax, with weights that are floats, is wanted</source>
        <translation>Hamnet hat keine solche Schicht; erwartet wird eine Kette aus Gather, rekurrenten Zellen, MatMul oder Gemm, Tanh, Sigmoid, Relu und Softmax mit Gewichten, die Gleitkommazahlen sind</translation>
    </message>
    <message>
        <source>it takes a part of the text&apos;s numbers, or may mix those of several characters, but all of each are wanted, and apart from others</source>
        <translation>er nimmt einen Teil der Zahlen des Textes oder könnte die mehrerer Zeichen mischen, erwartet werden aber alle eines jeden, getrennt von anderen</translation>
    </message>
    <message>
        <source>it makes other numbers of the text: ids are whole numbers, and what the net makes of them are floats</source>
        <translation>er macht andere Zahlen aus dem Text: Nummern von Zeichen sind ganze Zahlen, und was das Netz daraus macht, sind Gleitkommazahlen</translation>
    </message>
    <message>
        <source>it takes a part only, but rows of a constant by the ids, or each character&apos;s numbers, all of them, are wanted</source>
        <translation>er nimmt nur einen Teil, erwartet werden aber Zeilen einer Konstanten nach den Nummern, oder alle Zahlen jedes Zeichens</translation>
    </message>
    <message>
        <source>%1: its net reads %2, but the model that is given for it reads %3</source>
        <translation>%1: das Netz darin liest %2, aber das Modell, das dafür angegeben ist, liest %3</translation>
    </message>
    <message>
        <source>its attribute %1 is of another kind than ONNX&apos;s</source>
        <translation>sein Attribut %1 ist von anderer Art als das von ONNX</translation>
    </message>
    <message>
        <source>; wanted is the graph as Hamnet wrote it, or one of a net that reads a text, without hamnet.model in its metadata</source>
        <translation>; erwartet wird der Graph, wie Hamnet ihn geschrieben hat, oder einer eines Netzes, das einen Text liest, ohne hamnet.model in den Metadaten</translation>
    </message>
    <message>
        <source>the model &quot;%1&quot; reads INPUT layers, whose shapes set the batch; another batch size needs a SEQUENCEDATA layer in their place</source>
        <translation>das Modell „%1“ liest INPUT-Schichten, deren Formen den Stapel bestimmen; eine andere Stapelgröße braucht stattdessen eine SEQUENCEDATA-Schicht</translation>
    </message>
    <message>
        <source>%1 is %2, but only a SEQUENCEDATA layer reads a table, and the model has none</source>
        <translation>%1 ist %2, aber nur eine SEQUENCEDATA-Schicht liest eine Tabelle, und das Modell hat keine</translation>
    </message>
    <message>
        <source>the model names the data %1, which are outside the model&apos;s own folder; to use them, name them yourself</source>
        <translation>das Modell nennt die Daten %1 außerhalb des eigenen Ordners; um sie zu nehmen, nennen Sie sie selbst</translation>
    </message>
    <message>
        <source>a batch size of %1 is too small for %2 devices; raise it or name fewer devices</source>
        <translation>eine Stapelgröße von %1 ist zu klein für %2 Geräte; erhöhen Sie sie oder nennen Sie weniger Geräte</translation>
    </message>
    <message>
        <source>no data are held out for validation, so nothing can be validated</source>
        <translation>für die Validierung ist nichts zurückgehalten, also kann nichts validiert werden</translation>
    </message>
    <message>
        <source>%1 was not found: install NVIDIA&apos;s CUDA toolkit, or name its folder in HAMNET_CUDA_LIBRARIES</source>
        <translation>%1 wurde nicht gefunden: installieren Sie NVIDIAs CUDA-Toolkit, oder nennen Sie den Ordner in HAMNET_CUDA_LIBRARIES</translation>
    </message>
    <message>
        <source>%1 devices train in a process each, which would have to read the data from a file, but they lie in memory; train on one device</source>
        <translation>%1 Geräte trainieren in je einem Prozess, der die Daten aus einer Datei lesen müsste, aber sie liegen im Speicher; trainieren Sie auf einem Gerät</translation>
    </message>
    <message>
        <source>a number without marks between its thousands, or decimal: %1 of SEQUENCEDATA (or --decimal) where the mark is a decimal one</source>
        <translation>eine Zahl ohne Zeichen zwischen den Tausendern, oder decimal: %1 von SEQUENCEDATA (oder --decimal), wo es ein Dezimalzeichen ist</translation>
    </message>
    <message>
        <source>; inputs: %1 of SEQUENCEDATA leaves %2 out</source>
        <translation>; inputs: %1 von SEQUENCEDATA lässt %2 weg</translation>
    </message>
    <message>
        <source>its axis is one of steps or streams, which code has one by one</source>
        <translation>ihre Achse ist die der Schritte oder Ströme, die Code einzeln durchläuft</translation>
    </message>
    <message>
        <source>%1 is not among the layers that are</source>
        <translation>%1 gehört nicht zu den Schichten, für die das geht</translation>
    </message>
    <message>
        <source>its factor %1 has neither each step&apos;s axes nor weights</source>
        <translation>ihr Faktor %1 hat weder die Achsen jedes Schritts noch Gewichte</translation>
    </message>
    <message>
        <source>its bias has steps and streams</source>
        <translation>ihr Bias hat Schritte und Ströme</translation>
    </message>
    <message>
        <source>its shape %1 mixes steps or streams</source>
        <translation>ihre Form %1 mischt Schritte oder Ströme</translation>
    </message>
    <message>
        <source>its axis is not the last</source>
        <translation>ihre Achse ist nicht die letzte</translation>
    </message>
    <message>
        <source>it reads one number a step</source>
        <translation>sie liest eine Zahl je Schritt</translation>
    </message>
    <message>
        <source>it reads all steps, but the net writes one character a step</source>
        <translation>sie liest alle Schritte, aber das Netz schreibt ein Zeichen je Schritt</translation>
    </message>
    <message>
        <source>it does not read the lengths, but another layer does</source>
        <translation>sie liest die Längen nicht, eine andere Schicht aber schon</translation>
    </message>
    <message>
        <source>it is bidirectional, and a step knows nothing of those that come</source>
        <translation>sie ist bidirektional, und ein Schritt weiß nichts von denen, die noch kommen</translation>
    </message>
    <message>
        <source>its weights are in %1</source>
        <translation>ihre Gewichte stehen in %1</translation>
    </message>
    <message>
        <source>needs cuDNN 9, but %1: install it, or name its folder in HAMNET_CUDA_LIBRARIES</source>
        <translation>braucht cuDNN 9, aber %1: installieren Sie es, oder nennen Sie den Ordner in HAMNET_CUDA_LIBRARIES</translation>
    </message>
    <message>
        <source>several GPUs need NCCL, but %1: install NVIDIA&apos;s package libnccl2, run scripts/get_cuda, or name its folder in HAMNET_CUDA_LIBRARIES</source>
        <translation>mehrere GPUs brauchen NCCL, aber %1: installieren Sie NVIDIAs Paket libnccl2, führen Sie scripts/get_cuda aus, oder nennen Sie den Ordner in HAMNET_CUDA_LIBRARIES</translation>
    </message>
    <message>
        <source>%1 was not found</source>
        <translation>%1 wurde nicht gefunden</translation>
    </message>
    <message>
        <source>%1 does not load: %2</source>
        <translation>%1 lässt sich nicht laden: %2</translation>
    </message>
    <message>
        <source>the net has the character of the number 0, which ends a text of C, so it cannot be written as C; write it as Python, with the ending .py</source>
        <translation>das Netz kennt das Zeichen mit der Nummer 0, das in C einen Text beendet, also lässt es sich nicht als C schreiben; schreiben Sie es als Python, mit der Endung .py</translation>
    </message>
    <message>
        <source>%1 exists and was not written by Hamnet, so the weights of %2 do not replace it; choose another name</source>
        <translation>%1 gibt es schon und ist nicht von Hamnet geschrieben, also ersetzen die Gewichte von %2 es nicht; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>it rounds weights to 16 bits, but weights as they are used are wanted; export the net with its weights in float16 or float32</source>
        <translation>er rundet Gewichte auf 16 Bit, erwartet werden aber Gewichte, wie sie benutzt werden; exportieren Sie das Netz mit Gewichten in float16 oder float32</translation>
    </message>
    <message>
        <source>HAMNET_CUDNN_ALGORITHM is %1, but must be STANDARD, PERSIST_STATIC, PERSIST_DYNAMIC, PERSIST_STATIC_SMALL_H, PERSIST_STATIC_SMALL_H_TF32 or PERSIST_STATIC_FP16</source>
        <translation>HAMNET_CUDNN_ALGORITHM ist %1, muss aber STANDARD, PERSIST_STATIC, PERSIST_DYNAMIC, PERSIST_STATIC_SMALL_H, PERSIST_STATIC_SMALL_H_TF32 oder PERSIST_STATIC_FP16 sein</translation>
    </message>
    <message>
        <source>the checkpoint does not have %1 of this engine, so the run does not go on exactly as if it had not been stopped</source>
        <translation>der Checkpoint hat %1 dieser Engine nicht, der Lauf geht also nicht genau so weiter, als wäre er nicht angehalten worden</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2), wanted the file there</source>
        <translation>%1 ist nicht lesbar (%2), nötig ist die Datei dort</translation>
    </message>
    <message>
        <source>%1 cannot be written, wanted a folder with room for %2 bytes</source>
        <translation>%1 kann nicht geschrieben werden, nötig ist ein Ordner mit Platz für %2 Bytes</translation>
    </message>
    <message>
        <source>found %1 bytes with the SHA-256 %2, wanted %3 bytes with %4</source>
        <translation>%1 Bytes mit SHA-256 %2 gefunden, nötig sind %3 Bytes mit %4</translation>
    </message>
    <message>
        <source>%1: found the magic number %2, wanted %3</source>
        <translation>%1: Kennzahl (magic number) %2 gefunden, nötig ist %3</translation>
    </message>
    <message>
        <source>%1: its header says %2 for a dimension, wanted at least 1, and at most %3 values in all</source>
        <translation>%1: ihr Kopf nennt %2 als Dimension, nötig sind mindestens 1 und höchstens %3 Werte insgesamt</translation>
    </message>
    <message>
        <source>%1: found no image, wanted PNG or JPEG files of the class %2</source>
        <translation>%1: kein Bild gefunden, nötig sind PNG- oder JPEG-Dateien der Klasse %2</translation>
    </message>
    <message>
        <source>%1: found no image, wanted PNG or JPEG files</source>
        <translation>%1: kein Bild gefunden, nötig sind PNG- oder JPEG-Dateien</translation>
    </message>
    <message>
        <source>%1: files and folders that are not read: %2; the first: %3</source>
        <translation>%1: nicht gelesene Dateien und Ordner: %2; der erste: %3</translation>
    </message>
    <message>
        <source>classes with one line only, which teaches little: %1 of %2, the first is %3; wanted lines of the form label&lt;TAB&gt;text without a row of names</source>
        <translation>Klassen mit nur einer Zeile, aus der wenig zu lernen ist: %1 von %2, die erste ist %3; nötig sind Zeilen der Form Klasse&lt;TAB&gt;Text ohne eine Zeile mit Namen</translation>
    </message>
    <message>
        <source>what comes with Hamnet: found no *%1 in %2, wanted one there or in $HAMNET_RESOURCES</source>
        <translation>was zu Hamnet gehört: kein *%1 in %2 gefunden, nötig ist eines dort oder in $HAMNET_RESOURCES</translation>
    </message>
    <message>
        <source>%1, row %2: found %3, wanted %4, as in the first row</source>
        <translation>%1, Zeile %2: %3 gefunden, nötig sind %4 wie in der ersten Zeile</translation>
    </message>
    <message>
        <source>%1, row %2: found a quote (&quot;) in a wrong place, wanted it around whole fields, and doubled within them</source>
        <translation>%1, Zeile %2: ein Anführungszeichen (&quot;) an falscher Stelle gefunden, nötig ist es um ganze Felder, und in ihnen verdoppelt</translation>
    </message>
    <message>
        <source>%1: the times of the column %2 do not follow each other evenly, and windows read across: gaps: %3; rows with the time of the one before: %4; group of SEQUENCEDATA tells several series apart</source>
        <translation>%1: die Zeiten der Spalte %2 folgen nicht gleichmäßig aufeinander, und Fenster lesen darüber hinweg: Lücken: %3; Zeilen mit der Zeit der vorigen: %4; group von SEQUENCEDATA hält mehrere Reihen auseinander</translation>
    </message>
    <message>
        <source>%1 is an archive or a document of another program, wanted a text in UTF-8; unpack it, or save it as text or CSV there</source>
        <translation>%1 ist ein Archiv oder ein Dokument eines anderen Programms, nötig ist ein Text in UTF-8; entpacken Sie es, oder speichern Sie es dort als Text oder CSV</translation>
    </message>
    <message>
        <source>%1 is a text in UTF-16, wanted a text in UTF-8; iconv -f UTF-16 -t UTF-8 makes one of it, as does saving it so</source>
        <translation>%1 ist ein Text in UTF-16, nötig ist ein Text in UTF-8; iconv -f UTF-16 -t UTF-8 macht einen daraus, Speichern in UTF-8 ebenso</translation>
    </message>
    <message>
        <source>layer %1: %2 is another than in the layer %3 of the phase TRAIN, but a run reads its data once; set both to the same, and measure on other data by hamnet evaluate --data</source>
        <translation>Schicht %1: %2 ist anders als in der Schicht %3 der Phase TRAIN, ein Lauf liest seine Daten aber einmal; setzen Sie beide gleich, und messen Sie auf anderen Daten mit hamnet evaluate --data</translation>
    </message>
    <message>
        <source>the training part has no example of %1 of its %2 classes, the first is %3, so the net has outputs that it cannot learn</source>
        <translation>der Trainingsteil hat kein Beispiel für %1 seiner %2 Klassen, die erste ist %3, das Netz hat also Ausgaben, die es nicht lernen kann</translation>
    </message>
    <message>
        <source>%1: found %2 bytes of values, wanted %3, as its header says</source>
        <translation>%1: %2 Bytes an Werten gefunden, nötig sind %3, wie ihr Kopf sagt</translation>
    </message>
    <message>
        <source>a number with the decimal mark %1, if any; decimal of SEQUENCEDATA (or --decimal) sets it</source>
        <translation>eine Zahl, höchstens mit dem Dezimalzeichen %1; decimal von SEQUENCEDATA (oder --decimal) legt es fest</translation>
    </message>
    <message>
        <source>%1 has changed since the net learned from it, so it may have learned from some of what counts as held out</source>
        <translation>%1 hat sich geändert, seit das Netz daraus gelernt hat, es kann also aus einigem gelernt haben, was als zurückgehalten zählt</translation>
    </message>
    <message>
        <source>%1 has an output at each step; only a net with one answer for a sequence is exported, so put a LAST before it</source>
        <translation>%1 hat eine Ausgabe in jedem Schritt; exportiert wird nur ein Netz mit einer Antwort je Folge, also muss ein LAST davor</translation>
    </message>
    <message>
        <source>layer %1 cannot be exported: %2</source>
        <translation>Schicht %1 kann nicht exportiert werden: %2</translation>
    </message>
    <message>
        <source>the net reads lines without their lengths, so what is behind a line&apos;s end counts, but only lines themselves are exported: connect length to LAST or MEANOVERSTEPS and train it again</source>
        <translation>das Netz liest Zeilen ohne ihre Längen, also zählt, was hinter dem Ende einer Zeile steht, aber exportiert werden nur die Zeilen selbst: verbinden Sie length mit LAST oder MEANOVERSTEPS und trainieren Sie es neu</translation>
    </message>
    <message>
        <source>it has a name twice</source>
        <translation>es hat einen Namen zweimal</translation>
    </message>
    <message>
        <source>it is no JSON</source>
        <translation>es ist kein JSON</translation>
    </message>
    <message>
        <source>it has more than %1 names and values</source>
        <translation>es hat mehr als %1 Namen und Werte</translation>
    </message>
    <message>
        <source>it is nested more than %1 deep</source>
        <translation>es ist mehr als %1-fach geschachtelt</translation>
    </message>
    <message>
        <source>%1: has more than %2 parts, or some nested more than %3 deep</source>
        <translation>%1: hat mehr als %2 Teile oder mehr als %3-fach geschachtelte</translation>
    </message>
    <message>
        <source>%1: field %2 is of another kind than such a file has</source>
        <translation>%1: Feld %2 ist von anderer Art, als eine solche Datei es hat</translation>
    </message>
    <message>
        <source>its header: %1</source>
        <translation>sein Kopf: %1</translation>
    </message>
    <message>
        <source>tensor %1 has no dtype, shape or data_offsets, or one of another kind than a safetensors file has</source>
        <translation>Tensor %1 hat kein dtype, shape oder data_offsets, oder eines von anderer Art, als eine Safetensors-Datei es hat</translation>
    </message>
    <message>
        <source>the LSTM_UNITs of the two nets read their gates in different orders; wanted is the same gate_order in both</source>
        <translation>die LSTM_UNITs der beiden Netze lesen ihre Gates in verschiedener Reihenfolge; nötig ist dieselbe gate_order in beiden</translation>
    </message>
    <message>
        <source>layer %1: gate_order IFGO has no form in BVLC Caffe; a prototxt in Hamnet&apos;s form, a .hamnet or a .safetensors file holds it</source>
        <translation>Schicht %1: gate_order IFGO hat keine Form in BVLC Caffe; eine Prototxt in Hamnets Form, eine .hamnet- oder eine .safetensors-Datei enthält sie</translation>
    </message>
    <message>
        <source>, CARRY keeps the last value</source>
        <translation>, CARRY behält den letzten Wert</translation>
    </message>
    <message>
        <source>%1: found no row that its gaps leave, wanted at least one; CARRY in gaps of SEQUENCEDATA keeps rows</source>
        <translation>%1: keine Zeile gefunden, die ihre Lücken übrig lassen, verlangt mindestens eine; CARRY in gaps von SEQUENCEDATA behält Zeilen</translation>
    </message>
    <message>
        <source>gaps: found %1, wanted SKIP or CARRY, alone for all columns or behind a column&apos;s name, as wind=SKIP</source>
        <translation>gaps: %1 gefunden, verlangt SKIP oder CARRY, allein für alle Spalten oder hinter dem Namen einer Spalte, wie wind=SKIP</translation>
    </message>
    <message>
        <source>%1: training windows that read a gap which was filled with a value that is held out: %2; the net does not learn from them</source>
        <translation>%1: Trainingsfenster, die eine Lücke lesen, die mit einem zurückgehaltenen Wert gefüllt wurde: %2; das Netz lernt nicht daraus</translation>
    </message>
    <message>
        <source>the file&apos;s weights are for other columns than the data have, or in another order; inputs: %1 of SEQUENCEDATA reads those of the file</source>
        <translation>die Gewichte der Datei sind für andere Spalten, als die Daten haben, oder in anderer Reihenfolge; inputs: %1 von SEQUENCEDATA liest die der Datei</translation>
    </message>
    <message>
        <source>the file does not tell which of its modules %1 belongs to which of the layers %2: wanted are as many of both, whose names are the same or differ in numbers alone; nothing was taken; name the layers in the net&apos;s prototxt as the modules are called, or the other way round</source>
        <translation>die Datei sagt nicht, welches ihrer Module %1 zu welcher der Schichten %2 gehört: erwartet werden von beiden gleich viele, deren Namen dieselben sind oder sich nur in Zahlen unterscheiden; nichts wurde übernommen; benennen Sie die Schichten im Prototxt des Netzes wie die Module, oder umgekehrt</translation>
    </message>
    <message>
        <source>weight %1 %2 was not found: the file has no %3</source>
        <translation>das Gewicht %1 %2 wurde nicht gefunden: die Datei hat kein %3</translation>
    </message>
    <message>
        <source>this program cannot be started once more: %1; see that more processes may run</source>
        <translation>dieses Programm kann nicht noch einmal gestartet werden: %1; sorgen Sie dafür, dass weitere Prozesse laufen dürfen</translation>
    </message>
    <message>
        <source>this program cannot be started once more in %1: %2; see that the folder can be entered, and that more processes may run</source>
        <translation>dieses Programm kann in %1 nicht noch einmal gestartet werden: %2; sorgen Sie dafür, dass der Ordner geöffnet werden kann und dass weitere Prozesse laufen dürfen</translation>
    </message>
    <message>
        <source>the file&apos;s weights are for the column %1, which the data do not give; where the table has it, inputs: %2 of SEQUENCEDATA reads the columns of the file; where not, these weights cannot be used for the table</source>
        <translation>die Gewichte der Datei sind für die Spalte %1, die die Daten nicht liefern; hat die Tabelle sie, liest inputs: %2 von SEQUENCEDATA die Spalten der Datei; sonst sind diese Gewichte für die Tabelle nicht verwendbar</translation>
    </message>
    <message>
        <source>only one of the two nets, the one that was trained or this one, has the recurrent layer %1</source>
        <translation>nur eines der beiden Netze, das trainierte oder dieses, hat die rekurrente Schicht %1</translation>
    </message>
    <message>
        <source>a text in UTF-8%1</source>
        <translation>ein Text in UTF-8%1</translation>
    </message>
    <message>
        <source>a name in it has %1 bytes, but %2 are the most</source>
        <translation>ein Name darin hat %1 Bytes, höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <source>a number in it is %1, but must be 0 or more</source>
        <translation>eine Zahl darin ist %1, muss aber mindestens 0 sein</translation>
    </message>
    <message>
        <source>the folder %1 cannot be made: %2; choose another folder</source>
        <translation>der Ordner %1 kann nicht angelegt werden: %2; wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>is damaged: its table of sections is none that Hamnet writes</source>
        <translation>ist beschädigt: Die Tabelle der Abschnitte ist keine, die Hamnet schreibt</translation>
    </message>
    <message>
        <source>its curve is not one that a run writes</source>
        <translation>die Kurve ist keine, die ein Lauf schreibt</translation>
    </message>
    <message>
        <source>the tensor %1 has the shape %2, but extents are 0 or more, their product at most 2^40 and their number at most %3</source>
        <translation>der Tensor %1 hat die Form %2, aber Ausdehnungen sind mindestens 0, ihr Produkt höchstens 2^40 und ihre Anzahl höchstens %3</translation>
    </message>
    <message>
        <source>tensor %1 has an impossible shape</source>
        <translation>der Tensor %1 hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>%1: the numbers of its constant %2 lie in %3, which is no file beside it: wanted are both files in one folder, as they were exported, or one that torch.onnx.export(..., external_data=False) writes</source>
        <translation>%1: Die Zahlen der Konstante %2 liegen in %3, das keine Datei daneben ist: Erwartet werden beide Dateien in einem Ordner, wie sie exportiert wurden, oder eine, die torch.onnx.export(..., external_data=False) schreibt</translation>
    </message>
    <message>
        <source>read as MyCaffe&apos;s dialect, since line %1 has %2, as only MyCaffe writes it</source>
        <translation>als Dialekt von MyCaffe gelesen, weil Zeile %1 %2 hat, wie es nur MyCaffe schreibt</translation>
    </message>
    <message>
        <source>found %1, expected %2 in %3</source>
        <translation>%1 gefunden, %2 in %3 erwartet</translation>
    </message>
    <message>
        <source>found %1, the form of Caffe&apos;s first versions, expected layer { name: ... type: &quot;InnerProduct&quot; ... }: Caffe&apos;s upgrade_net_proto_text converts such files</source>
        <translation>%1 gefunden, die Form der ersten Versionen von Caffe, erwartet wird layer { name: ... type: &quot;InnerProduct&quot; ... }: upgrade_net_proto_text von Caffe wandelt solche Dateien um</translation>
    </message>
    <message>
        <source>its exclude { phase: RUN }</source>
        <translation>das exclude { phase: RUN }</translation>
    </message>
    <message>
        <source>%1 has the form of Caffe&apos;s first versions: Caffe&apos;s upgrade_net_proto_binary converts such files</source>
        <translation>%1 hat die Form der ersten Versionen von Caffe: upgrade_net_proto_binary von Caffe wandelt solche Dateien um</translation>
    </message>
    <message>
        <source>it has more than %1 tensors, or a name of more than %2 bytes</source>
        <translation>sie hat mehr als %1 Tensoren oder einen Namen von mehr als %2 Bytes</translation>
    </message>
    <message>
        <source>it is no part of one chain from the ids to the scores, and no weight, shape or state to start from</source>
        <translation>er ist kein Teil einer einzigen Kette von den Nummern zu den Punktwerten und kein Gewicht, keine Form und kein Anfangszustand</translation>
    </message>
    <message>
        <source>the net in the metadata has %1 there, with inputs, outputs and attributes of its own%2</source>
        <translation>das Netz in den Metadaten hat dort %1, mit eigenen Eingaben, Ausgaben und Attributen%2</translation>
    </message>
    <message>
        <source>%1: its last nodes, inputs or outputs are not those of the net in its metadata%2</source>
        <translation>%1: die letzten Knoten, die Eingaben oder die Ausgaben sind nicht die des Netzes in den Metadaten%2</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>one in each row; rows without: %1; gaps: %2 of SEQUENCEDATA (or --gaps) leaves them out%3</source>
        <translation>einer in jeder Zeile; Zeilen ohne: %1; gaps: %2 von SEQUENCEDATA (oder --gaps) lässt sie weg%3</translation>
    </message>
    <message>
        <source>a column of numbers%1</source>
        <translation>eine Spalte mit Zahlen%1</translation>
    </message>
    <message>
        <source>date_order: DAY or MONTH of SEQUENCEDATA (or --date-order) to say whether the day or the month is first</source>
        <translation>date_order: DAY oder MONTH von SEQUENCEDATA (oder --date-order), das sagt, ob Tag oder Monat zuerst steht</translation>
    </message>
    <message>
        <source>a time such as 1981-01-31 18:30, 31.01.1981, 31/01/1981 or 01/31/1981, or a number that grows with it</source>
        <translation>eine Zeit wie 1981-01-31 18:30, 31.01.1981, 31/01/1981 oder 01/31/1981, oder eine Zahl, die mit ihr wächst</translation>
    </message>
    <message>
        <source>; a net with SOFTMAXWITHLOSS predicts texts, as classes</source>
        <translation>; ein Netz mit SOFTMAXWITHLOSS sagt Texte als Klassen voraus</translation>
    </message>
    <message>
        <source>a number without marks between its thousands</source>
        <translation>eine Zahl ohne Tausendertrennzeichen</translation>
    </message>
    <message>
        <source>the model is another net than the file&apos;s: it has %1 where the file has %2</source>
        <translation>das Modell ist ein anderes Netz als das der Datei: es hat %1, wo die Datei %2 hat</translation>
    </message>
    <message>
        <source>found the typographic quotation mark %1, expected a plain &quot; or &apos; around the value of %2</source>
        <translation>typografisches Anführungszeichen %1 gefunden, erwartet wird ein einfaches &quot; oder &apos; um den Wert von %2</translation>
    </message>
    <message>
        <source>layer %1 was left out: its tensors are %2 in the file, but %3 in the model</source>
        <translation>Schicht %1 wurde weggelassen: Ihre Tensoren sind in der Datei %2, im Modell aber %3</translation>
    </message>
    <message>
        <source>%1: is no PNG picture, or a damaged one</source>
        <translation>%1: ist kein PNG-Bild oder ein beschädigtes</translation>
    </message>
    <message>
        <source>node %1 gets the %2 of its backward direction from outside; Hamnet starts that direction from zeros in each batch</source>
        <translation>Knoten %1 bekommt %2 der Rückwärtsrichtung von außen; Hamnet beginnt diese Richtung in jedem Batch mit Nullen</translation>
    </message>
    <message>
        <source>weight %1 was added into each row of %2.weight, as an embedding has no bias there</source>
        <translation>Gewicht %1 wurde zu jeder Zeile von %2.weight addiert, da ein Embedding dort keinen Bias hat</translation>
    </message>
    <message>
        <source>wanted is a constant matrix for each character&apos;s numbers, which lie on the last axis of what a layer gives, and one bias behind it (of a Gemm, with transA 0, alpha 1 and beta 1)</source>
        <translation>nötig ist eine konstante Matrix für die Zahlen jedes Zeichens, die auf der letzten Achse dessen liegen, was eine Schicht ergibt, und dahinter ein einziger Bias (bei Gemm mit transA 0, alpha 1 und beta 1)</translation>
    </message>
    <message>
        <source>wanted is what a layer gives, with each character&apos;s numbers on the last axis</source>
        <translation>nötig ist, was eine Schicht ergibt, mit den Zahlen jedes Zeichens auf der letzten Achse</translation>
    </message>
    <message>
        <source>wanted is a cell of Hamnet&apos;s: constant weights, layout 0, linear_before_reset 1 in a GRU, no peepholes, the same functions in all directions (LSTM and GRU: Sigmoid and Tanh, RNN: Tanh or Relu), all steps of steps × streams × width, along the same axis as other cells, from zeros or an input of the graph</source>
        <translation>nötig ist eine Zelle von Hamnet: konstante Gewichte, layout 0, linear_before_reset 1 bei GRU, keine Peepholes, dieselben Funktionen in allen Richtungen (LSTM und GRU: Sigmoid und Tanh, RNN: Tanh oder Relu), alle Schritte von Schritte × Ströme × Breite, entlang derselben Achse wie andere Zellen, von Nullen oder einem Eingang des Graphen an</translation>
    </message>
    <message>
        <source>wanted is one chain of nodes from the ids to one output, which has each character&apos;s scores on its last axis, as a MatMul or Gemm gives them</source>
        <translation>nötig ist eine einzige Kette von Knoten von den Nummern zu einer Ausgabe, die die Punktwerte jedes Zeichens auf ihrer letzten Achse hat, wie ein MatMul oder Gemm sie ergibt</translation>
    </message>
    <message>
        <source>%1: found the name &quot;%2&quot;, wanted one of these: %3</source>
        <translation>%1: Name „%2“ gefunden, möglich sind: %3</translation>
    </message>
    <message>
        <source>%1, column %2: found the rule CARRY for a column of times, wanted SKIP; gaps: %3 of SEQUENCEDATA (or --gaps)</source>
        <translation>%1, Spalte %2: Regel CARRY für eine Spalte von Zeiten gefunden, möglich ist SKIP; gaps: %3 von SEQUENCEDATA (oder --gaps)</translation>
    </message>
    <message>
        <source>the %1 part has no window of %2 rows whose target %3 is known, wanted at least one: more rows%4, a larger share, shorter windows or another split</source>
        <translation>der Teil %1 hat kein Fenster von %2 Zeilen mit bekanntem Ziel %3, nötig ist mindestens eines: mehr Zeilen%4, ein größerer Anteil, kürzere Fenster oder eine andere Aufteilung</translation>
    </message>
    <message>
        <source>%1 is %2, but must be a number of GiB above 0</source>
        <translation>%1 ist %2, muss aber eine Zahl von GiB über 0 sein</translation>
    </message>
    <message>
        <source>%1: it is packed, and has more than %2 when it is unpacked into memory; HAMNET_UNPACK_GIB=8 in the environment allows 8 GiB, and %3 unpacks it on disk</source>
        <translation>%1: ist gepackt und braucht entpackt mehr als %2 Speicher; HAMNET_UNPACK_GIB=8 in der Umgebung erlaubt 8 GiB, und %3 packt auf der Platte aus</translation>
    </message>
    <message>
        <source>found %1 %2; %3</source>
        <translation>%1 %2 gefunden; %3</translation>
    </message>
    <message>
        <source>it reads the state that a recurrent node has after the last step, but the scores of each step are wanted</source>
        <translation>er liest den Zustand, den ein rekurrenter Knoten nach dem letzten Schritt hat, erwartet werden aber die Bewertungen jedes Schritts</translation>
    </message>
    <message>
        <source>it reads one step and starts from zeros at each, but steps on its first axis or a state from an input of the graph are wanted</source>
        <translation>er liest einen Schritt und beginnt jeden mit Nullen, nötig sind aber Schritte auf der ersten Achse oder ein Zustand aus einer Eingabe des Graphen</translation>
    </message>
    <message>
        <source>%1: it has %2 constants, but the net in its metadata has %3%4</source>
        <translation>%1: die Datei hat %2 Konstanten, das Netz in ihren Metadaten aber %3%4</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>no text was chosen to learn from</source>
        <translation>es wurde kein Text zum Lernen gewählt</translation>
    </message>
    <message>
        <source>there is not enough memory to train this model</source>
        <translation>der Speicher reicht nicht, um dieses Modell zu trainieren</translation>
    </message>
    <message>
        <source>there is not enough memory for this net</source>
        <translation>der Speicher reicht nicht für dieses Netz</translation>
    </message>
    <message>
        <source>this net learned a text, but only sequences are evaluated here</source>
        <translation>dieses Netz hat einen Text gelernt, aber ausgewertet werden hier nur Sequenzen</translation>
    </message>
    <message>
        <source>no text is written yet; write one first, or choose another text</source>
        <translation>es ist noch kein Text geschrieben; zuerst einen schreiben lassen oder einen anderen Text wählen</translation>
    </message>
    <message>
        <source>no text is typed; type one into the field above</source>
        <translation>es ist kein Text eingegeben; bitte einen in das Feld darüber eingeben</translation>
    </message>
    <message>
        <source>The net that wrote this text has changed since and cannot continue it from the middle. Generate another text, with a checkpoint if training goes on: a checkpoint does not change.</source>
        <translation>Das Netz, das diesen Text schrieb, hat sich seitdem verändert und kann ihn nicht aus der Mitte fortsetzen. Abhilfe: einen neuen Text erzeugen, bei laufendem Training mit einem Checkpoint, denn der ändert sich nicht.</translation>
    </message>
    <message>
        <source>The net that wrote this text has changed since: what was likely at each character is no longer known.</source>
        <translation>Das Netz, das diesen Text schrieb, hat sich seitdem verändert: Was an jedem Zeichen wahrscheinlich war, ist nicht mehr bekannt.</translation>
    </message>
    <message>
        <source>The net that wrote this text has changed since: its state is no longer known. Generate another text, with a checkpoint if training goes on: a checkpoint does not change.</source>
        <translation>Das Netz, das diesen Text schrieb, hat sich seitdem verändert: Sein Zustand ist nicht mehr bekannt. Abhilfe: einen neuen Text erzeugen, bei laufendem Training mit einem Checkpoint, denn der ändert sich nicht.</translation>
    </message>
    <message>
        <source>this net learned a text, but only nets that learned sequences are tried here</source>
        <translation>dieses Netz hat einen Text gelernt, hier werden aber nur Netze ausprobiert, die Sequenzen gelernt haben</translation>
    </message>
    <message>
        <source>%1 has no column &quot;%2&quot;, which the net predicts; give a table that has it</source>
        <translation>%1 hat keine Spalte „%2“, die das Netz vorhersagt; eine Tabelle geben, die sie hat</translation>
    </message>
    <message>
        <source>this part of the data is empty; choose another one</source>
        <translation>dieser Teil der Daten ist leer; einen anderen wählen</translation>
    </message>
    <message>
        <source>nothing of the data is held out to evaluate on; validation: 0.1 of SEQUENCEDATA holds out a tenth in the next run</source>
        <translation>von den Daten ist nichts zum Auswerten zurückgehalten; validation: 0.1 von SEQUENCEDATA hält im nächsten Lauf ein Zehntel zurück</translation>
    </message>
    <message>
        <source>this project learns from no text; open the run as a project, or type a text of your own</source>
        <translation>dieses Projekt lernt aus keinem Text; den Lauf als Projekt öffnen oder einen eigenen Text eingeben</translation>
    </message>
</context>
<context>
    <name>SizeTable</name>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer&apos;s name in the drawing.</source>
        <translation>Der Name der Schicht in der Zeichnung.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>The layer&apos;s type.</source>
        <translation>Der Typ der Schicht.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>The shape of its output.</source>
        <translation>Die Form ihrer Ausgabe.</translation>
    </message>
    <message>
        <source>Bytes kept from the forward to the backward pass: outputs, and what %1 needs again.</source>
        <translation>Bytes, die vom Vorwärts- bis zum Rückwärtsdurchlauf behalten werden: Ausgaben und was %1 noch einmal braucht.</translation>
    </message>
</context>
<context>
    <name>Solver</name>
    <message>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <source>File of the model to train when only the solver is given in a terminal.</source>
        <translation>Datei des Modells, das trainiert wird, wenn im Terminal nur der Solver angegeben ist.</translation>
    </message>
    <message>
        <source>Model file for training</source>
        <translation>Modelldatei für das Training</translation>
    </message>
    <message>
        <source>File of the model for training, if it is a separate one.</source>
        <translation>Datei des Modells für das Training, wenn es eine eigene ist.</translation>
    </message>
    <message>
        <source>Model file for validation</source>
        <translation>Modelldatei für die Validierung</translation>
    </message>
    <message>
        <source>File of the model for validation, if it is a separate one; kept in the file without effect here: the model&apos;s layers of phase TEST validate.</source>
        <translation>Datei des Modells für die Validierung, wenn es eine eigene ist; bleibt in der Datei und wirkt hier nicht: Die Schichten der Phase TEST validieren.</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>A file of weights to start from instead of the fillers.</source>
        <translation>Eine Datei mit Gewichten, mit denen statt der Anfangswerte begonnen wird.</translation>
    </message>
    <message>
        <source>Validation batches</source>
        <translation>Validierungsbatches</translation>
    </message>
    <message>
        <source>How many batches of the net&apos;s phase TEST each validation reads, spread over the held-out text; none or 0: all of it, up to two million characters.</source>
        <translation>Wie viele Batches der Phase TEST des Netzes jede Validierung liest, verteilt über den zurückgehaltenen Text; keine Angabe oder 0 liest ihn ganz, bis zu zwei Millionen Zeichen.</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validieren alle</translation>
    </message>
    <message>
        <source>Validate after this many iterations each time; 0: only at the end.</source>
        <translation>Immer nach so vielen Iterationen validieren; 0: nur am Ende.</translation>
    </message>
    <message>
        <source>Loss in validation</source>
        <translation>Verlust bei der Validierung</translation>
    </message>
    <message>
        <source>Whether Caffe computes the loss during validation; Hamnet always does.</source>
        <translation>Ob Caffe beim Validieren den Verlust berechnet; Hamnet tut es immer.</translation>
    </message>
    <message>
        <source>Validate first</source>
        <translation>Zuerst validieren</translation>
    </message>
    <message>
        <source>Whether to validate once before the first iteration.</source>
        <translation>Ob vor der ersten Iteration einmal validiert wird.</translation>
    </message>
    <message>
        <source>Early stopping</source>
        <translation>Vorzeitig beenden</translation>
    </message>
    <message>
        <source>Stop after this many validations in a row without improvement; 0: never.</source>
        <translation>Nach so vielen Validierungen nacheinander ohne Verbesserung beenden; 0: nie.</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>Beste nach</translation>
    </message>
    <message>
        <source>Metric that selects the best checkpoint: loss, accuracy, mae, r2 and others.</source>
        <translation>Maß, nach dem der beste Checkpoint gewählt wird: loss, accuracy, mae, r2 und andere.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>How far each step goes: too large and the loss jumps or explodes, too small and it hardly moves.</source>
        <translation>Wie weit jeder Schritt geht: Ist sie zu groß, springt oder explodiert der Verlust, ist sie zu klein, bewegt er sich kaum.</translation>
    </message>
    <message>
        <source>Rate over time</source>
        <translation>Lernrate im Verlauf</translation>
    </message>
    <message>
        <source>Learning rate schedule: fixed keeps it, cosine lets it fall smoothly to its minimum, step and multistep reduce it in steps.</source>
        <translation>Verlauf der Lernrate: fixed behält sie bei, cosine lässt sie sanft bis zum kleinsten Wert fallen, step und multistep senken sie stufenweise.</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>Factor of step, exp and multistep; steepness of inv and sigmoid.</source>
        <translation>Faktor von step, exp und multistep; Steilheit von inv und sigmoid.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potenz</translation>
    </message>
    <message>
        <source>The exponent of inv and poly.</source>
        <translation>Der Exponent von inv und poly.</translation>
    </message>
    <message>
        <source>Step length</source>
        <translation>Schrittlänge</translation>
    </message>
    <message>
        <source>Iterations after which step reduces the rate; midpoint of sigmoid.</source>
        <translation>Iterationen, nach denen step die Rate senkt; Mitte von sigmoid.</translation>
    </message>
    <message>
        <source>Steps at</source>
        <translation>Stufen bei</translation>
    </message>
    <message>
        <source>Iterations at which multistep reduces the rate, in rising order.</source>
        <translation>Iterationen, bei denen multistep die Rate senkt, in aufsteigender Folge.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Iterations over which the rate rises linearly from 0 at the start.</source>
        <translation>Iterationen, über die die Rate am Anfang linear von 0 ansteigt.</translation>
    </message>
    <message>
        <source>Minimum learning rate</source>
        <translation>Kleinste Lernrate</translation>
    </message>
    <message>
        <source>The rate that cosine reaches at the last iteration.</source>
        <translation>Die Rate, die cosine bei der letzten Iteration erreicht.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>How gradients become steps: SGD follows them; Adam and AdamW adapt the step size of each weight.</source>
        <translation>Wie aus Gradienten Schritte werden: SGD folgt ihnen; Adam und AdamW passen die Schrittweite jedes Gewichts an.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>Share of the previous step added to the next; for Adam, decay of the mean gradient (β₁).</source>
        <translation>Anteil des vorigen Schritts, der zum nächsten addiert wird; bei Adam Abklingrate des mittleren Gradienten (β₁).</translation>
    </message>
    <message>
        <source>Second momentum</source>
        <translation>Zweites Momentum</translation>
    </message>
    <message>
        <source>Decay of Adam&apos;s mean of squared gradients (β₂).</source>
        <translation>Abklingrate von Adams Mittel der quadrierten Gradienten (β₂).</translation>
    </message>
    <message>
        <source>RMS decay</source>
        <translation>RMS-Abklingrate</translation>
    </message>
    <message>
        <source>Decay of RMSProp&apos;s mean of squared gradients.</source>
        <translation>Abklingrate von RMSProps Mittel der quadrierten Gradienten.</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>A small number that keeps AdaGrad, RMSProp, AdaDelta and Adam from dividing by zero (ε).</source>
        <translation>Eine kleine Zahl, die AdaGrad, RMSProp, AdaDelta und Adam vor dem Teilen durch null bewahrt (ε).</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtszerfall</translation>
    </message>
    <message>
        <source>Strength of weight decay: pulls weights towards zero, against overfitting.</source>
        <translation>Stärke des Gewichtszerfalls: zieht Gewichte gegen null, gegen Überanpassung.</translation>
    </message>
    <message>
        <source>Kind of decay</source>
        <translation>Art des Zerfalls</translation>
    </message>
    <message>
        <source>L2 shrinks weights in proportion to their size, L1 by a constant amount.</source>
        <translation>L2 verkleinert Gewichte im Verhältnis zu ihrer Größe, L1 um einen festen Betrag.</translation>
    </message>
    <message>
        <source>AdamW&apos;s decay</source>
        <translation>Zerfall von AdamW</translation>
    </message>
    <message>
        <source>Decoupled weight decay of AdamW, applied directly to the weights; -1: use the weight decay above, and add none to the gradient.</source>
        <translation>Entkoppelter Gewichtszerfall von AdamW, direkt auf die Gewichte angewandt; -1: den Gewichtszerfall oben verwenden und zum Gradienten keinen addieren.</translation>
    </message>
    <message>
        <source>Clip the norm</source>
        <translation>Norm begrenzen</translation>
    </message>
    <message>
        <source>Scales all gradients together down to this norm, against exploding gradients; -1: off.</source>
        <translation>Skaliert alle Gradienten zusammen auf diese Norm herunter, gegen explodierende Gradienten; -1: aus.</translation>
    </message>
    <message>
        <source>Clip each value</source>
        <translation>Einzelwerte begrenzen</translation>
    </message>
    <message>
        <source>Clips each value of the gradients at this size; -1: off.</source>
        <translation>Begrenzt jeden Wert der Gradienten auf diesen Betrag; -1: aus.</translation>
    </message>
    <message>
        <source>Average the weights</source>
        <translation>Gewichte mitteln</translation>
    </message>
    <message>
        <source>Decay of an exponential moving average of the weights, such as 0.999 (0: off). Validation, checkpoints and text use the average; training goes on with the weights.</source>
        <translation>Abklingrate eines exponentiell gleitenden Mittels der Gewichte, etwa 0,999 (0: aus). Validierung, Checkpoints und Text verwenden das Mittel; das Training geht mit den Gewichten weiter.</translation>
    </message>
    <message>
        <source>Batches per step</source>
        <translation>Batches pro Schritt</translation>
    </message>
    <message>
        <source>How many batches are accumulated before each step, like one larger batch.</source>
        <translation>Wie viele Batches vor jedem Schritt aufsummiert werden, wie ein größerer Batch.</translation>
    </message>
    <message>
        <source>Schedule length</source>
        <translation>Länge des Verlaufs</translation>
    </message>
    <message>
        <source>Over how many iterations poly and cosine let the rate fall. A run that is given no other end stops there; 0 sets none.</source>
        <translation>Über wie viele Iterationen poly und cosine die Rate fallen lassen. Ein Lauf ohne anderes Ende hört dort auf; 0 setzt keines.</translation>
    </message>
    <message>
        <source>Report every</source>
        <translation>Melden alle</translation>
    </message>
    <message>
        <source>After how many iterations the loss is printed; 0: the program decides.</source>
        <translation>Nach wie vielen Iterationen der Verlust ausgegeben wird; 0: das Programm entscheidet.</translation>
    </message>
    <message>
        <source>Loss over</source>
        <translation>Verlust über</translation>
    </message>
    <message>
        <source>Over how many iterations the loss is averaged; 0: those since the last report.</source>
        <translation>Über wie viele Iterationen der Verlust gemittelt wird; 0: die seit der letzten Meldung.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Random seed: the same seed trains the same net; -1: a new one for each run.</source>
        <translation>Startwert des Zufalls: derselbe Startwert trainiert dasselbe Netz; -1: in jedem Lauf ein neuer.</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Sichern alle</translation>
    </message>
    <message>
        <source>After how many iterations a checkpoint is saved; 0: at each validation.</source>
        <translation>Nach wie vielen Iterationen ein Checkpoint gesichert wird; 0: bei jeder Validierung.</translation>
    </message>
    <message>
        <source>Name of saved files</source>
        <translation>Name der Sicherungen</translation>
    </message>
    <message>
        <source>File name of a run&apos;s checkpoint in a terminal; a project&apos;s runs are saved next to the project.</source>
        <translation>Dateiname des Checkpoints eines Laufs im Terminal; die Läufe eines Projekts werden neben dem Projekt gesichert.</translation>
    </message>
    <message>
        <source>Save at the end</source>
        <translation>Am Ende sichern</translation>
    </message>
    <message>
        <source>Whether a checkpoint is saved when all iterations are done; a stopped run is always saved.</source>
        <translation>Ob ein Checkpoint gesichert wird, wenn alle Iterationen fertig sind; ein angehaltener Lauf wird immer gesichert.</translation>
    </message>
    <message>
        <source>Save gradients</source>
        <translation>Gradienten sichern</translation>
    </message>
    <message>
        <source>Whether Caffe saves gradients with the weights; kept in the file and without effect here.</source>
        <translation>Ob Caffe mit den Gewichten die Gradienten sichert; bleibt in der Datei erhalten und ist hier ohne Wirkung.</translation>
    </message>
    <message>
        <source>Format of saved files</source>
        <translation>Format der Sicherungen</translation>
    </message>
    <message>
        <source>Which format Caffe saves in; kept in the file and without effect here.</source>
        <translation>In welchem Format Caffe sichert; bleibt in der Datei erhalten und ist hier ohne Wirkung.</translation>
    </message>
    <message>
        <source>CPU or GPU</source>
        <translation>CPU oder GPU</translation>
    </message>
    <message>
        <source>Where Caffe runs; here the device is chosen when training starts.</source>
        <translation>Wo Caffe rechnet; hier wird das Gerät beim Trainingsstart gewählt.</translation>
    </message>
    <message>
        <source>Device number</source>
        <translation>Gerätenummer</translation>
    </message>
    <message>
        <source>Which GPU Caffe takes; here the device is chosen when training starts.</source>
        <translation>Welche GPU Caffe nimmt; hier wird das Gerät beim Trainingsstart gewählt.</translation>
    </message>
    <message>
        <source>Debug output</source>
        <translation>Debug-Ausgabe</translation>
    </message>
    <message>
        <source>Whether Caffe prints what happens inside; kept in the file and without effect here.</source>
        <translation>Ob Caffe ausgibt, was im Inneren geschieht; bleibt in der Datei erhalten und ist hier ohne Wirkung.</translation>
    </message>
    <message>
        <source>Reduce layer by layer</source>
        <translation>Schichtweise zusammenführen</translation>
    </message>
    <message>
        <source>How Caffe joins the gradients of several GPUs; kept in the file and without effect here.</source>
        <translation>Wie Caffe die Gradienten mehrerer GPUs zusammenführt; bleibt in der Datei erhalten und ist hier ohne Wirkung.</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>validations</source>
        <translation>Validierungen</translation>
    </message>
</context>
<context>
    <name>UnrollView</name>
    <message>
        <source>%1, unrolled: the first steps</source>
        <translation>%1, abgerollt: die ersten Schritte</translation>
    </message>
</context>
<context>
    <name>Warnings</name>
    <message>
        <source>Remove %1 and reconnect its neighbours</source>
        <translation>%1 entfernen und die Nachbarn verbinden</translation>
    </message>
    <message>
        <source>This net has no weights, so there is nothing to train.</source>
        <translation>Dieses Netz hat keine Gewichte, also gibt es nichts zu trainieren.</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>All weights of %1 start with the same value, so its units stay identical: start with small random values.</source>
        <translation>Alle Gewichte von %1 beginnen mit demselben Wert, daher bleiben die Einheiten gleich: mit kleinen Zufallswerten beginnen.</translation>
    </message>
    <message>
        <source>Initialize %1 with xavier</source>
        <translation>%1 mit xavier initialisieren</translation>
    </message>
    <message>
        <source>Initialize %1 with values from -0.05 to 0.05</source>
        <translation>%1 mit Werten von -0,05 bis 0,05 initialisieren</translation>
    </message>
    <message>
        <source>%1, when training starts.</source>
        <translation>%1, wenn das Training beginnt.</translation>
    </message>
    <message>
        <source>%1, as the first layer has it; training sets both from the text.</source>
        <translation>%1, wie es die erste Schicht hat; das Training bestimmt beide aus dem Text.</translation>
    </message>
    <message>
        <source>Turn off “Bidirectional” of %1</source>
        <translation>„Bidirektional“ von %1 ausschalten</translation>
    </message>
    <message>
        <source>Set the order of %1 to WINDOWS</source>
        <translation>Die Reihenfolge von %1 auf WINDOWS setzen</translation>
    </message>
    <message>
        <source>The output of %1 is not used: the layer takes time and memory without any effect.</source>
        <translation>Die Ausgabe von %1 wird nicht verwendet: Die Schicht kostet Zeit und Speicher und bewirkt nichts.</translation>
    </message>
    <message>
        <source>Output %1 of %2 is not used: computing it takes time and memory without any effect.</source>
        <translation>Die Ausgabe %1 von %2 wird nicht verwendet: Sie kostet Zeit und Speicher und bewirkt nichts.</translation>
    </message>
    <message>
        <source>%1 sets scores to zero just before the loss %2: random classes lose their score, which harms training.</source>
        <translation>%1 setzt Punktwerte direkt vor dem Verlust %2 auf null: Zufällige Klassen verlieren ihren Punktwert, das schadet dem Training.</translation>
    </message>
    <message>
        <source>%1 turns scores into probabilities, but the loss %2 does that itself: if it is done twice, the net hardly learns.</source>
        <translation>%1 macht aus Punktwerten Wahrscheinlichkeiten, aber der Verlust %2 tut das selbst: Geschieht es zweimal, lernt das Netz kaum.</translation>
    </message>
    <message>
        <source>the net has no loss layer, but training needs one, such as SOFTMAXWITHLOSS</source>
        <translation>das Netz hat keine Verlustschicht, aber ein Training braucht eine, etwa SOFTMAXWITHLOSS</translation>
    </message>
    <message>
        <source>Add %1 behind %2</source>
        <translation>%1 hinter %2 einfügen</translation>
    </message>
    <message>
        <source>Set the vocabulary to %1</source>
        <translation>Vokabular auf %1 setzen</translation>
    </message>
</context>
<context>
    <name>WidthProblems</name>
    <message>
        <source>Take the width from the data</source>
        <translation>Breite aus den Daten nehmen</translation>
    </message>
    <message>
        <source>Set num_output to %1</source>
        <translation>num_output auf %1 setzen</translation>
    </message>
    <message>
        <source>Take %1 sequences in a batch</source>
        <translation>%1 Folgen in einen Batch nehmen</translation>
    </message>
</context>
<context>
    <name>WillItFit</name>
    <message>
        <source>Training with %1 needs %2 of the memory of %4, but only %3 is free: use fewer streams, steps or units.</source>
        <translation>Das Training mit %1 braucht %2 vom Speicher von %4, aber nur %3 sind frei: weniger Ströme, Schritte oder Einheiten verwenden.</translation>
    </message>
    <message>
        <source>Training with %1 needs %2, nearly all of the %3 of memory that is free on %4.</source>
        <translation>Das Training mit %1 braucht %2, fast den ganzen freien Speicher von %4 (%3).</translation>
    </message>
    <message>
        <source>Training with %1 needs %2 of the %3 of memory that is free on %4.</source>
        <translation>Das Training mit %1 braucht %2 vom freien Speicher von %4 (%3).</translation>
    </message>
    <message>
        <source>A step takes about %1.</source>
        <translation>Ein Schritt dauert etwa %1.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>The free memory of %1 is not known.</source>
        <translation>Der freie Speicher von %1 ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The memory that training needs is not known yet: %1</source>
        <translation>Der Speicherbedarf des Trainings ist noch nicht bekannt: %1</translation>
    </message>
    <message>
        <source>A step takes %1, as measured in the last run of this net.</source>
        <translation>Ein Schritt dauert %1, gemessen im letzten Lauf dieses Netzes.</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>These must be shapes such as 75 × 25, with semicolons between them.</source>
        <translation>Hier müssen Formen wie 75 × 25 stehen, durch Semikolon getrennt.</translation>
    </message>
    <message>
        <source>This must be a shape such as -1 × 1 × 512.</source>
        <translation>Hier muss eine Form wie -1 × 1 × 512 stehen.</translation>
    </message>
    <message>
        <source>These must be numbers such as 0.5, 1, with commas between them.</source>
        <translation>Hier müssen Zahlen wie 0.5, 1 stehen, durch Komma getrennt.</translation>
    </message>
    <message>
        <source>These must be whole numbers such as 100, 200, with commas between them.</source>
        <translation>Hier müssen ganze Zahlen wie 100, 200 stehen, durch Komma getrennt.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Only in training</source>
        <translation>Nur beim Training</translation>
    </message>
    <message>
        <source>Only in validation</source>
        <translation>Nur bei der Validierung</translation>
    </message>
    <message>
        <source>Only when text is generated</source>
        <translation>Nur beim Erzeugen von Text</translation>
    </message>
    <message>
        <source>Not in training</source>
        <translation>Nicht beim Training</translation>
    </message>
    <message>
        <source>Not in validation</source>
        <translation>Nicht bei der Validierung</translation>
    </message>
    <message>
        <source>Not when text is generated</source>
        <translation>Nicht beim Erzeugen von Text</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n Byte</numerusform>
            <numerusform>%n Byte</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt; 1 %</source>
        <translation>&lt; 1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
    <message>
        <source>constant %1</source>
        <translation>konstant %1</translation>
    </message>
    <message>
        <source>uniform from %1 to %2</source>
        <translation>gleichverteilt von %1 bis %2</translation>
    </message>
    <message>
        <source>gaussian, mean %1, deviation %2</source>
        <translation>normalverteilt, Mittel %1, Streuung %2</translation>
    </message>
    <message>
        <source> (optional)</source>
        <translation> (optional)</translation>
    </message>
    <message>
        <source> (any number)</source>
        <translation> (beliebig viele)</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>Default: %1; in MyCaffe %2</source>
        <translation>Vorgabe: %1; in MyCaffe %2</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Range: %1</source>
        <translation>Bereich: %1</translation>
    </message>
    <message>
        <source>Range: %1 %2</source>
        <translation>Bereich: %1 %2</translation>
    </message>
    <message>
        <source>In files: %1</source>
        <translation>In Dateien: %1</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Work of the forward pass</source>
        <translation>Aufwand des Vorwärtsdurchlaufs</translation>
    </message>
    <message>
        <source>Work of the backward pass</source>
        <translation>Aufwand des Rückwärtsdurchlaufs</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients of the weights</source>
        <translation>Gradienten der Gewichte</translation>
    </message>
    <message>
        <source>Solver history</source>
        <translation>Verlauf des Solvers</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Gradients of the activations</source>
        <translation>Gradienten der Aktivierungen</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsspeicher der Kernel</translation>
    </message>
    <message>
        <source>Program and checkpoint</source>
        <translation>Programm und Checkpoint</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Nothing is drawn yet. Drag a layer onto the canvas, or open a sample.</source>
        <translation>Noch ist nichts gezeichnet. Eine Schicht auf die Zeichenfläche ziehen oder ein Beispiel öffnen.</translation>
    </message>
    <message>
        <source>Memory for training</source>
        <translation>Speicher für das Training</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <source>kept for the backward pass</source>
        <translation>für den Rückwärtsdurchlauf behalten</translation>
    </message>
    <message>
        <source>in addition</source>
        <translation>zusätzlich</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>Work forward</source>
        <translation>Aufwand vorwärts</translation>
    </message>
    <message>
        <source>Work backward</source>
        <translation>Aufwand rückwärts</translation>
    </message>
    <message>
        <source>It has no default and must be set</source>
        <translation>Hat keine Vorgabe und muss gesetzt werden</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>pro Schritt</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>Whole net with this value:</source>
        <translation>Ganzes Netz mit diesem Wert:</translation>
    </message>
    <message>
        <source>%1 (%2 of the net)</source>
        <translation>%1 (%2 des Netzes)</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Work of a step</source>
        <translation>Aufwand eines Schritts</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>Von %1 nach %2</translation>
    </message>
    <message>
        <source>Its shape is not known yet.</source>
        <translation>Die Form ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 does not use this setting; it is for %2.</source>
        <translation>%1 verwendet diese Einstellung nicht; sie gilt für %2.</translation>
    </message>
    <message>
        <source>The weight decay is 0.</source>
        <translation>Der Gewichtszerfall ist 0.</translation>
    </message>
    <message>
        <source>AdamW applies the weight decay directly to the weights.</source>
        <translation>AdamW wendet den Gewichtszerfall direkt auf die Gewichte an.</translation>
    </message>
    <message>
        <source>Validates only at the end, because “Validate every” is 0.</source>
        <translation>Validiert nur am Ende, weil „Validieren alle“ 0 ist.</translation>
    </message>
    <message>
        <source>Adam, quick start</source>
        <translation>Adam, schneller Start</translation>
    </message>
    <message>
        <source>Learns fast and suits most nets. The learning rate rises for 50 iterations and then falls smoothly; gradients are clipped at norm 1. As in the sample char_rnn_small.</source>
        <translation>Lernt schnell und passt zu den meisten Netzen. Die Lernrate steigt 50 Iterationen lang und fällt dann sanft; Gradienten werden auf Norm 1 begrenzt. Wie im Beispiel char_rnn_small.</translation>
    </message>
    <message>
        <source>Adam, lowest loss</source>
        <translation>Adam, geringster Verlust</translation>
    </message>
    <message>
        <source>The same with a longer warm-up and a lower final learning rate, as in the sample char_rnn_best: the lowest loss on tiny Shakespeare.</source>
        <translation>Dasselbe mit längerem Aufwärmen und kleinerer Lernrate am Ende, wie im Beispiel char_rnn_best: der geringste Verlust auf Tiny Shakespeare.</translation>
    </message>
    <message>
        <source>AdamW, against overfitting</source>
        <translation>AdamW, gegen Überanpassung</translation>
    </message>
    <message>
        <source>Adam with decoupled weight decay, for nets that are large for their text.</source>
        <translation>Adam mit entkoppeltem Gewichtszerfall, für Netze, die für ihren Text groß sind.</translation>
    </message>
    <message>
        <source>RMSProp, as in char-rnn</source>
        <translation>RMSProp, wie in char-rnn</translation>
    </message>
    <message>
        <source>As the char-rnn of 2015 was trained: gradients clipped at 5, the learning rate falls to 97 % after each epoch. As in the sample char_rnn_karpathy.</source>
        <translation>Wie das char-rnn von 2015 trainiert wurde: Gradienten auf 5 begrenzt, die Lernrate fällt nach jeder Epoche auf 97 %. Wie im Beispiel char_rnn_karpathy.</translation>
    </message>
    <message>
        <source>SGD, as in MyCaffe&apos;s example</source>
        <translation>SGD, wie im Beispiel von MyCaffe</translation>
    </message>
    <message>
        <source>Plain steps with momentum at a fixed learning rate: slow; the baseline for comparison. As in the sample char_rnn_caffe.</source>
        <translation>Einfache Schritte mit Momentum bei fester Lernrate: langsam; der Vergleichsmaßstab für die anderen. Wie im Beispiel char_rnn_caffe.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Against overfitting</source>
        <translation>Gegen Überanpassung</translation>
    </message>
    <message>
        <source>Clipping</source>
        <translation>Begrenzung</translation>
    </message>
    <message>
        <source>Length and validation</source>
        <translation>Dauer und Validierung</translation>
    </message>
    <message>
        <source>Saving and reporting</source>
        <translation>Sichern und Melden</translation>
    </message>
    <message>
        <source>Kept for Caffe</source>
        <translation>Für Caffe aufbewahrt</translation>
    </message>
    <message>
        <source>The layer is no longer in the drawing.</source>
        <translation>Die Schicht ist nicht mehr in der Zeichnung.</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 steps × %2 layers</source>
        <translation>%1 Schritte × %2 Schichten</translation>
    </message>
    <message>
        <source>%1: %2 operations in sequence, forward</source>
        <translation>%1: %2 Operationen nacheinander, vorwärts</translation>
    </message>
    <message>
        <source>%1; the fused engine (%2) makes %3.</source>
        <translation>%1; die verschmolzene Engine (%2) macht daraus %3.</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 Aufruf</translation>
    </message>
    <message>
        <source>%1 calls, one a layer</source>
        <translation>%1 Aufrufe, einen je Schicht</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>elementweise</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>about</source>
        <translation>etwa</translation>
    </message>
    <message>
        <source>BVLC Caffe does not support it: an export for Caffe converts it, leaves it out or is refused, and says so.</source>
        <translation>BVLC Caffe unterstützt es nicht: Ein Export für Caffe wandelt es um, lässt es weg oder wird abgelehnt, mit einer Meldung.</translation>
    </message>
    <message numerus="yes">
        <source>Without %n layer(s) that have no sizes yet.</source>
        <translation>
            <numerusform>Ohne %n Schicht, die noch keine Größe hat.</numerusform>
            <numerusform>Ohne %n Schichten, die noch keine Größen haben.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 steps × %2 layers × 2 directions</source>
        <translation>%1 Schritte × %2 Schichten × 2 Richtungen</translation>
    </message>
    <message>
        <source>%1 steps × 2 directions</source>
        <translation>%1 Schritte × 2 Richtungen</translation>
    </message>
    <message>
        <source>at most %1 calls, one for each layer and direction</source>
        <translation>höchstens %1 Aufrufe, einen für jede Schicht und Richtung</translation>
    </message>
    <message>
        <source>%1 = %2 values = %3, in the same order</source>
        <translation>%1 = %2 Werte = %3, in derselben Reihenfolge</translation>
    </message>
    <message>
        <source>-1 stands for what is left of them: %1</source>
        <translation>-1 steht für das, was von ihnen übrig ist: %1</translation>
    </message>
    <message>
        <source>Kept for the backward pass: what a layer computes for each step and needs again for the gradients, such as its gates and states. It is freed when the backward pass has used it; writing and measuring keep nothing.</source>
        <translation>Für den Rückwärtsdurchlauf behalten: was eine Schicht in jedem Schritt berechnet und für die Gradienten wieder braucht, etwa Gatter und Zustände. Es wird frei, sobald der Rückwärtsdurchlauf es benutzt hat; Schreiben und Messen behalten nichts.</translation>
    </message>
    <message>
        <source>of them kept</source>
        <translation>davon behalten</translation>
    </message>
    <message>
        <source>H = I = %1</source>
        <translation>H = I = %1</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>LSTM</source>
        <translation>LSTM</translation>
    </message>
    <message>
        <source>Matrices, vectors</source>
        <translation>Matrizen, Vektoren</translation>
    </message>
    <message>
        <source>States</source>
        <translation>Zustände</translation>
    </message>
    <message>
        <source>Products in a row, each step</source>
        <translation>Produkte nacheinander, je Schritt</translation>
    </message>
    <message>
        <source>%1 of the LSTM&apos;s parameters</source>
        <translation>%1 der Parameter des LSTM</translation>
    </message>
    <message>
        <source>%1 of its work</source>
        <translation>%1 seiner Arbeit</translation>
    </message>
    <message>
        <source>adds the state %1</source>
        <translation>fügt den Zustand %1 hinzu</translation>
    </message>
    <message>
        <source>leaves out the state %1</source>
        <translation>lässt den Zustand %1 weg</translation>
    </message>
    <message>
        <source>%1 products wait for each other in a step</source>
        <translation>%1 Produkte eines Schritts warten aufeinander</translation>
    </message>
    <message>
        <source>no product waits for the step before</source>
        <translation>kein Produkt wartet auf den Schritt davor</translation>
    </message>
</context>
<context>
    <name>editor::CanvasActions</name>
    <message>
        <source>Cu&amp;t</source>
        <translation>A&amp;usschneiden</translation>
    </message>
    <message>
        <source>Move the selection to the clipboard</source>
        <translation>Die Auswahl in die Zwischenablage verschieben</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the selection as prototxt text</source>
        <translation>Die Auswahl als Prototxt-Text kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>E&amp;infügen</translation>
    </message>
    <message>
        <source>Add the layers of the prototxt text on the clipboard</source>
        <translation>Die Schichten des Prototxt-Textes aus der Zwischenablage hinzufügen</translation>
    </message>
    <message>
        <source>Dup&amp;licate</source>
        <translation>&amp;Duplizieren</translation>
    </message>
    <message>
        <source>Add a copy of the selection</source>
        <translation>Eine Kopie der Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Delete the selection and reconnect its neighbours</source>
        <translation>Die Auswahl löschen und ihre Nachbarn miteinander verbinden</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete with &amp;wires</source>
        <translation>Mit &amp;Verbindungen löschen</translation>
    </message>
    <message>
        <source>Delete the selection with all its wires</source>
        <translation>Die Auswahl mit allen ihren Verbindungen löschen</translation>
    </message>
    <message>
        <source>Delete with wires</source>
        <translation>Mit Verbindungen löschen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>Select layers &amp;before it</source>
        <translation>Schicht&amp;en davor auswählen</translation>
    </message>
    <message>
        <source>Select every layer that the selection depends on</source>
        <translation>Jede Schicht auswählen, von der die Auswahl abhängt</translation>
    </message>
    <message>
        <source>Select layers aft&amp;er it</source>
        <translation>Nachfol&amp;gende Schichten auswählen</translation>
    </message>
    <message>
        <source>Select every layer that depends on the selection</source>
        <translation>Jede Schicht auswählen, die von der Auswahl abhängt</translation>
    </message>
    <message>
        <source>Add &amp;layer…</source>
        <translation>Sc&amp;hicht hinzufügen …</translation>
    </message>
    <message>
        <source>Choose a layer to add; typing on the canvas does the same</source>
        <translation>Eine Schicht zum Hinzufügen wählen; Tippen auf der Zeichenfläche tut dasselbe</translation>
    </message>
    <message>
        <source>Add &amp;comment</source>
        <translation>&amp;Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Put text on the canvas</source>
        <translation>Text auf die Zeichenfläche setzen</translation>
    </message>
    <message>
        <source>Add &amp;frame</source>
        <translation>Rah&amp;men hinzufügen</translation>
    </message>
    <message>
        <source>Put a titled frame around the selection</source>
        <translation>Einen Rahmen mit Titel um die Auswahl legen</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>Edit the name, or the text of a comment, in place</source>
        <translation>Den Namen oder den Text einer Notiz an Ort und Stelle bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>Ein&amp;stellungen</translation>
    </message>
    <message>
        <source>Go to the layer&apos;s settings</source>
        <translation>Zu den Einstellungen der Schicht gehen</translation>
    </message>
    <message>
        <source>&amp;Unroll</source>
        <translation>A&amp;brollen</translation>
    </message>
    <message>
        <source>C&amp;onnect…</source>
        <translation>&amp;Verbinden …</translation>
    </message>
    <message>
        <source>Draw a wire from this layer with the keyboard</source>
        <translation>Mit der Tastatur eine Verbindung von dieser Schicht ziehen</translation>
    </message>
    <message>
        <source>Free&amp;ze</source>
        <translation>Ein&amp;frieren</translation>
    </message>
    <message>
        <source>Keep the solver from changing the weights</source>
        <translation>Den Solver daran hindern, die Gewichte zu ändern</translation>
    </message>
    <message>
        <source>Add ou&amp;tput</source>
        <translation>Aus&amp;gabe hinzufügen</translation>
    </message>
    <message>
        <source>Give the layer one more output</source>
        <translation>Der Schicht eine weitere Ausgabe geben</translation>
    </message>
    <message>
        <source>Add output</source>
        <translation>Ausgabe hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Arrange all</source>
        <translation>Alles an&amp;ordnen</translation>
    </message>
    <message>
        <source>Place the layers so that wires are short and run downwards</source>
        <translation>Die Schichten so setzen, dass die Verbindungen kurz sind und abwärts laufen</translation>
    </message>
    <message>
        <source>Arrange all</source>
        <translation>Alles anordnen</translation>
    </message>
    <message>
        <source>Arran&amp;ge selection</source>
        <translation>Auswahl anor&amp;dnen</translation>
    </message>
    <message>
        <source>Arrange the selected layers among the others</source>
        <translation>Die ausgewählten Schichten zwischen den anderen anordnen</translation>
    </message>
    <message>
        <source>Arrange selection</source>
        <translation>Auswahl anordnen</translation>
    </message>
    <message>
        <source>S&amp;nap</source>
        <translation>Einras&amp;ten</translation>
    </message>
    <message>
        <source>Align with the grid and with other layers while dragging; Alt suspends it</source>
        <translation>Beim Ziehen am Raster und an anderen Schichten ausrichten; Alt setzt es aus</translation>
    </message>
    <message>
        <source>Show &amp;grid</source>
        <translation>R&amp;aster zeigen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>&amp;Zoom out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>&amp;Originalgröße</translation>
    </message>
    <message>
        <source>Show the drawing at 100 %</source>
        <translation>Die Zeichnung mit 100 % zeigen</translation>
    </message>
    <message>
        <source>&amp;Fit all</source>
        <translation>Alles &amp;einpassen</translation>
    </message>
    <message>
        <source>Show the whole drawing</source>
        <translation>Die ganze Zeichnung zeigen</translation>
    </message>
    <message>
        <source>Fit &amp;selection</source>
        <translation>Aus&amp;wahl einpassen</translation>
    </message>
    <message>
        <source>Show the selection as large as it fits</source>
        <translation>Die Auswahl so groß zeigen, wie sie passt</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>Übers&amp;icht</translation>
    </message>
    <message>
        <source>Show the whole drawing in a corner</source>
        <translation>Die ganze Zeichnung in einer Ecke zeigen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Cut wires</source>
        <translation>Verbindungen trennen</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Add frame</source>
        <translation>Rahmen hinzufügen</translation>
    </message>
    <message>
        <source>Add comment</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>Einfrieren</translation>
    </message>
    <message>
        <source>Unfreeze</source>
        <translation>Auftauen</translation>
    </message>
    <message>
        <source>&amp;Disconnect inputs</source>
        <translation>Eingänge &amp;trennen</translation>
    </message>
    <message>
        <source>Remove the wires into the selected layers</source>
        <translation>Die Verbindungen entfernen, die in die ausgewählten Schichten führen</translation>
    </message>
    <message>
        <source>Disconnect inputs</source>
        <translation>Eingänge trennen</translation>
    </message>
    <message>
        <source>Show the net that runs inside the recurrent layer at each step</source>
        <translation>Das Netz zeigen, das in jedem Schritt in der rekurrenten Schicht läuft</translation>
    </message>
    <message>
        <source>&amp;Downwards</source>
        <translation>&amp;Abwärts</translation>
    </message>
    <message>
        <source>Arrange all layers in one column, from top to bottom</source>
        <translation>Alle Schichten in einer Spalte anordnen, von oben nach unten</translation>
    </message>
    <message>
        <source>&amp;In columns from left to right</source>
        <translation>In &amp;Spalten von links nach rechts</translation>
    </message>
    <message>
        <source>Arrange all layers in as many columns as make the drawing largest in the window</source>
        <translation>Alle Schichten in so vielen Spalten anordnen, dass die Zeichnung im Fenster am größten wird</translation>
    </message>
</context>
<context>
    <name>editor::CanvasView</name>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>Replace with %1</source>
        <translation>Durch %1 ersetzen</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Add layer</source>
        <translation>Schicht hinzufügen</translation>
    </message>
    <message>
        <source>Add after %1</source>
        <translation>Hinter %1 hinzufügen</translation>
    </message>
    <message>
        <source>Add before %1</source>
        <translation>Vor %1 hinzufügen</translation>
    </message>
    <message>
        <source>Insert %1 into wire</source>
        <translation>%1 in die Verbindung einfügen</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>%1 is too large for a net</source>
        <translation>%1 ist zu groß für ein Netz</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>Zeichenfläche</translation>
    </message>
    <message>
        <source>The drawing of the net. The layer tree has the same layers and the same selection.</source>
        <translation>Die Zeichnung des Netzes. Der Schichtenbaum enthält dieselben Schichten und dieselbe Auswahl.</translation>
    </message>
    <message>
        <source>(optional)</source>
        <translation>(optional)</translation>
    </message>
    <message>
        <source>Name of the layer</source>
        <translation>Name der Schicht</translation>
    </message>
    <message>
        <source>Text of the comment</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Edit comment</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>No input fits %1. Tab: next output, Escape: cancel.</source>
        <translation>Kein Eingang passt zu %1. Tab: nächste Ausgabe, Escape: abbrechen.</translation>
    </message>
    <message>
        <source>%1 to %2. Arrows: other input, Tab: next output, Enter: connect, Escape: cancel.</source>
        <translation>%1 an %2. Pfeile: anderer Eingang, Tab: nächste Ausgabe, Eingabe: verbinden, Escape: abbrechen.</translation>
    </message>
    <message>
        <source>Insert into wire</source>
        <translation>In Verbindung einfügen</translation>
    </message>
    <message>
        <source>Resize</source>
        <translation>Größe ändern</translation>
    </message>
    <message>
        <source>Cut wires</source>
        <translation>Verbindungen trennen</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Insert between %1 and %2</source>
        <translation>Zwischen %1 und %2 einfügen</translation>
    </message>
    <message>
        <source>Insert layer…</source>
        <translation>Schicht einfügen …</translation>
    </message>
    <message>
        <source>Type a layer&apos;s name, or drag one here</source>
        <translation>Den Namen einer Schicht tippen oder eine hierher ziehen</translation>
    </message>
    <message>
        <source>A net starts with a source: TEXTDATA reads a text, character by character</source>
        <translation>Ein Netz beginnt mit einer Quelle: TEXTDATA liest einen Text, Zeichen für Zeichen</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>editor::CellCheck</name>
    <message>
        <source>no number at step %1</source>
        <translation>keine Zahl in Schritt %1</translation>
    </message>
    <message>
        <source>grows</source>
        <translation>wächst</translation>
    </message>
    <message>
        <source>The gradient cannot be compared: the values of a short run are no numbers.</source>
        <translation>Der Gradient lässt sich nicht vergleichen: die Werte eines kurzen Laufs sind keine Zahlen.</translation>
    </message>
    <message>
        <source>The gradient agrees with differences: relative error at most %1, in %2.</source>
        <translation>Der Gradient stimmt mit Differenzen überein: relativer Fehler höchstens %1, in %2.</translation>
    </message>
    <message>
        <source>The gradient is wrong: relative error %1 against differences, in element %2 of %3.</source>
        <translation>Der Gradient ist falsch: relativer Fehler %1 gegenüber Differenzen, in Element %2 von %3.</translation>
    </message>
    <message>
        <source>%1 is no number, or too large for one, at step %2: the cell explodes.</source>
        <translation>%1 ist in Schritt %2 keine Zahl oder zu groß für eine: die Zelle explodiert.</translation>
    </message>
    <message>
        <source>Its values stay within bounds over %1 steps.</source>
        <translation>Ihre Werte bleiben über %1 Schritte in Grenzen.</translation>
    </message>
    <message>
        <source>Still growing after %2 steps: %1.</source>
        <translation>Wächst nach %2 Schritten noch: %1.</translation>
    </message>
    <message>
        <source>Saturated more than half of the time: %1.</source>
        <translation>Mehr als die halbe Zeit gesättigt: %1.</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Compares the gradient with differences, looks at the values over 1,000 random steps, and measures how fast each engine trains the cell here</source>
        <translation>Vergleicht den Gradienten mit Differenzen, sieht sich die Werte über 1.000 zufällige Schritte an und misst, wie schnell jede Engine die Zelle hier trainiert</translation>
    </message>
    <message>
        <source>%1 %2 ms</source>
        <translation>%1 %2 ms</translation>
    </message>
    <message>
        <source>A training step here, of %1 units over %2 steps of %3 sequences: %4.</source>
        <translation>Ein Trainingsschritt hier, mit %1 Einheiten über %2 Schritte von %3 Folgen: %4.</translation>
    </message>
    <message>
        <source>The speed here is measured…</source>
        <translation>Die Geschwindigkeit hier wird gemessen …</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Equation</source>
        <translation>Gleichung</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Saturated</source>
        <translation>Gesättigt</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Values of the equations</source>
        <translation>Werte der Gleichungen</translation>
    </message>
</context>
<context>
    <name>editor::CellForm</name>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>own equations</source>
        <translation>eigene Gleichungen</translation>
    </message>
    <message>
        <source>Gallery…</source>
        <translation>Galerie …</translation>
    </message>
    <message>
        <source>All cells that come with Hamnet, each beside the LSTM</source>
        <translation>Alle Zellen, die Hamnet mitbringt, jede neben dem LSTM</translation>
    </message>
    <message>
        <source>As mathematics</source>
        <translation>Als Formeln</translation>
    </message>
    <message>
        <source>What follows from it</source>
        <translation>Was daraus folgt</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Set the cell of %1 to %2</source>
        <translation>Die Zelle von %1 auf %2 setzen</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
</context>
<context>
    <name>editor::CellGallery</name>
    <message>
        <source>No cell of the library has these words.</source>
        <translation>Keine Zelle der Bibliothek hat diese Wörter.</translation>
    </message>
    <message>
        <source>Filter by name, author or word</source>
        <translation>Nach Name, Autor oder Wort filtern</translation>
    </message>
    <message>
        <source>Filter the cells</source>
        <translation>Die Zellen filtern</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Edit a copy</source>
        <translation>Kopie bearbeiten</translation>
    </message>
</context>
<context>
    <name>editor::EquationEdit</name>
    <message>
        <source>Equations of the cell</source>
        <translation>Gleichungen der Zelle</translation>
    </message>
    <message>
        <source>%1 (line %2, column %3)</source>
        <translation>%1 (Zeile %2, Spalte %3)</translation>
    </message>
</context>
<context>
    <name>editor::EquationSummary</name>
    <message>
        <source>bias filler</source>
        <translation>wie Anfangsbias</translation>
    </message>
    <message>
        <source>weight filler</source>
        <translation>wie Anfangsgewichte</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>First value</source>
        <translation>Anfangswert</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>It has no state: no step knows of the one before.</source>
        <translation>Sie hat keinen Zustand: kein Schritt weiß vom vorigen.</translation>
    </message>
    <message>
        <source>States: %1, H numbers each</source>
        <translation>Zustände: %1, je H Zahlen</translation>
    </message>
    <message>
        <source>For each step and stream, with H = %1 and I = %2:</source>
        <translation>Je Schritt und Strom, mit H = %1 und I = %2:</translation>
    </message>
    <message>
        <source>Forward: %1 = %2</source>
        <translation>Vorwärts: %1 = %2</translation>
    </message>
    <message>
        <source>Backward: %1 = %2</source>
        <translation>Rückwärts: %1 = %2</translation>
    </message>
    <message>
        <source>Kept until the backward pass: %1·H numbers = %2</source>
        <translation>Bis zum Rückwärtslauf behalten: %1·H Zahlen = %2</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Layernorm</source>
        <translation>Layernorm</translation>
    </message>
    <message>
        <source>%1 vectors</source>
        <translation>%1 Vektoren</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>Once, over all steps</source>
        <translation>Einmal, über alle Schritte</translation>
    </message>
    <message>
        <source>Each step</source>
        <translation>Jeder Schritt</translation>
    </message>
</context>
<context>
    <name>editor::FillerField</name>
    <message>
        <source>Divided by</source>
        <translation>Geteilt durch</translation>
    </message>
    <message>
        <source>The width by which the deviation is scaled: fan-in, fan-out or their mean.</source>
        <translation>Die Breite, nach der die Streuung skaliert wird: Fan-in, Fan-out oder ihr Mittel.</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>Streuung</translation>
    </message>
</context>
<context>
    <name>editor::HeatLegend</name>
    <message>
        <source>Colours of the drawing: %1, from 0 to %2</source>
        <translation>Farben der Zeichnung: %1, von 0 bis %2</translation>
    </message>
</context>
<context>
    <name>editor::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Text on the canvas</source>
        <translation>Text auf der Zeichenfläche</translation>
    </message>
    <message>
        <source>Write a comment</source>
        <translation>Notiz schreiben</translation>
    </message>
</context>
<context>
    <name>editor::LayerList</name>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Recurrent</source>
        <translation>Rekurrent</translation>
    </message>
    <message>
        <source>Common</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>Search layers</source>
        <translation>Schichten suchen</translation>
    </message>
    <message>
        <source>Layer types</source>
        <translation>Schichttypen</translation>
    </message>
    <message>
        <source>Drag a layer onto the canvas, or double-click it.</source>
        <translation>Eine Schicht auf die Zeichenfläche ziehen oder doppelt anklicken.</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>Nichts passt zu „%1“.</translation>
    </message>
</context>
<context>
    <name>editor::LayerPage</name>
    <message>
        <source>Other settings</source>
        <translation>Weitere Einstellungen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Use and comment</source>
        <translation>Verwendung und Kommentar</translation>
    </message>
    <message>
        <source>How the sizes are computed</source>
        <translation>So werden die Größen berechnet</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the layer</source>
        <translation>Name der Schicht</translation>
    </message>
    <message>
        <source>When the layer is in the net</source>
        <translation>Wann die Schicht im Netz ist</translation>
    </message>
    <message>
        <source>When the layer is in the net (include and exclude in the file).</source>
        <translation>Wann die Schicht im Netz ist (include und exclude in der Datei).</translation>
    </message>
    <message>
        <source>In the net</source>
        <translation>Im Netz</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Comment lines before the layer in the file</source>
        <translation>Kommentarzeilen vor der Schicht in der Datei</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n Schicht</numerusform>
            <numerusform>%n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown layer type. It is kept as it was read.</source>
        <translation>Unbekannter Schichttyp. Er bleibt so erhalten, wie er gelesen wurde.</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>must be set</source>
        <translation>muss gesetzt werden</translation>
    </message>
    <message>
        <source>from the data</source>
        <translation>aus den Daten</translation>
    </message>
    <message>
        <source>As the rules in the file say</source>
        <translation>Nach den Regeln in der Datei</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Set %1 of %2</source>
        <translation>%1 von %2 setzen</translation>
    </message>
    <message>
        <source>Reset %1 of %2</source>
        <translation>%1 von %2 zurücksetzen</translation>
    </message>
    <message>
        <source>Set when %1 is in the net</source>
        <translation>Festlegen, wann %1 im Netz ist</translation>
    </message>
    <message>
        <source>Comment on %1</source>
        <translation>Kommentar zu %1</translation>
    </message>
    <message>
        <source>Fixes for this problem</source>
        <translation>Lösungen für dieses Problem</translation>
    </message>
    <message>
        <source>No automatic fix was found; check the layers before it</source>
        <translation>Keine automatische Lösung gefunden; die Schichten davor prüfen</translation>
    </message>
    <message>
        <source>Fix…</source>
        <translation>Beheben …</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1, aus %2</translation>
    </message>
</context>
<context>
    <name>editor::LayerTree</name>
    <message>
        <source>Search the drawing</source>
        <translation>Zeichnung durchsuchen</translation>
    </message>
    <message>
        <source>Layers of the drawing</source>
        <translation>Schichten der Zeichnung</translation>
    </message>
    <message>
        <source>Nothing is drawn yet.</source>
        <translation>Noch ist nichts gezeichnet.</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>Nichts passt zu „%1“.</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n layer(s)</source>
        <translation>
            <numerusform>%n Schicht löschen</numerusform>
            <numerusform>%n Schichten löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in the drawing</source>
        <translation>In der Zeichnung zeigen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Rename to %1</source>
        <translation>In %1 umbenennen</translation>
    </message>
</context>
<context>
    <name>editor::MemoryView</name>
    <message>
        <source>Memory by part</source>
        <translation>Speicher nach Teilen</translation>
    </message>
    <message>
        <source>The available memory is not known.</source>
        <translation>Der verfügbare Speicher ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Does not fit: %1 needs %2 more than it has free (%3).</source>
        <translation>Passt nicht: %1 fehlen %2, frei sind %3.</translation>
    </message>
    <message>
        <source>Fits: %1 of the %2 that are free on %3.</source>
        <translation>Passt: %1 von %2, die auf %3 frei sind.</translation>
    </message>
</context>
<context>
    <name>editor::Minimap</name>
    <message>
        <source>Overview of the drawing</source>
        <translation>Übersicht der Zeichnung</translation>
    </message>
    <message>
        <source>Drag to move the canvas</source>
        <translation>Ziehen verschiebt die Zeichenfläche</translation>
    </message>
</context>
<context>
    <name>editor::ModelPage</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Defaults of</source>
        <translation>Vorgaben von</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Size of the model</source>
        <translation>Größe des Modells</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Name des Modells</translation>
    </message>
    <message>
        <source>BVLC Caffe</source>
        <translation>BVLC Caffe</translation>
    </message>
    <message>
        <source>MyCaffe</source>
        <translation>MyCaffe</translation>
    </message>
    <message>
        <source>Whose defaults apply</source>
        <translation>Wessen Vorgaben gelten</translation>
    </message>
    <message>
        <source>Defaults for settings that the file does not give: those of BVLC Caffe or of MyCaffe.</source>
        <translation>Vorgaben für Einstellungen, die nicht in der Datei stehen: die von BVLC Caffe oder die von MyCaffe.</translation>
    </message>
    <message>
        <source>Comment on the model</source>
        <translation>Kommentar zum Modell</translation>
    </message>
    <message>
        <source>Comment lines at the start of the file</source>
        <translation>Kommentarzeilen am Anfang der Datei</translation>
    </message>
    <message>
        <source>Name the model</source>
        <translation>Modell benennen</translation>
    </message>
    <message>
        <source>Change the defaults</source>
        <translation>Vorgaben wechseln</translation>
    </message>
</context>
<context>
    <name>editor::NumberField</name>
    <message>
        <source>This must be a whole number.</source>
        <translation>Hier muss eine ganze Zahl stehen.</translation>
    </message>
</context>
<context>
    <name>editor::ParamField</name>
    <message>
        <source>This must be %1.</source>
        <translation>Hier muss %1 stehen.</translation>
    </message>
    <message>
        <source>This must be a number.</source>
        <translation>Hier muss eine Zahl stehen.</translation>
    </message>
</context>
<context>
    <name>editor::ProblemsPanel</name>
    <message>
        <source>Done: %1. Undo takes it back.</source>
        <translation>Erledigt: %1. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>No problems.</source>
        <translation>Keine Probleme.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) after it have no sizes yet.</source>
        <translation>
            <numerusform>%n Schicht danach hat noch keine Größe.</numerusform>
            <numerusform>%n Schichten danach haben noch keine Größen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Fi&amp;x problem</source>
        <translation>Problem be&amp;heben</translation>
    </message>
    <message>
        <source>Apply the first fix of the selected layer&apos;s problem, or of the first problem</source>
        <translation>Die erste Lösung für das Problem der ausgewählten Schicht anwenden, oder für das erste Problem</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>editor::ReportTable</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>%1: figures</source>
        <translation>%1: Zahlen</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Sortieren nach</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <source>Save as CSV</source>
        <translation>Als CSV speichern</translation>
    </message>
    <message>
        <source>Table for spreadsheets (*.csv)</source>
        <translation>Tabelle für Tabellenkalkulationen (*.csv)</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
</context>
<context>
    <name>editor::SettingsForm</name>
    <message>
        <source>%1: back to the default</source>
        <translation>%1: zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>Training sets this to %1. The drawing has %2.</source>
        <translation>Das Training setzt hier %1. In der Zeichnung steht %2.</translation>
    </message>
    <message>
        <source>Changed from the default</source>
        <translation>Weicht von der Vorgabe ab</translation>
    </message>
    <message>
        <source>The entry was not taken. %1</source>
        <translation>Die Eingabe wurde nicht übernommen. %1</translation>
    </message>
</context>
<context>
    <name>editor::SizeTable</name>
    <message>
        <source>Colour the drawing by</source>
        <translation>Zeichnung einfärben nach</translation>
    </message>
    <message>
        <source>Layer type</source>
        <translation>Schichttyp</translation>
    </message>
    <message>
        <source>Sizes of the layers</source>
        <translation>Größen der Schichten</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>How many weights it learns. Double-click one to see how it is computed.</source>
        <translation>Wie viele Gewichte sie lernt. Ein Doppelklick zeigt die Rechnung.</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Bytes kept from the forward to the backward pass: outputs, and what the formula needs again.</source>
        <translation>Bytes, die vom Vorwärts- bis zum Rückwärtsdurchlauf behalten werden: Ausgaben und was die Formel noch einmal braucht.</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Bytes of the gradients of outputs and weights.</source>
        <translation>Bytes der Gradienten von Ausgaben und Gewichten.</translation>
    </message>
    <message>
        <source>Work forward</source>
        <translation>Aufwand vorwärts</translation>
    </message>
    <message>
        <source>Operations of one forward pass; a multiplication and an addition are 2.</source>
        <translation>Operationen eines Vorwärtsdurchlaufs; eine Multiplikation und eine Addition sind 2.</translation>
    </message>
    <message>
        <source>Work backward</source>
        <translation>Aufwand rückwärts</translation>
    </message>
    <message>
        <source>Operations of one backward pass.</source>
        <translation>Operationen eines Rückwärtsdurchlaufs.</translation>
    </message>
    <message>
        <source>Share of work</source>
        <translation>Anteil am Aufwand</translation>
    </message>
    <message>
        <source>Its share of all operations, forward and backward.</source>
        <translation>Anteil der Schicht an allen Operationen, vorwärts und rückwärts.</translation>
    </message>
</context>
<context>
    <name>editor::SolverPanel</name>
    <message>
        <source>Solver</source>
        <translation>Solver</translation>
    </message>
    <message>
        <source>Use a preset</source>
        <translation>Voreinstellung verwenden</translation>
    </message>
    <message>
        <source>Use a preset…</source>
        <translation>Voreinstellung verwenden …</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>%1 setzen</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Use the preset %1</source>
        <translation>Voreinstellung %1 verwenden</translation>
    </message>
    <message>
        <source>Learning rate over the run</source>
        <translation>Lernrate im Verlauf des Laufs</translation>
    </message>
    <message>
        <source>From %1 to %2 after %3 iterations</source>
        <translation>Von %1 bis %2 nach %3 Iterationen</translation>
    </message>
    <message>
        <source>The settings give no learning rate.</source>
        <translation>Die Einstellungen ergeben keine Lernrate.</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>alle Iterationen gerechnet</translation>
    </message>
</context>
<context>
    <name>editor::TextField</name>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
</context>
<context>
    <name>editor::TextTwin</name>
    <message>
        <source>Show the drawing&apos;s text</source>
        <translation>Den Text der Zeichnung zeigen</translation>
    </message>
    <message>
        <source>Model as prototxt</source>
        <translation>Modell als Prototxt</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n Stelle</numerusform>
            <numerusform>%n Stellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy the whole text</source>
        <translation>Den ganzen Text kopieren</translation>
    </message>
    <message>
        <source>Edit text</source>
        <translation>Text bearbeiten</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3 The drawing stays as it was.</source>
        <translation>Zeile %1, Spalte %2: %3 Die Zeichnung bleibt, wie sie war.</translation>
    </message>
    <message>
        <source>Read with MyCaffe&apos;s defaults now: %1</source>
        <translation>Jetzt mit den Vorgaben von MyCaffe gelesen: %1</translation>
    </message>
    <message>
        <source>Read with BVLC Caffe&apos;s defaults now: %1</source>
        <translation>Jetzt mit den Vorgaben von BVLC Caffe gelesen: %1</translation>
    </message>
    <message>
        <source>The drawing has changed, but this text has an error. Correct it, or show the drawing&apos;s text.</source>
        <translation>Die Zeichnung hat sich geändert, aber dieser Text enthält einen Fehler. Den Text berichtigen oder den Text der Zeichnung zeigen.</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1, aus %2</translation>
    </message>
</context>
<context>
    <name>editor::UnrollView</name>
    <message>
        <source>Steps of the layer</source>
        <translation>Schritte der Schicht</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom to fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Schritt</translation>
    </message>
    <message>
        <source>%1 unrolled</source>
        <translation>%1 abgerollt</translation>
    </message>
    <message>
        <source>of %1 steps</source>
        <translation>von %1 Schritten</translation>
    </message>
    <message>
        <source>Back to the drawing (Escape)</source>
        <translation>Zurück zur Zeichnung (Escape)</translation>
    </message>
    <message>
        <source>of 1 step</source>
        <translation>von 1 Schritt</translation>
    </message>
</context>
<context>
    <name>editor::WeightsForm</name>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message>
        <source>Training does not change the weights of the layer.</source>
        <translation>Das Training ändert die Gewichte der Schicht nicht.</translation>
    </message>
    <message>
        <source>Rate ×</source>
        <translation>Rate ×</translation>
    </message>
    <message>
        <source>Decay ×</source>
        <translation>Zerfall ×</translation>
    </message>
    <message>
        <source>Shared as</source>
        <translation>Geteilt als</translation>
    </message>
    <message>
        <source>Learning rate factor of %1</source>
        <translation>Lernratenfaktor von %1</translation>
    </message>
    <message>
        <source>Factor of the learning rate; 0 freezes the weight.</source>
        <translation>Faktor der Lernrate; 0 friert das Gewicht ein.</translation>
    </message>
    <message>
        <source>Weight decay factor of %1</source>
        <translation>Faktor des Gewichtszerfalls von %1</translation>
    </message>
    <message>
        <source>Factor of the weight decay; 0: no decay.</source>
        <translation>Faktor des Gewichtszerfalls; 0: kein Zerfall.</translation>
    </message>
    <message>
        <source>Name under which %1 is shared</source>
        <translation>Name, unter dem %1 geteilt wird</translation>
    </message>
    <message>
        <source>Weights of the same name are one tensor. Empty: the layer&apos;s own.</source>
        <translation>Gewichte gleichen Namens sind ein Tensor. Leer: das eigene der Schicht.</translation>
    </message>
    <message>
        <source>not shared</source>
        <translation>nicht geteilt</translation>
    </message>
    <message>
        <source>Set the learning rate factor of %1</source>
        <translation>Lernratenfaktor von %1 setzen</translation>
    </message>
    <message>
        <source>Share %1</source>
        <translation>%1 teilen</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>Einfrieren</translation>
    </message>
    <message>
        <source>Unfreeze</source>
        <translation>Auftauen</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Draws recurrent nets, trains them, and shows what they write.</source>
        <translation>Zeichnet rekurrente Netze, trainiert sie und zeigt, was sie schreiben.</translation>
    </message>
    <message>
        <source>A project, a checkpoint, a net or weights (%1), or a text to open.</source>
        <translation>Ein Projekt, ein Checkpoint, ein Netz oder Gewichte (%1) oder ein Text zum Öffnen.</translation>
    </message>
</context>
<context>
    <name>studio::Activities</name>
    <message>
        <source>&amp;Draw</source>
        <translation>&amp;Zeichnen</translation>
    </message>
    <message>
        <source>Draw: the net, its layers and their sizes</source>
        <translation>Zeichnen: das Netz, seine Schichten und ihre Größen</translation>
    </message>
    <message>
        <source>T&amp;rain</source>
        <translation>T&amp;rainieren</translation>
    </message>
    <message>
        <source>&amp;Write</source>
        <translation>&amp;Schreiben</translation>
    </message>
    <message>
        <source>Write: let a net of texts write, branch by branch</source>
        <translation>Schreiben: ein Netz für Texte schreiben lassen, Zweig um Zweig</translation>
    </message>
    <message>
        <source>Tr&amp;y</source>
        <translation>Aus&amp;probieren</translation>
    </message>
    <message>
        <source>Try: what the net says of new images, lines and series</source>
        <translation>Ausprobieren: was das Netz zu neuen Bildern, Zeilen und Reihen sagt</translation>
    </message>
    <message>
        <source>&amp;Middle only</source>
        <translation>Nur die &amp;Mitte</translation>
    </message>
    <message>
        <source>Hide all panels around what is worked on, or bring them back</source>
        <translation>Alle Bereiche um das Bearbeitete ausblenden oder zurückholen</translation>
    </message>
    <message>
        <source>Default arrangement of this wor&amp;kspace</source>
        <translation>&amp;Diese Arbeitsfläche wie am Anfang anordnen</translation>
    </message>
    <message>
        <source>Train: curves, and what the net writes on the way</source>
        <translation>Trainieren: Kurven, und was das Netz unterwegs schreibt</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>Runs: all of them, the queue, and which one is best</source>
        <translation>Läufe: alle, die Warteschlange, und welcher der beste ist</translation>
    </message>
</context>
<context>
    <name>studio::CandidatePopup</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>new line</source>
        <translation>neue Zeile</translation>
    </message>
    <message>
        <source>carriage return</source>
        <translation>Wagenrücklauf</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>space</source>
        <translation>Leerzeichen</translation>
    </message>
    <message>
        <source>non-breaking space</source>
        <translation>geschütztes Leerzeichen</translation>
    </message>
    <message>
        <source>The most likely characters here</source>
        <translation>Die wahrscheinlichsten Zeichen an dieser Stelle</translation>
    </message>
    <message>
        <source>Probabilities at temperature 1, before top-k and top-p</source>
        <translation>Wahrscheinlichkeiten bei Temperatur 1, vor Top-k und Top-p</translation>
    </message>
    <message>
        <source>Click a character to continue with it.</source>
        <translation>Ein Klick auf ein Zeichen schreibt mit ihm weiter.</translation>
    </message>
    <message>
        <source>Computing the probabilities here…</source>
        <translation>Die Wahrscheinlichkeiten an dieser Stelle werden berechnet …</translation>
    </message>
    <message>
        <source>No net wrote a character here.</source>
        <translation>Hier hat kein Netz ein Zeichen geschrieben.</translation>
    </message>
    <message>
        <source>Move the cursor to a character that a net wrote.</source>
        <translation>Die Schreibmarke auf ein Zeichen setzen, das ein Netz geschrieben hat.</translation>
    </message>
</context>
<context>
    <name>studio::ChanceCurves</name>
    <message>
        <source>Chances after each step</source>
        <translation>Wahrscheinlichkeiten nach jedem Schritt</translation>
    </message>
    <message>
        <source>After step %1 of %2</source>
        <translation>Nach Schritt %1 von %2</translation>
    </message>
</context>
<context>
    <name>studio::ColumnList</name>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>Spalten der Tabelle</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Enthält</translation>
    </message>
    <message>
        <source>First values</source>
        <translation>Erste Werte</translation>
    </message>
    <message>
        <source>The net reads the checked columns. A text column cannot be read, but can be the group or the class to predict.</source>
        <translation>Das Netz liest die angekreuzten Spalten. Eine Textspalte kann es nicht lesen, aber sie kann die Gruppe oder die Klasse angeben, die vorhergesagt wird.</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>%1: choose</source>
        <translation>%1: wählen</translation>
    </message>
    <message>
        <source>%1: leave the rows out</source>
        <translation>%1: Zeilen auslassen</translation>
    </message>
    <message>
        <source>%1: keep the last value</source>
        <translation>%1: letzten Wert behalten</translation>
    </message>
    <message>
        <source>Gaps of %1</source>
        <translation>Lücken von %1</translation>
    </message>
    <message>
        <source>Rows without a value. A missing target is never learned and counts in no figure.</source>
        <translation>Zeilen ohne Wert. Ein fehlendes Ziel wird nie gelernt und zählt in keiner Kennzahl.</translation>
    </message>
</context>
<context>
    <name>studio::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Type a part of a command</source>
        <translation>Einen Teil eines Befehls eingeben</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle suchen</translation>
    </message>
    <message>
        <source>%1 › %2</source>
        <translation>%1 › %2</translation>
    </message>
</context>
<context>
    <name>studio::ConfusionView</name>
    <message>
        <source>Confusion matrix</source>
        <translation>Konfusionsmatrix</translation>
    </message>
    <message>
        <source>%1: %2 correct</source>
        <translation>%1: %2 richtig</translation>
    </message>
    <message>
        <source>%1: not in the data</source>
        <translation>%1: nicht in den Daten</translation>
    </message>
    <message>
        <source>actual</source>
        <translation>tatsächlich</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>%1 of %2 of class %3 predicted correctly</source>
        <translation>%1 von %2 der Klasse %3 richtig vorhergesagt</translation>
    </message>
    <message>
        <source>%1 of %2 of class %3 predicted as %4</source>
        <translation>%1 von %2 der Klasse %3 als %4 vorhergesagt</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
</context>
<context>
    <name>studio::CurvePanes</name>
    <message>
        <source>Each iteration</source>
        <translation>Jede Iteration</translation>
    </message>
    <message>
        <source>Training, mean of %1</source>
        <translation>Training, Mittel aus %1</translation>
    </message>
    <message>
        <source>Training, each iteration</source>
        <translation>Training, jede Iteration</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Dashed: validation</source>
        <translation>Gestrichelt: Validierung</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>%1, Validierung</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
</context>
<context>
    <name>studio::CurveReadout</name>
    <message>
        <source>%1 (point: %2)</source>
        <translation>%1 (Punkt: %2)</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>%1, Validierung</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>Iteration %1 · %2 · %3 %4</source>
        <translation>Iteration %1 · %2 · %3 %4</translation>
    </message>
</context>
<context>
    <name>studio::CurveView</name>
    <message>
        <source>Choose a pane to show.</source>
        <translation>Bitte einen Bereich zum Anzeigen wählen.</translation>
    </message>
    <message>
        <source>The number of iterations per epoch of this run is not known. Choose another horizontal axis.</source>
        <translation>Die Zahl der Iterationen pro Epoche dieses Laufs ist nicht bekannt. Andere waagerechte Achse wählen.</translation>
    </message>
    <message>
        <source>Best checkpoint, iteration %1. Click to generate text with it.</source>
        <translation>Bester Checkpoint, Iteration %1. Klicken, um damit Text zu erzeugen.</translation>
    </message>
    <message>
        <source>Checkpoint, iteration %1. Click to generate text with it.</source>
        <translation>Checkpoint, Iteration %1. Klicken, um damit Text zu erzeugen.</translation>
    </message>
</context>
<context>
    <name>studio::CurvesPage</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Waiting for the first iteration: reading the data and preparing the engine.</source>
        <translation>Warten auf die erste Iteration: Die Daten werden gelesen und die Engine vorbereitet.</translation>
    </message>
    <message>
        <source>Waiting for the first iteration.</source>
        <translation>Warten auf die erste Iteration.</translation>
    </message>
    <message>
        <source>Paused before the first iteration.</source>
        <translation>Pausiert vor der ersten Iteration.</translation>
    </message>
</context>
<context>
    <name>studio::DataPages</name>
    <message>
        <source>the data</source>
        <translation>die Daten</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>der Text</translation>
    </message>
</context>
<context>
    <name>studio::DataPanel</name>
    <message>
        <source>%1 %2 stays the text to learn from.</source>
        <translation>%1 Gelernt wird weiter aus %2.</translation>
    </message>
    <message>
        <source>Text to learn from</source>
        <translation>Text zum Lernen</translation>
    </message>
    <message>
        <source>&amp;Bundled play</source>
        <translation>Mitgeliefertes &amp;Stück</translation>
    </message>
    <message>
        <source>The Bell Below the Weir, a play that comes with Hamnet</source>
        <translation>The Bell Below the Weir, ein Theaterstück, das mit Hamnet kommt</translation>
    </message>
    <message>
        <source>&amp;Tiny Shakespeare</source>
        <translation>&amp;Tiny Shakespeare</translation>
    </message>
    <message>
        <source>&amp;File…</source>
        <translation>&amp;Datei …</translation>
    </message>
    <message>
        <source>How it is read</source>
        <translation>Wie er gelesen wird</translation>
    </message>
    <message>
        <source>&amp;Characters:</source>
        <translation>&amp;Zeichen:</translation>
    </message>
    <message>
        <source>Streams, state kept</source>
        <translation>Ströme, Zustand bleibt</translation>
    </message>
    <message>
        <source>Windows, zero state</source>
        <translation>Fenster, Nullzustand</translation>
    </message>
    <message>
        <source>&amp;Order:</source>
        <translation>&amp;Reihenfolge:</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>First lines</source>
        <translation>Erste Zeilen</translation>
    </message>
    <message>
        <source>First lines of the text</source>
        <translation>Erste Zeilen des Textes</translation>
    </message>
    <message>
        <source>Change how the text is read</source>
        <translation>Leseweise des Textes ändern</translation>
    </message>
    <message>
        <source>Choose a text to learn from</source>
        <translation>Text zum Lernen wählen</translation>
    </message>
    <message>
        <source>Texts (*.txt *.md *.csv *.tex);;All files (*)</source>
        <translation>Texte (*.txt *.md *.csv *.tex);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose text</source>
        <translation>Text wählen</translation>
    </message>
    <message>
        <source>The drawing has no TEXTDATA layer: its INPUT layers read bytes, and a tenth is held out.</source>
        <translation>Die Zeichnung hat keine TEXTDATA-Schicht: Die INPUT-Schichten lesen Bytes, und ein Zehntel wird zurückgehalten.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>%1 (comes with Hamnet)</source>
        <translation>%1 (kommt mit Hamnet)</translation>
    </message>
    <message>
        <source>%1 characters, %2 different ones, %3</source>
        <translation>%1 Zeichen, %2 verschiedene, %3</translation>
    </message>
    <message>
        <source>Choose another text, or restore this file.</source>
        <translation>Einen anderen Text wählen oder diese Datei wiederherstellen.</translation>
    </message>
    <message>
        <source>%1: %2 %</source>
        <translation>%1: %2 %</translation>
    </message>
    <message>
        <source>Scenes from Shakespeare&apos;s plays, downloaded from the Internet</source>
        <translation>Szenen aus Shakespeares Stücken, aus dem Internet geladen</translation>
    </message>
    <message>
        <source>A text of your own</source>
        <translation>Ein eigener Text</translation>
    </message>
    <message>
        <source>Bytes (BYTES)</source>
        <translation>Bytes (BYTES)</translation>
    </message>
    <message>
        <source>UTF-8 characters (UTF8)</source>
        <translation>UTF-8-Zeichen (UTF8)</translation>
    </message>
</context>
<context>
    <name>studio::DeviceBox</name>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>A GPU where there is one and the engine runs on it, else the processor</source>
        <translation>Eine GPU, wo es eine gibt und die Engine auf ihr läuft, sonst der Prozessor</translation>
    </message>
    <message>
        <source>GPUs that train together</source>
        <translation>GPUs, die zusammen trainieren</translation>
    </message>
    <message>
        <source>All %1 GPUs together</source>
        <translation>Alle %1 GPUs zusammen</translation>
    </message>
    <message>
        <source>Each trains on its share of the streams of every batch; the losses are those of one GPU</source>
        <translation>Jede trainiert ihren Teil der Ströme jedes Batches; die Verluste sind die einer GPU</translation>
    </message>
    <message>
        <source>Some GPUs together…</source>
        <translation>Einige GPUs zusammen …</translation>
    </message>
</context>
<context>
    <name>studio::DeviceChip</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1
The line: utilisation in the last minute</source>
        <translation>%1
Die Linie: Auslastung in der letzten Minute</translation>
    </message>
    <message>
        <source>no readings</source>
        <translation>keine Messwerte</translation>
    </message>
</context>
<context>
    <name>studio::DevicePlot</name>
    <message>
        <source>This program</source>
        <translation>Dieses Programm</translation>
    </message>
    <message>
        <source>CPU use of Hamnet, all cores together</source>
        <translation>CPU-Auslastung durch Hamnet, alle Kerne zusammen</translation>
    </message>
    <message>
        <source>Whole machine</source>
        <translation>Ganzer Rechner</translation>
    </message>
    <message>
        <source>CPU use of all programs, all cores together</source>
        <translation>CPU-Auslastung durch alle Programme, alle Kerne zusammen</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory used by Hamnet</source>
        <translation>Von Hamnet belegter Speicher</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Power drawn by the CPU</source>
        <translation>Leistungsaufnahme der CPU</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Share of the time in which anything ran on the GPU; not how well it was filled</source>
        <translation>Anteil der Zeit, in der überhaupt etwas auf der GPU lief; nicht, wie gut sie gefüllt war</translation>
    </message>
    <message>
        <source>Device memory used by all programs</source>
        <translation>Von allen Programmen belegter Gerätespeicher</translation>
    </message>
    <message>
        <source>Power drawn by the device, and its limit</source>
        <translation>Leistungsaufnahme des Geräts und ihre Grenze</translation>
    </message>
    <message>
        <source>Clock of the multiprocessors</source>
        <translation>Takt der Multiprozessoren</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>Speichertakt</translation>
    </message>
    <message>
        <source>Clock of the device&apos;s memory</source>
        <translation>Takt des Gerätespeichers</translation>
    </message>
    <message>
        <source>The meters start with the first reading of a device.</source>
        <translation>Die Anzeigen beginnen mit der ersten Messung eines Geräts.</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>Time span shown</source>
        <translation>Gezeigte Zeitspanne</translation>
    </message>
    <message>
        <source>This program&apos;s memory</source>
        <translation>Speicher dieses Programms</translation>
    </message>
    <message>
        <source>Machine&apos;s memory</source>
        <translation>Speicher des Rechners</translation>
    </message>
    <message>
        <source>Memory used by all programs</source>
        <translation>Von allen Programmen belegter Speicher</translation>
    </message>
    <message>
        <source>Of the CPU; it throttles at the second number, the dashed line</source>
        <translation>Der CPU; an der zweiten Zahl, der gestrichelten Linie, drosselt sie sich</translation>
    </message>
    <message>
        <source>Mean of the cores</source>
        <translation>Mittel der Kerne</translation>
    </message>
    <message>
        <source>The device throttles at the second number, the dashed line</source>
        <translation>An der zweiten Zahl, der gestrichelten Linie, drosselt sich das Gerät</translation>
    </message>
</context>
<context>
    <name>studio::DevicesDock</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
</context>
<context>
    <name>studio::Diary</name>
    <message>
        <source>Earlier sample</source>
        <translation>Frühere Textprobe</translation>
    </message>
    <message>
        <source>Later sample</source>
        <translation>Spätere Textprobe</translation>
    </message>
    <message>
        <source>Always show the newest sample</source>
        <translation>Immer die neueste Textprobe zeigen</translation>
    </message>
    <message>
        <source>Use its prompt and settings in the panel Writing</source>
        <translation>Textanfang und Einstellungen in den Bereich Schreiben übernehmen</translation>
    </message>
    <message>
        <source>Samples of the run</source>
        <translation>Textproben des Laufs</translation>
    </message>
    <message>
        <source>What the net wrote during training; the arrow keys go from sample to sample</source>
        <translation>Was das Netz beim Training schrieb; die Pfeiltasten gehen von Textprobe zu Textprobe</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Textprobe</translation>
    </message>
    <message>
        <source>No samples yet. During training the net writes a few lines from time to time, which are listed here.</source>
        <translation>Noch keine Textproben. Beim Training schreibt das Netz ab und zu einige Zeilen, die hier aufgeführt werden.</translation>
    </message>
    <message>
        <source>Iteration %1</source>
        <translation>Iteration %1</translation>
    </message>
    <message>
        <source> · loss %1</source>
        <translation> · Verlust %1</translation>
    </message>
    <message>
        <source> · seed %1</source>
        <translation> · Startwert %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>studio::DrawField</name>
    <message>
        <source>Drawing field</source>
        <translation>Zeichenfeld</translation>
    </message>
    <message>
        <source>Draw here</source>
        <translation>Hier zeichnen</translation>
    </message>
    <message>
        <source>Arrows move the brush, Space lowers and lifts it</source>
        <translation>Pfeile bewegen den Pinsel, die Leertaste senkt und hebt ihn</translation>
    </message>
</context>
<context>
    <name>studio::EngineRows</name>
    <message>
        <source>%1 is not available: %2</source>
        <translation>%1 ist nicht verfügbar: %2</translation>
    </message>
    <message>
        <source>As set in each layer</source>
        <translation>Wie in jeder Schicht eingestellt</translation>
    </message>
    <message>
        <source>Each layer uses the engine set in its settings.</source>
        <translation>Jede Schicht verwendet die Engine aus ihren Einstellungen.</translation>
    </message>
    <message>
        <source>&amp;Engine:</source>
        <translation>&amp;Engine:</translation>
    </message>
    <message>
        <source>P&amp;recision:</source>
        <translation>P&amp;räzision:</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>Automatisch: %1</translation>
    </message>
    <message>
        <source>Fastest without loss of accuracy: bf16 where the hardware supports it, else fp32</source>
        <translation>Die schnellste ohne Qualitätsverlust: bf16, wo die Hardware es unterstützt, sonst fp32</translation>
    </message>
    <message>
        <source>Will run:</source>
        <translation>Es rechnet:</translation>
    </message>
    <message>
        <source>Engine of each layer</source>
        <translation>Engine jeder Schicht</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Fastest (DEFAULT)</source>
        <translation>Schnellste (DEFAULT)</translation>
    </message>
    <message>
        <source>%1
Not available: %2</source>
        <translation>%1
Nicht verfügbar: %2</translation>
    </message>
    <message>
        <source>De&amp;vice:</source>
        <translation>Ger&amp;ät:</translation>
    </message>
    <message>
        <source>it does not run on %1</source>
        <translation>auf %1 läuft sie nicht</translation>
    </message>
</context>
<context>
    <name>studio::ExportDialog</name>
    <message>
        <source>&amp;Light background, for print</source>
        <translation>&amp;Heller Hintergrund, für den Druck</translation>
    </message>
    <message>
        <source>Export curves</source>
        <translation>Kurven exportieren</translation>
    </message>
    <message>
        <source>All points as a table (CSV)</source>
        <translation>Alle Punkte als Tabelle (CSV)</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>× </source>
        <translation>× </translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>H&amp;öhe</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>&amp;Auflösung</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Every point of the runs that are shown, unsmoothed, in nats per character.</source>
        <translation>Jeder Punkt der gezeigten Läufe, ungeglättet, in Nat pro Zeichen.</translation>
    </message>
    <message>
        <source>What the plot shows now.</source>
        <translation>Was das Diagramm gerade zeigt.</translation>
    </message>
    <message>
        <source>curves</source>
        <translation>kurven</translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation>Das Bild ist in der Zwischenablage.</translation>
    </message>
</context>
<context>
    <name>studio::FileCommands</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>%1 holds a whole net with its weights.</source>
        <translation>%1 enthält ein ganzes Netz mit seinen Gewichten.</translation>
    </message>
    <message>
        <source>Open it as a separate drawing, or load its weights by name into the net drawn here?</source>
        <translation>Soll es als eigene Zeichnung geöffnet werden, oder sollen seine Gewichte nach Namen in das hier gezeichnete Netz geladen werden?</translation>
    </message>
    <message>
        <source>%1 does not say which vocabulary its weights were trained with. Were they trained on exactly the text that is chosen here?</source>
        <translation>%1 sagt nicht, mit welchem Vokabular die Gewichte trainiert wurden. Wurden sie mit genau dem Text trainiert, der hier gewählt ist?</translation>
    </message>
    <message>
        <source>Use its &amp;weights</source>
        <translation>&amp;Gewichte übernehmen</translation>
    </message>
    <message>
        <source>&amp;Open as a drawing</source>
        <translation>Als Zeichnung &amp;öffnen</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen …</translation>
    </message>
    <message>
        <source>&amp;New drawing</source>
        <translation>&amp;Neue Zeichnung</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter …</translation>
    </message>
    <message>
        <source>&amp;Close project (start page)</source>
        <translation>Projekt s&amp;chließen (Startseite)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>Projekt speichern</translation>
    </message>
    <message>
        <source>A run is in progress</source>
        <translation>Ein Lauf ist im Gange</translation>
    </message>
    <message>
        <source>%1 is still training.</source>
        <translation>%1 trainiert noch.</translation>
    </message>
    <message>
        <source>Its checkpoint is saved when it stops, so that it can be resumed later.</source>
        <translation>Beim Anhalten wird sein Checkpoint gesichert, sodass er später fortgesetzt werden kann.</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>&amp;Anhalten und sichern</translation>
    </message>
    <message>
        <source>&amp;Keep training</source>
        <translation>&amp;Weiter trainieren</translation>
    </message>
    <message>
        <source>Save changes?</source>
        <translation>Änderungen speichern?</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 enthält ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren …</translation>
    </message>
    <message>
        <source>Nets and weights of other programs: %1</source>
        <translation>Netze und Gewichte anderer Programme: %1</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Trained weights, curves or the drawing, for other programs</source>
        <translation>Trainierte Gewichte, Kurven oder die Zeichnung, für andere Programme</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>%1 wird gespeichert …</translation>
    </message>
    <message>
        <source>Restore &amp;previous version…</source>
        <translation>&amp;Vorige Fassung wiederherstellen …</translation>
    </message>
    <message>
        <source>The project as it was before it was last saved</source>
        <translation>Das Projekt, wie es vor dem letzten Speichern war</translation>
    </message>
    <message>
        <source>Restore previous version</source>
        <translation>Vorige Fassung wiederherstellen</translation>
    </message>
    <message>
        <source>The previous version of %1 was saved on %2.</source>
        <translation>Die vorige Fassung von %1 wurde am %2 gespeichert.</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>The next run learns from %1.</source>
        <translation>Der nächste Lauf lernt aus %1.</translation>
    </message>
    <message>
        <source>The runs cannot be kept in the project: %1. Leave without them?</source>
        <translation>Die Läufe lassen sich nicht im Projekt behalten: %1. Ohne sie gehen?</translation>
    </message>
    <message>
        <source>Work that was interrupted</source>
        <translation>Unterbrochene Arbeit</translation>
    </message>
    <message>
        <source>Work on %1 was interrupted before it was saved.</source>
        <translation>Die Arbeit an %1 wurde unterbrochen, bevor sie gespeichert war.</translation>
    </message>
    <message>
        <source>It can be recovered as of %1. Opened as it was saved, it stays on the start page to be recovered later.</source>
        <translation>Sie lässt sich vom Stand %1 wiederherstellen. Wird geöffnet, was gespeichert war, bleibt sie auf der Startseite für später.</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Open as &amp;saved</source>
        <translation>Gespeichertes ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Runs were found</source>
        <translation>Läufe gefunden</translation>
    </message>
    <message>
        <source>Beside %1 lie checkpoints of runs that it does not list: %2. Add them to its runs?</source>
        <translation>Neben %1 liegen Checkpoints von Läufen, die es nicht aufführt: %2. Zu seinen Läufen hinzufügen?</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>Läufe werden gelesen …</translation>
    </message>
    <message>
        <source>The run stops in either case.</source>
        <translation>Der Lauf wird in jedem Fall angehalten.</translation>
    </message>
    <message>
        <source>Stop and &amp;discard</source>
        <translation>Anhalten und &amp;verwerfen</translation>
    </message>
    <message>
        <source>Discard gives up what was changed, but keeps the runs and texts in the project.</source>
        <translation>Verwerfen gibt die Änderungen auf, behält aber Läufe und Texte im Projekt.</translation>
    </message>
    <message>
        <source>%1 What is open now and not saved is lost. The file changes only when you save, and no checkpoint goes.</source>
        <translation>%1 Was jetzt offen und nicht gespeichert ist, geht verloren. Die Datei ändert sich erst beim Speichern, und kein Checkpoint wird entfernt.</translation>
    </message>
    <message>
        <source>Discard also deletes the checkpoints of its runs; those in the queue stay there.</source>
        <translation>„Verwerfen“ löscht auch die Checkpoints der Läufe; die in der Warteschlange bleiben dort.</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
</context>
<context>
    <name>studio::FileExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>&amp;What:</source>
        <translation>&amp;Was:</translation>
    </message>
    <message>
        <source>Of &amp;run:</source>
        <translation>&amp;Lauf:</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>&amp;Gewichte:</translation>
    </message>
    <message>
        <source>&amp;Format:</source>
        <translation>&amp;Format:</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Net with trained weights</source>
        <translation>Netz mit trainierten Gewichten</translation>
    </message>
    <message>
        <source>The curve of a run</source>
        <translation>Die Kurve eines Laufs</translation>
    </message>
    <message>
        <source>The drawing as prototxt</source>
        <translation>Die Zeichnung als Prototxt-Text</translation>
    </message>
    <message>
        <source>%1, as it was imported</source>
        <translation>%1, wie importiert</translation>
    </message>
    <message>
        <source>All weights in the file</source>
        <translation>Alle Gewichte der Datei</translation>
    </message>
    <message>
        <source>Best by validation, iteration %1</source>
        <translation>Beste der Validierung, Iteration %1</translation>
    </message>
    <message>
        <source>Newest, iteration %1</source>
        <translation>Neueste, Iteration %1</translation>
    </message>
    <message>
        <source>Wrote the curve to %1</source>
        <translation>Die Kurve steht in %1</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Wrote the net and, next to it, its solver.</source>
        <translation>Das Netz ist geschrieben und daneben sein Solver.</translation>
    </message>
    <message>
        <source>Replace the solver too?</source>
        <translation>Auch den Solver ersetzen?</translation>
    </message>
    <message>
        <source>The solver is written next to the net, but %1 already exists.</source>
        <translation>Der Solver wird neben das Netz geschrieben, aber %1 gibt es schon.</translation>
    </message>
    <message>
        <source>Net with trained weights (no checkpoint yet)</source>
        <translation>Netz mit trainierten Gewichten (noch kein Checkpoint)</translation>
    </message>
    <message>
        <source>The curve of a run (none yet)</source>
        <translation>Die Kurve eines Laufs (noch keine)</translation>
    </message>
    <message>
        <source>The drawing as a picture</source>
        <translation>Die Zeichnung als Bild</translation>
    </message>
    <message>
        <source>The whole net</source>
        <translation>Das ganze Netz</translation>
    </message>
    <message>
        <source>%1, unrolled</source>
        <translation>%1, abgerollt</translation>
    </message>
    <message>
        <source>&amp;View:</source>
        <translation>&amp;Ansicht:</translation>
    </message>
    <message>
        <source>Wrote the picture to %1</source>
        <translation>Das Bild wurde nach %1 geschrieben</translation>
    </message>
    <message>
        <source>%1 is a name for %2, but %3 is to be written; choose another name, or what is to be written.</source>
        <translation>%1 ist ein Name für %2, geschrieben werden soll aber %3; einen anderen Namen wählen, oder was geschrieben werden soll.</translation>
    </message>
    <message>
        <source>Replace the weights too?</source>
        <translation>Auch die Gewichte ersetzen?</translation>
    </message>
    <message>
        <source>The weights are written next to the code, but %1 already exists.</source>
        <translation>Die Gewichte werden neben den Code geschrieben, aber %1 gibt es schon.</translation>
    </message>
    <message>
        <source>%1 (chosen in Write)</source>
        <translation>%1 (in Schreiben gewählt)</translation>
    </message>
</context>
<context>
    <name>studio::FirstWeightsRow</name>
    <message>
        <source>Initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>Import weights to start from</source>
        <translation>Gewichte importieren, mit denen begonnen wird</translation>
    </message>
    <message>
        <source>Start from random weights again</source>
        <translation>Wieder mit zufälligen Gewichten beginnen</translation>
    </message>
    <message>
        <source>random, as set in each layer</source>
        <translation>zufällig, wie in jeder Schicht eingestellt</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
</context>
<context>
    <name>studio::GenerationSession</name>
    <message>
        <source>There is no net in training yet. Train one, or choose a checkpoint.</source>
        <translation>Es ist noch kein Netz im Training. Ein Netz trainieren oder einen Checkpoint wählen.</translation>
    </message>
</context>
<context>
    <name>studio::GestureCard</name>
    <message>
        <source>Keys and gestures</source>
        <translation>Tasten und Gesten</translation>
    </message>
    <message>
        <source>Type letters</source>
        <translation>Buchstaben tippen</translation>
    </message>
    <message>
        <source>Add a layer of that name</source>
        <translation>Schicht dieses Namens hinzufügen</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Empty place or wire: add a layer; recurrent layer: unroll it</source>
        <translation>Leere Stelle oder Verbindung: Schicht hinzufügen; rekurrente Schicht: abrollen</translation>
    </message>
    <message>
        <source>Drag a port</source>
        <translation>Anschluss ziehen</translation>
    </message>
    <message>
        <source>Connect; over an empty place: add the next layer</source>
        <translation>Verbinden; über leerer Stelle: nächste Schicht hinzufügen</translation>
    </message>
    <message>
        <source>Drag the end of a wire</source>
        <translation>Ende einer Verbindung ziehen</translation>
    </message>
    <message>
        <source>Connect it elsewhere; over an empty place: remove it</source>
        <translation>Anderswo anschließen; über leerer Stelle: entfernen</translation>
    </message>
    <message>
        <source>Drag a layer</source>
        <translation>Schicht ziehen</translation>
    </message>
    <message>
        <source>Move it; onto a wire: insert it; Alt: neither grid nor insertion</source>
        <translation>Verschieben; auf eine Verbindung: einfügen; Alt: weder Raster noch Einfügen</translation>
    </message>
    <message>
        <source>Drag an empty place</source>
        <translation>Leere Stelle ziehen</translation>
    </message>
    <message>
        <source>Select by a rectangle; Ctrl or Shift: add to the selection</source>
        <translation>Mit einem Rechteck auswählen; Strg oder Umschalt: zur Auswahl hinzu</translation>
    </message>
    <message>
        <source>Ctrl+right drag</source>
        <translation>Strg+rechts ziehen</translation>
    </message>
    <message>
        <source>Cut wires</source>
        <translation>Verbindungen trennen</translation>
    </message>
    <message>
        <source>Wheel, Shift+wheel</source>
        <translation>Mausrad, Umschalt+Mausrad</translation>
    </message>
    <message>
        <source>Scroll down, sideways</source>
        <translation>Nach unten, zur Seite schieben</translation>
    </message>
    <message>
        <source>Ctrl+wheel, pinch</source>
        <translation>Strg+Mausrad, zwei Finger spreizen</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>Am Zeiger zoomen</translation>
    </message>
    <message>
        <source>Middle drag, Space+drag</source>
        <translation>Mitte ziehen, Leertaste+ziehen</translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation>Schieben</translation>
    </message>
    <message>
        <source>Arrows, Shift+arrows</source>
        <translation>Pfeile, Umschalt+Pfeile</translation>
    </message>
    <message>
        <source>Move the selection by a grid step, by 1</source>
        <translation>Auswahl um einen Rasterschritt, um 1 verschieben</translation>
    </message>
    <message>
        <source>Ctrl+arrows, Tab</source>
        <translation>Strg+Pfeile, Tab</translation>
    </message>
    <message>
        <source>Go to the next layer along wires, in order</source>
        <translation>Zur nächsten Schicht entlang der Verbindungen, der Reihe nach</translation>
    </message>
    <message>
        <source>Drag; with Shift</source>
        <translation>Ziehen; mit Umschalt</translation>
    </message>
    <message>
        <source>Move the curves; zoom into a part of them</source>
        <translation>Die Kurven verschieben; einen Teil davon vergrößern</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>On the canvas</source>
        <translation>Auf der Zeichenfläche</translation>
    </message>
    <message>
        <source>On curves</source>
        <translation>Auf Kurven</translation>
    </message>
    <message>
        <source>While connecting: arrows, Tab</source>
        <translation>Beim Verbinden: Pfeile, Tab</translation>
    </message>
    <message>
        <source>Another input, the next output; Enter: connect; Escape: cancel</source>
        <translation>Anderer Eingang, nächste Ausgabe; Eingabe: verbinden; Escape: abbrechen</translation>
    </message>
    <message>
        <source>Escape in the unrolled view</source>
        <translation>Escape in der abgerollten Ansicht</translation>
    </message>
    <message>
        <source>Back to the drawing</source>
        <translation>Zurück zur Zeichnung</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Strg+Mausrad</translation>
    </message>
    <message>
        <source>Zoom vertically</source>
        <translation>Senkrecht zoomen</translation>
    </message>
    <message>
        <source>F, 0</source>
        <translation>F, 0</translation>
    </message>
    <message>
        <source>Follow the newest point, show everything</source>
        <translation>Dem neuesten Punkt folgen, alles zeigen</translation>
    </message>
    <message>
        <source>Click a checkpoint</source>
        <translation>Checkpoint anklicken</translation>
    </message>
    <message>
        <source>Generate text with it</source>
        <translation>Damit Text erzeugen</translation>
    </message>
    <message>
        <source>Point at a character, Ctrl+Space</source>
        <translation>Zeiger auf ein Zeichen, Strg+Leertaste</translation>
    </message>
    <message>
        <source>Show what else was likely; click a character to continue with it</source>
        <translation>Zeigen, was sonst wahrscheinlich war; ein Klick schreibt mit dem Zeichen weiter</translation>
    </message>
    <message>
        <source>Ctrl+Return in the prompt</source>
        <translation>Strg+Eingabe im Textanfang</translation>
    </message>
    <message>
        <source>Generate a text</source>
        <translation>Einen Text erzeugen</translation>
    </message>
    <message>
        <source>In a written text</source>
        <translation>Im geschriebenen Text</translation>
    </message>
    <message>
        <source>Double-click, Return</source>
        <translation>Doppelklick, Eingabe</translation>
    </message>
    <message>
        <source>Open the run&apos;s net</source>
        <translation>Das Netz des Laufs öffnen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Remove the chosen runs</source>
        <translation>Die gewählten Läufe entfernen</translation>
    </message>
    <message>
        <source>Drag along an axis</source>
        <translation>Entlang einer Achse ziehen</translation>
    </message>
    <message>
        <source>Choose the runs that pass there; click: take that back</source>
        <translation>Die Läufe wählen, die dort durchgehen; Klick: zurücknehmen</translation>
    </message>
    <message>
        <source>Arrows on the axes, Escape</source>
        <translation>Pfeile auf den Achsen, Esc</translation>
    </message>
    <message>
        <source>Next axis; move its brush, Shift: its upper end; no brushes</source>
        <translation>Nächste Achse; ihre Auswahl bewegen, Umschalt: das obere Ende; keine Auswahl</translation>
    </message>
    <message>
        <source>In the queue</source>
        <translation>In der Warteschlange</translation>
    </message>
</context>
<context>
    <name>studio::GuideBubble</name>
    <message>
        <source>Shift+F1 moves the keyboard focus here, Escape back</source>
        <translation>Umschalt+F1 holt den Tastaturfokus hierher, Esc gibt ihn zurück</translation>
    </message>
    <message>
        <source>Do it for me</source>
        <translation>Für mich erledigen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Help › Guided first net starts it again</source>
        <translation>„Hilfe › Das erste Netz mit Anleitung“ beginnt von vorn</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
</context>
<context>
    <name>studio::GuideOffer</name>
    <message>
        <source>New here?</source>
        <translation>Neu hier?</translation>
    </message>
    <message>
        <source>Draw your first recurrent net and let it learn to write: five steps, two minutes. You can leave at any time; Help › Guided first net starts it again.</source>
        <translation>Das erste rekurrente Netz zeichnen und schreiben lernen lassen: fünf Schritte, zwei Minuten. Verlassen geht jederzeit; mit „Hilfe › Das erste Netz mit Anleitung“ beginnt es noch einmal.</translation>
    </message>
    <message>
        <source>&amp;Guide me</source>
        <translation>Anle&amp;iten</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
</context>
<context>
    <name>studio::HeatMap</name>
    <message>
        <source>All units of the layer over the characters in view</source>
        <translation>Alle Einheiten der Schicht über den sichtbaren Zeichen</translation>
    </message>
    <message>
        <source>Unit %1: %2</source>
        <translation>Einheit %1: %2</translation>
    </message>
</context>
<context>
    <name>studio::ImagePage</name>
    <message>
        <source>Eraser</source>
        <translation>Radierer</translation>
    </message>
    <message>
        <source>Take away instead of drawing; so does the right mouse button</source>
        <translation>Wegnehmen statt zeichnen; das tut auch die rechte Maustaste</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take back the last stroke</source>
        <translation>Den letzten Strich zurücknehmen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>An empty field</source>
        <translation>Ein leeres Feld</translation>
    </message>
    <message>
        <source>Width of the brush</source>
        <translation>Breite des Pinsels</translation>
    </message>
    <message>
        <source>Scale and centre as MNIST</source>
        <translation>Wie MNIST skalieren und zentrieren</translation>
    </message>
    <message>
        <source>Fits what is drawn into 20 of 28 pixels and puts its centre of mass into the middle, as the images of MNIST were made. Samples of the data stay as they are.</source>
        <translation>Passt das Gezeichnete in 20 von 28 Pixeln ein und setzt seinen Schwerpunkt in die Mitte, wie die Bilder von MNIST gemacht sind. Beispiele aus den Daten bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Sample </source>
        <translation>Beispiel </translation>
    </message>
    <message>
        <source>Begin from an image that the net did not learn from</source>
        <translation>Von einem Bild ausgehen, von dem das Netz nicht gelernt hat</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Irgendeins</translation>
    </message>
    <message>
        <source>Another sample, at random</source>
        <translation>Ein anderes Beispiel, zufällig</translation>
    </message>
    <message>
        <source>Save the image as a PNG in the folder of a class, to learn from or to drop here again</source>
        <translation>Das Bild als PNG im Ordner einer Klasse speichern, um davon zu lernen oder es hier wieder abzulegen</translation>
    </message>
    <message>
        <source>Folder with a folder for each class</source>
        <translation>Ordner mit einem Ordner für jede Klasse</translation>
    </message>
    <message>
        <source>In the data: %1</source>
        <translation>In den Daten: %1</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
</context>
<context>
    <name>studio::Inside</name>
    <message>
        <source>all of the candidate goes into the cell state</source>
        <translation>der ganze Kandidat kommt in den Zellzustand</translation>
    </message>
    <message>
        <source>hardly anything new goes into the cell state</source>
        <translation>kaum etwas Neues kommt in den Zellzustand</translation>
    </message>
    <message>
        <source>the cell state hardly decays</source>
        <translation>der Zellzustand klingt kaum ab</translation>
    </message>
    <message>
        <source>the cell state is forgotten at once</source>
        <translation>der Zellzustand wird sofort vergessen</translation>
    </message>
    <message>
        <source>the whole cell state is output</source>
        <translation>der ganze Zellzustand wird ausgegeben</translation>
    </message>
    <message>
        <source>hardly anything of the cell state is output</source>
        <translation>vom Zellzustand wird kaum etwas ausgegeben</translation>
    </message>
    <message>
        <source>the candidate sees the whole previous state</source>
        <translation>der Kandidat sieht den ganzen vorigen Zustand</translation>
    </message>
    <message>
        <source>the candidate hardly sees the previous state</source>
        <translation>der Kandidat sieht den vorigen Zustand kaum</translation>
    </message>
    <message>
        <source>the state hardly changes</source>
        <translation>der Zustand ändert sich kaum</translation>
    </message>
    <message>
        <source>hardly anything of the state is kept</source>
        <translation>vom Zustand bleibt kaum etwas</translation>
    </message>
    <message>
        <source>its gradient is near 0 there</source>
        <translation>der Gradient ist dort fast 0</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 is saturated near 1 in %2 % of its values: %3.</source>
        <translation>%1 ist bei %2 % seiner Werte gesättigt, nahe 1: %3.</translation>
    </message>
    <message>
        <source>%1 is saturated near -1 in %2 % of its values: %3.</source>
        <translation>%1 ist bei %2 % seiner Werte gesättigt, nahe -1: %3.</translation>
    </message>
    <message>
        <source>%1 is open in %2 % of its values: %3. Saturated, it hardly learns.</source>
        <translation>%1 ist bei %2 % seiner Werte offen: %3. Gesättigt lernt es kaum.</translation>
    </message>
    <message>
        <source>%1 is closed in %2 % of its values: %3. Saturated, it hardly learns.</source>
        <translation>%1 ist bei %2 % seiner Werte geschlossen: %3. Gesättigt lernt es kaum.</translation>
    </message>
    <message>
        <source>At every step seen: units %1.</source>
        <translation>Bei jedem gesehenen Schritt: Einheiten %1.</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n sampled value(s) are not finite.</source>
        <translation>
            <numerusform>%1: %n erfasster Wert ist nicht endlich.</numerusform>
            <numerusform>%1: %n erfasste Werte sind nicht endlich.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: no gradient reaches its weights, so they do not learn.</source>
        <translation>%1: Kein Gradient erreicht die Gewichte, also lernen sie nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n of %2 units are dead, zero at every position seen: %3.</source>
        <translation>
            <numerusform>%1: %n von %2 Einheiten ist tot, an jeder gesehenen Position null: %3.</numerusform>
            <numerusform>%1: %n von %2 Einheiten sind tot, an jeder gesehenen Position null: %3.</numerusform>
        </translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 %2 (%3 to %4)</source>
        <translation>%1 %2 (%3 bis %4)</translation>
    </message>
    <message numerus="yes">
        <source>Values: only the first %n step(s) are recorded.</source>
        <translation>
            <numerusform>Werte: Nur der erste Schritt wird erfasst.</numerusform>
            <numerusform>Werte: Nur die ersten %n Schritte werden erfasst.</numerusform>
        </translation>
    </message>
    <message>
        <source>Iteration %1, first stream, all units: mean (smallest to largest)</source>
        <translation>Iteration %1, erster Strom, alle Einheiten: Mittel (kleinster bis größter)</translation>
    </message>
    <message>
        <source>no gradient</source>
        <translation>kein Gradient</translation>
    </message>
    <message numerus="yes">
        <source>%n dead unit(s)</source>
        <translation>
            <numerusform>%n tote Einheit</numerusform>
            <numerusform>%n tote Einheiten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 saturated %2 %</source>
        <translation>%1 gesättigt %2 %</translation>
    </message>
    <message>
        <source>gate %1 open %2 %</source>
        <translation>Gatter %1 offen %2 %</translation>
    </message>
    <message>
        <source>gate %1 closed %2 %</source>
        <translation>Gatter %1 zu %2 %</translation>
    </message>
</context>
<context>
    <name>studio::LayerStrip</name>
    <message>
        <source>learns</source>
        <translation>lernt</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>eingefroren</translation>
    </message>
    <message>
        <source>Layers of the net</source>
        <translation>Schichten des Netzes</translation>
    </message>
</context>
<context>
    <name>studio::LensDock</name>
    <message>
        <source>There is no net in training yet. Train one, or choose a checkpoint.</source>
        <translation>Es ist noch kein Netz im Training. Ein Netz trainieren oder einen Checkpoint wählen.</translation>
    </message>
</context>
<context>
    <name>studio::LensLegend</name>
    <message>
        <source>The unit&apos;s value at a character, by the colour behind it. In the map of all units the colours go from %1 to %2.</source>
        <translation>Der Wert der Einheit an einem Zeichen, nach der Farbe dahinter. In der Karte aller Einheiten gehen die Farben von %1 bis %2.</translation>
    </message>
    <message>
        <source>Colours from %1 to %2</source>
        <translation>Farben von %1 bis %2</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>Hidden state h</source>
        <translation>Verborgener Zustand h</translation>
    </message>
    <message>
        <source>Cell state %1</source>
        <translation>Zellzustand %1</translation>
    </message>
    <message>
        <source>Input gate i</source>
        <translation>Eingangsgatter i</translation>
    </message>
    <message>
        <source>Forget gate f</source>
        <translation>Vergessgatter f</translation>
    </message>
    <message>
        <source>Output gate o</source>
        <translation>Ausgangsgatter o</translation>
    </message>
    <message>
        <source>Reset gate r</source>
        <translation>Rücksetzgatter r</translation>
    </message>
    <message>
        <source>Update gate z</source>
        <translation>Aktualisierungsgatter z</translation>
    </message>
    <message>
        <source>Candidate %1</source>
        <translation>Kandidat %1</translation>
    </message>
    <message>
        <source>Gate %1</source>
        <translation>Gatter %1</translation>
    </message>
</context>
<context>
    <name>studio::LensPanel</name>
    <message>
        <source>Type or paste a text for the net to read.</source>
        <translation>Einen Text, den das Netz lesen soll, eintippen oder einfügen.</translation>
    </message>
    <message>
        <source>Text to read</source>
        <translation>Zu lesender Text</translation>
    </message>
    <message>
        <source>Net</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>The net that reads</source>
        <translation>Das Netz, das liest</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The text to read, up to %1 characters</source>
        <translation>Der zu lesende Text, bis zu %1 Zeichen</translation>
    </message>
    <message>
        <source>The written text</source>
        <translation>Der geschriebene Text</translation>
    </message>
    <message>
        <source>The training text</source>
        <translation>Der Trainingstext</translation>
    </message>
    <message>
        <source>A text of my own</source>
        <translation>Ein eigener Text</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read the text with the net as it is now</source>
        <translation>Den Text mit dem Netz lesen, wie es jetzt ist</translation>
    </message>
    <message>
        <source>The lens shows what a single unit of a net does while it reads: press Read, and each character is tinted by the unit&apos;s value there.</source>
        <translation>Die Lupe zeigt, was eine einzelne Einheit eines Netzes beim Lesen tut: Nach einem Klick auf „Lesen“ ist jedes Zeichen nach dem Wert gefärbt, den die Einheit dort hat.</translation>
    </message>
    <message>
        <source>No net can read yet. Train one or open a checkpoint; then press Read, and each character is tinted by what a unit of the net does there.</source>
        <translation>Noch kann kein Netz lesen. Eines trainieren oder einen Checkpoint öffnen; nach einem Klick auf „Lesen“ ist dann jedes Zeichen danach gefärbt, was eine Einheit des Netzes dort tut.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Liest …</translation>
    </message>
    <message>
        <source>%1 Only the beginning of the text is shown.</source>
        <translation>%1 Nur der Anfang des Textes wird gezeigt.</translation>
    </message>
    <message>
        <source>The first %1 characters; the rest is being read…</source>
        <translation>Die ersten %1 Zeichen; der Rest wird noch gelesen …</translation>
    </message>
    <message>
        <source>%1 characters in %2 s, iteration %3</source>
        <translation>%1 Zeichen in %2 s, Iteration %3</translation>
    </message>
    <message>
        <source> · the text goes on, but no more are read</source>
        <translation> · der Text geht weiter, mehr wird nicht gelesen</translation>
    </message>
    <message>
        <source> · unknown characters left out</source>
        <translation> · ohne unbekannte Zeichen</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Pattern to search for</source>
        <translation>Gesuchtes Muster</translation>
    </message>
    <message>
        <source>The selected characters</source>
        <translation>Die ausgewählten Zeichen</translation>
    </message>
    <message>
        <source>Find units</source>
        <translation>Einheiten finden</translation>
    </message>
    <message>
        <source>List the units whose gates or states correlate with the pattern, by their correlation r</source>
        <translation>Die Einheiten auflisten, deren Gatter oder Zustände mit dem Muster korrelieren, nach ihrer Korrelation r</translation>
    </message>
    <message>
        <source>Units that follow the pattern</source>
        <translation>Einheiten, die dem Muster folgen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht …</translation>
    </message>
    <message>
        <source>r = %1 · %2 · %3 · unit %4</source>
        <translation>r = %1 · %2 · %3 · Einheit %4</translation>
    </message>
    <message>
        <source>Select characters of the text first, by dragging over them.</source>
        <translation>Zuerst Zeichen des Textes auswählen, indem man mit der Maus darüber zieht.</translation>
    </message>
    <message>
        <source>The pattern does not occur in this text, so no unit can follow it.</source>
        <translation>Das Muster kommt in diesem Text nicht vor, also kann ihm keine Einheit folgen.</translation>
    </message>
    <message>
        <source>The best of %1: r = %2 (1 follows it exactly, -1 does the opposite, 0 neither)</source>
        <translation>Am besten zu „%1“: r = %2 (1 folgt genau, -1 tut das Gegenteil, 0 keins von beiden)</translation>
    </message>
    <message>
        <source>Inside quotes</source>
        <translation>In Anführungszeichen</translation>
    </message>
    <message>
        <source>Position in the line</source>
        <translation>Stelle in der Zeile</translation>
    </message>
    <message>
        <source>First word of a line</source>
        <translation>Erstes Wort einer Zeile</translation>
    </message>
    <message>
        <source>Capital letters</source>
        <translation>Großbuchstaben</translation>
    </message>
    <message>
        <source>Spaces and line ends</source>
        <translation>Leerzeichen und Zeilenenden</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Ziffern</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>Satzzeichen</translation>
    </message>
    <message>
        <source>Position in the word</source>
        <translation>Stelle im Wort</translation>
    </message>
    <message>
        <source>The text has no double quotation marks.</source>
        <translation>Der Text hat keine doppelten Anführungszeichen.</translation>
    </message>
    <message>
        <source>This pattern occurs nowhere in the text, or everywhere.</source>
        <translation>Dieses Muster kommt im Text nirgends vor oder überall.</translation>
    </message>
</context>
<context>
    <name>studio::LensText</name>
    <message>
        <source>Text under the lens</source>
        <translation>Text unter der Lupe</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>studio::LinePage</name>
    <message>
        <source>Type a line</source>
        <translation>Eine Zeile tippen</translation>
    </message>
    <message>
        <source>Line of text</source>
        <translation>Textzeile</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Irgendeins</translation>
    </message>
    <message>
        <source>A line that the net did not learn from, at random</source>
        <translation>Eine zufällige Zeile, von der das Netz nicht gelernt hat</translation>
    </message>
    <message>
        <source>Append the line to a text file as one of a class, to learn from or to drop here again</source>
        <translation>Die Zeile als eine ihrer Klasse an eine Textdatei anhängen, um davon zu lernen oder sie hier wieder abzulegen</translation>
    </message>
    <message>
        <source>File of lines to append to</source>
        <translation>Datei mit Zeilen, an die angehängt wird</translation>
    </message>
    <message>
        <source>Lines of text (*.tsv *.txt)</source>
        <translation>Textzeilen (*.tsv *.txt)</translation>
    </message>
    <message>
        <source>Appended to %1</source>
        <translation>An %1 angehängt</translation>
    </message>
    <message>
        <source>Characters that the net did not learn are left out: %1.</source>
        <translation>Zeichen, die das Netz nicht gelernt hat, bleiben aus: %1.</translation>
    </message>
    <message>
        <source>The net reads %1 characters; those behind are left out: %2.</source>
        <translation>Das Netz liest %1 Zeichen; die dahinter bleiben aus: %2.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The line as the net reads it</source>
        <translation>Die Zeile, wie das Netz sie liest</translation>
    </message>
</context>
<context>
    <name>studio::LossPlot</name>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Keep the newest point in sight (F, in the plot)</source>
        <translation>Den neuesten Punkt im Blick behalten (F, im Diagramm)</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Logarithmic vertical axes</source>
        <translation>Logarithmische senkrechte Achsen</translation>
    </message>
    <message>
        <source>Loss in bits per character</source>
        <translation>Verlust in Bit pro Zeichen</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>Panes</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Choose what is drawn</source>
        <translation>Auswählen, was gezeichnet wird</translation>
    </message>
    <message>
        <source>Show all points and follow (0 or double click, in the plot); once more also the losses of a run that diverged.
The wheel zooms, with Ctrl vertically; dragging moves, with Shift it zooms to a box.</source>
        <translation>Alle Punkte zeigen und folgen (0 oder Doppelklick, im Diagramm); noch einmal auch die Verluste eines divergierten Laufs.
Das Rad zoomt, mit Strg senkrecht; Ziehen verschiebt, mit Umschalt zoomt es auf ein Rechteck.</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Save the curves as a picture, a drawing, a document or a table</source>
        <translation>Die Kurven als Bild, Zeichnung, Dokument oder Tabelle speichern</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Copy the visible part as a picture</source>
        <translation>Den sichtbaren Teil als Bild kopieren</translation>
    </message>
    <message>
        <source>No curves yet. Press Start, and the loss is drawn here as it falls.</source>
        <translation>Noch keine Kurven. Start drücken, dann wird der Verlust hier gezeichnet, während er fällt.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Choose whose curves are drawn</source>
        <translation>Auswählen, wessen Kurven gezeichnet werden</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Over how many points the curve is averaged; all the way to the left: off</source>
        <translation>Über wie viele Punkte die Kurve gemittelt wird; ganz links: aus</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>&amp;Glättung</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
</context>
<context>
    <name>studio::MainWindow</name>
    <message>
        <source>Run and machine</source>
        <translation>Lauf und Rechner</translation>
    </message>
    <message>
        <source>%1[*] – Hamnet</source>
        <translation>%1[*] – Hamnet</translation>
    </message>
    <message>
        <source>Hamnet</source>
        <translation>Hamnet</translation>
    </message>
    <message>
        <source>The queue is still being worked on. Stop that and close? The runs under way are saved and wait again.</source>
        <translation>An der Warteschlange wird noch gearbeitet. Das anhalten und schließen? Die laufenden Läufe werden gesichert und warten wieder.</translation>
    </message>
    <message>
        <source>Work on the queue is planned: %1 It does not start where the window is closed. Close it?</source>
        <translation>Arbeit an der Warteschlange ist geplant: %1 Sie beginnt nicht, wenn das Fenster geschlossen ist. Schließen?</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Ne&amp;xt panel</source>
        <translation>Z&amp;um nächsten Bereich</translation>
    </message>
    <message>
        <source>Move the keyboard focus into the next panel</source>
        <translation>Den Tastaturfokus in den nächsten Bereich setzen</translation>
    </message>
</context>
<context>
    <name>studio::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Im Handbuch suchen</translation>
    </message>
</context>
<context>
    <name>studio::Menus</name>
    <message>
        <source>A race needs an open project.</source>
        <translation>Ein Wettlauf braucht ein geöffnetes Projekt.</translation>
    </message>
    <message>
        <source>&amp;Guided first net</source>
        <translation>Das &amp;erste Netz mit Anleitung</translation>
    </message>
    <message>
        <source>Draw and train a first net in five steps, in this window</source>
        <translation>Ein erstes Netz in fünf Schritten zeichnen und trainieren, in diesem Fenster</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Layer</source>
        <translation>S&amp;chicht</translation>
    </message>
    <message>
        <source>&amp;Training</source>
        <translation>&amp;Training</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Show &amp;phase</source>
        <translation>P&amp;hase zeigen</translation>
    </message>
    <message>
        <source>T&amp;est</source>
        <translation>T&amp;est</translation>
    </message>
    <message>
        <source>&amp;Writing (RUN)</source>
        <translation>&amp;Schreiben (RUN)</translation>
    </message>
    <message>
        <source>Pan&amp;els</source>
        <translation>&amp;Bereiche</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>As the des&amp;ktop</source>
        <translation>Wie der Des&amp;ktop</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;About Hamnet</source>
        <translation>Ü&amp;ber Hamnet</translation>
    </message>
    <message>
        <source>Main tools</source>
        <translation>Hauptwerkzeuge</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>Arbeitsflächen</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>Spra&amp;che</translation>
    </message>
    <message>
        <source>&amp;Find layer…</source>
        <translation>Schicht &amp;suchen …</translation>
    </message>
    <message>
        <source>Find &amp;command…</source>
        <translation>Befehl &amp;suchen …</translation>
    </message>
    <message>
        <source>The language changes when Hamnet is restarted.</source>
        <translation>Die Sprache wechselt beim nächsten Start von Hamnet.</translation>
    </message>
    <message>
        <source>&amp;Keys and gestures…</source>
        <translation>&amp;Tasten und Gesten …</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>Race &amp;engines…</source>
        <translation>Engi&amp;nes um die Wette …</translation>
    </message>
    <message>
        <source>Train this net with several engines from the same weights and compare them</source>
        <translation>Dieses Netz mit mehreren Engines von denselben Gewichten aus trainieren und sie vergleichen</translation>
    </message>
    <message>
        <source>La&amp;yout</source>
        <translation>Ano&amp;rdnung</translation>
    </message>
</context>
<context>
    <name>studio::MeterStrip</name>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 von %2 %3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>Hot: %1</source>
        <translation>Heiß: %1</translation>
    </message>
</context>
<context>
    <name>studio::NetBox</name>
    <message>
        <source>None yet</source>
        <translation>Noch keins</translation>
    </message>
    <message>
        <source>Net in training</source>
        <translation>Netz im Training</translation>
    </message>
    <message>
        <source>Net of the last run</source>
        <translation>Netz des letzten Laufs</translation>
    </message>
    <message>
        <source>%1 · imported</source>
        <translation>%1 · importiert</translation>
    </message>
    <message>
        <source>Best of %1, iteration %2</source>
        <translation>%1: Bestes (%2)</translation>
    </message>
    <message>
        <source>%1 · iteration %2</source>
        <translation>%1 · Iteration %2</translation>
    </message>
    <message>
        <source> · loss %1</source>
        <translation> · Verlust %1</translation>
    </message>
</context>
<context>
    <name>studio::Panels</name>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Textproben</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Solver</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Prototxt</source>
        <translation>Prototxt</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Lupe</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Net</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>What the net says of the data that it did not learn from</source>
        <translation>Was das Netz zu den Daten sagt, aus denen es nicht gelernt hat</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>As opened</source>
        <translation>Wie geöffnet</translation>
    </message>
</context>
<context>
    <name>studio::ParallelPlot</name>
    <message>
        <source>Left and right choose an axis, up and down move its brush, with Shift its upper end; Escape takes the brushes away.</source>
        <translation>Links und rechts wählen eine Achse, auf und ab bewegen ihre Auswahl, mit Umschalt das obere Ende; Esc nimmt jede Auswahl weg.</translation>
    </message>
    <message>
        <source>%1: drag along the axis to choose runs, click to take that back</source>
        <translation>%1: entlang der Achse ziehen, um Läufe zu wählen; ein Klick nimmt das zurück</translation>
    </message>
    <message>
        <source>Settings and results of the runs</source>
        <translation>Einstellungen und Ergebnisse der Läufe</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>studio::ProblemsDock</name>
    <message>
        <source>The run does not start: %1.</source>
        <translation>Der Lauf startet nicht: %1.</translation>
    </message>
    <message>
        <source>The race does not start: %1.</source>
        <translation>Der Wettlauf startet nicht: %1.</translation>
    </message>
</context>
<context>
    <name>studio::PromptEdit</name>
    <message>
        <source>What the text begins with, such as CRAKE:</source>
        <translation>Womit der Text beginnt, zum Beispiel CRAKE:</translation>
    </message>
</context>
<context>
    <name>studio::QueueWatch</name>
    <message>
        <source>Queue %1</source>
        <translation>Warteschlange %1</translation>
    </message>
</context>
<context>
    <name>studio::Race</name>
    <message>
        <source>does not start from the same weights as %1, so that they cannot be compared</source>
        <translation>beginnt nicht mit denselben Gewichten wie %1 und kann daher nicht damit verglichen werden</translation>
    </message>
    <message>
        <source>%1 s each</source>
        <translation>je %1 s</translation>
    </message>
    <message>
        <source>%1 iterations each</source>
        <translation>je %1 Iterationen</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Other programs used %1 % of the CPU meanwhile: repeat the race when the machine is idle.</source>
        <translation>Andere Programme haben dabei %1 % der CPU belegt: den Wettlauf wiederholen, wenn der Rechner sonst nichts tut.</translation>
    </message>
    <message>
        <source>Net without a name</source>
        <translation>Netz ohne Namen</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n engine(s), %2, seed %3</source>
        <translation>
            <numerusform>%1: eine Engine, %2, Startwert %3</numerusform>
            <numerusform>%1: %n Engines, %2, Startwert %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Computed on %1.</source>
        <translation>Gerechnet auf %1.</translation>
    </message>
    <message>
        <source>Computed on %1; learned from %2.</source>
        <translation>Gerechnet auf %1; gelernt von %2.</translation>
    </message>
    <message>
        <source>diverged: %1</source>
        <translation>divergiert: %1</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Final loss</source>
        <translation>Endverlust</translation>
    </message>
    <message>
        <source>To loss %1</source>
        <translation>Bis Verlust %1</translation>
    </message>
    <message>
        <source>To loss</source>
        <translation>Bis Verlust</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Hamnet&apos;s share</source>
        <translation>Anteil von Hamnet</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>waits for the device</source>
        <translation>wartet auf das Gerät</translation>
    </message>
    <message>
        <source>starts</source>
        <translation>beginnt</translation>
    </message>
    <message>
        <source>trains</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
</context>
<context>
    <name>studio::RaceDialog</name>
    <message>
        <source>Race of engines</source>
        <translation>Wettlauf der Engines</translation>
    </message>
    <message>
        <source>How long each trains</source>
        <translation>Wie lange jede trainiert</translation>
    </message>
    <message>
        <source>Unit of the limit</source>
        <translation>Einheit der Grenze</translation>
    </message>
    <message>
        <source>seconds each</source>
        <translation>Sekunden je Engine</translation>
    </message>
    <message>
        <source>iterations each</source>
        <translation>Iterationen je Engine</translation>
    </message>
    <message>
        <source>Stop that run</source>
        <translation>Diesen Lauf anhalten</translation>
    </message>
    <message>
        <source>All train this net from the same weights on the same data: in turn on one device, at the same time on different devices. The project keeps none of these runs.</source>
        <translation>Alle trainieren dieses Netz von denselben Gewichten aus mit denselben Daten: auf einem Gerät nacheinander, auf verschiedenen Geräten zugleich. Das Projekt behält keinen dieser Läufe.</translation>
    </message>
    <message>
        <source>Save &amp;picture…</source>
        <translation>&amp;Bild speichern …</translation>
    </message>
    <message>
        <source>&amp;Copy sentence</source>
        <translation>Satz &amp;kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>%1 is training: the race can start when it has finished.</source>
        <translation>%1 trainiert noch: Der Wettlauf kann danach beginnen.</translation>
    </message>
    <message>
        <source>Choose two engines or more.</source>
        <translation>Mindestens zwei Engines wählen.</translation>
    </message>
    <message>
        <source>A text is being written: the race can start when it has finished.</source>
        <translation>Ein Text wird geschrieben: Der Wettlauf kann danach beginnen.</translation>
    </message>
    <message>
        <source>Stop writing</source>
        <translation>Schreiben anhalten</translation>
    </message>
    <message>
        <source>The race is still running. Stop it and close? What it has come to so far is not kept.</source>
        <translation>Der Wettlauf läuft noch. Anhalten und schließen? Was er bisher ergeben hat, wird nicht behalten.</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>race</source>
        <translation>wettlauf</translation>
    </message>
    <message>
        <source>The picture is in %1.</source>
        <translation>Das Bild ist in %1.</translation>
    </message>
    <message>
        <source>The sentence is on the clipboard.</source>
        <translation>Der Satz ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Not available here:</source>
        <translation>Hier nicht verfügbar:</translation>
    </message>
    <message>
        <source>Results by engine</source>
        <translation>Ergebnisse der Engines</translation>
    </message>
    <message>
        <source>Engines to compare</source>
        <translation>Engines im Vergleich</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
</context>
<context>
    <name>studio::ReadPicture</name>
    <message>
        <source>The image as the net reads it</source>
        <translation>Das Bild, wie das Netz es liest</translation>
    </message>
    <message>
        <source>What the net reads, step by step, and the chance of each class after each step: drag the marker</source>
        <translation>Was das Netz liest, Schritt für Schritt, und die Wahrscheinlichkeit jeder Klasse nach jedem Schritt: die Marke ziehen</translation>
    </message>
</context>
<context>
    <name>studio::ReadingForm</name>
    <message>
        <source>Held out, &amp;validation:</source>
        <translation>Anteil &amp;Validierung:</translation>
    </message>
    <message>
        <source>Held out, t&amp;est:</source>
        <translation>A&amp;nteil Test:</translation>
    </message>
    <message>
        <source>comes with the data</source>
        <translation>kommt mit den Daten</translation>
    </message>
    <message>
        <source>none: uses the test part</source>
        <translation>keine: nimmt den Testteil</translation>
    </message>
    <message>
        <source>Nothing is held out for validation, so nothing tells how the net does on new data.</source>
        <translation>Für die Validierung ist nichts zurückgehalten: Nichts zeigt, wie gut das Netz auf neuen Daten ist.</translation>
    </message>
    <message>
        <source>Hold out a tenth</source>
        <translation>Ein Zehntel zurückhalten</translation>
    </message>
</context>
<context>
    <name>studio::ResultsPanel</name>
    <message>
        <source>E&amp;valuate</source>
        <translation>Aus&amp;werten</translation>
    </message>
    <message>
        <source>Measure the net on sequences that it was not trained on</source>
        <translation>Das Netz an Sequenzen messen, mit denen es nicht trainiert wurde</translation>
    </message>
    <message>
        <source>Part of the data</source>
        <translation>Teil der Daten</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Most confident mistakes: what it is, not what the net says</source>
        <translation>Fehler mit der höchsten Sicherheit: was es ist, nicht was das Netz sagt</translation>
    </message>
    <message>
        <source>Predictions and truth in order</source>
        <translation>Vorhersagen und Wahrheit der Reihe nach</translation>
    </message>
    <message>
        <source>Sequence of the part</source>
        <translation>Sequenz des Teils</translation>
    </message>
    <message>
        <source>Predictions against truth</source>
        <translation>Vorhersagen gegen die Wahrheit</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>Der Reihe nach</translation>
    </message>
    <message>
        <source>Against truth</source>
        <translation>Gegen die Wahrheit</translation>
    </message>
    <message>
        <source>Evaluating…</source>
        <translation>Wird ausgewertet …</translation>
    </message>
    <message>
        <source>This net learns a text: what it writes shows what it has learned. Results are for nets that predict a class or a number for each sequence.</source>
        <translation>Dieses Netz lernt einen Text: Was es schreibt, zeigt, was es gelernt hat. Ergebnisse gibt es für Netze, die zu jeder Sequenz eine Klasse oder eine Zahl vorhersagen.</translation>
    </message>
    <message>
        <source>Evaluate measures the net on sequences that it was not trained on.</source>
        <translation>Auswerten misst das Netz an Sequenzen, mit denen es nicht trainiert wurde.</translation>
    </message>
    <message>
        <source>%1, iteration %2 · %3 · %4 sequences</source>
        <translation>%1, Iteration %2 · %3 · %4 Sequenzen</translation>
    </message>
    <message>
        <source>Earlier: %1</source>
        <translation>Früher: %1</translation>
    </message>
    <message>
        <source>A run that was removed</source>
        <translation>Ein gelöschter Lauf</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>%1, not %2</source>
        <translation>%1, nicht %2</translation>
    </message>
    <message>
        <source>This is %1; the net predicts %2, with %3 %</source>
        <translation>Dies ist %1; das Netz sagt %2 vorher, mit %3 %</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>One point per sequence</source>
        <translation>Ein Punkt pro Sequenz</translation>
    </message>
    <message>
        <source>Truth: %1</source>
        <translation>Wahrheit: %1</translation>
    </message>
    <message>
        <source>Training part</source>
        <translation>Trainingsteil</translation>
    </message>
    <message>
        <source>Validation part</source>
        <translation>Validierungsteil</translation>
    </message>
    <message>
        <source>Test part</source>
        <translation>Testteil</translation>
    </message>
    <message>
        <source>All of the data</source>
        <translation>Alle Daten</translation>
    </message>
    <message>
        <source>MAE: mean absolute error. RMSE: root of the mean square error; both in the unit of the target. R²: 1 is a perfect forecast, 0 one that always predicts the mean.</source>
        <translation>MAE: mittlerer absoluter Fehler. RMSE: Wurzel des mittleren quadratischen Fehlers; beide in der Einheit der Zielgröße. R²: 1 ist eine vollkommene Vorhersage, 0 eine, die immer das Mittel vorhersagt.</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Textzeile</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) after the last one</source>
        <translation>
            <numerusform>%n Zeile nach der letzten</numerusform>
            <numerusform>%n Zeilen nach der letzten</numerusform>
        </translation>
    </message>
    <message>
        <source>Forecast of %1 after the last row of the file:</source>
        <translation>Vorhersage für %1 nach der letzten Zeile der Datei:</translation>
    </message>
    <message>
        <source>No results yet. Press Start; when the run has finished, this shows what the net gets right and wrong on sequences that it was not trained on.</source>
        <translation>Noch keine Ergebnisse. Start drücken; ist der Lauf fertig, steht hier, was das Netz bei Sequenzen richtig und falsch macht, mit denen es nicht trainiert wurde.</translation>
    </message>
    <message>
        <source>%1 (about %2)</source>
        <translation>%1 (etwa %2)</translation>
    </message>
    <message>
        <source>%1, about %2</source>
        <translation>%1, etwa %2</translation>
    </message>
</context>
<context>
    <name>studio::RunBar</name>
    <message>
        <source>Draw a net or open a sample; F5 then trains it.</source>
        <translation>Ein Netz zeichnen oder ein Beispiel öffnen; F5 trainiert es dann.</translation>
    </message>
    <message>
        <source>this net</source>
        <translation>dieses Netz</translation>
    </message>
    <message numerus="yes">
        <source>for %Ln epoch(s)</source>
        <translation>
            <numerusform>%Ln Epoche lang</numerusform>
            <numerusform>%Ln Epochen lang</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for %Ln iteration(s)</source>
        <translation>
            <numerusform>%Ln Iteration lang</numerusform>
            <numerusform>%Ln Iterationen lang</numerusform>
        </translation>
    </message>
    <message>
        <source>for %1 s</source>
        <translation>%1 s lang</translation>
    </message>
    <message>
        <source>until the training loss is %1</source>
        <translation>bis der Trainingsverlust %1 ist</translation>
    </message>
    <message>
        <source> or </source>
        <comment>between limits of a run</comment>
        <translation> oder </translation>
    </message>
    <message>
        <source>F5 trains %1 %2</source>
        <translation>F5 trainiert %1 %2</translation>
    </message>
    <message>
        <source>F5 trains %1 %2, whichever comes first</source>
        <translation>F5 trainiert %1 %2, je nachdem, was zuerst eintritt</translation>
    </message>
    <message>
        <source>F5 trains %1 until it is stopped</source>
        <translation>F5 trainiert %1, bis der Lauf angehalten wird</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1, with %2.</source>
        <translation>%1, mit %2.</translation>
    </message>
    <message>
        <source>F5 cannot train yet: %1.</source>
        <translation>F5 kann noch nicht trainieren: %1.</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU: no readings</source>
        <translation>GPU: keine Messwerte</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>a net, and what it learns from</comment>
        <translation>%1 mit %2</translation>
    </message>
</context>
<context>
    <name>studio::RunCoach</name>
    <message>
        <source>Stop now</source>
        <translation>Jetzt anhalten</translation>
    </message>
    <message>
        <source>More iterations only fit the training data more closely; the best weights are saved in a file of their own.</source>
        <translation>Weitere Iterationen passen das Netz nur enger an die Trainingsdaten an; die besten Gewichte sind in einer eigenen Datei gesichert.</translation>
    </message>
    <message>
        <source>More dropout</source>
        <translation>Mehr Dropout</translation>
    </message>
    <message>
        <source>A net that cannot rely on individual values overfits less: %1.</source>
        <translation>Ein Netz, das sich nicht auf einzelne Werte verlassen kann, neigt weniger zur Überanpassung: %1.</translation>
    </message>
    <message>
        <source>Smaller net</source>
        <translation>Kleineres Netz</translation>
    </message>
    <message>
        <source>A net with fewer weights can memorize less of the training data: %1.</source>
        <translation>Ein Netz mit weniger Gewichten kann sich weniger Einzelheiten der Trainingsdaten merken: %1.</translation>
    </message>
    <message>
        <source>Go back to the best</source>
        <translation>Zurück zum besten Stand</translation>
    </message>
    <message>
        <source>Lets Writing use the weights of iteration %1, the best by validation.</source>
        <translation>Lässt das Schreiben die Gewichte von Iteration %1 nehmen, die besten nach der Validierung.</translation>
    </message>
    <message>
        <source>The drawing was not changed, as the change would cause a problem: %1</source>
        <translation>Die Zeichnung wurde nicht geändert, da die Änderung ein Problem verursacht: %1</translation>
    </message>
    <message>
        <source>Changed in the drawing: %1. The run still trains the earlier one; stop it, then train this one (F5). Undo reverts the change.</source>
        <translation>In der Zeichnung geändert: %1. Der Lauf trainiert noch die frühere; nach dem Anhalten trainiert F5 die neue. Rückgängig nimmt die Änderung zurück.</translation>
    </message>
    <message>
        <source>Changed in the drawing: %1. Undo reverts it.</source>
        <translation>In der Zeichnung geändert: %1. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>Then the changed drawing can be trained.</source>
        <translation>Danach kann die geänderte Zeichnung trainiert werden.</translation>
    </message>
    <message>
        <source>A new run of the changed drawing, from initial weights.</source>
        <translation>Ein neuer Lauf der geänderten Zeichnung, mit neuen Anfangsgewichten.</translation>
    </message>
    <message>
        <source>Larger batch</source>
        <translation>Größerer Batch</translation>
    </message>
    <message>
        <source>More work per step: %1. An epoch has fewer updates, so a higher learning rate may be needed.</source>
        <translation>Mehr Arbeit pro Schritt: %1. Eine Epoche hat weniger Aktualisierungen, daher kann eine höhere Lernrate nötig sein.</translation>
    </message>
    <message>
        <source>Use FUSED</source>
        <translation>FUSED verwenden</translation>
    </message>
    <message>
        <source>Use a CUDA graph</source>
        <translation>CUDA-Graph verwenden</translation>
    </message>
    <message>
        <source>Validate less often</source>
        <translation>Seltener validieren</translation>
    </message>
    <message>
        <source>Every %1 iterations instead of %2: leaves more time for training.</source>
        <translation>Alle %1 statt alle %2 Iterationen: Für das Training bleibt mehr Zeit.</translation>
    </message>
    <message>
        <source>This takes effect in the next run: stop this one, then train again (F5) or resume from its checkpoint.</source>
        <translation>Das gilt ab dem nächsten Lauf: diesen anhalten, dann neu trainieren (F5) oder von seinem Checkpoint fortsetzen.</translation>
    </message>
    <message>
        <source>The run is saved first.</source>
        <translation>Der Lauf wird vorher gesichert.</translation>
    </message>
    <message>
        <source>The run failed: %1</source>
        <translation>Der Lauf ist gescheitert: %1</translation>
    </message>
    <message>
        <source>Train %1 more</source>
        <translation>%1 weitere trainieren</translation>
    </message>
    <message>
        <source>Raises the limit by %1 iterations and resumes the run.</source>
        <translation>Hebt die Grenze um %1 Iterationen an und setzt den Lauf fort.</translation>
    </message>
    <message>
        <source>The run has ended</source>
        <translation>Der Lauf ist zu Ende</translation>
    </message>
    <message>
        <source>This run overfits</source>
        <translation>Überanpassung</translation>
    </message>
    <message>
        <source>The GPU waits</source>
        <translation>Die GPU wartet</translation>
    </message>
    <message>
        <source>Limit reached</source>
        <translation>Grenze erreicht</translation>
    </message>
    <message>
        <source>Start (F5)</source>
        <translation>Starten (F5)</translation>
    </message>
    <message>
        <source>The run failed</source>
        <translation>Der Lauf ist fehlgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>mean of the last %n validations</source>
        <translation>
            <numerusform>Mittel der letzten Validierung</numerusform>
            <numerusform>Mittel der letzten %n Validierungen</numerusform>
        </translation>
    </message>
    <message>
        <source>now</source>
        <comment>a loss</comment>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>This run overfits: since iteration %1 the validation has become worse (%2, %3 %4), while the training loss still falls.</source>
        <translation>Überanpassung: Seit Iteration %1 wird die Validierung schlechter (%2, %3 %4), während der Trainingsverlust weiter fällt.</translation>
    </message>
</context>
<context>
    <name>studio::RunFigures</name>
    <message>
        <source>Starting…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Hält an …</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>Loss, last %1</source>
        <translation>Verlust, letzte %1</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bester</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Mean training loss of the last 100 iterations</source>
        <translation>Mittlerer Trainingsverlust der letzten 100 Iterationen</translation>
    </message>
    <message>
        <source>Latest loss on the held-out data</source>
        <translation>Letzter Verlust auf den zurückgehaltenen Daten</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>Best validation, and its iteration</source>
        <translation>Beste Validierung und ihre Iteration</translation>
    </message>
    <message>
        <source>Cooling: %1 °C</source>
        <translation>Kühlt ab: %1 °C</translation>
    </message>
    <message>
        <source>The run pauses between steps to stay below its temperature limit of %1 °C.</source>
        <translation>Der Lauf hält zwischen Schritten inne, um unter seiner Temperaturgrenze von %1 °C zu bleiben.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a figure and its value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>To target</source>
        <translation>Bis zum Ziel</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>Verstrichen</translation>
    </message>
    <message>
        <source>ms per step</source>
        <translation>ms pro Schritt</translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation>Zeit pro Epoche</translation>
    </message>
    <message>
        <source>Of the latest validation</source>
        <translation>Der letzten Validierung</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
<context>
    <name>studio::RunForm</name>
    <message>
        <source>No GPU is here.</source>
        <translation>Hier gibt es keine GPU.</translation>
    </message>
    <message>
        <source>This must be greater than %1.</source>
        <translation>Das muss größer als %1 sein.</translation>
    </message>
    <message>
        <source>Validation and reports</source>
        <translation>Validierung und Meldungen</translation>
    </message>
    <message>
        <source>Samples during training</source>
        <translation>Textproben während des Trainings</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>%1 (solver)</source>
        <translation>%1 (Solver)</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Nichts ist geöffnet.</translation>
    </message>
    <message>
        <source>Cannot be changed during a run.</source>
        <translation>Während eines Laufs nicht änderbar.</translation>
    </message>
    <message>
        <source>This net writes no text.</source>
        <translation>Dieses Netz schreibt keinen Text.</translation>
    </message>
</context>
<context>
    <name>studio::RunMeter</name>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>%1: utilisation %2</source>
        <translation>%1: Auslastung %2</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>studio::RunNotice</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>What to do…</source>
        <translation>Was tun …</translation>
    </message>
    <message>
        <source>Show what can be done about it</source>
        <translation>Zeigen, was sich tun lässt</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>Lesen…</translation>
    </message>
    <message>
        <source>Show the whole sentence</source>
        <translation>Den ganzen Satz zeigen</translation>
    </message>
</context>
<context>
    <name>studio::RunTable</name>
    <message>
        <source>Characters or sequences/s</source>
        <translation>Zeichen oder Sequenzen/s</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Mean loss</source>
        <translation>Mittlerer Verlust</translation>
    </message>
    <message>
        <source>Best validation</source>
        <translation>Beste Validierung</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>Started from</source>
        <translation>Begonnen mit</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>Lowest loss on the held-out data, each time over all of them</source>
        <translation>Niedrigster Verlust auf den zurückgehaltenen Daten, jedes Mal über alle</translation>
    </message>
    <message>
        <source>Mean training loss of the last 100 iterations</source>
        <translation>Mittlerer Trainingsverlust der letzten 100 Iterationen</translation>
    </message>
    <message>
        <source>e to the best validation loss: among how many characters the net chooses on average</source>
        <translation>e hoch den besten Validierungsverlust: zwischen wie vielen Zeichen das Netz im Mittel wählt</translation>
    </message>
    <message>
        <source>The words of its notes that begin with #</source>
        <translation>Die Wörter seiner Anmerkungen, die mit # beginnen</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>Started %1, seed %2
%3</source>
        <translation>Begonnen %1, Startwert %2
%3</translation>
    </message>
    <message>
        <source>weights of %1</source>
        <translation>Gewichte von %1</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>%1: %2 ± %3 over %4 runs</source>
        <translation>%1: %2 ± %3 über %4 Läufe</translation>
    </message>
    <message>
        <source>%1: %2 with %3 is the best of %4 runs</source>
        <translation>%1: %2 mit %3 ist der beste von %4 Läufen</translation>
    </message>
</context>
<context>
    <name>studio::RunsPanel</name>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Resume training from this run&apos;s newest checkpoint</source>
        <translation>Das Training vom neuesten Checkpoint dieses Laufs fortsetzen</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>Generate a text with this run&apos;s net</source>
        <translation>Mit dem Netz dieses Laufs einen Text erzeugen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Give the run another name</source>
        <translation>Dem Lauf einen anderen Namen geben</translation>
    </message>
    <message>
        <source>Each training becomes a run and is listed here. F5 starts one.</source>
        <translation>Jedes Training wird zu einem Lauf und hier aufgeführt. F5 startet eines.</translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation>%1 wiederherstellen</translation>
    </message>
    <message>
        <source>Export weights…</source>
        <translation>Gewichte exportieren …</translation>
    </message>
    <message>
        <source>Export curve…</source>
        <translation>Kurve exportieren …</translation>
    </message>
    <message>
        <source>Export the weights of this run, or of each that is selected, for another program</source>
        <translation>Die Gewichte dieses Laufs, oder jedes gewählten, für ein anderes Programm exportieren</translation>
    </message>
    <message>
        <source>Export the curve of this run as a table, as JSON lines or for TensorBoard; of several runs a table each</source>
        <translation>Die Kurve dieses Laufs als Tabelle, als JSON-Zeilen oder für TensorBoard exportieren; von mehreren Läufen je eine Tabelle</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Runs with these words</source>
        <translation>Läufe mit diesen Wörtern</translation>
    </message>
    <message>
        <source>Group the runs by</source>
        <translation>Läufe gruppieren nach</translation>
    </message>
    <message>
        <source>Group the runs by a setting in which they differ</source>
        <translation>Die Läufe nach einer Einstellung gruppieren, in der sie sich unterscheiden</translation>
    </message>
    <message>
        <source>Not grouped</source>
        <translation>Ohne Gruppen</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>Export the selected runs into a folder</source>
        <translation>Die gewählten Läufe in einen Ordner exportieren</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Restore the drawing and the solver that this run trained, which can be undone; open a run of the queue as a project</source>
        <translation>Zeichnung und Solver dieses Laufs wiederherstellen (widerrufbar); einen Lauf der Warteschlange als Projekt öffnen</translation>
    </message>
    <message>
        <source>Queue again</source>
        <translation>Erneut einreihen</translation>
    </message>
    <message>
        <source>Put the selected runs into the queue once more, each with the next seed</source>
        <translation>Die ausgewählten Läufe noch einmal einreihen, jeden mit dem nächsten Startwert</translation>
    </message>
    <message>
        <source>Remove the selected runs from the project or from the queue; their files stay</source>
        <translation>Die ausgewählten Läufe aus Projekt oder Warteschlange entfernen; ihre Dateien bleiben</translation>
    </message>
    <message>
        <source>Judge the runs by</source>
        <translation>Läufe beurteilen nach</translation>
    </message>
    <message>
        <source>The result that colours the lines below and marks the best run</source>
        <translation>Das Ergebnis, das die Linien unten färbt und den besten Lauf kennzeichnet</translation>
    </message>
    <message>
        <source>Choose runs: their curves are drawn here.</source>
        <translation>Läufe auswählen: Ihre Kurven erscheinen hier.</translation>
    </message>
    <message>
        <source>&amp;Follow a run&apos;s folder…</source>
        <translation>Dem &amp;Ordner eines Laufs folgen …</translation>
    </message>
    <message>
        <source>Show a run that a terminal, a queue or another computer trains into its folder</source>
        <translation>Einen Lauf zeigen, den ein Terminal, eine Warteschlange oder ein anderer Rechner in seinen Ordner trainiert</translation>
    </message>
    <message>
        <source>Follow…</source>
        <translation>Folgen …</translation>
    </message>
    <message>
        <source>Pause runs</source>
        <translation>Läufe anhalten</translation>
    </message>
    <message>
        <source>Ask the followed runs that are selected to pause</source>
        <translation>Die gewählten Läufe, denen gefolgt wird, bitten anzuhalten</translation>
    </message>
    <message>
        <source>Stop runs</source>
        <translation>Läufe beenden</translation>
    </message>
    <message>
        <source>Ask the followed runs that are selected to save and to end</source>
        <translation>Die gewählten Läufe, denen gefolgt wird, bitten zu speichern und zu enden</translation>
    </message>
    <message>
        <source>The folder of a run</source>
        <translation>Der Ordner eines Laufs</translation>
    </message>
    <message>
        <source>Continue runs</source>
        <translation>Läufe fortsetzen</translation>
    </message>
    <message>
        <source>%1 has no checkpoint yet: it can be opened once it has trained.</source>
        <translation>%1 hat noch keinen Speicherstand: öffnen lässt sich ein Lauf, sobald er trainiert hat.</translation>
    </message>
    <message>
        <source>Runs of other nets</source>
        <translation>Läufe anderer Netze</translation>
    </message>
    <message>
        <source>Your notes on this run; words that begin with # are tags</source>
        <translation>Anmerkungen zu diesem Lauf; Wörter, die mit # beginnen, sind Schlagwörter</translation>
    </message>
    <message>
        <source>Your notes on this run</source>
        <translation>Eigene Notizen zu diesem Lauf</translation>
    </message>
    <message>
        <source>Notes of the run</source>
        <translation>Anmerkungen zum Lauf</translation>
    </message>
    <message>
        <source>Start after the run that trains now</source>
        <translation>Nach dem Lauf starten, der jetzt trainiert</translation>
    </message>
    <message>
        <source>&amp;Use this cell</source>
        <translation>&amp;Diese Zelle verwenden</translation>
    </message>
    <message>
        <source>Give the drawing&apos;s recurrent layers the chosen cell, with the units that it was trained with</source>
        <translation>Den rekurrenten Schichten der Zeichnung die gewählte Zelle geben, mit den Einheiten, mit denen sie trainiert wurde</translation>
    </message>
    <message>
        <source>Train earlier</source>
        <translation>Früher trainieren</translation>
    </message>
    <message>
        <source>Train this run before the one that waits before it</source>
        <translation>Diesen Lauf vor dem trainieren, der vor ihm wartet</translation>
    </message>
    <message>
        <source>Train later</source>
        <translation>Später trainieren</translation>
    </message>
    <message>
        <source>Train this run after the one that waits behind it</source>
        <translation>Diesen Lauf nach dem trainieren, der hinter ihm wartet</translation>
    </message>
    <message>
        <source>Try failed runs again</source>
        <translation>Gescheiterte Läufe wiederholen</translation>
    </message>
    <message>
        <source>Let the runs that failed wait again; they go on from their checkpoints</source>
        <translation>Gescheiterte Läufe wieder warten lassen; sie gehen von ihren Checkpoints weiter</translation>
    </message>
    <message>
        <source>&amp;Queue this run</source>
        <translation>Die&amp;sen Lauf einreihen</translation>
    </message>
    <message>
        <source>Put the next run, as it is set under Training, into the queue</source>
        <translation>Den nächsten Lauf, wie er unter Training eingestellt ist, in die Warteschlange stellen</translation>
    </message>
    <message>
        <source>Try &amp;many settings…</source>
        <translation>Viele Einstell&amp;ungen versuchen …</translation>
    </message>
    <message>
        <source>Sweep: put runs with other values of some settings, such as the learning rate, into the queue</source>
        <translation>Sweep: Läufe mit anderen Werten einiger Einstellungen, etwa der Lernrate, in die Warteschlange stellen</translation>
    </message>
    <message>
        <source>Which ce&amp;ll…</source>
        <translation>Welche Ze&amp;lle …</translation>
    </message>
    <message>
        <source>Train this net with several cells from several seeds, and see which is best and by how much</source>
        <translation>Dieses Netz mit mehreren Zellen aus mehreren Startwerten trainieren und sehen, welche um wie viel am besten ist</translation>
    </message>
    <message>
        <source>Train several see&amp;ds…</source>
        <translation>Mehrere Start&amp;werte trainieren …</translation>
    </message>
    <message>
        <source>Train several nets side by side that differ in their seed alone: how much of a loss is luck</source>
        <translation>Mehrere Netze nebeneinander trainieren, die sich nur im Startwert unterscheiden: wie viel am Verlust Zufall ist</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Train the runs that wait, one after the other</source>
        <translation>Die wartenden Läufe nacheinander trainieren</translation>
    </message>
    <message>
        <source>Cancel the start</source>
        <translation>Start absagen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop all that work on this queue: the runs under way are saved and wait again</source>
        <translation>Alle anhalten, die an dieser Warteschlange arbeiten: Die laufenden Läufe werden gesichert und warten wieder</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Anderer Ordner …</translation>
    </message>
    <message>
        <source>Folder of the queue</source>
        <translation>Ordner der Warteschlange</translation>
    </message>
    <message>
        <source>The usual folder</source>
        <translation>Der übliche Ordner</translation>
    </message>
    <message>
        <source>Remove from the queue</source>
        <translation>Aus der Warteschlange entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n run(s) with results from the table? The files of the runs stay.</source>
        <translation>
            <numerusform>%n Lauf mit Ergebnissen aus der Tabelle entfernen? Die Dateien des Laufs bleiben.</numerusform>
            <numerusform>%n Läufe mit Ergebnissen aus der Tabelle entfernen? Die Dateien der Läufe bleiben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open or draw a net first.</source>
        <translation>Erst ein Netz öffnen oder zeichnen.</translation>
    </message>
    <message>
        <source>The run is not queued: %1</source>
        <translation>Der Lauf wird nicht eingereiht: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) queued</source>
        <translation>
            <numerusform>%n Lauf eingereiht</numerusform>
            <numerusform>%n Läufe eingereiht</numerusform>
        </translation>
    </message>
    <message>
        <source>Train several seeds</source>
        <translation>Mehrere Startwerte trainieren</translation>
    </message>
    <message>
        <source>So many nets are trained side by side, which differ in their seed alone: how much of a loss is luck.
They go on when Hamnet is closed. Each gets a folder in %1.</source>
        <translation>So viele Netze werden nebeneinander trainiert, die sich nur im Startwert unterscheiden: wie viel am Verlust Zufall ist.
Sie trainieren weiter, wenn Hamnet geschlossen wird. Jedes bekommt einen Ordner in %1.</translation>
    </message>
    <message>
        <source>The training has ended: %1</source>
        <translation>Das Training ist zu Ende: %1</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>Rückgabewert %1</translation>
    </message>
    <message>
        <source>Device to work with</source>
        <translation>Gerät für die Arbeit</translation>
    </message>
    <message>
        <source>Device of each run</source>
        <translation>Gerät jedes Laufs</translation>
    </message>
    <message>
        <source>The device that Start trains with; each device can work on the queue once</source>
        <translation>Das Gerät, mit dem Start trainiert; jedes kann einmal an der Warteschlange arbeiten</translation>
    </message>
    <message>
        <source>The queue is in %1</source>
        <translation>Die Warteschlange liegt in %1</translation>
    </message>
    <message>
        <source>Work on the queue has ended: %1</source>
        <translation>Die Arbeit an der Warteschlange ist zu Ende: %1</translation>
    </message>
    <message>
        <source>Starts when %1 has ended.</source>
        <translation>Startet, wenn %1 beendet ist.</translation>
    </message>
    <message>
        <source>Use the cell %1</source>
        <translation>Zelle %1 verwenden</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>Start trains them.</source>
        <translation>Start trainiert sie.</translation>
    </message>
    <message>
        <source>Stopping: the runs under way are saved and wait again.</source>
        <translation>Hält an: Die laufenden Läufe werden gesichert und warten wieder.</translation>
    </message>
    <message>
        <source>device of each run</source>
        <translation>Gerät jedes Laufs</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) at work: %1.</source>
        <translation>
            <numerusform>%n Prozess arbeitet: %1.</numerusform>
            <numerusform>%n Prozesse arbeiten: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Only runs of the project have notes</source>
        <translation>Nur Läufe des Projekts haben Notizen</translation>
    </message>
    <message>
        <source>The chosen runs have no curve yet.</source>
        <translation>Die gewählten Läufe haben noch keine Kurve.</translation>
    </message>
    <message>
        <source>Stop the queue</source>
        <translation>Warteschlange anhalten</translation>
    </message>
</context>
<context>
    <name>studio::SampleCard</name>
    <message>
        <source>%1 · %2 parameters</source>
        <translation>%1 · %2 Param.</translation>
    </message>
    <message numerus="yes">
        <source>%n layers</source>
        <translation>
            <numerusform>%n Schicht</numerusform>
            <numerusform>%n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>MNIST</source>
        <translation>MNIST</translation>
    </message>
    <message>
        <source>Open this sample and download well-known images for it</source>
        <translation>Dieses Beispiel öffnen und bekannte Bilder dafür laden</translation>
    </message>
</context>
<context>
    <name>studio::SequenceFields</name>
    <message>
        <source>How they are read</source>
        <translation>Wie sie gelesen werden</translation>
    </message>
    <message>
        <source>The drawing has no SEQUENCEDATA layer: its INPUT layers give the sizes, and a tenth is held out.</source>
        <translation>Die Zeichnung hat keine Schicht SEQUENCEDATA: Die INPUT-Schichten geben die Größen an, und ein Zehntel wird zurückgehalten.</translation>
    </message>
    <message>
        <source>Column to &amp;predict:</source>
        <translation>Spalte zum &amp;Vorhersagen:</translation>
    </message>
    <message>
        <source>Change how sequences are read</source>
        <translation>Ändern, wie Sequenzen gelesen werden</translation>
    </message>
    <message>
        <source>R&amp;ows ahead:</source>
        <translation>Zeilen v&amp;oraus:</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Kind of d&amp;ata:</source>
        <translation>D&amp;atenart:</translation>
    </message>
    <message>
        <source>Time co&amp;lumn:</source>
        <translation>Zeit&amp;spalte:</translation>
    </message>
    <message>
        <source>Gro&amp;up column:</source>
        <translation>Gr&amp;uppenspalte:</translation>
    </message>
    <message>
        <source>A &amp;step is:</source>
        <translation>Ein Schritt &amp;ist:</translation>
    </message>
    <message>
        <source>a row of the image</source>
        <translation>eine Zeile des Bildes</translation>
    </message>
    <message>
        <source>a column</source>
        <translation>eine Spalte</translation>
    </message>
    <message>
        <source>&amp;Characters:</source>
        <translation>Zei&amp;chen:</translation>
    </message>
    <message>
        <source>Rows of a &amp;window:</source>
        <translation>Zeilen eines Fe&amp;nsters:</translation>
    </message>
    <message>
        <source>&amp;Delimiter:</source>
        <translation>T&amp;rennzeichen:</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>Bar |</source>
        <translation>Senkrechter Strich |</translation>
    </message>
    <message>
        <source>Decimal ma&amp;rk:</source>
        <translation>Dezimalzei&amp;chen:</translation>
    </message>
    <message>
        <source>Point: 1.5</source>
        <translation>Punkt: 1.5</translation>
    </message>
    <message>
        <source>Comma: 1,5</source>
        <translation>Komma: 1,5</translation>
    </message>
    <message>
        <source>&amp;First row:</source>
        <translation>E&amp;rste Zeile:</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Ma&amp;x. characters:</source>
        <translation>Z&amp;eichen, max.:</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>Automatisch: %1</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>The net&apos;s loss takes numbers, so a column of text cannot be chosen.</source>
        <translation>Die Verlustschicht des Netzes nimmt Zahlen, deshalb kann keine Textspalte gewählt werden.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Bytes (BYTES)</source>
        <translation>Bytes (BYTES)</translation>
    </message>
    <message>
        <source>UTF-8 characters (UTF8)</source>
        <translation>UTF-8-Zeichen (UTF8)</translation>
    </message>
    <message>
        <source>Use %1 as the time</source>
        <translation>%1 als Zeit nehmen</translation>
    </message>
    <message>
        <source>Sorts the rows by the times in %1 and shows them on the axes</source>
        <translation>Ordnet die Zeilen nach den Zeiten in %1 und zeigt diese an den Achsen</translation>
    </message>
</context>
<context>
    <name>studio::SequencePanel</name>
    <message>
        <source>Sequences to learn from</source>
        <translation>Sequenzen zum Lernen</translation>
    </message>
    <message>
        <source>10,000 handwritten digits, generated by Hamnet, one row of pixels per step</source>
        <translation>10.000 handgeschriebene Ziffern, von Hamnet erzeugt, eine Pixelzeile pro Schritt</translation>
    </message>
    <message>
        <source>&amp;Table…</source>
        <translation>&amp;Tabelle …</translation>
    </message>
    <message>
        <source>A CSV file: windows of its rows, and a column to predict</source>
        <translation>Eine CSV-Datei: Fenster ihrer Zeilen und eine Spalte zum Vorhersagen</translation>
    </message>
    <message>
        <source>&amp;Images…</source>
        <translation>&amp;Bilder …</translation>
    </message>
    <message>
        <source>A folder with one folder of pictures (PNG, JPEG) for each class, or with IDX files like those of MNIST</source>
        <translation>Ein Ordner mit je einem Ordner von Bildern (PNG, JPEG) für jede Klasse, oder mit IDX-Dateien wie denen von MNIST</translation>
    </message>
    <message>
        <source>Choose a table to learn from</source>
        <translation>Tabelle zum Lernen wählen</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt);;All files (*)</source>
        <translation>Tabellen (*.csv *.tsv *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a folder with one folder of pictures for each class, or with IDX files</source>
        <translation>Ordner mit je einem Ordner von Bildern für jede Klasse oder mit IDX-Dateien wählen</translation>
    </message>
    <message>
        <source>Choose sequences</source>
        <translation>Sequenzen wählen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Digits (generated by Hamnet)</source>
        <translation>Ziffern (von Hamnet erzeugt)</translation>
    </message>
    <message>
        <source>Lines of six voices (generated by Hamnet)</source>
        <translation>Zeilen von sechs Stimmen (von Hamnet erzeugt)</translation>
    </message>
    <message>
        <source>%1 classes: %2</source>
        <translation>%1 Klassen: %2</translation>
    </message>
    <message>
        <source>The target is a number: %1, mean %2, standard deviation %3.</source>
        <translation>Das Ziel ist eine Zahl: %1, Mittel %2, Standardabweichung %3.</translation>
    </message>
    <message>
        <source>&amp;Known set</source>
        <translation>Be&amp;kannte Daten</translation>
    </message>
    <message>
        <source>Well-known images, downloaded from the Internet once</source>
        <translation>Bekannte Bilder, einmal aus dem Internet geladen</translation>
    </message>
    <message>
        <source>Li&amp;nes…</source>
        <translation>Textzei&amp;len …</translation>
    </message>
    <message>
        <source>A text file with one sequence per line: a label, a tab, a text</source>
        <translation>Eine Textdatei mit einer Sequenz pro Zeile: eine Klasse, ein Tabulator, ein Text</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Ziffern</translation>
    </message>
    <message>
        <source>Weather</source>
        <translation>Wetter</translation>
    </message>
    <message>
        <source>Voices</source>
        <translation>Stimmen</translation>
    </message>
    <message>
        <source>Lines of six voices, generated by Hamnet: who says this line?</source>
        <translation>Zeilen von sechs Stimmen, von Hamnet erzeugt: Wer sagt diese Zeile?</translation>
    </message>
    <message>
        <source>Columns that the net reads</source>
        <translation>Spalten, die das Netz liest</translation>
    </message>
    <message>
        <source>Choose lines to learn from</source>
        <translation>Textzeilen zum Lernen wählen</translation>
    </message>
    <message>
        <source>Texts (*.txt *.tsv);;All files (*)</source>
        <translation>Texte (*.txt *.tsv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 lines of up to %2 characters; %3 different characters.</source>
        <translation>%1 Zeilen mit bis zu %2 Zeichen; %3 verschiedene Zeichen.</translation>
    </message>
    <message>
        <source>%1 windows of %2 rows; columns read: %3.</source>
        <translation>%1 Fenster von %2 Zeilen; gelesene Spalten: %3.</translation>
    </message>
    <message>
        <source>%1 images, each %2 steps of %3 pixels.</source>
        <translation>%1 Bilder aus je %2 Schritten von %3 Pixeln.</translation>
    </message>
    <message>
        <source>%1 classes.</source>
        <translation>%1 Klassen.</translation>
    </message>
    <message>
        <source>Weather of an invented place (generated by Hamnet)</source>
        <translation>Wetter eines erfundenen Ortes (von Hamnet erzeugt)</translation>
    </message>
    <message>
        <source>Daily weather of an invented place, generated by Hamnet, to be forecast</source>
        <translation>Tägliches Wetter eines erfundenen Ortes, von Hamnet erzeugt, zum Vorhersagen</translation>
    </message>
    <message>
        <source>&amp;Generated sets</source>
        <translation>Er&amp;zeugte Daten</translation>
    </message>
    <message>
        <source>Small data sets for trying a net, generated by Hamnet from a seed</source>
        <translation>Kleine Datensätze zum Ausprobieren, die Hamnet aus einem Startwert erzeugt</translation>
    </message>
    <message>
        <source>Pictures that cannot be read: %1 (%2%3).</source>
        <translation>Bilder, die sich nicht lesen lassen: %1 (%2%3).</translation>
    </message>
    <message>
        <source>Leave them out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Columns with gaps: %1.</source>
        <translation>Spalten mit Lücken: %1.</translation>
    </message>
    <message>
        <source>Fill all gaps</source>
        <translation>Alle Lücken füllen</translation>
    </message>
    <message>
        <source>Leave the rows out</source>
        <translation>Die Zeilen auslassen</translation>
    </message>
    <message>
        <source>Keep the last value</source>
        <translation>Den letzten Wert behalten</translation>
    </message>
    <message>
        <source>Dates of the column %1 can be read in two ways:</source>
        <translation>Die Daten der Spalte %1 lassen sich auf zwei Arten lesen:</translation>
    </message>
    <message>
        <source>%1: %2 or %3</source>
        <translation>%1: %2 oder %3</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Day first</source>
        <translation>Tag zuerst</translation>
    </message>
    <message>
        <source>Month first</source>
        <translation>Monat zuerst</translation>
    </message>
</context>
<context>
    <name>studio::SequencePreview</name>
    <message>
        <source>Some of the sequences</source>
        <translation>Einige der Sequenzen</translation>
    </message>
    <message>
        <source>The column to predict</source>
        <translation>Die Spalte zum Vorhersagen</translation>
    </message>
    <message>
        <source>Some of them, one row of pixels per step</source>
        <translation>Einige von ihnen, eine Pixelzeile pro Schritt</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>What is to be predicted</source>
        <translation>Was vorhergesagt werden soll</translation>
    </message>
    <message>
        <source>Number of lines of each class, and the first ones</source>
        <translation>Zahl der Zeilen jeder Klasse, und die ersten davon</translation>
    </message>
    <message>
        <source>Some of them, one column of pixels per step</source>
        <translation>Einige von ihnen, eine Pixelspalte pro Schritt</translation>
    </message>
    <message>
        <source>The first lines of each class</source>
        <translation>Die ersten Zeilen jeder Klasse</translation>
    </message>
    <message>
        <source>Class and its first lines</source>
        <translation>Klasse und ihre ersten Zeilen</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
</context>
<context>
    <name>studio::SeriesCurves</name>
    <message>
        <source>Truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>After the last row</source>
        <translation>Nach der letzten Zeile</translation>
    </message>
</context>
<context>
    <name>studio::SeriesPage</name>
    <message>
        <source>The series and its forecasts</source>
        <translation>Die Reihe und ihre Vorhersagen</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Ctrl+wheel zooms, a double click shows all again</source>
        <translation>Strg+Rad vergrößert, ein Doppelklick zeigt wieder alles</translation>
    </message>
    <message>
        <source>Row from which to forecast</source>
        <translation>Zeile, von der an vorhergesagt wird</translation>
    </message>
    <message>
        <source>From row </source>
        <translation>Ab Zeile </translation>
    </message>
    <message>
        <source> rows</source>
        <translation> Zeilen</translation>
    </message>
    <message>
        <source>Rows to forecast</source>
        <translation>Zeilen, die vorhergesagt werden</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Period </source>
        <translation>Periode </translation>
    </message>
    <message>
        <source>After how many rows the series repeats itself, for the naive forecast; found in the data. Columns that are not predicted are taken from so many rows before.</source>
        <translation>Nach wie vielen Zeilen sich die Reihe wiederholt, für die naive Vorhersage; aus den Daten. Spalten, die nicht vorhergesagt werden, kommen von so vielen Zeilen davor.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>The series as it is in the data</source>
        <translation>Die Reihe, wie sie in den Daten steht</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the series up to here as CSV, to learn from or to drop here again</source>
        <translation>Die Reihe bis hierher als CSV speichern, um davon zu lernen oder sie hier wieder abzulegen</translation>
    </message>
    <message>
        <source>Save the series</source>
        <translation>Die Reihe speichern</translation>
    </message>
    <message>
        <source>In the data: %1</source>
        <translation>In den Daten: %1</translation>
    </message>
    <message>
        <source>The class is not known here.</source>
        <translation>Die Klasse ist hier nicht bekannt.</translation>
    </message>
    <message>
        <source>The series</source>
        <translation>Die Reihe</translation>
    </message>
    <message>
        <source>Read by the net: drag</source>
        <translation>Vom Netz gelesen: ziehen</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>As the last value</source>
        <translation>Wie der letzte Wert</translation>
    </message>
    <message>
        <source>As %1 rows before</source>
        <translation>Wie %1 Zeilen davor</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Row of %1</source>
        <translation>Zeile von %1</translation>
    </message>
    <message>
        <source>The truth is not known here: the forecast lies behind the last row.</source>
        <translation>Die Wahrheit ist hier nicht bekannt: Die Vorhersage liegt hinter der letzten Zeile.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Mean error&lt;/b&gt; over %1 rows: net %2 · as the last value %3</source>
        <translation>&lt;b&gt;Mittlerer Fehler&lt;/b&gt; über %1 Zeilen: Netz %2 · wie der letzte Wert %3</translation>
    </message>
    <message>
        <source> · as %1 rows before %2</source>
        <translation> · wie %1 Zeilen davor %2</translation>
    </message>
    <message>
        <source>The net does not read the column that it predicts, so it sees only %1 rows ahead.</source>
        <translation>Das Netz liest die Spalte nicht, die es vorhersagt, und sieht daher nur %1 Zeilen voraus.</translation>
    </message>
    <message>
        <source>The data are being read, or are not there.</source>
        <translation>Die Daten werden gelesen oder sind nicht da.</translation>
    </message>
    <message>
        <source>after the last row</source>
        <translation>nach der letzten Zeile</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>The truth is not known here: the rows ahead have no value in the file.</source>
        <translation>Die Wahrheit ist hier nicht bekannt: Die folgenden Zeilen haben in der Datei keinen Wert.</translation>
    </message>
    <message>
        <source>Left and right choose a point that the net reads, up and down move it</source>
        <translation>Links und rechts wählen einen Punkt, den das Netz liest, auf und ab verschieben ihn</translation>
    </message>
</context>
<context>
    <name>studio::SeriesPlot</name>
    <message>
        <source>Ctrl+wheel zooms, dragging moves, a double click shows all again</source>
        <translation>Strg+Rad vergrößert, Ziehen verschiebt, ein Doppelklick zeigt wieder alles</translation>
    </message>
</context>
<context>
    <name>studio::SourceBox</name>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Another download is running; try again when it has finished.</source>
        <translation>Es läuft schon ein Download; danach geht es noch einmal.</translation>
    </message>
    <message>
        <source>Read a&amp;gain</source>
        <translation>Neu &amp;lesen</translation>
    </message>
    <message>
        <source>Read the data again from disk, as they are now</source>
        <translation>Die Daten noch einmal von der Platte lesen, wie sie jetzt sind</translation>
    </message>
    <message>
        <source>The download was cancelled.</source>
        <translation>Das Herunterladen wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The download failed: %1.</source>
        <translation>Das Herunterladen ist fehlgeschlagen: %1.</translation>
    </message>
</context>
<context>
    <name>studio::SplitBar</name>
    <message>
        <source>Training %1, validation %2, test %3 characters</source>
        <translation>Training %1, Validierung %2, Test %3 Zeichen</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>%1 %2 %</source>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Parts of the data</source>
        <translation>Teile der Daten</translation>
    </message>
    <message>
        <source>Training %1, validation %2, test %3 sequences</source>
        <translation>Training %1, Validierung %2, Test %3 Sequenzen</translation>
    </message>
</context>
<context>
    <name>studio::StartPage</name>
    <message>
        <source>Hamnet</source>
        <translation>Hamnet</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>Zu&amp;letzt verwendet</translation>
    </message>
    <message>
        <source>Projects and nets that you open or save appear here.</source>
        <translation>Geöffnete und gespeicherte Projekte und Netze erscheinen hier.</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt verwendete Dateien</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Work that was interrupted</source>
        <translation>Unterbrochene Arbeit</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>nie gespeichert</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>%1 (%2), as of %3</source>
        <translation>%1 (%2), Stand %3</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Draw a recurrent net, train it on a text, on images or on a table, and see what it has learned.</source>
        <translation>Ein rekurrentes Netz zeichnen, es an einem Text, an Bildern oder an einer Tabelle trainieren und sehen, was es gelernt hat.</translation>
    </message>
    <message>
        <source>Click a sample to open it, then press F5 to train it: on the bundled play, or on digits or a time series that Hamnet generates.</source>
        <translation>Ein Klick öffnet ein Beispiel, F5 trainiert es: am mitgelieferten Stück oder an Ziffern oder einer Zeitreihe, die Hamnet erzeugt.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Images, read row by row</source>
        <translation>Bilder, Zeile für Zeile gelesen</translation>
    </message>
    <message>
        <source>Series and tables</source>
        <translation>Reihen und Tabellen</translation>
    </message>
    <message>
        <source>Lines of text</source>
        <translation>Textzeilen</translation>
    </message>
    <message>
        <source>Comparisons of engines</source>
        <translation>Vergleiche der Engines</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>%1 more…</source>
        <translation>%1 weitere …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Discard what was not saved of %1? It cannot be recovered afterwards.</source>
        <translation>Verwerfen, was von %1 nicht gespeichert wurde? Danach lässt es sich nicht wiederherstellen.</translation>
    </message>
</context>
<context>
    <name>studio::Starvation</name>
    <message>
        <source>The GPU is idle much of the time (busy %1 %): each step is too small for it.</source>
        <translation>Die GPU ist oft untätig (Auslastung %1 %): Jeder Schritt ist zu klein für sie.</translation>
    </message>
    <message>
        <source>The GPU is not filled: it draws only %1 % of its power limit.</source>
        <translation>Die GPU ist nicht gefüllt: Sie nimmt nur %1 % ihrer Leistungsgrenze auf.</translation>
    </message>
    <message>
        <source>The GPU often waits: validations, samples and checkpoints take %1 % of the time.</source>
        <translation>Die GPU wartet oft: Validierungen, Textproben und Checkpoints nehmen %1 % der Zeit in Anspruch.</translation>
    </message>
    <message>
        <source>A larger batch (batch_size of the data layer) gives it more work per step.</source>
        <translation>Ein größerer Batch (batch_size der Datenschicht) gibt ihr mehr Arbeit pro Schritt.</translation>
    </message>
    <message>
        <source>The engine FUSED runs all steps of a sequence in one call.</source>
        <translation>Die Engine FUSED rechnet alle Schritte einer Sequenz in einem Aufruf.</translation>
    </message>
    <message>
        <source>With a CUDA graph a step is launched as a whole, not kernel by kernel.</source>
        <translation>Mit einem CUDA-Graphen wird ein Schritt als Ganzes gestartet, nicht Kernel für Kernel.</translation>
    </message>
    <message>
        <source>Less frequent validation leaves more time for training.</source>
        <translation>Seltenere Validierungen lassen mehr Zeit für das Training.</translation>
    </message>
</context>
<context>
    <name>studio::StatePanel</name>
    <message numerus="yes">
        <source>%n earlier</source>
        <translation>
            <numerusform>%n frühere</numerusform>
            <numerusform>%n frühere</numerusform>
        </translation>
    </message>
    <message>
        <source>Continue here</source>
        <translation>Weiterschreiben</translation>
    </message>
    <message>
        <source>Continue from this character with the same seed and settings, as a branch</source>
        <translation>Von diesem Zeichen an mit demselben Startwert und denselben Einstellungen weiterschreiben, als Zweig</translation>
    </message>
    <message>
        <source>Save this state as a file</source>
        <translation>Diesen Zustand als Datei speichern</translation>
    </message>
    <message>
        <source>Continue from a state in a file</source>
        <translation>Von einem Zustand in einer Datei aus weiterschreiben</translation>
    </message>
    <message>
        <source>Undo the last change of a unit</source>
        <translation>Die letzte Änderung einer Einheit zurücknehmen</translation>
    </message>
    <message>
        <source>Redo the change of a unit</source>
        <translation>Die Änderung einer Einheit wiederherstellen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>The recurrent layer, and which of its states</source>
        <translation>Die rekurrente Schicht, und welcher ihrer Zustände</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>The unit; a click on the strip below chooses one too</source>
        <translation>Die Einheit; auch ein Klick auf den Streifen darunter wählt eine</translation>
    </message>
    <message>
        <source>Unit </source>
        <translation>Einheit </translation>
    </message>
    <message>
        <source>Value to set</source>
        <translation>Wert, auf den gesetzt wird</translation>
    </message>
    <message>
        <source>The value that the unit is set to</source>
        <translation>Der Wert, auf den die Einheit gesetzt wird</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>Set the unit at this character; the net changes it again from the next one on</source>
        <translation>Die Einheit an diesem Zeichen setzen; vom nächsten an ändert das Netz sie wieder</translation>
    </message>
    <message>
        <source>Clamp</source>
        <translation>Festhalten</translation>
    </message>
    <message>
        <source>Hold the unit at the value at this character and all that follow</source>
        <translation>Die Einheit an diesem und allen folgenden Zeichen auf dem Wert halten</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Let the net change the unit again, from this character on</source>
        <translation>Das Netz die Einheit von diesem Zeichen an wieder ändern lassen</translation>
    </message>
    <message>
        <source>No layer of this net keeps a state: it needs a recurrent layer, such as LSTM.</source>
        <translation>Keine Schicht dieses Netzes hat einen Zustand: Dazu braucht es eine rekurrente Schicht, etwa ein LSTM.</translation>
    </message>
    <message>
        <source>Now %1</source>
        <translation>Jetzt %1</translation>
    </message>
    <message>
        <source>%1 · layer %2</source>
        <translation>%1 · Schicht %2</translation>
    </message>
    <message>
        <source>hidden state h</source>
        <translation>Zustand h</translation>
    </message>
    <message>
        <source>cell state %1</source>
        <translation>Zellzustand %1</translation>
    </message>
    <message>
        <source>%1 · %2 of unit %3 = %4</source>
        <translation>%1 · %2 von Einheit %3 = %4</translation>
    </message>
    <message>
        <source>%1, set here</source>
        <translation>%1, hier gesetzt</translation>
    </message>
    <message>
        <source>%1, set earlier</source>
        <translation>%1, früher gesetzt</translation>
    </message>
    <message>
        <source>%1, clamped earlier</source>
        <translation>%1, früher festgehalten</translation>
    </message>
    <message>
        <source>%1, clamped from here on</source>
        <translation>%1, von hier an festgehalten</translation>
    </message>
    <message>
        <source>%1, clamped</source>
        <translation>%1, festgehalten</translation>
    </message>
    <message>
        <source>a line&apos;s end</source>
        <translation>einem Zeilenende</translation>
    </message>
    <message>
        <source>a space</source>
        <translation>einem Leerzeichen</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>Units of the state</source>
        <translation>Einheiten des Zustands</translation>
    </message>
</context>
<context>
    <name>studio::StatusLine</name>
    <message>
        <source>No problems</source>
        <translation>Keine Probleme</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n Problem</numerusform>
            <numerusform>%n Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 parameters, %2 to train</source>
        <translation>%1 Parameter, %2 zum Trainieren</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>The drawing has changed since · %1</source>
        <translation>Die Zeichnung ist inzwischen anders · %1</translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the sizes of all layers</source>
        <translation>Die Größen aller Schichten zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::SweepDialog</name>
    <message>
        <source>Try many settings</source>
        <translation>Viele Einstellungen versuchen</translation>
    </message>
    <message>
        <source>Each combination of these values becomes a run of its own in the queue. All else is as it is drawn and set for the next run.</source>
        <translation>Jede Kombination dieser Werte wird ein eigener Lauf der Warteschlange. Alles andere ist, wie es gezeichnet und für den nächsten Lauf eingestellt ist.</translation>
    </message>
    <message>
        <source>&amp;Another setting</source>
        <translation>&amp;Weitere Einstellung</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>So many combinations drawn at random; all of them where that is 0</source>
        <translation>So viele zufällig gezogene Kombinationen; bei 0 alle</translation>
    </message>
    <message>
        <source>Each combination is trained from so many seeds: how much of a difference is luck</source>
        <translation>Jede Kombination wird mit so vielen Startwerten trainiert: wie viel an einem Unterschied Zufall ist</translation>
    </message>
    <message>
        <source>&amp;Stop the worse runs early</source>
        <translation>Schl&amp;echtere Läufe früh beenden</translation>
    </message>
    <message>
        <source>&amp;Combinations:</source>
        <translation>&amp;Kombinationen:</translation>
    </message>
    <message>
        <source>S&amp;eeds of each:</source>
        <translation>&amp;Startwerte je Kombination:</translation>
    </message>
    <message>
        <source>&amp;Fill the queue</source>
        <translation>Warteschlange &amp;füllen</translation>
    </message>
    <message>
        <source>Give each setting the values to try, with commas between them.</source>
        <translation>Jeder Einstellung die Werte geben, die versucht werden, mit Kommas dazwischen.</translation>
    </message>
    <message>
        <source>&amp;Train them</source>
        <translation>Sie &amp;trainieren</translation>
    </message>
    <message>
        <source>All runs are trained for a part of their iterations, the third with the lowest validation loss for three times as many, and so on; for runs with a limit of iterations</source>
        <translation>Alle Läufe werden für einen Teil ihrer Iterationen trainiert, das Drittel mit dem kleinsten Validierungsverlust dreimal so lange, und so fort; für Läufe mit begrenzten Iterationen</translation>
    </message>
    <message>
        <source>Start at &amp;once</source>
        <translation>S&amp;ofort starten</translation>
    </message>
    <message>
        <source>Else they wait in the queue until it is started</source>
        <translation>Sonst warten sie in der Warteschlange, bis sie gestartet wird</translation>
    </message>
    <message>
        <source>&amp;Iterations of each:</source>
        <translation>&amp;Iterationen je Lauf:</translation>
    </message>
    <message>
        <source>Which cell?</source>
        <translation>Welche Zelle?</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Each run ends after so many; at first those of the next run</source>
        <translation>Jeder Lauf endet nach so vielen; anfangs die des nächsten Laufs</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>E&amp;qual parameters</source>
        <translation>&amp;Gleich viele Parameter</translation>
    </message>
    <message>
        <source>Nets with other cells have wider or narrower layers, so that all learn as many numbers</source>
        <translation>Netze mit anderen Zellen haben breitere oder schmalere Schichten, sodass alle gleich viele Zahlen lernen</translation>
    </message>
    <message>
        <source>The data are read, to see whether each net fits…</source>
        <translation>Die Daten werden gelesen, um zu sehen, ob jedes Netz passt …</translation>
    </message>
    <message>
        <source>Time and energy are not measured yet: train this net for a moment, and they are told here.</source>
        <translation>Zeit und Energie sind noch nicht gemessen: dieses Netz kurz trainieren, dann stehen sie hier.</translation>
    </message>
    <message>
        <source>How long they take cannot be told before, as they end at a training loss.</source>
        <translation>Wie lange sie dauern, lässt sich vorher nicht sagen, da sie bei einem Trainingsverlust enden.</translation>
    </message>
    <message>
        <source>About %1 in all, one after the other, by the steps of %2</source>
        <translation>Zusammen etwa %1, nacheinander, nach den Schritten von %2</translation>
    </message>
    <message>
        <source>%1, and %2.</source>
        <translation>%1, und %2.</translation>
    </message>
    <message>
        <source>%1; its energy was not measured.</source>
        <translation>%1; seine Energie wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>These are %1 runs, but more than %2 are rarely meant; give fewer values, trials or seeds.</source>
        <translation>Das sind %1 Läufe, mehr als %2 sind aber selten gemeint; weniger Werte, Versuche oder Startwerte angeben.</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n combination(s), %2 seeds each</source>
        <translation>
            <numerusform>%1: %n Kombination, je %2 Startwerte</numerusform>
            <numerusform>%1: %n Kombinationen, je %2 Startwerte</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no more different combinations.</source>
        <translation>Mehr verschiedene Kombinationen gibt es nicht.</translation>
    </message>
    <message>
        <source>This setting varies in a row above; give all its values there.</source>
        <translation>Diese Einstellung ändert sich schon in einer Zeile darüber; dort alle Werte angeben.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, or %2..%3 for a range, also with :log behind</source>
        <translation>%1 oder %2..%3, auch mit :log</translation>
    </message>
    <message>
        <source>Values to try, with commas between them</source>
        <translation>Werte, die versucht werden, mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>Do not vary this setting</source>
        <translation>Diese Einstellung nicht ändern</translation>
    </message>
    <message>
        <source>such as %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>It is %1 now</source>
        <translation>Jetzt ist sie %1</translation>
    </message>
    <message>
        <source>Setting that varies</source>
        <translation>Einstellung, die sich ändert</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Net</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>%1 may be one number or two: write %2 for one, and “%3” with a space for two.</source>
        <translation>%1 kann eine Zahl sein oder zwei: %2 für eine schreiben, „%3“ mit Leerzeichen für zwei.</translation>
    </message>
    <message>
        <source>The ends of a range are two numbers with a decimal point, such as 0.001 and 0.01.</source>
        <translation>Die Enden eines Bereichs sind zwei Zahlen mit Dezimalpunkt, etwa 0.001 und 0.01.</translation>
    </message>
    <message>
        <source>Give the values to try, with commas between them.</source>
        <translation>Die Werte angeben, die versucht werden, mit Kommas dazwischen.</translation>
    </message>
</context>
<context>
    <name>studio::TableSeries</name>
    <message>
        <source>+%1 rows</source>
        <translation>+%1 Zeilen</translation>
    </message>
</context>
<context>
    <name>studio::TerminalCommand</name>
    <message>
        <source>Comman&amp;d for the terminal</source>
        <translation>Befehl fürs Ter&amp;minal</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Den Befehl kopieren</translation>
    </message>
    <message>
        <source>File › Export writes net.prototxt from this drawing</source>
        <translation>Datei › Exportieren schreibt net.prototxt aus dieser Zeichnung</translation>
    </message>
</context>
<context>
    <name>studio::TextHistory</name>
    <message>
        <source>(nothing)</source>
        <translation>(nichts)</translation>
    </message>
    <message>
        <source>Iteration %1</source>
        <translation>Iteration %1</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
    <message>
        <source>top-k %1</source>
        <translation>Top-k %1</translation>
    </message>
    <message>
        <source>top-p %1</source>
        <translation>Top-p %1</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>Texts written before</source>
        <translation>Früher geschriebene Texte</translation>
    </message>
    <message>
        <source>Written by the net in training</source>
        <translation>Geschrieben vom Netz im Training</translation>
    </message>
    <message>
        <source>Written by %1</source>
        <translation>Geschrieben von %1</translation>
    </message>
    <message>
        <source>Continues the text above from its character %1</source>
        <translation>Setzt den Text darüber ab dessen Zeichen %1 fort</translation>
    </message>
    <message>
        <source>Write it again</source>
        <translation>Noch einmal schreiben</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>aus %1</translation>
    </message>
    <message>
        <source>unit %1 of %2&apos;s %3</source>
        <translation>Einheit %1 von %3 in %2</translation>
    </message>
    <message>
        <source>%1 in layer %2</source>
        <translation>%1 in Schicht %2</translation>
    </message>
    <message>
        <source>%1 held at %2 from the end of the prompt on</source>
        <translation>%1 ab dem Ende des Anfangs auf %2 festgehalten</translation>
    </message>
    <message>
        <source>%1 set to %2 at character %3</source>
        <translation>%1 bei Zeichen %3 auf %2 gesetzt</translation>
    </message>
    <message>
        <source>%1 held at %2 from character %3 on</source>
        <translation>%1 ab Zeichen %3 auf %2 festgehalten</translation>
    </message>
    <message>
        <source>%1 held at %2 from character %3 to %4</source>
        <translation>%1 von Zeichen %3 bis %4 auf %2 festgehalten</translation>
    </message>
</context>
<context>
    <name>studio::TextPanel</name>
    <message>
        <source>Writing…</source>
        <translation>Schreibt …</translation>
    </message>
    <message>
        <source>%1 characters, %2 per second</source>
        <translation>%1 Zeichen, %2 pro Sekunde</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>No net can write yet. Train one or open a checkpoint; a few seconds of training are enough to start.</source>
        <translation>Noch kann kein Netz schreiben. Eines trainieren oder einen Checkpoint öffnen; für den Anfang genügen wenige Sekunden Training.</translation>
    </message>
    <message>
        <source>Press Generate and the net writes here.</source>
        <translation>Nach einem Klick auf „Erzeugen“ schreibt das Netz hier.</translation>
    </message>
    <message>
        <source>It is still writing.</source>
        <translation>Es wird noch geschrieben.</translation>
    </message>
    <message>
        <source>There is no net to continue with.</source>
        <translation>Es gibt kein Netz, das weiterschreiben kann.</translation>
    </message>
    <message>
        <source> · layer by layer, for the clamped units</source>
        <translation> · Schicht für Schicht, wegen der festgehaltenen Einheiten</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>%1+ bits</source>
        <translation>%1+ Bit</translation>
    </message>
    <message>
        <source>How much each character surprises the net: 0 bits: certain; 3 bits: a probability of 1 in 8</source>
        <translation>Wie sehr jedes Zeichen das Netz überrascht: 0 Bit: sicher; 3 Bit: eine Wahrscheinlichkeit von 1 zu 8</translation>
    </message>
    <message>
        <source>Colours of surprise, from 0 to %1 bits</source>
        <translation>Farben der Überraschung, von 0 bis %1 Bit</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>Write a text (Ctrl+Return in the prompt)</source>
        <translation>Einen Text schreiben (Strg+Eingabe im Textanfang)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop writing and keep what is there</source>
        <translation>Das Schreiben anhalten und behalten, was da ist</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue where the text ends</source>
        <translation>Dort weiterschreiben, wo der Text endet</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu erzeugen</translation>
    </message>
    <message>
        <source>The same again with another seed</source>
        <translation>Dasselbe noch einmal mit anderem Startwert</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Keep this text in sight beside the next ones</source>
        <translation>Diesen Text neben den nächsten im Blick behalten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Den Text kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the text as a file</source>
        <translation>Den Text als Datei speichern</translation>
    </message>
    <message>
        <source>Copy as a command</source>
        <translation>Als Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy the line that writes this text in a terminal</source>
        <translation>Die Zeile kopieren, die diesen Text im Terminal schreibt</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Surprise</source>
        <translation>Überraschung</translation>
    </message>
    <message>
        <source>Tint each character by how much it surprises the net</source>
        <translation>Jedes Zeichen danach einfärben, wie sehr es das Netz überrascht</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Texts written before</source>
        <translation>Früher geschriebene Texte</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Textanfang</translation>
    </message>
    <message>
        <source>Show the prompt and its settings beside the text</source>
        <translation>Zeigt den Textanfang und seine Einstellungen neben dem Text</translation>
    </message>
    <message>
        <source>Save the text</source>
        <translation>Text speichern</translation>
    </message>
    <message>
        <source>text.txt</source>
        <translation>text.txt</translation>
    </message>
    <message>
        <source>Texts (*.txt)</source>
        <translation>Texte (*.txt)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Written text</source>
        <translation>Geschriebener Text</translation>
    </message>
    <message>
        <source>Ctrl+Space shows what else was likely at the cursor.</source>
        <translation>Strg+Leertaste zeigt, was am Cursor sonst noch wahrscheinlich war.</translation>
    </message>
    <message>
        <source>Pinned text</source>
        <translation>Angehefteter Text</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>What was likely here is not known.</source>
        <translation>Was hier wahrscheinlich war, ist nicht bekannt.</translation>
    </message>
</context>
<context>
    <name>studio::TextState</name>
    <message>
        <source>Show the state of the units at a character of the text, change one and continue writing</source>
        <translation>Den Zustand der Einheiten an einem Zeichen des Textes zeigen, eine ändern und weiterschreiben</translation>
    </message>
    <message>
        <source>Stop the writing to see the state.</source>
        <translation>Das Schreiben anhalten, um den Zustand zu sehen.</translation>
    </message>
    <message>
        <source>Write a text first, then click on one of its characters.</source>
        <translation>Erst einen Text schreiben, dann auf eins seiner Zeichen klicken.</translation>
    </message>
    <message>
        <source>Another text is being written; stop it first.</source>
        <translation>Ein anderer Text wird gerade geschrieben; ihn erst anhalten.</translation>
    </message>
    <message>
        <source>The state in %1 fits this net. “Continue here” starts from it.</source>
        <translation>Der Zustand in %1 passt zu diesem Netz. „Weiterschreiben“ beginnt dort.</translation>
    </message>
    <message>
        <source>After character %1, %2</source>
        <translation>Nach Zeichen %1, %2</translation>
    </message>
    <message>
        <source>Before the first character</source>
        <translation>Vor dem ersten Zeichen</translation>
    </message>
    <message>
        <source>%1, after %2</source>
        <translation>%1, nach %2</translation>
    </message>
    <message>
        <source>Save the state</source>
        <translation>Zustand speichern</translation>
    </message>
    <message>
        <source>state</source>
        <translation>zustand</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Load a state</source>
        <translation>Zustand laden</translation>
    </message>
</context>
<context>
    <name>studio::TrainingActions</name>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Pause after the current iteration; nothing is lost</source>
        <translation>Nach der laufenden Iteration pausieren; nichts geht verloren</translation>
    </message>
    <message>
        <source>&amp;One iteration</source>
        <translation>&amp;Eine Iteration</translation>
    </message>
    <message>
        <source>Train one iteration, then pause</source>
        <translation>Eine Iteration trainieren, dann pausieren</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Stop the run and save its checkpoint</source>
        <translation>Den Lauf anhalten und seinen Checkpoint sichern</translation>
    </message>
    <message>
        <source>&amp;Resume last run</source>
        <translation>Letzten Lauf fo&amp;rtsetzen</translation>
    </message>
    <message>
        <source>Resume from the newest checkpoint, exactly as if the run had never stopped</source>
        <translation>Vom neuesten Checkpoint fortsetzen, genau als hätte der Lauf nie angehalten</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>Jetzt &amp;validieren</translation>
    </message>
    <message>
        <source>Measure the net on the held-out data now</source>
        <translation>Das Netz jetzt an den zurückgehaltenen Daten messen</translation>
    </message>
    <message>
        <source>Save &amp;checkpoint now</source>
        <translation>&amp;Checkpoint jetzt sichern</translation>
    </message>
    <message>
        <source>Write the run&apos;s checkpoint now</source>
        <translation>Den Checkpoint des Laufs jetzt schreiben</translation>
    </message>
    <message>
        <source>Co&amp;ntinue</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Start training the drawn net on its data</source>
        <translation>Das Training des gezeichneten Netzes mit seinen Daten starten</translation>
    </message>
    <message>
        <source>S&amp;tart training</source>
        <translation>Training s&amp;tarten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
</context>
<context>
    <name>studio::TrainingPanel</name>
    <message>
        <source>The run diverged: %1. Go back to the best checkpoint, or try a lower learning rate or stronger gradient clipping.</source>
        <translation>Der Lauf ist divergiert: %1. Zum besten Checkpoint zurückkehren oder eine kleinere Lernrate oder eine stärkere Begrenzung der Gradienten versuchen.</translation>
    </message>
    <message>
        <source>The next run</source>
        <translation>Der nächste Lauf</translation>
    </message>
    <message>
        <source>Draw a net or open a sample to see whether it fits into memory.</source>
        <translation>Ein Netz zeichnen oder ein Beispiel öffnen: Dann steht hier, ob es in den Speicher passt.</translation>
    </message>
    <message>
        <source>Initial weights:</source>
        <translation>Anfangsgewichte:</translation>
    </message>
    <message>
        <source>The drawing has changed since this run began. The run still trains the earlier drawing; stop it and press Start to use the new one.</source>
        <translation>Die Zeichnung hat sich geändert, seit dieser Lauf begann. Der Lauf trainiert noch die frühere; anhalten und Start drücken, um die neue zu nehmen.</translation>
    </message>
</context>
<context>
    <name>studio::TrainingSession</name>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
</context>
<context>
    <name>studio::TransferDialog</name>
    <message>
        <source>The next run starts from them, and they can write text already.</source>
        <translation>Der nächste Lauf beginnt mit ihnen, und sie können schon Text schreiben.</translation>
    </message>
    <message>
        <source>The next run starts from them; the drawing stays as it is.</source>
        <translation>Der nächste Lauf beginnt mit ihnen; die Zeichnung bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Weights are matched by the names of layers and by their shapes.</source>
        <translation>Gewichte werden nach den Namen der Schichten und nach ihrer Form zugeordnet.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Report of the transfer</source>
        <translation>Bericht der Übertragung</translation>
    </message>
    <message>
        <source>&amp;Copy report</source>
        <translation>Bericht &amp;kopieren</translation>
    </message>
</context>
<context>
    <name>studio::TryPage</name>
    <message>
        <source>Save as</source>
        <translation>Speichern als</translation>
    </message>
</context>
<context>
    <name>studio::TryPanel</name>
    <message>
        <source>&amp;Net</source>
        <translation>&amp;Netz</translation>
    </message>
    <message>
        <source>The net that is tried</source>
        <translation>Das Netz, das ausprobiert wird</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Training starten</translation>
    </message>
    <message>
        <source>Write with it</source>
        <translation>Damit schreiben</translation>
    </message>
    <message>
        <source>Iteration %1</source>
        <translation>Iteration %1</translation>
    </message>
    <message>
        <source>There is no net to try yet. Train one: then it can be tried here on images, lines or series of your own, also while it trains.</source>
        <translation>Noch gibt es kein Netz zum Ausprobieren. Eines trainieren: dann lässt es sich hier an eigenen Bildern, Zeilen oder Reihen ausprobieren, auch während es trainiert.</translation>
    </message>
    <message>
        <source>This net reads and writes text: give it a beginning, and it writes on.</source>
        <translation>Dieses Netz liest und schreibt Text: ihm einen Anfang geben, und es schreibt weiter.</translation>
    </message>
    <message>
        <source>%1 is nothing that this net reads. Drop a PNG or JPEG picture for a net of images, a text file for one of lines, a CSV file for one of series.</source>
        <translation>%1 ist nichts, was dieses Netz liest. Für ein Netz für Bilder ein PNG- oder JPEG-Bild ablegen, für eines für Zeilen eine Textdatei, für eines für Reihen eine CSV-Datei.</translation>
    </message>
</context>
<context>
    <name>studio::UnitChooser</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The recurrent layer</source>
        <translation>Die rekurrente Schicht</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Which gate or state of the unit</source>
        <translation>Welches Gatter oder welcher Zustand der Einheit</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>The unit; a click on the map below chooses one too</source>
        <translation>Die Einheit; auch ein Klick auf die Karte darunter wählt eine</translation>
    </message>
    <message>
        <source>Unit </source>
        <translation>Einheit </translation>
    </message>
    <message>
        <source>Clamp…</source>
        <translation>Festhalten …</translation>
    </message>
    <message>
        <source>Set or clamp the unit&apos;s state while the net writes</source>
        <translation>Den Zustand der Einheit setzen oder festhalten, während das Netz schreibt</translation>
    </message>
</context>
<context>
    <name>studio::ValuesDock</name>
    <message>
        <source>&amp;Values while it trains</source>
        <translation>Werte beim Trai&amp;ning</translation>
    </message>
    <message>
        <source>Show weights, activations and gradients in the drawing and in the panel Values</source>
        <translation>Gewichte, Aktivierungen und Gradienten in der Zeichnung und im Bereich Werte zeigen</translation>
    </message>
    <message>
        <source>Values while it trains: weights, activations and gradients in the drawing and in the panel Values</source>
        <translation>Werte beim Training: Gewichte, Aktivierungen und Gradienten in der Zeichnung und im Bereich Werte</translation>
    </message>
</context>
<context>
    <name>studio::ValuesPanel</name>
    <message>
        <source>Shows the values in the net while it trains: weights, activations and gradients of every layer, gates and states of its units, and what does not learn. It costs less than 2 % of the time and does not change the run.</source>
        <translation>Zeigt die Werte im Netz, während es trainiert: Gewichte, Aktivierungen und Gradienten jeder Schicht, Gatter und Zustände ihrer Einheiten, und was nicht lernt. Das kostet weniger als 2 % der Zeit und ändert den Lauf nicht.</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>All tensors of the net</source>
        <translation>Alle Tensoren des Netzes</translation>
    </message>
    <message>
        <source>Step </source>
        <translation>Schritt </translation>
    </message>
    <message>
        <source>Step of the sequence</source>
        <translation>Schritt der Sequenz</translation>
    </message>
    <message>
        <source>Step of the first stream, whose numbers the table shows</source>
        <translation>Schritt des ersten Stroms, dessen Zahlen die Tabelle zeigt</translation>
    </message>
    <message>
        <source>All units of the layer over the steps of the first stream</source>
        <translation>Alle Einheiten der Schicht über die Schritte des ersten Stroms</translation>
    </message>
    <message>
        <source>Gates and states of every unit at one step</source>
        <translation>Gatter und Zustände jeder Einheit bei einem Schritt</translation>
    </message>
    <message>
        <source>No recurrent layer of this net can be followed step by step: that excludes layers with the initial state as an input, and bidirectional ones over long sequences.</source>
        <translation>Keine rekurrente Schicht dieses Netzes lässt sich Schritt für Schritt verfolgen: Das geht nicht, wenn der Anfangszustand ein Eingang ist, und nicht bei bidirektionalen Schichten über lange Sequenzen.</translation>
    </message>
    <message>
        <source>Iteration %1</source>
        <translation>Iteration %1</translation>
    </message>
    <message>
        <source>Iteration %1 of %2</source>
        <translation>Iteration %1 von %2</translation>
    </message>
    <message>
        <source>No values yet: train the net (F5).</source>
        <translation>Noch keine Werte: F5 trainiert das Netz.</translation>
    </message>
    <message numerus="yes">
        <source>%n more finding(s).</source>
        <translation>
            <numerusform>Noch %n Befund.</numerusform>
            <numerusform>Noch %n Befunde.</numerusform>
        </translation>
    </message>
    <message>
        <source>No saturated gates and no dead units found.</source>
        <translation>Keine gesättigten Gatter und keine toten Einheiten gefunden.</translation>
    </message>
    <message>
        <source>The values could not be read at this iteration: %1</source>
        <translation>Die Werte konnten bei dieser Iteration nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source>%1 of %2 values were sampled.</source>
        <translation>%1 von %2 Werten wurden erfasst.</translation>
    </message>
    <message>
        <source>Gradient: %1 ± %2, from %3 to %4.</source>
        <translation>Gradient: %1 ± %2, von %3 bis %4.</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Weights, and outputs of layers</source>
        <translation>Gewichte und Ausgaben von Schichten</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <source>How often which value occurs; heights are square roots</source>
        <translation>Wie oft welcher Wert vorkommt; Höhen sind Quadratwurzeln</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Root of the sum of all squares (L2)</source>
        <translation>Wurzel der Summe aller Quadrate (L2)</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Mean and standard deviation</source>
        <translation>Mittelwert und Standardabweichung</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Smallest and largest sampled value</source>
        <translation>Kleinster und größter erfasster Wert</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>Norm of the gradient of the loss with respect to this tensor</source>
        <translation>Norm des Gradienten des Verlusts nach diesem Tensor</translation>
    </message>
    <message>
        <source>How often which gradient occurs; heights are square roots</source>
        <translation>Wie oft welcher Gradient vorkommt; Höhen sind Quadratwurzeln</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
</context>
<context>
    <name>studio::VerdictView</name>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Chance of each class</source>
        <translation>Wahrscheinlichkeit jeder Klasse</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>studio::Workspace</name>
    <message>
        <source>the drawing has no layers, but training needs a net; open a sample or draw one</source>
        <translation>die Zeichnung hat keine Schichten, aber ein Training braucht ein Netz; ein Beispiel öffnen oder eines zeichnen</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>No checkpoint was kept of the net that wrote it: the net is here without what it had learned.</source>
        <translation>Von dem Netz, das dies schrieb, wurde kein Checkpoint aufgehoben: Das Netz ist da, aber ohne das Gelernte.</translation>
    </message>
    <message>
        <source>%1 is no longer the checkpoint that made this: its digest is not %2. The net is here without what it had learned.</source>
        <translation>%1 ist nicht mehr der Checkpoint, aus dem dies entstand: Seine Prüfsumme ist nicht %2. Das Netz ist da, aber ohne das Gelernte.</translation>
    </message>
    <message>
        <source>The checkpoint %1 (digest %2) that made this was not found where it was, beside the file or among the runs of the project that was open. The net is here without what it had learned.</source>
        <translation>Der Checkpoint %1 (Prüfsumme %2), aus dem dies entstand, fand sich weder an seinem Ort noch neben der Datei oder bei den Läufen des Projekts, das offen war. Das Netz ist da, aber ohne das Gelernte.</translation>
    </message>
    <message>
        <source>This was made at iteration %1; the nearest checkpoint that was kept is of iteration %2.</source>
        <translation>Dies entstand bei Iteration %1; der nächste aufgehobene Checkpoint ist von Iteration %2.</translation>
    </message>
    <message>
        <source>%1 no longer exists.</source>
        <translation>%1 gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Read solver</source>
        <translation>Solver lesen</translation>
    </message>
    <message>
        <source>The solver was read from %1.</source>
        <translation>Der Solver wurde aus %1 gelesen.</translation>
    </message>
    <message>
        <source>%1 is not there any more, but the next run is to start from it</source>
        <translation>%1 ist nicht mehr da, aber der nächste Lauf soll davon ausgehen</translation>
    </message>
    <message>
        <source>%1 is not text but binary data. Expected a text to learn from, a net (.prototxt) or a project (.hamnet).</source>
        <translation>%1 ist kein Text, sondern enthält Binärdaten. Erwartet wurde ein Text zum Lernen, ein Netz (.prototxt) oder ein Projekt (.hamnet).</translation>
    </message>
    <message>
        <source>Choose text</source>
        <translation>Text wählen</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>The run cannot be resumed: its checkpoint no longer exists. Train starts a new run.</source>
        <translation>Der Lauf kann nicht fortgesetzt werden: Seinen Checkpoint gibt es nicht mehr. Trainieren beginnt einen neuen.</translation>
    </message>
    <message>
        <source>A run is already in progress; stop it first.</source>
        <translation>Es läuft bereits ein Training; es muss zuerst angehalten werden.</translation>
    </message>
    <message>
        <source>%1 holds weights without their net. Open or draw the net first, then import the weights.</source>
        <translation>%1 enthält Gewichte ohne ihr Netz. Erst das Netz öffnen oder zeichnen, dann die Gewichte importieren.</translation>
    </message>
    <message>
        <source>The drawing has no layers to load weights into. Open or draw the net first.</source>
        <translation>Die Zeichnung hat keine Schichten, in die Gewichte geladen werden könnten. Erst das Netz öffnen oder zeichnen.</translation>
    </message>
    <message>
        <source>%1 holds a solver&apos;s state without the weights that belong to it. Import its .caffemodel first.</source>
        <translation>%1 enthält den Zustand eines Solvers ohne die Gewichte dazu. Erst seine .caffemodel importieren.</translation>
    </message>
    <message>
        <source>The next run continues from iteration %1 of %2.</source>
        <translation>Der nächste Lauf macht ab Iteration %1 von %2 weiter.</translation>
    </message>
    <message>
        <source>The run has no curve yet.</source>
        <translation>Der Lauf hat noch keine Kurve.</translation>
    </message>
    <message>
        <source>%1 could not be moved: %2</source>
        <translation>%1 konnte nicht verschoben werden: %2</translation>
    </message>
    <message>
        <source>The weights of this net take %1 while they are read, but only %2 of memory are free.</source>
        <translation>Die Gewichte dieses Netzes brauchen beim Lesen %1, aber nur %2 Speicher sind frei.</translation>
    </message>
    <message>
        <source>%1 is open in another window (process %2 on %3): what you change here can be saved under another name only.</source>
        <translation>%1 ist in einem anderen Fenster offen (Prozess %2 auf %3): Was hier geändert wird, kann nur unter einem anderen Namen gespeichert werden.</translation>
    </message>
    <message>
        <source>other layers or other settings of layers</source>
        <translation>andere Schichten oder andere Einstellungen von Schichten</translation>
    </message>
    <message>
        <source>the same layers in other places</source>
        <translation>dieselben Schichten an anderen Stellen</translation>
    </message>
    <message>
        <source>another solver</source>
        <translation>einen anderen Solver</translation>
    </message>
    <message>
        <source>other data to learn from</source>
        <translation>andere Trainingsdaten</translation>
    </message>
    <message>
        <source>other settings of the next run</source>
        <translation>andere Einstellungen des nächsten Laufs</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) instead of %1</source>
        <translation>
            <numerusform>%n Schicht statt %1</numerusform>
            <numerusform>%n Schichten statt %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) instead of %1</source>
        <translation>
            <numerusform>%n Lauf statt %1</numerusform>
            <numerusform>%n Läufe statt %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Its layers, solver and number of runs are those of the project that is open.</source>
        <translation>Schichten, Solver und Zahl der Läufe sind die des offenen Projekts.</translation>
    </message>
    <message>
        <source>Compared with the project that is open, it has %1.</source>
        <translation>Verglichen mit dem offenen Projekt hat sie %1.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln epoch(s)</source>
        <translation>
            <numerusform>%Ln Epoche</numerusform>
            <numerusform>%Ln Epochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln iteration(s)</source>
        <translation>
            <numerusform>%Ln Iteration</numerusform>
            <numerusform>%Ln Iterationen</numerusform>
        </translation>
    </message>
    <message>
        <source>This run has reached its limit of %1, and its learning rate is 0 from there on: more iterations would not change the net. To train more, start a new run with its checkpoint as initial weights.</source>
        <translation>Dieser Lauf hat seine Grenze von %1 erreicht, und seine Lernrate ist von dort an 0: Weitere Iterationen würden das Netz nicht ändern. Um weiter zu trainieren, einen neuen Lauf mit seinem Checkpoint als Anfangsgewichte beginnen.</translation>
    </message>
    <message>
        <source>This run has reached its limit of %1. To train more, raise the limit in the panel Training.</source>
        <translation>Dieser Lauf hat seine Grenze von %1 erreicht. Um weiter zu trainieren, die Grenze im Bereich Training anheben.</translation>
    </message>
    <message>
        <source>Queue %1</source>
        <translation>Warteschlange %1</translation>
    </message>
    <message>
        <source>The last run has no checkpoint to resume from: one is saved at each validation, at a pause and at the end. Start begins a new run.</source>
        <translation>Der letzte Lauf hat keinen Checkpoint, von dem aus er fortgesetzt werden könnte: Gesichert wird bei jeder Validierung, bei einer Pause und am Ende. Start beginnt einen neuen Lauf.</translation>
    </message>
</context>
<context>
    <name>studio::WritingForm</name>
    <message>
        <source>The net that writes</source>
        <translation>Das Netz, das schreibt</translation>
    </message>
    <message>
        <source>&amp;Net</source>
        <translation>&amp;Netz</translation>
    </message>
    <message>
        <source>Pr&amp;ompt</source>
        <translation>Te&amp;xtanfang</translation>
    </message>
    <message>
        <source>The net does not know %1 and will leave it out.</source>
        <translation>Das Netz kennt %1 nicht und lässt es aus.</translation>
    </message>
    <message>
        <source>Careful</source>
        <translation>Vorsichtig</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Wild</source>
        <translation>Wild</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Temperature %1, top-p %2, top-k all</source>
        <translation>Temperatur %1, Top-p %2, Top-k alle</translation>
    </message>
    <message>
        <source>Own settings</source>
        <translation>Eigene Einstellungen</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>0 always takes the most likely character; below 1 is safer, above 1 wilder</source>
        <translation>0 nimmt immer das wahrscheinlichste Zeichen; unter 1 ist vorsichtiger, über 1 wilder</translation>
    </message>
    <message>
        <source>How many characters are written</source>
        <translation>Wie viele Zeichen geschrieben werden</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Chooses among the k most likely characters only</source>
        <translation>Wählt nur aus den k wahrscheinlichsten Zeichen</translation>
    </message>
    <message>
        <source>Chooses among the most likely characters whose probabilities add up to this value</source>
        <translation>Wählt aus den wahrscheinlichsten Zeichen, deren Wahrscheinlichkeiten zusammen diesen Wert ergeben</translation>
    </message>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>The same seed writes the same text; random: a new one each time</source>
        <translation>Derselbe Startwert schreibt denselben Text; zufällig: jedes Mal ein neuer</translation>
    </message>
    <message>
        <source>A new seed each time</source>
        <translation>Jedes Mal ein neuer Startwert</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Zufälliger Startwert</translation>
    </message>
    <message>
        <source>P&amp;reset</source>
        <translation>Vo&amp;reinstellung</translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation>&amp;Temperatur</translation>
    </message>
    <message>
        <source>Top-&amp;p</source>
        <translation>Top-&amp;p</translation>
    </message>
    <message>
        <source>&amp;Length</source>
        <translation>&amp;Länge</translation>
    </message>
    <message>
        <source>Top-&amp;k</source>
        <translation>Top-&amp;k</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Startwert</translation>
    </message>
</context>
<context>
    <name>studio::WritingPage</name>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Another text is being written; stop it first.</source>
        <translation>Es wird gerade ein anderer Text geschrieben; er muss zuerst angehalten werden.</translation>
    </message>
    <message>
        <source>It is known once the text is written.</source>
        <translation>Das ist bekannt, sobald der Text geschrieben ist.</translation>
    </message>
</context>
<context>
    <name>studio::WrittenView</name>
    <message>
        <source>%1: %2 bits, a probability of 1 in %3</source>
        <translation>%1: %2 Bit, eine Wahrscheinlichkeit von 1 zu %3</translation>
    </message>
</context>
</TS>
