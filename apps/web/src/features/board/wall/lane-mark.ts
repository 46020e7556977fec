import type { Doubt, RoomLive } from '@yamori/domain';
import { saturatedFrom } from '@yamori/signal';
import type { StreamReport } from '../../../live/chart/engine/chart-report.ts';

/** What stands against a trace, for its name; keys below `states.doubt`. */
type LaneMark = Doubt;

/** Share of the last ten seconds from which on a trace is not to be read. */
const NOISY_FROM = 0.3;
/**
 * A trace that swings by less than this for ten seconds is a flat line, in the unit of the stream;
 * others are judged by the server alone.
 */
const FLAT_BELOW: Readonly<Record<string, number>> = { ecg: 0.02, impe: 0.1 };

/**
 * What is wrong with a trace on a tile, from what is drawn of it, or else from what the server says
 * of the rate that comes from it. A sensor that is off and a device that is silent are told larger,
 * over the whole tile.
 */
export function laneMark(
  stream: Pick<StreamReport, 'kind' | 'quality'>,
  doubts: RoomLive['doubts'] | undefined,
): LaneMark | null {
  const { kind, quality } = stream;
  if (quality !== null) {
    if (quality.saturated >= saturatedFrom) return 'saturated';
    if (quality.measured > 0.5 && quality.swing < (FLAT_BELOW[kind] ?? 0)) return 'flat';
    if (quality.noisy > NOISY_FROM) return 'noisy';
  }
  if (kind === 'temperature' || kind === 'button') return null;
  return (kind === 'ecg' ? doubts?.heartRate : doubts?.respirationRate) ?? null;
}
