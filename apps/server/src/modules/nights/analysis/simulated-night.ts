import { encodeFields, type WireMap } from '@yamori/domain';
import type { NightAnalysis } from '@yamori/signal';
import { z } from 'zod';
import { isUniqueViolation } from '../../../core/database/database-problem.ts';
import { nightFields, type NightResult, type ResultInput } from './night-fields.ts';
import type { NightKey } from './analysis-requests-store.ts';
import type { NightContext } from './night-context.ts';
import {
  boundsFields,
  doneFields,
  findNight,
  storeNightState,
  isRace,
  MAX_ATTEMPTS,
  toNightWrite,
  writeResult,
  type NightBounds,
  type NightSeen,
} from './night-result-writer.ts';
import { putVersion, readNewest } from './night-versions-store.ts';

/** Analysis of a simulated night. Its samples are not on the timeline. */
export type SimulatedNight = {
  readonly analysis: NightAnalysis;
  readonly calls: ResultInput['calls'];
  readonly devices: ResultInput['devices'];
  /** When its sensors were switched on. */
  readonly fromMs: number;
  readonly toMs: number;
};

/** Problem code of a night whose simulation failed. */
export const NOT_SIMULATED = 'night-not-simulated';

/** A night whose simulation is pending or failed. Other waiting nights have a different problem. */
const isPlaceholder = ({ state, resultVersion, problem }: NightSeen): boolean =>
  resultVersion === 0 && (state === 'waiting' || problem === NOT_SIMULATED);

/**
 * Marks a night without a result as being simulated or failed, so that screens do not show it as
 * unrecorded.
 */
export async function storeSimulatedNight(
  context: NightContext,
  key: NightKey,
  bounds: NightBounds,
  state: 'waiting' | 'failed',
): Promise<void> {
  const seen = await findNight(context, key);
  if (seen === null || isPlaceholder(seen))
    await storeNightState(
      context,
      key,
      bounds,
      { state, problem: state === 'failed' ? NOT_SIMULATED : null },
      async () => undefined,
    );
}

/** Result of a simulated night. Its parameters mark it as simulated. */
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

/**
 * Writes a simulated night where none exists. An analysis of sensor data that shows sleep replaces
 * it later.
 */
export async function writeSimulatedNight(
  context: NightContext,
  key: NightKey,
  bounds: NightBounds,
  night: SimulatedNight,
): Promise<boolean> {
  const seen = await findNight(context, key);
  if (seen !== null && !isPlaceholder(seen)) return false;
  await writeResult(context, key, bounds, simulatedResult(night), async () => undefined);
  return true;
}

/** A simulated night with a precomputed result. */
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
/** Delay of a normal analysis after the end of the night. */
const ANALYSED_AFTER_MS = 5 * 60_000;

/**
 * Writes the nights that do not exist yet, in one transaction. Retries if another writer creates
 * one of them concurrently. @returns the number of nights written
 */
export async function writeStoredSimulations(
  context: NightContext,
  nights: readonly StoredSimulation[],
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryWriteSimulations(context, nights);
    } catch (error) {
      // The other writer stored the same version of the night.
      const isConflict = isRace(error) || isUniqueViolation(error);
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function tryWriteSimulations(
  context: NightContext,
  nights: readonly StoredSimulation[],
): Promise<number> {
  const seen = await Promise.all(nights.map(({ key }) => findNight(context, key)));
  const chosen = nights.flatMap((night, index) => {
    const before = seen[index] ?? null;
    return before === null || isPlaceholder(before) ? [{ ...night, isNew: before === null }] : [];
  });
  const results = await Promise.all(
    chosen.map(async ({ key, bounds, fields, sensors, isNew }) => {
      const { devices } = storedProvenance.parse(fields.provenance);
      const segments = simulatedSegments(devices, sensors.fromMs, sensors.toMs);
      const result: WireMap = { ...fields, provenance: { ...fields.provenance, segments } };
      const version = (await readNewest(context.database, key)).version + 1;
      const analysedAt = new Date(
        Math.min(context.now().getTime(), bounds.toMs + ANALYSED_AFTER_MS),
      );
      const header = encodeFields(
        { ...boundsFields(bounds), ...doneFields(version, analysedAt) },
        false,
      );
      return { key, isNew, version, analysedAt, result, document: { ...result, ...header } };
    }),
  );
  const writes = results.map(({ key, isNew, document }) => toNightWrite(key, isNew, document));
  await context.store.commit(writes, {
    userId: null,
    async alongside(queries) {
      for (const { key, version, analysedAt, result } of results)
        await putVersion(queries, key, { version, analysedAt, input: 'simulated', fields: result });
    },
  });
  return results.length;
}
