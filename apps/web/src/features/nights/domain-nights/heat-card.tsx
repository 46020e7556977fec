import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMoments } from '../use-lane-labels.ts';
import { useFigureLabels } from '../result/use-figure-labels.ts';
import css from './domain-nights.module.css';
import { getNightFigure, HEAT_FIGURES, type HeatFigure } from './heat-figures.ts';
import { useHeatmapLabels } from './use-heatmap-labels.ts';
import type { HeatCell, HeatRoom } from './heat-rows.ts';

/** The cell under the pointer or with the focus, and its position. */
export type Pointed = {
  readonly room: HeatRoom;
  readonly cell: HeatCell;
  readonly night: string;
  readonly box: DOMRect;
};

const CARD_WIDTH = 280;
const MARGIN = 8;
const LOW_HEIGHT = 240;

/** The details of a cell's night: next to the cell, or below the grid on touch screens. */
export function HeatCard({
  pointed,
  figure,
  timeZone,
  hint,
}: {
  pointed: Pointed | null;
  figure: HeatFigure;
  timeZone: string;
  hint: string;
}) {
  const { t } = useTranslation('domainNights');
  const { night: formatDay } = useMoments(timeZone);
  const words = useHeatmapLabels();
  if (pointed === null)
    return (
      <div className={css['card']} data-empty="" aria-hidden="true">
        {hint}
      </div>
    );
  const { room, cell, night, box } = pointed;
  const quality = words.quality(cell);
  return (
    // Screen readers get the same text from the cell's label.
    <aside className={css['card']} style={placeBeside(box)}>
      <header>
        <strong>{room.name}</strong>
        <span>{formatDay(night)}</span>
      </header>
      <p className={css['cardMain']}>
        <span>{words.name(figure)}</span>
        <b>{words.cell(cell, figure)}</b>
      </p>
      {cell.kind === 'value' || cell.kind === 'unknown' ? (
        <OtherFigures cell={cell} figure={figure} />
      ) : null}
      {quality === null ? null : <p className={css['cardNote']}>{quality}</p>}
      <Link
        className={css['cardLink']}
        to="/room/$roomid/result"
        params={{ roomid: room.roomId }}
        search={{ night }}
        tabIndex={-1}
      >
        {t('open')}
      </Link>
      <p className={css['cardKey']}>{t('enter')}</p>
    </aside>
  );
}

function OtherFigures({
  cell,
  figure,
}: {
  cell: Extract<HeatCell, { kind: 'value' | 'unknown' }>;
  figure: HeatFigure;
}) {
  const words = useHeatmapLabels();
  const figures = useFigureLabels();
  const range = cell.night.bounds?.[figure.id];
  return (
    <>
      {range === undefined ||
      words.value(figure, range.least) === words.value(figure, range.most) ? null : (
        <p className={css['cardRange']}>{figures.between(figure.kind, range)}</p>
      )}
      <dl>
        {HEAT_FIGURES.filter(({ id }) => id !== figure.id).map((other) => (
          <div key={other.id}>
            <dt>{words.name(other)}</dt>
            <dd>{words.value(other, getNightFigure(cell.night, other.id))}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** To the lower right of the cell, or to its left at the edge of the window. */
function placeBeside({ left, right, top, bottom }: DOMRect): {
  left: number;
  top?: number;
  bottom?: number;
} {
  const x =
    right + MARGIN + CARD_WIDTH > globalThis.innerWidth
      ? Math.max(MARGIN, left - MARGIN - CARD_WIDTH)
      : right + MARGIN;
  return bottom + LOW_HEIGHT > globalThis.innerHeight
    ? { left: x, bottom: globalThis.innerHeight - bottom }
    : { left: x, top };
}
