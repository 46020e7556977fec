import { encodeFields, type WireMap } from '@yamori/domain';
import type { NightAnalysis } from '@yamori/signal';
import { z } from 'zod';
import { errorCode } from '../../../core/database/database-problem.ts';
import { nightFields, type NightResult, type ResultParts } from './night-fields.ts';
import type { NightKey } from './night-orders-store.ts';
import type { NightParts } from './night-parts.ts';
import {
  boundsFields,
  doneFields,
  findNight,
  tellState,
  isRace,
  MAX_ATTEMPTS,
  toNightWrite,
  writeResult,
  type NightBounds,
  type NightSeen,
} from './night-result-writer.ts';
import { putVersion, readNewest } from './night-versions-store.ts';

/**
 * What the analysis says of a night that a simulation lived through; none of its samples is on the
 * timeline.
 */
export type SimulatedNight = {
  readonly analysis: NightAnalysis;
  readonly calls: ResultParts['calls'];
  readonly devices: ResultParts['devices'];
  /** When its sensors were switched on. */
  readonly fromMs: number;
  readonly toMs: number;
};

/** Stands as the problem of a night that a simulation was to live through and did not. */
export const NOT_SIMULATED = 'night-not-simulated';

/** One that a simulation was announced for, or failed at: nothing else says that a night waits. */
const isOnlyTold = ({ state, resultVersion, problem }: NightSeen): boolean =>
  resultVersion === 0 && (state === 'waiting' || problem === NOT_SIMULATED);

/**
 * Says of a night that there is none of, that one is being simulated, or that this failed: screens
 * say so, instead of that nothing was recorded.
 */
export async function tellSimulatedNight(
  parts: NightParts,
  key: NightKey,
  bounds: NightBounds,
  state: 'waiting' | 'failed',
): Promise<void> {
  const seen = await findNight(parts, key);
  if (seen === null || isOnlyTold(seen))
    await tellState(
      parts,
      key,
      bounds,
      { state, problem: state === 'failed' ? NOT_SIMULATED : null },
      async () => undefined,
    );
}

/** The result that a simulated night leaves; its parameters say that it was simulated. */
export const simulatedResult = ({
  analysis,
  calls,
  devices,
  fromMs,
  toMs,
}: SimulatedNight): NightResult =>
  nightFields({
    analysis,
    calls,
    devices,
    segments: simulatedSegments(devices, fromMs, toMs),
    segmentsLeftOut: 0,
    input: 'simulated',
    parameters: { simulated: true },
  });

type SensingDevice = {
  readonly serial: string;
  readonly streams: readonly { readonly streamId: number }[];
};

function simulatedSegments(
  devices: readonly SensingDevice[],
  fromMs: number,
  toMs: number,
): string[] {
  const span = `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;
  return devices.flatMap(({ serial, streams }) =>
    streams.map(({ streamId }) => `${serial}:${streamId} ${span}`),
  );
}

/** Puts a simulated night where there is none. It gives way to sensors that saw somebody. */
export async function writeSimulatedNight(
  parts: NightParts,
  key: NightKey,
  bounds: NightBounds,
  night: SimulatedNight,
): Promise<boolean> {
  const seen = await findNight(parts, key);
  if (seen !== null && !isOnlyTold(seen)) return false;
  await writeResult(parts, key, bounds, simulatedResult(night), async () => undefined);
  return true;
}

/** A simulated night whose result was made beforehand. */
export type StoredSimulation = {
  readonly key: NightKey;
  readonly bounds: NightBounds;
  /** Encoded as for the store, without `provenance.segments`. */
  readonly fields: WireMap & { readonly provenance: WireMap };
  /** When the sensors were on. */
  readonly sensors: NightBounds;
};

const storedProvenance = z.looseObject({
  devices: z.array(
    z.looseObject({ serial: z.string(), streams: z.array(z.looseObject({ streamId: z.int() })) }),
  ),
});
/** Nights are analysed so long after their end. */
const ANALYSED_AFTER_MS = 5 * 60_000;

/** Of PostgreSQL: the other writer stored the same version of the night. */
const UNIQUE_VIOLATION = '23505';

/**
 * Puts such nights where there is none, in one transaction. It is repeated when another writer
 * creates one of the nights meanwhile.
 * @returns how many were written
 */
export async function writeStoredSimulations(
  parts: NightParts,
  nights: readonly StoredSimulation[],
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryWriteSimulations(parts, nights);
    } catch (error) {
      const isConflict = isRace(error) || errorCode(error) === UNIQUE_VIOLATION;
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function tryWriteSimulations(
  parts: NightParts,
  nights: readonly StoredSimulation[],
): Promise<number> {
  const seen = await Promise.all(nights.map(({ key }) => findNight(parts, key)));
  const chosen = nights.flatMap((night, index) => {
    const before = seen[index] ?? null;
    return before === null || isOnlyTold(before) ? [{ ...night, isNew: before === null }] : [];
  });
  const results = await Promise.all(
    chosen.map(async ({ key, bounds, fields, sensors, isNew }) => {
      const { devices } = storedProvenance.parse(fields.provenance);
      const segments = simulatedSegments(devices, sensors.fromMs, sensors.toMs);
      const result: WireMap = { ...fields, provenance: { ...fields.provenance, segments } };
      const version = (await readNewest(parts.database, key)).version + 1;
      const analysedAt = new Date(Math.min(parts.now().getTime(), bounds.toMs + ANALYSED_AFTER_MS));
      const about = encodeFields(
        { ...boundsFields(bounds), ...doneFields(version, analysedAt) },
        false,
      );
      return { key, isNew, version, analysedAt, result, document: { ...result, ...about } };
    }),
  );
  const writes = results.map(({ key, isNew, document }) => toNightWrite(key, isNew, document));
  await parts.store.commit(writes, {
    userId: null,
    async alongside(queries) {
      for (const { key, version, analysedAt, result } of results)
        await putVersion(queries, key, { version, analysedAt, input: 'simulated', fields: result });
    },
  });
  return results.length;
}
