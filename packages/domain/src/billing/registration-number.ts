const FORM = /^T(\d)(\d{12})$/;

/**
 * Whether a text is the registration number of a qualified invoice issuer (適格請求書発行事業者): `T` and
 * thirteen digits. The first digit is a check digit as in corporate numbers (法人番号の指定等に関する省令, 2): 9
 * minus the digit sum modulo 9, where every second digit from the right counts twice.
 */
export function isRegistrationNumber(text: string): boolean {
  const [, check, digits = ''] = FORM.exec(text) ?? [];
  if (check === undefined) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0);
  return Number(check) === 9 - (sum % 9);
}
