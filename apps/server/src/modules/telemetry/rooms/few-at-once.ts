/** Runs what is given at once, a few at a time; the rest waits for its turn. */
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

/** All of them, a few at a time. */
export async function someAtOnce<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += most)
    await Promise.all(items.slice(from, from + most).map(work));
}
