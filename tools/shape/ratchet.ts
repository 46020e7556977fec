import { isMet, type Figure } from './figures/figure.ts';

/** Today's value of each figure that misses its limit, by name. */
export type Ratchet = Readonly<Record<string, number>>;
/** `held` misses its limit, but is no worse than its ratchet. */
export type Verdict = 'met' | 'held' | 'worse';

export function judge(figure: Figure, ratchet: Ratchet): Verdict {
  if (isMet(figure)) return 'met';
  const held = ratchet[figure.name];
  if (held === undefined) return 'worse';
  const value = roundValue(figure.value);
  const room = held * figure.tolerance;
  const isHeld = figure.better === 'lower' ? value <= held + room : value >= held - room;
  return isHeld ? 'held' : 'worse';
}

/**
 * Replaces each value by a better one and drops the figures that meet their limit. Never adds a
 * figure and never takes a worse value: that is an edit by hand, with a reason in its commit.
 */
export function tighten(ratchet: Ratchet, figures: readonly Figure[]): Ratchet {
  const missed = new Map(
    figures.filter((figure) => !isMet(figure)).map((figure) => [figure.name, figure]),
  );
  return Object.fromEntries(
    Object.entries(ratchet).flatMap(([name, held]) => {
      const figure = missed.get(name);
      if (figure === undefined) return [];
      const now = roundValue(figure.value);
      return [[name, figure.better === 'lower' ? Math.min(held, now) : Math.max(held, now)]];
    }),
  );
}

export const roundValue = (value: number): number => Math.round(value * 100) / 100;
