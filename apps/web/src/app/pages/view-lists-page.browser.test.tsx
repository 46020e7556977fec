import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createHttp } from '../../api/http.ts';
import { createNightFiguresClient, NightFiguresContext } from '../../shared/night-figures/api.ts';
import { renderMaster } from '../../kit/testing/master-fixture.tsx';
import { ViewListsPage } from './view-lists-page.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const view = (name: string, more: object = {}) => ({
  name,
  scope: 'domain',
  listColumns: [],
  cardItems: [],
  viewerTracks: [],
  thresholdsShown: [],
  ...more,
});
const VIEWS = {
  'view/breath': view('呼吸', { listColumns: ['room', 'respirationRate'] }),
  'view/state': view('状態だけ', { listColumns: ['state'] }),
  'view/order': view('順番', {
    listColumns: ['place', 'device', 'respirationRate', 'since', 'state', 'occupant', 'room'],
  }),
  'view/old': view('古い表示', { listColumns: ['room', 'fax'] }),
};
const room = (name: string) => ({
  domainId: 'home',
  rootDomainId: 'home',
  name,
  building: '',
  floor: '',
  tags: [],
  capacity: 1,
  occupant: null,
  deviceSerials: [],
  sharedWith: [],
  viewId: null,
  parameterOverrides: {},
  live: null,
  archivedAt: null,
});
const NO_NIGHTS = createNightFiguresClient(
  createHttp({ fetch: async () => Response.json({ rooms: [] }) }),
);

async function open(address = '/view-lists') {
  const fixture = await renderMaster({
    Screen: ViewListsPage,
    address,
    documents: {
      ...VIEWS,
      'room/r1': room('101'),
      'room/r2': { ...room('102'), viewId: 'breath' },
    },
    around: (screen) => <NightFiguresContext value={NO_NIGHTS}>{screen}</NightFiguresContext>,
  });
  cleanups.push(fixture.end);
  return { ...fixture, data: (path: string) => fixture.transport.documents.get(path)?.data };
}
const heads = () =>
  [...document.querySelectorAll('[role="dialog"] thead th')].map((cell) => cell.textContent);
const choice = (group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('checkbox', { name });
const save = () => page.getByRole('button', { name: '保存する' }).click();

describe('ViewListsPage', () => {
  it('shows the views with their contents', async () => {
    const { place, search } = await open();
    await expect
      .element(page.getByRole('row', { name: /呼吸 部屋、呼吸 \/分 すべて すべて なし/ }))
      .toBeVisible();
    await expectAccessible(place);
    await page.getByRole('button', { name: '呼吸', exact: true }).click();
    await expect.poll(() => search()).toEqual({ view: 'breath' });
  });

  it('previews changes on real rooms, and saves them for others on request', async () => {
    const { data, place } = await open('/view-lists?view=breath');
    await expect.poll(() => heads()).toHaveLength(2);
    await choice('部屋の一覧の列', '状態').click();
    await expect.poll(() => heads()).toHaveLength(3);
    expect(data('view/breath')?.['listColumns']).toEqual(['room', 'respirationRate']);
    await expect.element(page.getByText('組織 0・部屋 1', { exact: false })).toBeVisible();
    await expectAccessible(place);
    await save();
    // In the order of the screen, not of choosing.
    await expect
      .poll(() => data('view/breath')?.['listColumns'])
      .toEqual(['room', 'state', 'respirationRate']);
  });

  it("shows the room's column in every view, and marks it as fixed", async () => {
    const { data } = await open('/view-lists?view=state');
    const rooms = page
      .getByRole('group', { name: '部屋の一覧の列' })
      .getByRole('checkbox', { name: '部屋', exact: true });
    await expect.element(rooms).toBeChecked();
    await expect.element(rooms).toBeDisabled();
    await expect.element(page.getByText('2個を表示します。')).toBeVisible();
    await expect.poll(() => heads()).toEqual(['部屋', '状態']);
    await choice('部屋の一覧の列', '状態').click();
    // None but that column chosen is nothing chosen.
    await expect.poll(() => heads()).toHaveLength(11);
    await save();
    await expect.poll(() => data('view/state')?.['listColumns']).toEqual([]);
  });

  it('shows all columns in their order in the preview, scrollable when narrow', async () => {
    const { place } = await open('/view-lists?view=order');
    await expect
      .poll(() => heads())
      .toEqual(['部屋', '利用者', '状態', 'いつから', '呼吸 /分', '機器', '場所']);
    const scroller = place.ownerDocument.querySelector('[role="dialog"] section[tabindex="0"]');
    const table = scroller?.querySelector('table');
    expect(scroller?.scrollWidth).toBeGreaterThan(scroller?.clientWidth ?? 0);
    expect(table?.scrollWidth).toBeLessThanOrEqual(scroller?.scrollWidth ?? 0);
    scroller?.scrollTo({ left: 5000 });
    const last = [...document.querySelectorAll('[role="dialog"] thead th')].at(-1);
    await expect
      .poll(() => last?.getBoundingClientRect().right)
      .toBeLessThanOrEqual(scroller?.getBoundingClientRect().right ?? 0);
  });

  it('rejects an unknown column at its field until it is removed', async () => {
    const { data } = await open('/view-lists?view=old');
    await page.getByRole('textbox', { name: '名前' }).fill('新しい表示');
    await save();
    await expect.element(page.getByText("使えない項目があります: 'fax'")).toBeVisible();
    expect(data('view/old')?.['name']).toBe('古い表示');
    await page.getByRole('checkbox', { name: /fax/ }).click();
    await save();
    await expect
      .poll(() => data('view/old'))
      .toMatchObject({ name: '新しい表示', listColumns: [] });
  });

  it('creates views and requires unique names', async () => {
    const { transport, search } = await open('/view-lists?view=new');
    await page.getByRole('textbox', { name: '名前' }).fill('夜勤');
    await choice('線で示すしきい値', '心拍が速い').click();
    transport.refuseNext({ code: 'document-key-taken' });
    await page.getByRole('button', { name: '作る', exact: true }).click();
    await expect
      .element(page.getByText('この名前または番号は、すでに使われています。', { exact: false }))
      .toBeVisible();
    await page.getByRole('button', { name: '作る', exact: true }).click();
    await expect
      .poll(
        () => [...transport.documents.values()].find(({ data }) => data['name'] === '夜勤')?.data,
      )
      .toMatchObject({ scope: 'domain', thresholdsShown: ['heartRateHigh'] });
    expect(search()).toEqual({});
  });

  it('merges changes of two people, or asks', async () => {
    const { transport, data } = await open('/view-lists?view=breath');
    await choice('カードの項目', '場所').click();
    transport.put(
      'view/breath',
      view('呼吸と心拍', { listColumns: ['room'], cardItems: ['night'] }),
    );
    await save();
    await page.getByRole('radio', { name: /あなたの入力/ }).click();
    await page.getByRole('button', { name: '選んだ内容で保存する' }).click();
    await expect
      .poll(() => data('view/breath'))
      .toMatchObject({
        name: '呼吸と心拍',
        listColumns: ['room'],
        cardItems: ['place'],
      });
  });

  it('does not delete a view in use: the server returns the number of uses', async () => {
    const { transport, data } = await open('/view-lists?view=breath');
    transport.refuseNext({ code: 'view-in-use', details: { count: 1 } });
    await page.getByRole('button', { name: '削除する' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await expect
      .element(page.getByText('1件の組織や部屋で使われているため', { exact: false }))
      .toBeVisible();
    expect(data('view/breath')).toBeDefined();
  });
});
