import { useTranslation } from 'react-i18next';
import type { LaneSpec } from '../../live/chart/chart-spec.ts';
import type { RulerReport } from '../../live/chart/engine/chart-report.ts';
import css from './board.module.css';
import { useLaneName } from './signal-names.ts';

/** Longer intervals are neither a heartbeat nor a breath. */
const MAX_RATE_SECONDS = 30;

/**
 * The interval between the cursors, the rate that it corresponds to, and the values of each lane.
 */
export function RulerReadout({
  ruler,
  lanes,
}: {
  ruler: RulerReport | null;
  lanes: readonly LaneSpec[];
}) {
  const { t } = useTranslation('raw');
  const getName = useLaneName();
  if (ruler === null) return <output className={css['readout']}>{t('estimate.none')}</output>;
  const seconds = Math.abs(ruler.deltaSeconds);
  const rate =
    seconds > 0.05 && seconds < MAX_RATE_SECONDS
      ? t('ruler.rate', { rate: Math.round(60 / seconds) })
      : null;
  return (
    <output className={css['readout']}>
      <strong>{t('ruler.delta', { seconds: seconds.toFixed(seconds < 100 ? 3 : 0) })}</strong>
      {rate === null ? null : <span>{rate}</span>}
      {ruler.lanes.map(({ id, first, second, unit }) => {
        const lane = lanes.find((candidate) => candidate.id === id);
        if (lane === undefined || first === null || second === null) return null;
        const digits = Math.abs(first) < 10 ? 3 : 1;
        return (
          <span key={id}>
            {t('ruler.value', {
              label: getName(lane),
              first: first.toFixed(digits),
              second: second.toFixed(digits),
              delta: (second - first).toFixed(digits),
              unit,
            })}
          </span>
        );
      })}
    </output>
  );
}
