import { stopReason } from './stop-reason.ts';

/** Work that takes turns on this server. */
export type Turns = {
  /**
   * Does the work when its turn comes, as long as whoever waits for it does. The turn goes round
   * those who ask, and of one of them from the first to the last.
   * @param owner whose work it is; none takes the turns of the others
   * @throws what `full` gives when too many wait; the signal's reason when nobody waits any more;
   * what the work throws
   */
  readonly take: <Result>(
    owner: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ) => Promise<Result>;
  readonly standing: () => TurnsStanding;
};
export type TurnsStanding = { readonly running: number; readonly waiting: number };
/**
 * How much of it is done at once, how much waits, and how much of that for one owner. In a full
 * line there is a place for each who has none, as long as others have several.
 */
export type TurnBounds = {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitingOfOne: number;
};

type Waiting = {
  readonly owner: string;
  readonly begin: () => void;
  readonly giveUp: (reason: Error) => void;
};

/** @param full the refusal of one more, by the bound that it came over */
export function createTurns(bounds: TurnBounds, full: (most: number) => Error): Turns {
  const line: Waiting[] = [];
  /** When each of those who wait had their last turn, or came: the longest ago is next. */
  const lastTurns = new Map<string, number>();
  const state = { running: 0, turn: 0 };
  const note = (owner: string): void => {
    lastTurns.set(owner, (state.turn += 1));
  };
  const forget = (owner: string): void => {
    if (line.every((one) => one.owner !== owner)) lastTurns.delete(owner);
  };

  const wait = (owner: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (reason: Error): void => {
        signal.removeEventListener('abort', leave);
        line.splice(line.indexOf(waiting), 1);
        forget(owner);
        reject(reason);
      };
      const leave = (): void => giveUp(stopReason(signal, 'nobody waits for it any more'));
      const waiting: Waiting = {
        owner,
        giveUp,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (!lastTurns.has(owner)) note(owner);
      line.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  const waitingOf = (owner: string): number => line.filter((one) => one.owner === owner).length;
  /**
   * Who has nothing in a full line takes the last place of whoever waits for the most, so that no
   * few keep all others out of it. @returns whether there is a place
   */
  const makePlace = (owner: string): boolean => {
    if (line.length < bounds.waiting) return true;
    const [most] = [...lastTurns.keys()].toSorted((a, b) => waitingOf(b) - waitingOf(a));
    const last = line.findLast((one) => one.owner === most);
    if (last === undefined || waitingOf(owner) > 0 || waitingOf(last.owner) < 2) return false;
    last.giveUp(full(bounds.waiting));
    return true;
  };
  /** Whoever is next takes the place over. */
  const end = (): void => {
    const [owner] = [...lastTurns].toSorted(([, a], [, b]) => a - b)[0] ?? [];
    const next = line.findIndex((one) => one.owner === owner);
    const [waiting] = next < 0 ? [] : line.splice(next, 1);
    if (waiting === undefined) {
      state.running -= 1;
      return;
    }
    note(waiting.owner);
    forget(waiting.owner);
    waiting.begin();
  };

  return {
    take: async (owner, signal, work) => {
      signal.throwIfAborted();
      if (state.running < bounds.atOnce) state.running += 1;
      else if (waitingOf(owner) >= bounds.waitingOfOne) throw full(bounds.waitingOfOne);
      else if (!makePlace(owner)) throw full(bounds.waiting);
      else await wait(owner, signal);
      try {
        return await work();
      } finally {
        end();
      }
    },
    standing: () => ({ running: state.running, waiting: line.length }),
  };
}
