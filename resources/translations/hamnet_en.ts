<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Fixes</name>
    <message numerus="yes">
        <source>Add %n output(s) to %1</source>
        <translation>
            <numerusform>Add an output to %1</numerusform>
            <numerusform>Add %n outputs to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Without %n layer(s) that have no sizes yet.</source>
        <translation>
            <numerusform>Without %n layer that has no sizes yet.</numerusform>
            <numerusform>Without %n layers that have no sizes yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>editor::LayerPage</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>editor::LayerTree</name>
    <message numerus="yes">
        <source>Delete %n layer(s)</source>
        <translation>
            <numerusform>Delete %n layer</numerusform>
            <numerusform>Delete %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>editor::ProblemsPanel</name>
    <message numerus="yes">
        <source>%n layer(s) behind have no sizes yet.</source>
        <translation>
            <numerusform>%n layer behind has no sizes yet.</numerusform>
            <numerusform>%n layers behind have no sizes yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>editor::TextTwin</name>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::MainWindow</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::ResultsPanel</name>
    <message numerus="yes">
        <source>%n row(s) after the last one</source>
        <translation>
            <numerusform>%n row after the last one</numerusform>
            <numerusform>%n rows after the last one</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::SampleCard</name>
    <message numerus="yes">
        <source>%n layers</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::TrainingPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
