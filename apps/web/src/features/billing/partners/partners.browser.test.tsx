import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AgencyProvider } from '../../../shared/agency/agency-context.tsx';
import { renderList, type ListSetup } from '../../../kit/testing/list-fixture.tsx';
import { squashedLines } from '../../../kit/testing/small-cards.ts';
import { PartnerScreen } from './partner-screen.tsx';
import { PartnersScreen } from './partners-screen.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const partner = (name: string, more: object = {}) => ({
  code: name,
  name,
  contact: '',
  email: '',
  phone: '',
  address: '',
  note: '',
  domainIds: [],
  margin: 0.125,
  state: 'active',
  ...more,
});
const DOCUMENTS = {
  'domain/one/partner/p': partner('相模ケア', { domainIds: ['mizuki'] }),
  'domain/one/partner/q': partner('横浜サポート', { state: 'ended' }),
  'domain/one/bill/b': {
    month: '2026-10',
    number: '000003',
    recipient: { kind: 'partner', id: 'p', name: '相模ケア', address: '', isPerson: false },
    issuer: { name: 'i', address: '', contact: '', bank: '' },
    registrationNumber: 'T9234567890123',
    timeZone: 'Asia/Tokyo',
    lines: [],
    subtotal: 0,
    tax: [],
    total: 4321,
    dueDays: 30,
    state: 'issued',
    issuedAt: null,
    dueAt: null,
    paidOn: null,
    cancellation: null,
  },
};
const customers = ['mizuki', 'akane'].map((customerId) => ({
  customerId,
  name: customerId === 'akane' ? 'あかね苑' : 'みずきの家',
  code: customerId,
  devices: 3,
  offline: 0,
  rooms: 2,
}));

async function open(
  Screen: ListSetup['Screen'],
  address: string,
  route?: string,
  documents: ListSetup['documents'] = DOCUMENTS,
) {
  const fixture = await renderList({
    Screen,
    address,
    documents,
    accessLevel: 51,
    serve: async (path) =>
      path.endsWith('/customers')
        ? Response.json({ customers })
        : Response.json({ code: 'document-not-found' }, { status: 404 }),
    ...(route === undefined ? {} : { route }),
    around: (screen) => (
      <AgencyProvider value={{ id: 'one', timeZone: 'Asia/Tokyo' }}>{screen}</AgencyProvider>
    ),
  });
  cleanups.push(fixture.end);
  return { ...fixture, data: (path: string) => fixture.transport.documents.get(path)?.data };
}
const openOne = () => open(PartnerScreen, '/agency/partner/p', '/agency/partner/$partnerId');

describe('partners', () => {
  it('the list shows their state, and searches by text and state', async () => {
    const { place, search } = await open(PartnersScreen, '/agency/partners');
    const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
    await expect.poll(() => names().toSorted()).toEqual(['横浜サポート', '相模ケア'].toSorted());
    await expectAccessible(place);
    await page.getByRole('searchbox').fill('横浜');
    await expect.poll(() => [names(), search()]).toEqual([['横浜サポート'], { q: '横浜' }]);
  });

  it('small cards show the number of customers and the state without truncation', async () => {
    const { place } = await open(PartnersScreen, '/agency/partners?as=smallcard');
    place.style.width = '390px';
    await expect
      .poll(() =>
        [...document.querySelectorAll('li[data-small="true"]')].map(
          ({ textContent }) => textContent,
        ),
      )
      .toContain('相模ケア顧客 1 組織取引中');
    expect(squashedLines()).toEqual([]);
  });

  it.each([
    [1_000, '1000 社', false],
    [1_200, '1200 社', false],
    [10_001, '10000 社', true],
  ])(
    'the page shows all of %i customers, or says that the list is incomplete',
    async (count, words, isTruncated) => {
      await open(
        PartnersScreen,
        '/agency/partners',
        undefined,
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [
            `domain/one/partner/p${index}`,
            partner(`p${index}`),
          ]),
        ),
      );
      await expect.element(page.getByText(words), { timeout: 30_000 }).toBeVisible();
      expect(
        [...document.querySelectorAll('output')].some(({ textContent }) =>
          textContent.includes('先頭の10,000件だけを表示しています'),
        ),
      ).toBe(isTruncated);
    },
    60_000,
  );

  it('a partner is added with a name and a code, and an invalid address is reported at its field', async () => {
    const { transport, router } = await open(PartnersScreen, '/agency/partners?add=1');
    const dialog = page.getByRole('dialog', { name: '取引先を追加' });
    await dialog.getByRole('textbox', { name: '名前' }).fill('新しい店');
    await dialog.getByRole('textbox', { name: 'コード' }).fill('new');
    await dialog.getByRole('textbox', { name: 'メール' }).fill('nobody');
    await dialog.getByRole('button', { name: '追加する' }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'メール' }))
      .toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('textbox', { name: 'メール' }).fill('shop@shop.example');
    await dialog.getByRole('spinbutton', { name: '手数料率' }).fill('12.5');
    await dialog.getByRole('button', { name: '追加する' }).click();
    await expect
      .poll(() => [...transport.documents.values()].map(({ data }) => data))
      .toContainEqual(
        expect.objectContaining({
          code: 'new',
          name: '新しい店',
          email: 'shop@shop.example',
          margin: 0.125,
        }),
      );
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/agency\/partner\//);
  });
});

