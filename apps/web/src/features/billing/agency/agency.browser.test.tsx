import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AgencyDevice } from '@yamori/domain';
import { AgencyProvider } from '../../../shared/agency/agency-context.tsx';
import { renderList, type ListSetup } from '../../../kit/testing/list-fixture.tsx';
import { asOnPaper } from '../../../kit/testing/paper.ts';
import { squashedLines } from '../../../kit/testing/small-cards.ts';
import { AgencyDevicesScreen } from './agency-devices-screen.tsx';
import { StatisticsScreen } from './statistics-screen.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const device = (serial: string, more: Partial<AgencyDevice> = {}): AgencyDevice => ({
  serial,
  name: '',
  typeId: 'bed',
  typeName: 'ベッド',
  customerId: 'akane',
  customerName: 'あかね苑',
  roomId: 'r',
  roomName: '201号室',
  state: 'fine',
  battery: 80,
  firmware: '1',
  lastHeardAt: '2026-11-20T14:00:00.000Z',
  isLent: false,
  ...more,
});
const ALL = Array.from({ length: 120 }, (_, index) =>
  device(`S-${String(index).padStart(3, '0')}`, index === 1 ? { state: 'offline' } : {}),
);
const month = (name: string, more: object = {}) => ({
  month: name,
  placed: 100,
  sent: 95,
  nights: 50,
  accidents: 2,
  ...more,
});
const STATISTICS = {
  asOf: '2026-11-20T15:00:00.000Z',
  timeZone: 'Asia/Tokyo',
  devices: [
    { state: 'fine', count: 3 },
    { state: 'offline', count: 1 },
  ],
  months: [month('2026-10'), month('2026-11', { placed: 0, sent: 0, nights: 0, accidents: 0 })],
  customers: [
    {
      customerId: 'akane',
      name: 'あかね苑',
      devices: 4,
      offline: 1,
      states: [{ state: 'batteryLow', count: 2 }],
      months: [month('2026-10', { sent: 50 }), month('2026-11')],
    },
  ],
};

/** The app injects the device view (app/pages/agency-devices-page.browser.test.tsx). */
const Devices = () => (
  <AgencyDevicesScreen
    DevicePart={({ serial, onClose }) =>
      serial === null ? null : (
        <dialog open aria-label={serial}>
          <button type="button" onClick={onClose}>
            閉じる
          </button>
        </dialog>
      )
    }
  />
);

type Answer = { readonly status?: number; readonly body: unknown };
async function open(
  Screen: ListSetup['Screen'],
  address: string,
  answer: (path: URL) => Answer | null = () => null,
  more: Partial<ListSetup> = {},
) {
  const asked: URL[] = [];
  const fixture = await renderList({
    Screen,
    address,
    documents: {},
    accessLevel: 51,
    async serve(path) {
      const url = new URL(path, 'http://x');
      asked.push(url);
      const given = answer(url);
      if (given !== null) return Response.json(given.body, { status: given.status ?? 200 });
      if (path.includes('/customers'))
        return Response.json({
          customers: [
            { customerId: 'akane', name: 'あかね苑', code: 'a', devices: 4, offline: 1, rooms: 2 },
          ],
        });
      if (path.includes('/statistics')) return Response.json(STATISTICS);
      const offset = Number(url.searchParams.get('offset'));
      return Response.json({
        devices: ALL.slice(offset, offset + 50),
        total: ALL.length,
        types: [{ typeId: 'bed', name: 'ベッド' }],
      });
    },
    around: (screen) => (
      <AgencyProvider value={{ id: 'one', timeZone: 'Asia/Tokyo' }}>{screen}</AgencyProvider>
    ),
    ...more,
  });
  cleanups.push(fixture.end);
  return { ...fixture, asked };
}
const lastRequest = (asked: readonly URL[]) =>
  asked.findLast(({ pathname }) => pathname.endsWith('/devices'))?.searchParams;

