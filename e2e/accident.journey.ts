import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { organisationApi } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import {
  aBrowser,
  startProvider,
  type ProviderStandIn,
} from '../apps/server/src/modules/notifications/testing/provider-stand-in.ts';
import { printFigure, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';
import { startProgram, startWard, end, type Ward } from './ward.ts';

/**
 * From the fall of a simulated device to the closed alarm, with one person in one room: shown,
 * sounded, and sent to a device. That device is a push subscription of the test, because no browser
 * here reaches a vendor's push service.
 */
const ROOM = { id: 'demo-akane-202', name: '202号室' };
/** The scenario walks for a while first; it is played at its own speed. */
const UNTIL_IT_FALLS_MS = 150_000;

const PHONE = '/push/phone';
const at: {
  ward: Ward | null;
  simulator: ReturnType<typeof startProgram> | null;
  push: ProviderStandIn | null;
} = { ward: null, simulator: null, push: null };

test.beforeAll(async () => {
  const push = await startProvider();
  at.push = push;
  const ward = await startWard({ devices: false, environment: { YAMORI_PUSH_HOSTS: push.host } });
  at.ward = ward;
  const devices: unknown = JSON.parse(
    await readFile(join(ward.dataFolder, 'demonstration', 'devices.json'), 'utf8'),
  );
  if (!Array.isArray(devices)) throw new Error('the demonstration has no devices');
  const alone = join(ward.dataFolder, 'one-room.json');
  await writeFile(
    alone,
    JSON.stringify(
      devices.filter(
        (device: { roomName?: string; serial?: string }) =>
          device.serial?.startsWith('DEMO-AKANE-202-') === true,
      ),
    ),
  );
  at.simulator = startProgram(
    'apps/simulator/src/main.ts',
    ['--ward', alone, '--scenario', 'fall', '--mqtt', ward.mqttUrl],
    {},
  );
});
test.afterAll(async () => {
  if (at.simulator !== null) await end(at.simulator);
  await at.ward?.stop();
  await at.push?.close();
});

/**
 * Registers a push subscription for the signed-in user, as a browser does; returns a function that
 * reads its messages.
 */
async function subscribePhone(page: Page, address: string) {
  const { subscription, read } = aBrowser(`${at.push?.address ?? ''}${PHONE}`);
  const reply = await page.request.post(`${address}/api/notices/browsers`, {
    data: subscription,
    headers: { origin: address },
  });
  expect(reply.status()).toBe(204);
  return () =>
    (at.push?.to(PHONE) ?? [])
      .map(({ body }) => read(body))
      .filter(({ title }) => title.endsWith('転倒'))
      .map(({ title, body, quiet }) => `${quiet === true ? '' : '♪ '}${title} ${body}`);
}

const banner = (page: Page) => page.getByRole('region', { name: '対応を待っています' });
const sound = (page: Page) => page.locator('header [data-sound]');

test('an alarm of a fall is shown and sounds on every page, and is answered, resolved and notified', async ({
  page,
}) => {
  const address = at.ward?.address ?? '';
  const { faults } = watchPage(page);
  await signIn(page, address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  const phone = await subscribePhone(page, address);
  const { people } = organisationApi.noticeReach.reply.parse(
    await (await page.request.get(`${address}/api/domains/demo-akane/notice-reach`)).json(),
  );
  expect(people.filter(({ ways }) => ways.length > 0)).toHaveLength(1);
  await page.goto(`${address}/help`);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(sound(page)).toHaveAttribute('data-sound', /ready|sounding/);

  const fallen = banner(page).getByRole('listitem').filter({ hasText: '転倒' });
  await expect(fallen).toBeVisible({ timeout: UNTIL_IT_FALLS_MS });
  await expect(fallen).toContainText(ROOM.name);
  await expect(sound(page)).toHaveAttribute('data-sound', 'sounding');

  // No member of the shift has a device here, so the next group is notified immediately.
  await expect
    .poll(phone)
    .toEqual([`♪ ${ROOM.name} 転倒 誰も向かっていないため、次のグループへ知らせています。`]);

  await fallen.getByRole('button', { name: '対応に向かう' }).click();
  await expect.poll(phone).toHaveLength(2);
  expect(phone()[1]).toBe(`${ROOM.name} 転倒 対応中です。向かっている人がいます。`);
  await expect(fallen).toHaveCount(0);
  // The person who fell also calls a little later: another alarm, on another page.
  await page.goto(`${address}/room/${ROOM.id}/accident`);
  const row = page.getByRole('listitem').filter({ hasText: '転倒' });
  await expect(row).toContainText('対応中');
  await row.getByRole('button', { name: '到着した' }).click();
  await expect(row).toContainText('到着');
  await row.getByRole('button', { name: '対応を終える' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'はい' }).check({ force: true });
  await dialog.getByRole('textbox').fill('歩行器を置いた');
  await dialog.getByRole('button', { name: '終える' }).click();
  await expect(row).toContainText('対応した');
  await row.getByRole('button', { name: '経過' }).click();
  for (const step of ['発生', '対応に向かう', '到着', '終了'])
    await expect(row.getByText(step, { exact: true }).first()).toBeVisible();
  await expect(row).toContainText('歩行器を置いた');
  await expect(row).toContainText('届く方法がある職員がいないため');
  await expect(row.getByText('次のグループへ連絡')).toHaveCount(1);
  await expect(row).toContainText('（端末）');
  await expect.poll(phone).toHaveLength(3);
  expect(phone()[2]).toBe(`${ROOM.name} 転倒 対応は終わりました。`);
  const latency = /信号を受けてから (\d+) ミリ秒/.exec(await row.innerText())?.[1];
  printFigure(`a fall: stored ${latency ?? 'an unknown number of'} ms after its frame`);
  expect(latency).toBeDefined();
  expect(faults).toEqual([]);
});
