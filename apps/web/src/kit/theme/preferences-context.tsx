import {
  createContext,
  useContext,
  useSyncExternalStore,
  type ReactNode,
  useLayoutEffect,
} from 'react';
import { type Preferences, type PreferenceValues, applyTheme } from './preferences.ts';

const Context = createContext<Preferences | null>(null);

export const PreferencesProvider = ({
  preferences,
  children,
}: {
  preferences: Preferences;
  children: ReactNode;
}) => <Context value={preferences}>{children}</Context>;

/** The settings of this browser, and a function to change them. */
export function usePreferences(): readonly [PreferenceValues, Preferences['change']] {
  const preferences = useContext(Context);
  if (preferences === null)
    throw new Error('usePreferences must be used inside <PreferencesProvider>');
  return [useSyncExternalStore(preferences.subscribe, preferences.current), preferences.change];
}

/** Dark, light or night red. The attribute on <html> selects the tokens. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [{ theme: name }] = usePreferences();
  useLayoutEffect(() => applyTheme(document.documentElement, name), [name]);
  return children;
}
