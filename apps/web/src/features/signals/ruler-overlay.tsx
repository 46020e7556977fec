import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { RulerPosition } from '../../live/chart/engine/trace-view.ts';
import css from './board.module.css';

const SMALL_STEP = 0.002;
const LARGE_STEP = 0.02;

/** Two cursors over the chart, moved by pointer or arrow keys (larger steps with Shift). */
export function RulerOverlay({
  cursors,
  onMove,
}: {
  cursors: RulerPosition;
  onMove: (cursors: RulerPosition) => void;
}) {
  const { t } = useTranslation('raw');
  const [first, second] = cursors;
  const left = Math.min(first, second);
  return (
    <div className={css['ruler']}>
      <div
        className={css['span']}
        style={{ left: `${left * 100}%`, width: `${Math.abs(second - first) * 100}%` }}
      />
      <Cursor label={t('ruler.first')} mark="1" at={first} onMove={(at) => onMove([at, second])} />
      <Cursor label={t('ruler.second')} mark="2" at={second} onMove={(at) => onMove([first, at])} />
    </div>
  );
}

function Cursor({
  label,
  mark,
  at,
  onMove,
}: {
  label: string;
  mark: string;
  at: number;
  onMove: (at: number) => void;
}) {
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box !== undefined) onMove(within((event.clientX - box.left) / box.width));
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.shiftKey ? LARGE_STEP : SMALL_STEP;
    const next = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onMove(within(next));
  };
  return (
    <div
      /*
        oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        -- a range input cannot be a line across the chart
      */
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 100)}
      className={css['cursor']}
      style={{ left: `${at * 100}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <span>{mark}</span>
    </div>
  );
}

const within = (share: number): number => Math.min(1, Math.max(0, share));