describe('the devices of customers', () => {
  it('the list loads page by page, draws only visible rows, and shows each state as text', async () => {
    const { place, asked } = await open(Devices, '/agency/devices');
    await expect.element(page.getByText('120 台')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'S-000' })).toBeVisible();
    await expect.element(page.getByRole('table').getByText('信号なし')).toBeVisible();
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(100);
    await expectAccessible(place);
    ((await page.getByRole('button', { name: 'S-000' }).findElement()) as HTMLElement).focus();
    for (let press = 0; press < 2; press += 1)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'End', bubbles: true }),
      );
    await expect
      .poll(() => asked.some(({ searchParams }) => searchParams.get('offset') === '50'))
      .toBe(true);
  });

  it('the server searches, filters and sorts, and the address holds the settings', async () => {
    const { asked, search } = await open(
      Devices,
      '/agency/devices?state=offline&customer=akane&sort=-room',
    );
    await expect
      .poll(() => Object.fromEntries(lastRequest(asked) ?? []))
      .toEqual({
        sort: 'room',
        descending: 'true',
        state: 'offline',
        customer: 'akane',
        offset: '0',
        limit: '50',
      });
    await page.getByRole('searchbox').fill('201');
    await expect.poll(() => lastRequest(asked)?.get('text')).toBe('201');
    expect(search()).toEqual({ state: 'offline', customer: 'akane', sort: '-room', q: '201' });
  });

  it.each([390, 1366])(
    'small cards show state and place without truncation (%i wide)',
    async (width) => {
      const { place } = await open(Devices, '/agency/devices?as=smallcard');
      place.style.width = `${width}px`;
      await expect.element(page.getByRole('button', { name: 'S-000' })).toBeVisible();
      expect(document.querySelector('li[data-small="true"]')?.textContent).toBe(
        'S-000受信中201号室 · あかね苑',
      );
      expect(squashedLines()).toEqual([]);
    },
  );

  it('the list shows the last contact and its age, and ignores an unknown state filter', async () => {
    const { asked } = await open(Devices, '/agency/devices?state=zzz');
    await expect.element(page.getByRole('button', { name: 'S-000' })).toBeVisible();
    await expect
      .element(page.getByRole('cell', { name: /^2026\/11\/20 23:00 · .+前$/ }).first())
      .toBeVisible();
    await expect.element(page.getByRole('combobox', { name: '状態' })).toHaveValue('');
    expect(page.getByRole('option', { name: 'zzz' }).elements()).toEqual([]);
    expect(lastRequest(asked)?.get('state')).toBeNull();
  });

  it('the printed columns fit their text, and the head repeats on each sheet', async () => {
    const { place } = await open(Devices, '/agency/devices');
    await expect.element(page.getByRole('button', { name: 'S-000' })).toBeVisible();
    cleanups.push(await asOnPaper());
    // A4 portrait without its margins.
    place.style.width = '718px';
    const widest = (words: string) =>
      [...document.querySelectorAll('tbody td')]
        .find(({ textContent }) => textContent === words)
        ?.getBoundingClientRect().width ?? 0;
    await expect.poll(() => widest('あかね苑')).toBeGreaterThan(50);
    expect(document.querySelector('table')?.getBoundingClientRect().right).toBeLessThanOrEqual(718);
    expect(
      [...document.querySelectorAll('thead th')].map((head) =>
        [
          getComputedStyle(head).position,
          ...[...head.children].map((inside) => getComputedStyle(inside).display),
        ].join(' '),
      ),
    ).toEqual(expect.not.arrayContaining([expect.stringMatching(/sticky|flex|block/)]));
  });

  it.each([
    ['the list is empty', { body: { devices: [], total: 0, types: [] } }, '機器はありません'],
    [
      'access is denied',
      { status: 403, body: { code: 'access-refused' } },
      'この操作を行う権限がありません',
    ],
  ])('the screen shows a message when %s', async (_, answer, words) => {
    await open(Devices, '/agency/devices', ({ pathname }) =>
      pathname.endsWith('/devices') ? answer : null,
    );
    await expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();
  });
});

describe("an agency's device", () => {
  it('a device opens over the list, the list reloads when it closes, and the address links to it', async () => {
    const { asked, search, router } = await open(Devices, '/agency/devices?state=offline');
    await page.getByRole('button', { name: 'S-000' }).click();
    await expect.element(page.getByRole('dialog', { name: 'S-000' })).toBeVisible();
    expect([router.state.location.pathname, search()]).toEqual([
      '/agency/devices',
      { state: 'offline', device: 'S-000' },
    ]);
    const before = asked.length;
    await page.getByRole('button', { name: '閉じる' }).click();
    await expect
      .poll(() => [search(), page.getByRole('dialog').query()])
      .toEqual([{ state: 'offline' }, null]);
    await expect.poll(() => asked.length).toBeGreaterThan(before);
  });
});

