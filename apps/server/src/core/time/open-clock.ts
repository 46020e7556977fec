import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { openSharedClock, type ClockState, type SharedClock } from './shared-clock.ts';

/** A clock that is off by more is reported. */
const MAX_DEVIATION_MS = 2_000;
/** Frequent enough to report a step of the database's clock within a minute. */
const MEASURE_EVERY_MS = 30_000;
const REPORT_EVERY_MS = 10_000;

type OpenedClock = SharedClock & { readonly close: () => Promise<void> };

/** Code of a clock problem of this machine or the database; null when both agree. */
export function clockWarning({ machineAheadMs, databaseAheadMs }: ClockState) {
  if (Math.abs(databaseAheadMs) > MAX_DEVIATION_MS) return 'database-clock-stepped';
  return Math.abs(machineAheadMs) > MAX_DEVIATION_MS ? 'machine-clock-off' : null;
}

/** Opens this process's shared clock, measures it twice a minute and reports wrong clocks. */
export async function openClock(database: Database, log: Logger): Promise<OpenedClock> {
  const clock = await openSharedClock({
    elapsedMs: () => performance.now(),
    machineMs: () => Date.now(),
    readDatabaseMs: async () => {
      const [row] = await database.query<{ ms: string }>({
        name: 'read_clock',
        text: 'select extract(epoch from clock_timestamp()) * 1000 as ms',
      });
      return Number(row?.ms);
    },
  });
  let reported: string | null = null;
  let measuring: Promise<void> = Promise.resolve();

  function report(): void {
    const warning = clockWarning(clock.state());
    if (warning === reported) return;
    reported = warning;
    const { machineAheadMs, databaseAheadMs } = clock.state();
    const fields = {
      warning,
      machineAheadMs: Math.round(machineAheadMs),
      databaseAheadMs: Math.round(databaseAheadMs),
    };
    if (warning === null) log.info(fields, 'clocks agree again');
    else
      log.warn(
        fields,
        'a clock is wrong; check the time service of this machine and of PostgreSQL',
      );
  }

  const measureTimer = setInterval(() => {
    measuring = clock
      .measure()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'database clock not measured; will retry'),
      );
  }, MEASURE_EVERY_MS);
  const reportTimer = setInterval(report, REPORT_EVERY_MS);
  report();

  return {
    ...clock,
    async close() {
      clearInterval(measureTimer);
      clearInterval(reportTimer);
      await measuring;
    },
  };
}
