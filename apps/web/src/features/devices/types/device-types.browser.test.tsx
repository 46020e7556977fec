import { deviceImageText } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderMaster, type Answer } from '../../../kit/testing/master-fixture.tsx';
import { DeviceTypePage } from './device-type-page.tsx';
import { DeviceTypeScreen } from './device-type-screen.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const ecg = {
  streamId: 1,
  kind: 'ecg',
  channels: 1,
  unit: 'mV',
  sampleRateHz: 250,
  scale: 0.001,
  offset: 0,
};
const TYPES = {
  'deviceType/ecg': {
    code: 'ecg',
    name: '心電計',
    maker: 'やもり製作所',
    streams: [ecg],
    firmwareVersions: ['1.4.2'],
  },
  'deviceType/spare': {
    code: 'spare',
    name: '予備',
    maker: '',
    streams: [ecg],
    firmwareVersions: [],
  },
  'deviceType/file-abc': {
    code: 'file-abc',
    name: 'edf ecg',
    maker: '',
    streams: [ecg],
    firmwareVersions: [],
  },
};
const FLEET = {
  organisations: [],
  rooms: { inUse: 0, archived: 0, withDevice: 0, openAccidents: 0, openCalls: 0, openFaults: 0 },
  members: 0,
  unplaced: 0,
  lent: 0,
  devices: [{ typeId: 'ecg', firmware: '1.4.2', state: 'offline', count: 3 }],
};

async function open(
  address: string,
  fleet: Answer | (() => Promise<Answer>) = { body: FLEET },
  more: Readonly<Record<string, object>> = {},
) {
  const isList = address.startsWith('/device-types');
  const fixture = await renderMaster({
    Screen: isList ? DeviceTypeScreen : DeviceTypePage,
    address,
    ...(isList ? {} : { route: '/master/device-lists/$deviceid' }),
    documents: { ...TYPES, ...more },
    replies: { 'GET /api/fleet': fleet },
  });
  cleanups.push(fixture.end);
  return { ...fixture, data: (path: string) => fixture.transport.documents.get(path)?.data };
}

