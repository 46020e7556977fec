import { daysLater } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedField } from '../../../kit/form/segmented-field.tsx';
import { useMoments } from '../use-lane-labels.ts';
import type { CountedNight } from '../counted-night.ts';
import css from './result.module.css';

type ActogramProps = {
  readonly nights: readonly CountedNight[];
  readonly newest: string;
  readonly chosen: string;
  /** The current night. */
  readonly running: string;
  readonly days: number;
  readonly startsAtMinutes: number;
  readonly timeZone: string;
};

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;
const ROW_HEIGHT = 20;
const BAR_MINUTES = 10;
/** Activity in mg that fills the row. */
const MAX_ACTIVITY_MG = 60;

/**
 * Weeks of days, one row each, starting at the hour at which nights begin. The 48-hour form repeats
 * the next day in each row.
 */
export function Actogram({
  nights,
  newest,
  chosen,
  running,
  days,
  startsAtMinutes,
  timeZone,
}: ActogramProps) {
  const { t } = useTranslation('results');
  const { t: rooms } = useTranslation('rooms');
  const [span, setSpan] = useState<'day' | 'twoDays'>('twoDays');
  const known = new Map(nights.map((counted) => [counted.night.night, counted]));
  const oldest = nights.map(({ night }) => night.night).toSorted()[0];
  if (oldest === undefined)
    return (
      <section className={css['part']}>
        <h3>{t('actogram.title')}</h3>
        <p className={css['hint']}>{t('actogram.empty')}</p>
      </section>
    );
  const dates = Array.from({ length: days }, (_, index) =>
    daysLater(newest, index - days + 1),
  ).filter((date) => date >= oldest);
  const rowDays = span === 'day' ? 1 : 2;
  const isRunningSeen =
    !known.has(running) &&
    dates.some((date) => running >= date && running < daysLater(date, rowDays));
  const getDay = (date: string): DayPart =>
    known.get(date) ?? (date < running ? 'missing' : date === running ? 'running' : 'ahead');
  return (
    <section className={css['part']} aria-label={t('actogram.title')}>
      <div className={css['partHead']}>
        <h3>{t('actogram.title')}</h3>
        <Legend isRunning={isRunningSeen} />
        <SegmentedField
          label={rooms('chart.span')}
          name="span"
          value={span}
          choices={[
            { value: 'day', label: t('actogram.day') },
            { value: 'twoDays', label: t('actogram.twoDays') },
          ]}
          onChange={setSpan}
        />
      </div>
      <div className={css['actogram']}>
        <div className={css['actogramAxis']} aria-hidden="true">
          {hours(rowDays).map((hour) => (
            <span key={hour} style={{ left: `${(hour / (24 * rowDays)) * 100}%` }}>
              {(startsAtMinutes / 60 + hour) % 24}
            </span>
          ))}
        </div>
        <ol aria-label={t('actogram.label', { count: nights.length })}>
          {dates.map((date) => (
            <li key={date}>
              <Row
                date={date}
                parts={Array.from({ length: rowDays }, (_, index) =>
                  getDay(daysLater(date, index)),
                )}
                isChosen={date === chosen}
                timeZone={timeZone}
              />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** A day without a result: no data, still measuring, or in the future. */
type DayPart = CountedNight | 'missing' | 'running' | 'ahead';

function Legend({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation('results');
  const { t: rooms } = useTranslation('rooms');
  return (
    <ul className={css['legend']}>
      {(['sleep', 'nap', 'activity', 'missing'] as const).map((kind) => (
        <li key={kind} data-kind={kind}>
          {t(`actogram.${kind}`)}
        </li>
      ))}
      {isRunning ? <li data-kind="running">{rooms('short.running')}</li> : null}
    </ul>
  );
}

const hours = (rowDays: number): number[] =>
  Array.from({ length: rowDays * 4 + 1 }, (_, index) => index * 6);

type RowProps = {
  readonly date: string;
  readonly parts: readonly DayPart[];
  readonly isChosen: boolean;
  readonly timeZone: string;
};

function Row({ date, parts, isChosen, timeZone }: RowProps) {
  const { t } = useTranslation('results');
  const { weekday, night } = useMoments(timeZone);
  return (
    <Link
      to="."
      search={{ night: date }}
      className={css['actogramRow']}
      aria-current={isChosen ? 'page' : undefined}
      aria-label={t('actogram.open', { night: night(date) })}
    >
      <span className={css['actogramDate']}>{weekday(date)}</span>
      <svg
        viewBox={`0 0 ${parts.length * DAY_MINUTES} ${ROW_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {parts.map((part, index) => (
          <Day key={index === 0 ? 'first' : 'second'} part={part} offset={index * DAY_MINUTES} />
        ))}
      </svg>
    </Link>
  );
}

function Day({ part: counted, offset }: { part: DayPart; offset: number }) {
  if (counted === 'ahead') return null;
  if (counted === 'running')
    return (
      <line
        className={css['dayRunning']}
        x1={offset}
        x2={offset + DAY_MINUTES}
        y1={ROW_HEIGHT / 2}
        y2={ROW_HEIGHT / 2}
        vectorEffect="non-scaling-stroke"
      />
    );
  if (counted === 'missing')
    return (
      <rect
        className={css['dayMissing']}
        x={offset}
        width={DAY_MINUTES}
        y={ROW_HEIGHT / 2 - 0.5}
        height={1}
      />
    );
  const startMs = counted.night.from.getTime();
  return (
    <g transform={`translate(${offset} 0)`}>
      {unknownRuns(counted).map(({ from, length }) => (
        <rect
          key={from}
          className={css['dayMissing']}
          x={from / 2}
          width={length / 2}
          y={ROW_HEIGHT / 2 - 0.5}
          height={1}
        />
      ))}
      {counted.sleeps.map(({ kind, fromMs, toMs }) => (
        <rect
          key={fromMs}
          className={css[kind === 'nap' ? 'dayNap' : 'daySleep']}
          x={(fromMs - startMs) / MINUTE_MS}
          width={(toMs - fromMs) / MINUTE_MS}
          y={2}
          height={ROW_HEIGHT - 4}
        />
      ))}
      <path
        className={css['dayActivity']}
        d={activityPath(counted.night.trends?.movement ?? [])}
        vectorEffect="non-scaling-stroke"
      />
    </g>
  );
}

/** Intervals of the day without data, in epochs; short ones are not drawn. */
function unknownRuns({ stages }: CountedNight): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  let from = -1;
  for (let epoch = 0; epoch <= stages.length; epoch++) {
    if (stages[epoch] === 'missing') {
      if (from < 0) from = epoch;
      continue;
    }
    if (from >= 0 && epoch - from >= 10) runs.push({ from, length: epoch - from });
    from = -1;
  }
  return runs;
}

/** The most active minute of every ten, as bars from the bottom of the row. */
function activityPath(movement: readonly (number | null)[]): string {
  const bars: string[] = [];
  for (let minute = 0; minute < movement.length; minute += BAR_MINUTES) {
    const maxCount = Math.max(
      0,
      ...movement.slice(minute, minute + BAR_MINUTES).map((value) => value ?? 0),
    );
    if (maxCount > 0)
      bars.push(
        `M${minute + BAR_MINUTES / 2} ${ROW_HEIGHT}V${(ROW_HEIGHT - Math.min(1, maxCount / MAX_ACTIVITY_MG) * (ROW_HEIGHT - 4)).toFixed(1)}`,
      );
  }
  return bars.join('');
}
