import { createListeners } from '../../listeners.ts';

/**
 * Settings of this browser: appearance, language, the width of the rail and the last view of the
 * board.
 */
export const THEMES = ['dark', 'light', 'night'] as const;
type ThemeName = (typeof THEMES)[number];
export const LANGUAGES = ['ja', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export type PreferenceValues = {
  readonly theme: ThemeName;
  readonly language: Language;
  readonly railNarrow: boolean;
  readonly boardView: string;
  /** Enables single-key shortcuts. Ctrl K is always enabled. */
  readonly shortcuts: boolean;
};

export const DEFAULT_PREFERENCES: PreferenceValues = {
  theme: 'dark',
  language: 'ja',
  railNarrow: false,
  boardView: 'index-list-smallcard',
  shortcuts: true,
};

const KEY = 'yamori.preferences';

/** A small store for `useSyncExternalStore`, without personal data. */
export type Preferences = {
  readonly current: () => PreferenceValues;
  readonly change: (patch: Partial<PreferenceValues>) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createPreferences(storage: Pick<Storage, 'getItem' | 'setItem'>): Preferences {
  const listeners = createListeners();
  let values = readPreferences(storage);
  return {
    current: () => values,
    change(patch) {
      values = { ...values, ...patch };
      try {
        storage.setItem(KEY, JSON.stringify(values));
      } catch {
        // Without storage, the setting lasts until the tab closes.
      }
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}

function readPreferences(storage: Pick<Storage, 'getItem'>): PreferenceValues {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? checked(stored) : DEFAULT_PREFERENCES;
  } catch {
    return DEFAULT_PREFERENCES;
  }
}

function checked(stored: object): PreferenceValues {
  const field = (name: string): unknown => Reflect.get(stored, name);
  return {
    theme: THEMES.find((theme) => theme === field('theme')) ?? DEFAULT_PREFERENCES.theme,
    language:
      LANGUAGES.find((language) => language === field('language')) ?? DEFAULT_PREFERENCES.language,
    railNarrow: field('railNarrow') === true,
    shortcuts: field('shortcuts') !== false,
    boardView: text(field('boardView')) ?? DEFAULT_PREFERENCES.boardView,
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Sets the attribute that the tokens depend on. */
export function applyTheme(root: HTMLElement, theme: ThemeName): void {
  root.dataset['theme'] = theme;
}
