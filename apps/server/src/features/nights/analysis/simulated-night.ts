import type { NightAnalysis } from '@yamori/signal';
import { nightFields, type ResultParts } from './night-fields.ts';
import type { NightKey } from './night-orders-store.ts';
import type { NightParts } from './night-parts.ts';
import { findNight, writeResult, type NightBounds } from './night-result-writer.ts';

/** What the analysis says of a night that a simulation lived through; none of its samples is on the timeline. */
export type SimulatedNight = {
  readonly analysis: NightAnalysis;
  readonly calls: ResultParts['calls'];
  readonly devices: ResultParts['devices'];
  /** When its sensors were switched on. */
  readonly fromMs: number;
  readonly toMs: number;
};

/** Puts a simulated night where there is none. It says so in its parameters, and gives way to sensors that saw somebody. */
export async function writeSimulatedNight(parts: NightParts, key: NightKey, bounds: NightBounds, { analysis, calls, devices, fromMs, toMs }: SimulatedNight): Promise<boolean> {
  if (await findNight(parts, key) !== null) return false;
  const span = `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;
  const segments = devices.flatMap(({ serial, streams }) => streams.map(({ streamId }) => `${serial}:${streamId} ${span}`));
  const result = nightFields({ analysis, calls, devices, segments, segmentsLeftOut: 0, input: 'simulated', parameters: { simulated: true } });
  await writeResult(parts, key, bounds, result, async () => undefined);
  return true;
}
