/** A computed layout, and the space and the number of items that it was computed for. */
export type ComputedLayout<Layout> = {
  readonly layout: Layout;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly count: number;
};

/** Banners change the height by at most this much; a larger change means a resized window. */
const MAX_BANNER_HEIGHT_PX = 160;

type StabilizeOptions<Layout> = {
  readonly before: ComputedLayout<Layout> | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly count: number;
  readonly layOut: () => Layout;
  /** Whether the layout still shows every item legibly at the new height. */
  readonly isUsable: (layout: Layout) => boolean;
};

/**
 * Keeps the layout when the height changes a little: a banner of an alarm or a lost connection must
 * not move the rooms while users look for one.
 */
export function stabilizeLayout<Layout>({
  before,
  widthPx,
  heightPx,
  count,
  layOut,
  isUsable,
}: StabilizeOptions<Layout>): ComputedLayout<Layout> {
  const isSmallChange =
    before !== null &&
    before.widthPx === widthPx &&
    before.count === count &&
    Math.abs(heightPx - before.heightPx) <= MAX_BANNER_HEIGHT_PX;
  return isSmallChange && (heightPx === before.heightPx || isUsable(before.layout))
    ? before
    : { layout: layOut(), widthPx, heightPx, count };
}
