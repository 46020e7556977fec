import { COLLECTIONS } from '@yamori/domain';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { listKeeps, textOfKeeps } from './browser-keeps.ts';
import { startFrontDoor, type FrontDoor } from './front-door.ts';
import { sayOfflineAgain } from './network.ts';
import { nightsOf, startOwnServer, type OwnServer } from './own-server.ts';
import { printFigure, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/** T21 of the reliability table: reading, queueing, reload, crash, two tabs, reconnect, refusal, and what is left after sign-out. */
const LIVE = '接続中';
const LOST = '接続が切れています';
const COPY = /保存した控えを表示しています（.*の内容）/;
const ANSWER = '対応に向かう';
const WAITS = '送信待ち';
const ROOM = { id: 'demo-akane-305', name: '305号室', button: 'DEMO-AKANE-305-BUTTON' };
const OTHER_ROOM = { id: 'demo-akane-307', name: '307号室', button: 'DEMO-AKANE-307-BUTTON' };
/** What is gathered before the copy is written, and a little. */
const COPY_WRITTEN_MS = 4500;

const at: { server: OwnServer | null; door: FrontDoor | null } = { server: null, door: null };
const server = (): OwnServer => at.server ?? fail('the server has not started');
const door = (): FrontDoor => at.door ?? fail('the door is not open');
const fail = (words: string): never => { throw new Error(words); };

test.beforeAll(async () => { at.server = await startOwnServer(); });
test.afterAll(async () => { await at.server?.remove(); });
test.beforeEach(async ({ page }) => {
  at.door = await startFrontDoor(server().address);
  await signIn(page, door().address, 'staff@demo.example', DEMONSTRATION_PASSWORD);
});
test.afterEach(async () => { await at.door?.shut(); });

/** On the board itself; the list of what needs somebody stands beside it. */
const rooms = (page: Page): Locator => page.locator('[data-room]:not(aside [data-room])');
const room = (page: Page, name = ROOM.name): Locator => rooms(page).filter({ hasText: name });
const answers = () => door().passed.filter(({ path }) => path.endsWith('/call/answer'));

/** The board under the service worker, with the copy of everything on it written. */
async function openBoard(page: Page, view = '/index-list-smallcard'): Promise<void> {
  await page.goto(`${door().address}${view}`);
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.reload();
  await expect(page.getByText(LIVE)).toBeVisible();
  await expect(room(page)).toBeVisible();
  await page.waitForTimeout(COPY_WRITTEN_MS);
}

async function callAndSee(page: Page, { button, name }: typeof ROOM): Promise<Locator> {
  await server().callFrom(button);
  const entry = page.getByRole('complementary').getByRole('listitem').filter({ hasText: name });
  await expect(entry.getByRole('button', { name: ANSWER })).toBeVisible({ timeout: 30_000 });
  return entry;
}

const isOpen = async (id: string): Promise<boolean> => ['ringing', 'answering'].includes(await callState(id));
const callState = async (id: string): Promise<string> => (await server().room(id)).call?.state ?? 'none';

async function clearCalls(): Promise<void> {
  for (const { id } of [ROOM, OTHER_ROOM]) {
    for (const verb of await isOpen(id) ? ['answer', 'finish'] : []) await fetch(`${server().address}/api/rooms/${id}/call/${verb}`, { method: 'POST', headers: { cookie: await cookieOf(), origin: server().address } });
    expect(await isOpen(id)).toBe(false);
  }
}

async function cookieOf(): Promise<string> {
  const reply = await fetch(`${server().address}/api/session/sign-in`, {
    method: 'POST', headers: { 'content-type': 'application/json', 'origin': server().address }, body: JSON.stringify({ email: 'owner@demo.example', password: DEMONSTRATION_PASSWORD }),
  });
  return reply.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ');
}

test('with the server stopped the page says so, keeps what it shows, opens again from the copy, and becomes current when it is started', async ({ page }) => {
  const { faults } = watchPage(page);
  await openBoard(page);
  const shown = await rooms(page).count();
  await server().stop();
  await expect(page.getByText(LOST)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('接続が切れました')).toBeVisible();
  await expect(room(page)).toBeVisible();
  // The browser itself is online: that is another matter and has another notice.
  await expect(page.getByText('インターネットに接続されていません')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(COPY)).toBeVisible();
  await expect(page).toHaveURL(/index-list-smallcard/);
  await expect(rooms(page)).toHaveCount(shown);
  await expect(page.locator('[data-stale="true"]').first()).toBeVisible();
  // The search goes on over what is kept.
  await page.keyboard.press('Control+K');
  await page.getByPlaceholder('部屋・機器・画面を探す').fill(ROOM.name);
  await expect(page.getByRole('dialog').getByText(ROOM.name)).toBeVisible();
  await page.keyboard.press('Escape');
  await server().start();
  await expect(page.getByText(LIVE)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(COPY)).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('without a network the last seven nights are there after a reload, and no more', async ({ page, context }) => {
  const nights = Array.from({ length: 9 }, (_, index) => `2026-11-${String(index + 10).padStart(2, '0')}`);
  await server().commit(nightsOf(ROOM.id, nights));
  await openBoard(page, '/index-list-card');
  await expect(room(page).getByText('睡眠 6時間8分')).toBeVisible();
  // The nights are fetched ahead a moment after the page has come to rest.
  await expect.poll(() => nightsKept(page), { timeout: 60_000 }).toEqual(nights.slice(-7));
  await context.setOffline(true);
  await door().shut();
  await page.reload();
  await sayOfflineAgain(context);
  await expect(page.locator('[data-position="bottom"] [data-type="negative"]')).toContainText('インターネットに接続されていません');
  await expect(room(page).getByText('睡眠 6時間8分')).toBeVisible();
  await expect(page.getByText(COPY)).toBeVisible();
});

const nightsKept = (page: Page): Promise<string[]> => page.evaluate(async (path) => {
  const opening = indexedDB.open('yamori-offline');
  await new Promise((resolve) => { opening.addEventListener('success', resolve); });
  const asking = opening.result.transaction('documents').objectStore('documents').index('place').getAllKeys(path);
  await new Promise((resolve) => { asking.addEventListener('success', resolve); });
  opening.result.close();
  return asking.result.map((key) => (typeof key === 'string' ? key : '').split('/').at(-1) ?? '').toSorted();
}, `room/${ROOM.id}/sleep`);

test('an answer to a call that was given without a network waits over a reload and a crash, and is applied once', async ({ page, context }) => {
  await clearCalls();
  await openBoard(page);
  const entry = await callAndSee(page, ROOM);
  await page.waitForTimeout(COPY_WRITTEN_MS);
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeDisabled();
  await expect(page.getByText(`${ROOM.name}の呼び出しへの対応を送信待ちにしました`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('complementary').getByRole('button', { name: WAITS })).toBeVisible();
  await expect(page.getByRole('button', { name: '送信待ち 1件' })).toBeVisible();
  await crash(page);
  const other = await context.newPage();
  // On the way back the first answer of the server is lost: it has to be asked for again under the same key.
  let lost = 0;
  await door().open();
  door().rule(({ path }) => (path.endsWith('/call/answer') && lost++ === 0 ? 'lose the answer' : 'pass'));
  await other.goto(`${door().address}/`);
  await expect(other.getByText(LIVE)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => callState(ROOM.id), { timeout: 30_000 }).toBe('answering');
  await expect.poll(() => answers().length, { timeout: 30_000 }).toBe(2);
  expect(new Set(answers().map(({ key }) => key)).size).toBe(1);
  await expect.poll(async () => (await listKeeps(other)).databases['yamori-offline/commands']).toBe(0);
  await expect(other.getByRole('button', { name: /送信待ち/ })).toHaveCount(0);
  const rows = await server().database.query<{ answers: string }>({ text: 'select count(*) as answers from command_answers where command_key = $1', values: [answers()[0]?.key] });
  expect(rows[0]?.answers).toBe('1');
});

/** The page's process dies; nothing in it can say good-bye. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

test('a note that waits between answers is written once and in its turn, whatever is written after it meanwhile', async ({ page }) => {
  await clearCalls();
  const occupant = (note: string) => server().commit([{ kind: 'update', path: `room/${OTHER_ROOM.id}`, fields: [{ field: ['occupant'], value: { alias: '見守り 茜', sex: 'female', birthYear: 1940, note } }] }]);
  const noted = async (): Promise<string> => COLLECTIONS.room.schema.shape.occupant.parse((await server().store.read([`room/${OTHER_ROOM.id}`]))[0]?.data['occupant'])?.note ?? '';
  await occupant('before');
  await openBoard(page);
  const entry = await callAndSee(page, ROOM);
  await page.waitForTimeout(COPY_WRITTEN_MS);
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
  const key = await leaveNote(page, '寝返りの介助をした');
  await expect(page.getByRole('button', { name: '送信待ち 2件' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: '送信待ち 2件' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText([`${ROOM.name}の呼び出しへの対応`, `${OTHER_ROOM.name}のメモ`]);
  await page.keyboard.press('Escape');
  // Every answer about the note is lost until somebody else has written over it.
  let heard = false;
  door().rule(({ path }) => (path === COMMIT && !heard ? 'lose the answer' : 'pass'));
  await door().open();
  await expect.poll(noted, { timeout: 60_000 }).toBe('寝返りの介助をした');
  await occupant('written later by somebody else');
  heard = true;
  await expect(page.getByRole('button', { name: /送信待ち/ })).toHaveCount(0, { timeout: 60_000 });
  expect(await noted()).toBe('written later by somebody else');
  const sent = door().passed.filter(({ path, key: under }) => under !== null && (path === COMMIT || path.endsWith('/call/answer')));
  expect([sent[0]?.path, new Set(sent.slice(1).map((one) => `${one.path} ${one.key ?? ''}`))]).toEqual([`/api/rooms/${ROOM.id}/call/answer`, new Set([`${COMMIT} ${key}`])]);
  expect(sent.length).toBeGreaterThan(2);
  printFigure(`T21 once-only: a note sent ${sent.length - 1} times, applied once, behind the answer that was asked for first`);
});

const COMMIT = '/api/documents/commit';

/** Puts a note where a screen that lets one be written puts it: into the queue on disk, from which the frame sends it. */
const leaveNote = (page: Page, note: string): Promise<string> => page.evaluate(async ({ path, name, text, send }) => {
  const id = crypto.randomUUID();
  const opening = indexedDB.open('yamori-offline');
  await new Promise((resolve) => { opening.addEventListener('success', resolve); });
  const body = JSON.stringify({ writes: [{ kind: 'update', path, fields: [{ field: ['occupant', 'note'], value: text }] }] });
  const adding = opening.result.transaction('commands', 'readwrite').objectStore('commands').add({ id, path: send, body, about: { what: 'note', name, target: path }, askedAtMs: Date.now(), failures: 0, state: { kind: 'waiting' } });
  await new Promise((resolve) => { adding.addEventListener('success', resolve); });
  opening.result.close();
  new BroadcastChannel('yamori-outbox').postMessage({ kind: 'changed' });
  return id;
}, { path: `room/${OTHER_ROOM.id}`, name: OTHER_ROOM.name, text: note, send: COMMIT });

test('a late answer leaves a newer call standing', async ({ page }) => {
  await clearCalls();
  await openBoard(page);
  const entry = await callAndSee(page, ROOM);
  const first = (await server().room(ROOM.id)).call?.pressedAt;
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
  await server().callFrom(ROOM.button);
  await expect.poll(async () => (await server().room(ROOM.id)).call?.pressedAt.getTime() ?? 0, { timeout: 20_000 }).toBeGreaterThan(first?.getTime() ?? 0);
  await door().open();
  await expect.poll(() => answers().length, { timeout: 60_000 }).toBe(1);
  await page.waitForTimeout(2500);
  expect(await callState(ROOM.id)).toBe('ringing');
});

test('two tabs send what both have asked for once each and in order', async ({ page, context }) => {
  await clearCalls();
  const other = await context.newPage();
  await openBoard(page);
  await openBoard(other);
  const entry = await callAndSee(page, ROOM);
  const second = await callAndSee(other, OTHER_ROOM);
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
  await second.getByRole('button', { name: ANSWER }).click();
  await expect(second.getByRole('button', { name: WAITS })).toBeVisible();
  await expect(page.getByRole('button', { name: '送信待ち 2件' })).toBeVisible();
  await expect(other.getByRole('button', { name: '送信待ち 2件' })).toBeVisible();
  await door().open();
  await expect.poll(() => answers().map(({ path }) => path.split('/')[3]), { timeout: 60_000 }).toEqual([ROOM.id, OTHER_ROOM.id]);
  await expect(page.getByRole('button', { name: /送信待ち/ })).toHaveCount(0, { timeout: 30_000 });
  await expect(other.getByRole('button', { name: /送信待ち/ })).toHaveCount(0);
  expect(new Set(answers().map(({ key }) => key)).size).toBe(2);
  for (const { id } of [ROOM, OTHER_ROOM]) await expect.poll(() => callState(id), { timeout: 20_000 }).toBe('answering');
});

test('of two who press at once one goes, everybody sees who, it is taken back with its first time, and it outlives the server', async ({ page, browser }) => {
  await clearCalls();
  await openBoard(page);
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  const manager = await context.newPage();
  await signIn(manager, door().address, 'administrator@demo.example', DEMONSTRATION_PASSWORD);
  await manager.goto(`${door().address}/monitoring`);
  const tile = manager.getByRole('article').filter({ hasText: ROOM.name });
  await expect(tile).toBeVisible();
  const entry = await callAndSee(page, ROOM);
  const going = () => server().room(ROOM.id).then(({ call }) => (call?.state === 'answering' ? call : null));
  const since = (await server().room(ROOM.id)).call?.since;

  await Promise.all([entry, tile].map((place) => place.getByRole('button', { name: ANSWER }).click()));
  await expect.poll(going).not.toBeNull();
  const first = await going();
  // Whoever came second, at the desk or on the ward, reads who goes.
  await Promise.any([page, manager].map((place) => expect(place.getByText(`${ROOM.name}には${first?.by.name}さんが向かっています。`)).toBeVisible()));
  for (const place of [entry, tile, room(page)]) await expect(place).toContainText(`対応中${place === entry ? '' : ' '}${first?.by.name}`);

  // A manager takes back whoever's answer it is; the member's own board offers it again as if nothing had been.
  await manager.waitForTimeout(1000);
  await tile.getByRole('button', { name: '取り消す' }).click();
  await expect(entry.getByRole('button', { name: ANSWER })).toBeVisible();
  expect((await server().room(ROOM.id)).call).toMatchObject({ state: 'ringing', since });

  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(tile).toContainText('対応中');
  const second = await going();
  await server().kill();
  await server().start();
  for (const place of [page, manager]) await expect(place.getByText(LIVE)).toBeVisible({ timeout: 60_000 });
  expect(await going()).toEqual(second);
  await expect(entry).toContainText(`対応中${second?.by.name}`);
  await entry.getByRole('button', { name: '対応を終える' }).click();
  await expect(entry).not.toContainText('対応中');
  await expect(tile).not.toContainText('対応中');
  expect(await callState(ROOM.id)).toBe('answered');
  await context.close();
});

test('what is refused later is shown with the reason in words, over a reload, until it is put away', async ({ page }) => {
  await clearCalls();
  await server().commit([{ kind: 'update', path: `room/${OTHER_ROOM.id}`, fields: [{ field: ['domainId'], value: 'demo-akane' }] }]);
  await openBoard(page);
  const entry = await callAndSee(page, OTHER_ROOM);
  await page.waitForTimeout(COPY_WRITTEN_MS);
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
  // Meanwhile the room goes to an organisation that this member does not see.
  await server().commit([{ kind: 'update', path: `room/${OTHER_ROOM.id}`, fields: [{ field: ['domainId'], value: 'demo-mizuki' }] }]);
  try {
    await door().open();
    const told = page.getByText(`${OTHER_ROOM.name}の呼び出しへの対応は送れませんでした。データが見つかりません。`);
    await expect(told).toBeVisible({ timeout: 60_000 });
    await page.reload();
    await expect(told).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: '送れなかった操作 1件' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('データが見つかりません。削除されたか、見る権限がない可能性があります。');
    await dialog.getByRole('button', { name: '一覧から消す' }).click();
    await expect(dialog.getByText('送信待ちの操作はありません。')).toBeVisible();
    await expect(page.getByRole('button', { name: '送れなかった操作 1件' })).toHaveCount(0);
    await expect(told).toHaveCount(0);
  } finally {
    await server().commit([{ kind: 'update', path: `room/${OTHER_ROOM.id}`, fields: [{ field: ['domainId'], value: 'demo-akane' }] }]);
  }
});

test.describe('after sign-out nothing of anybody\'s health is left', () => {
  const OCCUPANT = '見守り 花江';

  test.beforeEach(async ({ page }) => {
    await clearCalls();
    await server().commit([{ kind: 'update', path: `room/${ROOM.id}`, fields: [{ field: ['occupant', 'alias'], value: OCCUPANT }] }]);
    await openBoard(page);
    expect(await textOfKeeps(page)).toContain(OCCUPANT);
  });

  /** Every storage that there is: no record, no address but of the shell, no cookie of a session, and no word of anybody. */
  async function expectNothingLeft(page: Page): Promise<void> {
    await expect.poll(async () => Object.values((await listKeeps(page)).databases).reduce((sum, records) => sum + records, 0)).toBe(0);
    const { local, session, caches, files } = await listKeeps(page);
    expect(files).toEqual([]);
    expect(local.filter((key) => !['yamori.preferences', 'yamori.sign-out-owed'].includes(key))).toEqual([]);
    expect(session).toEqual([]);
    expect(Object.keys(caches).every((name) => name.startsWith('shell-'))).toBe(true);
    expect(Object.values(caches).flat().filter((path) => !/^\/($|assets\/|boot\.css|icon\.svg|manifest\.webmanifest)/.test(path))).toEqual([]);
    const text = await textOfKeeps(page);
    const words = [OCCUPANT, ROOM.name, ROOM.id, 'heartRate":', 'staff@demo.example'];
    for (const word of words) expect(text, word).not.toContain(word);
    printFigure(`T21 after sign-out: 0 records in ${Object.keys((await listKeeps(page)).databases).length} stores, ${session.length} keys of the session, 0 files, 0 of ${words.length} words of people in ${text.length} characters kept`);
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: /一般ユーザー/ }).click();
    await page.getByRole('menuitem', { name: 'サインアウト' }).click();
  }

  test('by the member, in this tab and in the other one', async ({ page, context }) => {
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

  test('by the server, with a word about what could not be sent', async ({ page }) => {
    const entry = await callAndSee(page, ROOM);
    await door().shut();
    await entry.getByRole('button', { name: ANSWER }).click();
    await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
    await server().database.query({ text: "delete from auth_session where \"userId\" in (select id from auth_user where email = 'staff@demo.example')" });
    // The server believes a session for two seconds without asking the database.
    await page.waitForTimeout(2500);
    await door().open();
    await expect(page).toHaveURL(/\/login/, { timeout: 60_000 });
    await expect(page.getByText('送信待ちだった操作1件は送られませんでした')).toBeVisible();
    await expectNothingLeft(page);
    // Whether it was tried or not, nobody goes there by it.
    expect((await server().room(ROOM.id)).call?.state).toBe('ringing');
  });

  test('without a network, after a warning about what waits; the server hears of it when it can be reached', async ({ page, context }) => {
    const entry = await callAndSee(page, ROOM);
    await context.setOffline(true);
    await door().shut();
    await entry.getByRole('button', { name: ANSWER }).click();
    await expect(page.getByRole('button', { name: '送信待ち 1件' })).toBeVisible();
    await signOut(page);
    await expect(page.getByRole('alertdialog')).toContainText('送信待ちの操作1件は送られずに消えます');
    await page.getByRole('button', { name: 'キャンセル' }).click();
    await expect(page.getByRole('button', { name: '送信待ち 1件' })).toBeVisible();
    await signOut(page);
    await page.getByRole('alertdialog').getByRole('button', { name: '捨ててサインアウトする' }).last().click();
    await expect(page).toHaveURL(/\/login/);
    await expectNothingLeft(page);
    await page.reload();
    await expect(page.getByRole('button', { name: 'サインインする' })).toBeVisible();
    await door().open();
    await context.setOffline(false);
    await expect.poll(async () => (await listKeeps(page)).local, { timeout: 30_000 }).not.toContain('yamori.sign-out-owed');
    await page.goto(`${door().address}/`);
    await expect(page).toHaveURL(/\/login/);
  });
});
