import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError, daysLater, getNightDate, nightRange } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { readNightZone } from '../../../core/documents/room-place.ts';
import {
  countOpenRequests,
  countWaitingRequests,
  putRequests,
  readForgottenRequests,
} from './analysis-requests-store.ts';
import { NIGHT_JOB, nightSubject, type NightContext } from './night-context.ts';

export type NightRoom = {
  readonly roomId: string;
  readonly domainId: string;
  readonly rootDomainId: string;
};
type RequestedNights = {
  readonly nights: readonly string[];
  /** These nights are analysed once they are over. */
  readonly notOver: readonly string[];
};

export type AnalysisRequests = {
  /** Nights from one local date to another, at a user's request. Throws `limit-night-orders`. */
  readonly requestNights: (room: NightRoom, from: string, to: string) => Promise<RequestedNights>;
  /** All nights that a time range touches. */
  readonly requestRange: (
    room: NightRoom,
    fromMs: number,
    toMs: number,
  ) => Promise<RequestedNights>;
  /** Runs in the caller's transaction; call `wake` after the commit. */
  readonly put: (
    queries: Queries,
    room: Pick<NightRoom, 'roomId' | 'rootDomainId'>,
    nights: readonly string[],
  ) => Promise<void>;
  readonly wake: () => void;
  /**
   * Starts jobs for requests that were made just as their job ended. @returns the number of new
   * jobs
   */
  readonly requestForgotten: () => Promise<number>;
  /** Waits until the nights are analysed, or until a timeout. Rejects if aborted. */
  readonly untilDone: (
    room: Pick<NightRoom, 'roomId' | 'rootDomainId'>,
    nights: readonly string[],
    signal: AbortSignal,
  ) => Promise<void>;
};

const POLL_MS = 250;
/** While waiting, look for orphaned requests this often instead of waiting for the scheduler. */
const POLLS_PER_ORPHAN_CHECK = 20;
const MAX_ORPHANS = 200;
/** Waiting ends after this time. The analysis continues. */
const WAIT_TIMEOUT_MS = 30 * 60_000;
/** A file may span years. Older nights have to be requested explicitly. */
const MAX_NIGHTS = 400;

type NightOrderContext = Pick<NightContext, 'database' | 'store' | 'jobs' | 'now'> & {
  readonly maxWaiting: number;
};

export function createAnalysisRequests({
  database,
  store,
  jobs,
  now,
  maxWaiting,
}: NightOrderContext): AnalysisRequests {
  const put: AnalysisRequests['put'] = async (queries, { roomId, rootDomainId }, nights) => {
    await putRequests(queries, rootDomainId, roomId, nights);
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
    listed: (zone: Awaited<ReturnType<typeof readNightZone>>) => readonly string[],
    limit = Infinity,
  ): Promise<RequestedNights> {
    const zone = await readNightZone(store, room.domainId);
    const all = listed(zone);
    const isOver = (night: string): boolean =>
      nightRange(night, zone.timeZone, zone.nightStartsAt).toMs <= now().getTime();
    const nights = all.filter(isOver);
    await database.transaction(async (queries) => {
      if (
        limit < Infinity &&
        nights.length > 0 &&
        (await countWaitingRequests(queries, room.rootDomainId)) + nights.length > limit
      )
        throw new ProblemError('limit-night-orders', { details: { limit } });
      await put(queries, room, nights);
    });
    jobs.wake(NIGHT_JOB);
    return { nights, notOver: all.filter((night) => !isOver(night)) };
  }

  const requestForgotten = (): Promise<number> =>
    database.transaction(async (queries) => {
      const orphans = await readForgottenRequests(queries, NIGHT_JOB, MAX_ORPHANS);
      for (const { rootDomainId, roomId, night } of orphans)
        await jobs.add(queries, {
          rootDomainId,
          kind: NIGHT_JOB,
          subject: nightSubject({ roomId, night }),
          parameters: {},
        });
      return orphans.length;
    });

  return {
    put,
    requestForgotten,
    wake: () => jobs.wake(NIGHT_JOB),
    requestNights: (room, from, to) => ask(room, () => nightsBetween(from, to), maxWaiting),
    requestRange: (room, fromMs, toMs) =>
      ask(room, ({ timeZone, nightStartsAt }) =>
        nightsBetween(
          getNightDate(fromMs, timeZone, nightStartsAt),
          getNightDate(Math.max(fromMs, toMs - 1), timeZone, nightStartsAt),
        ),
      ),
    async untilDone({ roomId, rootDomainId }, nights, signal) {
      const deadline = performance.now() + WAIT_TIMEOUT_MS;
      for (let poll = 1; performance.now() < deadline; poll += 1) {
        if ((await countOpenRequests(database, rootDomainId, roomId, nights)) === 0) return;
        if (poll % POLLS_PER_ORPHAN_CHECK === 0 && (await requestForgotten()) > 0)
          jobs.wake(NIGHT_JOB);
        await pause(POLL_MS, undefined, { signal });
      }
    },
  };
}

/** Newest first, because users want that night first. */
function nightsBetween(from: string, to: string): string[] {
  const nights: string[] = [];
  for (let night = to; night >= from && nights.length < MAX_NIGHTS; night = daysLater(night, -1))
    nights.push(night);
  return nights;
}
