import { toCourse, type SleepStage } from '@yamori/domain';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../../live/chart/nights/night-spec.ts';
import { useMoments } from '../use-lane-labels.ts';
import { EPOCH_MS } from '../night-stages.ts';
import { STAGE_COLOURS, STAGE_DEPTHS } from '../night-strip.tsx';
import type { CountedNight } from '../counted-night.ts';
import css from './result.module.css';

type StageStripProps = {
  readonly counted: CountedNight;
  readonly window: TimeWindow;
  readonly timeZone: string;
  readonly selected: TimeWindow | null;
  /** Null for readers who may not correct. */
  readonly onSelect: ((selected: TimeWindow) => void) | null;
};

const HOUR_MS = 3_600_000;
const WIDTH = 1000;
const LEVEL_HEIGHT = 24;
const HEIGHT = 4 * LEVEL_HEIGHT;

/**
 * The stages of a night, awake at the top and deep at the bottom, with corrections underlined. An
 * interval is selected by a drag or by keys.
 */
export function StageStrip({ counted, window, timeZone, selected, onSelect }: StageStripProps) {
  const { t } = useTranslation('results');
  const { time } = useMoments(timeZone);
  const place = useRef<HTMLDivElement>(null);
  const startMs = useRef<number | null>(null);
  const { fromMs, toMs } = window;
  const x = (atMs: number): number => ((atMs - fromMs) / (toMs - fromMs)) * WIDTH;
  const nightMs = counted.night.from.getTime();

  const toMoment = (event: PointerEvent): number => {
    const box = place.current?.getBoundingClientRect();
    const share = box === undefined ? 0 : (event.clientX - box.left) / box.width;
    return fromMs + Math.min(1, Math.max(0, share)) * (toMs - fromMs);
  };
  const select = (a: number, b: number): void =>
    onSelect?.(ofEpochs(nightMs, Math.min(a, b), Math.max(a, b), window));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (onSelect === null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    startMs.current = toMoment(event);
    select(startMs.current, startMs.current);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (startMs.current !== null) select(startMs.current, toMoment(event));
  };
  const drop = (): void => {
    startMs.current = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -EPOCH_MS, ArrowRight: EPOCH_MS }[event.key];
    if (onSelect === null || step === undefined) return;
    event.preventDefault();
    const now = selected ?? { fromMs: (fromMs + toMs) / 2, toMs: (fromMs + toMs) / 2 + EPOCH_MS };
    const by = event.ctrlKey ? 10 * step : step;
    if (event.shiftKey) select(now.fromMs, Math.max(now.fromMs + EPOCH_MS, now.toMs + by) - 1);
    else select(now.fromMs + by, now.toMs + by - 1);
  };
  return (
    <div className={css['strip']}>
      <div
        ref={place}
        className={css['stripChart']}
        data-live={onSelect !== null}
        aria-label={t('edit.chart', { from: time(fromMs), to: time(toMs) })}
        {...(onSelect === null
          ? { role: 'img' }
          : {
              role: 'application',
              tabIndex: 0,
              onPointerDown,
              onPointerMove,
              onPointerUp: drop,
              onPointerCancel: drop,
              onKeyDown,
            })}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 8}`} preserveAspectRatio="none" aria-hidden="true">
          {hoursIn(window).map((atMs) => (
            <line key={atMs} className={css['grid']} x1={x(atMs)} x2={x(atMs)} y1={0} y2={HEIGHT} />
          ))}
          {toCourse(counted.stages).map(({ stage, from, length }) => (
            <StageBar
              key={from}
              stage={stage}
              x={x(nightMs + from * EPOCH_MS)}
              width={(length * EPOCH_MS * WIDTH) / (toMs - fromMs)}
            />
          ))}
          {counted.corrections.map((edit) => (
            <rect
              key={edit.id}
              className={css['corrected']}
              x={x(edit.from.getTime())}
              width={x(edit.to.getTime()) - x(edit.from.getTime())}
              y={HEIGHT + 3}
              height={4}
            />
          ))}
          {selected === null ? null : (
            <rect
              className={css['selection']}
              x={x(selected.fromMs)}
              width={Math.max(1, x(selected.toMs) - x(selected.fromMs))}
              y={0}
              height={HEIGHT + 8}
            />
          )}
        </svg>
      </div>
      <div className={css['axis']} aria-hidden="true">
        {hoursIn(window).map((atMs) => (
          <span
            key={atMs}
            data-first={x(atMs) < WIDTH / 50}
            data-last={x(atMs) > WIDTH - WIDTH / 50}
            style={{ left: `${x(atMs) / 10}%` }}
          >
            {time(atMs)}
          </span>
        ))}
      </div>
    </div>
  );
}

const StageBar = ({ stage, x, width }: { stage: SleepStage; x: number; width: number }) =>
  stage === 'missing' ? (
    <rect className={css['unknown']} x={x} width={width} y={HEIGHT - 3} height={3} />
  ) : (
    <rect
      x={x}
      width={width}
      y={STAGE_DEPTHS[stage] * LEVEL_HEIGHT}
      height={HEIGHT - STAGE_DEPTHS[stage] * LEVEL_HEIGHT}
      fill={STAGE_COLOURS[stage]}
    />
  );

/** Whole epochs, at least one, within the visible range. */
function ofEpochs(nightMs: number, a: number, b: number, window: TimeWindow): TimeWindow {
  const fromMs = nightMs + Math.floor((Math.max(window.fromMs, a) - nightMs) / EPOCH_MS) * EPOCH_MS;
  const toMs =
    nightMs + (Math.floor((Math.min(window.toMs - 1, b) - nightMs) / EPOCH_MS) + 1) * EPOCH_MS;
  return { fromMs, toMs: Math.max(toMs, fromMs + EPOCH_MS) };
}

/** Round hours, as many as there is room to label. */
function hoursIn({ fromMs, toMs }: TimeWindow): number[] {
  const step =
    HOUR_MS * ([1, 2, 3, 6].find((hours) => (toMs - fromMs) / HOUR_MS / hours <= 12) ?? 6);
  const first = Math.ceil(fromMs / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((toMs - 1 - first) / step) + 1) },
    (_, index) => first + index * step,
  );
}
