import { useTranslation } from 'react-i18next';
import { useRateFormatter } from '../import-formatters.ts';
import css from '../imports.module.css';
import {
  TRACE_COLUMNS,
  type CheckedStream,
  type FileGap,
  type Trace,
} from '../reading/file-check.ts';

const HEIGHT = 40;
const EDGE = 2;

type Range = { readonly low: number; readonly high: number };

/**
 * A small picture of one stream: minimum and maximum over the whole recording, empty in its gaps.
 */
export function TracePicture({
  stream,
  gaps,
  seconds,
}: {
  stream: CheckedStream;
  gaps: readonly FileGap[];
  seconds: number;
}) {
  const { t, i18n } = useTranslation('imports');
  const rate = useRateFormatter();
  const range = computeRange(stream.traces);
  const samples = new Intl.NumberFormat(i18n.language).format(stream.samples);
  return (
    <li className={css['trace']}>
      <span className={css['traceName']} title={stream.label}>
        <b>{stream.label}</b>
        <small>
          {[
            rate(stream.sampleRateHz),
            ...(stream.channels > 1 ? [t('check.channels', { count: stream.channels })] : []),
            ...(stream.unit === '' ? [] : [stream.unit]),
          ].join(' · ')}
        </small>
      </span>
      {range === null ? (
        <span className={css['traceNone']}>{t('check.noPicture')}</span>
      ) : (
        <svg
          viewBox={`0 0 ${TRACE_COLUMNS} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('check.signal', {
            label: stream.label,
            rate: rate(stream.sampleRateHz),
            samples,
          })}
        >
          {gaps.map((gap) => (
            <rect
              key={gap.fromSeconds}
              x={(gap.fromSeconds / seconds) * TRACE_COLUMNS}
              width={Math.max(0.5, ((gap.toSeconds - gap.fromSeconds) / seconds) * TRACE_COLUMNS)}
              y={0}
              height={HEIGHT}
              className={css['traceGap']}
            />
          ))}
          {stream.traces.map((trace, index) => (
            <path
              key={TRACE_KEYS[index]}
              d={toPath(trace, range)}
              data-trace={index}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      )}
    </li>
  );
}

const TRACE_KEYS = ['x', 'y', 'z'];

function computeRange(traces: readonly Trace[]): Range | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { minimum, maximum } of traces) {
    for (const value of minimum) if (value < low) low = value;
    for (const value of maximum) if (value > high) high = value;
  }
  return low <= high ? { low, high } : null;
}

/**
 * The band from minimum to maximum, one part for each measured interval; a constant value is a
 * line.
 */
function toPath({ minimum, maximum }: Trace, { low, high }: Range): string {
  const scale = high > low ? (HEIGHT - 2 * EDGE) / (high - low) : 0;
  const y = (value = Number.NaN): string =>
    (scale === 0 ? HEIGHT / 2 : HEIGHT - EDGE - (value - low) * scale).toFixed(1);
  let path = '';
  for (let begin = 0; begin < TRACE_COLUMNS; begin++) {
    if (Number.isNaN(minimum[begin] ?? Number.NaN)) continue;
    let end = begin;
    while (end < TRACE_COLUMNS && !Number.isNaN(minimum[end] ?? Number.NaN)) end += 1;
    const above = Array.from(
      { length: end - begin },
      (_, index) => `H${begin + index}V${y(maximum[begin + index])}H${begin + index + 1}`,
    );
    const below = Array.from(
      { length: end - begin },
      (_, index) => `V${y(minimum[end - 1 - index])}H${end - 1 - index}`,
    );
    path += `M${begin} ${y(maximum[begin])}${above.join('')}${below.join('')}Z`;
    begin = end;
  }
  return path;
}
