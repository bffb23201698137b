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
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>%1 trains %2 times as fast as %3 and takes %4 times its memory; from the same weights their losses differ by %5 at most over %6 iterations</source>
        <translation>%1 trainiert %2-mal so schnell wie %3 und braucht das %4-Fache seines Speichers; von denselben Gewichten aus weichen ihre Verluste über %6 Iterationen höchstens um %5 voneinander ab</translation>
    </message>
    <message>
        <source>%1 trains %2 times as fast as %3; from the same weights their losses differ by %4 at most over %5 iterations</source>
        <translation>%1 trainiert %2-mal so schnell wie %3; von denselben Gewichten aus weichen ihre Verluste über %5 Iterationen höchstens um %4 voneinander ab</translation>
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
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Loss, bits per character</source>
        <translation>Verlust, Bit pro Zeichen</translation>
    </message>
    <message>
        <source>Loss, nats per character</source>
        <translation>Verlust, Nat pro Zeichen</translation>
    </message>
    <message>
        <source>Speed, characters per second</source>
        <translation>Geschwindigkeit, Zeichen pro Sekunde</translation>
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
        <source>Characters read</source>
        <translation>Gelesene Zeichen</translation>
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
        <source>%1 could not be written: %2</source>
        <translation>%1 konnte nicht geschrieben werden: %2</translation>
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
        <source>Speed, sequences per second</source>
        <translation>Tempo, Folgen pro Sekunde</translation>
    </message>
    <message>
        <source>Sequences read</source>
        <translation>Gelesene Folgen</translation>
    </message>
    <message>
        <source>Iteration, logarithmic</source>
        <translation>Iteration, logarithmisch</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
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
        <source>in step with another GPU</source>
        <translation>im Gleichtakt mit einer anderen GPU</translation>
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
        <translation>früh beendet</translation>
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
        <source>stopped early, since the held-out loss no longer fell</source>
        <translation>früh beendet, da der Validierungsverlust nicht mehr sank</translation>
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
        <source>For each layer the quickest engine that can run it.</source>
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
        <source>Recurrent layers by kernels of our own, in bf16: all steps of a small one in one.</source>
        <translation>Rekurrente Schichten durch eigene Kernel, in bf16: alle Schritte einer kleinen in einem.</translation>
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
        <source>nothing is rounded to less than 24 bits</source>
        <translation>nichts wird auf weniger als 24 Bit gerundet</translation>
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
        <source>For ONNX Runtime and others: a graph that reads text, with its state as inputs and outputs. Net and characters are in it.</source>
        <translation>Für ONNX Runtime und andere: ein Graph, der Text liest, mit seinem Zustand als Eingaben und Ausgaben. Netz und Zeichen sind darin.</translation>
    </message>
    <message>
        <source>Safetensors, as PyTorch names them</source>
        <translation>Safetensors, benannt wie in PyTorch</translation>
    </message>
    <message>
        <source>For PyTorch: names and layout of its modules. Net and characters go along as metadata.</source>
        <translation>Für PyTorch: Namen und Anordnung seiner Module. Netz und Zeichen gehen als Metadaten mit.</translation>
    </message>
    <message>
        <source>Caffe weights</source>
        <translation>Gewichte für Caffe</translation>
    </message>
    <message>
        <source>For Caffe: weights by the names of layers. The net itself goes out as the drawing, as strict BVLC Caffe prototxt.</source>
        <translation>Für Caffe: Gewichte unter den Namen der Schichten. Das Netz selbst geht als Zeichnung hinaus, als strenger Prototxt-Text für BVLC Caffe.</translation>
    </message>
    <message>
        <source>MyCaffe weights</source>
        <translation>Gewichte für MyCaffe</translation>
    </message>
    <message>
        <source>For MyCaffe: weights by the names of layers. The net itself goes out as the drawing, as MyCaffe prototxt.</source>
        <translation>Für MyCaffe: Gewichte unter den Namen der Schichten. Das Netz selbst geht als Zeichnung hinaus, als Prototxt-Text für MyCaffe.</translation>
    </message>
    <message>
        <source>Caffe solver state</source>
        <translation>Solver-Zustand für Caffe</translation>
    </message>
    <message>
        <source>To train on in Caffe: iteration and history of the solver, beside the .caffemodel of the same name.</source>
        <translation>Um in Caffe weiterzutrainieren: Iteration und Verlauf des Solvers, neben der .caffemodel gleichen Namens.</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>A heading, then a line for each iteration: loss, validation, learning rate, gradient norm.</source>
        <translation>Eine Kopfzeile, dann eine Zeile je Iteration: Verlust, Validierung, Lernrate, Gradientennorm.</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>JSON-Zeilen</translation>
    </message>
    <message>
        <source>An object a line: loss, validation, learning rate, gradient norm.</source>
        <translation>Ein Objekt je Zeile: Verlust, Validierung, Lernrate, Gradientennorm.</translation>
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
        <source>The net as the terminal reads it, and its solver beside it.</source>
        <translation>Das Netz, wie das Terminal es liest, und daneben sein Solver.</translation>
    </message>
    <message>
        <source>Strict BVLC Caffe prototxt</source>
        <translation>Strenger Prototxt-Text für BVLC Caffe</translation>
    </message>
    <message>
        <source>Only what BVLC Caffe knows; what it does not is told. The solver goes beside it.</source>
        <translation>Nur was BVLC Caffe kennt; was es nicht kennt, wird gemeldet. Der Solver kommt daneben.</translation>
    </message>
    <message>
        <source>MyCaffe prototxt</source>
        <translation>Prototxt für MyCaffe</translation>
    </message>
    <message>
        <source>As MyCaffe writes it. The solver goes beside it.</source>
        <translation>Wie MyCaffe es schreibt. Der Solver kommt daneben.</translation>
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
        <source>Taken (%1)</source>
        <translation>Übernommen (%1)</translation>
    </message>
    <message>
        <source>Wrote %1 weights to %2</source>
        <translation>%1 Gewichte nach %2 geschrieben</translation>
    </message>
    <message>
        <source>None of the weights in %1 found a place; nothing has changed</source>
        <translation>Keines der Gewichte in %1 fand einen Platz; nichts hat sich geändert</translation>
    </message>
    <message>
        <source>All %1 weights come from %2</source>
        <translation>Alle %1 Gewichte kommen aus %2</translation>
    </message>
    <message>
        <source>%1 of %2 weights come from %3</source>
        <translation>%1 von %2 Gewichten kommen aus %3</translation>
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
        <source>All that opens (%1)</source>
        <translation>Alles, was sich öffnen lässt (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1, unrolled: the first steps</source>
        <translation>%1, abgerollt: die ersten Schritte</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 konnte nicht geschrieben werden: %2</translation>
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
        <source>Sharp at any size, for web pages and drawing programs. The net goes along: opening the picture in Hamnet brings it back.</source>
        <translation>In jeder Größe scharf, für Webseiten und Zeichenprogramme. Das Netz steckt mit darin: Das Bild in Hamnet zu öffnen bringt es zurück.</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <source>Pixels, for slides and messages. The net goes along: opening the picture in Hamnet brings it back.</source>
        <translation>Pixel, für Folien und Nachrichten. Das Netz steckt mit darin: Das Bild in Hamnet zu öffnen bringt es zurück.</translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation>PDF-Seite</translation>
    </message>
    <message>
        <source>Sharp at any size, for papers and print.</source>
        <translation>In jeder Größe scharf, für Veröffentlichungen und Druck.</translation>
    </message>
    <message>
        <source>States of writing</source>
        <translation>Zustände beim Schreiben</translation>
    </message>
    <message>
        <source>What the units of a net held at one character of a text: writing goes on from there.</source>
        <translation>Was die Einheiten eines Netzes an einem Zeichen eines Textes hielten: von dort wird weitergeschrieben.</translation>
    </message>
</context>
<context>
    <name>Fixes</name>
    <message>
        <source>Call it %1</source>
        <translation>%1 nennen</translation>
    </message>
    <message>
        <source>Call what it makes %1</source>
        <translation>Die Ausgabe %1 nennen</translation>
    </message>
    <message>
        <source>Take the last wire from %1</source>
        <translation>Die letzte Verbindung von %1 entfernen</translation>
    </message>
    <message>
        <source>Take the last output from %1</source>
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
        <source>Set %1 back to its default</source>
        <translation>%1 auf die Vorgabe zurücksetzen</translation>
    </message>
    <message>
        <source>Set %1 to %2</source>
        <translation>%1 auf %2 setzen</translation>
    </message>
    <message>
        <source>Make %1 %2 wide</source>
        <translation>%1 auf Breite %2 setzen</translation>
    </message>
    <message>
        <source>Insert a RESHAPE to %1</source>
        <translation>Ein RESHAPE zu %1 einfügen</translation>
    </message>
    <message>
        <source>Remove %1 and join its ends</source>
        <translation>%1 entfernen und die Enden verbinden</translation>
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
</context>
<context>
    <name>Layers</name>
    <message>
        <source>Counts how often the net&apos;s guess is right.</source>
        <translation>Zählt, wie oft das Netz richtig rät.</translation>
    </message>
    <message>
        <source>A score for each class.</source>
        <translation>Ein Punktwert für jede Klasse.</translation>
    </message>
    <message>
        <source>The class that really came.</source>
        <translation>Die Klasse, die tatsächlich kam.</translation>
    </message>
    <message>
        <source>A share between 0 and 1.</source>
        <translation>Ein Anteil zwischen 0 und 1.</translation>
    </message>
    <message>
        <source>The share for each class.</source>
        <translation>Der Anteil für jede Klasse.</translation>
    </message>
    <message>
        <source>Guesses</source>
        <translation>Rateversuche</translation>
    </message>
    <message>
        <source>How many of the highest scores count as the guess.</source>
        <translation>Wie viele der höchsten Punktwerte als geraten gelten.</translation>
    </message>
    <message>
        <source>Axis of the classes</source>
        <translation>Achse der Klassen</translation>
    </message>
    <message>
        <source>Along which axis of the scores the classes lie.</source>
        <translation>Entlang welcher Achse der Punktwerte die Klassen liegen.</translation>
    </message>
    <message>
        <source>Ignored label</source>
        <translation>Übergangenes Label</translation>
    </message>
    <message>
        <source>Places with this label do not count, nor do those whose label is missing: -1.</source>
        <translation>Stellen mit diesem Label zählen nicht; -1 steht für ein fehlendes Label.</translation>
    </message>
    <message>
        <source>Joins tensors to one along an axis.</source>
        <translation>Fügt Tensoren entlang einer Achse zu einem zusammen.</translation>
    </message>
    <message>
        <source>What is joined, in order.</source>
        <translation>Was zusammengefügt wird, der Reihe nach.</translation>
    </message>
    <message>
        <source>All of it.</source>
        <translation>Alles zusammen.</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Along which axis the tensors are joined.</source>
        <translation>Entlang welcher Achse die Tensoren zusammengefügt werden.</translation>
    </message>
    <message>
        <source>Axis (old name)</source>
        <translation>Achse (alter Name)</translation>
    </message>
    <message>
        <source>What old files call the axis.</source>
        <translation>Wie alte Dateien die Achse nennen.</translation>
    </message>
    <message>
        <source>Sets some numbers to zero at random while training, so that the net does not lean on single ones.</source>
        <translation>Setzt beim Training zufällig einige Zahlen auf null, damit sich das Netz nicht auf einzelne verlässt.</translation>
    </message>
    <message>
        <source>Any numbers.</source>
        <translation>Beliebige Zahlen.</translation>
    </message>
    <message>
        <source>The same, with dropout while training.</source>
        <translation>Dieselben, beim Training mit Dropout.</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Same over</source>
        <translation>Gemeinsam über</translation>
    </message>
    <message>
        <source>Which numbers go or stay together: NOTHING, each by itself; STEPS, one place at all steps of a batch; UNITS, all numbers of one place, such as a character's vector.</source>
        <translation>Welche Zahlen gemeinsam wegfallen oder bleiben: NOTHING jede für sich; STEPS eine Stelle in allen Schritten eines Batches; UNITS alle Zahlen einer Stelle, etwa der Vektor eines Zeichens.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Where the random zeros start from; 0 follows the seed of the run.</source>
        <translation>Womit die zufälligen Nullen beginnen; 0 folgt dem Startwert des Laufs.</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Whether anything is set to zero at all.</source>
        <translation>Ob überhaupt etwas auf null gesetzt wird.</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Which kernels run the layer; DEFAULT takes the fastest that can.</source>
        <translation>Welche Kernel die Schicht ausführen; DEFAULT nimmt die schnellsten, die es können.</translation>
    </message>
    <message>
        <source>Adds or multiplies tensors of one shape element by element, or takes the largest.</source>
        <translation>Addiert oder multipliziert Tensoren gleicher Form Element für Element oder nimmt das größte.</translation>
    </message>
    <message>
        <source>Tensors of one shape, two or more.</source>
        <translation>Tensoren gleicher Form, zwei oder mehr.</translation>
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
        <source>What is done with the elements at one place.</source>
        <translation>Was mit den Elementen an einer Stelle geschieht.</translation>
    </message>
    <message>
        <source>Coefficients</source>
        <translation>Koeffizienten</translation>
    </message>
    <message>
        <source>What each input is multiplied by in a sum; 1 where none are given.</source>
        <translation>Womit jede Eingabe in einer Summe multipliziert wird; 1, wo keine angegeben sind.</translation>
    </message>
    <message>
        <source>Stable gradient of products</source>
        <translation>Stabiler Gradient von Produkten</translation>
    </message>
    <message>
        <source>Whether the slope of a product is made without a division, which zeros would spoil.</source>
        <translation>Ob die Ableitung eines Produkts ohne Division gebildet wird, die an Nullen scheitern würde.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>How many numbers (E) stand for one character.</source>
        <translation>Wie viele Zahlen (E) für ein Zeichen stehen.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>How many different characters there are (V); set from the text when training starts.</source>
        <translation>Wie viele verschiedene Zeichen es gibt (V); wird beim Trainingsstart aus dem Text bestimmt.</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>Whether one learned vector is added to every character&apos;s.</source>
        <translation>Ob zu dem Vektor jedes Zeichens ein gelernter Vektor addiert wird.</translation>
    </message>
    <message>
        <source>First weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>How the vectors start; all zero would make all characters look alike for long.</source>
        <translation>Womit die Vektoren beginnen; lauter Nullen ließen alle Zeichen lange gleich aussehen.</translation>
    </message>
    <message>
        <source>First bias</source>
        <translation>Anfangsbias</translation>
    </message>
    <message>
        <source>How the added vector starts.</source>
        <translation>Womit der addierte Vektor beginnt.</translation>
    </message>
    <message>
        <source>Gives each character a vector of its own, which is learned.</source>
        <translation>Gibt jedem Zeichen einen eigenen Vektor, der gelernt wird.</translation>
    </message>
    <message>
        <source>Numbers of characters.</source>
        <translation>Nummern von Zeichen.</translation>
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
        <source>How many numbers (O) come out; in front of the loss, one score for each character of the vocabulary.</source>
        <translation>Wie viele Zahlen (O) herauskommen; vor dem Verlust ein Punktwert für jedes Zeichen des Vokabulars.</translation>
    </message>
    <message>
        <source>Outputs from the data</source>
        <translation>Ausgaben aus den Daten</translation>
    </message>
    <message>
        <source>Whether a run over sequences sets the outputs of what the loss reads: one for each class of the data, or one where the answer is a number.</source>
        <translation>Ob ein Lauf über Sequenzen die Ausgaben dessen setzt, was der Verlust liest: eine für jede Klasse der Daten, oder eine, wo die Antwort eine Zahl ist.</translation>
    </message>
    <message>
        <source>Whether a learned number is added to each output.</source>
        <translation>Ob zu jeder Ausgabe eine gelernte Zahl addiert wird.</translation>
    </message>
    <message>
        <source>How the weights start; small random numbers let the outputs become different.</source>
        <translation>Womit die Gewichte beginnen; kleine Zufallszahlen lassen die Ausgaben verschieden werden.</translation>
    </message>
    <message>
        <source>How the added numbers start.</source>
        <translation>Womit die addierten Zahlen beginnen.</translation>
    </message>
    <message>
        <source>First axis</source>
        <translation>Erste Achse</translation>
    </message>
    <message>
        <source>From which axis on the numbers are summed; the axes before it stay as they are.</source>
        <translation>Ab welcher Achse die Zahlen summiert werden; die Achsen davor bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Transposed</source>
        <translation>Transponiert</translation>
    </message>
    <message>
        <source>Whether the weights are kept as inputs × outputs instead of outputs × inputs.</source>
        <translation>Ob die Gewichte als Eingaben × Ausgaben statt als Ausgaben × Eingaben gespeichert werden.</translation>
    </message>
    <message>
        <source>Makes each output a weighted sum of all inputs; the weights are learned.</source>
        <translation>Bildet jede Ausgabe als gewichtete Summe aller Eingaben; die Gewichte werden gelernt.</translation>
    </message>
    <message>
        <source>What is summed.</source>
        <translation>Was summiert wird.</translation>
    </message>
    <message>
        <source>The sums.</source>
        <translation>Die Summen.</translation>
    </message>
    <message>
        <source>Takes in numbers from outside the net: the batch is written here before each pass.</source>
        <translation>Nimmt Zahlen von außerhalb des Netzes auf: Vor jedem Durchlauf wird der Batch hierher geschrieben.</translation>
    </message>
    <message>
        <source>What is read in.</source>
        <translation>Was eingelesen wird.</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Extents of each top, outermost first; one shape serves all tops.</source>
        <translation>Ausdehnungen jeder Ausgabe (top), die äußerste zuerst; eine Form gilt für alle.</translation>
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
        <source>The share of numbers that is set to zero on the way from one stacked layer to the next while training.</source>
        <translation>Der Anteil der Zahlen, die beim Training auf dem Weg von einer gestapelten Schicht zur nächsten auf null gesetzt werden.</translation>
    </message>
    <message>
        <source>Weight dropout</source>
        <translation>Dropout der Gewichte</translation>
    </message>
    <message>
        <source>The share of single recurrent weights (Wh) that is set to zero while training, drawn again for each batch.</source>
        <translation>Welcher Anteil der einzelnen rekurrenten Gewichte (Wh) beim Training null gesetzt wird, für jeden Batch neu gezogen.</translation>
    </message>
    <message>
        <source>State dropout</source>
        <translation>Dropout des Zustands</translation>
    </message>
    <message>
        <source>The share of units whose last output the recurrence does not see while training, the same ones at all steps of a batch.</source>
        <translation>Welcher Anteil der Einheiten beim Training seine letzte Ausgabe nicht in die Rekurrenz gibt, in allen Schritten eines Batches dieselben.</translation>
    </message>
    <message>
        <source>Dropout seed</source>
        <translation>Startwert des Dropouts</translation>
    </message>
    <message>
        <source>Forget bias</source>
        <translation>Bias des Vergessens</translation>
    </message>
    <message>
        <source>First bias of the forget gate: 1 keeps early memories and learns faster; 0 leaves it to the bias filler.</source>
        <translation>Anfangsbias des Vergessensgatters: 1 bewahrt frühe Erinnerungen und lernt schneller; 0 überlässt ihn dem Anfangsbias.</translation>
    </message>
    <message>
        <source>State as ports</source>
        <translation>Zustand als Anschlüsse</translation>
    </message>
    <message>
        <source>First state as ports</source>
        <translation>Erster Zustand als Anschlüsse</translation>
    </message>
    <message>
        <source>Last state as ports</source>
        <translation>Letzter Zustand als Anschlüsse</translation>
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
        <source>Repeat the first state</source>
        <translation>Ersten Zustand wiederholen</translation>
    </message>
    <message>
        <source>Whether all stacked layers start from one state; not supported.</source>
        <translation>Ob alle gestapelten Schichten mit demselben Zustand beginnen; nicht unterstützt.</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Width H of the memory and of the output: more units remember more and cost more.</source>
        <translation>Breite H des Gedächtnisses und der Ausgabe: mehr Einheiten merken sich mehr und kosten mehr.</translation>
    </message>
    <message>
        <source>How the weights start; small random numbers let the units become different.</source>
        <translation>Womit die Gewichte beginnen; kleine Zufallszahlen lassen die Einheiten verschieden werden.</translation>
    </message>
    <message>
        <source>How the biases of all four gates start.</source>
        <translation>Womit die Biases aller vier Gatter beginnen.</translation>
    </message>
    <message>
        <source>Reads a sequence and remembers what it has seen so far.</source>
        <translation>Liest eine Folge und merkt sich, was bisher vorkam.</translation>
    </message>
    <message>
        <source>The sequence: steps × streams × width.</source>
        <translation>Die Folge: Schritte × Ströme × Breite.</translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1: steps × streams.</source>
        <translation>0, wo eine Folge beginnt, sonst 1: Schritte × Ströme.</translation>
    </message>
    <message>
        <source>What was put out before the first step.</source>
        <translation>Was vor dem ersten Schritt ausgegeben wurde.</translation>
    </message>
    <message>
        <source>What was remembered before the first step.</source>
        <translation>Was vor dem ersten Schritt gemerkt war.</translation>
    </message>
    <message>
        <source>What is put out at each step: steps × streams × units, twice the units where the layer is bidirectional.</source>
        <translation>Was bei jedem Schritt ausgegeben wird: Schritte × Ströme × Einheiten, bei einer bidirektionalen Schicht doppelt so viele Einheiten.</translation>
    </message>
    <message>
        <source>What was put out at the last step.</source>
        <translation>Was beim letzten Schritt ausgegeben wurde.</translation>
    </message>
    <message>
        <source>What is remembered after the last step.</source>
        <translation>Was nach dem letzten Schritt gemerkt ist.</translation>
    </message>
    <message>
        <source>Width H of the memory and of the output.</source>
        <translation>Breite H des Gedächtnisses und der Ausgabe.</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Ströme</translation>
    </message>
    <message>
        <source>How many sequences (N) lie side by side in the rows of x.</source>
        <translation>Wie viele Folgen (N) in den Zeilen von x nebeneinanderliegen.</translation>
    </message>
    <message>
        <source>Clip gradients at</source>
        <translation>Gradienten begrenzen auf</translation>
    </message>
    <message>
        <source>Cuts each gradient in front of the gates to this size, so that errors do not explode; 0 cuts nothing.</source>
        <translation>Begrenzt jeden Gradienten vor den Gattern auf diese Größe, damit Fehler nicht explodieren; 0 begrenzt nichts.</translation>
    </message>
    <message>
        <source>Forget bias 5</source>
        <translation>Bias des Vergessens 5</translation>
    </message>
    <message>
        <source>Whether the forget gate&apos;s bias starts at 5, so that memories last long at first.</source>
        <translation>Ob der Bias des Vergessensgatters bei 5 beginnt, damit Erinnerungen anfangs lange halten.</translation>
    </message>
    <message>
        <source>Reads a sequence and remembers, as LSTM does, from rows that hold one step of one stream each.</source>
        <translation>Liest eine Folge und merkt sie sich wie LSTM, aus Zeilen, die je einen Schritt eines Stroms enthalten.</translation>
    </message>
    <message>
        <source>The rows: (steps·streams) × width.</source>
        <translation>Die Zeilen: (Schritte·Ströme) × Breite.</translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1: one mark a row.</source>
        <translation>0, wo eine Folge beginnt, sonst 1: eine Marke je Zeile.</translation>
    </message>
    <message>
        <source>What is put out for each row: (steps·streams) × units.</source>
        <translation>Was für jede Zeile ausgegeben wird: (Schritte·Ströme) × Einheiten.</translation>
    </message>
    <message>
        <source>Does one step of an LSTM: opens and closes the gates and renews the memory.</source>
        <translation>Führt einen Schritt eines LSTM aus: öffnet und schließt die Gatter und erneuert das Gedächtnis.</translation>
    </message>
    <message>
        <source>What was remembered before the step.</source>
        <translation>Was vor dem Schritt gemerkt war.</translation>
    </message>
    <message>
        <source>The sums in front of the gates, one block for each.</source>
        <translation>Die Summen vor den Gattern, ein Block für jedes.</translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1.</source>
        <translation>0, wo eine Folge beginnt, sonst 1.</translation>
    </message>
    <message>
        <source>What is remembered after the step.</source>
        <translation>Was nach dem Schritt gemerkt ist.</translation>
    </message>
    <message>
        <source>Order of the gates</source>
        <translation>Reihenfolge der Gatter</translation>
    </message>
    <message>
        <source>In which order the blocks of the sums lie: input, forget, output and new content as Caffe has them, or the last two exchanged, as an LSTM of Hamnet&apos;s has them.</source>
        <translation>In welcher Reihenfolge die Blöcke der Summen liegen: Eingang, Vergessen, Ausgang und neuer Inhalt, wie Caffe sie hat, oder die letzten beiden vertauscht, wie ein LSTM von Hamnet sie hat.</translation>
    </message>
    <message>
        <source>What is put out.</source>
        <translation>Was ausgegeben wird.</translation>
    </message>
    <message>
        <source>Makes one number of many: their sum, the sum of sizes or of squares, or the mean.</source>
        <translation>Macht aus vielen Zahlen eine: ihre Summe, die Summe der Beträge oder der Quadrate oder den Mittelwert.</translation>
    </message>
    <message>
        <source>One number for each place of the axes that stay.</source>
        <translation>Eine Zahl für jede Stelle der bleibenden Achsen.</translation>
    </message>
    <message>
        <source>Sum, sum of absolute values, sum of squares, or mean.</source>
        <translation>Summe, Summe der Beträge, Summe der Quadrate oder Mittelwert.</translation>
    </message>
    <message>
        <source>From which axis on the numbers are taken together.</source>
        <translation>Ab welcher Achse die Zahlen zusammengefasst werden.</translation>
    </message>
    <message>
        <source>Coefficient</source>
        <translation>Koeffizient</translation>
    </message>
    <message>
        <source>What the result is multiplied by.</source>
        <translation>Womit das Ergebnis multipliziert wird.</translation>
    </message>
    <message>
        <source>Lets positive numbers through and holds negative ones back.</source>
        <translation>Lässt positive Zahlen durch und hält negative zurück.</translation>
    </message>
    <message>
        <source>The numbers, never below zero.</source>
        <translation>Die Zahlen, nie unter null.</translation>
    </message>
    <message>
        <source>Slope below zero</source>
        <translation>Steigung unter null</translation>
    </message>
    <message>
        <source>What negative numbers are multiplied by; 0 makes them zero.</source>
        <translation>Womit negative Zahlen multipliziert werden; 0 macht sie zu null.</translation>
    </message>
    <message>
        <source>Gives the same numbers other axes, without moving any.</source>
        <translation>Gibt denselben Zahlen andere Achsen, ohne eine zu verschieben.</translation>
    </message>
    <message>
        <source>The same numbers with other axes.</source>
        <translation>Dieselben Zahlen mit anderen Achsen.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>The new extents, outermost first; 0 copies the input&apos;s, one -1 takes what is left.</source>
        <translation>Die neuen Ausdehnungen, die äußerste zuerst; 0 übernimmt die der Eingabe, eine -1 nimmt, was übrig ist.</translation>
    </message>
    <message>
        <source>From which axis on the shape is changed; those before it stay.</source>
        <translation>Ab welcher Achse die Form geändert wird; die davor bleiben.</translation>
    </message>
    <message>
        <source>Axes changed</source>
        <translation>Geänderte Achsen</translation>
    </message>
    <message>
        <source>How many axes the shape takes the place of; -1 means all that follow.</source>
        <translation>Wie viele Achsen die Form ersetzt; -1 bedeutet alle folgenden.</translation>
    </message>
    <message>
        <source>The axis of x that the factor&apos;s first axis belongs to.</source>
        <translation>Die Achse von x, zu der die erste Achse des Faktors gehört.</translation>
    </message>
    <message>
        <source>Axes of the factor</source>
        <translation>Achsen des Faktors</translation>
    </message>
    <message>
        <source>How many axes the learned factor has; -1 takes all from the first axis on.</source>
        <translation>Wie viele Achsen der gelernte Faktor hat; -1 nimmt alle ab der ersten Achse.</translation>
    </message>
    <message>
        <source>First factor</source>
        <translation>Anfangsfaktor</translation>
    </message>
    <message>
        <source>How the learned factor starts; 1 changes nothing at first.</source>
        <translation>Womit der gelernte Faktor beginnt; 1 ändert zunächst nichts.</translation>
    </message>
    <message>
        <source>Whether a learned number is added after the multiplication.</source>
        <translation>Ob nach der Multiplikation eine gelernte Zahl addiert wird.</translation>
    </message>
    <message>
        <source>Multiplies by a factor, which comes in by a wire or is learned.</source>
        <translation>Multipliziert mit einem Faktor, der über eine Verbindung hereinkommt oder gelernt wird.</translation>
    </message>
    <message>
        <source>What is multiplied.</source>
        <translation>Was multipliziert wird.</translation>
    </message>
    <message>
        <source>What it is multiplied by; learned where nothing is wired.</source>
        <translation>Womit multipliziert wird; gelernt, wo nichts verbunden ist.</translation>
    </message>
    <message>
        <source>The products.</source>
        <translation>Die Produkte.</translation>
    </message>
    <message>
        <source>Squeezes every number between 0 and 1, as a gate that opens and closes.</source>
        <translation>Presst jede Zahl zwischen 0 und 1, wie ein Gatter, das sich öffnet und schließt.</translation>
    </message>
    <message>
        <source>Numbers between 0 and 1.</source>
        <translation>Zahlen zwischen 0 und 1.</translation>
    </message>
    <message>
        <source>Takes in tensors that nobody needs, so that they are not shown as results.</source>
        <translation>Nimmt Tensoren auf, die niemand braucht, damit sie nicht als Ergebnisse erscheinen.</translation>
    </message>
    <message>
        <source>What is not needed.</source>
        <translation>Was nicht gebraucht wird.</translation>
    </message>
    <message>
        <source>Cuts a tensor into pieces along one axis.</source>
        <translation>Zerlegt einen Tensor entlang einer Achse in Stücke.</translation>
    </message>
    <message>
        <source>What is cut.</source>
        <translation>Was zerlegt wird.</translation>
    </message>
    <message>
        <source>The pieces, in order.</source>
        <translation>Die Stücke, der Reihe nach.</translation>
    </message>
    <message>
        <source>Along which axis the tensor is cut.</source>
        <translation>Entlang welcher Achse der Tensor zerlegt wird.</translation>
    </message>
    <message>
        <source>Cuts</source>
        <translation>Schnitte</translation>
    </message>
    <message>
        <source>Where each piece after the first starts; without any, the pieces are equal.</source>
        <translation>Wo jedes Stück nach dem ersten beginnt; ohne Angabe sind die Stücke gleich groß.</translation>
    </message>
    <message>
        <source>Turns scores into chances that add up to 1.</source>
        <translation>Macht aus Punktwerten Wahrscheinlichkeiten, die zusammen 1 ergeben.</translation>
    </message>
    <message>
        <source>A chance for each class.</source>
        <translation>Eine Wahrscheinlichkeit für jede Klasse.</translation>
    </message>
    <message>
        <source>Along which axis the chances add up to 1.</source>
        <translation>Entlang welcher Achse die Wahrscheinlichkeiten zusammen 1 ergeben.</translation>
    </message>
    <message>
        <source>Divided by</source>
        <translation>Geteilt durch</translation>
    </message>
    <message>
        <source>What the sum is divided by: VALID the places that count, FULL all places, BATCH_SIZE the first axis, NONE nothing.</source>
        <translation>Wodurch die Summe geteilt wird: VALID die zählenden Stellen, FULL alle Stellen, BATCH_SIZE die erste Achse, NONE nichts.</translation>
    </message>
    <message>
        <source>Normalised (old name)</source>
        <translation>Normiert (alter Name)</translation>
    </message>
    <message>
        <source>What old files say: true is VALID, false is BATCH_SIZE.</source>
        <translation>Was alte Dateien sagen: true ist VALID, false ist BATCH_SIZE.</translation>
    </message>
    <message>
        <source>Measures how surprised the net is by what really came; training makes this number small.</source>
        <translation>Misst, wie sehr das tatsächlich Folgende das Netz überrascht; das Training macht diese Zahl klein.</translation>
    </message>
    <message>
        <source>One number, in nats.</source>
        <translation>Eine Zahl, in Nat.</translation>
    </message>
    <message>
        <source>The chances.</source>
        <translation>Die Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>Hands one tensor to several readers and adds up what they send back.</source>
        <translation>Reicht einen Tensor an mehrere Leser weiter und addiert, was sie zurückgeben.</translation>
    </message>
    <message>
        <source>What is handed on.</source>
        <translation>Was weitergereicht wird.</translation>
    </message>
    <message>
        <source>The same for each reader.</source>
        <translation>Dasselbe für jeden Leser.</translation>
    </message>
    <message>
        <source>Squeezes every number between -1 and 1.</source>
        <translation>Presst jede Zahl zwischen -1 und 1.</translation>
    </message>
    <message>
        <source>Numbers between -1 and 1.</source>
        <translation>Zahlen zwischen -1 und 1.</translation>
    </message>
    <message>
        <source>Text file</source>
        <translation>Textdatei</translation>
    </message>
    <message>
        <source>The text that the net learns from; empty where it is named when training starts.</source>
        <translation>Der Text, aus dem das Netz lernt; leer, wenn er erst beim Trainingsstart genannt wird.</translation>
    </message>
    <message>
        <source>How many pieces of the text are read side by side (N).</source>
        <translation>Wie viele Stücke des Textes nebeneinander gelesen werden (N).</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>How many characters of each stream are in a batch, and how far back an error is traced (T).</source>
        <translation>Wie viele Zeichen jedes Stroms in einem Batch sind und wie weit ein Fehler zurückverfolgt wird (T).</translation>
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
        <source>STREAMS reads the text from start to end and keeps the net&apos;s memory from batch to batch; WINDOWS starts anywhere, each time with an empty memory, as a bidirectional layer needs it.</source>
        <translation>STREAMS liest den Text von Anfang bis Ende und behält das Gedächtnis des Netzes von Batch zu Batch; WINDOWS beginnt irgendwo, jedes Mal mit leerem Gedächtnis, wie eine bidirektionale Schicht es braucht.</translation>
    </message>
    <message>
        <source>Held out for validation</source>
        <translation>Für die Validierung zurückgehalten</translation>
    </message>
    <message>
        <source>The share of the text that is kept from training to see how the net does on new text.</source>
        <translation>Der Anteil des Textes, der dem Training vorenthalten wird, um zu sehen, wie das Netz mit neuem Text zurechtkommt.</translation>
    </message>
    <message>
        <source>Held out for the test</source>
        <translation>Für den Test zurückgehalten</translation>
    </message>
    <message>
        <source>The share at the end of the text that is looked at only once, when all is chosen.</source>
        <translation>Der Anteil am Ende des Textes, der nur einmal betrachtet wird, wenn alles gewählt ist.</translation>
    </message>
    <message>
        <source>Reads a text and gives its characters, batch by batch, with the character that follows each.</source>
        <translation>Liest einen Text und gibt seine Zeichen Batch für Batch aus, dazu jeweils das folgende Zeichen.</translation>
    </message>
    <message>
        <source>The character that follows each.</source>
        <translation>Das jeweils folgende Zeichen.</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Which kernels run the layer: DEFAULT takes the fastest that can, CAFFE goes step by step, the others run all steps in one call.</source>
        <translation>Welche Kernel die Schicht ausführen: DEFAULT nimmt die schnellsten, die es können, CAFFE geht Schritt für Schritt, die anderen führen alle Schritte in einem Aufruf aus.</translation>
    </message>
    <message>
        <source>Reads a sequence and remembers what it has seen so far, with fewer gates and weights than an LSTM.</source>
        <translation>Liest eine Folge und merkt sich, was sie bisher gesehen hat, mit weniger Gattern und Gewichten als ein LSTM.</translation>
    </message>
    <message>
        <source>Does one step of a GRU: mixes what is new with what was put out before.</source>
        <translation>Macht einen Schritt einer GRU: mischt das Neue mit dem, was zuvor ausgegeben wurde.</translation>
    </message>
    <message>
        <source>What was put out before the step.</source>
        <translation>Was vor dem Schritt ausgegeben wurde.</translation>
    </message>
    <message>
        <source>The part of the gates&apos; sums that comes from the input.</source>
        <translation>Der Teil der Gattersummen, der aus dem Eingang kommt.</translation>
    </message>
    <message>
        <source>The part of the gates&apos; sums that comes from what was put out before.</source>
        <translation>Der Teil der Gattersummen, der aus dem zuvor Ausgegebenen kommt.</translation>
    </message>
    <message>
        <source>How many layers are stacked, each reading what the one below puts out.</source>
        <translation>Wie viele Schichten übereinanderliegen; jede liest, was die darunter ausgibt.</translation>
    </message>
    <message>
        <source>Whether the first state comes in (h0, and c0 of an LSTM) and the last goes out (hT, cT) by wires.</source>
        <translation>Ob der erste Zustand (h0, bei einem LSTM auch c0) über Verbindungen hereinkommt und der letzte (hT, cT) hinausgeht.</translation>
    </message>
    <message>
        <source>Whether the first state comes in by wires (h0, and c0 of an LSTM).</source>
        <translation>Ob der erste Zustand über Verbindungen hereinkommt (h0, bei einem LSTM auch c0).</translation>
    </message>
    <message>
        <source>Whether the last state goes out by wires (hT, and cT of an LSTM).</source>
        <translation>Ob der letzte Zustand über Verbindungen hinausgeht (hT, bei einem LSTM auch cT).</translation>
    </message>
    <message>
        <source>Bidirectional</source>
        <translation>Bidirektional</translation>
    </message>
    <message>
        <source>Whether a second set of cells reads the sequence from its end to its start, so that each step knows what comes after it; the output is twice as wide.</source>
        <translation>Ob ein zweiter Satz von Zellen die Folge vom Ende zum Anfang liest, sodass jeder Schritt weiß, was nach ihm kommt; die Ausgabe ist doppelt so breit.</translation>
    </message>
    <message>
        <source>How the biases start.</source>
        <translation>Womit die Biases beginnen.</translation>
    </message>
    <message>
        <source>Reads a sequence with one weighted sum and one activation function a step: quick, but it forgets what lies more than some steps back.</source>
        <translation>Liest eine Folge mit einer gewichteten Summe und einer Aktivierungsfunktion je Schritt: schnell, vergisst aber, was mehr als einige Schritte zurückliegt.</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>The function of the sum: TANH keeps every number between -1 and 1, RELU lets gradients reach further back but can grow without end.</source>
        <translation>Die Funktion der Summe: TANH hält jede Zahl zwischen -1 und 1, RELU lässt Gradienten weiter zurückreichen, kann aber ohne Ende wachsen.</translation>
    </message>
    <message>
        <source>Measures how far the net&apos;s numbers are from those that came: the squared error, which weighs large errors most.</source>
        <translation>Misst, wie weit die Zahlen des Netzes von denen entfernt sind, die kamen: der quadrierte Fehler, in dem große Abweichungen am meisten zählen.</translation>
    </message>
    <message>
        <source>One number: half the squared error.</source>
        <translation>Eine Zahl: der halbe quadrierte Fehler.</translation>
    </message>
    <message>
        <source>Like the squared error for small mistakes, but it lets single large ones count less.</source>
        <translation>Bei kleinen Abweichungen wie der quadrierte Fehler, lässt aber einzelne große weniger zählen.</translation>
    </message>
    <message>
        <source>One number.</source>
        <translation>Eine Zahl.</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>Where the squared error turns into the absolute error (δ).</source>
        <translation>Wo der quadrierte Fehler in den absoluten übergeht (δ).</translation>
    </message>
    <message>
        <source>Takes what a recurrent layer knows at the end of each sequence.</source>
        <translation>Nimmt, was eine rekurrente Schicht am Ende jeder Folge weiß.</translation>
    </message>
    <message>
        <source>One vector for each sequence.</source>
        <translation>Ein Vektor für jede Folge.</translation>
    </message>
    <message>
        <source>Whether h comes from a bidirectional layer: the second half of its width ends at the first step.</source>
        <translation>Ob h aus einer bidirektionalen Schicht kommt: Die zweite Hälfte ihrer Breite endet beim ersten Schritt.</translation>
    </message>
    <message>
        <source>Takes the mean of what a recurrent layer says at all steps of a sequence.</source>
        <translation>Nimmt das Mittel dessen, was eine rekurrente Schicht in allen Schritten einer Folge ausgibt.</translation>
    </message>
    <message>
        <source>What the net says.</source>
        <translation>Was das Netz sagt.</translation>
    </message>
    <message>
        <source>What really came.</source>
        <translation>Was tatsächlich kam.</translation>
    </message>
    <message>
        <source>What the sum is divided by: BATCH_SIZE the first axis, VALID the places that count, FULL all places, NONE nothing.</source>
        <translation>Wodurch die Summe geteilt wird: BATCH_SIZE die erste Achse, VALID die zählenden Stellen, FULL alle Stellen, NONE nichts.</translation>
    </message>
    <message>
        <source>Numbers for each step: steps × streams × width.</source>
        <translation>Zahlen für jeden Schritt: Schritte × Ströme × Breite.</translation>
    </message>
    <message>
        <source>How many steps of each stream are real; without it all are.</source>
        <translation>Wie viele Schritte jedes Stroms echt sind; ohne Angabe sind es alle.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>The file or folder that the net learns from; empty where it is named when training starts.</source>
        <translation>Die Datei oder der Ordner, woraus das Netz lernt; leer, wenn dies erst beim Trainingsstart genannt wird.</translation>
    </message>
    <message>
        <source>Kind of data</source>
        <translation>Art der Daten</translation>
    </message>
    <message>
        <source>ROWS reads images row by row, TABLE windows of a table&apos;s rows, LINES a text line by line, label, tab, text, a character a step; AUTO looks whether the file holds images or a table.</source>
        <translation>ROWS liest Bilder Zeile für Zeile, TABLE Fenster aus den Zeilen einer Tabelle, LINES einen Text Zeile für Zeile, Klasse, Tabulator, Text, mit einem Zeichen je Schritt; AUTO sieht nach, ob die Datei Bilder oder eine Tabelle enthält.</translation>
    </message>
    <message>
        <source>Sequences in a batch</source>
        <translation>Folgen in einem Batch</translation>
    </message>
    <message>
        <source>How many sequences are read side by side (N).</source>
        <translation>Wie viele Folgen nebeneinander gelesen werden (N).</translation>
    </message>
    <message>
        <source>How many steps a sequence has (T): rows of an image, which sets it, rows of a table&apos;s window, or characters of a line of text, of which longer ones are cut and shorter ones are filled up.</source>
        <translation>Wie viele Schritte eine Folge hat (T): Zeilen eines Bildes, das sie festlegt, Zeilen eines Fensters der Tabelle oder Zeichen einer Textzeile; längere werden abgeschnitten, kürzere aufgefüllt.</translation>
    </message>
    <message>
        <source>Numbers a step</source>
        <translation>Zahlen je Schritt</translation>
    </message>
    <message>
        <source>How many numbers a step has (I): pixels of a row or columns of a table; the data set it.</source>
        <translation>Wie viele Zahlen ein Schritt hat (I): Pixel einer Zeile oder Spalten einer Tabelle; die Daten legen es fest.</translation>
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
        <source>The table&apos;s column that the net predicts; empty: the last one.</source>
        <translation>Die Spalte der Tabelle, die das Netz vorhersagt; leer: die letzte.</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>Zeitspalte</translation>
    </message>
    <message>
        <source>The table&apos;s column that tells the time, in which the rows are in order; empty: the rows are in order as they lie.</source>
        <translation>Die Spalte der Tabelle, die die Zeit angibt, nach der die Zeilen geordnet werden; leer: Die Zeilen sind schon in der richtigen Reihenfolge.</translation>
    </message>
    <message>
        <source>Group column</source>
        <translation>Gruppenspalte</translation>
    </message>
    <message>
        <source>The table&apos;s column that tells which series a row belongs to, so that no window crosses two; empty: one series.</source>
        <translation>Die Spalte der Tabelle, die angibt, zu welcher Reihe eine Zeile gehört, damit kein Fenster über zwei Reihen geht; leer: eine einzige Reihe.</translation>
    </message>
    <message>
        <source>Rows ahead</source>
        <translation>Zeilen voraus</translation>
    </message>
    <message>
        <source>How many rows after a window&apos;s last row its target lies; 0: in that row.</source>
        <translation>Wie viele Zeilen nach der letzten Zeile eines Fensters sein Ziel liegt; 0: in dieser Zeile.</translation>
    </message>
    <message>
        <source>Rows between windows</source>
        <translation>Zeilen zwischen Fenstern</translation>
    </message>
    <message>
        <source>How many rows further the next window starts.</source>
        <translation>Wie viele Zeilen weiter das nächste Fenster beginnt.</translation>
    </message>
    <message>
        <source>Standardise</source>
        <translation>Standardisieren</translation>
    </message>
    <message>
        <source>Whether each column is brought to mean 0 and deviation 1, as they are in the training part.</source>
        <translation>Ob jede Spalte auf Mittel 0 und Streuung 1 gebracht wird, gemessen am Trainingsteil.</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>What is held out of the training: TIME the end of the data, SHUFFLED sequences drawn at random, GROUPS whole groups drawn at random; AUTO is TIME for a table, of each group if it has groups, and else SHUFFLED.</source>
        <translation>Was dem Training vorenthalten wird: TIME das Ende der Daten, SHUFFLED zufällig gezogene Folgen, GROUPS zufällig gezogene ganze Gruppen; AUTO ist TIME bei einer Tabelle, jeder Gruppe, wenn sie Gruppen hat, und sonst SHUFFLED.</translation>
    </message>
    <message>
        <source>The share of the data that is kept from training to see how the net does on new data.</source>
        <translation>Der Anteil der Daten, der dem Training vorenthalten wird, um zu sehen, wie das Netz mit neuen Daten zurechtkommt.</translation>
    </message>
    <message>
        <source>The share that is looked at only once, when all is chosen; data with a test part of their own need none.</source>
        <translation>Der Anteil, der nur einmal betrachtet wird, wenn alles gewählt ist; Daten mit eigenem Testteil brauchen keinen.</translation>
    </message>
    <message>
        <source>Reads sequences with an answer each: images row by row, windows of a table, or lines of text.</source>
        <translation>Liest Folgen mit je einer Antwort: Bilder Zeile für Zeile, Fenster einer Tabelle oder Textzeilen.</translation>
    </message>
    <message>
        <source>The numbers of each step.</source>
        <translation>Die Zahlen jedes Schritts.</translation>
    </message>
    <message>
        <source>The class or the number that really came.</source>
        <translation>Die Klasse oder die Zahl, die tatsächlich kam.</translation>
    </message>
    <message>
        <source>How many steps of each sequence are real.</source>
        <translation>Wie viele Schritte jeder Folge echt sind.</translation>
    </message>
    <message>
        <source>Measures how surprised the net is by answers of yes (1) and no (0), each by itself.</source>
        <translation>Misst, wie sehr Antworten mit Ja (1) und Nein (0), jede für sich, das Netz überraschen.</translation>
    </message>
    <message>
        <source>Ignored target</source>
        <translation>Übergangenes Ziel</translation>
    </message>
    <message>
        <source>Places with this target do not count.</source>
        <translation>Stellen mit diesem Ziel zählen nicht.</translation>
    </message>
    <message>
        <source>The table&apos;s columns that the net reads, separated by commas, a name with a comma in quotes; empty: all columns of numbers.</source>
        <translation>Die Spalten der Tabelle, die das Netz liest, durch Kommas getrennt, ein Name mit Komma in Anführungszeichen; leer: alle Spalten mit Zahlen.</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>What stands between two columns of the table; AUTO finds it out from the first rows.</source>
        <translation>Was zwischen zwei Spalten der Tabelle steht; AUTO stellt es aus den ersten Zeilen fest.</translation>
    </message>
    <message>
        <source>Decimal mark</source>
        <translation>Dezimalzeichen</translation>
    </message>
    <message>
        <source>What stands before the decimals of the table&apos;s numbers: 1.5 or 1,5; AUTO finds it out from the first rows.</source>
        <translation>Was vor den Nachkommastellen der Zahlen steht: 1.5 oder 1,5; AUTO stellt es aus den ersten Zeilen fest.</translation>
    </message>
    <message>
        <source>Order of dates</source>
        <translation>Reihenfolge im Datum</translation>
    </message>
    <message>
        <source>Whether 01/02/2020 is the first of February (DAY) or the second of January (MONTH); AUTO finds it out from all dates of a column.</source>
        <translation>Ob 01/02/2020 der erste Februar ist (DAY) oder der zweite Januar (MONTH); AUTO stellt es aus allen Daten einer Spalte fest.</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>Erste Zeile</translation>
    </message>
    <message>
        <source>Whether the table&apos;s first row has the names of the columns, or values as the others; AUTO takes it for names where none of its fields is a number or a time.</source>
        <translation>Ob die erste Zeile der Tabelle die Namen der Spalten enthält oder Werte wie die anderen; AUTO hält sie für Namen, wenn keines ihrer Felder eine Zahl oder eine Zeit ist.</translation>
    </message>
    <message>
        <source>The share p of numbers that is set to zero; more reduces overfitting.</source>
        <translation>Der Anteil p der Zahlen, die auf null gesetzt werden; mehr verringert Überanpassung.</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
</context>
<context>
    <name>Run</name>
    <message>
        <source>Write a sample text after so many iterations each time; 0 never.</source>
        <translation>Immer nach so vielen Iterationen einen Beispieltext schreiben; 0 nie.</translation>
    </message>
    <message>
        <source>Stop after this many iterations in total, counted from the start of the run, also when it is resumed. Without it the solver says when, or there is no limit.</source>
        <translation>Nach so vielen Iterationen insgesamt anhalten, gezählt ab dem Beginn des Laufs, auch wenn er fortgesetzt wird. Ohne Angabe sagt es der Solver, oder es gibt keine Grenze.</translation>
    </message>
    <message>
        <source>What first weights, dropout and samples are drawn from: the same seed gives the same run. Without it the seed of the solver counts, or 1.</source>
        <translation>Woraus Anfangsgewichte, Dropout und Proben gezogen werden: derselbe Startwert gibt denselben Lauf. Ohne Angabe gilt der Startwert des Solvers oder 1.</translation>
    </message>
    <message>
        <source>Measure on what is held out after so many iterations each time; 0 only at the end. Without it as often as the solver says, or every 500; of sequences after each epoch.</source>
        <translation>Immer nach so vielen Iterationen am Zurückgehaltenen messen; 0 nur am Ende. Ohne Angabe so oft, wie der Solver sagt, oder alle 500; bei Sequenzen nach jeder Epoche.</translation>
    </message>
    <message>
        <source>After how many iterations the loss is reported where the run is started in a terminal. This window shows every one.</source>
        <translation>Nach wie vielen Iterationen der Verlust gemeldet wird, wenn der Lauf in einem Terminal gestartet wird. Dieses Fenster zeigt jede.</translation>
    </message>
    <message>
        <source>Save a checkpoint after so many iterations each time. Without it as often as the solver says, else at each validation, or every 500.</source>
        <translation>Immer nach so vielen Iterationen einen Checkpoint sichern. Ohne Angabe so oft, wie der Solver sagt, sonst bei jeder Validierung oder alle 500.</translation>
    </message>
    <message>
        <source>How many of the last checkpoints stay on the disk. Without it one does, or as many as before where a run goes on.</source>
        <translation>Wie viele der letzten Checkpoints auf der Platte bleiben. Ohne Angabe einer, oder so viele wie zuvor, wenn ein Lauf weitergeht.</translation>
    </message>
    <message>
        <source>How many of the best checkpoints stay on the disk. Without it one does, or as many as before where a run goes on.</source>
        <translation>Wie viele der besten Checkpoints auf der Platte bleiben. Ohne Angabe einer, oder so viele wie zuvor, wenn ein Lauf weitergeht.</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Who computes the recurrent layers: caffe step by step as Caffe does, onednn (on the processor), cudnn and fused (on a GPU) in one fast call, default the quickest of those that can. Without it each layer&apos;s own setting counts.</source>
        <translation>Wer die rekurrenten Schichten rechnet: caffe Schritt für Schritt wie Caffe, onednn (auf dem Prozessor), cudnn und fused (auf einer GPU) in einem schnellen Aufruf, default das schnellste, das es kann. Ohne Angabe gilt die Einstellung jeder Schicht.</translation>
    </message>
    <message>
        <source>as each layer says</source>
        <translation>wie jede Schicht es sagt</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where to compute: cpu, this machine&apos;s processor; cuda, its first GPU, or cuda:N; auto, a GPU where there is one, else the processor.</source>
        <translation>Wo gerechnet wird: cpu, der Prozessor dieses Rechners; cuda, seine erste GPU, oder cuda:N; auto, eine GPU, wenn es eine gibt, sonst der Prozessor.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>How the device multiplies: fp32 in full, tf32 (a GPU) with 11 bits, bf16 with 8; sums, states and weights are fp32 in each. auto is that of the checkpoint where there is one, else bf16 where a GPU multiplies it in hardware (compute capability 8.0 and later), else fp32. A processor has bf16 where it has AVX512_BF16 or AMX; CAFFE on it multiplies in fp32 always.</source>
        <translation>Wie das Gerät multipliziert: fp32 voll, tf32 (eine GPU) mit 11 Bit, bf16 mit 8; Summen, Zustände und Gewichte sind immer fp32. auto ist die Genauigkeit des Checkpoints, wenn es einen gibt, sonst bf16, wenn eine GPU es in Hardware multipliziert (Compute Capability ab 8.0), sonst fp32. Ein Prozessor hat bf16, wenn er AVX512_BF16 oder AMX hat; CAFFE multipliziert auf ihm immer in fp32.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Threads of the processor to compute with; without it one for each core.</source>
        <translation>Threads des Prozessors, die rechnen; ohne Angabe einer je Kern.</translation>
    </message>
    <message>
        <source>one for each core</source>
        <translation>einer je Kern</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA-Graph</translation>
    </message>
    <message>
        <source>Whether a GPU gets the work of a step as one CUDA graph, where the engine allows it, or call by call; the numbers are the same.</source>
        <translation>Ob eine GPU die Arbeit eines Schritts als einen CUDA-Graphen bekommt, wenn die Engine es erlaubt, oder Aufruf für Aufruf; die Zahlen sind dieselben.</translation>
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
        <translation>Anhalten, wenn der mittlere Verlust der letzten 100 Iterationen diesen Wert erreicht hat, in Nats je Zeichen.</translation>
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
        <source>Rest between steps while the GPU or the processor that trains is above this, in °C; a rest does not count as time.</source>
        <translation>Zwischen Schritten ruhen, solange die GPU oder der Prozessor, der trainiert, wärmer ist, in °C; eine Ruhepause zählt nicht als Zeit.</translation>
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
        <source>What first weights, dropout and samples are drawn from: the same seed gives the same run. Without it the solver&apos;s random_seed, where -1 draws a new one for each run, or 1.</source>
        <translation>Woraus Anfangsgewichte, Dropout und Proben gezogen werden: derselbe Startwert gibt denselben Lauf. Ohne Angabe random_seed des Solvers, wobei -1 für jeden Lauf einen neuen zieht, oder 1.</translation>
    </message>
    <message>
        <source>another one each run</source>
        <translation>in jedem Lauf ein anderer</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validieren alle</translation>
    </message>
    <message>
        <source>Measure on what is held out each N iterations; 0 only at the end. Without it the solver&apos;s test_interval, or 500; of sequences after each epoch.</source>
        <translation>Alle N Iterationen am Zurückgehaltenen messen; 0 nur am Ende. Ohne Angabe test_interval des Solvers oder 500; bei Sequenzen nach jeder Epoche.</translation>
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
        <source>Report the loss each N iterations; without it each of the solver&apos;s display, or 100, and each one with --json. The window shows every one.</source>
        <translation>Den Verlust alle N Iterationen melden; ohne Angabe nach display des Solvers oder alle 100, und jede mit --json. Das Fenster zeigt jede.</translation>
    </message>
    <message>
        <source>100</source>
        <translation>100</translation>
    </message>
    <message>
        <source>Write a sample every</source>
        <translation>Probe schreiben alle</translation>
    </message>
    <message>
        <source>Write a sample text every N iterations; 0: never. Default: at each validation.</source>
        <translation>Alle N Iterationen einen Beispieltext schreiben; 0: nie. Standard: bei jeder Validierung.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Sample length</source>
        <translation>Länge der Proben</translation>
    </message>
    <message>
        <source>How many characters each sample on the way has.</source>
        <translation>Wie viele Zeichen jede Probe unterwegs hat.</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Sample temperature</source>
        <translation>Temperatur der Proben</translation>
    </message>
    <message>
        <source>How bold the choice of each character is: 0 always takes the likeliest, below 1 is safer, 1 is what the model believes, above 1 wilder.</source>
        <translation>Wie kühn jedes Zeichen gewählt wird: 0 nimmt immer das wahrscheinlichste, unter 1 ist sicherer, 1 ist, was das Modell glaubt, über 1 wilder.</translation>
    </message>
    <message>
        <source>Sample prompt</source>
        <translation>Anfang der Proben</translation>
    </message>
    <message>
        <source>What the text starts with; the model goes on from there.</source>
        <translation>Womit der Text beginnt; das Modell schreibt von dort weiter.</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Speichern alle</translation>
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
        <source>How many of the last checkpoints stay: the newest under its own name, those before it as NAME.at-500.hamnet. A resumed run that is not told keeps as many as it did.</source>
        <translation>Wie viele der letzten Checkpoints bleiben: der neueste unter seinem eigenen Namen, die davor als NAME.at-500.hamnet. Ein fortgesetzter Lauf, dem es nicht gesagt wird, behält so viele wie zuvor.</translation>
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
        <source>How many of the best checkpoints stay: the best under its own name, those that were the best before it as NAME.best-at-500.hamnet. A resumed run that is not told keeps as many as it did.</source>
        <translation>Wie viele der besten Checkpoints bleiben: der beste unter seinem eigenen Namen, die vor ihm die besten waren, als NAME.best-at-500.hamnet. Ein fortgesetzter Lauf, dem es nicht gesagt wird, behält so viele wie zuvor.</translation>
    </message>
</context>
<context>
    <name>RunProblems</name>
    <message>
        <source>Train with the fastest engine here, keep the net as it is</source>
        <translation>Mit der schnellsten Engine hier trainieren, das Netz so lassen</translation>
    </message>
</context>
<context>
    <name>RunSettings</name>
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
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>%1 on %2 in %3</source>
        <translation>%1 auf %2 in %3</translation>
    </message>
    <message>
        <source>This net writes no text: it learns sequences with an answer each. What it says of them is in the panel Results.</source>
        <translation>Dieses Netz schreibt keinen Text: Es lernt Folgen mit je einer Antwort. Was es dazu sagt, steht im Bereich Ergebnisse.</translation>
    </message>
    <message>
        <source>This net writes no text: %1.</source>
        <translation>Dieses Netz schreibt keinen Text: %1.</translation>
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
        <translation>dieses Netz hat einen Text gelernt, aber ausgewertet werden hier nur Folgen</translation>
    </message>
    <message>
        <source>no text is written yet; write one first, or choose another text</source>
        <translation>es ist noch kein Text geschrieben; zuerst einen schreiben lassen oder einen anderen Text wählen</translation>
    </message>
    <message>
        <source>no text is typed; type one into the field above</source>
        <translation>es ist kein Text eingegeben; bitte einen in das Feld darüber eingeben</translation>
    </message>
</context>
<context>
    <name>Solver</name>
    <message>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <source>The model that is trained where a terminal is given the solver alone, by its file.</source>
        <translation>Das Modell, das trainiert wird, wenn ein Terminal nur den Solver bekommt, als Datei.</translation>
    </message>
    <message>
        <source>Model file for training</source>
        <translation>Modelldatei für das Training</translation>
    </message>
    <message>
        <source>The model for training where it lies in a file apart.</source>
        <translation>Das Modell für das Training, wenn es in einer eigenen Datei liegt.</translation>
    </message>
    <message>
        <source>Model file for validation</source>
        <translation>Modelldatei für die Validierung</translation>
    </message>
    <message>
        <source>The model for validation where it lies in a file apart; kept in the file and without effect here: the model&apos;s own layers for TEST validate.</source>
        <translation>Das Modell für die Validierung, wenn es in einer eigenen Datei liegt; bleibt in der Datei und wirkt hier nicht: Die Schichten des Modells für TEST validieren.</translation>
    </message>
    <message>
        <source>First weights</source>
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
        <source>How many batches of the net&apos;s phase TEST each validation reads, spread over the text that is held out; none or 0 reads all of it, up to two million characters.</source>
        <translation>Wie viele Batches der Phase TEST des Netzes jede Validierung liest, verteilt über den zurückgehaltenen Text; keine Angabe oder 0 liest ihn ganz, bis zu zwei Millionen Zeichen.</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validieren alle</translation>
    </message>
    <message>
        <source>After how many iterations the held-out text is tried; 0 only at the end.</source>
        <translation>Nach wie vielen Iterationen der zurückgehaltene Text geprüft wird; bei 0 nur am Ende.</translation>
    </message>
    <message>
        <source>Loss in validation</source>
        <translation>Verlust bei der Validierung</translation>
    </message>
    <message>
        <source>Whether Caffe adds up the loss while it validates; here that is always done.</source>
        <translation>Ob Caffe beim Validieren den Verlust aufsummiert; hier geschieht das immer.</translation>
    </message>
    <message>
        <source>Validate first</source>
        <translation>Zuerst validieren</translation>
    </message>
    <message>
        <source>Whether the held-out text is tried once before the first iteration.</source>
        <translation>Ob der zurückgehaltene Text vor der ersten Iteration einmal geprüft wird.</translation>
    </message>
    <message>
        <source>Stop without gain</source>
        <translation>Anhalten ohne Gewinn</translation>
    </message>
    <message>
        <source>Training ends when this many validations in a row bring no gain; 0 never ends it so.</source>
        <translation>Das Training endet, wenn so viele Validierungen nacheinander keinen Gewinn bringen; 0 beendet es nie so.</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>Beste nach</translation>
    </message>
    <message>
        <source>What tells the best validation, which is kept: loss, or a metric such as accuracy, mae or r2.</source>
        <translation>Woran die beste Validierung erkannt wird, die behalten wird: am Verlust (loss) oder an einer Metrik wie accuracy, mae oder r2.</translation>
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
        <source>How the learning rate changes: fixed keeps it, cosine lets it fall smoothly to its minimum, step and multistep cut it at times.</source>
        <translation>Wie sich die Lernrate ändert: fixed behält sie bei, cosine lässt sie sanft bis zum kleinsten Wert fallen, step und multistep senken sie von Zeit zu Zeit.</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>What step, exp and multistep multiply the rate by, and how steep inv and sigmoid are.</source>
        <translation>Womit step, exp und multistep die Rate multiplizieren und wie steil inv und sigmoid verlaufen.</translation>
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
        <source>After how many iterations step cuts the rate; the middle of sigmoid.</source>
        <translation>Nach wie vielen Iterationen step die Rate senkt; die Mitte von sigmoid.</translation>
    </message>
    <message>
        <source>Cuts</source>
        <translation>Absenkungen</translation>
    </message>
    <message>
        <source>At which iterations multistep cuts the rate, in rising order.</source>
        <translation>Bei welchen Iterationen multistep die Rate senkt, in aufsteigender Folge.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Over how many first iterations the rate rises from nothing, which keeps early steps from going astray.</source>
        <translation>Über wie viele erste Iterationen die Rate von null ansteigt, damit frühe Schritte nicht fehlgehen.</translation>
    </message>
    <message>
        <source>Minimum learning rate</source>
        <translation>Kleinste Lernrate</translation>
    </message>
    <message>
        <source>What cosine falls to at the last iteration.</source>
        <translation>Worauf cosine bei der letzten Iteration fällt.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>How gradients become steps: SGD follows them, Adam and AdamW choose a pace for each weight.</source>
        <translation>Wie aus Gradienten Schritte werden: SGD folgt ihnen, Adam und AdamW wählen für jedes Gewicht ein eigenes Tempo.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>How much of the last step goes on in the next; for Adam, how slowly the mean gradient changes.</source>
        <translation>Wie viel vom letzten Schritt in den nächsten eingeht; bei Adam, wie langsam sich der mittlere Gradient ändert.</translation>
    </message>
    <message>
        <source>Second momentum</source>
        <translation>Zweites Momentum</translation>
    </message>
    <message>
        <source>How slowly Adam&apos;s mean of squared gradients changes.</source>
        <translation>Wie langsam sich Adams Mittel der quadrierten Gradienten ändert.</translation>
    </message>
    <message>
        <source>RMS decay</source>
        <translation>RMS-Abklingrate</translation>
    </message>
    <message>
        <source>How slowly RMSProp&apos;s mean of squared gradients changes.</source>
        <translation>Wie langsam sich RMSProps Mittel der quadrierten Gradienten ändert.</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>A small number that keeps AdaGrad, RMSProp, AdaDelta and Adam from dividing by zero.</source>
        <translation>Eine kleine Zahl, die AdaGrad, RMSProp, AdaDelta und Adam vor dem Teilen durch null bewahrt.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtszerfall</translation>
    </message>
    <message>
        <source>How strongly the gradient pulls weights towards zero (weight decay), against overfitting.</source>
        <translation>Wie stark Gewichte über den Gradienten gegen null gezogen werden, gegen Überanpassung.</translation>
    </message>
    <message>
        <source>Kind of decay</source>
        <translation>Art des Zerfalls</translation>
    </message>
    <message>
        <source>L2 draws large weights more, L1 draws all alike.</source>
        <translation>L2 zieht große Gewichte stärker, L1 alle gleich.</translation>
    </message>
    <message>
        <source>AdamW&apos;s decay</source>
        <translation>Zerfall von AdamW</translation>
    </message>
    <message>
        <source>How strongly AdamW draws weights towards zero beside the gradient; -1 takes the weight decay for it, which then leaves the gradient alone.</source>
        <translation>Wie stark AdamW Gewichte neben dem Gradienten gegen null zieht; -1 nimmt dafür den Gewichtszerfall, der den Gradienten dann unberührt lässt.</translation>
    </message>
    <message>
        <source>Clip the norm</source>
        <translation>Norm begrenzen</translation>
    </message>
    <message>
        <source>Shortens all gradients together to this length, so that one bad batch does no harm; -1 is off.</source>
        <translation>Kürzt alle Gradienten zusammen auf diese Länge, damit ein schlechter Batch keinen Schaden anrichtet; -1 ist aus.</translation>
    </message>
    <message>
        <source>Clip each value</source>
        <translation>Einzelwerte begrenzen</translation>
    </message>
    <message>
        <source>Cuts every number of the gradients to this size; -1 is off.</source>
        <translation>Begrenzt jede Zahl der Gradienten auf diese Größe; -1 ist aus.</translation>
    </message>
    <message>
        <source>Average the weights</source>
        <translation>Gewichte mitteln</translation>
    </message>
    <message>
        <source>What is validated, saved and written with is a running mean of the weights, which keeps this share of itself at each step, such as 0.999 (0: off); training goes on with the weights themselves.</source>
        <translation>Geprüft, gespeichert und geschrieben wird mit einem gleitenden Mittel der Gewichte, das bei jedem Schritt diesen Anteil von sich behält, etwa 0,999 (0: aus); das Training geht mit den Gewichten selbst weiter.</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>How many steps the training makes in all; 0 sets no end.</source>
        <translation>Wie viele Schritte das Training insgesamt macht; 0 setzt kein Ende.</translation>
    </message>
    <message>
        <source>Batches a step</source>
        <translation>Batches je Schritt</translation>
    </message>
    <message>
        <source>How many batches are added up before each step, as one larger batch would be.</source>
        <translation>Wie viele Batches vor jedem Schritt addiert werden, wie es ein größerer Batch täte.</translation>
    </message>
    <message>
        <source>Report every</source>
        <translation>Berichten alle</translation>
    </message>
    <message>
        <source>After how many iterations the loss is printed; 0 leaves it to the program.</source>
        <translation>Nach wie vielen Iterationen der Verlust ausgegeben wird; 0 überlässt es dem Programm.</translation>
    </message>
    <message>
        <source>Loss over</source>
        <translation>Verlust über</translation>
    </message>
    <message>
        <source>Over how many iterations the smoothed loss is a mean; 0 takes those since the last report.</source>
        <translation>Über wie viele Iterationen der geglättete Verlust gemittelt ist; 0 nimmt die seit der letzten Meldung.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Where all random numbers start from: the same seed trains the same net; -1 draws another one for each run.</source>
        <translation>Womit alle Zufallszahlen beginnen: derselbe Startwert trainiert dasselbe Netz; -1 zieht für jeden Lauf einen neuen.</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Sichern alle</translation>
    </message>
    <message>
        <source>After how many iterations the state of the training is saved; 0 saves at each validation.</source>
        <translation>Nach wie vielen Iterationen der Trainingsstand gesichert wird; 0 sichert bei jeder Validierung.</translation>
    </message>
    <message>
        <source>Name of saved files</source>
        <translation>Name der Sicherungen</translation>
    </message>
    <message>
        <source>What the file of a run in a terminal is called; a project&apos;s runs are saved beside the project.</source>
        <translation>Wie die Datei eines Laufs im Terminal heißt; die Läufe eines Projekts werden neben dem Projekt gesichert.</translation>
    </message>
    <message>
        <source>Save at the end</source>
        <translation>Am Ende sichern</translation>
    </message>
    <message>
        <source>Whether the state is saved when all iterations are done; a run that is stopped is always saved.</source>
        <translation>Ob der Stand gesichert wird, wenn alle Iterationen fertig sind; ein angehaltener Lauf wird immer gesichert.</translation>
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
        <source>Processor</source>
        <translation>Prozessor</translation>
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
    <name>Warnings</name>
    <message>
        <source>Remove %1 and join its ends</source>
        <translation>%1 entfernen und die Enden verbinden</translation>
    </message>
    <message>
        <source>There is no loss, such as SOFTMAXWITHLOSS: the net can be drawn and run, but has nothing to learn from.</source>
        <translation>Es gibt keinen Verlust wie SOFTMAXWITHLOSS: Das Netz lässt sich zeichnen und ausführen, hat aber nichts, woraus es lernt.</translation>
    </message>
    <message>
        <source>Nothing in this net can be learned: it has no weights.</source>
        <translation>In diesem Netz gibt es nichts zu lernen: Es hat keine Gewichte.</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>All weights of %1 start at the same number, so that its units stay alike: small random numbers let them become different.</source>
        <translation>Alle Gewichte von %1 beginnen mit derselben Zahl, sodass die Einheiten gleich bleiben: Kleine Zufallszahlen lassen sie verschieden werden.</translation>
    </message>
    <message>
        <source>Start %1 with xavier</source>
        <translation>%1 mit xavier beginnen</translation>
    </message>
    <message>
        <source>Start %1 with numbers from -0.05 to 0.05</source>
        <translation>%1 mit Zahlen von -0,05 bis 0,05 beginnen</translation>
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
        <source>Set it now</source>
        <translation>Jetzt setzen</translation>
    </message>
    <message>
        <source>Make %1 not bidirectional</source>
        <translation>%1 nicht bidirektional machen</translation>
    </message>
    <message>
        <source>Let %1 give windows</source>
        <translation>%1 Fenster liefern lassen</translation>
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
        <translation>%1 setzt Bewertungen direkt vor dem Verlust %2 auf null: Zufällige Klassen verlieren ihre Bewertung, das schadet dem Training.</translation>
    </message>
    <message>
        <source>%1 turns scores into probabilities, but the loss %2 does that itself: applied twice, the net hardly learns.</source>
        <translation>%1 macht aus Bewertungen Wahrscheinlichkeiten, aber der Verlust %2 tut das selbst: Zweimal angewandt lernt das Netz kaum.</translation>
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
</context>
<context>
    <name>WillItFit</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Training with %1 needs %2 of the memory of %4, but only %3 are free: fewer streams, steps or units need less.</source>
        <translation>Das Training mit %1 braucht %2 vom Speicher von %4, aber nur %3 sind frei: Weniger Ströme, Schritte oder Einheiten brauchen weniger.</translation>
    </message>
    <message>
        <source>Training with %1 needs %2 of the %3 that are free of %4, nearly all.</source>
        <translation>Das Training mit %1 braucht %2 von den freien %3 von %4, fast alles.</translation>
    </message>
    <message>
        <source>Training with %1 needs %2 of the %3 that are free of %4.</source>
        <translation>Das Training mit %1 braucht %2 von den freien %3 von %4.</translation>
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
        <source>How much memory of %1 is free is not known.</source>
        <translation>Wie viel Speicher von %1 frei ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>What training needs is not known yet: %1</source>
        <translation>Was das Training braucht, ist noch nicht bekannt: %1</translation>
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
        <source>Reads</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Makes</source>
        <translation>Erzeugt</translation>
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
        <source>Work of a pass forward</source>
        <translation>Aufwand eines Vorwärtsdurchlaufs</translation>
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
        <source>All</source>
        <translation>Alles</translation>
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
        <source>besides</source>
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
        <source>Work back</source>
        <translation>Aufwand zurück</translation>
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
        <source>a step</source>
        <translation>je Schritt</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>What the whole net costs with it:</source>
        <translation>Was das ganze Netz damit kostet:</translation>
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
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 does not go by it: it is for %2.</source>
        <translation>%1 richtet sich nicht danach: Es gilt für %2.</translation>
    </message>
    <message>
        <source>The weight decay is 0.</source>
        <translation>Der Gewichtszerfall ist 0.</translation>
    </message>
    <message>
        <source>AdamW takes the weight decay for itself, beside the gradient.</source>
        <translation>AdamW nimmt den Gewichtszerfall für sich, neben dem Gradienten.</translation>
    </message>
    <message>
        <source>Only the end is validated: “Validate every” is 0.</source>
        <translation>Nur das Ende wird validiert: „Validieren alle“ ist 0.</translation>
    </message>
    <message>
        <source>Adam, quick start</source>
        <translation>Adam, schneller Start</translation>
    </message>
    <message>
        <source>Learns fast from the first step and forgives much. The rate rises for 50 iterations and then falls smoothly; gradients are shortened to 1, so that a bad batch does no harm. As in the sample char_rnn_small.</source>
        <translation>Lernt vom ersten Schritt an schnell und verzeiht viel. Die Rate steigt 50 Iterationen lang und fällt dann sanft; Gradienten werden auf 1 gekürzt, damit ein schlechter Batch keinen Schaden anrichtet. Wie im Beispiel char_rnn_small.</translation>
    </message>
    <message>
        <source>Adam, lowest loss</source>
        <translation>Adam, geringster Verlust</translation>
    </message>
    <message>
        <source>The same with a longer warm-up and a lower end: what gave the lowest loss on tiny Shakespeare in the sample char_rnn_best.</source>
        <translation>Dasselbe mit längerem Aufwärmen und tieferem Ende: Damit erreichte das Beispiel char_rnn_best den geringsten Verlust auf Tiny Shakespeare.</translation>
    </message>
    <message>
        <source>AdamW, against overfitting</source>
        <translation>AdamW, gegen Überanpassung</translation>
    </message>
    <message>
        <source>Adam that also draws weights towards zero, for nets that are large beside their text.</source>
        <translation>Adam, das Gewichte auch gegen null zieht, für Netze, die im Verhältnis zu ihrem Text groß sind.</translation>
    </message>
    <message>
        <source>RMSProp, as in char-rnn</source>
        <translation>RMSProp, wie in char-rnn</translation>
    </message>
    <message>
        <source>What the char-rnn of 2015 was trained with: gradients cut at 5, the rate falls to 97 % each time through the text. As in the sample char_rnn_karpathy.</source>
        <translation>Womit das char-rnn von 2015 trainiert wurde: Gradienten auf 5 begrenzt, die Rate fällt bei jedem Durchgang durch den Text auf 97 %. Wie im Beispiel char_rnn_karpathy.</translation>
    </message>
    <message>
        <source>SGD, as in MyCaffe&apos;s example</source>
        <translation>SGD, wie im Beispiel von MyCaffe</translation>
    </message>
    <message>
        <source>Plain steps with momentum at a fixed rate: slow, and the yardstick that others are held to. As in the sample char_rnn_caffe.</source>
        <translation>Einfache Schritte mit Momentum bei fester Rate: langsam, und der Maßstab für die anderen. Wie im Beispiel char_rnn_caffe.</translation>
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
        <translation>Sichern und Berichten</translation>
    </message>
    <message>
        <source>Kept for Caffe</source>
        <translation>Für Caffe aufbewahrt</translation>
    </message>
    <message>
        <source>The layer is not in the drawing any more.</source>
        <translation>Die Schicht ist nicht mehr in der Zeichnung.</translation>
    </message>
    <message>
        <source>%1 has no sizes yet.</source>
        <translation>%1 hat noch keine Größen.</translation>
    </message>
    <message>
        <source>%1 has too many steps to draw each of them.</source>
        <translation>%1 hat zu viele Schritte, um jeden zu zeichnen.</translation>
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
        <source>%1: %2 operations one after another, forward</source>
        <translation>%1: %2 Operationen nacheinander, vorwärts</translation>
    </message>
    <message>
        <source>%1. No fused engine has this layer, so it always runs like this.</source>
        <translation>%1. Keine verschmolzene Engine kennt diese Schicht, sie läuft also immer so.</translation>
    </message>
    <message>
        <source>%1; the fused engine (ONEDNN) makes %2.</source>
        <translation>%1; die verschmolzene Engine (ONEDNN) macht daraus %2.</translation>
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
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>all %1 steps at once</source>
        <translation>alle %1 Schritte auf einmal</translation>
    </message>
    <message>
        <source>makes</source>
        <translation>erzeugt</translation>
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
        <source>BVLC Caffe does not know it: an export for Caffe rewrites it, leaves it out or is refused, and says so.</source>
        <translation>BVLC Caffe kennt es nicht: Ein Export für Caffe schreibt es um, lässt es weg oder wird abgelehnt, und er sagt es.</translation>
    </message>
    <message numerus="yes">
        <source>Without %n layer(s) that have no sizes yet.</source>
        <translation>
            <numerusform>Ohne %n Schicht, die noch keine Größe hat.</numerusform>
            <numerusform>Ohne %n Schichten, die noch keine Größen haben.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has no steps inside: only recurrent layers unroll.</source>
        <translation>%1 hat keine Schritte im Inneren: Nur rekurrente Schichten lassen sich abrollen.</translation>
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
</context>
<context>
    <name>editor::CanvasActions</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>A&amp;usschneiden</translation>
    </message>
    <message>
        <source>Take the selection out and keep it on the clipboard</source>
        <translation>Die Auswahl entfernen und in der Zwischenablage behalten</translation>
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
        <source>D&amp;uplicate</source>
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
        <source>Take the selection out and join what it stood between</source>
        <translation>Die Auswahl entfernen und verbinden, wozwischen sie stand</translation>
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
        <source>Take the selection out with every wire that ends there</source>
        <translation>Die Auswahl mit jeder Verbindung entfernen, die dort endet</translation>
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
        <source>Select what &amp;feeds it</source>
        <translation>Auswählen, was sie s&amp;peist</translation>
    </message>
    <message>
        <source>Select every layer that the selection depends on</source>
        <translation>Jede Schicht auswählen, von der die Auswahl abhängt</translation>
    </message>
    <message>
        <source>Select what it f&amp;eeds</source>
        <translation>Auswählen, was sie v&amp;ersorgt</translation>
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
        <source>Put words on the canvas</source>
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
        <source>Edit the name, or the words of a comment, in place</source>
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
        <source>Lead a wire from this layer with the keyboard</source>
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
        <source>Align &amp;left</source>
        <translation>&amp;Links ausrichten</translation>
    </message>
    <message>
        <source>Bring left edges together</source>
        <translation>Linke Kanten angleichen</translation>
    </message>
    <message>
        <source>Align &amp;centres</source>
        <translation>&amp;Mittig ausrichten</translation>
    </message>
    <message>
        <source>Put middles on one upright line</source>
        <translation>Mitten auf eine senkrechte Linie setzen</translation>
    </message>
    <message>
        <source>Align &amp;right</source>
        <translation>&amp;Rechts ausrichten</translation>
    </message>
    <message>
        <source>Bring right edges together</source>
        <translation>Rechte Kanten angleichen</translation>
    </message>
    <message>
        <source>Align &amp;top</source>
        <translation>&amp;Oben ausrichten</translation>
    </message>
    <message>
        <source>Bring upper edges together</source>
        <translation>Obere Kanten angleichen</translation>
    </message>
    <message>
        <source>Align &amp;middles</source>
        <translation>Auf halber &amp;Höhe ausrichten</translation>
    </message>
    <message>
        <source>Put middles on one level line</source>
        <translation>Mitten auf eine waagerechte Linie setzen</translation>
    </message>
    <message>
        <source>Align &amp;bottom</source>
        <translation>&amp;Unten ausrichten</translation>
    </message>
    <message>
        <source>Bring lower edges together</source>
        <translation>Untere Kanten angleichen</translation>
    </message>
    <message>
        <source>Make the gaps equal</source>
        <translation>Die Abstände gleich machen</translation>
    </message>
    <message>
        <source>Distribute &amp;horizontally</source>
        <translation>&amp;Waagerecht verteilen</translation>
    </message>
    <message>
        <source>Distribute &amp;vertically</source>
        <translation>&amp;Senkrecht verteilen</translation>
    </message>
    <message>
        <source>&amp;Arrange all</source>
        <translation>Alles an&amp;ordnen</translation>
    </message>
    <message>
        <source>Put every layer where its wires are short and run downwards</source>
        <translation>Jede Schicht dorthin setzen, wo ihre Verbindungen kurz sind und abwärts laufen</translation>
    </message>
    <message>
        <source>Arrange all</source>
        <translation>Alles anordnen</translation>
    </message>
    <message>
        <source>Arrange &amp;selection</source>
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
        <translation>&amp;Raster zeigen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
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
        <translation>Alles ein&amp;passen</translation>
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
        <translation>Über&amp;sicht</translation>
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
        <source>Take away the wires that lead into the selected layers</source>
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
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Add layer</source>
        <translation>Schicht hinzufügen</translation>
    </message>
    <message>
        <source>Add behind %1</source>
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
        <source>Align and distribute</source>
        <translation>Ausrichten und verteilen</translation>
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
        <source>Words of the note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>No input takes %1. Tab: next output, Escape: back.</source>
        <translation>Kein Eingang nimmt %1. Tab: nächste Ausgabe, Escape: zurück.</translation>
    </message>
    <message>
        <source>%1 to %2. Arrows: other input, Tab: next output, Enter: connect, Escape: back.</source>
        <translation>%1 an %2. Pfeile: anderer Eingang, Tab: nächste Ausgabe, Eingabe: verbinden, Escape: zurück.</translation>
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
        <source>A net starts with a source: TEXTDATA reads a text and gives its characters</source>
        <translation>Ein Netz beginnt mit einer Quelle: TEXTDATA liest einen Text und gibt seine Zeichen aus</translation>
    </message>
</context>
<context>
    <name>editor::FillerField</name>
    <message>
        <source>Divided by</source>
        <translation>Geteilt durch</translation>
    </message>
    <message>
        <source>By which width the spread is divided: what comes in, what goes out, or their mean.</source>
        <translation>Durch welche Breite die Streuung geteilt wird: was hereinkommt, was hinausgeht oder ihr Mittel.</translation>
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
        <source>spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>This must be a number.</source>
        <translation>Hier muss eine Zahl stehen.</translation>
    </message>
</context>
<context>
    <name>editor::HistoryPanel</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>Wie geöffnet</translation>
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
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
</context>
<context>
    <name>editor::LayerPage</name>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Use and comment</source>
        <translation>Verwendung und Kommentar</translation>
    </message>
    <message>
        <source>Where the numbers come from</source>
        <translation>Woher die Zahlen kommen</translation>
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
        <source>Lines that stand before the layer in the file</source>
        <translation>Zeilen, die in der Datei vor der Schicht stehen</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n Schicht</numerusform>
            <numerusform>%n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>A kind of layer that is not known here. It is kept as it was read.</source>
        <translation>Eine hier unbekannte Schichtart. Sie bleibt so erhalten, wie sie gelesen wurde.</translation>
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
        <source>By the rules in the file</source>
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
        <source>Ways out of this problem</source>
        <translation>Auswege aus diesem Problem</translation>
    </message>
    <message>
        <source>No automatic fix was found; check the layers before it</source>
        <translation>Keine automatische Abhilfe gefunden; die Schichten davor prüfen</translation>
    </message>
    <message>
        <source>Fix…</source>
        <translation>Beheben …</translation>
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
</context>
<context>
    <name>editor::LayerTreeModel</name>
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
        <source>How much memory there is to hold it against is not known.</source>
        <translation>Wie viel Speicher zum Vergleich vorhanden ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Does not fit: %1 needs %2 more than it has free (%3).</source>
        <translation>Passt nicht: %1 fehlen %2, frei sind %3.</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 that %3 has free.</source>
        <translation>Passt: %1 von %2, die %3 frei hat.</translation>
    </message>
    <message>
        <source>Memory for training</source>
        <translation>Speicher für das Training</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
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
        <source>What settings are where the file does not name them: BVLC Caffe&apos;s defaults or MyCaffe&apos;s.</source>
        <translation>Welche Einstellungen gelten, wo die Datei sie nicht nennt: die Vorgaben von BVLC Caffe oder die von MyCaffe.</translation>
    </message>
    <message>
        <source>Comment on the model</source>
        <translation>Kommentar zum Modell</translation>
    </message>
    <message>
        <source>Lines at the head of the file</source>
        <translation>Zeilen am Anfang der Datei</translation>
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
    <message>
        <source>This must be a number.</source>
        <translation>Hier muss eine Zahl stehen.</translation>
    </message>
</context>
<context>
    <name>editor::Palette</name>
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
        <source>Kinds of layers</source>
        <translation>Schichtarten</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>Nichts passt zu „%1“.</translation>
    </message>
</context>
<context>
    <name>editor::ParamField</name>
    <message>
        <source>This must be %1.</source>
        <translation>Hier muss %1 stehen.</translation>
    </message>
</context>
<context>
    <name>editor::ProblemsPanel</name>
    <message>
        <source>Nothing is wrong.</source>
        <translation>Alles in Ordnung.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) behind have no sizes yet.</source>
        <translation>
            <numerusform>%n Schicht dahinter hat noch keine Größe.</numerusform>
            <numerusform>%n Schichten dahinter haben noch keine Größen.</numerusform>
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
</context>
<context>
    <name>editor::QuickAdd</name>
    <message>
        <source>No layer answers to this</source>
        <translation>Dazu passt keine Schicht</translation>
    </message>
    <message>
        <source>Name or purpose</source>
        <translation>Name oder Zweck</translation>
    </message>
    <message>
        <source>Layer to add</source>
        <translation>Schicht zum Hinzufügen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
