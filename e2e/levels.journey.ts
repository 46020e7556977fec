import { ACCESS_LEVELS, ROUTES, type Visitor } from '@yamori/domain';
import { expect, test } from '@playwright/test';
import { fillPath, follow, promised } from './visit-all-routes.ts';
import { watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/** The demo's member of each access level. */
const MEMBERS = {
  requestMfa: 'second-factor',
  individualUser: 'individual',
  generalStaff: 'staff',
  administrator: 'administrator',
  privilegeAdministrator: 'privileged',
  ownerAdministrator: 'owner',
  agency: 'agency',
  agencyAdmin: 'agency-admin',
  developer: 'developer',
  seniorDeveloper: 'senior-developer',
  superDeveloper: 'super-developer',
  systemAdmin: 'system-admin',
} as const;

for (const [level, accessLevel] of Object.entries(ACCESS_LEVELS)) {
  const account = Object.entries(MEMBERS).find(([name]) => name === level)?.[1] ?? level;
  test(`${level} gets from every route what the route table promises, without policy violations`, async ({
    page,
    baseURL,
  }) => {
    const { faults } = watchPage(page);
    await signIn(page, baseURL ?? '', `${account}@demo.example`, DEMONSTRATION_PASSWORD);
    await page.goto('/help');
    await expect(page.getByRole('heading').first()).toBeVisible();
    const visitor: Visitor = { kind: 'signedIn', accessLevel };
    for (const route of ROUTES)
      expect([route.id, await follow(page, fillPath(route))]).toEqual([
        route.id,
        promised(route, visitor),
      ]);
    expect(faults).toEqual([]);
  });
}

test('a visitor without a session gets the sign-in page and then the requested page', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'サインインする' })).toBeVisible();
  for (const route of ROUTES) {
    const address = fillPath(route);
    const arrival = await follow(page, address);
    expect([route.id, arrival]).toEqual([route.id, promised(route, { kind: 'signedOut' })]);
    if (arrival.path !== '/login' || route.id === 'login') continue;
    expect(new URL(page.url()).searchParams.get('next')).toBe(address === '/' ? null : address);
  }
  expect(faults).toEqual([]);
});

test('a signed-in member is redirected from the sign-in page, and can sign out', async ({
  page,
  baseURL,
}) => {
  await signIn(page, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto('/login?next=%2Fhelp');
  await expect(page).toHaveURL(/\/help$/);
  await page.getByRole('button', { name: /オーナー管理者/ }).click();
  await page.getByRole('menuitem', { name: 'サインアウト' }).click();
  // Without a return path, because the next member to sign in may be another one.
  await expect(page).toHaveURL(/\/login$/);
});
