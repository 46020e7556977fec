import { domainCollection, daysLater, getNightDate, nightRange } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { everyDocument } from '../../../core/documents/list-all.ts';
import type { AnalysisRequests } from './analysis-requests.ts';
import { readOverdueNights } from '../figures/night-figures-store.ts';
import { nightPath, type NightContext } from './night-context.ts';
import { readRoomsWithDevices, claimDueRuns, claimRuns, type RunKey } from './nightly-run-store.ts';

export type NightScheduler = {
  /** Requests all nights that are due now. @returns the number of requests */
  readonly look: () => Promise<number>;
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

const EVERY_MS = 60_000;
/** The last frames of a night arrive with a delay. */
const SETTLE_MS = 5 * 60_000;
/** How far back to request nights that ended while no server was running. */
export const NIGHTS_BACK = 7;
/** Late data of offline devices is looked for this often, in the last two nights. */
const RECHECK_MS = 60 * 60_000;
const RECHECKED_NIGHTS = 2;
const CHECK_CACHE_MS = 10 * 60_000;

type Organisation = RunKey & { readonly timeZone: string; readonly nightStartsAt: string };

/**
 * Requests each room's night once it is over in the room's time zone. All servers run this; one of
 * them writes the row of an organisation's night together with the requests, so a crash in between
 * leaves neither.
 */
export function createNightScheduler(
  context: NightContext,
  orders: AnalysisRequests,
): NightScheduler {
  const { database, store, now, log } = context;
  const state: { looking: Promise<unknown>; timer?: NodeJS.Timeout } = {
    looking: Promise.resolve(),
  };
  /**
   * Nights that this server checked recently. Avoids one transaction per organisation a minute, as
   * most checks find nothing to do.
   */
  const seen = new Map<string, { readonly newest: string; readonly atMs: number }>();

  async function checkOrganisation(organisation: Organisation, nowMs: number): Promise<number> {
    const { timeZone, nightStartsAt } = organisation;
    const newest = daysLater(getNightDate(nowMs - SETTLE_MS, timeZone, nightStartsAt), -1);
    const last = seen.get(organisation.domainId);
    if (last !== undefined && last.newest === newest && nowMs - last.atMs < CHECK_CACHE_MS)
      return 0;
    const ended = Array.from({ length: NIGHTS_BACK }, (_, back) => daysLater(newest, -back));
    const requested = await database.transaction(async (queries) => {
      const at = new Date(nowMs);
      const fresh = await claimRuns(queries, organisation, ended, at);
      const due = await claimDueRuns(
        queries,
        organisation,
        ended.slice(0, RECHECKED_NIGHTS),
        new Date(nowMs - RECHECK_MS),
        at,
      );
      return requestNights(queries, organisation, [...fresh, ...due].toSorted().toReversed());
    });
    seen.set(organisation.domainId, { newest, atMs: nowMs });
    return requested;
  }

  async function requestNights(
    queries: Queries,
    organisation: Organisation,
    nights: readonly string[],
  ): Promise<number> {
    let requested = 0;
    for (const night of nights) {
      const { fromMs, toMs } = nightRange(night, organisation.timeZone, organisation.nightStartsAt);
      const rooms = await readRoomsWithDevices(queries, organisation, fromMs * 1000, toMs * 1000);
      for (const roomId of rooms)
        await orders.put(queries, { roomId, rootDomainId: organisation.rootDomainId }, [night]);
      requested += rooms.length;
    }
    return requested;
  }

  async function check(): Promise<number> {
    const nowMs = now().getTime();
    let requested = 0;
    for await (const organisation of organisations(store))
      requested += await checkOrganisation(organisation, nowMs);
    requested += await orders.requestForgotten();
    await endWaits(context, nowMs);
    if (requested > 0) orders.wake();
    return requested;
  }

  const lookAndLogErrors = (): void => {
    state.looking = state.looking
      .then(check)
      .catch((error: unknown) => log.warn({ err: error }, 'night scheduling failed; retrying'));
  };
  return {
    look: check,
    start() {
      lookAndLogErrors();
      state.timer = setInterval(lookAndLogErrors, EVERY_MS);
    },
    async close() {
      clearInterval(state.timer);
      await state.looking;
    },
  };
}

const MAX_ENDED_WAITS = 200;

/**
 * Makes provisional nights final whose devices did not deliver in time. Nights that are changed
 * concurrently are left to the next check.
 */
async function endWaits({ database, store }: NightContext, nowMs: number): Promise<void> {
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