</context>
<context>
    <name>editor::RateCurve</name>
    <message>
        <source>%1 k</source>
        <translation>%1 k</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 Mio.</translation>
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
        <source>iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>The settings give no learning rate.</source>
        <translation>Die Einstellungen ergeben keine Lernrate.</translation>
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
        <source>Changed from the default</source>
        <translation>Weicht von der Vorgabe ab</translation>
    </message>
</context>
<context>
    <name>editor::SizeTable</name>
    <message>
        <source>&amp;Colour the drawing by</source>
        <translation>Zeichnung ein&amp;färben nach</translation>
    </message>
    <message>
        <source>Kind of layer</source>
        <translation>Schichtart</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>As Markdown</source>
        <translation>Als Markdown</translation>
    </message>
    <message>
        <source>As CSV</source>
        <translation>Als CSV</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Sizes of the layers</source>
        <translation>Größen der Schichten</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Export sizes</source>
        <translation>Größen exportieren</translation>
    </message>
    <message>
        <source>sizes</source>
        <translation>groessen</translation>
    </message>
    <message>
        <source>Table for spreadsheets (*.csv);;Markdown (*.md)</source>
        <translation>Tabelle für Tabellenkalkulationen (*.csv);;Markdown (*.md)</translation>
    </message>
</context>
<context>
    <name>editor::SizeTableModel</name>
    <message>
        <source>The layer&apos;s name in the drawing.</source>
        <translation>Der Name der Schicht in der Zeichnung.</translation>
    </message>
    <message>
        <source>What kind of layer it is.</source>
        <translation>Welche Art von Schicht es ist.</translation>
    </message>
    <message>
        <source>The shape of what it makes.</source>
        <translation>Die Form dessen, was sie erzeugt.</translation>
    </message>
    <message>
        <source>How many numbers it learns. Double-click one for its arithmetic.</source>
        <translation>Wie viele Zahlen sie lernt. Doppelklick auf eine zeigt die Rechnung dazu.</translation>
    </message>
    <message>
        <source>Bytes that live from the forward to the backward pass: outputs, and what the formula needs again.</source>
        <translation>Bytes, die vom Vorwärts- bis zum Rückwärtsdurchlauf bestehen: Ausgaben und was die Formel noch einmal braucht.</translation>
    </message>
    <message>
        <source>Bytes that live from the forward to the backward pass: outputs, and what %1 keeps.</source>
        <translation>Bytes, die vom Vorwärts- bis zum Rückwärtsdurchlauf bestehen: Ausgaben und was %1 behält.</translation>
    </message>
    <message>
        <source>Bytes of the gradients of outputs and weights.</source>
        <translation>Bytes der Gradienten von Ausgaben und Gewichten.</translation>
    </message>
    <message>
        <source>Operations of one pass forward; a multiplication and an addition are 2.</source>
        <translation>Operationen eines Vorwärtsdurchlaufs; eine Multiplikation und eine Addition sind 2.</translation>
    </message>
    <message>
        <source>Operations of one backward pass.</source>
        <translation>Operationen eines Rückwärtsdurchlaufs.</translation>
    </message>
    <message>
        <source>Its part of all operations, forward and back.</source>
        <translation>Ihr Anteil an allen Operationen, vorwärts und zurück.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Work forward</source>
        <translation>Aufwand vorwärts</translation>
    </message>
    <message>
        <source>Work back</source>
        <translation>Aufwand zurück</translation>
    </message>
    <message>
        <source>Share of work</source>
        <translation>Anteil am Aufwand</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>Weights that several layers share count once.</source>
        <translation>Gewichte, die mehrere Schichten teilen, zählen einmal.</translation>
    </message>
    <message>
        <source>Double-click for the arithmetic.</source>
        <translation>Doppelklick zeigt die Rechnung.</translation>
    </message>
