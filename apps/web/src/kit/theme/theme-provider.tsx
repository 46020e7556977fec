import { useLayoutEffect, type ReactNode } from 'react';
import { applyTheme } from './preferences.ts';
import { usePreferences } from './preferences-context.tsx';

/** Dark, light and night red: the attribute on <html> decides, every token follows. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [{ theme: name }] = usePreferences();
  useLayoutEffect(() => applyTheme(document.documentElement, name), [name]);
  return children;
}
