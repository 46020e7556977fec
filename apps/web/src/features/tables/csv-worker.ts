import { config } from 'zod';
import { answerCall } from './csv-host.ts';
import { createCsvEngine } from './engine/csv-engine.ts';
import type { EngineAnswer } from './engine/csv-message.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;

/**
 * The worker that holds a table: reads, checks and sends it, so that 100,000 rows never block the
 * page.
 */
function startCsvWorker(): void {
  config({ jitless: true });
  const post = (message: EngineAnswer): void => globalThis.postMessage(message);
  const engine = createCsvEngine({
    http: { fetch: (url, init) => fetch(url, init) },
    wait: (attempt) =>
      new Promise((resolve) => {
        setTimeout(resolve, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
      }),
    reportProgress: (progress) => post({ csv: 'progress', progress }),
  });
  globalThis.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => void answerCall(engine, data, post),
  );
}

startCsvWorker();
