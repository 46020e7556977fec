const FORM = /^T(\d)(\d{12})$/;

/**
 * Whether a text is a registration number of an issuer of qualified invoices (適格請求書発行事業者): T and
 * thirteen digits, of which the first checks the others as in corporate numbers (法人番号の指定等に関する省令,
 * 2): 9 less the remainder by nine of the digits' sum, every second one from the right counted
 * twice.
 */
export function isRegistrationNumber(text: string): boolean {
  const [, check, digits = ''] = FORM.exec(text) ?? [];
  if (check === undefined) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0);
  return Number(check) === 9 - (sum % 9);
}
