import { COLLECTIONS } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { listKeeps } from './browser-keeps.ts';
import {
  ANSWER,
  answers,
  callAndSee,
  callState,
  clearCalls,
  copyWritten,
  door,
  LIVE,
  openBoard,
  openOfflineWard,
  OTHER_ROOM,
  ROOM,
  room,
  server,
  WAITS,
  needs,
} from './offline-ward.ts';
import { printFigure } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/**
 * Commands without a network are queued, survive a reload, are sent once and in order, or are
 * rejected with a reason: T21.
 */
openOfflineWard();

test('an answer to a call without a network waits through a reload and a crash, and is applied once', async ({
  page,
  context,
}) => {
  await clearCalls();
  await openBoard(page);
  const entry = await callAndSee(page, ROOM);
  await copyWritten(page);
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeDisabled();
  await expect(page.getByText(`${ROOM.name}の呼び出しへの対応を送信待ちにしました`)).toBeVisible();
  await page.reload();
  await expect(needs(page).getByRole('button', { name: WAITS })).toBeVisible();
  await expect(page.getByRole('button', { name: '送信待ち 1件' })).toBeVisible();
  await crash(page);
  const other = await context.newPage();
  // After the network returns, the first reply of the server is lost: the command must be retried
  // under the same key.
  let lost = 0;
  await door().open();
  door().rule(({ path }) =>
    path.endsWith('/acknowledge') && lost++ === 0 ? 'lose the answer' : 'pass',
  );
  await other.goto(`${door().address}/`);
  await expect(other.getByText(LIVE)).toBeVisible();
  await expect.poll(() => callState(ROOM.id)).toBe('acknowledged');
  await expect.poll(() => answers().length).toBe(2);
  expect(new Set(answers().map(({ key }) => key)).size).toBe(1);
  await expect
    .poll(async () => (await listKeeps(other)).databases['yamori-offline/commands'])
    .toBe(0);
  await expect(other.getByRole('button', { name: /送信待ち/ })).toHaveCount(0);
  const rows = await server().database.query<{ answers: string }>({
    text: 'select count(*) as answers from command_answers where command_key = $1',
    values: [answers()[0]?.key],
  });
  expect(rows[0]?.answers).toBe('1');
});

