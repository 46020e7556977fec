import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { layOutCards, measureText, type GridStyle } from './card-layout.ts';
import type { CardContent } from './list-view.ts';
import { moveInGrid } from './list-keys.ts';
import { useListScroll, useInnerSize } from './list-scroll.ts';
import css from './list.module.css';
import type { Selection } from './selection.ts';

export type CardListProps<Row> = {
  readonly rows: readonly Row[];
  readonly label: string;
  readonly getId: (row: Row) => string;
  readonly getName: (row: Row) => string;
  readonly getCard: (row: Row, isSmall: boolean) => CardContent;
  /** Omitted without bulk actions. */
  readonly selection?: Selection | undefined;
  readonly onOpen: (id: string) => void;
  readonly isSmall: boolean;
  readonly onNearEnd: () => void;
};

/** Heights in pixels: title and padding of a large card, and one of its lines. */
const HEAD_PX = 58;
const LINE_PX = 23;
const MEASURED = 20;
/** In longer lists all cards have the height of the fullest one, which avoids measuring each. */
const MAX_OWN_HEIGHTS = 500;
const LARGE: GridStyle = { minWidth: 268, cardHeight: HEAD_PX, gap: 10, maxScale: 1 };
const SMALL: GridStyle = { minWidth: 176, cardHeight: 76, gap: 8, maxScale: 1 };
/**
 * Font size and line height of a title, and the width next to it in its card: padding, border,
 * checkbox, text on the right.
 */
const LARGE_TITLE = { fontPx: 16, linePx: 24, besidePx: 33 };
const SMALL_TITLE = { fontPx: 14, linePx: 21, besidePx: 25 };
const PICK_PX = 28;
const ASIDE_PX = 70;

/**
 * A virtual grid of cards: only visible rows are rendered. Arrow keys move the focus, Enter opens.
 */
export function CardList<Row>({
  rows,
  label,
  getId,
  getName,
  getCard,
  selection,
  onOpen,
  isSmall,
  onNearEnd,
}: CardListProps<Row>) {
  'use no memo';
  const { t } = useTranslation('list');
  const scroller = useRef<HTMLDivElement>(null);
  const size = useInnerSize(scroller);
  // All cards have the same columns, so a few cards show the maximum number of lines.
  const measured = rows.slice(0, MEASURED).map((row) => getCard(row, isSmall));
  const lineCount = Math.max(0, ...measured.map(({ lines }) => lines.length));
  const look = isSmall ? SMALL : { ...LARGE, cardHeight: HEAD_PX + LINE_PX * lineCount };
  const laidOut = layOutCards(size.width, size.height, rows.length, look);
  const { columns } = laidOut;
  const { gap } = look;
  const title = isSmall ? SMALL_TITLE : LARGE_TITLE;
  const hasAside = measured.some(({ aside }) => aside !== undefined);
  const titlePx =
    (size.width - (columns - 1) * gap) / columns -
    title.besidePx -
    (selection === undefined ? 0 : PICK_PX) -
    (hasAside ? ASIDE_PX : 0);
  // A truncated serial is useless, so if one title is too long, all have two lines. Computed once
  // for the rows, not on each scroll.
  const widestPx = useMemo(
    () =>
      rows.reduce((widest, row) => Math.max(widest, measureText(getName(row), title.fontPx)), 0),
    [rows, getName, title.fontPx],
  );
  const isLong = widestPx > titlePx;
  const titleMore = isLong ? title.linePx : 0;
  const cardHeight = laidOut.cardHeight + titleMore;
  // A row is as high as its tallest card.
  const getHeight = useMemo(() => {
    if (isSmall || rows.length > MAX_OWN_HEIGHTS) return () => cardHeight;
    const lines = rows.map((row) => getCard(row, false).lines.length);
    return (line: number): number =>
      HEAD_PX +
      LINE_PX * Math.max(0, ...lines.slice(line * columns, (line + 1) * columns)) +
      titleMore;
  }, [isSmall, rows, getCard, columns, cardHeight, titleMore]);
  const rowHeight = useCallback((line: number) => getHeight(line) + gap, [getHeight, gap]);
  const scroll = useListScroll({ scroller, count: rows.length, columns, rowHeight, onNearEnd });
  const [current, setCurrent] = useState(0);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moveInGrid(event.key, current, rows.length, columns);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    scroll.focusItem(next);
  };
  return (
    <div ref={scroller} className={css['scroller']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys */}
      <ul
        className={css['rows']}
        style={{ height: scroll.height }}
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {scroll.rows.map((line) =>
          rows.slice(line.index * columns, (line.index + 1) * columns).map((row, place) => {
            const [index, id] = [line.index * columns + place, getId(row)];
            const width = `calc((100% - ${(columns - 1) * gap}px) / ${columns})`;
            const left = `calc((100% + ${gap}px) / ${columns} * ${place})`;
            const { title: name, aside, lines, tone } = getCard(row, isSmall);
            return (
              <li
                key={id}
                className={css['card']}
                data-tone={tone}
                data-small={isSmall}
                data-long={isLong}
                data-chosen={selection?.ids.has(id) ?? false}
                style={{
                  transform: `translateY(${line.start}px)`,
                  width,
                  left,
                  height: getHeight(line.index),
                }}
              >
                {selection === undefined ? null : (
                  <input
                    type="checkbox"
                    className={css['pick']}
                    checked={selection.ids.has(id)}
                    aria-label={t('choose', { name: getName(row) })}
                    onChange={() => selection.toggle(id)}
                  />
                )}
                <button
                  type="button"
                  className={css['open']}
                  data-index={index}
                  tabIndex={index === current ? 0 : -1}
                  onFocus={() => setCurrent(index)}
                  onClick={() => onOpen(id)}
                >
                  {name}
                </button>
                {aside === undefined ? null : <span className={css['aside']}>{aside}</span>}
                <div className={css['lines']}>
                  {lines.map((words, at) => (
                    <div key={at}>{words}</div>
                  ))}
                </div>
              </li>
            );
          }),
        )}
      </ul>
    </div>
  );
}
