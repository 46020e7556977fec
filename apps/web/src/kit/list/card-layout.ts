import { stabilizeLayout, type ComputedLayout } from './stable-layout.ts';

/**
 * Minimum size of a kind of card, and how far it may grow when there are few rooms. Lengths in CSS
 * pixels.
 */
export type GridStyle = {
  readonly minWidth: number;
  readonly cardHeight: number;
  readonly gap: number;
  readonly maxScale: number;
};

export type GridLayout = { readonly columns: number; readonly cardHeight: number };

/** Cards at their maximum width may still grow in height by this factor. */
const MAX_STRETCH = 1.25;

/**
 * Layout of the cards of `count` rooms on a board: as large as possible with all of them visible.
 * If they do not fit at their minimum size, the board scrolls. One column until the board is
 * measured.
 */
export function layOutCards(
  width: number,
  height: number,
  count: number,
  look: GridStyle,
): GridLayout {
  const { minWidth, cardHeight, gap, maxScale } = look;
  const toColumns = (scale: number): number =>
    Math.max(1, Math.floor((width + gap) / (minWidth * scale + gap)));
  const getHeight = (rows: number): number => (height - (rows - 1) * gap) / rows;
  let scale = 0;
  for (let columns = 1; columns <= toColumns(1); columns++) {
    const wide = (width - (columns - 1) * gap) / columns / minWidth;
    scale = Math.max(
      scale,
      Math.min(wide, getHeight(Math.ceil(count / columns)) / cardHeight, maxScale),
    );
  }
  if (!(scale > 1)) return { columns: toColumns(1), cardHeight };
  const columns = toColumns(scale);
  const grown = Math.min(
    getHeight(Math.ceil(count / columns)),
    cardHeight * scale * (scale < maxScale ? MAX_STRETCH : 1),
  );
  return { columns, cardHeight: Math.floor(Math.max(cardHeight, grown)) };
}

/**
 * Approximate width of a bold text in CSS pixels: letters and digits a little over half the font
 * size, other characters the full font size.
 */
export function measureText(text: string, fontPx: number): number {
  let px = 0;
  for (const sign of text) px += fontPx * (sign <= '\u00ff' ? 0.66 : 1);
  return px;
}

/** A layout and the style of cards that it was computed for. */
export type ComputedCards = ComputedLayout<GridLayout> & { readonly look: GridStyle };

/** Cards grow by at most this factor when a banner disappears. */
const MAX_GROWTH = 1.15;

/**
 * Like `layOutCards`, but a banner above the board makes the cards lower and does not move them, as
 * long as all remain visible. @returns the layout, and the reference to pass to the next call
 */
export function stabilizeCardLayout(
  before: ComputedCards | null,
  widthPx: number,
  heightPx: number,
  count: number,
  look: GridStyle,
): { readonly reference: ComputedCards; readonly layout: GridLayout } {
  const getCardHeight = ({ columns }: GridLayout): number => {
    const rows = Math.ceil(count / columns);
    return Math.floor((heightPx - (rows - 1) * look.gap) / rows);
  };
  const stable = stabilizeLayout({
    before: before?.look === look ? before : null,
    widthPx,
    heightPx,
    count,
    layOut: () => layOutCards(widthPx, heightPx, count, look),
    isUsable: (layout) => getCardHeight(layout) >= look.cardHeight,
  });
  const { layout } = stable;
  if (stable !== before) return { reference: { ...stable, look }, layout };
  if (heightPx === before.heightPx) return { reference: before, layout };
  const maxHeight = Math.floor(layout.cardHeight * MAX_GROWTH);
  return {
    reference: before,
    layout: { ...layout, cardHeight: Math.min(getCardHeight(layout), maxHeight) },
  };
}