</context>
<context>
    <name>editor::SolverPanel</name>
    <message>
        <source>Solver</source>
        <translation>Solver</translation>
    </message>
    <message>
        <source>Take a preset</source>
        <translation>Voreinstellung übernehmen</translation>
    </message>
    <message>
        <source>Take a preset…</source>
        <translation>Voreinstellung übernehmen …</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>By powers of ten</source>
        <translation>Nach Zehnerpotenzen</translation>
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
        <source>Take the preset %1</source>
        <translation>Voreinstellung %1 übernehmen</translation>
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
        <source>Form of the text</source>
        <translation>Form des Textes</translation>
    </message>
    <message>
        <source>Hamnet</source>
        <translation>Hamnet</translation>
    </message>
    <message>
        <source>Strict BVLC Caffe, to look at</source>
        <translation>Strenges BVLC Caffe, zum Ansehen</translation>
    </message>
    <message>
        <source>MyCaffe, to look at</source>
        <translation>MyCaffe, zum Ansehen</translation>
    </message>
    <message>
        <source>Everything that Hamnet knows; this one is edited.</source>
        <translation>Alles, was Hamnet kennt; diese Form wird bearbeitet.</translation>
    </message>
    <message>
        <source>What BVLC Caffe can read and run.</source>
        <translation>Was BVLC Caffe lesen und ausführen kann.</translation>
    </message>
    <message>
        <source>As MyCaffe writes it.</source>
        <translation>Wie MyCaffe es schreibt.</translation>
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
        <source>Nothing is left out.</source>
        <translation>Nichts wird ausgelassen.</translation>
    </message>
    <message>
        <source>Left out or changed in this form:</source>
        <translation>In dieser Form ausgelassen oder geändert:</translation>
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
</context>
<context>
    <name>editor::UnrollScroll</name>
    <message>
        <source>INNERPRODUCT   W_xc_x = Wx x + b,   %1   for all %2 steps at once</source>
        <translation>INNERPRODUCT   W_xc_x = Wx x + b,   %1   für alle %2 Schritte auf einmal</translation>
    </message>
    <message>
        <source>x   %1</source>
        <translation>x   %1</translation>
    </message>
    <message>
        <source>h   %1</source>
        <translation>h   %1</translation>
    </message>
    <message>
        <source>Layer %1 of %2</source>
        <translation>Schicht %1 von %2</translation>
    </message>
    <message>
        <source>input part</source>
        <translation>Eingabeteil</translation>
    </message>
    <message>
        <source>clear at a start</source>
        <translation>bei Beginn löschen</translation>
    </message>
    <message>
        <source>h × cont</source>
        <translation>h × cont</translation>
    </message>
    <message>
        <source>recurrent part</source>
        <translation>rekurrenter Teil</translation>
    </message>
    <message>
        <source>gates&apos; sums</source>
        <translation>Gattersummen</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>one %1</source>
        <translation>ein %1</translation>
    </message>
    <message>
        <source>sums</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>%1   read from the last step to the first</source>
        <translation>%1   gelesen vom letzten Schritt zum ersten</translation>
    </message>
    <message>
        <source>h_forward   %1</source>
        <translation>h_forward   %1</translation>
    </message>
    <message>
        <source>h_back   %1,   beside h_forward:   h   %2</source>
        <translation>h_back   %1,   neben h_forward:   h   %2</translation>
    </message>
    <message>
        <source>%1   through DROPOUT, x of the next layer</source>
        <translation>%1   durch DROPOUT, x der nächsten Schicht</translation>
    </message>
    <message>
        <source>%1   x of the next layer</source>
        <translation>%1   x der nächsten Schicht</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Layer %1, forward</source>
        <translation>Schicht %1, vorwärts</translation>
    </message>
    <message>
        <source>Layer %1, backward</source>
        <translation>Schicht %1, rückwärts</translation>
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
        <source>Step</source>
        <translation>Schritt</translation>
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
        <source>Training leaves all weights of the layer as they are.</source>
        <translation>Das Training lässt alle Gewichte der Schicht, wie sie sind.</translation>
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
        <source>Learning rate of %1, times</source>
        <translation>Lernrate von %1, mal</translation>
    </message>
    <message>
        <source>The learning rate times this; 0 leaves the weight as it is.</source>
        <translation>Die Lernrate mal diesem Faktor; 0 lässt das Gewicht, wie es ist.</translation>
    </message>
    <message>
        <source>Weight decay of %1, times</source>
        <translation>Gewichtszerfall von %1, mal</translation>
    </message>
    <message>
        <source>The weight decay times this; 0 keeps the weight from decaying.</source>
        <translation>Der Gewichtszerfall mal diesem Faktor; 0 lässt das Gewicht nicht zerfallen.</translation>
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
        <source>nobody</source>
        <translation>niemand</translation>
    </message>
    <message>
        <source>%1: this must be a number from 0 to 1,000,000.</source>
        <translation>%1: Hier muss eine Zahl von 0 bis 1.000.000 stehen.</translation>
    </message>
    <message>
        <source>Set the pace of %1</source>
        <translation>Tempo von %1 setzen</translation>
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
        <source>Thaw</source>
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
        <source>A project, a checkpoint, a net (.prototxt, .onnx, .safetensors) or a text to open.</source>
        <translation>Ein Projekt, ein Checkpoint, ein Netz (.prototxt, .onnx, .safetensors) oder ein Text zum Öffnen.</translation>
    </message>
