import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isWorthRetrying } from '../../../core/database/database-problem.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';

export type CommitterState =
  | { readonly kind: 'working' }
  | { readonly kind: 'stalled'; readonly sinceMs: number; readonly reason: string };

/**
 * Combines items of many devices into one commit. While the database is unavailable it retries,
 * holds up to `pendingBytes`, and rejects more. Held items are committed in order afterwards.
 */
export type GroupCommitter<Item, Result> = {
  /** Resolves once the item is durable; null if the queue is full. */
  readonly add: (item: Item, bytes: number) => Promise<Result> | null;
  readonly pendingBytes: () => number;
  readonly commits: () => number;
  readonly state: () => CommitterState;
  /** Commits waiting items once; failed ones stay unacknowledged. */
  readonly close: () => Promise<void>;
};

type GroupCommitterOptions<Item, Result> = {
  /** All or nothing. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: {
    readonly commitWindowMs: number;
    readonly commitThresholdBytes: number;
    readonly commitBytes: number;
    readonly pendingBytes: number;
  };
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly bytes: number;
  readonly sinceMs: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

export function createGroupCommitter<Item, Result>(
  options: GroupCommitterOptions<Item, Result>,
): GroupCommitter<Item, Result> {
  const { limits, clock, log } = options;
  const state: {
    waiting: Waiting<Item, Result>[];
    waitingBytes: number;
    pendingBytes: number;
    running: boolean;
    closed: boolean;
    timer?: NodeJS.Timeout | undefined;
    done: Promise<void>;
  } = {
    waiting: [],
    waitingBytes: 0,
    pendingBytes: 0,
    running: false,
    closed: false,
    done: Promise.resolve(),
  };
  const commits = createRetryingCommit(options, {
    isClosed: () => state.closed,
    heldBytes: () => state.pendingBytes,
  });

  function take(): Waiting<Item, Result>[] {
    let bytes = 0;
    const length = state.waiting.findIndex((waiting) => {
      bytes += waiting.bytes;
      return bytes >= limits.commitBytes;
    });
    const group = state.waiting.splice(0, length < 0 ? state.waiting.length : length + 1);
    for (const waiting of group) state.waitingBytes -= waiting.bytes;
    return group;
  }

  async function commitOrSplit(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await commits.run(group.map(({ item }) => item));
      group.forEach((waiting, index) => {
        const result = results[index];
        state.pendingBytes -= waiting.bytes;
        if (result === undefined) waiting.reject(new Error('commit returned too few results'));
        else waiting.resolve(result);
      });
    } catch (error) {
      if (group.length === 1 || state.closed) {
        log.error(
          { err: error, messages: group.length },
          'device messages not stored; they stay unacknowledged',
        );
        for (const waiting of group) {
          state.pendingBytes -= waiting.bytes;
          waiting.reject(error);
        }
        return;
      }
      // Isolate a message that the database rejects, so that the others are stored.
      const half = group.length >> 1;
      await commitOrSplit(group.slice(0, half));
      await commitOrSplit(group.slice(half));
    }
  }

  /** Whether the waiting items justify a commit before their window ends. */
  const isEnough = (): boolean =>
    state.waiting.length > 0 && (state.closed || state.waitingBytes >= limits.commitThresholdBytes);

  async function work(): Promise<void> {
    do await commitOrSplit(take());
    while (isEnough());
  }

  function start(): void {
    clearTimeout(state.timer);
    state.timer = undefined;
    if (state.running || state.waiting.length === 0) return;
    state.running = true;
    state.done = work().finally(() => {
      state.running = false;
      // Wait a window between commits too: a fast database would otherwise commit every few frames.
      startLater();
    });
  }

  function startLater(): void {
    const [first] = state.waiting;
    if (first === undefined || state.running) return;
    if (isEnough()) start();
    else
      state.timer ??= setTimeout(
        start,
        Math.min(
          limits.commitWindowMs,
          Math.max(0, first.sinceMs + limits.commitWindowMs - clock.nowMs()),
        ),
      );
  }

  return {
    add(item, bytes) {
      if (state.closed || state.pendingBytes + bytes > limits.pendingBytes) return null;
      state.pendingBytes += bytes;
      state.waitingBytes += bytes;
      return new Promise((resolve, reject) => {
        state.waiting.push({ item, bytes, sinceMs: clock.nowMs(), resolve, reject });
        startLater();
      });
    },
    pendingBytes: () => state.pendingBytes,
    commits: commits.count,
    state: commits.state,
    async close() {
      state.closed = true;
      start();
      await state.done;
    },
  };
}

type RetryingCommitContext = {
  readonly isClosed: () => boolean;
  readonly heldBytes: () => number;
};

/** Commits and, while the database is unavailable, retries until closed. */
function createRetryingCommit<Item, Result>(
  { commit, clock, log }: GroupCommitterOptions<Item, Result>,
  { isClosed, heldBytes }: RetryingCommitContext,
) {
  let count = 0;
  let stall: { readonly sinceMs: number; readonly reason: string } | null = null;

  function recordSuccess(): void {
    if (stall !== null)
      log.info({ stalledMs: clock.nowMs() - stall.sinceMs }, 'frames are stored again');
    stall = null;
    count += 1;
  }

  function recordFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (stall === null)
      log.error(
        { reason, heldBytes: heldBytes() },
        'frames cannot be stored: devices get no acknowledgement until the database is back; check it and its disk',
      );
    stall = { sinceMs: stall?.sinceMs ?? clock.nowMs(), reason };
  }

  return {
    count: () => count,
    state: (): CommitterState =>
      stall === null ? { kind: 'working' } : { kind: 'stalled', ...stall },
    async run(items: readonly Item[]): Promise<readonly Result[]> {
      for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, MAX_RETRY_MS)) {
        try {
          const results = await commit(items);
          recordSuccess();
          return results;
        } catch (error) {
          if (isClosed() || !isWorthRetrying(error)) throw error;
          recordFailure(error);
          await sleep(waitMs);
        }
      }
    },
  };
}
