import { describe, expect, it } from 'vitest';
import { base32, matchingStep, stepAt, totpCode, totpUri } from './totp.ts';

/**
 * The key of RFC 6238, appendix B, for SHA-1; its table has eight digits, of which ours are the
 * last six.
 */
const KEY = Buffer.from('12345678901234567890');
const atSecond = (seconds: number): Date => new Date(seconds * 1000);

describe('a code of an authenticator app', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at second %i is that of RFC 6238', (seconds, code) => {
    expect(totpCode(KEY, stepAt(atSecond(seconds)))).toBe(code.slice(2));
  });

  it('holds for its step, the one before and the one after, and for no other', () => {
    const at = atSecond(1_000_000_020);
    const step = stepAt(at);
    expect(
      [-2, -1, 0, 1, 2].map((offset) => matchingStep(KEY, totpCode(KEY, step + offset), at)),
    ).toEqual([null, step - 1, step, step + 1, null]);
  });

  it('may be typed with spaces and in full width', () => {
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

describe('the key of an authenticator app', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is written as RFC 4648 says', (plain, written) => {
    expect(base32(Buffer.from(plain))).toBe(written);
  });

  it('goes to the app with whose it is', () => {
    expect(totpUri(KEY, 'Yamori', 'hanako@example.jp')).toBe(
      'otpauth://totp/Yamori:hanako%40example.jp?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Yamori&algorithm=SHA1&digits=6&period=30',
    );
  });
});
