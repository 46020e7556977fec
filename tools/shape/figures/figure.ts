/** `limit` is the design's; `places` are what counts against it, worst or first ones first. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly better: 'lower' | 'higher';
  /**
   * How far a rate may exceed its ratchet, as a share of it. Deleting plain text or code raises the
   * rate of the rest, which is no mistake.
   */
  readonly tolerance: number;
  readonly places: readonly string[];
};

const RATE_TOLERANCE = 0.01;
/** For rates of a text so short that one sentence less moves them by several per cent. */
export const SHORT_TEXT_TOLERANCE = 0.1;

/** The number of places, none of which should exist. */
export const none = (name: string, places: readonly string[]): Figure => ({
  name,
  value: places.length,
  limit: 0,
  better: 'lower',
  tolerance: 0,
  places,
});

export const atMost = (
  name: string,
  value: number,
  limit: number,
  places: readonly string[] = [],
): Figure => ({ name, value, limit, better: 'lower', tolerance: 0, places });

/** A rate: so much per thousand lines, per cent of files. */
export const rateAtMost = (
  name: string,
  value: number,
  limit: number,
  places: readonly string[] = [],
): Figure => ({ ...atMost(name, value, limit, places), tolerance: RATE_TOLERANCE });

export const rateAtLeast = (
  name: string,
  value: number,
  limit: number,
  places: readonly string[] = [],
): Figure => ({ ...rateAtMost(name, value, limit, places), better: 'higher' });

export const isMet = ({ value, limit, better }: Figure): boolean =>
  better === 'lower' ? value <= limit : value >= limit;