describe('an organisation selected in the top bar', () => {
  const domain = (name: string) => ({
    code: name,
    name,
    nameKana: '',
    kind: 'facility',
    rootDomainId: 'one',
    parentDomainId: 'one',
    ancestorIds: ['one'],
    timeZone: 'Asia/Tokyo',
  });
  const documents = { 'domain/akane': domain('あかね苑'), 'domain/far': domain('よその家') };

  it('the list is not filtered by it, explains this, and offers the filter', async () => {
    const { asked, search } = await open(Devices, '/agency/devices', undefined, {
      documents,
      organisationId: 'akane',
      reach: ['akane'],
    });
    await expect
      .element(page.getByText('「あかね苑」を選んでいますが', { exact: false }))
      .toBeVisible();
    expect(lastRequest(asked)?.get('customer')).toBeNull();
    await page.getByRole('button', { name: 'あかね苑の機器だけを表示' }).click();
    await expect
      .poll(() => [search(), lastRequest(asked)?.get('customer')])
      .toEqual([{ customer: 'akane' }, 'akane']);
    expect(page.getByText('「あかね苑」を選んでいますが', { exact: false }).query()).toBeNull();
  });

  it('the note is absent for an organisation that is no customer, for the agency itself, and without a selection', async () => {
    await open(Devices, '/agency/devices', undefined, {
      documents,
      organisationId: 'far',
      reach: ['far'],
    });
    await expect
      .element(page.getByText('「よその家」を選んでいますが', { exact: false }))
      .toBeVisible();
    expect(page.getByRole('button', { name: 'だけを表示' }).query()).toBeNull();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    for (const organisationId of [null, 'one']) {
      await open(Devices, '/agency/devices', undefined, {
        documents: { 'domain/one': domain('販売') },
        organisationId,
        reach: ['one'],
      });
      await expect.element(page.getByRole('button', { name: 'S-000' })).toBeVisible();
      expect(page.getByText('を選んでいますが', { exact: false }).query()).toBeNull();
      cleanups.splice(0).forEach((cleanup) => cleanup());
    }
  });
});

describe('statistics', () => {
  it('the screen shows uptime and alarms per 1000 nights, for all customers and for the one in the address', async () => {
    const { place, search } = await open(StatisticsScreen, '/agency/statistics');
    await expect.element(page.getByText('40.0').first()).toBeVisible();
    await expect.element(page.getByText('95.0%').first()).toBeVisible();
    await expectAccessible(place);
    await page.getByRole('combobox', { name: '顧客' }).selectOptions('akane');
    await expect.poll(() => search()).toEqual({ customer: 'akane' });
    // Of 100 device-days each, 50 and 95.
    await expect.element(page.getByText('72.5%').first()).toBeVisible();
    // The agency's own devices and a link to them.
    const own = page.getByRole('list', { name: '使用中の機器の状態' }).getByRole('link');
    expect(own.elements().map((link) => new URL((link as HTMLAnchorElement).href).search)).toEqual([
      '?customer=akane&state=batteryLow',
    ]);
  });

  it('a missing share has no percent sign', async () => {
    const none = month('2026-11', { placed: 0, sent: 0, nights: 3 });
    const { place } = await open(StatisticsScreen, '/agency/statistics', ({ pathname }) =>
      pathname.endsWith('/statistics')
        ? {
            body: {
              ...STATISTICS,
              months: [none],
              customers: STATISTICS.customers.map((customer) => ({ ...customer, months: [none] })),
            },
          }
        : null,
    );
    await expect.element(page.getByText('--').first()).toBeVisible();
    expect(place.textContent).not.toMatch(/--\s*%/);
  });

  it('the statistics show a message without data', async () => {
    await open(StatisticsScreen, '/agency/statistics', ({ pathname }) =>
      pathname.endsWith('/statistics')
        ? {
            body: {
              ...STATISTICS,
              devices: [],
              customers: [],
              months: [month('2026-11', { placed: 0, sent: 0, nights: 0, accidents: 0 })],
            },
          }
        : null,
    );
    await expect.element(page.getByText('まだ数字がありません')).toBeVisible();
  });
});
