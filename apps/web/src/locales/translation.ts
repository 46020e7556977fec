import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { words as japanese } from './ja/words.ts';

/** The same keys with any text: the type of a language. */
type Translated<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : Translated<Words[Key]>;
};
type Words = Translated<typeof japanese>;
export type LanguageName = 'ja' | 'en';

/**
 * Texts load in parts, so that the sign-in page does not wait for those of registration or of later
 * screens. A namespace may begin in the first part and continue in a later one.
 */
const WORD_PARTS = ['first', 'join', 'ward', 'gallery'] as const;
export type TextPart = (typeof WORD_PARTS)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'frame';
    resources: Words;
  }
}

type Bundles = { readonly [Namespace in keyof Words]?: Partial<Words[Namespace]> };

const LOADERS: Readonly<Record<LanguageName, Readonly<Record<TextPart, () => Promise<Bundles>>>>> =
  {
    ja: {
      first: async () => (await import('./ja/first-words.ts')).firstWords,
      join: async () => (await import('./ja/join-words.ts')).joinWords,
      ward: async () => (await import('./ja/ward-words.ts')).wardWords,
      gallery: async () => import('./ja/gallery.ts'),
    },
    en: {
      first: async () => (await import('./en/first-words.ts')).firstWords,
      join: async () => (await import('./en/join-words.ts')).joinWords,
      ward: async () => (await import('./en/ward-words.ts')).wardWords,
      gallery: async () => import('./en/gallery.ts'),
    },
  };

/** A namespace that only this part has, to detect whether the part is loaded. */
const SIGNS: Readonly<Record<TextPart, keyof Words>> = {
  first: 'session',
  join: 'registration',
  ward: 'home',
  gallery: 'gallery',
};

const has = (translation: i18n, language: string, part: TextPart): boolean =>
  translation.hasResourceBundle(language, SIGNS[part]);

/** Starts the translation with one language loaded; the other loads when it is chosen. */
export async function startTranslation(
  language: LanguageName,
  parts: readonly TextPart[] = WORD_PARTS,
): Promise<i18n> {
  const translation = i18next.createInstance();
  await translation.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'ja',
    defaultNS: 'frame',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  for (const part of parts) await add(translation, language, part);
  return translation;
}

/** Loads a part in the current language, if it is not loaded yet. */
export const loadTexts = (translation: i18n, part: TextPart): Promise<void> =>
  add(translation, getLanguage(translation), part);

/** Loads all current parts in the new language before it changes. */
export async function changeLanguage(translation: i18n, language: LanguageName): Promise<void> {
  const spoken = getLanguage(translation);
  for (const part of WORD_PARTS)
    if (has(translation, spoken, part)) await add(translation, language, part);
  await translation.changeLanguage(language);
  document.documentElement.lang = language;
}

async function add(translation: i18n, language: LanguageName, part: TextPart): Promise<void> {
  if (has(translation, language, part)) return;
  for (const [namespace, bundle] of Object.entries(await LOADERS[language][part]()))
    translation.addResourceBundle(language, namespace, bundle);
}

const getLanguage = ({ language }: i18n): LanguageName => (language === 'en' ? 'en' : 'ja');
