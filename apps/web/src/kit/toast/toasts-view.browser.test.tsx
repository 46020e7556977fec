import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi, type UiFixture } from '../testing/ui-fixture.tsx';
import { tellBannerHeight } from '../../app/layout/main-layout.tsx';
import { TOAST_POSITIONS, TOAST_TYPES, type ToastPosition } from './toast-store.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  // Sequential, so that the next test finds the original window.
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function setUp(): Promise<UiFixture> {
  const fixture = await renderUi(<p>本文</p>);
  cleanups.push(fixture.end);
  await expect.element(page.getByText('本文')).toBeInTheDocument();
  return fixture;
}

const shownToasts = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-position] > [data-type]'),
];
const third = (value: number, whole: number): 'start' | 'middle' | 'end' =>
  value < whole / 3 ? 'start' : value < (whole * 2) / 3 ? 'middle' : 'end';

/** Expected horizontal and vertical position of each place. */
const PLACES: Readonly<Record<ToastPosition, readonly [string, string]>> = {
  'top-left': ['start', 'start'],
  top: ['middle', 'start'],
  'top-right': ['end', 'start'],
  left: ['start', 'middle'],
  center: ['middle', 'middle'],
  right: ['end', 'middle'],
  'bottom-left': ['start', 'end'],
  bottom: ['middle', 'end'],
  'bottom-right': ['end', 'end'],
};

