/**
 * The two clocks of a server. `now()` is the clock of the database, moved on by `elapsedMs()`: all
 * servers stamp alike, it never goes back, and a step of this machine's clock changes nothing.
 */
export type SharedClock = {
  readonly now: () => Date;
  /** Monotonic milliseconds: for leases, silence, retries, rates and caches. */
  readonly elapsedMs: () => number;
  readonly state: () => ClockState;
  /** Measures the database's clock again; rejects while the database is away. */
  readonly measure: () => Promise<void>;
};

export type ClockState = {
  /** This machine's clock minus `now()`. */
  readonly machineAheadMs: number;
  /** The database's clock minus `now()` at the last measurement. */
  readonly databaseAheadMs: number;
};

type SharedClockOptions = {
  readonly readDatabaseMs: () => Promise<number>;
  readonly elapsedMs: () => number;
  readonly machineMs: () => number;
};

/** `now()` approaches a changed clock of the database this slowly, so that it never goes back. */
const ADJUSTED_MS_PER_SECOND = 5;
/** A slower answer is ignored: the last measurement is more exact. */
const SLOW_ANSWER_MS = 1_000;

/** Resolves once the database's clock was measured; rejects while the database is away. */
export async function openSharedClock(options: SharedClockOptions): Promise<SharedClock> {
  const { readDatabaseMs, elapsedMs, machineMs } = options;

  async function measureOffset(): Promise<{ offsetMs: number; isExact: boolean }> {
    const askedMs = elapsedMs();
    const databaseMs = await readDatabaseMs();
    const answeredMs = elapsedMs();
    return {
      offsetMs: databaseMs - (askedMs + answeredMs) / 2,
      isExact: answeredMs - askedMs < SLOW_ANSWER_MS,
    };
  }

  let wantedMs = (await measureOffset()).offsetMs;
  let appliedMs = wantedMs;
  let adjustedAtMs = elapsedMs();

  function nowMs(): number {
    const atMs = elapsedMs();
    const mostMs = ((atMs - adjustedAtMs) / 1000) * ADJUSTED_MS_PER_SECOND;
    const missingMs = wantedMs - appliedMs;
    appliedMs += Math.sign(missingMs) * Math.min(Math.abs(missingMs), mostMs);
    adjustedAtMs = atMs;
    return atMs + appliedMs;
  }

  return {
    now: () => new Date(nowMs()),
    elapsedMs,
    state: () => ({
      machineAheadMs: machineMs() - nowMs(),
      databaseAheadMs: wantedMs - appliedMs,
    }),
    async measure() {
      const { offsetMs, isExact } = await measureOffset();
      if (isExact) wantedMs = offsetMs;
    },
  };
}