</context>
<context>
    <name>studio::CandidateHover</name>
    <message>
        <source>Reading the text to find what was likely here…</source>
        <translation>Der Text wird gelesen, um zu finden, was hier wahrscheinlich war …</translation>
    </message>
    <message>
        <source>Click one to write on from there.</source>
        <translation>Ein Klick auf ein Zeichen schreibt von dort an weiter.</translation>
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
        <source>The likeliest characters here</source>
        <translation>Die wahrscheinlichsten Zeichen an dieser Stelle</translation>
    </message>
    <message>
        <source>Probabilities at temperature 1, before top-k and top-p</source>
        <translation>Wahrscheinlichkeiten bei Temperatur 1, vor Top-k und Top-p</translation>
    </message>
</context>
<context>
    <name>studio::ColumnList</name>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
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
        <source>The net reads the columns that are checked. Text cannot be read, but may tell the group, or the class to predict.</source>
        <translation>Das Netz liest die angekreuzten Spalten. Text kann es nicht lesen, aber er kann die Gruppe angeben oder die Klasse, die vorhergesagt wird.</translation>
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
        <source>%1: %2 found</source>
        <translation>%1: %2 gefunden</translation>
    </message>
    <message>
        <source>%1: none came</source>
        <translation>%1: kam nicht vor</translation>
    </message>
    <message>
        <source>came</source>
        <translation>kam</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>%1 of %2 of class %3 were found</source>
        <translation>%1 von %2 der Klasse %3 wurden gefunden</translation>
    </message>
    <message>
        <source>%1 of %2 of class %3 were taken for %4</source>
        <translation>%1 von %2 der Klasse %3 wurden für %4 gehalten</translation>
    </message>
