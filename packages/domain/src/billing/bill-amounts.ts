/** Consumption tax rates in whole percent, standard rate first. */
export const TAX_PERCENTS = [10, 8] as const;
export type TaxPercent = (typeof TAX_PERCENTS)[number];

/** Maximum price of a device-day in yen. It keeps the sums of the largest bill exact integers. */
export const MAX_UNIT_PRICE_YEN = 1_000_000;

/** Subtotal before tax and its tax for one rate, in whole yen. */
type BillTax = {
  readonly percent: TaxPercent;
  readonly subtotal: number;
  readonly amount: number;
};
type BillSums = {
  readonly subtotal: number;
  readonly tax: readonly BillTax[];
  readonly total: number;
};

/** Tax of a subtotal in yen, rounded toward zero for charges and credits alike. */
export const calculateTax = (subtotalYen: number, percent: TaxPercent): number =>
  Math.trunc((subtotalYen * percent) / 100);

/**
 * The partner's margin of a subtotal in yen, rounded toward zero.
 * @param margin 0 to 1, rounded to a hundredth of a percent
 */
export const calculateMargin = (subtotalYen: number, margin: number): number =>
  Math.trunc((subtotalYen * Math.round(margin * 10_000)) / 10_000);

/**
 * Sums of a bill in yen. Tax is rounded once per rate for the whole bill, never per line: a
 * qualified invoice (適格請求書) allows one rounding per rate.
 */
export function calculateSums(
  lines: readonly { readonly amount: number; readonly taxPercent: TaxPercent }[],
): BillSums {
  const tax = TAX_PERCENTS.flatMap((percent) => {
    const ofRate = lines.filter((line) => line.taxPercent === percent);
    const subtotal = ofRate.reduce((sum, { amount }) => sum + amount, 0);
    return ofRate.length === 0
      ? []
      : [{ percent, subtotal, amount: calculateTax(subtotal, percent) }];
  });
  const subtotal = tax.reduce((sum, rate) => sum + rate.subtotal, 0);
  return { subtotal, tax, total: tax.reduce((sum, rate) => sum + rate.amount, subtotal) };
}
