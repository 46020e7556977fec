import { getAbortReason } from './abort-reason.ts';

/** Fair queue of work on this server. */
export type FairQueue = {
  /**
   * Runs `work` when its turn comes: round-robin across owners, first in, first out within an
   * owner. Rejects with `full` when too much is waiting, and with the signal's reason when the
   * caller disconnects before its turn.
   */
  readonly take: <Result>(
    owner: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ) => Promise<Result>;
  readonly stats: () => QueueStats;
};
export type QueueStats = { readonly running: number; readonly waiting: number };
/**
 * Limits of running work, waiting work, and waiting work of one owner. In a full queue an owner
 * without waiting work still gets a place while another has several.
 */
type TurnBounds = {
  readonly concurrency: number;
  readonly waiting: number;
  readonly maxWaitingPerOwner: number;
};

type Waiting = {
  readonly owner: string;
  readonly begin: () => void;
  readonly discard: (reason: Error) => void;
};

/** `full` creates the error for work above a limit, which it receives. */
export function createFairQueue(bounds: TurnBounds, full: (limit: number) => Error): FairQueue {
  const queue: Waiting[] = [];
  /** Sequence number of each waiting owner's last turn or arrival; the lowest is next. */
  const lastTurns = new Map<string, number>();
  const state = { running: 0, turn: 0 };
  const recordTurn = (owner: string): void => {
    state.turn += 1;
    lastTurns.set(owner, state.turn);
  };
  const forget = (owner: string): void => {
    if (queue.every((one) => one.owner !== owner)) lastTurns.delete(owner);
  };

  const wait = (owner: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const discard = (reason: Error): void => {
        signal.removeEventListener('abort', leave);
        queue.splice(queue.indexOf(waiting), 1);
        forget(owner);
        reject(reason);
      };
      const leave = (): void => discard(getAbortReason(signal, 'the client disconnected'));
      const waiting: Waiting = {
        owner,
        discard,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (!lastTurns.has(owner)) recordTurn(owner);
      queue.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  const countWaiting = (owner: string): number => queue.filter((one) => one.owner === owner).length;
  /**
   * Finds a place in the queue. In a full queue, an owner without waiting work replaces the last
   * work of the owner with the most. Returns false if there is no place.
   */
  const makePlace = (owner: string): boolean => {
    if (queue.length < bounds.waiting) return true;
    const [busiestOwner] = [...lastTurns.keys()].toSorted(
      (a, b) => countWaiting(b) - countWaiting(a),
    );
    const last = queue.findLast((one) => one.owner === busiestOwner);
    if (last === undefined || countWaiting(owner) > 0 || countWaiting(last.owner) < 2) return false;
    last.discard(full(bounds.waiting));
    return true;
  };
  /** Passes the place to the next work. */
  const end = (): void => {
    const [owner] = [...lastTurns].toSorted(([, a], [, b]) => a - b)[0] ?? [];
    const next = queue.findIndex((one) => one.owner === owner);
    const [waiting] = next < 0 ? [] : queue.splice(next, 1);
    if (waiting === undefined) {
      state.running -= 1;
      return;
    }
    recordTurn(waiting.owner);
    forget(waiting.owner);
    waiting.begin();
  };

  return {
    take: async (owner, signal, work) => {
      signal.throwIfAborted();
      if (state.running < bounds.concurrency) state.running += 1;
      else if (countWaiting(owner) >= bounds.maxWaitingPerOwner)
        throw full(bounds.maxWaitingPerOwner);
      else if (!makePlace(owner)) throw full(bounds.waiting);
      else await wait(owner, signal);
      try {
        return await work();
      } finally {
        end();
      }
    },
    stats: () => ({ running: state.running, waiting: queue.length }),
  };
}
