import { ROUTES } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { fillPath, follow } from './visit-all-routes.ts';
import { expectAccessible, settled, readStructure, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';
import { wear } from './themes.ts';

const BEHIND_SIGN_IN = ROUTES.filter(
  ({ layout, redirectTo, sameAs }) =>
    layout !== 'plain' && redirectTo === undefined && sameAs === undefined,
);
const BEFORE_SIGN_IN = ROUTES.filter(({ layout }) => layout === 'plain');
const PHONE = { width: 390, height: 844 };

/**
 * Loads the first page with the frame around it. Follows links to the others and checks only the
 * page.
 */
async function checkAll(page: Page, [first = '/', ...rest]: readonly string[]): Promise<void> {
  const seen = new Set<string>();
  await page.goto(first);
  await check(page, first, seen);
  for (const address of rest) {
    await follow(page, address);
    await check(page, address, seen, 'main');
  }
}

/** Checks everything in the initial theme. For the other themes only the colours differ. */
async function check(page: Page, address: string, seen: Set<string>, part?: string): Promise<void> {
  await test.step(address, async () => {
    await expect(page.getByRole('heading').first()).toBeAttached();
    await settled(page);
    // The same elements in the same styles give the same result.
    const structure = await readStructure(page, part);
    if (seen.has(structure)) return;
    seen.add(structure);
    await expectAccessible(page, part);
    for (const theme of ['light', 'night'] as const) {
      await wear(page, theme);
      await test.step(theme, () => expectAccessible(page, part, 'color-contrast'));
    }
    await wear(page, 'dark');
  });
}

// The senior developer is the one level with access to everything behind sign-in.
for (const part of [0, 1]) {
  test(`no screen behind sign-in, in any theme, has known barriers or blocked styles and scripts, part ${part + 1}`, async ({
    page,
    baseURL,
  }) => {
    const { faults } = watchPage(page);
    await signIn(page, baseURL ?? '', 'senior-developer@demo.example', DEMONSTRATION_PASSWORD);
    await checkAll(
      page,
      [...BEHIND_SIGN_IN.map(fillPath), '/somewhere'].filter(
        (_address, index) => index % 2 === part,
      ),
    );
    expect(faults).toEqual([]);
  });
}

test('no screen before sign-in has known barriers', async ({ page }) => {
  const { faults } = watchPage(page);
  await checkAll(page, BEFORE_SIGN_IN.map(fillPath));
  expect(faults).toEqual([]);
});

test('the board in each theme and on a phone, and the page for forbidden screens, have no known barriers', async ({
  page,
  baseURL,
}) => {
  const { faults } = watchPage(page);
  await signIn(page, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await checkAll(page, ['/master', '/index-list-smallcard']);
  await page.getByRole('button', { name: /オーナー管理者/ }).click();
  for (const theme of ['明るい', '夜間の赤']) {
    await page.getByRole('menuitemradio', { name: theme }).click();
    await test.step(theme, () => expectAccessible(page));
  }
  await page.setViewportSize(PHONE);
  await checkAll(page, ['/index-list-card', '/index-list-table', '/monitoring']);
  expect(faults).toEqual([]);
});