/** Ends the process of the page, without any cleanup. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

test('a note between queued answers is written once and in order, regardless of later writes', async ({
  page,
}) => {
  await clearCalls();
  const occupant = (note: string) =>
    server().commit([
      {
        kind: 'update',
        path: `room/${OTHER_ROOM.id}`,
        fields: [
          {
            field: ['occupant'],
            value: { alias: '見守り 茜', sex: 'female', birthYear: 1940, note },
          },
        ],
      },
    ]);
  const readHistory = async (): Promise<string> =>
    COLLECTIONS.room.schema.shape.occupant.parse(
      (await server().store.read([`room/${OTHER_ROOM.id}`]))[0]?.data['occupant'],
    )?.note ?? '';
  await occupant('before');
  await openBoard(page);
  const entry = await callAndSee(page, ROOM);
  await copyWritten(page);
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
  const key = await leaveNote(page, '寝返りの介助をした');
  await expect(page.getByRole('button', { name: '送信待ち 2件' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: '送信待ち 2件' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText([
    `${ROOM.name}の呼び出しへの対応`,
    `${OTHER_ROOM.name}のメモ`,
  ]);
  await page.keyboard.press('Escape');
  // The replies about the note are lost until another user has written over it.
  let isAnswered = false;
  door().rule(({ path }) => (path === COMMIT && !isAnswered ? 'lose the answer' : 'pass'));
  await door().open();
  await expect.poll(readHistory).toBe('寝返りの介助をした');
  await occupant('written later by somebody else');
  isAnswered = true;
  await expect(page.getByRole('button', { name: /送信待ち/ })).toHaveCount(0);
  expect(await readHistory()).toBe('written later by somebody else');
  const sent = door().passed.filter(
    ({ path, key: under }) => under !== null && (path === COMMIT || path.endsWith('/acknowledge')),
  );
  expect([
    sent[0]?.path,
    new Set(sent.slice(1).map((one) => `${one.path} ${one.key ?? ''}`)),
  ]).toEqual([
    expect.stringMatching(`/api/rooms/${ROOM.id}/accidents/.*/acknowledge`),
    new Set([`${COMMIT} ${key}`]),
  ]);
  expect(sent.length).toBeGreaterThan(2);
  printFigure(
    `T21 once-only: a note sent ${sent.length - 1} times, applied once, after the earlier answer`,
  );
});

const COMMIT = '/api/documents/commit';

/**
 * Puts a note into the queue on disk, as the form for notes does. The frame sends it from there.
 */
const leaveNote = (page: Page, note: string): Promise<string> =>
  page.evaluate(
    async ({ path, name, text, send }) => {
      const id = crypto.randomUUID();
      const opening = indexedDB.open('yamori-offline');
      await new Promise((resolve) => {
        opening.addEventListener('success', resolve);
      });
      const body = JSON.stringify({
        writes: [{ kind: 'update', path, fields: [{ field: ['occupant', 'note'], value: text }] }],
      });
      const adding = opening.result
        .transaction('commands', 'readwrite')
        .objectStore('commands')
        .add({
          id,
          path: send,
          body,
          about: { what: 'note', name, target: path },
          askedAtMs: Date.now(),
          failures: 0,
          state: { kind: 'waiting' },
        });
      await new Promise((resolve) => {
        adding.addEventListener('success', resolve);
      });
      opening.result.close();
      new BroadcastChannel('yamori-outbox').postMessage({ kind: 'changed' });
      return id;
    },
    { path: `room/${OTHER_ROOM.id}`, name: OTHER_ROOM.name, text: note, send: COMMIT },
  );

test('a late answer does not affect a newer call', async ({ page }) => {
  await clearCalls();
  await openBoard(page);
  const entry = await callAndSee(page, ROOM);
  const first = (await server().call(ROOM.id))?.lastAt;
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
  await server().callFrom(ROOM.button);
  await expect
    .poll(async () => (await server().call(ROOM.id))?.lastAt?.getTime() ?? 0)
    .toBeGreaterThan(first?.getTime() ?? 0);
  await door().open();
  await expect.poll(() => answers().length).toBe(1);
  await page.waitForTimeout(2500);
  expect(await callState(ROOM.id)).toBe('raised');
});

test('two tabs send the commands of both once each and in order', async ({ page, context }) => {
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
  // A page asks again, under the same key, when a busy server keeps it waiting.
  const answered = () => answers().filter(({ isAnswered }) => isAnswered);
  await expect
    .poll(() => answered().map(({ path }) => path.split('/')[3]))
    .toEqual([ROOM.id, OTHER_ROOM.id]);
  await expect(page.getByRole('button', { name: /送信待ち/ })).toHaveCount(0);
  await expect(other.getByRole('button', { name: /送信待ち/ })).toHaveCount(0);
  expect(new Set(answers().map(({ key }) => key)).size).toBe(2);
  expect(answered()).toHaveLength(2);
  for (const { id } of [ROOM, OTHER_ROOM])
    await expect.poll(() => callState(id)).toBe('acknowledged');
});

test('one of two concurrent answers becomes the responder, both see who, a manager withdraws it, and all this survives a server restart', async ({
  page,
  browser,
}) => {
  await clearCalls();
  await openBoard(page);
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  const manager = await context.newPage();
  await signIn(manager, door().address, 'administrator@demo.example', DEMONSTRATION_PASSWORD);
  await manager.goto(`${door().address}/monitoring`);
  const tile = manager.getByRole('article').filter({ hasText: ROOM.name });
  await expect(tile).toBeVisible();
  const entry = await callAndSee(page, ROOM);
  const going = () =>
    server()
      .call(ROOM.id)
      .then((call) => (call?.state === 'acknowledged' ? call : null));
  const since = (await server().call(ROOM.id))?.waitingSince;

  await Promise.all(
    [entry, tile].map((place) => place.getByRole('button', { name: ANSWER }).click()),
  );
  await expect.poll(going).not.toBeNull();
  const first = await going();
  // The second user, at the desk or on the ward, sees the responder.
  await Promise.any(
    [page, manager].map((place) =>
      expect(
        place.getByText(`${ROOM.name}には${first?.by?.name}さんが向かっています。`),
      ).toBeVisible(),
    ),
  );
  await expect(entry).toContainText(`対応中${first?.by?.name}`);
  await expect(tile).toContainText(`対応中 ${first?.by?.name}`);
  // A card of the board shows the name on a separate line at its foot.
  for (const words of ['対応中', `${first?.by?.name}`])
    await expect(room(page)).toContainText(words);

  // A manager withdraws any answer; the member's own board then offers it again as before.
  await manager.waitForTimeout(1000);
  await tile.getByRole('button', { name: '取り消す' }).click();
  await expect(entry.getByRole('button', { name: ANSWER })).toBeVisible();
  expect(await server().call(ROOM.id)).toMatchObject({ state: 'raised', waitingSince: since });

  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(tile).toContainText('対応中');
  const second = await going();
  await server().kill();
  await server().start();
  for (const place of [page, manager]) await expect(place.getByText(LIVE)).toBeVisible();
  expect(await going()).toEqual(second);
  await expect(entry).toContainText(`対応中${second?.by?.name}`);
  await entry.getByRole('button', { name: '対応を終える' }).click();
  await expect(entry).not.toContainText('対応中');
  await expect(tile).not.toContainText('対応中');
  expect(await callState(ROOM.id)).toBe('none');
  await context.close();
});

test('a late rejection is shown with its reason, over a reload, until it is dismissed', async ({
  page,
}) => {
  await clearCalls();
  await server().commit([
    {
      kind: 'update',
      path: `room/${OTHER_ROOM.id}`,
      fields: [{ field: ['domainId'], value: 'demo-akane' }],
    },
  ]);
  await openBoard(page);
  const entry = await callAndSee(page, OTHER_ROOM);
  await copyWritten(page);
  await door().shut();
  await entry.getByRole('button', { name: ANSWER }).click();
  await expect(entry.getByRole('button', { name: WAITS })).toBeVisible();
  // The room moves to an organisation that this member cannot access.
  await server().commit([
    {
      kind: 'update',
      path: `room/${OTHER_ROOM.id}`,
      fields: [{ field: ['domainId'], value: 'demo-mizuki' }],
    },
  ]);
  try {
    await door().open();
    const notice = page.getByText(
      `${OTHER_ROOM.name}の呼び出しへの対応は送れませんでした。データが見つかりません。`,
    );
    await expect(notice).toBeVisible();
    await page.reload();
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: '送れなかった操作 1件' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(
      'データが見つかりません。削除されたか、見る権限がない可能性があります。',
    );
    await dialog.getByRole('button', { name: '一覧から消す' }).click();
    await expect(dialog.getByText('送信待ちの操作はありません。')).toBeVisible();
    await expect(page.getByRole('button', { name: '送れなかった操作 1件' })).toHaveCount(0);
    await expect(notice).toHaveCount(0);
  } finally {
    await server().commit([
      {
        kind: 'update',
        path: `room/${OTHER_ROOM.id}`,
        fields: [{ field: ['domainId'], value: 'demo-akane' }],
      },
    ]);
  }
});
