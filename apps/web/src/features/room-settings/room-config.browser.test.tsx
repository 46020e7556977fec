import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderList, type ListSetup } from '../../kit/testing/list-fixture.tsx';
import { RoomConfigScreen } from './room-config-screen.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const room = (name: string, more: object = {}) => ({
  domainId: 'home',
  rootDomainId: 'home',
  name,
  building: '東館',
  floor: '2階',
  tags: [],
  capacity: 1,
  occupant: null,
  deviceSerials: [],
  sharedWith: [],
  viewId: null,
  parameterOverrides: {},
  archivedAt: null,
  live: null,
  ...more,
});
const device = (serial: string, roomId: string | null) => ({
  serial,
  typeId: 't',
  domainId: 'home',
  rootDomainId: 'home',
  roomId,
  name: '',
  firmware: '',
  connection: 'network',
  keyHash: null,
  status: null,
  borrowedBy: null,
  borrowedUntil: null,
  calibration: {},
  note: '',
  retiredAt: null,
});
const DOCUMENTS = {
  'domain/home': {
    code: 'home',
    name: 'ひなた園',
    nameKana: '',
    kind: 'facility',
    parentDomainId: null,
    rootDomainId: 'home',
    ancestorIds: [],
  },
  'room/a': room('201', {
    tags: ['見守り'],
    occupant: { alias: 'Sさん', sex: 'female', birthYear: 1938, note: '' },
  }),
  'room/b': room('202', { floor: '3階' }),
  'room/c': room('203'),
  'room/old': room('旧101', { archivedAt: new Date('2026-01-01T00:00:00Z') }),
  'device/A-1': device('A-1', 'a'),
  'device/A-2': device('A-2', null),
};
async function open(address = '/room-config/room-list-table', more: Partial<ListSetup> = {}) {
  const fixture = await renderList({
    Screen: () => <RoomConfigScreen />,
    address,
    documents: DOCUMENTS,
    ...more,
  });
  cleanups.push(fixture.end);
  return { ...fixture, data: (path: string) => fixture.transport.documents.get(path)?.data };
}
const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);

describe('the list of rooms', () => {
  it('the list shows active rooms with place, occupant and devices, and the address holds order and filters', async () => {
    const { search } = await open();
    await expect
      .element(page.getByRole('row', { name: /201.*東館.*2階.*Sさん.*A-1.*見守り/ }))
      .toBeVisible();
    await expect.element(page.getByRole('row', { name: /202.*空室.*機器なし/ })).toBeVisible();
    await page.getByRole('button', { name: '階' }).click();
    await page.getByRole('button', { name: '階' }).click();
    expect(search()).toEqual({ sort: '-floor' });
    await expect.poll(() => names()).toEqual(['202', '201', '203']);
    await page.getByRole('combobox', { name: '階', exact: true }).selectOptions('2階');
    await expect.poll(() => names()).toEqual(['201', '203']);
    await page.getByRole('combobox', { name: '機器', exact: true }).selectOptions('none');
    await expect.poll(() => names()).toEqual(['203']);
    await page.getByRole('button', { name: '条件を消す' }).click();
    await page.getByRole('combobox', { name: '使用の状態' }).selectOptions('only');
    await expect.poll(() => names()).toEqual(['旧101']);
  });

  it('a room with unknown devices is not reported as without devices', async () => {
    await open('/room-config/room-list-card', { silent: ['device'] });
    await expect.element(page.getByText('機器は確認できていません').first()).toBeVisible();
    expect(page.getByText('機器なし').elements()).toHaveLength(0);
  });

  it('the list works by keyboard, has accessible names, and shows other columns when chosen', async () => {
    const { search, place } = await open('/room-config/room-list-card');
    await expect.element(page.getByRole('button', { name: '201' })).toBeVisible();
    (document.querySelector('[data-index="0"]') as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => document.activeElement?.textContent).toBe('202');
    await page.getByRole('button', { name: '表示する項目' }).click();
    await page.getByRole('checkbox', { name: '定員' }).click();
    expect(search()['columns']).toBe('name.building.floor.occupant.devices.tags.capacity');
    await expectAccessible(place);
  });

  it('an empty list says what to do, and tells staff who can add rooms', async () => {
    const { 'domain/home': home } = DOCUMENTS;
    await open(undefined, { documents: { 'domain/home': home } });
    await expect.element(page.getByRole('heading', { name: '部屋がまだありません' })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: '部屋を追加する' }).first())
      .toBeVisible();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    await open(undefined, { documents: { 'domain/home': home }, accessLevel: 2 });
    await expect
      .element(page.getByText('管理者が部屋を追加すると', { exact: false }))
      .toBeVisible();
    await expect
      .element(page.getByRole('button', { name: '部屋を追加する' }))
      .not.toBeInTheDocument();
  });

  it('a new room asks for the organisation if there are several, and keeps typed text', async () => {
    const { 'domain/home': home } = DOCUMENTS;
    const { transport } = await open('/room-config/room-list-table?room=new', {
      documents: {
        'domain/home': home,
        'domain/annex': { ...home, code: 'annex', name: 'ひかり園', rootDomainId: 'annex' },
      },
      accessLevel: 5,
      reach: ['home', 'annex'],
      organisationId: null,
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '名前' }).fill('301');
    await dialog.getByRole('button', { name: '追加する' }).click();
    await expect.element(dialog.getByText('選んでください', { exact: false })).toBeVisible();
    await dialog.getByRole('combobox', { name: '組織' }).fill('ひかり');
    await userEvent.keyboard('{Enter}');
    await dialog.getByRole('button', { name: '追加する' }).click();
    await expect
      .poll(() =>
        [...transport.documents.values()].map(({ data }) => [data['name'], data['domainId']]),
      )
      .toContainEqual(['301', 'annex']);
  });
});

