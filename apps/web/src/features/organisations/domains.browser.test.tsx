import type { DomainRow } from '@yamori/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { renderMaster, type MasterAnswers } from '../../kit/testing/master-fixture.tsx';
import { DomainListsScreen } from './domain-lists-screen.tsx';
import { DomainPage } from './domain-page.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const row = (domainId: string, more: Partial<DomainRow> = {}): DomainRow => ({
  domainId,
  code: domainId,
  name: domainId,
  nameKana: '',
  kind: 'facility',
  parentDomainId: null,
  path: [],
  parts: 0,
  rooms: 2,
  devices: 3,
  offline: 0,
  members: 4,
  contractTo: null,
  ...more,
});
const ALL = [
  row('seller', { name: 'ひかり代理店', kind: 'agency', parts: 2 }),
  row('akane', { name: 'あかね苑', parentDomainId: 'seller', path: ['ひかり代理店'], offline: 1 }),
  row('mizuki', { name: 'みずき苑', parentDomainId: 'seller', path: ['ひかり代理店'] }),
  row('alone', { name: '一軒家', kind: 'individual' }),
];
const MANY = Array.from({ length: 130 }, (_, index) => row(`d${String(index).padStart(3, '0')}`));
/** Answers as the server does. */
const answer = (rows: readonly DomainRow[]) => (question: URLSearchParams) => {
  const [text, parent, domain, kind] = ['text', 'parent', 'domain', 'kind'].map((name) =>
    question.get(name),
  );
  const found = rows.filter(
    (candidate) =>
      (text === null || candidate.name.includes(text ?? '')) &&
      (parent === null || (candidate.parentDomainId ?? 'top') === parent) &&
      (domain === null || candidate.domainId === domain) &&
      (kind === null || candidate.kind === kind),
  );
  const offset = Number(question.get('offset') ?? 0);
  return {
    body: {
      domains: found.slice(offset, offset + Number(question.get('limit') ?? 50)),
      total: found.length,
    },
  };
};

const silent = (serial: string, lastHeartbeatAt: Date | null) => ({
  serial,
  typeId: 't',
  domainId: 'akane',
  rootDomainId: 'seller',
  roomId: null,
  name: '',
  firmware: '',
  connection: 'network',
  keyHash: null,
  borrowedBy: null,
  borrowedUntil: null,
  calibration: {},
  note: '',
  retiredAt: null,
  status: {
    online: true,
    onlineSince: NIGHT,
    lastFrameAt: null,
    lastHeartbeatAt,
    batteryPercent: null,
    signalDbm: null,
    fault: 'none',
    faultSince: NIGHT,
    clockOffsetSeconds: null,
    framesReceived: 0,
    framesRefused: 0,
  },
});

async function open(address: string, replies: MasterAnswers = {}) {
  const isList = address.startsWith('/domain-lists');
  const documents = {
    'domain/akane': {
      code: 'akane',
      name: 'あかね苑',
      kind: 'facility',
      parentDomainId: 'seller',
      rootDomainId: 'seller',
      ancestorIds: ['seller'],
      timeZone: 'Asia/Tokyo',
      nightStartsAt: '12:00',
      mfaRequired: true,
      signInMethods: ['email'],
      samlProviderIds: [],
      defaultViewId: null,
      parameterOverrides: { 'accident.fall.enabled': false },
      escalation: [],
      limits: { rooms: 10, devices: 20, members: 30 },
    },
    'device/A-1': {
      serial: 'A-1',
      typeId: 't',
      domainId: 'akane',
      rootDomainId: 'seller',
      roomId: null,
      name: '窓側',
      firmware: '1.4.2',
      connection: 'network',
      keyHash: null,
      status: null,
      borrowedBy: null,
      borrowedUntil: null,
      calibration: {},
      note: '',
      retiredAt: null,
    },
    'device/A-2': silent('A-2', null),
    'device/A-3': silent('A-3', new Date(NIGHT.getTime() - 30_000)),
  };
  const fixture = await renderMaster({
    Screen: isList ? DomainListsScreen : DomainPage,
    address,
    ...(isList ? {} : { route: '/master/domain/$domainid' }),
    documents,
    replies: { 'GET /api/domains/overview': answer(ALL), ...replies },
  });
  cleanups.push(fixture.end);
  return fixture;
}
const names = () =>
  [...document.querySelectorAll('[role="treeitem"] strong')].map((element) => element.textContent);

