/** Runs up to `most` tasks concurrently and queues up to `waitingMost` more; drops the rest. */
export function fewAtOnce(most: number, waitingMost: number) {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const workOff = async (): Promise<void> => {
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) await work();
  };
  return {
    run(work: () => Promise<void>): void {
      if (waiting.length < waitingMost) waiting.push(work);
      if (running.size >= most) return;
      const done = workOff().finally(() => running.delete(done));
      running.add(done);
    },
    settled: async () => void (await Promise.all(running)),
  };
}

/** Runs `work` for all items, in batches of `most`. */
export async function someAtOnce<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += most)
    await Promise.all(items.slice(from, from + most).map(work));
}
