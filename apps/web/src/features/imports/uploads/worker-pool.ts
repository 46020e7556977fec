import { ProblemError, type Problem } from '@yamori/domain';
import type { ChosenFile } from './file-handles.ts';

/** A file in progress, and how to cancel it. */
export type Running = { readonly chosen: ChosenFile; readonly work: AbortController };
type Lane = 'check' | 'send';

/** Runs one check and one upload at a time, in the order of the requests. Skips removed items. */
export type WorkerPool = {
  readonly hold: (id: string, chosen: ChosenFile) => void;
  readonly enqueue: (lane: Lane, id: string, run: (own: Running) => Promise<void>) => void;
  readonly drop: (id: string) => void;
  /** The files of a record have been bundled. */
  readonly replace: (id: string, chosen: ChosenFile) => void;
};

export function createWorkerPool(
  closed: AbortSignal,
  onRefused: (id: string, problem: Problem) => void,
): WorkerPool {
  const running = new Map<string, Running>();
  const lanes = { check: Promise.resolve(), send: Promise.resolve() };

  async function runOne(id: string, run: (own: Running) => Promise<void>): Promise<void> {
    const own = running.get(id);
    if (own === undefined || closed.aborted) return;
    try {
      await run(own);
    } catch (error) {
      if (own.work.signal.aborted) return;
      if (error instanceof ProblemError) return onRefused(id, error.problem);
      onRefused(id, { code: 'import-failed' });
      // A bug: the item shows the failure, the console has the cause, and the other items continue.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  return {
    hold(id, chosen) {
      const work = new AbortController();
      closed.addEventListener('abort', () => work.abort(), { once: true });
      running.set(id, { chosen, work });
    },
    replace(id, chosen) {
      const own = running.get(id);
      if (own !== undefined) running.set(id, { ...own, chosen });
    },
    enqueue: (lane, id, run) => {
      lanes[lane] = lanes[lane].then(() => runOne(id, run));
    },
    drop(id) {
      running.get(id)?.work.abort();
      running.delete(id);
    },
  };
}
