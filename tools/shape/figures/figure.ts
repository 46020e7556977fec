/** `limit` comes from the design; `places` count against it, worst first or in file order. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly better: 'lower' | 'higher';
  readonly places: readonly string[];
};

/** The number of places, none of which should exist. */
export const none = (name: string, places: readonly string[]): Figure => ({
  name,
  value: places.length,
  limit: 0,
  better: 'lower',
  places,
});

export const atMost = (
  name: string,
  value: number,
  limit: number,
  places: readonly string[] = [],
): Figure => ({ name, value, limit, better: 'lower', places });

export const atLeast = (
  name: string,
  value: number,
  limit: number,
  places: readonly string[] = [],
): Figure => ({ name, value, limit, better: 'higher', places });

export const isMet = ({ value, limit, better }: Figure): boolean =>
  better === 'lower' ? value <= limit : value >= limit;

export const roundValue = (value: number): number => Math.round(value * 100) / 100;
