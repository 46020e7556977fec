import {
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { moveInGrid } from '../../kit/list/list-keys.ts';
import { useListScroll, useInnerSize } from '../../kit/list/list-scroll.ts';
import css from './board.module.css';
import {
  stabilizeCardLayout,
  type GridLayout,
  type ComputedCards,
} from '../../kit/list/card-layout.ts';
import { computeScale, type CardLook } from './card-scale.ts';
import { ScrollRestContext, useScrollRest } from './scroll-rest.ts';
import type { RoomCardProps } from './small-card.tsx';

type CardGridProps = {
  readonly ids: readonly string[];
  readonly Card: ComponentType<RoomCardProps>;
  readonly look: CardLook;
  /** Called when the user scrolls near the end. */
  readonly onNearEnd: () => void;
};

/** Cards in rows; arrow keys move between them, and only visible ones are rendered. */
export function CardGrid({ ids, Card, look, onNearEnd }: CardGridProps) {
  'use no memo';
  const { t } = useTranslation('home');
  const scroller = useRef<HTMLDivElement>(null);
  const room = useInnerSize(scroller);
  const { columns, cardHeight } = useSteadyCards(room, ids.length, look);
  const { unit, isNarrow } = computeScale(
    (room.width - (columns - 1) * look.gap) / columns,
    cardHeight,
    look,
  );
  const scroll = useListScroll({
    scroller,
    count: ids.length,
    columns,
    rowHeight: cardHeight + look.gap,
    onNearEnd,
  });
  const rest = useScrollRest(scroll.isScrolling);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const current = Math.max(0, currentId === null ? 0 : ids.indexOf(currentId));
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moveInGrid(event.key, current, ids.length, columns);
    if (next === null) return;
    event.preventDefault();
    setCurrentId(ids[next] ?? null);
    scroll.focusItem(next);
  };
  return (
    <div ref={scroller} className={css['scroller']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys */}
      <ul
        className={css['rows']}
        data-narrow={isNarrow}
        style={{ height: scroll.height, ...toUnitStyle(unit) }}
        aria-label={t('list')}
        aria-describedby="board-keys"
        onKeyDown={onKeyDown}
      >
        <ScrollRestContext value={rest}>
          {scroll.rows.map((row) => (
            <li
              key={row.index}
              className={css['row']}
              style={{
                transform: `translateY(${row.start}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                gap: look.gap,
                height: cardHeight,
              }}
            >
              {ids.slice(row.index * columns, (row.index + 1) * columns).map((id, column) => {
                const index = row.index * columns + column;
                return (
                  <Card
                    key={column}
                    roomId={id}
                    index={index}
                    current={index === current}
                    onFocus={setCurrentId}
                  />
                );
              })}
            </li>
          ))}
        </ScrollRestContext>
      </ul>
      <p id="board-keys" className="visually-hidden">
        {t('keys')}
      </p>
    </div>
  );
}

/** The layout of the cards, unchanged when a banner above them appears or disappears. */
function useSteadyCards(
  { width, height }: { readonly width: number; readonly height: number },
  count: number,
  look: CardLook,
): GridLayout {
  const [before, setBefore] = useState<ComputedCards | null>(null);
  const { reference, layout } = stabilizeCardLayout(before, width, height, count, look);
  if (reference !== before) setBefore(reference);
  return layout;
}

/** CSS variables of a card: the scale of figures (`--u`) and of labels (`--v`). */
const toUnitStyle = (unit: number): CSSProperties & Readonly<Record<'--u' | '--v', string>> => ({
  '--u': `${unit}px`,
  '--v': `${(unit + 1) / 2}px`,
});
