import { utcOffsetMinutes } from '@yamori/domain';
import { nightAlgorithm } from '@yamori/signal';
import type { Logger } from 'pino';
import { DEMO_HOURS, toSensorStartMs } from './night.ts';
import {
  readDemoNights,
  toAbsoluteTimes,
  type DemoNightHeader,
  type NightFields,
} from './night-file.ts';
import {
  findMissingNights,
  type NightBounds,
  type MissingNightOptions,
  type NightKey,
  type NightPlace,
} from './places.ts';

/** A shipped night, placed on a date. */
export type ShippedNight = {
  readonly key: NightKey;
  readonly bounds: NightBounds;
  /** The result as the store encodes it. */
  readonly fields: NightFields;
  /** When the sensors were on. */
  readonly sensors: NightBounds;
};

export type DemoNightLoaderOptions = MissingNightOptions & {
  readonly log: Logger;
  /** Writes nights that do not exist yet. */
  readonly load: (nights: readonly ShippedNight[]) => Promise<number>;
  readonly file?: string;
};

/** An encoded night has about 100 kB. Other requests run between transactions. */
const NIGHTS_PER_TRANSACTION = 12;

/**
 * Loads the missing shipped nights, newest first. Skips homes in another time zone or with other
 * night hours, because their figures differ. @returns the number of nights written
 */
export async function loadDemoNights(
  options: DemoNightLoaderOptions,
  signal: AbortSignal,
): Promise<number> {
  const missing = await findMissingNights(options);
  if (missing.length === 0) return 0;
  const names = new Set(missing.map(({ key, cycleNight }) => toName(key.roomId, cycleNight)));
  const { header, nights } = await readDemoNights(
    (roomId, cycleNight) => names.has(toName(roomId, cycleNight)),
    options.file,
  );
  if (header.algorithm.version !== nightAlgorithm.version)
    options.log.warn(
      { shipped: header.algorithm.version, current: nightAlgorithm.version },
      'shipped nights come from an older analysis; run npm run demo-nights',
    );
  const fieldsByName = new Map(
    nights.map(({ roomId, cycleNight, fields }) => [toName(roomId, cycleNight), fields]),
  );
  const found = missing.flatMap((place): ShippedNight[] => {
    const fields = fieldsByName.get(toName(place.key.roomId, place.cycleNight));
    if (fields === undefined || !hasSameClocks(header, place)) return [];
    const startMs = toSensorStartMs(place);
    return [
      {
        key: place.key,
        bounds: place,
        fields: toAbsoluteTimes(fields, place.fromMs),
        sensors: { fromMs: startMs, toMs: startMs + DEMO_HOURS * 3_600_000 },
      },
    ];
  });
  let written = 0;
  for (let from = 0; from < found.length && !signal.aborted; from += NIGHTS_PER_TRANSACTION)
    written += await options.load(found.slice(from, from + NIGHTS_PER_TRANSACTION));
  options.log.info({ nights: written }, 'shipped nights loaded');
  return written;
}

const toName = (roomId: string, cycleNight: number): string => `${roomId} ${cycleNight}`;

function hasSameClocks(header: DemoNightHeader, place: NightPlace): boolean {
  const { fromMs, toMs, timeZone, nightStartsAt } = place;
  return (
    toMs - fromMs === header.nightMs &&
    nightStartsAt === header.nightStartsAt &&
    utcOffsetMinutes((fromMs + toMs) / 2, timeZone) === header.utcOffsetMinutes
  );
}
