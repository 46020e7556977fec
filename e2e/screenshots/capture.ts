import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMONSTRATION_PASSWORD, signIn } from '../sign-in.ts';
import { wear, type Theme } from '../themes.ts';

export const SIZES = {
  '1920': { width: 1920, height: 1080 },
  '1366': { width: 1366, height: 768 },
  '390': { width: 390, height: 844 },
} as const;
export type Size = keyof typeof SIZES;
export type Language = 'ja' | 'en';

/** One screen in one state. `as` is the account that is signed in, or null. */
export type Screen = {
  readonly name: string;
  readonly path: string;
  readonly as: string | null;
  /** Wait for live data after the page has loaded. */
  readonly settleMs?: number;
  readonly act?: (page: Page) => Promise<unknown>;
  /** The screen shows a loading state on purpose, so the capture does not wait for its end. */
  readonly loads?: boolean;
  /** Allows the service worker, which other captures block. */
  readonly worker?: boolean;
};

export type CaptureOptions = {
  readonly folder: string;
  readonly themes: readonly Theme[];
  readonly languages: readonly Language[];
  readonly sizes: readonly Size[];
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  /** A screen is captured if its name contains one of these words; an empty list takes all. */
  readonly words: readonly string[];
};

/** Stored sessions by e-mail. Reused over all screens, because sign-in is rate limited. */
export type Sessions = Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>;

export type CaptureResult = { readonly written: number; readonly failures: readonly string[] };

type Target = {
  readonly browser: Browser;
  readonly address: string;
  readonly screens: readonly Screen[];
  readonly sessions?: Sessions;
};

type View = { readonly language: Language; readonly size: Size };

/**
 * Writes `<folder>/<language>/<theme>/<name>-<width>.png` for each screen. A screen that fails is
 * reported and does not stop the others.
 */
export async function captureScreens(
  { browser, address, screens, sessions = new Map() }: Target,
  options: CaptureOptions,
): Promise<CaptureResult> {
  let written = 0;
  const failures: string[] = [];
  for (const language of options.languages) {
    for (const theme of options.themes)
      await mkdir(join(options.folder, language, theme), { recursive: true });
    for (const screen of screens.filter(({ name }) => isWanted(name, options.words)))
      await Promise.all(
        options.sizes.map(async (size) => {
          try {
            const view = { language, size };
            await captureScreen({ browser, address, screen, sessions, view }, options);
            written += options.themes.length;
          } catch (error) {
            failures.push(`${screen.name} (${language}, ${size}): ${String(error)}`);
          }
        }),
      );
  }
  return { written, failures };
}

export const isWanted = (name: string, words: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => name.includes(word));

type Capture = {
  readonly browser: Browser;
  readonly address: string;
  readonly screen: Screen;
  readonly sessions: Sessions;
  readonly view: View;
};

async function captureScreen(
  { browser, address, screen, sessions, view }: Capture,
  { folder, themes, scale }: CaptureOptions,
): Promise<void> {
  const { name, path, as, settleMs = 600, act, worker = false, loads = false } = screen;
  const session = as === null ? undefined : sessions.get(as);
  const context = await browser.newContext({
    viewport: SIZES[view.size],
    deviceScaleFactor: scale,
    locale: view.language === 'ja' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Asia/Tokyo',
    serviceWorkers: worker ? 'allow' : 'block',
    ...(session === undefined ? {} : { storageState: session }),
  });
  try {
    await keepPreferences(context, { language: view.language, theme: themes[0] ?? 'dark' });
    const page = await context.newPage();
    page.on('pageerror', (error) => process.stderr.write(`${name}: ${String(error)}\n`));
    if (as !== null && session === undefined) {
      await signIn(page, address, as, DEMONSTRATION_PASSWORD);
      sessions.set(as, await context.storageState());
    }
    if (as !== null) await setAccountLanguage(page, address, view.language);
    await page.goto(new URL(path, address).href);
    await waitUntilSettled(page, settleMs, loads);
    if (as !== null) await allowSound(page);
    if (act) {
      await act(page);
      await waitUntilSettled(page, 600, loads);
    }
    for (const theme of themes) {
      await wear(page, theme);
      // The charts repaint in a worker after the theme has changed.
      await page.waitForTimeout(400);
      await page.screenshot({
        path: join(folder, view.language, theme, `${name}-${view.size}.png`),
      });
    }
    process.stdout.write('.');
  } finally {
    await context.close();
  }
}

const keepPreferences = (
  context: BrowserContext,
  preferences: { readonly language: Language; readonly theme: Theme },
): Promise<unknown> =>
  context.addInitScript(
    (chosen) =>
      globalThis.localStorage.setItem(
        'yamori.preferences',
        JSON.stringify({ ...chosen, railNarrow: globalThis.innerWidth < 1400 }),
      ),
    preferences,
  );

/** The language of the account wins over the one of the browser. */
const setAccountLanguage = (page: Page, address: string, language: Language): Promise<unknown> =>
  page.request.post(new URL('/api/account/profile', address).href, {
    data: { language },
    headers: { origin: new URL(address).origin },
  });

/**
 * Browsers block sound until the first click, and the page shows a warning until then. Under a
 * dialog the page is inert, so the title of the dialog is clicked instead.
 */
async function allowSound(page: Page): Promise<void> {
  const dialog = page.locator('[data-modal="open"]:not([inert])');
  const title = ((await dialog.count()) > 0 ? dialog.locator('h2') : page.locator('h1')).first();
  if (await title.isVisible()) await title.click();
}

/** Checks twice, because a section may request more data once its first data arrive. */
async function waitUntilSettled(page: Page, settleMs: number, loads: boolean): Promise<void> {
  await page.waitForTimeout(settleMs);
  for (let round = 0; round < 2; round += 1) {
    if (!loads)
      await page.waitForFunction(
        () => document.querySelector('[data-loading], [aria-busy="true"], #boot') === null,
      );
    await page.waitForFunction(
      () =>
        document.body.textContent !== '' && [...document.images].every(({ complete }) => complete),
    );
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(300);
  }
}
