import type { Page } from '@playwright/test';

export const THEMES = ['dark', 'light', 'night'] as const;
export type Theme = (typeof THEMES)[number];

/** Applies a theme to an open page immediately, without a reload and without storing it. */
export const wear = (page: Page, theme: Theme): Promise<unknown> =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
