import { describe, expect, it } from 'vitest';
import { keepChosenLanguage, takeChosenLanguage } from './chosen-language.ts';

function aStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const MINUTE_MS = 60_000;

describe('the language chosen before signing in', () => {
  it('counts once', () => {
    const storage = aStorage();
    keepChosenLanguage(storage, 'en', 0);
    expect([
      takeChosenLanguage(storage, MINUTE_MS),
      takeChosenLanguage(storage, MINUTE_MS),
    ]).toEqual(['en', null]);
  });

  it('expires after ten minutes, because a later user has not chosen it', () => {
    const storage = aStorage();
    keepChosenLanguage(storage, 'en', 0);
    expect(takeChosenLanguage(storage, 11 * MINUTE_MS)).toBeNull();
    storage.setItem('yamori.chosen-language', 'xx 0');
    expect(takeChosenLanguage(storage, 0)).toBeNull();
    expect(takeChosenLanguage(aStorage(), 0)).toBeNull();
  });
});
