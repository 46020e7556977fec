import type { Page } from '@playwright/test';

export const THEMES = ['dark', 'light', 'night'] as const;
export type Theme = (typeof THEMES)[number];

/** From its next load on the page looks like this, whatever was chosen before. */
export const startIn = (page: Page, theme: Theme): Promise<unknown> => page.addInitScript((name) => {
  const kept: unknown = JSON.parse(globalThis.localStorage.getItem('yamori.preferences') ?? '{}');
  globalThis.localStorage.setItem('yamori.preferences', JSON.stringify({ ...Object(kept), theme: name }));
}, theme);
