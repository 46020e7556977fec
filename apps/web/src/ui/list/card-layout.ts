/** How large a kind of card is at least, and how far it may grow where rooms are few. Lengths in CSS pixels. */
export type GridLook = { readonly leastWidth: number; readonly cardHeight: number; readonly gap: number; readonly mostScale: number };

export type GridLayout = { readonly columns: number; readonly cardHeight: number };

/** Cards that have grown sideways as far as the screen lets them may still become so much higher. */
const MOST_STRETCH = 1.25;

/**
 * The cards of `count` rooms on a board: as large as they may be so that all are seen at once. Where they do not fit at
 * their least size they keep it, and the board scrolls. One column until the board is measured.
 */
export function layOutCards(width: number, height: number, count: number, look: GridLook): GridLayout {
  const { leastWidth, cardHeight, gap, mostScale } = look;
  const columnsOf = (scale: number): number => Math.max(1, Math.floor((width + gap) / (leastWidth * scale + gap)));
  const heightOf = (rows: number): number => (height - (rows - 1) * gap) / rows;
  let scale = 0;
  for (let columns = 1; columns <= columnsOf(1); columns++) {
    const wide = (width - (columns - 1) * gap) / columns / leastWidth;
    scale = Math.max(scale, Math.min(wide, heightOf(Math.ceil(count / columns)) / cardHeight, mostScale));
  }
  if (!(scale > 1)) return { columns: columnsOf(1), cardHeight };
  const columns = columnsOf(scale);
  const grown = Math.min(heightOf(Math.ceil(count / columns)), cardHeight * scale * (scale < mostScale ? MOST_STRETCH : 1));
  return { columns, cardHeight: Math.floor(Math.max(cardHeight, grown)) };
}
