import { sleptStretch } from '../night-stages.ts';
import type { Night } from '../room-source.ts';

/** Both at the same time of the clock, or both falling asleep at one moment. */
export const ALIGNMENTS = ['clock', 'onset'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** A night that is drawn over the chosen one, moved by so much. */
export type Overlay = {
  readonly night: Night;
  readonly shiftMs: number;
  /** As it could be done. */
  readonly alignment: Alignment;
};

/** By the clock where somebody did not sleep in one of both: then there is nothing to align by. */
export function overlayOf(
  chosen: { readonly night: string; readonly result: Night | undefined },
  other: Night,
  asked: Alignment,
): Overlay {
  const onsets =
    asked === 'onset' && chosen.result !== undefined
      ? { own: sleptStretch(chosen.result)?.fromMs, other: sleptStretch(other)?.fromMs }
      : {};
  if (onsets.own !== undefined && onsets.other !== undefined)
    return { night: other, shiftMs: onsets.own - onsets.other, alignment: 'onset' };
  return { night: other, shiftMs: dateOf(chosen.night) - dateOf(other.night), alignment: 'clock' };
}

const dateOf = (night: string): number => Date.parse(`${night}T00:00:00Z`);
