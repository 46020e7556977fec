import { runContest } from './s1-contest.ts';

// Runs in the browser's worker. The page sends the size and receives the lines.
self.addEventListener('message', (event: MessageEvent<number>) => {
  const run = async (): Promise<void> => {
    const response = await fetch('/decoder.wasm');
    self.postMessage(await runContest(await response.arrayBuffer(), event.data));
  };
  run().catch((error: unknown) => self.postMessage(String(error)));
});