describe('ToastsProvider', () => {
  it.each(
    TOAST_POSITIONS.flatMap((position) => TOAST_TYPES.map((type) => [type, position] as const)),
  )('shows type %s at %s, announced accordingly', async (type, position) => {
    const { toasts } = await setUp();
    toasts.show({ message: '保存しました', type, position, timeoutMs: 0 });
    await expect.poll(shownToasts).toHaveLength(1);
    const box = shownToasts()[0]?.getBoundingClientRect();
    const across = third((box?.left ?? 0) + (box?.width ?? 0) / 2, window.innerWidth);
    const down = third((box?.top ?? 0) + (box?.height ?? 0) / 2, window.innerHeight);
    expect([across, down]).toEqual(PLACES[position]);
    expect(shownToasts()[0]?.dataset['type']).toBe(type);
    expect(shownToasts()[0]?.getAttribute('role')).toBe(
      type === 'negative' || type === 'warning' ? 'alert' : null,
    );
    expect(shownToasts()[0]?.parentElement?.getAttribute('role')).toBe('status');
    expect(shownToasts()[0]?.querySelector('svg animate, svg[class]') !== null).toBe(
      type === 'ongoing',
    );
  });

  it.each([
    [1366, 768],
    [390, 844],
  ])('never cover each other on %i × %i', async (width, height) => {
    await page.viewport(width, height);
    cleanups.push(() => page.viewport(1366, 768));
    const { toasts } = await setUp();
    for (const position of TOAST_POSITIONS)
      toasts.show({
        message: '東棟 201 号室の見守りの設定を保存しました。次の夜から使います。',
        position,
        timeoutMs: 0,
      });
    await expect.poll(shownToasts).toHaveLength(9);
    const boxes = shownToasts().map((toast) => toast.getBoundingClientRect());
    const covering = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
    );
    expect(covering).toEqual([]);
    expect(
      boxes.filter(
        ({ left, right, top, bottom }) => left < 0 || right > width || top < 0 || bottom > height,
      ),
    ).toEqual([]);
  });

  it('shows transient toasts below the alarm banner of a narrow window, and reserves room above it for permanent ones', async () => {
    await page.viewport(390, 844);
    const banner = document.createElement('div');
    banner.style.height = '85px';
    document.body.append(banner);
    const end = tellBannerHeight(banner);
    cleanups.push(
      () => page.viewport(1366, 768),
      () => {
        end?.();
        banner.remove();
      },
    );
    const { toasts } = await setUp();
    toasts.show({ message: '208号室へ向かうと記録しました。', position: 'top' });
    const bar = Number.parseFloat(
      getComputedStyle(document.documentElement).getPropertyValue('--bar-height'),
    );
    await expect
      .poll(() => shownToasts()[0]?.getBoundingClientRect().top)
      .toBeGreaterThanOrEqual(bar + 85);
    end?.();
    await expect.poll(() => shownToasts()[0]?.getBoundingClientRect().top).toBeLessThan(bar + 20);
  });

  it.each(['top', 'bottom'] as const)(
    'reserves room on the page for permanent ones at the %s',
    async (position) => {
      const { toasts } = await setUp();
      const room = (): number =>
        Number.parseFloat(document.documentElement.style.getPropertyValue(`--notices-${position}`));
      toasts.show({ message: '保存しました', position });
      await expect.poll(shownToasts).toHaveLength(1);
      expect(room()).toBeNaN();
      toasts.show({
        id: 'stays',
        message: '新しいバージョンがあります',
        position,
        timeoutMs: 0,
        closable: false,
      });
      await expect.poll(shownToasts).toHaveLength(2);
      const edges = shownToasts()
        .map((toast) => toast.parentElement?.getBoundingClientRect())
        .map((box) => (position === 'top' ? (box?.bottom ?? 0) : innerHeight - (box?.top ?? 0)));
      await expect.poll(room).toBeGreaterThanOrEqual(Math.max(...edges));
      toasts.dismiss('stays');
      await expect.poll(room).toBeNaN();
    },
  );

  it('distinguishes types by colour and by shape', async () => {
    const { toasts } = await setUp();
    for (const type of TOAST_TYPES) toasts.show({ message: type, type, timeoutMs: 0 });
    await expect.poll(shownToasts).toHaveLength(5);
    const looks = Object.fromEntries(
      shownToasts().map((toast) => [
        toast.dataset['type'],
        {
          tone: getComputedStyle(toast).borderLeftColor,
          drawing: toast.querySelector('svg')?.innerHTML,
        },
      ]),
    );
    expect(looks['positive']?.tone).not.toBe(looks['negative']?.tone);
    expect(looks['negative']?.tone).not.toBe(looks['warning']?.tone);
    expect(
      new Set(
        [looks['positive'], looks['negative'], looks['info'], looks['ongoing']].map(
          (look) => look?.drawing,
        ),
      ).size,
    ).toBe(4);
  });

  it('shows them at the bottom for 5,000 ms', async () => {
    const { toasts } = await setUp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    toasts.show({ message: 'すぐに消えます' });
    expect(toasts.current()[0]?.position).toBe('bottom');
    vi.advanceTimersByTime(4999);
    expect(toasts.current()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.current()).toHaveLength(0);
    vi.useRealTimers();
    await expect.poll(shownToasts).toHaveLength(0);
  });

  it('keeps one with a timeout of 0 until closed', async () => {
    const { toasts } = await setUp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    toasts.show({ message: '残ります', timeoutMs: 0 });
    vi.advanceTimersByTime(3_600_000);
    vi.useRealTimers();
    await expect.element(page.getByText('残ります')).toBeVisible();
    await page.getByRole('button', { name: '閉じる' }).click();
    await expect.poll(shownToasts).toHaveLength(0);
  });

  it('runs the action of its button, and keeps one without a close button', async () => {
    const { toasts } = await setUp();
    const run = vi.fn();
    toasts.show({
      message: '新しいバージョンがあります',
      position: 'top',
      timeoutMs: 0,
      closable: false,
      action: { label: '更新', run },
    });
    await page.getByRole('button', { name: '更新' }).click();
    expect(run).toHaveBeenCalledOnce();
    await expect.element(page.getByText('新しいバージョンがあります')).toBeVisible();
    expect(document.querySelectorAll('[data-type] button')).toHaveLength(1);
  });

  it('covers the bar of a laptop for a moment, and stays below it permanently', async () => {
    await page.viewport(1366, 768);
    document.documentElement.style.setProperty('--bar-height', '52px');
    const { toasts } = await setUp();
    toasts.show({ message: '208号室へ向かうと記録しました。', position: 'top' });
    await expect
      .poll(() => shownToasts()[0]?.getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(52);
    toasts.show({ message: '新しいバージョンがあります', position: 'top', timeoutMs: 0 });
    await expect
      .poll(() => Math.min(...shownToasts().map((toast) => toast.getBoundingClientRect().top)))
      .toBeGreaterThanOrEqual(52);
    document.documentElement.style.removeProperty('--bar-height');
    await page.viewport(1280, 720);
  });

  it('shows a requested icon instead of that of the type', async () => {
    const { toasts } = await setUp();
    toasts.show({ message: '切れています', type: 'negative', icon: 'wifiOff' });
    await expect
      .poll(() => shownToasts()[0]?.querySelector('svg')?.dataset['icon'])
      .toBe('wifiOff');
  });

  it('keeps one while it is hovered or focused', async () => {
    const { toasts } = await setUp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    toasts.show({ message: '長い知らせ', timeoutMs: 2000 });
    await page.getByText('長い知らせ').hover();
    vi.advanceTimersByTime(2500);
    expect(toasts.current()).toHaveLength(1);
    await page.getByText('本文').hover();
    vi.advanceTimersByTime(2000);
    await expect.poll(() => toasts.current()).toHaveLength(0);
    toasts.show({ message: '次の知らせ', timeoutMs: 2000 });
    await expect.poll(shownToasts).toHaveLength(1);
    await userEvent.keyboard('{Tab}');
    vi.advanceTimersByTime(2500);
    expect(toasts.current()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => toasts.current()).toHaveLength(0);
  });

  it('replaces one with the same id in place', async () => {
    const { toasts } = await setUp();
    toasts.show({ id: 'save', message: '保存しています', type: 'ongoing' });
    toasts.show({ message: '別の知らせ', timeoutMs: 0 });
    await expect.poll(shownToasts).toHaveLength(2);
    toasts.show({ id: 'save', message: '保存しました', type: 'positive' });
    await expect
      .poll(() => shownToasts().map((toast) => toast.textContent))
      .toEqual(['保存しました', '別の知らせ']);
  });

  it('translates permanent ones after a change of language', async () => {
    const { toasts, translation, preferences } = await setUp();
    toasts.show({ message: () => translation.t('offline', { ns: 'frame' }), timeoutMs: 0 });
    await expect
      .poll(() => shownToasts()[0]?.textContent)
      .toBe(translation.t('offline', { ns: 'frame' }));
    const before = shownToasts()[0]?.textContent;
    preferences.change({ language: 'en' });
    await expect.poll(() => shownToasts()[0]?.textContent).not.toBe(before);
    expect(shownToasts()[0]?.textContent).toBe(
      translation.t('offline', { ns: 'frame', lng: 'en' }),
    );
    preferences.change({ language: 'ja' });
    await expect.poll(() => shownToasts()[0]?.textContent).toBe(before);
  });
});
