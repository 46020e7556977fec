import { createImportApi } from '../api.ts';
import { createUploadClient } from '../../../shared/imports/api.ts';
import type { HttpOptions } from '../../../api/http-call.ts';
import type { OfflineDatabase } from '../../../live/offline/offline-database.ts';
import { checkIn, type StartWorker } from '../reading/check-in-worker.ts';
import { createImportQueue, type ImportQueue, type QueueOptions } from './import-queue.ts';
import { createResumableUploads } from './resumable-uploads.ts';

export type QueueOpening = {
  readonly http: HttpOptions;
  readonly database: OfflineDatabase | null;
  readonly memberId: string;
};

/** The queue of a page, with the browser's workers, locks and network. */
export const openImportQueue = (
  view: Window,
  { http, database, memberId }: QueueOpening,
): ImportQueue =>
  createImportQueue({
    ...checkIn(startImportWorker),
    uploads: createUploadClient(http),
    api: createImportApi(http),
    kept: createResumableUploads(database, memberId),
    alone: aloneAmongTabs(view.navigator),
    pause: createPause(view),
    now: () => performance.now(),
    newId: () => crypto.randomUUID(),
  });

const startImportWorker: StartWorker = () =>
  new Worker(new URL('../import-worker.ts', import.meta.url), {
    type: 'module',
    name: 'import',
  });

/** Without locks (an insecure address) the server's offset decides between tabs. */
function aloneAmongTabs(navigator: Partial<Pick<Navigator, 'locks'>>): QueueOptions['alone'] {
  return async (name, signal, onHeld, run) => {
    const { locks } = navigator;
    if (locks === undefined) return run();
    return locks
      .request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) return { result: await run() };
        onHeld();
        return null;
      })
      .then((done) => (done === null ? locks.request(name, { signal }, run) : done.result));
  };
}

const createPause =
  (view: Window): QueueOptions['pause'] =>
  (delayMs, signal) =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        view.clearTimeout(timer);
        view.removeEventListener('online', done);
        signal.removeEventListener('abort', stop);
      };
      const done = (): void => {
        end();
        resolve();
      };
      const stop = (): void => {
        end();
        reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
      };
      const timer = view.setTimeout(done, delayMs);
      view.addEventListener('online', done);
      signal.addEventListener('abort', stop);
    });