describe('all organisations', () => {
  it('the tree opens by click or key, and the address holds the open rows', async () => {
    const { place, search, router } = await open('/domain-lists');
    await expect.poll(() => names()).toEqual(['ひかり代理店', '一軒家']);
    await page.getByRole('button', { name: 'ひかり代理店の下を開く' }).click();
    await expect.poll(() => names()).toEqual(['ひかり代理店', 'あかね苑', 'みずき苑', '一軒家']);
    expect(search()).toEqual({ open: 'seller' });
    await expectAccessible(place);
    document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => names()).toHaveLength(2);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => names()).toHaveLength(4);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => document.activeElement?.textContent).toContain('あかね苑');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe('/master/domain/akane');
  });

  it('the server searches, and each result names its parent', async () => {
    const { sent } = await open('/domain-lists');
    await page.getByRole('searchbox').fill('あかね');
    await expect
      .element(page.getByRole('row', { name: /あかね苑 akane 施設 ひかり代理店 0 2 3 1 4/ }))
      .toBeVisible();
    expect(sent.some((path) => path.includes(`text=${encodeURIComponent('あかね')}`))).toBe(true);
    await page.getByRole('searchbox').fill('ない名前');
    await expect.element(page.getByText('条件に合うものがありません')).toBeVisible();
  });

  it('the list loads page by page and draws only visible rows', async () => {
    const { sent } = await open('/domain-lists?as=table', {
      'GET /api/domains/overview': answer(MANY),
    });
    await expect.element(page.getByText('130件')).toBeVisible();
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(60);
    await vi.waitFor(
      () => {
        const scroller = document.querySelector('table')?.parentElement;
        scroller?.scrollTo(0, scroller.scrollHeight);
        expect(
          [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent),
        ).toContain('d129');
      },
      { timeout: 120_000 },
    );
    expect(sent.filter((path) => path.includes('/overview'))).toHaveLength(3);
  });

  it('every column is visible next to the navigation at a width of 1366', async () => {
    const { place } = await open('/domain-lists?as=table');
    place.style.width = '1166px';
    await expect.element(page.getByRole('row', { name: /あかね苑/ })).toBeVisible();
    const table = document.querySelector('table');
    const last = [...document.querySelectorAll('thead th')].at(-1);
    expect(last?.getBoundingClientRect().right).toBeLessThanOrEqual(
      place.getBoundingClientRect().left + 1166 - 16,
    );
    expect(table?.parentElement?.scrollWidth).toBe(table?.parentElement?.clientWidth);
  });

  it('readers without permission get a refusal', async () => {
    await open('/domain-lists?as=table', {
      'GET /api/domains/overview': { status: 403, body: { code: 'access-refused' } },
    });
    await expect.element(page.getByRole('alert')).toBeVisible();
  });
});

describe('one organisation', () => {
  it('the page shows its contents, devices and children', async () => {
    const { place } = await open('/master/domain/akane');
    await expect.element(page.getByRole('heading', { name: 'あかね苑' })).toBeVisible();
    await expect.element(page.getByText('2（上限 10）')).toBeVisible();
    await expect.element(page.getByText('ひかり代理店 の下にあります。')).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'A-1 窓側 1.4.2 未受信 --' })).toBeVisible();
    // A device that is connected but never sent anything, and an unused button.
    await expect.element(page.getByRole('row', { name: 'A-2 未受信 --' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^A-3 受信中 .+前$/ })).toBeVisible();
    await expect.element(page.getByText('下の組織はありません。')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: '概要' }))
      .toHaveAttribute('aria-current', 'page');
    await expectAccessible(place);
  });

  it('an unknown organisation is reported', async () => {
    await open('/master/domain/nothing');
    await expect.element(page.getByText('組織が見つかりません')).toBeVisible();
  });
});
