/**
 * How large a kind of card is at least, and how far it may grow where rooms are few. Lengths in CSS
 * pixels.
 */
export type GridStyle = {
  readonly leastWidth: number;
  readonly cardHeight: number;
  readonly gap: number;
  readonly mostScale: number;
};

export type GridLayout = { readonly columns: number; readonly cardHeight: number };

/**
 * Cards that have grown sideways as far as the screen lets them may still become so much higher.
 */
const MOST_STRETCH = 1.25;

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
  const { leastWidth, cardHeight, gap, mostScale } = look;
  const columnsOf = (scale: number): number =>
    Math.max(1, Math.floor((width + gap) / (leastWidth * scale + gap)));
  const heightOf = (rows: number): number => (height - (rows - 1) * gap) / rows;
  let scale = 0;
  for (let columns = 1; columns <= columnsOf(1); columns++) {
    const wide = (width - (columns - 1) * gap) / columns / leastWidth;
    scale = Math.max(
      scale,
      Math.min(wide, heightOf(Math.ceil(count / columns)) / cardHeight, mostScale),
    );
  }
  if (!(scale > 1)) return { columns: columnsOf(1), cardHeight };
  const columns = columnsOf(scale);
  const grown = Math.min(
    heightOf(Math.ceil(count / columns)),
    cardHeight * scale * (scale < mostScale ? MOST_STRETCH : 1),
  );
  return { columns, cardHeight: Math.floor(Math.max(cardHeight, grown)) };
}

/**
 * About how wide a bold text is: letters and digits a little over half their height, all else as
 * wide as high. CSS pixels.
 */
export function widthOfText(text: string, fontPx: number): number {
  let px = 0;
  for (const sign of text) px += fontPx * (sign <= '\u00ff' ? 0.66 : 1);
  return px;
}

/** A laid out board, and for what. */
export type LaidOutCards = {
  readonly layout: GridLayout;
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly look: GridStyle;
};

/** So much of the height banners come and go with; more is another window. */
const BANNERS_PX = 160;
/** Cards grow into what a banner leaves at most so far. */
const MOST_REGAIN = 1.15;

/**
 * The same, when only the height has changed a little: a banner that comes with an alarm, or with a
 * lost connection, makes cards lower, and moves none of them to another place as long as all are
 * still seen. @returns what it was laid out for, to be handed in the next time, and the layout
 */
export function steadyCards(
  reference: LaidOutCards | null,
  width: number,
  height: number,
  count: number,
  look: GridStyle,
): { readonly reference: LaidOutCards; readonly layout: GridLayout } {
  if (
    reference !== null &&
    reference.width === width &&
    reference.count === count &&
    reference.look === look &&
    Math.abs(height - reference.height) <= BANNERS_PX
  ) {
    const { columns, cardHeight } = reference.layout;
    if (height === reference.height) return { reference, layout: reference.layout };
    const rows = Math.ceil(count / columns);
    const fitting = Math.floor((height - (rows - 1) * look.gap) / rows);
    if (fitting >= look.cardHeight)
      return {
        reference,
        layout: { columns, cardHeight: Math.min(fitting, Math.floor(cardHeight * MOST_REGAIN)) },
      };
  }
  const layout = layOutCards(width, height, count, look);
  return { reference: { layout, width, height, count, look }, layout };
}
