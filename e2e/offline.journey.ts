import { expect, test, type Page } from '@playwright/test';
import { listKeeps, textOfKeeps } from './browser-keeps.ts';
import { sayOfflineAgain } from './network.ts';
import {
  ANSWER,
  callAndSee,
  callState,
  clearCalls,
  COPY_WRITTEN_MS,
  door,
  LIVE,
  openBoard,
  openOfflineWard,
  ROOM,
  room,
  rooms,
  server,
  WAITS,
} from './offline-ward.ts';
import { createNights } from './own-server.ts';
import { printFigure, watchPage } from './screen-checks.ts';

const HOUR_MS = 3_600_000;

/** Offline reading, and the data that remains after sign-out: T21. */
const LOST = '接続が切れています';
const COPY = /保存した控えを表示しています（.*の内容）/;
openOfflineWard();

test('a page whose server is stopped shows a notice, keeps its data, opens from the copy, and catches up after the restart', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await openBoard(page);
  const shown = await rooms(page).count();
  await server().stop();
  await expect(page.getByText(LOST)).toBeVisible();
  await expect(page.getByText('接続が切れました')).toBeVisible();
  await expect(room(page)).toBeVisible();
  // The browser itself is online; being offline has another notice.
  await expect(page.getByText('インターネットに接続されていません')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(COPY)).toBeVisible();
  await expect(page).toHaveURL(/index-list-smallcard/);
  await expect(rooms(page)).toHaveCount(shown);
  await expect(page.locator('[data-stale="true"]').first()).toBeVisible();
  // The search covers the stored copy.
  await page.keyboard.press('Control+K');
  await page.getByPlaceholder('部屋・機器・画面を探す').fill(ROOM.name);
  await expect(page.getByRole('dialog').getByText(ROOM.name)).toBeVisible();
  await page.keyboard.press('Escape');
  await server().start();
  await expect(page.getByText(LIVE)).toBeVisible();
  await expect(page.getByText(COPY)).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('exactly the last seven nights are available offline after a reload', async ({
  page,
  context,
}) => {
  // The newest night is last night at any time of day: before four in the morning it has the date
  // of the day before the current one.
  const newestMs = Date.now() - (12 + 4 + 12) * HOUR_MS + 9 * HOUR_MS;
  const nights = Array.from({ length: 10 }, (_, index) =>
    new Date(newestMs - (8 - index) * 24 * HOUR_MS).toISOString().slice(0, 10),
  );
  await server().commit(createNights(ROOM.id, nights));
  await openBoard(page, '/index-list-card');
  await expect(room(page).getByText('睡眠 6時間8分')).toBeVisible();
  // The nights are prefetched shortly after the page becomes idle.
  await expect.poll(() => nightsKept(page)).toEqual(nights.slice(-7));
  await context.setOffline(true);
  await door().shut();
  await page.reload();
  await sayOfflineAgain(context);
  await expect(page.locator('[data-position="bottom"] [data-type="negative"]')).toContainText(
    'インターネットに接続されていません',
  );
  await expect(room(page).getByText('睡眠 6時間8分')).toBeVisible();
  await expect(page.getByText(COPY)).toBeVisible();
});

const nightsKept = (page: Page): Promise<string[]> =>
  page.evaluate(async (path) => {
    const opening = indexedDB.open('yamori-offline');
    await new Promise((resolve) => {
      opening.addEventListener('success', resolve);
    });
    const asking = opening.result
      .transaction('documents')
      .objectStore('documents')
      .index('place')
      .getAllKeys(path);
    await new Promise((resolve) => {
      asking.addEventListener('success', resolve);
    });
    opening.result.close();
    return asking.result
      .map((key) => (typeof key === 'string' ? key : '').split('/').at(-1) ?? '')
      .toSorted();
  }, `room/${ROOM.id}/sleep`);

test.describe('no health data remains after sign-out', () => {
  const OCCUPANT = '見守り 花江';

  test.beforeEach(async ({ page }) => {
    await clearCalls();
    await server().commit([
      {
        kind: 'update',
        path: `room/${ROOM.id}`,
        fields: [{ field: ['occupant', 'alias'], value: OCCUPANT }],
      },
    ]);
    await openBoard(page);
    expect(await textOfKeeps(page)).toContain(OCCUPANT);
  });

  /**
   * Checks every storage: no records, no addresses except those of the app shell, no session
   * cookie, no personal text.
   */
  async function expectNothingLeft(page: Page): Promise<void> {
    await expect
      .poll(async () =>
        Object.values((await listKeeps(page)).databases).reduce((sum, records) => sum + records, 0),
      )
      .toBe(0);
    const { local, session, caches, files } = await listKeeps(page);
    expect(files).toEqual([]);
    expect(
      local.filter((key) => !['yamori.preferences', 'yamori.sign-out-owed'].includes(key)),
    ).toEqual([]);
    expect(session).toEqual([]);
    expect(Object.keys(caches).every((name) => name.startsWith('shell-'))).toBe(true);
    expect(
      Object.values(caches)
        .flat()
        .filter(
          (path) =>
            !/^\/($|assets\/|boot\.css|icon\.svg|icon-192\.png|badge\.png|manifest\.webmanifest)/.test(
              path,
            ),
        ),
    ).toEqual([]);
    const text = await textOfKeeps(page);
    const words = [OCCUPANT, ROOM.name, ROOM.id, 'heartRate":', 'staff@demo.example'];
    for (const word of words) expect(text, word).not.toContain(word);
    printFigure(
      `T21 after sign-out: 0 records in ${Object.keys((await listKeeps(page)).databases).length} stores, ${session.length} keys of the session, 0 files, 0 of ${words.length} words of people in ${text.length} characters kept`,
    );
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: /一般ユーザー/ }).click();
    await page.getByRole('menuitem', { name: 'サインアウト' }).click();
  }

  test('a member signs out, in this tab and in the other one', async ({ page, context }) => {
    const other = await context.newPage();
    await openBoard(other);
    await signOut(page);
    await expect(page).toHaveURL(/\/login/);
    await expect(other).toHaveURL(/\/login/);
    await expectNothingLeft(page);
    await expectNothingLeft(other);
    expect((await listKeeps(page)).cookies.filter((name) => /session/.test(name))).toEqual([]);
    await other.waitForTimeout(COPY_WRITTEN_MS);
    await expectNothingLeft(other);
  });

  test('the server ends the session, and a notice names unsent commands', async ({ page }) => {
    const entry = await callAndSee(page, ROOM);
    await door().shut();
    await entry.getByRole('button', { name: ANSWER }).click();
    await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
    await server().database.query({
      text: "delete from auth_session where user_id in (select id from auth_user where email = 'staff@demo.example')",
    });
    // The server trusts a session for two seconds without asking the database.
    await page.waitForTimeout(2500);
    await door().open();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('送信待ちだった操作1件は送られませんでした')).toBeVisible();
    await expectNothingLeft(page);
    // Whether it was sent or not, the command has no effect.
    expect(await callState(ROOM.id)).toBe('raised');
  });

  test('a member signs out offline after a warning about unsent commands, and the server learns it when it is reachable', async ({
    page,
    context,
  }) => {
    const entry = await callAndSee(page, ROOM);
    await context.setOffline(true);
    await door().shut();
    await entry.getByRole('button', { name: ANSWER }).click();
    await expect(page.getByRole('button', { name: '送信待ち 1件' })).toBeVisible();
    await signOut(page);
    await expect(page.getByRole('alertdialog')).toContainText(
      '送信待ちの操作1件は送られずに消えます',
    );
    await page.getByRole('button', { name: 'やめる' }).click();
    await expect(page.getByRole('button', { name: '送信待ち 1件' })).toBeVisible();
    await signOut(page);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: '捨ててサインアウトする' })
      .last()
      .click();
    await expect(page).toHaveURL(/\/login/);
    await expectNothingLeft(page);
    await page.reload();
    await expect(page.getByRole('button', { name: 'サインインする' })).toBeVisible();
    await door().open();
    await context.setOffline(false);
    await expect
      .poll(async () => (await listKeeps(page)).local)
      .not.toContain('yamori.sign-out-owed');
    await page.goto(`${door().address}/`);
    await expect(page).toHaveURL(/\/login/);
  });
});
