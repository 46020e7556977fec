import type { StreamReport } from '../../live/chart/engine/chart-report.ts';

/** A stream without a frame for this long counts as silent. */
const SILENT_SECONDS = 10;

/** Text keys. */
type QualityWord = 'good' | 'gaps' | 'off' | 'saturated' | 'noisy' | 'none' | 'idle';

/** The quality label for a stream's last ten seconds; the most severe one wins. */
export function qualityWord({
  ageSeconds,
  quality,
  sampleRateHz,
}: Pick<StreamReport, 'ageSeconds' | 'quality' | 'sampleRateHz'>): QualityWord {
  if (ageSeconds === null) return sampleRateHz > 0 ? 'none' : 'idle';
  if (sampleRateHz > 0 && ageSeconds > SILENT_SECONDS) return 'none';
  if (quality === null) return 'good';
  if (quality.measured < 0.2) return 'off';
  if (quality.saturated > 0.1) return 'saturated';
  if (quality.noisy > 0.3) return 'noisy';
  return quality.measured < 0.98 ? 'gaps' : 'good';
}
