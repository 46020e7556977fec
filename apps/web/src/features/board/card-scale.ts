import type { GridStyle } from '../../kit/list/card-layout.ts';

/**
 * Layout of a kind of card: its padding, its font scale, and the width below which it is narrow.
 * CSS pixels.
 */
export type CardLook = GridStyle & {
  readonly frame: { readonly width: number; readonly height: number };
  /** Font scale per pixel of inner height and of inner width; 1 for a card of minimum size. */
  readonly perHeight: number;
  readonly perWidth: number;
  readonly narrowBelow: number;
};

export const SMALL_CARD: CardLook = {
  minWidth: 152,
  cardHeight: 104,
  gap: 8,
  maxScale: 2,
  frame: { width: 23, height: 13 },
  perHeight: 0.01098,
  perWidth: 0.00775,
  narrowBelow: 190,
};
export const LARGE_CARD: CardLook = {
  minWidth: 228,
  cardHeight: 140,
  gap: 8,
  maxScale: 1.75,
  frame: { width: 29, height: 15 },
  perHeight: 0.008,
  perWidth: 0.005,
  narrowBelow: 270,
};

/**
 * `unit`: the scale of figures relative to a card of minimum size; labels grow half as much.
 * Computed once per list, because all its cards have the same size: measuring each card would
 * recalculate styles on every change.
 */
type CardScale = { readonly unit: number; readonly isNarrow: boolean };

export function computeScale(
  width: number,
  height: number,
  { frame, perHeight, perWidth, narrowBelow }: CardLook,
): CardScale {
  const inside = { width: width - frame.width, height: height - frame.height };
  return {
    unit: Math.max(1, Math.min(perHeight * inside.height, perWidth * inside.width)),
    isNarrow: inside.width <= narrowBelow,
  };
}