describe('a room', () => {
  it('a new room reports errors at their fields', async () => {
    const { data, search, transport } = await open('/room-config/room-list-table?room=new');
    await page.getByRole('button', { name: '追加する', exact: true }).click();
    await expect.element(page.getByText('入力してください。').first()).toBeVisible();
    await page.getByRole('textbox', { name: '名前' }).fill('204');
    await page.getByLabelText('利用者がいる').click();
    await page.getByRole('textbox', { name: '呼び名' }).fill('Tさん');
    await page.getByRole('spinbutton', { name: '生まれた年' }).fill('1800');
    await page.getByRole('button', { name: '追加する', exact: true }).click();
    await expect.element(page.getByText('1900以上', { exact: false })).toBeVisible();
    await page.getByRole('spinbutton', { name: '生まれた年' }).fill('1941');
    await page.getByRole('button', { name: '追加する', exact: true }).click();
    await expect
      .poll(() => [...transport.documents.values()].map((document) => document.data['name']))
      .toContain('204');
    await expect.poll(() => search()['room']).not.toBe('new');
    expect(data(`room/${search()['room']}`)).toMatchObject({
      domainId: 'home',
      occupant: { alias: 'Tさん', birthYear: 1941 },
    });
  });

  it('a conflict is resolved field by field and not overwritten', async () => {
    const { data, transport } = await open('/room-config/room-list-table?room=a');
    await page.getByLabelText('棟').fill('南館');
    await page.getByLabelText('階').fill('1階');
    transport.put('room/a', { ...data('room/a'), building: '西館', tags: ['新'] });
    await page.getByRole('button', { name: '保存する' }).click();
    await expect.element(page.getByRole('radio', { name: 'ほかの人の変更 西館' })).toBeVisible();
    await page.getByRole('radio', { name: 'あなたの入力 南館' }).click();
    await page.getByRole('button', { name: '選んだ内容で保存する' }).click();
    await expect
      .poll(() => data('room/a'))
      .toMatchObject({ building: '南館', floor: '1階', tags: ['新'] });
  });

  it('the form asks about unsaved edits, and only managers can edit the beds', async () => {
    const { search } = await open('/room-config/room-list-table?room=a', { accessLevel: 2 });
    await expect.element(page.getByLabelText('定員')).toBeDisabled();
    await expect
      .element(page.getByRole('button', { name: '使わない部屋にする' }))
      .not.toBeInTheDocument();
    await page.getByLabelText('棟').fill('南館');
    await page.getByRole('button', { name: '閉じる' }).click();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    expect(search()['room']).toBe('a');
  });

  it('devices are added and moved away as the server allows', async () => {
    const { asked } = await open('/room-config/room-list-table?room=a', {
      answers: {
        '/api/devices/A-2/room': () => ({ status: 409, body: { code: 'room-archived' } }),
        '/api/devices/A-1/room': () => ({ status: 204 }),
      },
    });
    await expect.element(page.getByRole('button', { name: '使わない部屋にする' })).toBeDisabled();
    await expectAccessible(document.body);
    await page.getByRole('button', { name: '外す（A-1）' }).click();
    await expect.element(page.getByText('「A-1」を201から外しました。')).toBeVisible();
    await page.getByRole('combobox', { name: '機器を置く' }).click();
    await page.getByRole('option', { name: 'A-2' }).click();
    await page.getByRole('button', { name: 'この部屋に置く' }).click();
    await expect
      .element(page.getByText('この部屋は使われていません。', { exact: false }))
      .toBeVisible();
    expect(
      asked.filter(({ path }) => path.endsWith('/room')).map(({ path, body }) => [path, body]),
    ).toEqual([
      ['/api/devices/A-1/room', { roomId: null }],
      ['/api/devices/A-2/room', { roomId: 'a' }],
    ]);
  });

  it('an archived room leaves the boards and can return', async () => {
    const { data } = await open('/room-config/room-list-table?room=b');
    await page.getByRole('button', { name: '使わない部屋にする' }).click();
    await expect.poll(() => data('room/b')?.['archivedAt']).toBeInstanceOf(Date);
    await page.getByRole('button', { name: '使用を再開する' }).click();
    await expect.poll(() => data('room/b')?.['archivedAt']).toBeNull();
  });
});

describe('several rooms', () => {
  it('several rooms are changed together, with an undo', async () => {
    const { data } = await open();
    await page.getByRole('checkbox', { name: '表示中のすべてを選ぶ' }).click();
    await page.getByRole('checkbox', { name: '203を選ぶ' }).click();
    await page.getByRole('button', { name: 'まとめて変更する' }).click();
    await page.getByRole('checkbox', { name: '棟を変える' }).click();
    await page.getByRole('textbox', { name: '棟', exact: true }).fill('北館');
    await page.getByRole('checkbox', { name: '見守り' }).click();
    await page.getByRole('button', { name: '変更する', exact: true }).click();
    await expect
      .poll(() => [
        data('room/a')?.['building'],
        data('room/b')?.['building'],
        data('room/c')?.['building'],
      ])
      .toEqual(['北館', '北館', '東館']);
    expect(data('room/a')).toMatchObject({ tags: [] });
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect
      .poll(() => [
        data('room/a')?.['building'],
        data('room/a')?.['tags'],
        data('room/b')?.['building'],
      ])
      .toEqual(['東館', ['見守り'], '東館']);
  });
});
