import type { NightAnalysis } from '@yamori/signal';
import { nightFields, type ResultParts } from './night-fields.ts';
import type { NightKey } from './night-orders-store.ts';
import type { NightParts } from './night-parts.ts';
import {
  findNight,
  tellState,
  writeResult,
  type NightBounds,
  type NightSeen,
} from './night-result-writer.ts';

/** What the analysis says of a night that a simulation lived through; none of its samples is on the timeline. */
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

/** Says of a night that there is none of, that one is being simulated, or that this failed: screens say so, instead of that nothing was recorded. */
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

/** Puts a simulated night where there is none. It says so in its parameters, and gives way to sensors that saw somebody. */
export async function writeSimulatedNight(
  parts: NightParts,
  key: NightKey,
  bounds: NightBounds,
  { analysis, calls, devices, fromMs, toMs }: SimulatedNight,
): Promise<boolean> {
  const seen = await findNight(parts, key);
  if (seen !== null && !isOnlyTold(seen)) return false;
  const span = `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;
  const segments = devices.flatMap(({ serial, streams }) =>
    streams.map(({ streamId }) => `${serial}:${streamId} ${span}`),
  );
  const result = nightFields({
    analysis,
    calls,
    devices,
    segments,
    segmentsLeftOut: 0,
    input: 'simulated',
    parameters: { simulated: true },
  });
  await writeResult(parts, key, bounds, result, async () => undefined);
  return true;
}
