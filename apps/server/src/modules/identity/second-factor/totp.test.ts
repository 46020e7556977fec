import { describe, expect, it } from 'vitest';
import { base32, matchingStep, stepAt, totpCode, totpUri } from './totp.ts';

/** The SHA-1 key of RFC 6238, appendix B. Its table has eight digits; ours are the last six. */
const KEY = Buffer.from('12345678901234567890');
const atSecond = (seconds: number): Date => new Date(seconds * 1000);

describe('authenticator codes', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('the code at second %i matches RFC 6238', (seconds, code) => {
    expect(totpCode(KEY, stepAt(atSecond(seconds)))).toBe(code.slice(2));
  });

  it('matchingStep accepts the current step and one before and after', () => {
    const at = atSecond(1_000_000_020);
    const step = stepAt(at);
    expect(
      [-2, -1, 0, 1, 2].map((offset) => matchingStep(KEY, totpCode(KEY, step + offset), at)),
    ).toEqual([null, step - 1, step, step + 1, null]);
  });

  it('matchingStep accepts spaces and full-width digits', () => {
    const at = atSecond(59);
    expect(
      ['287082', '287 082', '２８７０８２', ' 287-082 '].map((code) => matchingStep(KEY, code, at)),
    ).toEqual([1, 1, 1, 1]);
    expect(
      ['', '28708', '2870820', '287083', 'abcdef', '-'.repeat(30)].map((code) =>
        matchingStep(KEY, code, at),
      ),
    ).toEqual([null, null, null, null, null, null]);
  });
});

describe('base32 and totpUri', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base32 encodes %j as RFC 4648 does', (plain, written) => {
    expect(base32(Buffer.from(plain))).toBe(written);
  });

  it('totpUri contains issuer and account', () => {
    expect(totpUri(KEY, 'Yamori', 'hanako@example.jp')).toBe(
      'otpauth://totp/Yamori:hanako%40example.jp?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Yamori&algorithm=SHA1&digits=6&period=30',
    );
  });
});
