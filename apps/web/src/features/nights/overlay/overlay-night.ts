import { sleptStretch } from '../night-stages.ts';
import type { Night } from '../api.ts';

/** Align by clock time, or by sleep onset. */
export const ALIGNMENTS = ['clock', 'onset'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** A night drawn over the chosen one, shifted in time. */
export type Overlay = {
  readonly night: Night;
  readonly shiftMs: number;
  /** The alignment that was possible. */
  readonly alignment: Alignment;
};

/** Falls back to clock time when one of the nights has no sleep onset. */
export function toOverlay(
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
  return {
    night: other,
    shiftMs: parseDate(chosen.night) - parseDate(other.night),
    alignment: 'clock',
  };
}

const parseDate = (night: string): number => Date.parse(`${night}T00:00:00Z`);
