import { ACCESS_LEVELS, decideAll, ROUTES, type Visitor } from '@yamori/domain';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../../kit/testing/ui-fixture.tsx';
import { LinkContext, type ConnectionStatus } from '../../shared/connection/link-context.tsx';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { SIGNED_OUT_VIEWER, ViewerContext } from '../../shared/viewer/viewer-context.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { Rail } from './rail.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function rail(visitor: Visitor, address = '/') {
  const router = createRouter({
    routeTree: createRootRoute({ component: Rail }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const fixture = await renderUi(
    <ViewerContext value={{ ...SIGNED_OUT_VIEWER, visitor }}>
      <RouterProvider router={router} />
    </ViewerContext>,
  );
  cleanups.push(() => fixture.end());
  await expect.element(page.getByRole('navigation')).toBeVisible();
  return fixture;
}

const targets = (): (string | null)[] =>
  [...document.querySelectorAll('nav section a')].map((link) => link.getAttribute('href'));

describe('the rail', () => {
  it.each(Object.entries(ACCESS_LEVELS))(
    'shows %s what they may open and nothing else',
    async (_name, accessLevel) => {
      const visitor: Visitor = { kind: 'signedIn', accessLevel };
      await rail(visitor);
      const promised = ROUTES.filter(
        (route) => route.navigation !== 'none' && decideAll(route.guards, visitor) === 'allowed',
      ).map(({ path }) => path);
      expect(new Set(targets())).toEqual(new Set(promised));
      expect(targets()).toHaveLength(promised.length);
    },
  );

  it.each([
    ['/index-list-table', '/'],
    ['/room-config/room-list-card', '/room-config'],
    ['/monitoring', '/monitoring'],
    ['/master', '/master'],
    ['/master/history-lists', '/master/history-lists'],
  ])('lights at %s the place %s', async (address, lit) => {
    await rail({ kind: 'signedIn', accessLevel: ACCESS_LEVELS.seniorDeveloper }, address);
    expect(
      [...document.querySelectorAll('nav section a[aria-current="page"]')].map((link) =>
        link.getAttribute('href'),
      ),
    ).toEqual([lit]);
  });

  it('shows the place that is open where it is higher than the screen', async () => {
    await page.viewport(1366, 500);
    cleanups.push(() => void page.viewport(1366, 768));
    const { place } = await rail(
      { kind: 'signedIn', accessLevel: ACCESS_LEVELS.seniorDeveloper },
      '/master',
    );
    Object.assign(place.style, { display: 'grid', gridTemplateRows: '500px', height: '500px' });
    const link = document.querySelector('nav section a[aria-current="page"]');
    const groups = link?.closest('section')?.parentElement;
    expect(groups?.scrollHeight).toBeGreaterThan(500);
    await page.getByRole('link', { name: '部屋の一覧' }).click();
    await expect
      .poll(() =>
        document.querySelector('nav section a[aria-current="page"]')?.getAttribute('href'),
      )
      .toBe('/');
    groups?.scrollTo(0, 0);
    (link as HTMLElement).click();
    await expect
      .poll(() => {
        const at = document
          .querySelector('nav section a[aria-current="page"]')
          ?.getBoundingClientRect();
        return at !== undefined && at.bottom <= 500 && (groups?.scrollTop ?? 0) > 0;
      })
      .toBe(true);
  });

  it('folds to icons that keep their names, and remembers it', async () => {
    const { preferences } = await rail({ kind: 'signedIn', accessLevel: 3 });
    await page.getByRole('button', { name: 'メニューをたたむ' }).click();
    await expect.element(page.getByRole('button', { name: 'メニューをひらく' })).toBeVisible();
    expect(preferences.current().railNarrow).toBe(true);
    expect(document.querySelector('nav section a')?.getAttribute('title')).toBe('部屋の一覧');
  });
});

describe('ConnectionIndicator', () => {
  const since = new Date(NIGHT.getTime() - 55_000);
  it.each<[ConnectionStatus, string]>([
    [{ kind: 'opening' }, 'つないでいます'],
    [{ kind: 'live' }, '接続中'],
    [{ kind: 'stale', since }, '更新が遅れています'],
    [{ kind: 'lost', since }, '接続が切れています55秒前から'],
    [{ kind: 'refused', code: 'session-ended' }, '接続が切れています'],
  ])('shows %j as %s', async (status, words) => {
    const fixture = await renderUi(
      <LinkContext value={{ current: () => status, subscribe: () => () => undefined }}>
        <ConnectionIndicator />
      </LinkContext>,
      NIGHT.getTime(),
    );
    cleanups.push(() => fixture.end());
    await expect.poll(() => fixture.place.querySelector('output')?.textContent).toBe(words);
  });
});
