import type { Page } from '@playwright/test';

export const THEMES = ['dark', 'light', 'night'] as const;
export type Theme = (typeof THEMES)[number];

/** An open page looks like this at once, without a load and without keeping it. */
export const wear = (page: Page, theme: Theme): Promise<unknown> =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
