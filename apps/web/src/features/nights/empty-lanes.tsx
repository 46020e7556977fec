import { useTranslation } from 'react-i18next';
import type { NightLane } from '../../live/chart/nights/night-spec.ts';
import { listWords } from '../../text/list-words.ts';
import css from './nights.module.css';

/** Separates lanes with data from empty ones. A single line lists the empty lanes to save space. */
export function foldLanes(lanes: readonly NightLane[]): {
  readonly drawn: readonly NightLane[];
  readonly empty: readonly NightLane[];
} {
  const drawn = lanes.filter(
    (lane) => lane.missing === null || ('overlay' in lane && lane.overlay.length > 0),
  );
  // Without any data, one lane shows the reason.
  if (drawn.length === 0) return { drawn: lanes.slice(0, 1), empty: lanes.slice(1) };
  return { drawn, empty: lanes.filter((lane) => !drawn.includes(lane)) };
}

/** `waiting`: why the waveforms are not available yet. */
export function EmptyLanes({
  lanes,
  waiting,
}: {
  readonly lanes: readonly NightLane[];
  readonly waiting: string | null;
}) {
  const { t, i18n } = useTranslation('rooms');
  const none = lanes.filter(({ missing }) => waiting === null || missing !== waiting);
  return (
    <p className={css['emptyLanes']} data-empty-lanes="">
      {none.length === 0 ? null : (
        <span>
          {t('emptyLanes', {
            names: listWords(
              i18n.language,
              none.map(({ label }) => label),
            ),
          })}
        </span>
      )}
      {none.length === lanes.length ? null : <span>{waiting}</span>}
    </p>
  );
}
