/** Rates of the consumption tax in whole percent, the usual one first. */
export const TAX_PERCENTS = [10, 8] as const;
export type TaxPercent = (typeof TAX_PERCENTS)[number];

/**
 * The most that a device-day may cost, in yen: with the most that one bill holds, sums stay whole
 * numbers.
 */
export const MOST_UNIT_PRICE_YEN = 1_000_000;

/**
 * What a bill says of one rate: the sum of its lines before tax, and the tax of that sum. Whole
 * yen.
 */
export type BillTax = {
  readonly percent: TaxPercent;
  readonly subtotal: number;
  readonly amount: number;
};
export type BillSums = {
  readonly subtotal: number;
  readonly tax: readonly BillTax[];
  readonly total: number;
};

/**
 * Tax of a sum, rounded toward zero: less than a yen is left out, of what is taken back as of what
 * is asked for.
 */
export const taxOf = (subtotalYen: number, percent: TaxPercent): number =>
  Math.trunc((subtotalYen * percent) / 100);

/**
 * The part of a sum that a partner keeps, less than a yen left out. @param margin 0 to 1, looked at
 * to a hundredth of a percent
 */
export const marginOf = (subtotalYen: number, margin: number): number =>
  Math.trunc((subtotalYen * Math.round(margin * 10_000)) / 10_000);

/**
 * Sums of a bill: tax once for each rate of the whole bill, never of a line (適格請求書 allows one
 * rounding a rate).
 */
export function sumsOf(
  lines: readonly { readonly amount: number; readonly taxPercent: TaxPercent }[],
): BillSums {
  const tax = TAX_PERCENTS.flatMap((percent) => {
    const ofRate = lines.filter((line) => line.taxPercent === percent);
    const subtotal = ofRate.reduce((sum, { amount }) => sum + amount, 0);
    return ofRate.length === 0 ? [] : [{ percent, subtotal, amount: taxOf(subtotal, percent) }];
  });
  const subtotal = tax.reduce((sum, rate) => sum + rate.subtotal, 0);
  return { subtotal, tax, total: tax.reduce((sum, rate) => sum + rate.amount, subtotal) };
}