</context>
<context>
    <name>studio::ContenderList</name>
    <message>
        <source>Engines that take part</source>
        <translation>Engines, die teilnehmen</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Not here: %1</source>
        <translation>Hier nicht: %1</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>hier nicht</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
</context>
<context>
    <name>studio::Contestant</name>
    <message>
        <source>diverged: %1</source>
        <translation>divergiert: %1</translation>
    </message>
</context>
<context>
    <name>studio::CurveLegends</name>
    <message>
        <source>%1, validation</source>
        <translation>%1, Validierung</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>%1, smoothed</source>
        <translation>%1, geglättet</translation>
    </message>
    <message>
        <source>Training, smoothed</source>
        <translation>Training, geglättet</translation>
    </message>
    <message>
        <source>Each point</source>
        <translation>Einzelne Punkte</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
</context>
<context>
    <name>studio::CurveView</name>
    <message>
        <source>Best checkpoint, iteration %1. Click to write with it.</source>
        <translation>Bester Checkpoint, Iteration %1. Klicken, um damit Text zu erzeugen.</translation>
    </message>
    <message>
        <source>Checkpoint, iteration %1. Click to write with it.</source>
        <translation>Checkpoint, Iteration %1. Klicken, um damit Text zu erzeugen.</translation>
    </message>
    <message>
        <source>Choose a pane to show.</source>
        <translation>Bitte einen Bereich zum Anzeigen wählen.</translation>
    </message>
    <message>
        <source>Iteration %1 · %2 · %3 characters</source>
        <translation>Iteration %1 · %2 · %3 Zeichen</translation>
    </message>
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
        <source>Iteration %1 · %2 · %3 sequences</source>
        <translation>Iteration %1 · %2 · %3 Folgen</translation>
    </message>
    <message>
        <source>It is not known how many iterations an epoch of this run has. Choose another horizontal axis.</source>
        <translation>Wie viele Iterationen eine Epoche dieses Laufs hat, ist nicht bekannt. Andere waagrechte Achse wählen.</translation>
    </message>
</context>
<context>
    <name>studio::DataPanel</name>
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
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Letters (UTF-8)</source>
        <translation>Buchstaben (UTF-8)</translation>
    </message>
    <message>
        <source>&amp;Characters:</source>
        <translation>&amp;Zeichen:</translation>
    </message>
    <message>
        <source>Streams, memory kept</source>
        <translation>Ströme, Gedächtnis bleibt</translation>
    </message>
    <message>
        <source>Windows, memory empty</source>
        <translation>Fenster, Gedächtnis leer</translation>
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
        <translation>Die Zeichnung hat keine TEXTDATA-Schicht: Ihre INPUT-Schichten lesen Bytes, und ein Zehntel wird zurückgehalten.</translation>
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
        <source>Choose another text, or put this one back.</source>
        <translation>Einen anderen Text wählen oder diesen zurücklegen.</translation>
    </message>
    <message>
        <source>%1: %2 %</source>
        <translation>%1: %2 %</translation>
    </message>
    <message>
        <source>&amp;Learn from this text</source>
        <translation>Aus diesem Text &amp;lernen</translation>
    </message>
    <message>
        <source>It is named by what was opened, but lies outside its folder</source>
        <translation>Das Geöffnete nennt ihn, aber er liegt außerhalb von dessen Ordner</translation>
    </message>
    <message>
        <source>Scenes from Shakespeare&apos;s plays, fetched from the net</source>
        <translation>Szenen aus Shakespeares Stücken, aus dem Netz geladen</translation>
    </message>
    <message>
        <source>A text of your own</source>
        <translation>Ein eigener Text</translation>
    </message>
</context>
<context>
    <name>studio::DeviceLink</name>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
</context>
<context>
    <name>studio::DevicePlot</name>
    <message>
        <source>This program</source>
        <translation>Dieses Programm</translation>
    </message>
    <message>
        <source>How much of all cores Hamnet uses</source>
        <translation>Wie viel von allen Kernen Hamnet nutzt</translation>
    </message>
    <message>
        <source>Whole machine</source>
        <translation>Ganzer Rechner</translation>
    </message>
    <message>
        <source>How much of all cores all programs use</source>
        <translation>Wie viel von allen Kernen alle Programme nutzen</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>What Hamnet holds of the machine&apos;s memory</source>
        <translation>Was Hamnet vom Speicher des Rechners belegt</translation>
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
        <source>What the processor draws</source>
        <translation>Was der Prozessor aufnimmt</translation>
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
        <source>The share of the time in which anything ran on it; not how well it is filled</source>
        <translation>Der Anteil der Zeit, in der überhaupt etwas darauf lief; nicht, wie gut es gefüllt ist</translation>
    </message>
    <message>
        <source>What all programs hold of the device&apos;s memory</source>
        <translation>Was alle Programme vom Speicher des Geräts belegen</translation>
    </message>
    <message>
        <source>What the device draws, and may draw at most</source>
        <translation>Was das Gerät aufnimmt und höchstens aufnehmen darf</translation>
    </message>
    <message>
        <source>Of the multiprocessors</source>
        <translation>Der Multiprozessoren</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>Speichertakt</translation>
    </message>
    <message>
        <source>Of the device&apos;s memory</source>
        <translation>Des Gerätespeichers</translation>
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
        <source>How much of the past is shown</source>
        <translation>Wie viel der Vergangenheit gezeigt wird</translation>
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
        <source>What all programs hold of it</source>
        <translation>Was alle Programme davon belegen</translation>
    </message>
    <message>
        <source>Of the processor; the second number and the dashed line are where it slows itself down</source>
        <translation>Des Prozessors; die zweite Zahl und die gestrichelte Linie zeigen, wo er sich selbst drosselt</translation>
    </message>
    <message>
        <source>The mean of the cores</source>
        <translation>Das Mittel der Kerne</translation>
    </message>
    <message>
        <source>The second number and the dashed line are where the device slows itself down</source>
        <translation>Die zweite Zahl und die gestrichelte Linie zeigen, wo sich das Gerät selbst drosselt</translation>
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
        <source>Show the newest sample as it comes</source>
        <translation>Die neueste Textprobe zeigen, sobald sie kommt</translation>
    </message>
    <message>
        <source>Take its prompt and settings to the text panel</source>
        <translation>Ihren Anfang und ihre Einstellungen in den Textbereich übernehmen</translation>
    </message>
    <message>
        <source>Samples along the run</source>
        <translation>Textproben entlang des Laufs</translation>
    </message>
    <message>
        <source>What the net wrote as it learned; also with the arrow keys</source>
        <translation>Was das Netz beim Lernen schrieb; auch mit den Pfeiltasten</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Textprobe</translation>
    </message>
    <message>
        <source>No samples yet. While a net trains it writes a few lines now and then; they gather here, from first babble on.</source>
        <translation>Noch keine Textproben. Während ein Netz trainiert, schreibt es ab und zu einige Zeilen; sie sammeln sich hier, vom ersten Gestammel an.</translation>
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
    <name>studio::ExchangeLink</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>%1 holds a whole net with its weights.</source>
        <translation>%1 enthält ein ganzes Netz mit seinen Gewichten.</translation>
    </message>
    <message>
        <source>Open it as a drawing of its own, or match its weights by name with what is drawn here?</source>
        <translation>Soll es als eigene Zeichnung geöffnet werden, oder sollen seine Gewichte nach Namen in die Zeichnung hier übernommen werden?</translation>
    </message>
    <message>
        <source>%1 does not tell which characters its weights were learned for. Were they learned on the very text that is chosen here?</source>
        <translation>%1 sagt nicht, für welche Zeichen die Gewichte gelernt wurden. Wurden sie an genau dem Text gelernt, der hier gewählt ist?</translation>
    </message>
    <message>
        <source>Take its &amp;weights</source>
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
</context>
<context>
    <name>studio::ExportDialog</name>
    <message>
        <source>&amp;Light ground, for print</source>
        <translation>&amp;Heller Grund, für den Druck</translation>
    </message>
    <message>
        <source>Export curves</source>
        <translation>Kurven exportieren</translation>
    </message>
    <message>
        <source>Picture (PNG)</source>
        <translation>Bild (PNG)</translation>
    </message>
    <message>
        <source>Drawing (SVG)</source>
        <translation>Zeichnung (SVG)</translation>
    </message>
    <message>
        <source>Document (PDF)</source>
        <translation>Dokument (PDF)</translation>
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
        <source>The net with what it has learned</source>
        <translation>Das Netz mit dem, was es gelernt hat</translation>
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
        <source>All of the file</source>
        <translation>Alle der Datei</translation>
    </message>
    <message>
        <source>Best on the held-out text, iteration %1</source>
        <translation>Beste am zurückgehaltenen Text, Iteration %1</translation>
    </message>
    <message>
        <source>Newest, iteration %1</source>
        <translation>Neueste, Iteration %1</translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation>Datei ersetzen?</translation>
    </message>
    <message>
        <source>%1 is there already.</source>
        <translation>%1 ist schon da.</translation>
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
        <source>Wrote the net and, beside it, its solver.</source>
        <translation>Das Netz ist geschrieben und daneben sein Solver.</translation>
    </message>
    <message>
        <source>Replace the solver too?</source>
        <translation>Auch den Solver ersetzen?</translation>
    </message>
    <message>
        <source>The solver is written beside the net, and %1 is there already.</source>
        <translation>Der Solver wird neben das Netz geschrieben, und %1 ist schon da.</translation>
    </message>
    <message>
        <source>The net with what it has learned (no checkpoint yet)</source>
        <translation>Das Netz mit dem, was es gelernt hat (noch kein Checkpoint)</translation>
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
</context>
<context>
    <name>studio::GenerationSession</name>
    <message>
        <source>There is no net in training yet. Train one, or choose a checkpoint.</source>
        <translation>Es ist noch kein Netz im Training. Ein Netz trainieren oder einen Checkpoint wählen.</translation>
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
    <name>studio::Inside</name>
    <message>
        <source>everything new goes into the memory</source>
        <translation>alles Neue kommt ins Gedächtnis</translation>
    </message>
    <message>
        <source>hardly anything new is remembered</source>
        <translation>kaum etwas Neues wird gemerkt</translation>
    </message>
    <message>
        <source>the memory hardly fades</source>
        <translation>das Gedächtnis verblasst kaum</translation>
    </message>
    <message>
        <source>the memory is dropped at once</source>
        <translation>das Gedächtnis wird sofort verworfen</translation>
    </message>
    <message>
        <source>the whole memory is given on</source>
        <translation>das ganze Gedächtnis wird weitergegeben</translation>
    </message>
    <message>
        <source>hardly anything of the memory is given on</source>
        <translation>vom Gedächtnis wird kaum etwas weitergegeben</translation>
    </message>
    <message>
        <source>the candidate sees the whole state before</source>
        <translation>der Kandidat sieht den ganzen Zustand davor</translation>
    </message>
    <message>
        <source>the candidate hardly sees the state before</source>
        <translation>der Kandidat sieht den Zustand davor kaum</translation>
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
        <source>its slope is near 0 there</source>
        <translation>seine Steigung ist dort fast 0</translation>
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
        <source>%1: %n value(s) looked at are not finite.</source>
        <translation>
            <numerusform>%1: %n betrachteter Wert ist nicht endlich.</numerusform>
            <numerusform>%1: %n betrachtete Werte sind nicht endlich.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: no gradient reaches its weights, so they do not learn.</source>
        <translation>%1: Kein Gradient erreicht die Gewichte, also lernen sie nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n of %2 units are dead, they give nothing at any place seen: %3.</source>
        <translation>
            <numerusform>%1: %n von %2 Einheiten ist tot, sie gibt an keiner gesehenen Stelle etwas aus: %3.</numerusform>
            <numerusform>%1: %n von %2 Einheiten sind tot, sie geben an keiner gesehenen Stelle etwas aus: %3.</numerusform>
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
        <source>Values: the first %n step(s) are looked at.</source>
        <translation>
            <numerusform>Werte: Der erste Schritt wird betrachtet.</numerusform>
            <numerusform>Werte: Die ersten %n Schritte werden betrachtet.</numerusform>
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
    <name>studio::InsideLink</name>
    <message>
        <source>&amp;Values while it trains</source>
        <translation>&amp;Werte beim Training</translation>
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
    <name>studio::Lens</name>
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
        <source>The text that was read has no double quotation marks.</source>
        <translation>Der gelesene Text hat keine doppelten Anführungszeichen.</translation>
    </message>
    <message>
        <source>The text that was read has none, or nothing else.</source>
        <translation>Im gelesenen Text kommt das nirgends vor oder überall.</translation>
    </message>
