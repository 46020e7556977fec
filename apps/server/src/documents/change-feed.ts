import type { Database } from '../database/database.ts';
import type { Bus } from '../messaging/bus.ts';
import { DOCUMENTS_CHANGED } from './document-store.ts';
import type { DocumentLog } from './document-presentation.ts';
import { prune, readPage, type FeedChange, type FeedPage } from './live/feed-page.ts';

export type { FeedChange };

export type FeedEvent =
  /** In commit order as far as transactions touch the same documents. `horizon`: every transaction below it has been told, null in the middle of a backlog. */
  | {
      readonly kind: 'changes';
      readonly changes: readonly FeedChange[];
      readonly horizon: bigint | null;
    }
  /** Changes are missing (the feed slept for too long, or the follower failed at some): whoever follows it has to read again. */
  | { readonly kind: 'gap' };

export type ChangeFeed = {
  readonly start: () => Promise<void>;
  /** Calls back in turn and never at the same time. */
  readonly follow: (receive: (event: FeedEvent) => void) => { readonly close: () => void };
  /** Every transaction below it has been told. */
  readonly horizon: () => bigint;
  /** Reads on soon, as after a wake-up over the Bus. */
  readonly wake: () => void;
  /** How long what is committed has been waiting to be told: for a transaction that does not end, anywhere in the PostgreSQL, or for a database that does not answer. */
  readonly behindMs: () => number;
  readonly counters: () => {
    readonly polls: number;
    readonly changes: number;
    readonly failures: number;
    readonly pruned: number;
  };
  readonly close: () => Promise<void>;
};

export type ChangeFeedOptions = {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: () => Date;
  readonly log: DocumentLog;
  /** Milliseconds that never go back, for how long something waits; from any beginning. */
  readonly elapsedMs?: () => number;
  /** Reads this often without any wake-up, for one that was lost. */
  readonly pollMs?: number;
  /** Changes are kept this long: longer than a resume token is good. */
  readonly keepMs?: number;
};

const PAGE_ROWS = 2_000;
const PRUNE_EVERY_MS = 60_000;
/** While an older transaction is still open its change cannot be told; look again this soon. */
const SETTLE_MS = 8;
/** Nobody looks more often than ten times in the time that has been waited already. */
const LOOKS_WHILE_BEHIND = 10;
/** From then on it is said: pages show what was, and alarms of other servers wait. */
export const BEHIND_MS = 10_000;

type Counters = { polls: number; changes: number; failures: number; pruned: number };

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { bus } = options;
  const followers = new Set<(event: FeedEvent) => void>();
  const counters: Counters = { polls: 0, changes: 0, failures: 0, pruned: 0 };
  /** One follower that breaks must not keep the changes from the others; it reads again, since they are told only once. */
  const tellOne = (receive: (event: FeedEvent) => void, event: FeedEvent): void => {
    try {
      receive(event);
    } catch (error) {
      counters.failures += 1;
      options.log.warn(
        {
          code: 'feed-follower-failed',
          reason: error instanceof Error ? error.message : 'unknown',
        },
        'a follower of the change feed failed',
      );
      if (event.kind !== 'gap') tellOne(receive, { kind: 'gap' });
    }
  };
  const reader = createFeedReader(options, counters, (event) =>
    followers.forEach((receive) => tellOne(receive, event)),
  );
  const loop = createLoop(
    reader.readOn,
    () =>
      Math.min(
        options.pollMs ?? 1_000,
        reader.isSettled() ? Infinity : Math.max(SETTLE_MS, reader.behindMs() / LOOKS_WHILE_BEHIND),
      ),
    (error) => {
      counters.failures += 1;
      options.log.warn(
        { code: 'feed-failed', reason: error instanceof Error ? error.message : 'unknown' },
        'the change feed could not be read',
      );
    },
  );
  const listening = bus.subscribe(DOCUMENTS_CHANGED, loop.wake);
  return {
    start: async () => {
      await reader.begin();
      loop.wake();
    },
    follow: (receive) => {
      followers.add(receive);
      return {
        close: () => {
          followers.delete(receive);
        },
      };
    },
    horizon: reader.horizon,
    behindMs: reader.behindMs,
    wake: loop.wake,
    counters: () => ({ ...counters }),
    close: async () => {
      listening.close();
      await loop.close();
    },
  };
}

