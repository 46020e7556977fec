import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LANGUAGES, THEMES, type Language } from '../../kit/theme/preferences.ts';
import { renderUi, type UiFixture } from '../../kit/testing/ui-fixture.tsx';
import { GalleryScreen } from './gallery-screen.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function setUp(
  theme: (typeof THEMES)[number],
  language: Language = 'ja',
): Promise<UiFixture> {
  const fixture = await renderUi(
    <main>
      <GalleryScreen />
    </main>,
    new Date(2026, 10, 21, 22).getTime(),
  );
  cleanups.push(fixture.end);
  fixture.preferences.change({ theme, language });
  await expect.element(page.getByRole('heading', { name: TITLES[language] })).toBeVisible();
  return fixture;
}

/** What breaks WCAG 2.2 AA, as `rule: element`. */
async function faults(): Promise<string[]> {
  await Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      .map(({ finished }) => finished),
  );
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}

const TITLES = { ja: '部品の一覧', en: 'Components' } as const;
const TYPES = ['positive', 'negative', 'warning', 'info', 'ongoing'] as const;
const SIZES = [
  [1920, 1080],
  [1366, 768],
  [390, 844],
] as const;

describe.each(THEMES)('the gallery in %s', (theme) => {
  it.each(LANGUAGES)('passes the accessibility check (%s)', async (language) => {
    await setUp(theme, language);
    expect(await faults()).toEqual([]);
  });

  it('notifications and the overlay pass the accessibility check', async () => {
    const { toasts, loading } = await setUp(theme);
    for (const type of TYPES)
      toasts.show({
        message: '保存しました',
        type,
        timeoutMs: 0,
        action: { label: '元に戻す', run: () => undefined },
      });
    await expect.poll(() => document.querySelectorAll('[data-type]').length).toBe(5);
    expect(await faults()).toEqual([]);
    const over = loading.begin('取り込んでいます');
    await expect.element(page.getByText('取り込んでいます')).toBeVisible();
    expect(await faults()).toEqual([]);
    over();
  });

  it.each(['知らせる', '確かめる', '削除する', '尋ねる', '入力を開く', '探す'])(
    'the dialog of %s passes the accessibility check',
    async (name) => {
      await setUp(theme);
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => document.querySelector('[aria-modal]')).not.toBeNull();
      expect(await faults()).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => document.querySelector('[aria-modal]')).toBeNull();
    },
  );

  it('menus, lists and calendars that float pass the accessibility check', async () => {
    await setUp(theme);
    await page.getByRole('button', { name: 'メニュー' }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(await faults()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('combobox', { name: '入力済み' }).click();
    await expect.poll(() => document.querySelectorAll("[role='option']").length).toBe(40);
    expect(await faults()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: '日付を選ぶ' }).first().click();
    await expect.element(page.getByRole('dialog', { name: '日付を選ぶ' })).toBeVisible();
    expect(await faults()).toEqual([]);
  });
});

describe('the gallery', () => {
  it.each(SIZES)(
    'fits on %i × %i, and everything is large enough to be pressed',
    async (width, height) => {
      await page.viewport(width, height);
      cleanups.push(() => void page.viewport(1366, 768));
      await setUp('dark');
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const small = [
        ...document.querySelectorAll<HTMLElement>(
          'main :is(button, input:not([hidden]), select, textarea, a)',
        ),
      ].filter((one) => {
        const box = (one.closest('label, tr, li') ?? one).getBoundingClientRect();
        // The steps of a number field have the arrow keys as an alternative, and enough distance
        // for their size.
        return box.height < 24 && one.closest("[class*='steps']") === null;
      });
      expect(small.map(({ outerHTML }) => outerHTML.slice(0, 120))).toEqual([]);
    },
  );

  it('shows the focus at every step of the Tab key', async () => {
    await setUp('dark');
    const unseen: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await userEvent.keyboard('{Tab}');
      const at = document.activeElement;
      if (!(at instanceof HTMLElement) || at === document.body) break;
      const around = [at, at.parentElement, at.parentElement?.parentElement].filter(
        (one) => one !== null && one !== undefined,
      );
      const outlines = [
        getComputedStyle(at, '::after').outlineStyle,
        ...around.map((one) => getComputedStyle(one).outlineStyle),
      ];
      if (!outlines.includes('solid')) unseen.push(at.outerHTML.slice(0, 120));
    }
    expect(unseen).toEqual([]);
  });
});