</context>
<context>
    <name>studio::LensLegend</name>
    <message>
        <source>The unit&apos;s value at a character, by the colour behind it</source>
        <translation>Der Wert der Einheit bei einem Zeichen, nach der Farbe dahinter</translation>
    </message>
    <message>
        <source>Colours from %1 to %2</source>
        <translation>Farben von %1 bis %2</translation>
    </message>
</context>
<context>
    <name>studio::LensLink</name>
    <message>
        <source>There is no net in training yet. Train one, or choose a checkpoint.</source>
        <translation>Es ist noch kein Netz im Training. Ein Netz trainieren oder einen Checkpoint wählen.</translation>
    </message>
</context>
<context>
    <name>studio::LensPanel</name>
    <message>
        <source>Type or paste the text that the net is to read.</source>
        <translation>Den Text, den das Netz lesen soll, eintippen oder einfügen.</translation>
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
        <source>What it reads, up to %1 characters</source>
        <translation>Was es liest, bis zu %1 Zeichen</translation>
    </message>
    <message>
        <source>The written text</source>
        <translation>Der geschriebene Text</translation>
    </message>
    <message>
        <source>The text it learns from</source>
        <translation>Der Text, aus dem es lernt</translation>
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
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>What a unit is to follow</source>
        <translation>Welchem Muster eine Einheit folgen soll</translation>
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
        <source>List the units whose gates or states go with the pattern, by their correlation r</source>
        <translation>Die Einheiten auflisten, deren Gatter oder Zustände dem Muster folgen, nach ihrer Korrelation r</translation>
    </message>
    <message>
        <source>Units that follow the pattern</source>
        <translation>Einheiten, die dem Muster folgen</translation>
    </message>
    <message>
        <source>The lens shows what a single unit of a net does while it reads: press Read, and each character is tinted by the unit&apos;s value there.</source>
        <translation>Die Lupe zeigt, was eine einzelne Einheit eines Netzes beim Lesen tut: Nach einem Klick auf „Lesen“ ist jedes Zeichen nach dem Wert gefärbt, den die Einheit dort hat.</translation>
    </message>
    <message>
        <source>No net yet</source>
        <translation>Noch kein Netz</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Liest …</translation>
    </message>
    <message>
        <source>%1 characters in %2 s, iteration %3</source>
        <translation>%1 Zeichen in %2 s, Iteration %3</translation>
    </message>
    <message>
        <source> · the text was cut there</source>
        <translation> · der Text wurde dort abgeschnitten</translation>
    </message>
    <message>
        <source> · without characters that the net does not know</source>
        <translation> · ohne Zeichen, die das Netz nicht kennt</translation>
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
        <source>The pattern does not occur in this text, so nothing can follow it.</source>
        <translation>Das Muster kommt in diesem Text nicht vor, also kann ihm nichts folgen.</translation>
    </message>
    <message>
        <source>The best of %1: r = %2 (1 follows it exactly, -1 does the opposite, 0 neither)</source>
        <translation>Am besten zu „%1“: r = %2 (1 folgt genau, -1 tut das Gegenteil, 0 keins von beiden)</translation>
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
    <name>studio::LineList</name>
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
    <name>studio::LossPlot</name>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>No curves yet. Press Train, and the loss is drawn here as it falls.</source>
        <translation>Noch keine Kurven. Nach dem Start des Trainings wird hier der fallende Verlust gezeichnet.</translation>
    </message>
    <message>
        <source>Runs to show</source>
        <translation>Angezeigte Läufe</translation>
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
        <source>S&amp;moothing</source>
        <translation>&amp;Glättung</translation>
    </message>
    <message>
        <source>Over how many points the curve is averaged; all the way to the left: off</source>
        <translation>Über wie viele Punkte die Kurve gemittelt wird; ganz links: aus</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Show all points and follow (0 or double click, in the plot).
The wheel zooms, with Ctrl vertically; dragging moves, with Shift it zooms to a box.</source>
        <translation>Alle Punkte zeigen und folgen (0 oder Doppelklick, im Diagramm).
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
        <source>Copy what is seen as a picture</source>
        <translation>Das Sichtbare als Bild kopieren</translation>
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
    <name>studio::CanvasPages</name>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
</context>
<context>
    <name>studio::FileCommands</name>
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
        <source>&amp;Close project</source>
        <translation>Projekt s&amp;chließen</translation>
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
        <source>Hamnet projects (*.hamnet)</source>
        <translation>Hamnet-Projekte (*.hamnet)</translation>
    </message>
    <message>
        <source>A run is under way</source>
        <translation>Ein Lauf ist im Gange</translation>
    </message>
    <message>
        <source>%1 is still training.</source>
        <translation>%1 trainiert noch.</translation>
    </message>
    <message>
        <source>Its checkpoint is saved when it stops, so that it can go on later.</source>
        <translation>Beim Anhalten wird sein Checkpoint gesichert, sodass er später weitergehen kann.</translation>
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
        <source>Discard throws the checkpoints of its runs away, too.</source>
        <translation>„Verwerfen“ löscht auch die Checkpoints der Läufe.</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren …</translation>
    </message>
    <message>
        <source>Nets and weights of ONNX, PyTorch (safetensors), Caffe and MyCaffe</source>
        <translation>Netze und Gewichte von ONNX, PyTorch (safetensors), Caffe und MyCaffe</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>What was learned, curves or the drawing, for other programs</source>
        <translation>Gelerntes, Kurven oder die Zeichnung, für andere Programme</translation>
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
        <source>&amp;Restore previous version…</source>
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
        <source>%1 Undo (%2) brings back what is open now; no run is removed, and the file changes only when you save.</source>
        <translation>%1 Rückgängig (%2) holt zurück, was jetzt offen ist; kein Lauf wird entfernt, und die Datei ändert sich erst beim Speichern.</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>&amp;Wiederherstellen</translation>
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
</context>
<context>
    <name>studio::Menus</name>
    <message>
        <source>A race needs a project that is open.</source>
        <translation>Ein Wettlauf braucht ein geöffnetes Projekt.</translation>
    </message>
    <message>
        <source>&amp;Guided first net</source>
        <translation>Das &amp;erste Netz mit Anleitung</translation>
    </message>
    <message>
        <source>Draw and train a first net in five steps, on this window</source>
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
        <source>A&amp;lign and distribute</source>
        <translation>Aus&amp;richten und verteilen</translation>
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
        <source>Pa&amp;nels</source>
        <translation>&amp;Bereiche</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>Wie der &amp;Desktop</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Da&amp;rk</source>
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
        <source>&amp;Default arrangement</source>
        <translation>&amp;Standardanordnung</translation>
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
        <translation>&amp;Engines um die Wette …</translation>
    </message>
    <message>
        <source>Train this net with several engines from the same weights and compare them</source>
        <translation>Dieses Netz mit mehreren Engines von denselben Gewichten aus trainieren und sie vergleichen</translation>
    </message>
    <message>
        <source>La&amp;yout</source>
        <translation>An&amp;ordnung</translation>
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
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
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
        <source>Runs</source>
        <translation>Läufe</translation>
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
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
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
</context>
<context>
    <name>studio::Race</name>
    <message>
        <source>does not start from the same weights as %1, so that they cannot be compared</source>
        <translation>beginnt nicht mit denselben Gewichten wie %1 und kann daher nicht damit verglichen werden</translation>
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
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
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
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Characters/s</source>
        <translation>Zeichen/s</translation>
    </message>
    <message>
        <source>Sequences/s</source>
        <translation>Folgen/s</translation>
    </message>
    <message>
        <source>Loss at the end</source>
        <translation>Verlust am Ende</translation>
    </message>
    <message>
        <source>Time to loss %1</source>
        <translation>Zeit bis Verlust %1</translation>
    </message>
    <message>
        <source>Time to loss</source>
        <translation>Zeit bis Verlust</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
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
        <source>only %1 was measured</source>
        <translation>nur %1 wurde gemessen</translation>
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
        <source>All train this net from the same weights on the same data: one after another on one device, at once on different devices. Nothing of it is kept in the project.</source>
        <translation>Alle trainieren dieses Netz von denselben Gewichten aus mit denselben Daten: auf einem Gerät nacheinander, auf verschiedenen Geräten zugleich. Das Projekt behält nichts davon.</translation>
    </message>
    <message>
        <source>over time</source>
        <translation>über der Zeit</translation>
    </message>
    <message>
        <source>over iterations</source>
        <translation>über den Iterationen</translation>
    </message>
    <message>
        <source>over energy</source>
        <translation>über der Energie</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>&amp;Verlust</translation>
    </message>
    <message>
        <source>What each engine came to</source>
        <translation>Was jede Engine erreicht hat</translation>
    </message>
    <message>
        <source>Save &amp;picture…</source>
        <translation>&amp;Bild sichern …</translation>
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
        <source>Tick two engines or more.</source>
        <translation>Zwei oder mehr Engines sind zu wählen.</translation>
    </message>
    <message>
        <source>No device here tells how much energy it takes.</source>
        <translation>Kein Gerät hier sagt, wie viel Energie es verbraucht.</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild sichern</translation>
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
</context>
<context>
    <name>studio::RacePlot</name>
    <message>
        <source>Each engine that is ticked draws a curve of its loss here: press Start.</source>
        <translation>Jede angehakte Engine zeichnet hier eine Kurve ihres Verlusts, sobald Sie Start drücken.</translation>
    </message>
    <message>
        <source>Seconds of training</source>
        <translation>Sekunden des Trainings</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Energy of the device, joules</source>
        <translation>Energie des Geräts, Joule</translation>
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
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>%1 von %2 W</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 of %2 MHz</source>
        <translation>%1 von %2 MHz</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
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
    <message>
        <source>%1 of %2 °C</source>
        <translation>%1 von %2 °C</translation>
    </message>
</context>
<context>
    <name>studio::PromptEdit</name>
    <message>
        <source>What the text begins with, such as ROMEO:</source>
        <translation>Womit der Text beginnt, zum Beispiel ROMEO:</translation>
    </message>
</context>
<context>
    <name>studio::ReadingForm</name>
    <message>
        <source>Held out, &amp;validation:</source>
        <translation>Zurückgehalten, &amp;Validierung:</translation>
    </message>
    <message>
        <source>Held out, t&amp;est:</source>
        <translation>Zurückgehalten, T&amp;est:</translation>
    </message>
    <message>
        <source>comes with the data</source>
        <translation>kommt mit den Daten</translation>
    </message>
</context>
<context>
    <name>studio::ResultsPanel</name>
    <message>
        <source>E&amp;valuate</source>
        <translation>Aus&amp;werten</translation>
    </message>
    <message>
        <source>Measure the net on sequences that it did not learn from</source>
        <translation>Das Netz an Folgen messen, aus denen es nicht gelernt hat</translation>
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
        <source>Its surest mistakes</source>
        <translation>Seine sichersten Irrtümer</translation>
    </message>
    <message>
        <source>Predictions and truth in their order</source>
        <translation>Vorhersagen und Wahrheit der Reihe nach</translation>
    </message>
    <message>
        <source>Sequence of the part</source>
        <translation>Folge des Teils</translation>
    </message>
    <message>
        <source>Predictions against truth</source>
        <translation>Vorhersagen gegen die Wahrheit</translation>
    </message>
    <message>
        <source>In their order</source>
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
        <source>This net learns a text: what it writes shows what it has learned. Results are of nets that learn sequences with an answer each.</source>
        <translation>Dieses Netz lernt einen Text: Was es schreibt, zeigt, was es gelernt hat. Ergebnisse gibt es von Netzen, die Folgen mit je einer Antwort lernen.</translation>
    </message>
    <message>
        <source>Evaluate measures the net on sequences that it did not learn from.</source>
        <translation>Auswerten misst das Netz an Folgen, aus denen es nicht gelernt hat.</translation>
    </message>
    <message>
        <source>No results yet. Press Train; when the run has finished, this shows what the net gets right and wrong on sequences that it did not learn from.</source>
        <translation>Noch keine Ergebnisse. F5 startet das Training; wenn der Lauf zu Ende ist, steht hier, was das Netz an Folgen, aus denen es nicht gelernt hat, richtig und falsch macht.</translation>
    </message>
    <message>
        <source>%1 · %2 sequences · iteration %3</source>
        <translation>%1 · %2 Folgen · Iteration %3</translation>
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
        <source>This is %1; the net says %2, with %3 %</source>
        <translation>Dies ist %1; das Netz sagt %2, mit %3 %</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>A sequence each</source>
        <translation>Je eine Folge</translation>
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
        <source>MAE: mean absolute error. RMSE: root of the mean square error; both in the unit of the target. R²: 1 is a perfect forecast, 0 one that always says the mean.</source>
        <translation>MAE: mittlerer absoluter Fehler. RMSE: Wurzel des mittleren quadratischen Fehlers; beide in der Einheit der Zielgröße. R²: 1 ist eine vollkommene Vorhersage, 0 eine, die immer das Mittel sagt.</translation>
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
        <source>Taken for</source>
        <translation>Gehalten für</translation>
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
        <source>After the last row</source>
        <translation>Nach der letzten Zeile</translation>
    </message>
</context>
<context>
    <name>studio::RunForm</name>
    <message>
        <source>This must be above %1.</source>
        <translation>Das muss über %1 liegen.</translation>
    </message>
    <message>
        <source>Validation and reports</source>
        <translation>Validierung und Meldungen</translation>
    </message>
    <message>
        <source>Samples on the way</source>
        <translation>Proben unterwegs</translation>
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
        <source>The run under way keeps it.</source>
        <translation>Der laufende Lauf behält es.</translation>
    </message>
    <message>
        <source>This net writes no text.</source>
        <translation>Dieses Netz schreibt keinen Text.</translation>
    </message>
    <message>
        <source>The window shows every iteration.</source>
        <translation>Das Fenster zeigt jede Iteration.</translation>
    </message>
</context>
<context>
    <name>studio::RunsPanel</name>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Train on from this run&apos;s newest checkpoint</source>
        <translation>Vom neuesten Checkpoint dieses Laufs weitertrainieren</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write a text with this run&apos;s net</source>
        <translation>Mit dem Netz dieses Laufs einen Text schreiben</translation>
    </message>
    <message>
        <source>Bring back its drawing</source>
        <translation>Seine Zeichnung zurückholen</translation>
    </message>
    <message>
        <source>Make the drawing and the solver what this run trained; can be undone</source>
        <translation>Zeichnung und Solver auf das zurücksetzen, was dieser Lauf trainierte; lässt sich rückgängig machen</translation>
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
        <source>Remove from the project</source>
        <translation>Aus dem Projekt entfernen</translation>
    </message>
    <message>
        <source>Forget its curves and samples; its checkpoint files stay where they are</source>
        <translation>Kurven und Textproben vergessen; die Checkpoint-Dateien bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>Each training becomes a run and is listed here. F5 starts one.</source>
        <translation>Jedes Training wird zu einem Lauf und hier aufgeführt. F5 startet eines.</translation>
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
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Best validation</source>
        <translation>Beste Validierung</translation>
    </message>
    <message>
        <source>Characters/s</source>
        <translation>Zeichen/s</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>Begun %1, seed %2
%3</source>
        <translation>Begonnen %1, Startwert %2
%3</translation>
    </message>
    <message>
        <source>Bring back %1</source>
        <translation>%1 zurückholen</translation>
    </message>
    <message>
        <source>Export weights…</source>
        <translation>Gewichte exportieren …</translation>
    </message>
    <message>
        <source>Write what this run has learned for another program</source>
        <translation>Was dieser Lauf gelernt hat, für ein anderes Programm schreiben</translation>
    </message>
    <message>
        <source>Export curve…</source>
        <translation>Kurve exportieren …</translation>
    </message>
    <message>
        <source>Write this run&apos;s curve as a table, as JSON lines or for TensorBoard</source>
        <translation>Die Kurve dieses Laufs als Tabelle, als JSON-Zeilen oder für TensorBoard schreiben</translation>
    </message>
    <message>
        <source>Notes of the run</source>
        <translation>Anmerkungen zum Lauf</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
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
        <source>e to the best validation loss: among how many characters the net chooses on average</source>
        <translation>e hoch den besten Validierungsverlust: zwischen wie vielen Zeichen das Netz im Mittel wählt</translation>
    </message>
    <message>
        <source>weights of %1</source>
        <translation>Gewichte von %1</translation>
    </message>
    <message>
        <source>Your notes on this run</source>
        <translation>Eigene Notizen zu diesem Lauf</translation>
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
        <source>Open this sample and fetch well-known images for it</source>
        <translation>Dieses Beispiel öffnen und bekannte Bilder dafür laden</translation>
    </message>
</context>
<context>
    <name>studio::SamplingControls</name>
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
        <source>Own settings</source>
        <translation>Eigene Einstellungen</translation>
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
        <source>Draws from the k likeliest characters only</source>
        <translation>Zieht nur aus den k wahrscheinlichsten Zeichen</translation>
    </message>
    <message>
        <source>Draws from the likeliest characters that have this much probability together</source>
        <translation>Zieht aus den wahrscheinlichsten Zeichen, die zusammen so viel Wahrscheinlichkeit haben</translation>
    </message>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>The same seed writes the same text; random takes another one each time</source>
        <translation>Derselbe Startwert schreibt denselben Text; „zufällig“ nimmt jedes Mal einen anderen</translation>
    </message>
    <message>
        <source>Another seed each time</source>
        <translation>Jedes Mal ein anderer Startwert</translation>
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
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>0 takes the likeliest character each time; below 1 is safer, above 1 wilder</source>
        <translation>0 nimmt jedes Mal das wahrscheinlichste Zeichen; unter 1 ist vorsichtiger, über 1 wilder</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Temperature %1, top-p %2, top-k all</source>
        <translation>Temperatur %1, Top-p %2, Top-k alle</translation>
    </message>
</context>
<context>
    <name>studio::SequenceFields</name>
    <message>
        <source>How they are read</source>
        <translation>Wie sie gelesen werden</translation>
    </message>
    <message>
        <source>The drawing has no SEQUENCEDATA layer: its INPUT layers say the sizes, and a tenth is held out.</source>
        <translation>Die Zeichnung hat keine Schicht SEQUENCEDATA: Ihre INPUT-Schichten sagen die Größen, und ein Zehntel wird zurückgehalten.</translation>
    </message>
    <message>
        <source>Column to &amp;predict:</source>
        <translation>Spalte zum &amp;Vorhersagen:</translation>
    </message>
    <message>
        <source>Change how sequences are read</source>
        <translation>Ändern, wie Folgen gelesen werden</translation>
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
        <source>As the file looks: images or a table</source>
        <translation>Nach der Datei: Bilder oder Tabelle</translation>
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
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Letters (UTF-8)</source>
        <translation>Buchstaben (UTF-8)</translation>
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
        <source>Characters at m&amp;ost:</source>
        <translation>Höchstens Z&amp;eichen:</translation>
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
</context>
<context>
    <name>studio::SequencePanel</name>
    <message>
        <source>Sequences to learn from</source>
        <translation>Folgen, aus denen gelernt wird</translation>
    </message>
    <message>
        <source>10,000 handwritten digits that Hamnet draws, read a row of pixels a step</source>
        <translation>10.000 handgeschriebene Ziffern, die Hamnet zeichnet, eine Pixelzeile je Schritt</translation>
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
        <source>A folder with IDX files as those of MNIST, or with a folder of pictures for each class</source>
        <translation>Ein Ordner mit IDX-Dateien wie denen von MNIST, oder mit einem Ordner von Bildern für jede Klasse</translation>
    </message>
    <message>
        <source>&amp;Learn from these</source>
        <translation>Aus &amp;diesen lernen</translation>
    </message>
    <message>
        <source>They are named by what was opened, but lie outside its folder</source>
        <translation>Sie werden von dem genannt, was geöffnet wurde, liegen aber außerhalb seines Ordners</translation>
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
        <source>Choose a folder of images</source>
        <translation>Ordner mit Bildern wählen</translation>
    </message>
    <message>
        <source>Choose sequences</source>
        <translation>Folgen wählen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Digits (drawn by Hamnet)</source>
        <translation>Ziffern (von Hamnet gezeichnet)</translation>
    </message>
    <message>
        <source>Lines of six voices (made by Hamnet)</source>
        <translation>Zeilen von sechs Stimmen (von Hamnet gemacht)</translation>
    </message>
    <message>
        <source>Lines of the bundled play, with who speaks them</source>
        <translation>Zeilen des mitgelieferten Stücks und wer sie spricht</translation>
    </message>
    <message>
        <source>%1 classes: %2</source>
        <translation>%1 Klassen: %2</translation>
    </message>
    <message>
        <source>The answer is a number: %1, mean %2, standard deviation %3.</source>
        <translation>Die Antwort ist eine Zahl: %1, Mittel %2, Standardabweichung %3.</translation>
    </message>
    <message>
        <source>&amp;Known set</source>
        <translation>Be&amp;kannte Daten</translation>
    </message>
    <message>
        <source>Well-known images, fetched from the net once</source>
        <translation>Bekannte Bilder, einmal aus dem Netz geladen</translation>
    </message>
    <message>
        <source>Li&amp;nes…</source>
        <translation>Textzei&amp;len …</translation>
    </message>
    <message>
        <source>A text file with a line each: a label, a tab, a text</source>
        <translation>Eine Textdatei, je Zeile: eine Klasse, ein Tabulator, ein Text</translation>
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
        <source>Lines of six voices, made by Hamnet: who says this line?</source>
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
        <source>Weather of an invented place (made by Hamnet)</source>
        <translation>Wetter eines erfundenen Ortes (von Hamnet erzeugt)</translation>
    </message>
    <message>
        <source>Daily weather of an invented place, made by Hamnet, to be forecast</source>
        <translation>Tägliches Wetter eines erfundenen Ortes, von Hamnet erzeugt, zum Vorhersagen</translation>
    </message>
    <message>
        <source>&amp;Made sets</source>
        <translation>Er&amp;zeugte Daten</translation>
    </message>
    <message>
        <source>Small sets to try a net on, which Hamnet makes from a seed</source>
        <translation>Kleine Datensätze zum Ausprobieren, die Hamnet aus einem Startwert erzeugt</translation>
    </message>
