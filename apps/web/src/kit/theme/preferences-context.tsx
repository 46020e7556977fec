import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { Preferences, PreferenceValues } from './preferences.ts';

const Context = createContext<Preferences | null>(null);

export const PreferencesProvider = ({
  preferences,
  children,
}: {
  preferences: Preferences;
  children: ReactNode;
}) => <Context value={preferences}>{children}</Context>;

/** The choices of this browser, and how to change them. */
export function usePreferences(): readonly [PreferenceValues, Preferences['change']] {
  const preferences = useContext(Context);
  if (preferences === null) throw new Error('PreferencesProvider is missing');
  return [useSyncExternalStore(preferences.subscribe, preferences.current), preferences.change];
}
