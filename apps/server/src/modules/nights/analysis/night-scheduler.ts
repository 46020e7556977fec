import { domainCollection, daysLater, nightOf, nightRange } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { everyDocument } from '../../../core/documents/list-all.ts';
import type { NightOrders } from './night-orders.ts';
import { readOverdueNights } from '../figures/night-figures-store.ts';
import { nightPath, type NightParts } from './night-parts.ts';
import {
  readRoomsWithDevices,
  takeDueRounds,
  takeRounds,
  type RoundKey,
} from './night-rounds-store.ts';

export type NightScheduler = {
  /** One look by the clock: what is over is asked for. @returns how many nights of rooms were */
  readonly look: () => Promise<number>;
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

const EVERY_MS = 60_000;
/** The last frames of a night are on their way for a while. */
const SETTLE_MS = 5 * 60_000;
/** Nights that were over while no server ran are made up for. */
export const NIGHTS_BACK = 7;
/**
 * What comes late (a device that was offline) is looked for so often, in the nights of the last two
 * days.
 */
const RECHECK_MS = 60 * 60_000;
const RECHECKED_NIGHTS = 2;
const SEEN_FOR_MS = 10 * 60_000;

type Organisation = RoundKey & { readonly timeZone: string; readonly nightStartsAt: string };

/**
 * Asks for the nights of every room when they are over where the room is. Every server looks; the
 * row of an organisation's night is written by one of them, together with the orders, so a server
 * that dies in between leaves both undone.
 */
export function createNightScheduler(parts: NightParts, orders: NightOrders): NightScheduler {
  const { database, store, now, log } = parts;
  const state: { looking: Promise<unknown>; timer?: NodeJS.Timeout } = {
    looking: Promise.resolve(),
  };
  /**
   * What this server has seen lately: most looks change nothing, and an organisation is worth no
   * transaction a minute.
   */
  const seen = new Map<string, { readonly newest: string; readonly atMs: number }>();

  async function lookAt(organisation: Organisation, nowMs: number): Promise<number> {
    const { timeZone, nightStartsAt } = organisation;
    const newest = daysLater(nightOf(nowMs - SETTLE_MS, timeZone, nightStartsAt), -1);
    const last = seen.get(organisation.domainId);
    if (last !== undefined && last.newest === newest && nowMs - last.atMs < SEEN_FOR_MS) return 0;
    const ended = Array.from({ length: NIGHTS_BACK }, (_, back) => daysLater(newest, -back));
    const asked = await database.transaction(async (queries) => {
      const at = new Date(nowMs);
      const fresh = await takeRounds(queries, organisation, ended, at);
      const due = await takeDueRounds(
        queries,
        organisation,
        ended.slice(0, RECHECKED_NIGHTS),
        new Date(nowMs - RECHECK_MS),
        at,
      );
      return askFor(queries, organisation, [...fresh, ...due].toSorted().toReversed());
    });
    seen.set(organisation.domainId, { newest, atMs: nowMs });
    return asked;
  }

  async function askFor(
    queries: Queries,
    organisation: Organisation,
    nights: readonly string[],
  ): Promise<number> {
    let asked = 0;
    for (const night of nights) {
      const { fromMs, toMs } = nightRange(night, organisation.timeZone, organisation.nightStartsAt);
      const rooms = await readRoomsWithDevices(queries, organisation, fromMs * 1000, toMs * 1000);
      for (const roomId of rooms)
        await orders.put(queries, { roomId, rootDomainId: organisation.rootDomainId }, [night]);
      asked += rooms.length;
    }
    return asked;
  }

  async function look(): Promise<number> {
    const nowMs = now().getTime();
    let asked = 0;
    for await (const organisation of organisations(store))
      asked += await lookAt(organisation, nowMs);
    asked += await orders.askForForgotten();
    await endWaits(parts, nowMs);
    if (asked > 0) orders.wake();
    return asked;
  }

  const lookQuietly = (): void => {
    state.looking = state.looking
      .then(look)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'nights that are over could not be looked for; it is tried again'),
      );
  };
  return {
    look,
    start() {
      lookQuietly();
      state.timer = setInterval(lookQuietly, EVERY_MS);
    },
    async close() {
      clearInterval(state.timer);
      await state.looking;
    },
  };
}

const MAX_ENDED_WAITS = 200;

/**
 * Makes provisional nights final whose devices did not deliver in time. A night that somebody
 * changes meanwhile is left to the next look.
 */
async function endWaits({ database, store }: NightParts, nowMs: number): Promise<void> {
  const overdue = await readOverdueNights(database, new Date(nowMs), MAX_ENDED_WAITS);
  if (overdue.length === 0) return;
  await store.commit(
    overdue.map((key) => ({
      kind: 'update',
      path: nightPath(key),
      fields: [{ field: ['awaited'], value: null }],
    })),
    { userId: null },
  );
}

const organisationFields = domainCollection.schema
  .pick({ timeZone: true, nightStartsAt: true, rootDomainId: true })
  .strip();

async function* organisations(store: DocumentStore): AsyncGenerator<Organisation> {
  for await (const { id, data } of everyDocument(store, {
    collection: 'domain',
    group: false,
    filters: [],
  })) {
    const fields = organisationFields.safeParse(data);
    if (fields.success) yield { domainId: id, ...fields.data };
  }
}
