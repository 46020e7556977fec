import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useElementSize } from '../../../kit/use-element-size.ts';
import css from './result.module.css';

/** One night of a trend; null: no value. */
export type TrendPoint = {
  readonly night: string;
  readonly value: number | null;
  readonly least: number | null;
  readonly most: number | null;
};

type TrendChartProps = {
  readonly points: readonly TrendPoint[];
  readonly chosen: string;
  readonly mean: number | null;
  readonly label: string;
  readonly write: (value: number) => string;
  readonly day: (night: string) => string;
};

/** Width before the first layout. */
const USUAL_WIDTH = 600;
/**
 * A date label takes 64 pixels. The newest label sits left of its mark, half a label closer to the
 * one before.
 */
const DAY_PIXELS = 96;
const HEIGHT = 150;
const LEFT = 92;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 26;

/** A figure over the nights: a mark for each night, its range as a line, a gap without a value. */
export function TrendChart(props: TrendChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(place);
  return (
    <div ref={place} className={css['trend']}>
      <Trend {...props} width={width || USUAL_WIDTH} />
    </div>
  );
}

function Trend({
  points,
  chosen,
  mean,
  label,
  write,
  day,
  width,
}: TrendChartProps & { readonly width: number }) {
  const { t } = useTranslation('results');
  const all = points
    .flatMap(({ value, least, most }) => [value, least, most])
    .filter((y) => y !== null);
  if (all.length === 0) return null;
  const [low, high] = computeScale(all);
  const inner = Math.max(1, width - LEFT - RIGHT);
  const x = (index: number): number => LEFT + ((index + 0.5) / points.length) * inner;
  const y = (value: number): number =>
    TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {[low, (low + high) / 2, high].map((value) => (
        <g key={value}>
          <line className={css['grid']} x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
            {write(value)}
          </text>
        </g>
      ))}
      {mean === null ? null : (
        <line className={css['mean']} x1={LEFT} x2={width - RIGHT} y1={y(mean)} y2={y(mean)}>
          <title>{t('weekMean')}</title>
        </line>
      )}
      <path className={css['line']} d={toPath(points, x, y)} />
      {points.map(({ night, value, least, most }, index) =>
        value === null ? null : (
          <g key={night} data-chosen={night === chosen || undefined} className={css['mark']}>
            {least !== null && most !== null && most > least ? (
              <line x1={x(index)} x2={x(index)} y1={y(least)} y2={y(most)} />
            ) : null}
            <circle cx={x(index)} cy={y(value)} r={night === chosen ? 5 : 3}>
              <title>{`${day(night)} ${write(value)}`}</title>
            </circle>
          </g>
        ),
      )}
      {namedNights(points, inner).map(({ night, index }) => (
        <text
          key={night}
          x={x(index)}
          y={HEIGHT - 6}
          textAnchor={index === points.length - 1 ? 'end' : 'middle'}
        >
          {day(night)}
        </text>
      ))}
    </svg>
  );
}

/** Labels as many nights as fit, always the newest; for a month, one per week. */
function namedNights(
  points: readonly TrendPoint[],
  inner: number,
): { readonly night: string; readonly index: number }[] {
  const every = Math.max(
    points.length <= 8 ? 1 : 7,
    Math.ceil((DAY_PIXELS * points.length) / inner),
  );
  return points.flatMap(({ night }, index) =>
    (points.length - 1 - index) % every === 0 ? [{ night, index }] : [],
  );
}

/** Padding above and below, even when all values are equal. */
function computeScale(values: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = most > least ? (most - least) * 0.1 : Math.max(1, Math.abs(most) * 0.1);
  return [least >= 0 ? Math.max(0, least - room) : least - room, most + room];
}

/** A line from night to night that breaks where a night has no value. */
function toPath(
  points: readonly TrendPoint[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let open = false;
  return points
    .map(({ value }, index) => {
      if (value === null) {
        open = false;
        return '';
      }
      const step = `${open ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      open = true;
      return step;
    })
    .join('');
}

/** An inline trend in the size of a word. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return <span className={css['sparkNone']} />;
  const [low, high] = computeScale(known);
  const points = values.map((value) => ({ night: '', value, least: null, most: null }));
  return (
    <svg className={css['spark']} viewBox="0 0 90 22" preserveAspectRatio="none" aria-hidden="true">
      <path
        d={toPath(
          points,
          (index) => ((index + 0.5) / values.length) * 90,
          (value) => 20 - ((value - low) / (high - low)) * 18,
        )}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
