import { describe, expect, it } from 'vitest';
import { isRegistrationNumber } from './registration-number.ts';

describe('a registration number of qualified invoices', () => {
  // The National Tax Agency's own corporate number, an example of a published one, and the one of
  // our tests.
  it.each(['T7000012050002', 'T8700110005901', 'T9234567890123'])('%s holds', (text) =>
    expect(isRegistrationNumber(text)).toBe(true),
  );

  it.each([
    ['its check digit is another', 'T6000012050002'],
    ['two neighbours changed places', 'T7000012500002'],
    ['a digit is missing', 'T700001205000'],
    ['a digit too many', 'T70000120500020'],
    ['no T', '7000012050002'],
    ['a small t', 't7000012050002'],
    ['full width', 'Ｔ７０００012050002'],
    ['a space', 'T7000012050002 '],
    ['nothing', ''],
  ])('does not hold where %s', (_, text) => expect(isRegistrationNumber(text)).toBe(false));

  it('finds every single wrong digit but 0 for 9, which the rule of nine cannot tell apart', () => {
    const whole = 'T7000012050002';
    for (let place = 1; place < whole.length; place += 1) {
      for (const digit of '0123456789') {
        const before = whole[place] ?? '';
        if (digit === before) continue;
        const changed = `${whole.slice(0, place)}${digit}${whole.slice(place + 1)}`;
        const sameByNine = place > 1 && Math.abs(Number(digit) - Number(before)) === 9;
        expect(isRegistrationNumber(changed), changed).toBe(sameByNine);
      }
    }
  });
});
