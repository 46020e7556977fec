/**
 * The two clocks of a server. `now()` is the database's clock, advanced by `elapsedMs()`: all
 * servers agree, it never decreases, and a step of this machine's clock has no effect. It jumps
 * forward when the database's clock does.
 */
export type SharedClock = {
  readonly now: () => Date;
  /** Monotonic milliseconds, for leases, timeouts, retries, rates and caches. */
  readonly elapsedMs: () => number;
  readonly state: () => ClockState;
  /** Measures the database's clock; rejects while the database is unreachable. */
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

/** Limits how fast `now()` follows a changed database clock, so that it never decreases. */
const ADJUSTED_MS_PER_SECOND = 5;
/**
 * A database clock that is ahead by more is followed immediately: it was corrected, or this machine
 * was suspended. Twice the error of an exact measurement.
 */
const JUMP_MS = 1_000;
/** Slower measurements are ignored as inexact. */
const SLOW_ANSWER_MS = 1_000;

/** Measurements at the start; without an exact one, the fastest counts. */
const FIRST_MEASUREMENTS = 5;

type Measurement = { readonly offsetMs: number; readonly roundTripMs: number };

/** Resolves after the first measurement; rejects while the database is unreachable. */
export async function openSharedClock(options: SharedClockOptions): Promise<SharedClock> {
  const { readDatabaseMs, elapsedMs, machineMs } = options;

  async function measureOffset(): Promise<Measurement> {
    const askedMs = elapsedMs();
    const databaseMs = await readDatabaseMs();
    const answeredMs = elapsedMs();
    return {
      offsetMs: databaseMs - (askedMs + answeredMs) / 2,
      roundTripMs: answeredMs - askedMs,
    };
  }

  async function measureFirst(): Promise<Measurement> {
    let best = await measureOffset();
    for (let count = 1; count < FIRST_MEASUREMENTS && !isExact(best); count += 1) {
      const next = await measureOffset();
      if (next.roundTripMs < best.roundTripMs) best = next;
    }
    return best;
  }

  let targetMs = (await measureFirst()).offsetMs;
  let appliedMs = targetMs;
  let adjustedAtMs = elapsedMs();

  function nowMs(): number {
    const atMs = elapsedMs();
    const maxMs = ((atMs - adjustedAtMs) / 1000) * ADJUSTED_MS_PER_SECOND;
    const missingMs = targetMs - appliedMs;
    if (missingMs > JUMP_MS) appliedMs = targetMs;
    else appliedMs += Math.sign(missingMs) * Math.min(Math.abs(missingMs), maxMs);
    adjustedAtMs = atMs;
    return atMs + appliedMs;
  }

  return {
    now: () => new Date(nowMs()),
    elapsedMs,
    state: () => ({
      machineAheadMs: machineMs() - nowMs(),
      databaseAheadMs: targetMs - appliedMs,
    }),
    async measure() {
      const measured = await measureOffset();
      if (isExact(measured)) targetMs = measured.offsetMs;
    },
  };
}

const isExact = ({ roundTripMs }: Measurement): boolean => roundTripMs < SLOW_ANSWER_MS;
