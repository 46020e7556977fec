import { expect, test, type Locator, type Page } from '@playwright/test';
import { startReverseProxy, type ReverseProxy } from './reverse-proxy.ts';
import { startOwnServer, type OwnServer } from './own-server.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/**
 * A separate server behind a proxy that can be shut, for offline journeys: T21 of the reliability
 * table.
 */
export const LIVE = '接続中';
export const ANSWER = '対応に向かう';
export const WAITS = '送信待ち';
export const ROOM = { id: 'demo-akane-305', name: '305号室', button: 'DEMO-AKANE-305-BUTTON' };
export const OTHER_ROOM = {
  id: 'demo-akane-307',
  name: '307号室',
  button: 'DEMO-AKANE-307-BUTTON',
};
/** The delay before the copy is written, plus a margin. */
export const COPY_WRITTEN_MS = 4500;

const at: { server: OwnServer | null; door: ReverseProxy | null } = { server: null, door: null };
export const server = (): OwnServer => at.server ?? fail('the server has not started');
export const door = (): ReverseProxy => at.door ?? fail('the door is not open');
const fail = (words: string): never => {
  throw new Error(words);
};

/**
 * Call once in each journey file. The file has one server; each journey has its own proxy and the
 * carer signed in.
 */
export function openOfflineWard(): void {
  test.use({ serviceWorkers: 'allow' });
  test.beforeAll(async () => {
    at.server = await startOwnServer();
  });
  test.afterAll(async () => {
    await at.server?.remove();
  });
  test.beforeEach(async ({ page }) => {
    at.door = await startReverseProxy(server().address);
    await signIn(page, door().address, 'staff@demo.example', DEMONSTRATION_PASSWORD);
  });
  test.afterEach(async () => {
    await at.door?.shut();
  });
}

/** Rooms on the board itself, without the attention list next to it. */
export const rooms = (page: Page): Locator => page.locator('[data-room]:not(aside [data-room])');
export const room = (page: Page, name = ROOM.name): Locator =>
  rooms(page).filter({ hasText: name });
export const answers = () => door().passed.filter(({ path }) => path.endsWith('/acknowledge'));

/** The board under the service worker, after the copy of its data was written. */
export async function openBoard(page: Page, view = '/index-list-smallcard'): Promise<void> {
  await page.goto(`${door().address}${view}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect(page.getByText(LIVE)).toBeVisible();
  await expect(room(page)).toBeVisible();
  await copyWritten(page);
}

/** Resolves when the browser has stored everything that the page has received so far. */
export async function copyWritten(page: Page): Promise<void> {
  const sinceMs = await page.evaluate(() => Date.now());
  await expect.poll(() => savedAtMs(page)).toBeGreaterThan(sinceMs);
}

/** When the page last wrote its copy; 0 for never. */
const savedAtMs = (page: Page): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('member').objectStore('member').getAll();
          reading.addEventListener('error', () => reject(reading.error));
          reading.addEventListener('success', () => {
            opening.result.close();
            const [member] = reading.result as { readonly savedAtMs: number }[];
            resolve(member?.savedAtMs ?? 0);
          });
        });
      }),
    'yamori-offline',
  );

/** The rooms that need attention: in the banner, and in the sidebar for the remaining ones. */
export const needs = (page: Page): Locator =>
  page.locator('section[aria-label="対応を待っています"], aside');

export async function callAndSee(page: Page, { button, name }: typeof ROOM): Promise<Locator> {
  await server().callFrom(button);
  const entry = needs(page).getByRole('listitem').filter({ hasText: name });
  await expect(entry.getByRole('button', { name: ANSWER })).toBeVisible();
  return entry;
}

export const callState = async (id: string): Promise<string> =>
  (await server().call(id))?.state ?? 'none';

export async function clearCalls(): Promise<void> {
  for (const { id } of [ROOM, OTHER_ROOM]) {
    const call = await server().call(id);
    if (call !== null)
      await fetch(`${server().address}/api/rooms/${id}/accidents/${call.id}/resolve`, {
        method: 'POST',
        headers: {
          cookie: await fetchCookie(),
          origin: server().address,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ outcome: 'helped' }),
      });
    expect(await callState(id)).toBe('none');
  }
}

export async function fetchCookie(): Promise<string> {
  const reply = await fetch(`${server().address}/api/session/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server().address },
    body: JSON.stringify({ email: 'owner@demo.example', password: DEMONSTRATION_PASSWORD }),
  });
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
