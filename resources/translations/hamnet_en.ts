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
        <source>%n layer(s) after it have no sizes yet.</source>
        <translation>
            <numerusform>%n layer after it has no sizes yet.</numerusform>
            <numerusform>%n layers after it have no sizes yet.</numerusform>
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
    <name>studio::EngineRows</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::Inside</name>
    <message numerus="yes">
        <source>Values: only the first %n step(s) are recorded.</source>
        <translation>
            <numerusform>Values: only the first step is recorded.</numerusform>
            <numerusform>Values: only the first %n steps are recorded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n sampled value(s) are not finite.</source>
        <translation>
            <numerusform>%1: %n sampled value is not finite.</numerusform>
            <numerusform>%1: %n sampled values are not finite.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n of %2 units are dead, zero at every position seen: %3.</source>
        <translation>
            <numerusform>%1: %n of %2 units is dead, zero at every position seen: %3.</numerusform>
            <numerusform>%1: %n of %2 units are dead, zero at every position seen: %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n dead unit(s)</source>
        <translation>
            <numerusform>%n dead unit</numerusform>
            <numerusform>%n dead units</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::Race</name>
    <message numerus="yes">
        <source>%1: %n engine(s), %2, seed %3</source>
        <translation>
            <numerusform>%1: one engine, %2, seed %3</numerusform>
            <numerusform>%1: %n engines, %2, seed %3</numerusform>
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
    <name>studio::RunBar</name>
    <message numerus="yes">
        <source>for %Ln epoch(s)</source>
        <translation>
            <numerusform>for %Ln epoch</numerusform>
            <numerusform>for %Ln epochs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for %Ln iteration(s)</source>
        <translation>
            <numerusform>for %Ln iteration</numerusform>
            <numerusform>for %Ln iterations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::RunCoach</name>
    <message numerus="yes">
        <source>mean of the last %n validations</source>
        <translation>
            <numerusform>mean of the last validation</numerusform>
            <numerusform>mean of the last %n validations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::RunsPanel</name>
    <message numerus="yes">
        <source>Remove %n run(s) with results from the table? The files of the runs stay.</source>
        <translation>
            <numerusform>Remove the run with its results from the table? Its files stay.</numerusform>
            <numerusform>Remove %n runs with results from the table? The files of the runs stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) queued</source>
        <translation>
            <numerusform>%n run queued</numerusform>
            <numerusform>%n runs queued</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) at work: %1.</source>
        <translation>
            <numerusform>%n process at work: %1.</numerusform>
            <numerusform>%n processes at work: %1.</numerusform>
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
    <name>studio::StatePanel</name>
    <message numerus="yes">
        <source>%n earlier</source>
        <translation>
            <numerusform>%n earlier</numerusform>
            <numerusform>%n earlier</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::StatusLine</name>
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
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::SweepDialog</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n combination(s), %2 seeds each</source>
        <translation>
            <numerusform>%1: %n combination, %2 seeds</numerusform>
            <numerusform>%1: %n combinations, %2 seeds each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::ValuesPanel</name>
    <message numerus="yes">
        <source>%n more finding(s).</source>
        <translation>
            <numerusform>%n more finding.</numerusform>
            <numerusform>%n more findings.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>studio::Workspace</name>
    <message numerus="yes">
        <source>%n layer(s) instead of %1</source>
        <translation>
            <numerusform>%n layer instead of %1</numerusform>
            <numerusform>%n layers instead of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) instead of %1</source>
        <translation>
            <numerusform>%n run instead of %1</numerusform>
            <numerusform>%n runs instead of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln epoch(s)</source>
        <translation>
            <numerusform>%Ln epoch</numerusform>
            <numerusform>%Ln epochs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln iteration(s)</source>
        <translation>
            <numerusform>%Ln iteration</numerusform>
            <numerusform>%Ln iterations</numerusform>
        </translation>
    </message>
</context>
</TS>
