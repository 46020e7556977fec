import { expect, test, type Locator, type Page } from '@playwright/test';
import { printFigure, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD } from './sign-in.ts';

const MAX_STEPS = 120;

/** Presses Tab until the target has the focus, like a user without a pointer. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached within ${MAX_STEPS} steps`);
}

/**
 * The focused element and what is wrong with its focus indicator: no outline, outside the screen,
 * or covered.
 */
const checkFocus = (
  page: Page,
): Promise<{ readonly name: string; readonly fault: string | null }> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return { name: '', fault: null };
    const name = `${at.tagName.toLowerCase()} ${(at.getAttribute('aria-label') ?? at.textContent).trim().slice(0, 30)}`;
    const around = [at, at.parentElement, at.parentElement?.parentElement].filter(
      (one) => one !== null && one !== undefined,
    );
    if (!around.some((one) => getComputedStyle(one).outlineStyle === 'solid'))
      return { name, fault: `${name} shows no focus` };
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 3, top + 3],
      [right - 3, bottom - 3],
    ] as const;
    const seen = points.some(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (at.contains(there) || there.contains(at));
    });
    return { name, fault: seen ? null : `${name} is covered or off the screen` };
  });

/**
 * Tabs to the end of the page, and once through all of it from the start. @returns the number of
 * stops
 */
async function tabThroughPage(page: Page): Promise<number> {
  const faults: string[] = [];
  const stops = async (): Promise<number> => {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await page.keyboard.press('Tab');
      const { name, fault } = await checkFocus(page);
      if (name === '') return step;
      if (fault !== null) faults.push(fault);
    }
    throw new Error(`the end of the page is not reached within ${MAX_STEPS} steps`);
  };
  await stops();
  const count = await stops();
  expect(faults).toEqual([]);
  return count;
}

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const) {
  test(`a user signs in, navigates, uses dialogs and signs out with keys only, on ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const { faults } = watchPage(page);
    await page.goto('/login');
    await tabTo(page, page.getByLabel('メールアドレス'));
    await page.keyboard.type('privileged@demo.example');
    await tabTo(page, page.getByLabel('パスワード', { exact: true }));
    await page.keyboard.type(DEMONSTRATION_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-room]').first()).toBeVisible();
    await settled(page);

    // The first stop skips the frame.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: '本文へ進む' })).toBeFocused();
    expect((await checkFocus(page)).fault).toBeNull();
    await page.keyboard.press('Enter');
    await expect(page.locator('#page')).toBeFocused();

    if (width < 760) {
      await tabTo(page, page.getByRole('button', { name: 'その他', exact: true }));
      await page.keyboard.press('Enter');
    }
    await tabTo(page, page.getByRole('link', { name: 'アカウント情報' }).first());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/account-info$/);
    // The menu slides away and covers the page until then.
    if (width < 760)
      await expect(page.getByRole('button', { name: 'その他', exact: true })).toHaveAttribute(
        'aria-expanded',
        'false',
      );
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          (animation) =>
            !(animation instanceof CSSTransition) || animation.playState === 'finished',
        ),
    );
    await settled(page);
    const stops = await tabThroughPage(page);
    expect(stops).toBeGreaterThan(15);

    // A dialog takes the focus, keeps it and returns it.
    const end = page.getByRole('button', { name: 'この端末も含めて終了する' });
    await tabTo(page, end);
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press('Tab');
      expect(await question.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(
        true,
      );
      expect((await checkFocus(page)).fault).toBeNull();
    }
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(end).toBeFocused();

    await page.keyboard.press('Control+K');
    await expect(page.getByPlaceholder('部屋・機器・画面を探す')).toBeFocused();
    await page.keyboard.type('ヘルプ');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/help$/);
    // The closing search covers the page, which is no fault of the page.
    await expect(page.getByPlaceholder('部屋・機器・画面を探す')).toHaveCount(0);
    await settled(page);
    expect(await tabThroughPage(page)).toBeGreaterThanOrEqual(10);

    const member = page.getByRole('button', { name: /特権管理者/ });
    await tabTo(page, member);
    await page.keyboard.press('Enter');
    const leave = page.getByRole('menuitem', { name: 'サインアウト' });
    await expect(leave).toBeVisible();
    for (
      let step = 0;
      step < 20 && !(await leave.evaluate((item) => item === document.activeElement));
      step += 1
    )
      await page.keyboard.press('ArrowDown');
    await expect(leave).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login/);
    printFigure(`keys only, ${width} × ${height}: ${stops} stops on the account page, each seen`);
    expect(faults).toEqual([]);
  });
}