</context>
<context>
    <name>studio::SequencePreview</name>
    <message>
        <source>Some of the sequences</source>
        <translation>Einige der Folgen</translation>
    </message>
    <message>
        <source>The column to predict</source>
        <translation>Die Spalte zum Vorhersagen</translation>
    </message>
    <message>
        <source>Some of them, a row of pixels a step</source>
        <translation>Einige von ihnen, eine Pixelzeile je Schritt</translation>
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
        <translation>Folge</translation>
    </message>
    <message>
        <source>What is to be predicted</source>
        <translation>Was vorhergesagt werden soll</translation>
    </message>
    <message>
        <source>Who has how many lines, and the first ones</source>
        <translation>Wer wie viele Zeilen hat, und die ersten davon</translation>
    </message>
    <message>
        <source>Some of them, a column of pixels a step</source>
        <translation>Einige von ihnen, eine Pixelspalte je Schritt</translation>
    </message>
</context>
<context>
    <name>studio::SourceBox</name>
    <message>
        <source>The data were not fetched: %1. What has arrived is kept; another try goes on from there.</source>
        <translation>Die Daten wurden nicht geladen: %1. Was angekommen ist, bleibt erhalten; ein neuer Versuch macht dort weiter.</translation>
    </message>
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
        <source>%1 lies outside the folder of what was opened, and you have not chosen it yourself.</source>
        <translation>%1 liegt außerhalb des Ordners, aus dem geöffnet wurde, und wurde hier nie ausgewählt.</translation>
    </message>
    <message>
        <source>Read a&amp;gain</source>
        <translation>Neu &amp;lesen</translation>
    </message>
    <message>
        <source>Read the data again from disk, as they are now</source>
        <translation>Die Daten noch einmal von der Platte lesen, wie sie jetzt sind</translation>
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
        <translation>Training %1, Validierung %2, Test %3 Folgen</translation>
    </message>
</context>
<context>
    <name>studio::Starvation</name>
    <message>
        <source>The GPU waits: it is busy %1 % of the time, as each step is small for it.</source>
        <translation>Die GPU wartet: Sie ist %1 % der Zeit beschäftigt, da jeder Schritt für sie klein ist.</translation>
    </message>
    <message>
        <source>The GPU has too little to do at a time: it takes %1 % of its power.</source>
        <translation>Die GPU hat zu wenig auf einmal zu tun: Sie nimmt %1 % ihrer Leistung auf.</translation>
    </message>
    <message>
        <source>The GPU waits: %1 % of the time goes into validations, samples and checkpoints.</source>
        <translation>Die GPU wartet: %1 % der Zeit gehen in Validierungen, Textproben und Checkpoints.</translation>
    </message>
    <message>
        <source>A larger batch (batch_size of the data layer) gives it more work a step.</source>
        <translation>Ein größerer Batch (batch_size der Datenschicht) gibt ihr mehr Arbeit je Schritt.</translation>
    </message>
    <message>
        <source>The engine FUSED does all steps of a sequence in one piece.</source>
        <translation>Die Engine FUSED rechnet alle Schritte einer Folge in einem Stück.</translation>
    </message>
    <message>
        <source>With a CUDA graph the host starts a step as a whole, and not kernel by kernel.</source>
        <translation>Mit einem CUDA-Graph startet der Rechner einen Schritt als Ganzes und nicht Kernel für Kernel.</translation>
    </message>
    <message>
        <source>Rarer validations leave it more time for training.</source>
        <translation>Seltenere Validierungen lassen mehr Zeit für das Training.</translation>
    </message>
</context>
<context>
    <name>studio::StepTable</name>
    <message>
        <source>Unit %1</source>
        <translation>Einheit %1</translation>
    </message>
</context>
<context>
    <name>studio::TensorTable</name>
    <message>
        <source>output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 of %2 values were looked at.</source>
        <translation>%1 von %2 Werten wurden betrachtet.</translation>
    </message>
    <message>
        <source>Gradient: %1 ± %2, from %3 to %4.</source>
        <translation>Gradient: %1 ± %2, von %3 bis %4.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Weights, and what a layer gives to the next</source>
        <translation>Gewichte, und was eine Schicht der nächsten gibt</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Root of the sum of all squares (L2)</source>
        <translation>Wurzel der Summe aller Quadrate (L2)</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Mean and standard deviation</source>
        <translation>Mittelwert und Standardabweichung</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Smallest and largest value looked at</source>
        <translation>Kleinster und größter betrachteter Wert</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>How often which value occurs; heights are square roots</source>
        <translation>Wie oft welcher Wert vorkommt; Höhen sind Quadratwurzeln</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Norm of the gradient of the loss by this tensor</source>
        <translation>Norm des Gradienten des Verlusts nach diesem Tensor</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>How often which gradient occurs; heights are square roots</source>
        <translation>Wie oft welcher Gradient vorkommt; Höhen sind Quadratwurzeln</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
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
        <source>Projects that you save appear here.</source>
        <translation>Gespeicherte Projekte erscheinen hier.</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>Zuletzt verwendete Projekte</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>%1 is not there any more</source>
        <translation>%1 ist nicht mehr da</translation>
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
        <source>&amp;Recover</source>
        <translation>&amp;Wiederherstellen</translation>
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
        <source>A click opens one, drawn and sized. Then press F5 to train it: on the bundled play, or on digits or a series that Hamnet makes.</source>
        <translation>Ein Klick öffnet ein Beispiel, fertig gezeichnet und bemessen. F5 trainiert es dann: am mitgelieferten Stück, an Ziffern oder an einer Reihe, die Hamnet erzeugt.</translation>
    </message>
</context>
<context>
    <name>studio::SurpriseLegend</name>
    <message>
        <source>How much each character surprises the net: 0 bits was certain, 3 bits one chance in 8</source>
        <translation>Wie sehr jedes Zeichen das Netz überrascht: 0 Bit war sicher, 3 Bit eine Chance von 1 zu 8</translation>
    </message>
    <message>
        <source>Colours of surprise, from 0 to %1 bits</source>
        <translation>Farben der Überraschung, von 0 bis %1 Bit</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>%1+ bits</source>
        <translation>%1+ Bit</translation>
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
        <source>Goes on from the text above it, from character %1 of it</source>
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
</context>
<context>
    <name>studio::TextLink</name>
    <message>
        <source>The net that wrote this text has changed since: what was likely at each character is no longer known.</source>
        <translation>Das Netz, das diesen Text schrieb, hat sich seitdem verändert: Was an jedem Zeichen wahrscheinlich war, ist nicht mehr bekannt.</translation>
    </message>
    <message>
        <source>Another text is being written; stop it first.</source>
        <translation>Es wird gerade ein anderer Text geschrieben; er muss zuerst angehalten werden.</translation>
    </message>
</context>
<context>
    <name>studio::TextPanel</name>
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
        <source>Write on from where the text ends</source>
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
        <source>Writing…</source>
        <translation>Schreibt …</translation>
    </message>
    <message>
        <source>%1 characters, %2 a second</source>
        <translation>%1 Zeichen, %2 je Sekunde</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 Zeichen</translation>
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
        <source>Text (*.txt)</source>
        <translation>Text (*.txt)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 konnte nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Nothing can write yet. Train a net or open a checkpoint; even after a few seconds of training it has something to say.</source>
        <translation>Noch kann nichts schreiben. Ein Netz trainieren oder einen Checkpoint öffnen; schon nach wenigen Sekunden Training hat es etwas zu sagen.</translation>
    </message>
    <message>
        <source>Press Generate and the net writes here.</source>
        <translation>Nach einem Klick auf „Erzeugen“ schreibt das Netz hier.</translation>
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
        <source>It is still writing.</source>
        <translation>Es wird noch geschrieben.</translation>
    </message>
    <message>
        <source>No net is there to write on.</source>
        <translation>Es ist kein Netz da, das weiterschreibt.</translation>
    </message>
    <message>
        <source> · layer by layer, for the clamped units</source>
        <translation> · Schicht für Schicht, wegen der festgehaltenen Einheiten</translation>
    </message>
</context>
<context>
    <name>studio::TrainingActions</name>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>Train the drawing on its text</source>
        <translation>Die Zeichnung an ihrem Text trainieren</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Pause after the iteration under way; nothing is lost</source>
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
        <source>Go on from the newest checkpoint, exactly as if the run had never stopped</source>
        <translation>Vom neuesten Checkpoint weitermachen, genau als hätte der Lauf nie angehalten</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>Jetzt &amp;validieren</translation>
    </message>
    <message>
        <source>Measure the net on the held-out text now</source>
        <translation>Das Netz jetzt am zurückgehaltenen Text messen</translation>
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
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Weiter</translation>
    </message>
</context>
<context>
    <name>studio::TrainingPanel</name>
    <message>
        <source>The run diverged: %1. Go back to the best checkpoint, or try a lower learning rate or stronger gradient clipping.</source>
        <translation>Der Lauf ist divergiert: %1. Zum besten Checkpoint zurückkehren oder eine kleinere Lernrate oder eine stärkere Begrenzung der Gradienten versuchen.</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>The next run</source>
        <translation>Der nächste Lauf</translation>
    </message>
    <message>
        <source>Nothing is training. F5 starts.</source>
        <translation>Es läuft kein Training. F5 startet eines.</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>Paused at iteration %1</source>
        <translation>Pausiert bei Iteration %1</translation>
    </message>
    <message>
        <source>Stopping and saving…</source>
        <translation>Hält an und sichert …</translation>
    </message>
    <message>
        <source>Draw a net or open a sample: then this says whether it fits.</source>
        <translation>Ein Netz zeichnen oder ein Beispiel öffnen: Dann steht hier, ob es passt.</translation>
    </message>
    <message>
        <source>First weights:</source>
        <translation>Anfangsgewichte:</translation>
    </message>
    <message>
        <source>Training on %1 with %2: %3</source>
        <translation>Training auf %1 mit %2: %3</translation>
    </message>
    <message>
        <source>epoch %1 of %2, iteration %3</source>
        <translation>Epoche %1 von %2, Iteration %3</translation>
    </message>
    <message>
        <source>epoch %1, iteration %2</source>
        <translation>Epoche %1, Iteration %2</translation>
    </message>
    <message>
        <source>iteration %1 of %2</source>
        <translation>Iteration %1 von %2</translation>
    </message>
    <message>
        <source>iteration %1</source>
        <translation>Iteration %1</translation>
    </message>
    <message>
        <source>The drawing has changed since this run began. The run still trains the earlier drawing; stop it and press Train to use the new one.</source>
        <translation>Die Zeichnung hat sich seit Beginn dieses Laufs geändert. Der Lauf trainiert noch die frühere Zeichnung; um die neue zu verwenden, ihn anhalten und auf Trainieren drücken.</translation>
    </message>
    <message>
        <source>%1 finished: %2</source>
        <translation>%1 ist fertig: %2</translation>
    </message>
</context>
<context>
    <name>studio::EngineRows</name>
    <message>
        <source>As each layer says</source>
        <translation>Wie jede Schicht es sagt</translation>
    </message>
    <message>
        <source>Each layer has the engine that its settings name.</source>
        <translation>Jede Schicht hat die Engine, die in ihren Einstellungen steht.</translation>
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
        <source>The quickest that costs no learning: bf16 where the device multiplies it in hardware</source>
        <translation>Die schnellste, die kein Lernen kostet: bf16, wo das Gerät es in Hardware multipliziert</translation>
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
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1
Not here: %2</source>
        <translation>%1
Hier nicht: %2</translation>
    </message>
</context>
<context>
    <name>studio::FirstWeightsRow</name>
    <message>
        <source>First weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>Import weights to start from</source>
        <translation>Gewichte importieren, mit denen begonnen wird</translation>
    </message>
    <message>
        <source>Start from drawn weights again</source>
        <translation>Wieder mit zufälligen Gewichten beginnen</translation>
    </message>
    <message>
        <source>random, as each layer says</source>
        <translation>zufällig, wie jede Schicht sagt</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
</context>
<context>
    <name>studio::ProgressFigures</name>
    <message>
        <source>Loss, nats</source>
        <translation>Verlust, Nat</translation>
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
        <source>Characters/s</source>
        <translation>Zeichen/s</translation>
    </message>
    <message>
        <source>ms a step</source>
        <translation>ms je Schritt</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>Vergangen</translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>Verbleibend</translation>
    </message>
    <message>
        <source>To target</source>
        <translation>Bis zum Ziel</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Time an epoch</source>
        <translation>Zeit je Epoche</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Sequences/s</source>
        <translation>Folgen/s</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
<context>
    <name>studio::TerminalCommand</name>
    <message>
        <source>The same in a ter&amp;minal</source>
        <translation>Dasselbe im Ter&amp;minal</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Den Befehl kopieren</translation>
    </message>
    <message>
        <source>net.prototxt is what File › Export writes of this drawing</source>
        <translation>net.prototxt ist, was Datei › Exportieren von dieser Zeichnung schreibt</translation>
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
        <source>What went where</source>
        <translation>Was wohin kam</translation>
    </message>
    <message>
        <source>&amp;Copy report</source>
        <translation>Bericht &amp;kopieren</translation>
    </message>
</context>
<context>
    <name>studio::ValuesPanel</name>
    <message>
        <source>Look at the numbers in the net while it trains: weights, activations and gradients of every layer, the gates and states of its units, and what does not learn. It takes less than 2 % of the time, and changes nothing of the run.</source>
        <translation>Die Zahlen im Netz ansehen, während es trainiert: Gewichte, Aktivierungen und Gradienten jeder Schicht, Gatter und Zustände ihrer Einheiten, und was nicht lernt. Das kostet weniger als 2 % der Zeit und ändert nichts am Lauf.</translation>
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
        <source>Recurrent layer</source>
        <translation>Rekurrente Schicht</translation>
    </message>
    <message>
        <source>Gate or state</source>
        <translation>Gatter oder Zustand</translation>
    </message>
    <message>
        <source>Step </source>
        <translation>Schritt </translation>
    </message>
    <message>
        <source>Step of the sequence</source>
        <translation>Schritt der Folge</translation>
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
        <source>No recurrent layer of this net can be followed step by step: one that takes its first state by wires, or reads long sequences in both directions, is not.</source>
        <translation>Keiner rekurrenten Schicht dieses Netzes kann Schritt für Schritt gefolgt werden: keiner, deren erster Zustand über Leitungen kommt oder die lange Folgen in beiden Richtungen liest.</translation>
    </message>
    <message>
        <source>Iteration %1</source>
        <translation>Iteration %1</translation>
    </message>
    <message>
        <source>Nothing was seen yet: train the net (F5).</source>
        <translation>Noch nichts gesehen: Trainiere das Netz (F5).</translation>
    </message>
    <message numerus="yes">
        <source>%n more finding(s).</source>
        <translation>
            <numerusform>Noch %n Befund.</numerusform>
            <numerusform>Noch %n Befunde.</numerusform>
        </translation>
    </message>
    <message>
        <source>No saturated gates, no dead units: everything that was seen learns.</source>
        <translation>Keine gesättigten Gatter, keine toten Einheiten: Alles Gesehene lernt.</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
</context>
<context>
    <name>studio::Workspace</name>
    <message>
        <source>the drawing has no layers, but training needs a net; open a sample or draw one</source>
        <translation>die Zeichnung hat keine Schichten, aber ein Training braucht ein Netz; ein Beispiel öffnen oder eines zeichnen</translation>
    </message>
    <message>
        <source>the net has no loss layer, but training needs one, such as SOFTMAXWITHLOSS</source>
        <translation>das Netz hat keine Verlustschicht, aber ein Training braucht eine, etwa SOFTMAXWITHLOSS</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Read solver</source>
        <translation>Solver lesen</translation>
    </message>
    <message>
        <source>%1 is no text, but binary data. Wanted a text to learn from, a net (.prototxt) or a project (.hamnet).</source>
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
        <source>The run cannot go on: its checkpoint is not there any more. Train starts a new run.</source>
        <translation>Der Lauf kann nicht weitergehen: Sein Checkpoint ist nicht mehr da. Trainieren beginnt einen neuen.</translation>
    </message>
    <message>
        <source>A run is under way already; stop it first.</source>
        <translation>Es läuft bereits ein Training; es muss zuerst angehalten werden.</translation>
    </message>
    <message>
        <source>%1 holds weights without their net. Open or draw the net first, then import the weights.</source>
        <translation>%1 enthält Gewichte ohne ihr Netz. Erst das Netz öffnen oder zeichnen, dann die Gewichte importieren.</translation>
    </message>
    <message>
        <source>The drawing has no layers that weights could go to. Open or draw the net first.</source>
        <translation>Die Zeichnung hat keine Schichten, in die Gewichte kommen könnten. Erst das Netz öffnen oder zeichnen.</translation>
    </message>
    <message>
        <source>%1 holds a solver&apos;s state without the weights that belong to it. Import its .caffemodel first.</source>
        <translation>%1 enthält den Zustand eines Solvers ohne die Gewichte dazu. Erst seine .caffemodel importieren.</translation>
    </message>
    <message>
        <source>The next run goes on from iteration %1 of %2.</source>
        <translation>Der nächste Lauf geht ab Iteration %1 von %2 weiter.</translation>
    </message>
    <message>
        <source>The run has no curve yet.</source>
        <translation>Der Lauf hat noch keine Kurve.</translation>
    </message>
    <message>
        <source>%1 stays where it is: %2</source>
        <translation>%1 bleibt, wo es ist: %2</translation>
    </message>
    <message>
        <source>The weights of this net take %1 while they are read, but only %2 of memory are free.</source>
        <translation>Die Gewichte dieses Netzes brauchen beim Lesen %1, aber nur %2 Speicher sind frei.</translation>
    </message>
    <message>
        <source>The text %1 lies outside the folder of what was opened, and you have not chosen it yourself: the panel Data asks whether to learn from it.</source>
        <translation>Der Text %1 liegt außerhalb des Ordners, aus dem geöffnet wurde, und wurde hier nie ausgewählt: Der Bereich Daten fragt, ob aus ihm gelernt werden soll.</translation>
    </message>
    <message>
        <source>Left out, as it lies outside the project&apos;s folder and you have not chosen it yourself: %1. Import the weights again, or open the checkpoint, to use it.</source>
        <translation>Weggelassen, da es außerhalb des Projektordners liegt und hier nie ausgewählt wurde: %1. Um es zu verwenden, die Gewichte erneut importieren oder den Checkpoint öffnen.</translation>
    </message>
    <message>
        <source>%1 is open in another window (process %2 on %3): what you change here can be saved under another name only.</source>
        <translation>%1 ist in einem anderen Fenster offen (Prozess %2 auf %3): was hier geändert wird, kann nur unter einem anderen Namen gespeichert werden.</translation>
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
    <message>
        <source>Restore previous version</source>
        <translation>Vorige Fassung wiederherstellen</translation>
    </message>
</context>
<context>
    <name>studio::WrittenView</name>
    <message>
        <source>%1: %2 bits, a chance of 1 in %3</source>
        <translation>%1: %2 Bit, eine Chance von 1 zu %3</translation>
    </message>
</context>
<context>
    <name>RunVerdict</name>
    <message>
        <source>Finished: %1.</source>
        <translation>Fertig: %1.</translation>
    </message>
    <message>
        <source>Finished, as its time was up: %1.</source>
        <translation>Fertig, die Zeit war um: %1.</translation>
    </message>
    <message>
        <source>Finished early, as validation no longer got better: %1.</source>
        <translation>Vorzeitig fertig, da die Validierung nicht mehr besser wurde: %1.</translation>
    </message>
    <message>
        <source>Finished, as the target loss was reached: %1.</source>
        <translation>Fertig, der Zielverlust ist erreicht: %1.</translation>
    </message>
    <message>
        <source>Stopped: %1.</source>
        <translation>Angehalten: %1.</translation>
    </message>
    <message>
        <source>Diverged at iteration %1: the loss is no longer a number. Try a lower learning rate or stronger gradient clipping.</source>
        <translation>Divergiert bei Iteration %1: Der Verlust ist keine Zahl mehr. Eine kleinere Lernrate oder stärkeres Beschneiden der Gradienten kann helfen.</translation>
    </message>
    <message>
        <source>training loss %1 at %2, and it was still getting better: give it more iterations</source>
        <translation>Trainingsverlust %1 bei %2, und er wurde noch besser: Mehr Iterationen lohnen sich</translation>
    </message>
    <message>
        <source>training loss %1 at %2</source>
        <translation>Trainingsverlust %1 bei %2</translation>
    </message>
    <message>
        <source>best %1 at %2, and it was still getting better: give it more iterations</source>
        <translation>bester Wert %1 bei %2, und es wurde noch besser: Mehr Iterationen lohnen sich</translation>
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
        <source>best %3 %1 at %2, and it was still getting better: give it more iterations</source>
        <translation>bester Wert (%3) %1 bei %2, und es wurde noch besser: Mehr Iterationen lohnen sich</translation>
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
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>bits per character</source>
        <translation>Bit je Zeichen</translation>
    </message>
