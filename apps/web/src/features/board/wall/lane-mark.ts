import type { Doubt, RoomLive } from '@yamori/domain';
import { saturatedFrom } from '@yamori/signal';
import type { StreamReport } from '../../../live/chart/engine/chart-report.ts';

/** Fault of a trace, for its label; keys below `states.doubt`. */
type LaneMark = Doubt;

/** Share of the last ten seconds from which on a trace is not to be read. */
const NOISY_FROM = 0.3;
/**
 * A trace that swings by less than this for ten seconds is a flat line, in the unit of the stream;
 * others are judged by the server alone.
 */
const FLAT_BELOW: Readonly<Record<string, number>> = { ecg: 0.02, impe: 0.1 };

/**
 * Fault of a trace on a tile: from its drawn samples, or else the server's doubt about the rate
 * derived from it. A detached sensor and a silent device are shown larger, over the whole tile.
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