function createFeedReader(
  {
    database,
    clock,
    log,
    elapsedMs = () => performance.now(),
    keepMs = 600_000,
  }: ChangeFeedOptions,
  counters: Counters,
  tell: (event: FeedEvent) => void,
) {
  const state = {
    horizon: 0n,
    wanted: 0n,
    after: { xid: 0n, seq: '0' },
    readAtMs: 0,
    prunedAtMs: 0,
  };
  const begin = async (): Promise<void> => {
    const page = await readPage(database, { xid: 0n, seq: '0' }, 0);
    Object.assign(state, {
      horizon: page.low,
      after: { xid: page.low, seq: '0' },
      readAtMs: clock().getTime(),
      prunedAtMs: clock().getTime(),
    });
  };
  const waiting = createWaiting(elapsedMs, log);
  /** Tells everything up to the oldest transaction that is still open, page by page. */
  const readUp = async (woken: boolean): Promise<void> => {
    for (;;) {
      const page = await readPage(database, state.after, PAGE_ROWS);
      const isLast = page.changes.length < PAGE_ROWS || page.last === null;
      counters.polls += 1;
      waiting.note(page);
      counters.changes += page.changes.length;
      if (woken) state.wanted = page.high;
      if (isLast) state.horizon = page.low;
      // Before it is told: a reading that fails further on goes on from here and tells nothing twice.
      state.after = isLast || page.last === null ? { xid: page.low, seq: '0' } : page.last;
      tell({ kind: 'changes', changes: page.changes, horizon: isLast ? page.low : null });
      if (isLast) return;
    }
  };
  return {
    begin,
    horizon: () => state.horizon,
    behindMs: () => waiting.behindMs(),
    /** Whether what was committed before the last wake-up has been told. */
    isSettled: () => state.horizon >= state.wanted,
    readOn: async (woken: boolean): Promise<void> => {
      const nowMs = clock().getTime();
      if (nowMs - state.readAtMs > keepMs / 2) {
        await begin();
        tell({ kind: 'gap' });
      }
      await readUp(woken);
      state.readAtMs = nowMs;
      // What could not be told for long is old at once, and has to be there for those who read a moment later.
      if (nowMs - state.prunedAtMs <= PRUNE_EVERY_MS || waiting.lateForMs() <= keepMs) return;
      state.prunedAtMs = nowMs;
      counters.pruned += await prune(database, new Date(nowMs - keepMs));
    },
  };
}

/**
 * What the feed waits for. The oldest open transaction of the whole PostgreSQL cluster bounds what may be told (`pg_snapshot_xmin`), one
 * in another database too: a long one stops every live view, so it is said once, with how long it has been open.
 */
function createWaiting(elapsedMs: () => number, log: DocumentLog) {
  const state: {
    oldest: { readonly xid: bigint; readonly sinceMs: number } | null;
    readAtMs: number;
    lateAtMs: number;
    isSaid: boolean;
  } = { oldest: null, readAtMs: elapsedMs(), lateAtMs: -Infinity, isSaid: false };
  const behindMs = (): number => elapsedMs() - (state.oldest?.sinceMs ?? state.readAtMs);
  return {
    behindMs,
    /** Since something had last been waiting for long. */
    lateForMs: () => elapsedMs() - state.lateAtMs,
    note: ({ low, high }: FeedPage): void => {
      state.readAtMs = elapsedMs();
      if (state.oldest?.xid !== low || low >= high)
        Object.assign(state, {
          oldest: low < high ? { xid: low, sinceMs: state.readAtMs } : null,
          isSaid: false,
        });
      if (behindMs() < BEHIND_MS) return;
      state.lateAtMs = state.readAtMs;
      if (!state.isSaid)
        log.warn(
          { code: 'feed-behind', seconds: Math.round(behindMs() / 1000), transaction: String(low) },
          'a transaction of this PostgreSQL does not end: no change is told to open pages until it does',
        );
      state.isSaid = true;
    },
  };
}

/** Runs `work` at every wake-up and after every pause, never twice at a time. */
function createLoop(
  work: (woken: boolean) => Promise<void>,
  pauseMs: () => number,
  failed: (error: unknown) => void,
) {
  const state: {
    woken: boolean;
    closed: boolean;
    running: Promise<void> | null;
    timer: NodeJS.Timeout | undefined;
  } = { woken: false, closed: false, running: null, timer: undefined };
  const run = (): void => {
    if (state.running || state.closed) return;
    clearTimeout(state.timer);
    const { woken } = state;
    state.woken = false;
    state.running = work(woken)
      .catch(failed)
      .finally(() => {
        state.running = null;
        if (state.closed) return;
        if (state.woken) run();
        else state.timer = setTimeout(run, pauseMs());
      });
  };
  return {
    wake: (): void => {
      state.woken = true;
      run();
    },
    close: async (): Promise<void> => {
      state.closed = true;
      clearTimeout(state.timer);
      await state.running;
    },
  };
}
