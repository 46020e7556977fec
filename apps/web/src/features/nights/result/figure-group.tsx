import { daysLater } from '@yamori/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useMoments } from '../use-lane-labels.ts';
import type { CountedNight } from '../counted-night.ts';
import { differenceFromWeek, FIGURES, figureValue, type FigureGroup as Group } from './figures.ts';
import css from './result.module.css';
import { Sparkline, TrendChart, type TrendPoint } from './trend-chart.tsx';
import { useFigureLabels } from './use-figure-labels.ts';
import { WhyThisValue } from './why-this-value.tsx';

type Figure = (typeof FIGURES)[number];
type FigureGroupProps = {
  readonly group: Group;
  readonly counted: CountedNight;
  /** Earlier nights, newest first. */
  readonly before: readonly CountedNight[];
  /** False while earlier nights are loading: no comparison yet. */
  readonly isAll: boolean;
  readonly timeZone: string;
};

/** Nights of a trend, this one included. */
const TREND_NIGHTS = 30;

/** A group of related figures. Pressing one shows its meaning, its trend and its data sources. */
export function FigureGroup({ group, counted, before, isAll, timeZone }: FigureGroupProps) {
  const { t } = useTranslation('results');
  const [values, change] = useUrlParams();
  const id = useId();
  const figures = FIGURES.filter((figure) => figure.group === group);
  if (figures.every((figure) => figureValue(counted, figure.id) === null)) return null;
  const open = figures.find((figure) => figure.id === values['figure']);
  return (
    <section className={css['part']} aria-label={t(`group.${group}`)}>
      <h3>
        {t(`group.${group}`)}
        {group === 'body' ? <small>{t('reference')}</small> : null}
      </h3>
      <div className={css['cards']}>
        {figures.map((figure) => (
          <FigureCard
            key={figure.id}
            figure={figure}
            counted={counted}
            before={before}
            isAll={isAll}
            panel={id}
            isOpen={figure === open}
            onToggle={() => change({ figure: figure === open ? undefined : figure.id })}
          />
        ))}
        <div id={id} className={css['detail']} hidden={open === undefined}>
          {open === undefined ? null : (
            <FigureDetail figure={open} counted={counted} before={before} timeZone={timeZone} />
          )}
        </div>
      </div>
    </section>
  );
}

type FigureCardProps = {
  readonly figure: Figure;
  readonly counted: CountedNight;
  readonly before: readonly CountedNight[];
  readonly isAll: boolean;
  readonly panel: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

function FigureCard({ figure, counted, before, isAll, panel, isOpen, onToggle }: FigureCardProps) {
  const { t } = useTranslation('results');
  const words = useFigureLabels();
  const value = figureValue(counted, figure.id);
  const bounds = counted.bounds[figure.id];
  const earlier = before.map((night) => figureValue(night, figure.id));
  const difference = differenceFromWeek(value, earlier, figure.kind);
  const change = difference === null ? null : words.difference(figure.kind, difference.by);
  const compared =
    difference === null
      ? t('noDifference')
      : change === null
        ? t('sameAsWeek', { nights: difference.nights })
        : t('difference', { nights: difference.nights, text: change });
  const spread = 'spread' in figure ? getSpread(counted, figure.spread) : null;
  const write = (each: number): string => words.value(figure.kind, each);
  return (
    <button
      type="button"
      className={css['card']}
      aria-expanded={isOpen}
      aria-controls={panel}
      title={t('detail', { name: t(`figure.${figure.id}`) })}
      onClick={onToggle}
    >
      <span className={css['cardName']}>{t(`figure.${figure.id}`)}</span>
      <span className={css['cardValue']}>{words.value(figure.kind, value)}</span>
      <small>
        {value !== null && bounds !== undefined && bounds.most > bounds.least
          ? words.between(figure.kind, bounds)
          : null}
        {spread === null || value === null
          ? null
          : t('spread', {
              least: plain(write(spread.least)),
              most: plain(write(spread.most)),
              deviation: plain(write(spread.deviation)),
            })}
      </small>
      <Sparkline values={[...earlier.slice(0, TREND_NIGHTS - 1).toReversed(), value]} />
      <small className={css['cardChange']}>{isAll && value !== null ? compared : ''}</small>
    </button>
  );
}

/** Without the unit: the figure shows it already. */
const plain = (text: string): string => text.split(' ')[0] ?? text;

function getSpread(
  { metrics }: CountedNight,
  name: string,
): { least: number; most: number; deviation: number } | null {
  const [least, most, deviation] = [
    metrics[`${name}Least`] ?? null,
    metrics[`${name}Most`] ?? null,
    metrics[`${name}SD`] ?? null,
  ];
  return least === null || most === null || deviation === null ? null : { least, most, deviation };
}

function FigureDetail({
  figure,
  counted,
  before,
  timeZone,
}: {
  figure: Figure;
  counted: CountedNight;
  before: readonly CountedNight[];
  timeZone: string;
}) {
  const { t } = useTranslation('results');
  const words = useFigureLabels();
  const { weekday } = useMoments(timeZone);
  const known = new Map([counted, ...before].map((entry) => [entry.night.night, entry]));
  const points = Array.from({ length: TREND_NIGHTS }, (_, index): TrendPoint => {
    const night = daysLater(counted.night.night, index - TREND_NIGHTS + 1);
    const entry = known.get(night);
    const range = entry?.bounds[figure.id];
    return {
      night,
      value: entry === undefined ? null : figureValue(entry, figure.id),
      least: range?.least ?? null,
      most: range?.most ?? null,
    };
  });
  const value = figureValue(counted, figure.id);
  const difference = differenceFromWeek(
    value,
    before.map((night) => figureValue(night, figure.id)),
    figure.kind,
  );
  const write = (each: number): string => words.value(figure.kind, each);
  return (
    <>
      <div className={css['meaning']}>
        <h4>{t('definition')}</h4>
        <p>{t(`meaning.${figure.id}`)}</p>
      </div>
      <div className={css['course']}>
        <h4>{t('trend')}</h4>
        <TrendChart
          points={points}
          chosen={counted.night.night}
          mean={
            value === null || difference === null || figure.kind === 'clock'
              ? null
              : value - difference.by
          }
          label={t('trendLabel', {
            name: t(`figure.${figure.id}`),
            count: points.filter((point) => point.value !== null).length,
          })}
          write={write}
          day={weekday}
        />
        <details>
          <summary>{t('asTable')}</summary>
          <TrendTable points={points} write={write} day={weekday} />
        </details>
      </div>
      <WhyThisValue
        counted={counted}
        from={figure.from}
        known={value !== null}
        timeZone={timeZone}
      />
    </>
  );
}

function TrendTable({
  points,
  write,
  day,
}: {
  points: readonly TrendPoint[];
  write: (value: number) => string;
  day: (night: string) => string;
}) {
  const { t } = useTranslation('results');
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('night')}</th>
          <th scope="col" data-number="">
            {t('value')}
          </th>
          <th scope="col" data-number="">
            {t('range')}
          </th>
        </tr>
      </thead>
      <tbody>
        {points
          .filter(({ value }) => value !== null)
          .toReversed()
          .map(({ night, value, least, most }) => (
            <tr key={night}>
              <th scope="row">{day(night)}</th>
              <td data-number="">{value === null ? '' : write(value)}</td>
              <td data-number="">
                {least === null || most === null || least === most
                  ? ''
                  : t('between', { least: write(least), most: write(most) })}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
