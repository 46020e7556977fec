import { ACCESS_LEVELS, PRODUCT_VERSION, type UserInfo } from '@yamori/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aMember } from '../../live/offline/testing/offline-fixture.ts';
import { renderUi } from '../../kit/testing/ui-fixture.tsx';
import { ViewerContext } from '../../shared/viewer/viewer-context.tsx';
import { HelpScreen } from './help-screen.tsx';
import { plain } from './help-topics.ts';

const cleanups: (() => void)[] = [];
const state = { counted: true, asked: [] as string[] };
beforeEach(() => {
  Object.assign(state, { counted: true, asked: [] });
  const network = globalThis.fetch.bind(globalThis);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input !== '/api/usage/choice') return network(input, init);
    if (typeof init?.body === 'string') state.counted = init.body.includes('true');
    state.asked.push(init?.method ?? '');
    return Response.json({ counted: state.counted });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanups.splice(0).forEach((cleanup) => cleanup());
});

async function setUp(level: keyof typeof ACCESS_LEVELS) {
  const user: UserInfo = {
    ...(aMember('u').user ??
      (() => {
        throw new Error('there is no user');
      })()),
    accessLevel: ACCESS_LEVELS[level],
  };
  const viewer = {
    visitor: { kind: 'signedIn', accessLevel: user.accessLevel } as const,
    user,
    hasOwnHome: false,
    reach: ['home'],
    organisationId: null,
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: HelpScreen }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const fixture = await renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerContext value={viewer}>
        <RouterProvider router={router} />
      </ViewerContext>
    </QueryClientProvider>,
  );
  cleanups.push(fixture.end);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return {
    ...fixture,
    topics: () =>
      [...fixture.place.querySelectorAll('article h3')].map((heading) => heading.textContent),
  };
}

describe('the help page', () => {
  it('each level sees its own topics', async () => {
    const { topics, place } = await setUp('generalStaff');
    expect(topics()).toContain('呼び出しに対応する');
    for (const foreign of ['波形をその場で見る', '職員を招く'])
      expect(topics()).not.toContain(foreign);
    expect(place.textContent).toContain('一般ユーザー向けの内容です');
    await expect.element(page.getByRole('link', { name: 'データの取り込み' })).toBeVisible();
    expect(page.getByRole('link', { name: 'マスター', exact: true }).elements()).toHaveLength(0);
    cleanups.splice(0).forEach((cleanup) => cleanup());
    expect((await setUp('administrator')).topics()).toEqual(
      expect.arrayContaining(['波形をその場で見る', '職員を招く', '呼び出しに対応する']),
    );
    cleanups.splice(0).forEach((cleanup) => cleanup());
    expect((await setUp('agency')).topics()).not.toContain('呼び出しに対応する');
  });

  it('members with access get a link to the API reference', async () => {
    const { place } = await setUp('generalStaff');
    const link = place.querySelector('#topic-api a');
    expect(link?.getAttribute('href')).toBe('/api/docs');
    expect(link?.textContent).toBe('APIの説明を開く');
    cleanups.splice(0).forEach((cleanup) => cleanup());
    expect((await setUp('requestMfa')).topics()).not.toContain('API');
  });

  it('the page covers version, shortcuts, shapes, sound, offline use and sign-in', async () => {
    const { topics, place } = await setUp('ownerAdministrator');
    expect(topics()).toEqual(
      expect.arrayContaining([
        '音と通知',
        '通信が切れたとき',
        'サインイン',
        '二段階認証',
        '印の意味',
        'キーボードの一覧',
        'バージョン',
      ]),
    );
    expect(place.textContent).toContain(`やもり ${PRODUCT_VERSION}`);
    expect(place.querySelectorAll('kbd').length).toBeGreaterThan(20);
    expect(place.querySelectorAll('#topic-shapes svg').length).toBe(12);
  });

  it.each([
    ['控え', ['通信が切れたとき']],
    ['ぱすきー', ['二段階認証']],
    ['Ｃｔｒｌ', ['キーボードの一覧']],
    ['離床', ['印の意味']],
    ['診断 参考値', ['数値について']],
  ])('the search finds %s', async (search, expected) => {
    const { topics } = await setUp('generalStaff');
    await page.getByLabelText('ヘルプの中を探す').fill(search);
    await expect.poll(topics).toEqual(expected);
    await expect.element(page.getByText(`${expected.length}件`)).toBeVisible();
  });

  it('an empty search result says so and can be cleared', async () => {
    const { topics } = await setUp('generalStaff');
    const all = topics().length;
    await page.getByLabelText('ヘルプの中を探す').fill('鯨');
    await expect.element(page.getByText('見つかりませんでした')).toBeVisible();
    await page.getByRole('button', { name: 'すべて表示する' }).click();
    await expect.poll(() => topics().length).toBe(all);
  });

  it('the page can be printed, and switches to English without a reload', async () => {
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
    const { preferences, place } = await setUp('generalStaff');
    await page.getByRole('button', { name: '印刷する' }).click();
    expect(print).toHaveBeenCalledOnce();
    preferences.change({ language: 'en' });
    await expect
      .element(page.getByRole('heading', { name: 'When the network is gone' }))
      .toBeVisible();
    expect(place.querySelector('#topic-offline')?.textContent).not.toMatch(/[぀-ヿ一-鿿]/);
  });

  it('a member can opt out of usage counts', async () => {
    await setUp('generalStaff');
    const toggle = page.getByRole('switch', { name: '利用状況の記録に協力する' });
    await expect.element(toggle).toBeChecked();
    await toggle.click();
    await expect.element(toggle).not.toBeChecked();
    expect([state.counted, state.asked]).toEqual([false, ['GET', 'POST']]);
  });
});

describe('searching', () => {
  it('the search ignores width, case and kana', () => {
    expect([plain('ＣＴＲＬ'), plain('パスキー'), plain('ﾊﾟｽｷｰ')]).toEqual([
      'ctrl',
      'ぱすきー',
      'ぱすきー',
    ]);
  });
});
