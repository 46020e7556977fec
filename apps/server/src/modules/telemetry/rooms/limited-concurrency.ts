/** Runs up to `concurrency` tasks and queues up to `maxWaiting` more; drops the rest. */
export function createLimitedQueue(concurrency: number, maxWaiting: number) {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const workOff = async (): Promise<void> => {
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) await work();
  };
  return {
    run(work: () => Promise<void>): void {
      if (waiting.length < maxWaiting) waiting.push(work);
      if (running.size >= concurrency) return;
      const done = workOff().finally(() => running.delete(done));
      running.add(done);
    },
    settled: async () => void (await Promise.all(running)),
  };
}

/** Runs `work` for all items, in batches of `size`. */
export async function runInBatches<Item>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += size)
    await Promise.all(items.slice(from, from + size).map(work));
}
