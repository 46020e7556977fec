import { useNavigate } from '@tanstack/react-router';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useMoments } from '../use-lane-labels.ts';
import css from './domain-nights.module.css';
import { HeatBody } from './heat-body.tsx';
import { HeatCard, type Pointed } from './heat-card.tsx';
import type { HeatFigure } from './heat-figures.ts';
import { cellAfterKey, type HeatGroup } from './heat-rows.ts';

type HeatGridProps = {
  readonly groups: readonly HeatGroup[];
  readonly nights: readonly string[];
  readonly figure: HeatFigure;
  readonly timeZone: string;
  readonly label: string;
};
type Place = { readonly row: number; readonly column: number };

/** Rooms × nights. One tab stop: arrows move between cells, Enter opens the result. */
export function HeatGrid({ groups, nights, figure, timeZone, label }: HeatGridProps) {
  const { t } = useTranslation('domainNights');
  const navigate = useNavigate();
  const grid = useRef<HTMLDivElement>(null);
  const touched = useRef(false);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const rows = groups.flatMap((group) => group.rows);
  const cellAt = (place: Place): HTMLElement | null =>
    grid.current?.querySelector<HTMLElement>(`[data-place="${place.row}:${place.column}"]`) ?? null;
  useOneStop(grid, groups);
  useNewestFirst(grid, nights.length);

  const point = (element: HTMLElement | null): void => {
    const place = readPlace(element);
    const row = place === null ? undefined : rows[place.row];
    const cell = place === null ? undefined : row?.cells[place.column];
    const night = place === null ? undefined : nights[place.column];
    setPointed(
      element === null || row === undefined || cell === undefined || night === undefined
        ? null
        : { room: row.room, cell, night, box: element.getBoundingClientRect() },
    );
  };
  const open = (element: HTMLElement | null, elsewhere: boolean): void => {
    const place = readPlace(element);
    const [room, night] = place === null ? [] : [rows[place.row]?.room, nights[place.column]];
    if (room === undefined || night === undefined) return;
    const address = `/room/${encodeURIComponent(room.roomId)}/result?night=${night}`;
    if (elsewhere) globalThis.open(address, '_blank', 'noopener');
    else
      void navigate({
        to: '/room/$roomid/result',
        params: { roomid: room.roomId },
        search: { night },
      });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = readPlace(event.target);
    if (place === null || event.altKey) return;
    if (event.key === 'Enter') open(findCell(event.target), event.ctrlKey || event.metaKey);
    else if (event.key === 'Escape') setPointed(null);
    else {
      const next = cellAfterKey(
        event.key,
        event.ctrlKey || event.metaKey,
        place,
        rows.length,
        nights.length,
      );
      if (next === null) return;
      cellAt(next)?.focus();
    }
    event.preventDefault();
  };
  const onFocus = ({ target }: SyntheticEvent): void => {
    const cell = findCell(target);
    if (cell === null || grid.current === null) return;
    // The tab key returns to the cell that last had the focus.
    for (const focusable of grid.current.querySelectorAll('[data-place][tabindex="0"]'))
      focusable.setAttribute('tabindex', '-1');
    cell.setAttribute('tabindex', '0');
    point(cell);
  };
  const onClick = (event: MouseEvent): void => {
    const cell = findCell(event.target);
    // A tap only selects a cell: its details appear below the grid, with a link.
    if (cell !== null && !touched.current) open(cell, event.ctrlKey || event.metaKey);
  };
  return (
    <div className={css['stage']}>
      {/*
        oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        -- pointer and key events of all cells are handled here
      */}
      <div
        ref={grid}
        className={css['grid']}
        data-nights={nights.length}
        data-hue={figure.hue}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onClick={onClick}
        onBlur={() => setPointed(null)}
        onScroll={() => setPointed((now) => (touched.current ? now : null))}
        onPointerDown={({ pointerType }) => {
          touched.current = pointerType === 'touch';
        }}
        onPointerOver={({ target, pointerType }) => {
          if (pointerType !== 'touch') point(findCell(target));
        }}
        onPointerLeave={() => {
          if (!touched.current) setPointed(null);
        }}
      >
        <table
          /*
            oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
            -- a table with arrow-key navigation is a grid (ARIA)
          */
          role="grid"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-colcount={nights.length + 1}
        >
          <Head nights={nights} timeZone={timeZone} />
          <HeatBody groups={groups} figure={figure} />
        </table>
      </div>
      <HeatCard pointed={pointed} figure={figure} timeZone={timeZone} hint={t('hint')} />
    </div>
  );
}

function Head({ nights, timeZone }: { nights: readonly string[]; timeZone: string }) {
  const { t, i18n } = useTranslation('domainNights');
  const { weekday } = useMoments(timeZone);
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'short', timeZone: 'UTC' });
  return (
    <thead>
      <tr className={css['head']}>
        <th scope="col" className={css['corner']}>
          {t('room')}
          <small>{t('mean')}</small>
        </th>
        {nights.map((night, index) => {
          const day = new Date(`${night}T00:00:00Z`);
          const isFirst = index === 0 || day.getUTCDate() === 1;
          return (
            <th
              key={night}
              scope="col"
              className={css['date']}
              aria-label={weekday(night)}
              title={weekday(night)}
              data-weekday={day.getUTCDay()}
              data-first={isFirst || undefined}
            >
              {isFirst ? <b>{month.format(day)}</b> : null}
              <span>{day.getUTCDate()}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Keeps exactly one cell in the tab order, even after the rows are redrawn. */
function useOneStop(
  grid: { readonly current: HTMLDivElement | null },
  groups: readonly HeatGroup[],
): void {
  useEffect(() => {
    if (grid.current === null || grid.current.querySelector('[data-place][tabindex="0"]') !== null)
      return;
    const lastInFirstRow = [...grid.current.querySelectorAll('[data-place^="0:"]')].at(-1);
    lastInFirstRow?.setAttribute('tabindex', '0');
  }, [grid, groups]);
}

/** Scrolls to the newest nights when not all of them fit. */
function useNewestFirst(grid: { readonly current: HTMLDivElement | null }, nights: number): void {
  useEffect(() => {
    grid.current?.scrollTo({ left: grid.current.scrollWidth });
  }, [grid, nights]);
}

const findCell = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;

function readPlace(target: EventTarget | null): Place | null {
  const [row, column] = (findCell(target)?.dataset['place'] ?? '').split(':').map(Number);
  return row === undefined || column === undefined || Number.isNaN(row) ? null : { row, column };
}
