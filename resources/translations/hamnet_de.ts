<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Layers</name>
    <message>
        <source>Counts how often the net&apos;s guess is right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A score for each class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The class that really came.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A share between 0 and 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share for each class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guesses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many of the highest scores count as the guess.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis of the classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Along which axis of the scores the classes lie.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ignored label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Places with this label do not count; -1 stands for a label that is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Joins tensors to one along an axis.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is joined, in order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Along which axis the tensors are joined.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis (old name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What old files call the axis.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sets some numbers to zero at random while training, so that the net does not lean on single ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same, thinned out while training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share p of numbers that is set to zero; more makes learning by heart harder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the random zeros start from; 0 follows the seed of the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Active</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether anything is set to zero at all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which kernels run the layer; DEFAULT takes the fastest that can.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds or multiplies tensors of one shape element by element, or takes the largest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors of one shape, two or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The result, of the same shape.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is done with the elements at one place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coefficients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each input is multiplied by in a sum; 1 where none are given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stable gradient of products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the slope of a product is made without a division, which zeros would spoil.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many numbers (E) stand for one character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many different characters there are (V); set from the text when training starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether one learned vector is added to every character&apos;s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the vectors start; all zero would make all characters look alike for long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the added vector starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives each character a vector of its own, which is learned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers of characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The vectors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many numbers (O) come out; in front of the loss, one score for each character of the vocabulary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether a learned number is added to each output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the weights start; small random numbers let the outputs become different.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the added numbers start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From which axis on the numbers are summed; the axes before it stay as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transposed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the weights are kept as inputs × outputs instead of outputs × inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes each output a weighted sum of all inputs; the weights are learned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is summed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sums.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes in numbers from outside the net: the batch is written here before each pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is read in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extents of each top, outermost first; one shape serves all tops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which kernels run the layer: DEFAULT takes the fastest that can, CAFFE goes step by step, CUDNN and ONEDNN run all steps in one call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many LSTMs are stacked, each reading what the one below remembers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout between layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of numbers that is set to zero on the way from one stacked layer to the next while training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First bias of the forget gate: 1 keeps early memories and learns faster; 0 leaves it to the bias filler.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State as ports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the first state comes in (h0, c0) and the last goes out (hT, cT) by wires.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First state as ports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the first state comes in by wires (h0, c0).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last state as ports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the last state goes out by wires (hT, cT).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Debug output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether Caffe prints what happens inside; kept in the file and without effect here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both ways</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the sequence is read backwards too; not supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Streams first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether x is streams × steps × width; not supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat the first state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether all stacked layers start from one state; not supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width H of the memory and of the output: more units remember more and cost more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the weights start; small random numbers let the units become different.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the biases of all four gates start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads a sequence and remembers what it has seen so far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sequence: steps × streams × width.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1: steps × streams.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was put out before the first step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was remembered before the first step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is put out at each step: steps × streams × units.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was put out at the last step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is remembered after the last step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width H of the memory and of the output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many sequences (N) lie side by side in the rows of x.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip gradients at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cuts each gradient in front of the gates to this size, so that errors do not explode; 0 cuts nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget bias 5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the forget gate&apos;s bias starts at 5, so that memories last long at first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads a sequence and remembers, as LSTM does, from rows that hold one step of one stream each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rows: (steps·streams) × width.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1: one mark a row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is put out for each row: (steps·streams) × units.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does one step of an LSTM: opens and closes the gates and renews the memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was remembered before the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sums in front of the gates, in the order i, f, g, o.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 where a sequence starts, else 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is remembered after the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is put out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes one number of many: their sum, the sum of sizes or of squares, or the mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number for each place of the axes that stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum, sum of absolute values, sum of squares, or mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From which axis on the numbers are taken together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coefficient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the result is multiplied by.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lets positive numbers through and holds negative ones back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The numbers, never below zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slope below zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What negative numbers are multiplied by; 0 makes them zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives the same numbers other axes, without moving any.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same numbers with other axes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The new extents, outermost first; 0 copies the input&apos;s, one -1 takes what is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From which axis on the shape is changed; those before it stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axes changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many axes the shape takes the place of; -1 means all that follow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The axis of x that the factor&apos;s first axis belongs to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axes of the factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many axes the learned factor has; -1 takes all from the first axis on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the learned factor starts; 1 changes nothing at first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether a learned number is added after the multiplication.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiplies by a factor, which comes in by a wire or is learned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is multiplied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it is multiplied by; learned where nothing is wired.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The products.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squeezes every number between 0 and 1, as a gate that opens and closes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers between 0 and 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes in tensors that nobody needs, so that they are not shown as results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is not needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cuts a tensor into pieces along one axis.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pieces, in order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Along which axis the tensor is cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where each piece after the first starts; without any, the pieces are equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns scores into chances that add up to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A chance for each class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Along which axis the chances add up to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Divided by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the sum is divided by: VALID the places that count, FULL all places, BATCH_SIZE the first axis, NONE nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normalised (old name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What old files say: true is VALID, false is BATCH_SIZE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measures how surprised the net is by what really came; training makes this number small.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number, in nats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chances.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hands one tensor to several readers and adds up what they send back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is handed on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same for each reader.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squeezes every number between -1 and 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers between -1 and 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text that the net learns from; empty where it is named when training starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many pieces of the text are read side by side (N).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many characters of each stream are in a batch, and how far back an error is traced (T).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What counts as one character: a byte of the file, or a code point of its UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>STREAMS reads the text from start to end and keeps the net&apos;s memory from batch to batch; WINDOWS starts anywhere, each time with an empty memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held out for validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of the text that is kept from training to see how the net does on new text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held out for the test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share at the end of the text that is looked at only once, when all is chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads a text and gives its characters, batch by batch, with the character that follows each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The character that follows each.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Solver</name>
    <message>
        <source>Model file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model that is trained, by the path of its file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model file for training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model for training where it lies in a file apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model file for validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model for validation where it lies in a file apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of weights to start from instead of the fillers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many batches each validation reads; none or 0 reads all of the text that is held out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After how many iterations the held-out text is tried; 0 means never.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss in validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether Caffe adds up the loss while it validates; here that is always done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validate first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the held-out text is tried once before the first iteration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop without gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training ends when this many validations in a row bring no lower loss; 0 never ends it so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far each step goes: too large and the loss jumps or explodes, too small and it hardly moves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the learning rate changes: fixed keeps it, cosine lets it fall smoothly to its least, step and multistep cut it at times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What step, exp and multistep multiply the rate by, and how steep inv and sigmoid are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The exponent of inv and poly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After how many iterations step cuts the rate; the middle of sigmoid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At which iterations multistep cuts the rate, in rising order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over how many first iterations the rate rises from nothing, which keeps early steps from going astray.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What cosine falls to at the last iteration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How gradients become steps: SGD follows them, Adam and AdamW choose a pace for each weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of the last step goes on in the next; for Adam, how slowly the mean gradient changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How slowly Adam&apos;s mean of squared gradients changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMS decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How slowly RMSProp&apos;s mean of squared gradients changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A small number that keeps AdaGrad, RMSProp, AdaDelta and Adam from dividing by zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How strongly weights are drawn towards zero through the gradient, against learning by heart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L2 draws large weights more, L1 draws all alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AdamW&apos;s decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How strongly AdamW draws weights towards zero beside the gradient; -1 takes the weight decay for it, which then leaves the gradient alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip the norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortens all gradients together to this length, so that one bad batch does no harm; -1 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip each value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cuts every number of the gradients to this size; -1 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many steps the training makes in all; 0 sets no end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batches a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many batches are added up before each step, as one larger batch would be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After how many iterations the loss is printed; 0 leaves it to the program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over how many iterations the printed loss is a mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where all random numbers start from: the same seed trains the same net; -1 draws one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After how many iterations the state of the training is saved; 0 saves at the end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of saved files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the names of saved files start with, folder included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the state is saved when the training ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether Caffe saves gradients with the weights; kept in the file and without effect here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format of saved files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which format Caffe saves in; kept in the file and without effect here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where Caffe runs; here the device is chosen when training starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which GPU Caffe takes; here the device is chosen when training starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Debug output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether Caffe prints what happens inside; kept in the file and without effect here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduce layer by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How Caffe joins the gradients of several GPUs; kept in the file and without effect here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
