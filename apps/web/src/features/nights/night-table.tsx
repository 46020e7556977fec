import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOverlaid, tableLanes } from '../../live/chart/nights/lane-values.ts';
import type { NightTable as Table } from '../../live/chart/nights/night-message.ts';
import type { NightLane, TimeWindow } from '../../live/chart/nights/night-spec.ts';
import type { ChartHandle } from './night-chart.tsx';
import { useMoments } from './use-lane-labels.ts';
import css from './nights.module.css';

const ROWS = 60;
const SETTLED_MS = 250;
const MINUTE_MS = 60_000;
const hasText = ({ kind }: NightLane): boolean =>
  kind === 'steps' || kind === 'spans' || kind === 'posture';

/** The lanes as a table, for screen readers and for exact values. */
export function NightTable({
  chart,
  window,
  lanes,
  timeZone,
}: {
  chart: ChartHandle;
  window: TimeWindow;
  lanes: readonly NightLane[];
  timeZone: string;
}) {
  const { t } = useTranslation('rooms');
  const { day, exact, time } = useMoments(timeZone);
  const [table, setTable] = useState<Table | null>(null);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(
      () =>
        void chart.table(ROWS).then((found) => {
          if (!gone) setTable(found);
        }),
      SETTLED_MS,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [chart, window, lanes]);
  const columns = tableLanes(lanes);
  const isLong = window.toMs - window.fromMs > 86_400_000;
  const finer = window.toMs - window.fromMs < ROWS * 1000;
  const clock = table?.rows.every(({ atMs }) => atMs % MINUTE_MS === 0) === true ? time : exact;
  return (
    <section className={css['table']} aria-label={t('tableTitle')} tabIndex={0}>
      <table>
        <caption>{t('tableTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {columns.map((lane) => (
              <th
                key={lane.id}
                scope="col"
                data-lane={lane.id}
                data-words={hasText(lane) || undefined}
              >
                {isOverlaid(lane) ? t('overlaid', { lane: lane.label }) : lane.label}
                {lane.unit === '' ? null : <small>{lane.unit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table?.rows.map(({ atMs, values }) => (
            <tr key={atMs}>
              <th scope="row">
                {isLong ? `${day(atMs)} ` : ''}
                {clock(atMs)}
                {finer ? `.${String(Math.floor(atMs % 1000)).padStart(3, '0')}` : ''}
              </th>
              {columns.map((lane, index) => (
                <td key={lane.id} data-words={hasText(lane) || undefined}>
                  {lane.unit === '' ? values[index] : values[index]?.replace(` ${lane.unit}`, '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
