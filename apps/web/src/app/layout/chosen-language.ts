import { LANGUAGES, type Language } from '../../kit/theme/preferences.ts';

/**
 * The language that a user chose before signing in; it overrides the stored preference. It expires
 * after a while and applies to one sign-in, because a later user of the page has not chosen it. It
 * survives a sign-in at a provider.
 */
export const CHOSEN_LANGUAGE = 'yamori.chosen-language';
const COUNTS_MS = 10 * 60_000;

type LanguageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const keepChosenLanguage = (
  storage: LanguageStorage,
  language: Language,
  nowMs: number,
): void => storage.setItem(CHOSEN_LANGUAGE, `${language} ${nowMs}`);

/** Removes and returns it; null if none was chosen recently. */
export function takeChosenLanguage(storage: LanguageStorage, nowMs: number): Language | null {
  const [name, atMs] = (storage.getItem(CHOSEN_LANGUAGE) ?? '').split(' ');
  storage.removeItem(CHOSEN_LANGUAGE);
  return nowMs - Number(atMs ?? Number.NaN) <= COUNTS_MS
    ? (LANGUAGES.find((language) => language === name) ?? null)
    : null;
}