describe('a partner', () => {
  it('the page shows customers and bills, and adds and removes a customer immediately', async () => {
    const { data } = await openOne();
    await expect.element(page.getByRole('heading', { name: '相模ケア' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '2026/10' })).toBeVisible();
    await expect.element(page.getByText('¥4,321')).toBeVisible();
    await page.getByRole('button', { name: 'みずきの家 を外す' }).click();
    await expect.poll(() => data('domain/one/partner/p')?.['domainIds']).toEqual([]);
    await page.getByRole('combobox', { name: '顧客を追加' }).fill('あかね');
    await page.getByRole('option', { name: 'あかね苑' }).click();
    await expect.poll(() => data('domain/one/partner/p')?.['domainIds']).toEqual(['akane']);
    // The payer has changed: a message says so and undoes it.
    await expect
      .element(
        page.getByText(
          'あかね苑 を担当に加えました。これから作成する請求書は 相模ケア に送られます。',
        ),
      )
      .toBeVisible();
    await page.getByRole('button', { name: '元に戻す' }).last().click();
    await expect.poll(() => data('domain/one/partner/p')?.['domainIds']).toEqual([]);
  });

  it('a bill past its due date is shown as overdue', async () => {
    await open(PartnerScreen, '/agency/partner/p', '/agency/partner/$partnerId', {
      'domain/one/partner/p': DOCUMENTS['domain/one/partner/p'],
      'domain/one/bill/b': {
        ...DOCUMENTS['domain/one/bill/b'],
        dueAt: new Date('2020-01-31T00:00:00Z'),
      },
    });
    await expect.element(page.getByText('期限超過')).toBeVisible();
  });

  it('customers of other partners cannot be chosen, and their partner is named', async () => {
    await open(PartnerScreen, '/agency/partner/p', '/agency/partner/$partnerId', {
      'domain/one/partner/p': { ...partner('相模ケア'), domainIds: [] },
      'domain/one/partner/q': { ...partner('湘南ケア'), code: 'q', domainIds: ['akane'] },
    });
    await expect
      .element(page.getByText('ほかの取引先が担当しています：あかね苑（湘南ケア）'))
      .toBeVisible();
    await page.getByRole('combobox', { name: '顧客を追加' }).click();
    await expect.element(page.getByRole('option', { name: 'みずきの家' })).toBeVisible();
    expect(page.getByRole('option', { name: 'あかね苑' }).elements()).toEqual([]);
  });

  it("a paused partner's page says that its customers pay themselves", async () => {
    await open(PartnerScreen, '/agency/partner/p', '/agency/partner/$partnerId', {
      'domain/one/partner/p': { ...partner('相模ケア'), state: 'paused', domainIds: ['akane'] },
    });
    await expect
      .element(
        page.getByText('取引中でない取引先には請求しません。顧客の請求は、顧客に直接送られます。'),
      )
      .toBeVisible();
  });

  it.each([
    [60, 60, false],
    [61, 60, true],
  ])(
    'the page of %i bills lists %i, and says where older ones are',
    async (count, listed, told) => {
      const month = (at: number): string =>
        `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
      const bills = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `domain/one/bill/n${at}`,
          { ...DOCUMENTS['domain/one/bill/b'], month: month(at) },
        ]),
      );
      await open(PartnerScreen, '/agency/partner/p', '/agency/partner/$partnerId', {
        'domain/one/partner/p': DOCUMENTS['domain/one/partner/p'],
        ...bills,
      });
      await expect
        .element(page.getByRole('link', { name: month(count - 1).replace('-', '/') }))
        .toBeVisible();
      expect(page.getByRole('link', { name: /^20\d\d\/\d\d$/ }).elements()).toHaveLength(listed);
      expect(page.getByText(/新しい60件です/).elements()).toHaveLength(told ? 1 : 0);
    },
  );

  it('a save keeps changes by others and writes only local ones', async () => {
    const { transport, data } = await openOne();
    await page.getByRole('textbox', { name: '担当者' }).fill('大野');
    transport.put('domain/one/partner/p', partner('相模ケア', { phone: '042' }));
    await page.getByRole('button', { name: '保存' }).click();
    await expect
      .poll(() => data('domain/one/partner/p'))
      .toMatchObject({
        contact: '大野',
        phone: '042',
        margin: 0.125,
      });
  });

  it('an untouched form shows changes by others, and later edits build on them', async () => {
    const { transport, data } = await openOne();
    await expect.element(page.getByRole('textbox', { name: '電話' })).toHaveValue('');
    transport.put('domain/one/partner/p', partner('相模ケア', { contact: '小川', phone: '042' }));
    await expect.element(page.getByRole('textbox', { name: '電話' })).toHaveValue('042');
    await page.getByRole('textbox', { name: '電話' }).fill('043');
    // Typed text stays.
    transport.put('domain/one/partner/p', partner('相模ケア', { contact: '大野', phone: '042' }));
    await page.getByRole('button', { name: '保存' }).click();
    await expect
      .poll(() => data('domain/one/partner/p'))
      .toMatchObject({ contact: '大野', phone: '043' });
    await expect.element(page.getByText('相模ケア を保存しました', { exact: false })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: '担当者' })).toHaveValue('大野');
  });

  it('a partner with open bills cannot be deleted, and the page says why', async () => {
    const { data } = await openOne();
    await expect.element(page.getByText('¥4,321')).toBeVisible();
    await page.getByRole('button', { name: '取引先を削除' }).click();
    const dialog = page.getByRole('dialog', { name: '相模ケア はまだ削除できません' });
    await expect
      .element(
        dialog.getByText('下書きの請求書が 0 件、入金待ちの請求書が 1 件あります。', {
          exact: false,
        }),
      )
      .toBeVisible();
    expect(data('domain/one/partner/p')).toBeDefined();
  });

  it('a partner that gets a bill concurrently cannot be deleted either', async () => {
    const { transport, data } = await open(
      PartnerScreen,
      '/agency/partner/q',
      '/agency/partner/$partnerId',
    );
    await page.getByRole('button', { name: '取引先を削除' }).click();
    transport.refuseNext({ code: 'partner-bills-in-use', place: 'state' });
    await page.getByRole('button', { name: '削除する' }).click();
    await expect
      .element(page.getByText('取引を終了・削除できません', { exact: false }))
      .toBeVisible();
    expect(data('domain/one/partner/q')).toBeDefined();
  });

  it('an unknown partner links back to the list', async () => {
    await open(PartnerScreen, '/agency/partner/nobody', '/agency/partner/$partnerId');
    await expect.element(page.getByText('この取引先は見つかりません')).toBeVisible();
  });
});
