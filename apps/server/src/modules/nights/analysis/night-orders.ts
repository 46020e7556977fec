import { setTimeout as pause } from 'node:timers/promises';
import { refuse, daysLater, nightOf, nightRange } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { nightZoneOf } from '../../../core/documents/night-zone.ts';
import {
  countOpenOrders,
  countWaitingOrders,
  putOrders,
  readForgottenOrders,
} from './night-orders-store.ts';
import { NIGHT_JOB, nightSubject, type NightParts } from './night-parts.ts';

export type NightRoom = {
  readonly roomId: string;
  readonly domainId: string;
  readonly rootDomainId: string;
};
type Asked = {
  readonly nights: readonly string[];
  /** They are looked at when they are over. */
  readonly notOver: readonly string[];
};

export type NightOrders = {
  /**
   * Nights from one local date to another, for somebody who asks for them. @throws ProblemError
   * `limit-night-orders`
   */
  readonly askNights: (room: NightRoom, from: string, to: string) => Promise<Asked>;
  /** Every night that a stretch of time touches. */
  readonly askRange: (room: NightRoom, fromMs: number, toMs: number) => Promise<Asked>;
  /** In the caller's transaction; call `wake` after it. */
  readonly put: (
    queries: Queries,
    room: Pick<NightRoom, 'roomId' | 'rootDomainId'>,
    nights: readonly string[],
  ) => Promise<void>;
  readonly wake: () => void;
  /**
   * What was asked for in the moment in which a job ended has none that lives: it gets another.
   * @returns how many did
   */
  readonly askForForgotten: () => Promise<number>;
  /**
   * Waits until nothing of this is left to do, or until it takes too long. @throws Error when it is
   * aborted
   */
  readonly untilDone: (
    room: Pick<NightRoom, 'roomId' | 'rootDomainId'>,
    nights: readonly string[],
    signal: AbortSignal,
  ) => Promise<void>;
};

const LOOK_MS = 250;
/** Whoever waits does not wait for the clock to find what was forgotten. */
const LOOKS_A_REMINDER = 20;
const FORGOTTEN_AT_ONCE = 200;
/** Whoever waits goes on after so long; the nights come all the same. */
const PATIENCE_MS = 30 * 60_000;
/** A file of years has nobody waiting for its oldest nights first: more are asked for by hand. */
const MOST_NIGHTS = 400;

type OrderParts = Pick<NightParts, 'database' | 'store' | 'jobs' | 'now'> & {
  readonly mostWaiting: number;
};

export function createNightOrders({
  database,
  store,
  jobs,
  now,
  mostWaiting,
}: OrderParts): NightOrders {
  const put: NightOrders['put'] = async (queries, { roomId, rootDomainId }, nights) => {
    await putOrders(queries, rootDomainId, roomId, nights);
    for (const night of nights)
      await jobs.add(queries, {
        rootDomainId,
        kind: NIGHT_JOB,
        subject: nightSubject({ roomId, night }),
        parameters: {},
      });
  };

  async function ask(
    room: NightRoom,
    listed: (zone: Awaited<ReturnType<typeof nightZoneOf>>) => readonly string[],
    limit = Infinity,
  ): Promise<Asked> {
    const zone = await nightZoneOf(store, room.domainId);
    const all = listed(zone);
    const isOver = (night: string): boolean =>
      nightRange(night, zone.timeZone, zone.nightStartsAt).toMs <= now().getTime();
    const nights = all.filter(isOver);
    await database.transaction(async (queries) => {
      if (
        limit < Infinity &&
        nights.length > 0 &&
        (await countWaitingOrders(queries, room.rootDomainId)) + nights.length > limit
      )
        throw refuse('limit-night-orders', { details: { limit } });
      await put(queries, room, nights);
    });
    jobs.wake(NIGHT_JOB);
    return { nights, notOver: all.filter((night) => !isOver(night)) };
  }

  const askForForgotten = (): Promise<number> =>
    database.transaction(async (queries) => {
      const forgotten = await readForgottenOrders(queries, NIGHT_JOB, FORGOTTEN_AT_ONCE);
      for (const { rootDomainId, roomId, night } of forgotten)
        await jobs.add(queries, {
          rootDomainId,
          kind: NIGHT_JOB,
          subject: nightSubject({ roomId, night }),
          parameters: {},
        });
      return forgotten.length;
    });

  return {
    put,
    askForForgotten,
    wake: () => jobs.wake(NIGHT_JOB),
    askNights: (room, from, to) => ask(room, () => nightsBetween(from, to), mostWaiting),
    askRange: (room, fromMs, toMs) =>
      ask(room, ({ timeZone, nightStartsAt }) =>
        nightsBetween(
          nightOf(fromMs, timeZone, nightStartsAt),
          nightOf(Math.max(fromMs, toMs - 1), timeZone, nightStartsAt),
        ),
      ),
    async untilDone({ roomId, rootDomainId }, nights, signal) {
      const deadline = performance.now() + PATIENCE_MS;
      for (let look = 1; performance.now() < deadline; look += 1) {
        if ((await countOpenOrders(database, rootDomainId, roomId, nights)) === 0) return;
        if (look % LOOKS_A_REMINDER === 0 && (await askForForgotten()) > 0) jobs.wake(NIGHT_JOB);
        await pause(LOOK_MS, undefined, { signal });
      }
    },
  };
}

/** Newest first: that is the one that somebody waits for. */
function nightsBetween(from: string, to: string): string[] {
  const nights: string[] = [];
  for (let night = to; night >= from && nights.length < MOST_NIGHTS; night = daysLater(night, -1))
    nights.push(night);
  return nights;
}
