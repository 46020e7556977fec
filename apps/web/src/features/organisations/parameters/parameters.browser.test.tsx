import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { ListSetup } from '../../../kit/testing/list-fixture.tsx';
import { renderMaster, type MasterAnswers } from '../../../kit/testing/master-fixture.tsx';
import { ParameterScreen } from './parameter-screen.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const KEY = 'accident.heartRateHigh.limit';
const PATH = `parameter/${KEY}`;
const set = (value: number) => ({
  key: KEY,
  name: 'limit',
  group: '',
  kind: 'number',
  unit: '/min',
  min: 20,
  max: 220,
  step: 5,
  choices: [],
  default: value,
  scope: 'room',
  description: '',
});
const REPLIES: MasterAnswers = {
  'GET /api/parameters/overrides': { body: { parameters: [{ key: KEY, domains: 1, rooms: 1 }] } },
  [`GET /api/parameters/${KEY}/overrides`]: {
    body: {
      total: 2,
      places: [
        { kind: 'domain', id: 'akane', name: 'あかね苑', domainName: 'あかね苑', value: 130 },
        { kind: 'room', id: 'r', name: '101', domainName: 'みずき苑', value: 110 },
      ],
    },
  },
};
const words = {
  getName: (key: string) => (key === KEY ? '心拍数がこれより多い' : key),
  getGroup: (group: string) => group.replace('accident.', ''),
  getUnit: ({ unit }: { readonly unit: string }) => (unit === '/min' ? '回/分' : unit),
};

const expectText = (at: Locator, words: RegExp): Promise<void> =>
  expect.poll(() => at.element().textContent).toMatch(words);

async function open(
  address = '/paramater-lists',
  documents: ListSetup['documents'] = {},
  replies: MasterAnswers = {},
) {
  const fixture = await renderMaster({
    Screen: () => <ParameterScreen words={words} />,
    address,
    documents,
    replies: { ...REPLIES, ...replies },
  });
  cleanups.push(fixture.end);
  return { ...fixture, value: () => fixture.transport.documents.get(PATH)?.data['default'] };
}
const field = () => page.getByRole('spinbutton', { name: '初期値' });
const save = () => page.getByRole('button', { name: '保存する' }).click();

describe('the parameters', () => {
  it('the list shows value, range, unit and overrides, and works by keyboard', async () => {
    const { place, search } = await open('/paramater-lists?q=heartRateHigh.limit', {
      [PATH]: set(120),
    });
    await expect
      .element(
        page.getByRole('row', {
          name: '心拍数がこれより多い heartRateHigh 120回/分 20〜220回/分 110回/分 1組織・1部屋',
        }),
      )
      .toBeVisible();
    await expectAccessible(place);
    page.getByRole('button', { name: '心拍数がこれより多い' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => search()).toEqual({ q: 'heartRateHigh.limit', parameter: KEY });
    await expect
      .element(page.getByRole('dialog').getByRole('link', { name: 'あかね苑' }))
      .toBeVisible();
    await expectText(page.getByRole('dialog'), /101（みずき苑）110回\/分/);
  });

  it.each([
    ['card', '心拍数がこれより多い'],
    ['smallcard', '110回/分'],
  ])('the list is shown as %s', async (look, text) => {
    await open(`/paramater-lists?as=${look}&q=heartRateHigh.limit`);
    await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
  });

  it('phones show cards unless the reader chose otherwise', async () => {
    await page.viewport(390, 844);
    cleanups.push(() => void page.viewport(1366, 768));
    const { search } = await open('/paramater-lists?q=heartRateHigh.limit');
    await expect
      .element(page.getByRole('button', { name: 'カード', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByText('110回/分', { exact: false }).first()).toBeVisible();
    await page.getByRole('button', { name: '表', exact: true }).click();
    await expect.poll(() => search()).toEqual({ q: 'heartRateHigh.limit', as: 'table' });
    await expect.element(page.getByRole('row', { name: /心拍数がこれより多い/ })).toBeVisible();
    // The choice applies on every screen.
    await page.getByRole('button', { name: 'カード', exact: true }).click();
    await page.viewport(1366, 768);
    await expect
      .element(page.getByRole('button', { name: 'カード', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
  });

  it('readers without permission or network get a message', async () => {
    await open(
      '/paramater-lists',
      {},
      { 'GET /api/parameters/overrides': { status: 403, body: { code: 'access-refused' } } },
    );
    await expectText(page.getByRole('alert'), /権限/);
  });
});

describe('a default', () => {
  it('a value outside the range is reported at its field and stays typed', async () => {
    const { value } = await open(`/paramater-lists?parameter=${KEY}`);
    await field().fill('300');
    await save();
    await expect.element(page.getByText('220以下', { exact: false }).first()).toBeVisible();
    await expect.element(field()).toHaveValue('300');
    await field().fill('');
    await save();
    await expect.element(page.getByText('入力してください。')).toBeVisible();
    expect(value()).toBeUndefined();
  });

  it("the server's error appears at its field: a low limit above the high one", async () => {
    const { transport, value } = await open(`/paramater-lists?parameter=${KEY}`);
    transport.refuseNext({
      code: 'document-invalid',
      issues: [{ field: 'default', code: 'number-more-than', details: { limit: 40 } }],
    });
    await field().fill('40');
    await save();
    await expect.element(page.getByText('40より大きい', { exact: false })).toBeVisible();
    expect(value()).toBeUndefined();
  });

  it("a default is changed, undone immediately, and restored to the catalogue's value", async () => {
    const { value } = await open(`/paramater-lists?parameter=${KEY}`);
    await field().fill('120');
    await save();
    await expect.poll(() => value()).toBe(120);
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect.poll(() => value()).toBeUndefined();
    await field().fill('125');
    await save();
    await expect.poll(() => value()).toBe(125);
    await page.getByRole('button', { name: '出荷時の値に戻す（110回/分）' }).click();
    await expect.poll(() => value()).toBeUndefined();
  });

  it('a conflict is resolved by the user and not overwritten', async () => {
    const { transport, value } = await open(`/paramater-lists?parameter=${KEY}`, {
      [PATH]: set(115),
    });
    await field().fill('120');
    transport.put(PATH, set(130));
    await save();
    await expectText(
      page.getByRole('dialog', { name: 'ほかの人も変更しています' }),
      /130回\/分.*120回\/分/,
    );
    expect(value()).toBe(130);
    await page.getByRole('radio', { name: /あなたの入力/ }).click();
    await page.getByRole('button', { name: '選んだ内容で保存する' }).click();
    await expect.poll(() => value()).toBe(120);
  });

  it('undo does not overwrite a later change by someone else', async () => {
    const { transport, value } = await open(`/paramater-lists?parameter=${KEY}`, {
      [PATH]: set(115),
    });
    await field().fill('120');
    await save();
    await expect.poll(() => value()).toBe(120);
    transport.put(PATH, set(140));
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect
      .element(page.getByText('ほかの人が先に変更しました。', { exact: false }))
      .toBeVisible();
    expect(value()).toBe(140);
  });

  it('an unknown parameter is reported', async () => {
    await open('/paramater-lists?parameter=accident.nothing.limit');
    await expect.element(page.getByText('パラメーターが見つかりません')).toBeVisible();
  });
});
