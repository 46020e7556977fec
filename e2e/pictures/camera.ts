import { mkdir } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMONSTRATION_PASSWORD, signIn } from '../sign-in.ts';

export const SIZES = [
  { name: 'wide', width: 1920, height: 1080 },
  { name: 'laptop', width: 1366, height: 768 },
  { name: 'phone', width: 390, height: 844 },
] as const;
export type SizeName = (typeof SIZES)[number]['name'];

/** One screen in one state. `as` is whose session it is seen in, null for nobody's. */
export type Shot = {
  readonly name: string;
  readonly path: string;
  readonly as: string | null;
  /** How long data need to come in. */
  readonly settleMs?: number;
  readonly act?: (page: Page) => Promise<unknown>;
  /** Shows what loads, and goes on showing it: nothing of it is waited for. */
  readonly loads?: boolean;
  /** Some pictures are of what only a worker of the page brings. */
  readonly worker?: boolean;
};

export type Look = {
  readonly theme: string;
  readonly language: string;
  readonly folder: string;
  readonly only: string | undefined;
  readonly size: string | undefined;
};

/** Whoever is signed in stays so over all pictures: a sign-in a picture would be too many. */
export type Sessions = Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>;

/** Takes every shot at every size. `sessions` are those that are open already, and those that are opened for it. */
export async function takePictures(
  browser: Browser,
  address: string,
  shots: readonly Shot[],
  look: Look,
  sessions: Sessions = new Map(),
): Promise<void> {
  await mkdir(look.folder, { recursive: true });
  for (const shot of shots) {
    if (look.only !== undefined && !new RegExp(look.only).test(shot.name)) continue;
    const sizes = SIZES.filter(({ name }) => look.size === undefined || look.size === name);
    await Promise.all(
      sizes.map(({ name, ...viewport }) =>
        takePicture(browser, address, shot, { ...look, size: name }, viewport, sessions),
      ),
    );
  }
}

async function takePicture(
  browser: Browser,
  address: string,
  shot: Shot,
  look: Look,
  viewport: { width: number; height: number },
  sessions: Sessions,
): Promise<void> {
  const { name, path, as, settleMs = 600, act, worker = false, loads = false } = shot;
  const session = as === null ? undefined : sessions.get(as);
  const context = await browser.newContext({
    viewport,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    serviceWorkers: worker ? 'allow' : 'block',
    ...(session === undefined ? {} : { storageState: session }),
  });
  try {
    const { theme, language } = look;
    await context.addInitScript(
      (chosen) =>
        globalThis.localStorage.setItem(
          'yamori.preferences',
          JSON.stringify({ ...chosen, railNarrow: globalThis.innerWidth < 1400 }),
        ),
      { theme, language },
    );
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') process.stderr.write(`${name}: ${message.text()}\n`);
    });
    page.on('pageerror', (error) => process.stderr.write(`${name}: ${String(error)}\n`));
    if (as !== null && session === undefined) {
      await signIn(page, address, as, DEMONSTRATION_PASSWORD);
      sessions.set(as, await context.storageState());
    }
    // A member's own language would take the place of the one that is asked for; who may not keep one has none.
    if (as !== null)
      await page.request.post(new URL('/api/account/profile', address).href, {
        data: { language },
        headers: { origin: new URL(address).origin },
      });
    await page.goto(new URL(path, address).href);
    await stands(page, settleMs, loads);
    if (as !== null) await allowSound(page);
    if (act) {
      await act(page);
      await stands(page, 600, loads);
    }
    await page.screenshot({ path: `${look.folder}/${name}-${look.size ?? ''}.png` });
    process.stdout.write('.');
  } catch (error) {
    process.stderr.write(`${name} at ${look.size ?? ''}: ${String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await context.close();
  }
}

/** Whoever has signed in has pressed something: their sound is not blocked. Under a dialog everything is inert, and its own title is the one to press. */
async function allowSound(page: Page): Promise<void> {
  const dialog = page.locator('[data-modal="open"]:not([inert])');
  const title = ((await dialog.count()) > 0 ? dialog.locator('h2') : page.locator('h1')).first();
  if (await title.isVisible()) await title.click();
}

/** Nothing loads any more, and still does not a moment later: a part of the page may ask for the next. */
async function stands(page: Page, settleMs: number, loads: boolean): Promise<void> {
  await page.waitForTimeout(settleMs);
  for (let quiet = 0; quiet < 2; quiet += 1) {
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
