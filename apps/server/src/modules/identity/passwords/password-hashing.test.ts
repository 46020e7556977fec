import { describe, expect, it } from 'vitest';
import { createPasswordHashing } from './password-hashing.ts';

const hashing = createPasswordHashing();
const cheap = createPasswordHashing(32);

describe('createPasswordHashing', () => {
  it.each([
    [
      'gecko beneath the eaves',
      '7b07bd4a80ab61088e20e1c37e324d4d:5b5f41b13baa728aa78b2aea2e5020b2fbe7618cbd2a7dfa0a3bc9b3a62b2d36c516c955f7f9d6d6998ad3a24bbe16b185c8c99ee2f13fa2e92a17cf8b0571bd',
    ],
    // Half-width katakana: passwords are normalised by NFKC.
    [
      'ヤモリの夜',
      '2ca53eb7cecdf9963cdaed35857ec68c:674bc5581490da58238f6dd3770b228ae231a2cb9789da87e1cb164952cc84f20dd6947ff7628ad4fa577f0b77e0169f9125745f73e90fc951d9eb5c2d4351b0',
    ],
  ])('verifies the hash of %s that an earlier version stored', async (password, hash) => {
    expect(await hashing.verify(hash, password)).toBe(true);
    expect(await hashing.verify(hash, `${password} `)).toBe(false);
  });

  it('hashes the same password with another salt each time', async () => {
    const hashes = [await cheap.hash('tokage'), await cheap.hash('tokage')];
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(await cheap.verify(hash, 'tokage')).toBe(true);
  });

  it.each(['', 'no-colon', ':', 'salt:', 'salt:zz', `salt:${'0'.repeat(126)}`])(
    'rejects every password for the malformed hash %o',
    async (hash) => {
      expect(await cheap.verify(hash, '')).toBe(false);
    },
  );
});
