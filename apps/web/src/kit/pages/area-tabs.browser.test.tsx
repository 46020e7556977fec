import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { stageUi } from '../testing/ui-stage.tsx';
import { AreaTabs } from './area-tabs.tsx';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));
const PAGES = ['ホーム', 'パラメーター', '機種', '組織の一覧', '表示の定義', '変更の履歴'];

/** Where a tab lies in its strip, in pixels from the strip's left edge. */
const place = (name: string) => {
  const strip = page.getByRole('navigation').element().getBoundingClientRect();
  const tab = page.getByRole('link', { name }).element().getBoundingClientRect();
  return { left: tab.left - strip.left, right: tab.right - strip.left, width: strip.width };
};

describe('the tabs of an area', () => {
  it.each(['変更の履歴', 'ホーム'])(
    'show the one that is open on a telephone: %s',
    async (open) => {
      const stage = await stageUi(
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
      ends.push(stage.end);
      await expect.element(page.getByRole('link', { name: open })).toBeVisible();
      const { left, right, width } = place(open);
      expect(left).toBeGreaterThanOrEqual(0);
      // A strip scrolls by whole pixels.
      expect(right).toBeLessThanOrEqual(width + 1);
      // The others did not fit beside it.
      expect(
        place(open === 'ホーム' ? '変更の履歴' : 'ホーム')[open === 'ホーム' ? 'right' : 'left'],
      ).not.toBeCloseTo(open === 'ホーム' ? width : 0, 0);
    },
  );
});
