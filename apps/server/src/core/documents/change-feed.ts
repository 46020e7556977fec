import type { Database } from '../database/database.ts';
import type { Bus } from '../messaging/bus.ts';
import type { DocumentLog } from './document-presentation.ts';
import {
  prune,
  readHeads,
  readPage,
  type FeedChange,
  type TreePosition,
} from './live/feed-page.ts';
import type { FeedSnapshot } from './live/feed-snapshot.ts';
import type { CommitNumbers } from './writing/change-outbox.ts';
import { z } from 'zod';

export type { FeedChange };

export type FeedEvent =
  /**
   * Changes in commit order within each tree of organisations and for each document. `position`:
   * a snapshot whose transactions have all been delivered; null within a backlog.
   */
  | {
      readonly kind: 'changes';
      readonly changes: readonly FeedChange[];
      readonly position: FeedSnapshot | null;
    }
  /**
   * Changes are missing (the feed paused for too long, or a follower threw): the follower must read
   * the database again.
   */
  | { readonly kind: 'gap' };

export type ChangeFeed = {
  readonly start: () => Promise<void>;
  /** Calls back sequentially, never concurrently. */
  readonly follow: (receive: (event: FeedEvent) => void) => { readonly close: () => void };
  /** A snapshot whose transactions have all been delivered to the followers. */
  readonly position: () => FeedSnapshot;
  /** Requests a read, like a wake-up over the Bus. */
  readonly wake: () => void;
  readonly counters: () => {
    readonly polls: number;
    readonly changes: number;
    readonly failures: number;
    readonly pruned: number;
  };
  readonly close: () => Promise<void>;
};

type ChangeFeedOptions = {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: () => Date;
  readonly log: DocumentLog;
  /** Polling interval, in case a wake-up is lost. */
  readonly pollMs?: number;
  /** Retention of changes, longer than the validity of a resume token. */
  readonly keepMs?: number;
};

const PAGE_ROWS = 2_000;
const PRUNE_EVERY_MS = 60_000;
const POLL_MS = 1_000;
const KEEP_MS = 600_000;

type Counters = { polls: number; changes: number; failures: number; pruned: number };

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { bus } = options;
  const followers = new Set<(event: FeedEvent) => void>();
  const counters: Counters = { polls: 0, changes: 0, failures: 0, pruned: 0 };
  /**
   * A follower that throws gets a gap, because each change is delivered once. Others are
   * unaffected.
   */
  const notify = (receive: (event: FeedEvent) => void, event: FeedEvent): void => {
    try {
      receive(event);
    } catch (error) {
      counters.failures += 1;
      options.log.warn(
        {
          code: 'feed-follower-failed',
          reason: error instanceof Error ? error.message : 'unknown',
        },
        'change feed follower failed',
      );
      if (event.kind !== 'gap') notify(receive, { kind: 'gap' });
    }
  };
  const reader = createFeedReader(options, counters, (event) =>
    followers.forEach((receive) => notify(receive, event)),
  );
  const loop = createLoop(reader.readNewChanges, options.pollMs ?? POLL_MS, (error) => {
    counters.failures += 1;
    options.log.warn(
      { code: 'feed-failed', reason: error instanceof Error ? error.message : 'unknown' },
      'failed to read the change feed; will retry',
    );
  });
  const subscription = bus.subscribe(DOCUMENTS_CHANGED, (_subject, bytes) => {
    if (reader.isLagging(decodeWakeUp(bytes))) loop.wake();
  });
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
    position: reader.position,
    wake: loop.wake,
    counters: () => ({ ...counters }),
    close: async () => {
      subscription.close();
      await loop.close();
    },
  };
}

function createFeedReader(
  { database, clock, keepMs = KEEP_MS }: ChangeFeedOptions,
  counters: Counters,
  notifyAll: (event: FeedEvent) => void,
) {
  const positions = new Map<string, TreePosition>();
  const state = {
    position: { low: 0n, high: 0n, open: new Set<bigint>() } as FeedSnapshot,
    readAtMs: 0,
    prunedAtMs: 0,
  };
  const begin = async (): Promise<void> => {
    const heads = await readHeads(database);
    positions.clear();
    heads.positions.forEach((position, tree) => positions.set(tree, position));
    state.position = heads.snapshot;
    state.readAtMs = clock().getTime();
    state.prunedAtMs = state.readAtMs;
  };
  const readAllPages = async (): Promise<void> => {
    for (;;) {
      const page = await readPage(database, positions, PAGE_ROWS);
      const isLast = page.changes.length < PAGE_ROWS;
      counters.polls += 1;
      counters.changes += page.changes.length;
      if (isLast) state.position = page.snapshot;
      // Record the positions before calling followers, so that a failure does not repeat changes.
      page.positions.forEach((position, tree) => positions.set(tree, position));
      notifyAll({
        kind: 'changes',
        changes: page.changes,
        position: isLast ? page.snapshot : null,
      });
      if (isLast) return;
    }
  };
  return {
    begin,
    position: () => state.position,
    /** Whether a commit with these numbers is still unread; true for unknown numbers. */
    isLagging: (numbers: CommitNumbers | null): boolean =>
      numbers === null ||
      [...numbers].some(([tree, seq]) => seq > (positions.get(tree)?.seq ?? 0n)),
    readNewChanges: async (): Promise<void> => {
      const nowMs = clock().getTime();
      if (nowMs - state.readAtMs > keepMs / 2) {
        await begin();
        notifyAll({ kind: 'gap' });
      }
      await readAllPages();
      state.readAtMs = nowMs;
      if (nowMs - state.prunedAtMs <= PRUNE_EVERY_MS) return;
      state.prunedAtMs = nowMs;
      counters.pruned += await prune(database, new Date(nowMs - keepMs));
    },
  };
}

/** Runs `work` at every wake-up and after every pause, never concurrently. */
function createLoop(work: () => Promise<void>, pauseMs: number, failed: (error: unknown) => void) {
  const state: {
    woken: boolean;
    closed: boolean;
    running: Promise<void> | null;
    timer: NodeJS.Timeout | undefined;
  } = { woken: false, closed: false, running: null, timer: undefined };
  const run = (): void => {
    if (state.running || state.closed) return;
    clearTimeout(state.timer);
    state.woken = false;
    state.running = work()
      .catch(failed)
      .finally(() => {
        state.running = null;
        if (state.closed) return;
        if (state.woken) run();
        else state.timer = setTimeout(run, pauseMs);
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

/** Bus subject. The payload lists the trees of a commit, each with the commit's number. */
export const DOCUMENTS_CHANGED = 'documents.changed';

const wakeUp = z.array(z.tuple([z.string(), z.string().regex(/^\d{1,19}$/)]));

export const encodeWakeUp = (numbers: CommitNumbers): Uint8Array =>
  Buffer.from(JSON.stringify([...numbers].map(([tree, seq]) => [tree, String(seq)])));

/** Null for payloads of another version, which only say that something changed. */
function decodeWakeUp(bytes: Uint8Array): CommitNumbers | null {
  try {
    const numbers = wakeUp.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return new Map(numbers.map(([tree, seq]) => [tree, BigInt(seq)]));
  } catch {
    return null;
  }
}
