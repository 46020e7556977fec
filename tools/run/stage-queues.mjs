/**
 * Runs queues at the same time, and the stages of a queue one after another. What the stages print
 * appears as if all had run one after another: the first unfinished stage prints directly, and the
 * output of later ones is collected until the stages before them have ended.
 * @template Stage, Result
 * @param {readonly (readonly Stage[])[]} queues
 * @param {(stage: Stage, print: ((text: string) => void) | null) => Promise<Result>} runStage
 *   `print` is null for a stage that can inherit the terminal
 * @param {{ print: (text: string) => void, signal: AbortSignal }} options after an abort no stage
 *   starts
 * @returns {Promise<Result[]>} results of the stages that have run, in the order of their output
 */
export async function runQueues(queues, runStage, { print, signal }) {
  const outputs = createOrderedOutput(queues.flat().length, print);
  const results = [];
  const runQueue = async (queue, first) => {
    for (const [offset, stage] of queue.entries()) {
      if (signal.aborted) return;
      const index = first + offset;
      results[index] = await runStage(stage, outputs.open(index));
      outputs.close(index);
    }
  };
  let first = 0;
  const running = queues.map((queue) => {
    const run = runQueue(queue, first);
    first += queue.length;
    return run;
  });
  await Promise.all(running);
  outputs.flush();
  return results.filter((result) => result !== undefined);
}

/**
 * Prints the outputs of `count` stages in order.
 * @param {number} count
 * @param {(text: string) => void} print
 */
function createOrderedOutput(count, print) {
  /** @type {{ collected: string[], isClosed: boolean }[]} */
  const outputs = Array.from({ length: count }, () => ({ collected: [], isClosed: false }));
  /** Index of the stage that prints directly. */
  let turn = 0;
  /** @param {{ collected: string[] }} output */
  const printCollected = ({ collected }) => {
    for (const text of collected.splice(0)) print(text);
  };
  return {
    /** @param {number} index */
    open: (index) =>
      index === turn
        ? null
        : (/** @type {string} */ text) => {
            if (index === turn) print(text);
            else outputs[index]?.collected.push(text);
          },
    /** @param {number} index */
    close(index) {
      const closed = outputs[index];
      if (closed !== undefined) closed.isClosed = true;
      while (outputs[turn]?.isClosed) {
        turn += 1;
        const next = outputs[turn];
        if (next !== undefined) printCollected(next);
      }
    },
    /** Prints what stages behind an aborted one have collected. */
    flush() {
      outputs.forEach(printCollected);
    },
  };
}
