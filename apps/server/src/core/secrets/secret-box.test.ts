import { describe, expect, it } from 'vitest';
import { createSecretBox, deriveKey } from './secret-box.ts';

const SECRET = 'a secret of thirty-two characters';
const plain = Buffer.from('the key of an app');

describe('SecretBox', () => {
  const box = createSecretBox(SECRET, 'totp');
  const sealed = box.seal(plain, 'hanako');

  it('returns the sealed value, and the ciphertext does not contain it', () => {
    expect(box.open(sealed, 'hanako')).toEqual(plain);
    expect(sealed.includes(plain)).toBe(false);
    expect(box.seal(plain, 'hanako')).not.toEqual(sealed);
  });

  it('opens nothing for another owner, purpose or secret', () => {
    expect(box.open(sealed, 'taro')).toBeNull();
    expect(createSecretBox(SECRET, 'other').open(sealed, 'hanako')).toBeNull();
    expect(createSecretBox(`${SECRET}!`, 'totp').open(sealed, 'hanako')).toBeNull();
  });

  it('rejects a value with any byte changed, or truncated to any length', () => {
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect([index, box.open(changed, 'hanako')]).toEqual([index, null]);
      expect([index, box.open(sealed.subarray(0, index), 'hanako')]).toEqual([index, null]);
    }
  });

  it('derives a different key for every purpose', () => {
    expect(deriveKey(SECRET, 'a')).not.toEqual(deriveKey(SECRET, 'b'));
    expect(deriveKey(SECRET, 'a')).toHaveLength(32);
  });
});