describe('device types', () => {
  it("the list shows each type's streams and device count, and hides types of imported files", async () => {
    const { place, router } = await open('/device-types');
    await expect
      .element(page.getByRole('row', { name: /心電計 ecg やもり製作所 心電 1\.4\.2 3/ }))
      .toBeVisible();
    await expect.element(page.getByText('edf ecg')).not.toBeInTheDocument();
    await expectAccessible(place);
    await page.getByRole('button', { name: '心電計' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/master/device-lists/ecg');
  });

  it('types of imported files do not crowd out the others, and can be listed separately', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1100 }, (_, n) => [
        `deviceType/file-${n}`,
        { code: `file-${n}`, name: `a ${n}`, maker: '', streams: [ecg], firmwareVersions: [] },
      ]),
    );
    await open('/device-types', { body: FLEET }, many);
    await expect.element(page.getByRole('row', { name: /心電計 ecg/ })).toBeVisible();
    await expect.element(page.getByText('2件')).toBeVisible();
    await page.getByRole('combobox', { name: '取り込み用' }).selectOptions('取り込み用の機種');
    await expect.element(page.getByText('a 10', { exact: true })).toBeVisible();
    await expect.element(page.getByText('心電計')).not.toBeInTheDocument();
  });

  it('a new type reports each invalid stream at its field', async () => {
    const { data, router } = await open('/device-types?make=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '名前' }).fill('脳波計');
    const code = dialog.getByRole('textbox', { name: 'コード' });
    await code.fill('脳波 8');
    await dialog.getByRole('button', { name: '作る', exact: true }).click();
    await expect
      .element(
        dialog.getByText(
          '半角の英数字と - _ だけを使い、英数字から始めてください。「file-」からは始められません。',
        ),
      )
      .toBeVisible();
    await expect.element(dialog.getByText('信号を1つ以上加えてください。')).toBeVisible();
    await code.fill('ｅｅｇ-8');
    await dialog.getByRole('button', { name: '信号を加える' }).click();
    await dialog.getByRole('button', { name: '作る', exact: true }).click();
    await expect.element(dialog.getByText('1行目の種類：入力してください')).toBeVisible();
    await dialog.getByRole('combobox', { name: '種類' }).fill('eeg');
    await dialog.getByRole('spinbutton', { name: '速さ' }).fill('256');
    await dialog.getByRole('textbox', { name: '倍率' }).fill('0');
    await expect.element(dialog.getByText('1行目の倍率：0 は使えません')).toBeVisible();
    await dialog.getByRole('textbox', { name: '倍率' }).fill('0.0001');
    await dialog.getByRole('button', { name: '作る', exact: true }).click();
    await expect
      .poll(() => data('deviceType/eeg-8'))
      .toMatchObject({
        name: '脳波計',
        streams: [
          { streamId: 1, kind: 'eeg', channels: 1, sampleRateHz: 256, scale: 0.0001, offset: 0 },
        ],
      });
    expect(router.state.location.pathname).toBe('/master/device-lists/eeg-8');
  });

  it('the fields for scale and offset accept a number typed key by key', async () => {
    const { data } = await open('/device-types?make=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '名前' }).fill('圧力計');
    await dialog.getByRole('textbox', { name: 'コード' }).fill('press');
    await dialog.getByRole('button', { name: '信号を加える' }).click();
    await dialog.getByRole('combobox', { name: '種類' }).fill('pressure');
    await dialog.getByRole('spinbutton', { name: '速さ' }).fill('10');
    for (const [name, keys] of [
      ['倍率', '0.0005'],
      ['ずれ', '-1.5e-3'],
    ] as const) {
      const field = dialog.getByRole('textbox', { name });
      await field.clear();
      await userEvent.type(field, keys);
      await expect.element(field).toHaveValue(keys);
    }
    await dialog.getByRole('button', { name: '作る', exact: true }).click();
    await expect
      .poll(() => data('deviceType/press'))
      .toMatchObject({
        streams: [{ scale: 0.0005, offset: -0.0015 }],
      });
  });

  it('a picture is scaled down, and can be removed again', async () => {
    const { data } = await open('/master/device-lists/spare');
    const noise = new OffscreenCanvas(1600, 1200);
    const drawing = noise.getContext('2d');
    // Noise does not compress.
    for (let at = 0; at < 30_000; at += 1) {
      drawing?.fillRect((at * 7919) % 1600, (at * 104_729) % 1200, 1 + (at % 7), 1 + (at % 5));
      if (drawing !== null) drawing.fillStyle = `hsl(${(at * 137) % 360} 90% 50%)`;
    }
    await userEvent.upload(
      page.getByLabelText('写真を選ぶ').last(),
      new File([await noise.convertToBlob()], 'a.png', { type: 'image/png' }),
    );
    await expect.element(page.getByRole('img', { name: '写真' })).toBeVisible();
    await page.getByRole('button', { name: '保存する' }).click();
    await expect
      .poll(() => data('deviceType/spare')?.['image'])
      .toEqual(expect.stringMatching(/^data:image\//));
    const image = deviceImageText.parse(data('deviceType/spare')?.['image']);
    const kept = await createImageBitmap(await (await fetch(image)).blob());
    expect([kept.width, kept.height]).toEqual([320, 240]);
    await page.getByRole('button', { name: '写真を外す' }).click();
    await page.getByRole('button', { name: '保存する' }).click();
    await expect.poll(() => data('deviceType/spare')).not.toHaveProperty('image');
  });

  it('the buttons stay visible on a short screen', async () => {
    await page.viewport(1366, 480);
    cleanups.push(() => void page.viewport(1366, 768));
    await open('/device-types?make=1');
    const make = page.getByRole('dialog').getByRole('button', { name: '作る', exact: true });
    await expect.element(make).toBeInTheDocument();
    await expect.poll(() => make.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(480);
    expect(
      document.elementFromPoint(
        make.element().getBoundingClientRect().x + 8,
        make.element().getBoundingClientRect().y + 12,
      ),
    ).toBe(make.element());
  });

  it('a duplicate code is rejected', async () => {
    await open('/device-types?make=1');
    await page.getByRole('dialog').getByRole('textbox', { name: '名前' }).fill('心電計');
    await page.getByRole('dialog').getByRole('textbox', { name: 'コード' }).fill('ecg');
    await page.getByRole('dialog').getByRole('button', { name: '信号を加える' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: '種類' }).fill('ecg');
    await page.getByRole('dialog').getByRole('spinbutton', { name: '速さ' }).fill('250');
    await page.getByRole('dialog').getByRole('button', { name: '作る', exact: true }).click();
    await expect
      .element(page.getByText('この名前または番号は、すでに使われています。', { exact: false }))
      .toBeVisible();
  });
});

describe('a device type', () => {
  it('a type with devices keeps its streams, but its name can change and a stream can be added', async () => {
    const { data, place } = await open('/master/device-lists/ecg');
    await expect.element(page.getByRole('spinbutton', { name: '速さ' })).toBeDisabled();
    await expect.element(page.getByRole('row', { name: '1.4.2 信号なし 3' })).toBeVisible();
    await expectAccessible(place);
    await page.getByRole('textbox', { name: '名前' }).fill('心電センサー');
    await page.getByRole('button', { name: '保存する' }).click();
    await expect
      .poll(() => data('deviceType/ecg'))
      .toMatchObject({ name: '心電センサー', streams: [ecg] });
  });

  it('a type in use is locked: the page explains why its code and stream cannot be changed or deleted', async () => {
    const { place } = await open('/master/device-lists/ecg');
    await expect
      .element(page.getByText('3台の機器がこの機種なので、削除できません。'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: '削除する' })).toBeDisabled();
    const code = page.getByRole('textbox', { name: 'コード' });
    await expect.element(code).toBeDisabled();
    await expect
      .element(code)
      .toHaveAccessibleDescription('アドレスや登録の表で使われるため、変えられません。');
    const kind = page.getByRole('combobox', { name: '種類' });
    await expect.element(kind).toHaveValue('ecg');
    await expect.element(kind).toHaveAccessibleDescription('心電');
    await expectAccessible(place);
  });

  it('the server decides whether a type whose devices cannot be counted is deleted', async () => {
    const { transport, data } = await open('/master/device-lists/ecg', {
      status: 503,
      body: { code: 'server-busy' },
    });
    transport.refuseNext({ code: 'device-type-in-use', details: { count: 3 } });
    await page.getByRole('button', { name: '削除する' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await expect
      .element(page.getByText('3台の機器がこの機種なので、削除できません。'))
      .toBeVisible();
    expect(data('deviceType/ecg')).toBeDefined();
  });

  it('a type without devices can change its streams and be deleted', async () => {
    const { data, router } = await open('/master/device-lists/spare');
    await page.getByRole('spinbutton', { name: '速さ' }).fill('500');
    await page.getByRole('button', { name: '保存する' }).click();
    await expect
      .poll(() => data('deviceType/spare'))
      .toMatchObject({ streams: [{ sampleRateHz: 500 }] });
    await page.getByRole('button', { name: '削除する' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await expect.poll(() => data('deviceType/spare')).toBeUndefined();
    expect(router.state.location.pathname).toBe('/master/device-types');
  });

  it('concurrent edits are merged, and a conflict is resolved by the user', async () => {
    const { transport, data } = await open('/master/device-lists/spare');
    await page.getByRole('textbox', { name: '名前' }).fill('予備 1');
    transport.put('deviceType/spare', {
      ...TYPES['deviceType/spare'],
      name: '予備 2',
      maker: '別の製造元',
    });
    await page.getByRole('button', { name: '保存する' }).click();
    await page.getByRole('radio', { name: /あなたの入力/ }).click();
    await page.getByRole('button', { name: '選んだ内容で保存する' }).click();
    await expect
      .poll(() => data('deviceType/spare'))
      .toMatchObject({ name: '予備 1', maker: '別の製造元' });
  });

  it('an unknown type is reported', async () => {
    await open('/master/device-lists/nothing');
    await expect.element(page.getByText('機種が見つかりません')).toBeVisible();
  });
});

it('the page reserves space for the count, so that nothing below it moves', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const { place } = await open('/master/device-lists/ecg', () => promise);
  const last = page.getByRole('heading', { name: '機種の削除' });
  await expect.element(last).toBeInTheDocument();
  const getTop = (): number => last.element().getBoundingClientRect().top + place.scrollTop;
  const before = getTop();
  resolve({ body: FLEET });
  await expect.element(page.getByRole('textbox', { name: '名前' })).toHaveValue('心電計');
  expect(Math.abs(getTop() - before)).toBeLessThan(120);
});
