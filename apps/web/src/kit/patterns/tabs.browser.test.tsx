import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderUi } from '../testing/ui-fixture.tsx';
import { AreaTabs } from '../pages/area-tabs.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));
const PAGES = ['ホーム', 'パラメーター', '機種', '組織の一覧', '表示の定義', '変更の履歴'];

/** Position of a tab in its strip, in pixels from the strip's left edge. */
const place = (name: string) => {
  const strip = page.getByRole('navigation').element().getBoundingClientRect();
  const tab = page.getByRole('link', { name }).element().getBoundingClientRect();
  return { left: tab.left - strip.left, right: tab.right - strip.left, width: strip.width };
};

async function renderTabs(open: string): Promise<void> {
  const fixture = await renderUi(
    <div style={{ width: 380, display: 'flex' }}>
      <AreaTabs label="マスターの画面" address={open}>
        {PAGES.map((name) => (
          <a key={name} href="#x" aria-current={name === open ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </AreaTabs>
    </div>,
  );
  cleanups.push(fixture.end);
  await expect.element(page.getByRole('link', { name: open })).toBeVisible();
}

// They lead to pages with addresses of their own: navigation with links, not a tab list, as the
// ARIA practices advise.
describe('AreaTabs', () => {
  it('forms a named navigation of links, without a tab list', async () => {
    await renderTabs('ホーム');
    await expect
      .element(page.getByRole('navigation', { name: 'マスターの画面' }))
      .toBeInTheDocument();
    expect([
      page.getByRole('tab').elements().length,
      page
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
    ]).toEqual([0, PAGES]);
  });

  it('marks the open page', async () => {
    await renderTabs('機種');
    expect(
      page
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('aria-current')),
    ).toEqual([null, null, 'page', null, null, null]);
  });

  it.each([
    ['Tab moves to the next link', '{Tab}', 'パラメーター'],
    ['arrow keys are left to the browser', '{ArrowRight}{ArrowDown}', 'ホーム'],
  ])('%s', async (_, keys, name) => {
    await renderTabs('ホーム');
    const first = page.getByRole('link', { name: 'ホーム' }).element();
    if (first instanceof HTMLElement) first.focus();
    await userEvent.keyboard(keys);
    await expect.element(page.getByRole('link', { name })).toHaveFocus();
  });

  it('passes the accessibility check', async () => {
    await renderTabs('ホーム');
    await expectAccessible(document.body);
  });

  it.each(['変更の履歴', 'ホーム'])(
    'the tabs scroll on a phone until the open page is visible: %s',
    async (open) => {
      await renderTabs(open);
      const { left, right, width } = place(open);
      expect(left).toBeGreaterThanOrEqual(0);
      // A strip scrolls by whole pixels.
      expect(right).toBeLessThanOrEqual(width + 1);
      // The others do not fit next to it.
      const isFirst = open === 'ホーム';
      expect(place(isFirst ? '変更の履歴' : 'ホーム')[isFirst ? 'right' : 'left']).not.toBeCloseTo(
        isFirst ? width : 0,
        0,
      );
    },
  );
});
