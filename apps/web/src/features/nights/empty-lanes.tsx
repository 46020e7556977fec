import { useTranslation } from 'react-i18next';
import type { NightLane } from '../../live/chart/nights/night-spec.ts';
import { joinList } from '../../locales/join-list.ts';
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

/** The signals of an analysis that lanes draw. */
const LANE_SIGNALS: Readonly<Record<string, string>> = {
  ecg: 'ecg',
  impe: 'impedance',
  'respi-axl': 'accelerometer',
  posture: 'accelerometer',
  respihr: 'rates',
};

type EmptyLanesProps = {
  readonly lanes: readonly NightLane[];
  /** Why the waveforms are not available yet. */
  readonly waiting: string | null;
  /** Signals that the night's result is made from: without samples, they were recorded once. */
  readonly usedSignals: readonly string[];
};

/** Names the empty lanes in one line; renders nothing if there are none. */
export function EmptyLanes({ lanes, waiting, usedSignals }: EmptyLanesProps) {
  const { t } = useTranslation('rooms');
  const names = useNames();
  if (lanes.length === 0) return null;
  const none = lanes.filter(({ missing }) => waiting === null || missing !== waiting);
  const notKept = none.filter(({ id }) => usedSignals.includes(LANE_SIGNALS[id] ?? ''));
  const notRecorded = none.filter((lane) => !notKept.includes(lane));
  return (
    <p className={css['emptyLanes']} data-empty-lanes="">
      {notKept.length === 0 ? null : <span>{t('samplesNotKept', { names: names(notKept) })}</span>}
      {notRecorded.length === 0 ? null : (
        <span>{t('emptyLanes', { names: names(notRecorded) })}</span>
      )}
      {none.length === lanes.length ? null : <span>{waiting}</span>}
    </p>
  );
}

function useNames(): (lanes: readonly NightLane[]) => string {
  const { i18n } = useTranslation();
  return (lanes) =>
    joinList(
      i18n.language,
      lanes.map(({ label }) => label),
    );
}