</context>
<context>
    <name>Remedies</name>
    <message>
        <source>dropout of %1 from %2 to %3</source>
        <translation>Dropout von %1 von %2 auf %3</translation>
    </message>
    <message>
        <source>a DROPOUT layer with %1 behind %2</source>
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
    <name>studio::CurvesLink</name>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
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
    <name>Samples</name>
    <message>
        <source>The net of char_rnn_small with a GRU in place of the LSTM: three gates where that has four and no memory besides h, so it has three quarters of the recurrent weights and of the work.</source>
        <translation>Das Netz von char_rnn_small mit einem GRU anstelle des LSTM: drei Gatter statt vier und kein Gedächtnis außer h, also drei Viertel der rekurrenten Gewichte und der Arbeit.</translation>
    </message>
    <message>
        <source>Restores a text: DROPOUT takes half of the four numbers of each character away, and a bidirectional LSTM guesses it from what is left and from the characters on both sides.</source>
        <translation>Stellt einen Text wieder her: DROPOUT nimmt jedem Zeichen die Hälfte seiner vier Zahlen, und ein bidirektionales LSTM errät es aus dem Rest und aus den Zeichen auf beiden Seiten.</translation>
    </message>
    <message>
        <source>The preset for tiny Shakespeare: one wide LSTM with strong dropout behind it, 32 streams of 100 characters, memory kept from batch to batch.</source>
        <translation>Die Vorgabe für Tiny Shakespeare: ein breites LSTM mit starkem Dropout dahinter, 32 Ströme von 100 Zeichen, der Zustand bleibt von Batch zu Batch erhalten.</translation>
    </message>
    <message>
        <source>The preset for the lowest loss on tiny Shakespeare in some seconds of a GPU: one wide LSTM, strong dropout behind it and a little before, 64 streams of 100 characters, weights that decay.</source>
        <translation>Die Vorgabe für den kleinsten Verlust auf Tiny Shakespeare in einigen Sekunden einer GPU: ein breites LSTM, starker Dropout dahinter und etwas davor, 64 Ströme von 100 Zeichen, Weight Decay.</translation>
    </message>
    <message>
        <source>The char-RNN of MyCaffe&apos;s examples as its CAFFE engine runs it: two LSTM layers of 512 units with DROPOUT behind each; 75 steps x 25 streams, every window from an empty memory.</source>
        <translation>Das Char-RNN aus den Beispielen von MyCaffe, wie es dessen CAFFE-Engine ausführt: zwei LSTM-Schichten von 512 Einheiten mit je einem DROPOUT dahinter; 75 Schritte x 25 Ströme, jedes Fenster mit leerem Gedächtnis.</translation>
    </message>
    <message>
        <source>The char-RNN of MyCaffe&apos;s examples as its CUDNN engine runs it: one layer that stacks two LSTMs of 512 units, with dropout between the two and not behind them; 75 steps x 25 streams, every window from an empty memory.</source>
        <translation>Das Char-RNN aus den Beispielen von MyCaffe, wie es dessen CUDNN-Engine ausführt: eine Schicht, die zwei LSTMs von 512 Einheiten stapelt, mit Dropout zwischen beiden und nicht dahinter; 75 Schritte x 25 Ströme, jedes Fenster mit leerem Gedächtnis.</translation>
    </message>
    <message>
        <source>One half of a pair that is the same model twice, for comparing engines: two LSTM layers with a DROPOUT behind each, as Caffe stacks them.</source>
        <translation>Die eine Hälfte eines Paares, das zweimal dasselbe Modell ist, um Engines zu vergleichen: zwei LSTM-Schichten mit je einem DROPOUT dahinter, wie Caffe sie stapelt.</translation>
    </message>
    <message>
        <source>The other half of the pair: both LSTMs in one layer, as fused engines run them, with the same dropout of 0.4 between them (dropout_ratio) and behind them (DROPOUT) as in char_rnn_equal_caffe.prototxt.</source>
        <translation>Die andere Hälfte des Paares: beide LSTMs in einer Schicht, wie verschmolzene Engines sie ausführen, mit demselben Dropout von 0,4 dazwischen (dropout_ratio) und dahinter (DROPOUT) wie in char_rnn_equal_caffe.prototxt.</translation>
    </message>
    <message>
        <source>The preset for a GPU in a hurry: one LSTM of 1024 units with dropout behind it, 48 streams of 64 characters.</source>
        <translation>Die Vorgabe für eine GPU, wenn es eilt: ein LSTM von 1024 Einheiten mit Dropout dahinter, 48 Ströme von 64 Zeichen.</translation>
    </message>
    <message>
        <source>Andrej Karpathy&apos;s char-rnn with its defaults: two stacked LSTMs of 128 units, 50 streams of 50 characters, weights from -0.08 to 0.08, forget bias 1, no dropout, 5 % of the text held out, memory kept from batch to batch.</source>
        <translation>Andrej Karpathys char-rnn mit seinen Vorgaben: zwei gestapelte LSTMs von 128 Einheiten, 50 Ströme von 50 Zeichen, Gewichte von -0,08 bis 0,08, Forget-Bias 1, kein Dropout, 5 % des Textes zurückgehalten, der Zustand bleibt von Batch zu Batch erhalten.</translation>
    </message>
    <message>
        <source>The first model to train: small enough that a laptop&apos;s processor writes lines like those of a play after a minute or two.</source>
        <translation>Das Modell für den Anfang: so klein, dass der Prozessor eines Laptops nach ein, zwei Minuten Zeilen wie die eines Theaterstücks schreibt.</translation>
    </message>
    <message>
        <source>The net of char_rnn_small with a plain RNN in place of the LSTM: one sum and one tanh a step, a quarter of the recurrent weights.</source>
        <translation>Das Netz von char_rnn_small mit einem einfachen RNN anstelle des LSTM: eine Summe und ein tanh je Schritt, ein Viertel der rekurrenten Gewichte.</translation>
    </message>
    <message>
        <source>The preset for a short text of a hundred kilobytes or so, against overfitting: one LSTM that drops three tenths of its recurrent weights in each step, windows of 150 characters, and a little dropout behind.</source>
        <translation>Die Vorgabe für einen kurzen Text von etwa hundert Kilobyte, gegen Überanpassung: ein LSTM, das in jedem Schritt drei Zehntel seiner rekurrenten Gewichte weglässt, Fenster von 150 Zeichen und etwas Dropout dahinter.</translation>
    </message>
    <message>
        <source>The preset that tunes what char_rnn_best_gpu leaves: windows of 150 characters, a share of the recurrent weights and units dropped in each step, dropout before the LSTM that is the same at all steps, averaged weights.</source>
        <translation>Die Vorgabe, die abstimmt, was char_rnn_best_gpu offen lässt: Fenster von 150 Zeichen, ein Teil der rekurrenten Gewichte und Einheiten in jedem Schritt weggelassen, vor dem LSTM ein Dropout, der in allen Schritten derselbe ist, gemittelte Gewichte.</translation>
    </message>
    <message>
        <source>Who speaks this line: a line of text read character by character, and its class said at its end.</source>
        <translation>Wer spricht diese Zeile: eine Textzeile wird Zeichen für Zeichen gelesen und am Ende ihre Klasse genannt.</translation>
    </message>
    <message>
        <source>The best of the nets that read images by rows, in some minutes of a processor or seconds of a GPU: rows_bidirectional with dropout behind its ends, and a learning rate that falls.</source>
        <translation>Das beste der Netze, die Bilder zeilenweise lesen, in einigen Minuten eines Prozessors oder Sekunden einer GPU: rows_bidirectional mit Dropout hinter seinen Enden und einer fallenden Lernrate.</translation>
    </message>
    <message>
        <source>rows_lstm in both directions: one half reads the rows from the top down, the other from the bottom up, and both ends are looked at.</source>
        <translation>rows_lstm in beiden Richtungen: Eine Hälfte liest die Zeilen von oben nach unten, die andere von unten nach oben, und beide Enden zählen.</translation>
    </message>
    <message>
        <source>rows_lstm with a GRU in place of the LSTM: three quarters of the weights, and as good on images of digits.</source>
        <translation>rows_lstm mit einem GRU anstelle des LSTM: drei Viertel der Gewichte, und bei Bildern von Ziffern ebenso gut.</translation>
    </message>
    <message>
        <source>Images read row by row: a row of 28 pixels is a step, and the class is said when the last row was read.</source>
        <translation>Bilder, Zeile für Zeile gelesen: Eine Zeile von 28 Pixeln ist ein Schritt, und nach der letzten Zeile wird die Klasse genannt.</translation>
    </message>
    <message>
        <source>rows_lstm with a plain RNN in place of the LSTM: no gates.</source>
        <translation>rows_lstm mit einem einfachen RNN anstelle des LSTM: keine Gatter.</translation>
    </message>
    <message>
        <source>The next number of a series from the 30 before it: any CSV file&apos;s last column, or the one that --target names.</source>
        <translation>Die nächste Zahl einer Reihe aus den 30 davor: die letzte Spalte einer beliebigen CSV-Datei oder die, die --target nennt.</translation>
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
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
</context>
<context>
    <name>studio::RunCoach</name>
    <message>
        <source>This run overfits: since iteration %1 validation got worse (%2, now %3) while the training loss still falls.</source>
        <translation>Überanpassung: Seit Iteration %1 wird die Validierung schlechter (%2, jetzt %3), während der Trainingsverlust weiter fällt.</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Jetzt anhalten</translation>
    </message>
    <message>
        <source>More iterations fit only what it trains on; the best weights are kept in a file of their own.</source>
        <translation>Weitere Iterationen nützen nur den Trainingsdaten; die besten Gewichte sind in einer eigenen Datei gesichert.</translation>
    </message>
    <message>
        <source>More dropout</source>
        <translation>Mehr Dropout</translation>
    </message>
    <message>
        <source>A net that cannot rely on single numbers overfits less: %1.</source>
        <translation>Ein Netz, das sich nicht auf einzelne Zahlen verlassen kann, neigt weniger zur Überanpassung: %1.</translation>
    </message>
    <message>
        <source>Smaller net</source>
        <translation>Kleineres Netz</translation>
    </message>
    <message>
        <source>A net with fewer weights has less room for details of the training data: %1.</source>
        <translation>Ein Netz mit weniger Gewichten hat weniger Platz für Einzelheiten der Trainingsdaten: %1.</translation>
    </message>
    <message>
        <source>Go back to the best</source>
        <translation>Zurück zum besten Stand</translation>
    </message>
    <message>
        <source>Writing uses the weights of iteration %1, the best by validation.</source>
        <translation>Das Schreiben nimmt die Gewichte von Iteration %1, die besten nach der Validierung.</translation>
    </message>
    <message>
        <source>The drawing was left as it is, as otherwise: %1</source>
        <translation>Die Zeichnung blieb, wie sie ist, denn sonst: %1</translation>
    </message>
    <message>
        <source>Changed in the drawing: %1. The run still trains the earlier one; stop it, then train this one (F5). Undo takes the change back.</source>
        <translation>In der Zeichnung geändert: %1. Der Lauf trainiert noch die frühere; nach dem Anhalten trainiert F5 die neue. Rückgängig nimmt die Änderung zurück.</translation>
    </message>
    <message>
        <source>Changed in the drawing: %1. Undo takes it back.</source>
        <translation>In der Zeichnung geändert: %1. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>Then the changed drawing can be trained.</source>
        <translation>Danach kann die geänderte Zeichnung trainiert werden.</translation>
    </message>
    <message>
        <source>Train (F5)</source>
        <translation>Trainieren (F5)</translation>
    </message>
    <message>
        <source>A new run of the changed drawing, from new weights.</source>
        <translation>Ein neuer Lauf der geänderten Zeichnung, mit neuen Gewichten.</translation>
    </message>
    <message>
        <source>Larger batch</source>
        <translation>Größerer Batch</translation>
    </message>
    <message>
        <source>More work in each step: %1. There are fewer updates in an epoch, so a higher learning rate may be needed.</source>
        <translation>Mehr Arbeit je Schritt: %1. Eine Epoche hat weniger Aktualisierungen, daher kann eine höhere Lernrate nötig sein.</translation>
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
        <source>Validate more rarely</source>
        <translation>Seltener validieren</translation>
    </message>
    <message>
        <source>Every %1 iterations instead of %2: more of the time is left for training.</source>
        <translation>Alle %1 statt alle %2 Iterationen: Für das Training bleibt mehr Zeit.</translation>
    </message>
    <message>
        <source>The next run does that. Stop this one, then train again (F5), or go on from its checkpoint.</source>
        <translation>Der nächste Lauf tut das. Beende diesen und trainiere neu (F5), oder setze seinen Checkpoint fort.</translation>
    </message>
    <message>
        <source>The run is saved first.</source>
        <translation>Der Lauf wird vorher gesichert.</translation>
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
        <source>Loss</source>
        <translation>Verlust</translation>
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
        <source>Loss on what is held out, as it was measured last</source>
        <translation>Verlust auf den zurückgehaltenen Daten, zuletzt gemessen</translation>
    </message>
    <message>
        <source>Lowest validation loss, and its iteration</source>
        <translation>Kleinster Verlust der Validierung und seine Iteration</translation>
    </message>
    <message>
        <source>%1 characters/s</source>
        <translation>%1 Zeichen/s</translation>
    </message>
    <message>
        <source>%1 sequences/s</source>
        <translation>%1 Folgen/s</translation>
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
</context>
<context>
    <name>studio::RunMeter</name>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1: utilisation %2, memory %3</source>
        <translation>%1: Auslastung %2, Speicher %3</translation>
    </message>
    <message>
        <source>%1: utilisation %2</source>
        <translation>%1: Auslastung %2</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
</context>
<context>
    <name>studio::RunNotice</name>
    <message>
        <source>Put this away</source>
        <translation>Ausblenden</translation>
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
        <translation>Leere Stelle oder Leitung: Schicht hinzufügen; rekurrente Schicht: abrollen</translation>
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
        <translation>Ende einer Leitung ziehen</translation>
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
        <translation>Verschieben; auf eine Leitung: einfügen; Alt: weder Raster noch Einfügen</translation>
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
        <translation>Leitungen trennen</translation>
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
        <translation>Am Zeiger vergrößern</translation>
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
        <translation>Zur nächsten Schicht entlang der Leitungen, der Reihe nach</translation>
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
</context>
<context>
    <name>editor::HeatLegend</name>
    <message>
        <source>Colours of the drawing: %1, from 0 to %2</source>
        <translation>Farben der Zeichnung: %1, von 0 bis %2</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>Something to read</source>
        <translation>Etwas zu lesen</translation>
    </message>
    <message>
        <source>A memory</source>
        <translation>Ein Gedächtnis</translation>
    </message>
    <message>
        <source>A guess, and how wrong it is</source>
        <translation>Eine Vermutung, und wie falsch sie ist</translation>
    </message>
    <message>
        <source>Let it learn</source>
        <translation>Lernen lassen</translation>
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
        <source>Double-click TEXTDATA in the panel Layers, or drag it onto the canvas. It reads a text and gives the net its characters, many places of the text at once.</source>
        <translation>TEXTDATA unter Schichten doppelklicken oder auf die Zeichenfläche ziehen. Es liest einen Text und gibt dem Netz seine Zeichen, von vielen Stellen des Textes zugleich.</translation>
    </message>
    <message>
        <source>Double-click EMBED. It gives each character a vector of numbers, with which the net can calculate.</source>
        <translation>EMBED doppelklicken. Es gibt jedem Zeichen einen Vektor von Zahlen, mit dem das Netz rechnen kann.</translation>
    </message>
    <message>
        <source>Double-click LSTM. It reads the vectors one by one and remembers what came before. Beside each wire stands its size: steps × streams × width.</source>
        <translation>LSTM doppelklicken. Es liest die Vektoren nacheinander und merkt sich, was vorher kam. Neben jeder Leitung steht ihre Größe: Schritte × Ströme × Breite.</translation>
    </message>
    <message>
        <source>Double-click INNERPRODUCT. From the memory it makes a score for each character that may come next.</source>
        <translation>INNERPRODUCT doppelklicken. Aus dem Gedächtnis macht es einen Punktwert für jedes Zeichen, das als nächstes kommen kann.</translation>
    </message>
    <message>
        <source>Double-click SOFTMAXWITHLOSS. It compares the scores with the character that really came. That number, the loss, is what training makes small.</source>
        <translation>SOFTMAXWITHLOSS doppelklicken. Es vergleicht die Punktwerte mit dem Zeichen, das wirklich kam. Diese Zahl, den Verlust, macht das Training klein.</translation>
    </message>
    <message>
        <source>Connect the two marked ports: drag from the lower edge of %1 to the upper edge of %2, so that data flow between them.</source>
        <translation>Die beiden markierten Anschlüsse verbinden: vom unteren Rand von %1 zum oberen Rand von %2 ziehen, damit Daten zwischen ihnen fließen.</translation>
    </message>
    <message>
        <source>Something in the drawing does not fit yet. The panel Problems says what, and offers what solves it.</source>
        <translation>Etwas in der Zeichnung passt noch nicht. Unter Probleme steht, was, und wie es sich lösen lässt.</translation>
    </message>
    <message>
        <source>Press F5 or click Train. The net learns from a bundled play; the panel Data takes a text of your own.</source>
        <translation>F5 drücken oder auf Trainieren klicken. Das Netz lernt an einem mitgelieferten Theaterstück; unter Daten lässt sich ein eigener Text wählen.</translation>
    </message>
    <message>
        <source>The run ended before the net had learned much. Press F5 to train a new one, with more iterations in the panel Training.</source>
        <translation>Der Lauf endete, bevor das Netz viel gelernt hatte. F5 trainiert ein neues; unter Training lassen sich mehr Iterationen wählen.</translation>
    </message>
    <message>
        <source>In Curves the loss falls. In Samples the net writes a few lines now and then: noise at first, then words. The strip below shows how busy this computer is.</source>
        <translation>Unter Kurven fällt der Verlust. Unter Textproben schreibt das Netz hin und wieder ein paar Zeilen: erst Rauschen, dann Wörter. Die Leiste darunter zeigt, wie beschäftigt der Rechner ist.</translation>
    </message>
    <message>
        <source>You have drawn a recurrent net, and it learns to write. What comes next: Writing lets it go on from your words, Lens shows what one unit of it follows, Training › Race engines… compares engines, File › Export… saves the drawing.</source>
        <translation>Ein rekurrentes Netz ist gezeichnet und lernt schreiben. Wie es weitergeht: Schreiben lässt es an eigene Worte anknüpfen, Lupe zeigt, was eine seiner Einheiten verfolgt, Training › Engines um die Wette… vergleicht Engines, Datei › Exportieren … sichert die Zeichnung.</translation>
    </message>
</context>
<context>
    <name>studio::GuideBubble</name>
    <message>
        <source>Shift+F1 brings the keyboard here, Escape takes it back</source>
        <translation>Umschalt+F1 holt die Tastatur hierher, Esc gibt sie zurück</translation>
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
        <translation>Hilfe › Das erste Netz mit Anleitung beginnt von vorn</translation>
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
        <translation>Das erste rekurrente Netz zeichnen und schreiben lernen lassen: fünf Schritte, zwei Minuten. Verlassen geht jederzeit; Hilfe › Das erste Netz mit Anleitung beginnt wieder.</translation>
    </message>
    <message>
        <source>&amp;Guide me</source>
        <translation>An&amp;leiten</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
</context>
<context>
    <name>studio::WritingForm</name>
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
        <source>%1 · iteration %2</source>
        <translation>%1 · Iteration %2</translation>
    </message>
    <message>
        <source> · loss %1</source>
        <translation> · Verlust %1</translation>
    </message>
    <message>
        <source>%1 · best</source>
        <translation>%1 · bestes</translation>
    </message>
    <message>
        <source>The net that writes</source>
        <translation>Das Netz, das schreibt</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keins</translation>
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
        <source>The net has never seen %1 and will leave it out.</source>
        <translation>Das Netz hat %1 nie gesehen und lässt es aus.</translation>
    </message>
</context>
<context>
    <name>studio::WrittenPages</name>
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
</context>
<context>
    <name>studio::StateLink</name>
    <message>
        <source>States of writing (%1)</source>
        <translation>Zustände beim Schreiben (%1)</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Show what the units held at a character of the text, change one and write on</source>
        <translation>Zeigen, was die Einheiten an einem Zeichen des Textes hielten, eine ändern und weiterschreiben</translation>
    </message>
    <message>
        <source>Stop the writing, then the state is shown.</source>
        <translation>Das Schreiben anhalten, dann wird der Zustand gezeigt.</translation>
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
        <source>The state in %1 fits. Write on goes on from there.</source>
        <translation>Der Zustand in %1 passt. „Weiterschreiben“ geht von dort aus weiter.</translation>
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
    <name>studio::StatePanel</name>
    <message numerus="yes">
        <source>%n earlier</source>
        <translation>
            <numerusform>%n frühere</numerusform>
            <numerusform>%n frühere</numerusform>
        </translation>
    </message>
    <message>
        <source>Write on</source>
        <translation>Weiterschreiben</translation>
    </message>
    <message>
        <source>Write on from this character with the same seed and settings, as a branch</source>
        <translation>Von diesem Zeichen an mit demselben Startwert und denselben Einstellungen weiterschreiben, als Zweig</translation>
    </message>
    <message>
        <source>Save this state as a file</source>
        <translation>Diesen Zustand als Datei speichern</translation>
    </message>
    <message>
        <source>Write on from a state in a file</source>
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
        <source>No layer of this net keeps a state.</source>
        <translation>Keine Schicht dieses Netzes hat einen Zustand.</translation>
    </message>
    <message>
        <source>Now %1</source>
        <translation>Jetzt %1</translation>
    </message>
</context>
<context>
    <name>studio::StateStrip</name>
    <message>
        <source>Units of the state</source>
        <translation>Einheiten des Zustands</translation>
    </message>
    <message>
        <source>Unit %1: %2</source>
        <translation>Einheit %1: %2</translation>
    </message>
</context>
<context>
    <name>studio::State</name>
    <message>
        <source>%1 · layer %2</source>
        <translation>%1 · Schicht %2</translation>
    </message>
    <message>
        <source>hidden state h</source>
        <translation>verborgener Zustand h</translation>
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
</context>
</TS>
