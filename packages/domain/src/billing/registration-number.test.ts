import { describe, expect, it } from 'vitest';
import { isRegistrationNumber } from './registration-number.ts';

describe('isRegistrationNumber', () => {
  // The National Tax Agency's own number, a published example, and our test number.
  it.each(['T7000012050002', 'T8700110005901', 'T9234567890123'])('%s is valid', (text) =>
    expect(isRegistrationNumber(text)).toBe(true),
  );

  it.each([
    ['a wrong check digit', 'T6000012050002'],
    ['two swapped digits', 'T7000012500002'],
    ['a missing digit', 'T700001205000'],
    ['an extra digit', 'T70000120500020'],
    ['no T', '7000012050002'],
    ['a lower-case t', 't7000012050002'],
    ['full-width characters', 'Ｔ７０００012050002'],
    ['a trailing space', 'T7000012050002 '],
    ['no characters', ''],
  ])('a number with %s is invalid', (_, text) => expect(isRegistrationNumber(text)).toBe(false));

  it('the check digit reveals every wrong digit except 0 for 9, which modulo 9 cannot distinguish', () => {
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
