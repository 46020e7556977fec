import { Suspense, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../testing/ui-fixture.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { RegionBoundary } from './region-boundary.tsx';

const cleanups: (() => void)[] = [];
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanups.splice(0).forEach((cleanup) => cleanup());
});

const state = { broken: true };

function Fragile() {
  if (state.broken) throw new Error('a bug');
  return <p>whole again</p>;
}

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      beside {count}
    </button>
  );
}

describe('a region that breaks', () => {
  it('takes only itself down, says so, and can be tried again', async () => {
    state.broken = true;
    const broken: unknown[] = [];
    const fixture = await renderUi(
      <>
        <RegionBoundary onBroken={(error) => broken.push(error)}>
          <Fragile />
        </RegionBoundary>
        <RegionBoundary>
          <Counter />
        </RegionBoundary>
      </>,
    );
    cleanups.push(fixture.end);
    await expect
      .element(page.getByRole('heading', { name: 'この部分を表示できませんでした' }))
      .toBeVisible();
    expect(broken).toEqual([new Error('a bug')]);
    await page.getByRole('button', { name: 'beside 0' }).click();
    await expect.element(page.getByRole('button', { name: 'beside 1' })).toBeVisible();
    await page.getByRole('button', { name: 'もう一度試す' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    state.broken = false;
    await page.getByRole('button', { name: 'もう一度試す' }).click();
    await expect.element(page.getByText('whole again')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'beside 1' })).toBeVisible();
  });
});

describe('lazyComponent', () => {
  const staged = async (load: () => Promise<{ readonly Part: () => React.ReactNode }>) => {
    const Part = lazyComponent(load, 'Part');
    const fixture = await renderUi(
      <RegionBoundary>
        <Suspense fallback={<p>coming</p>}>
          <Part />
        </Suspense>
      </RegionBoundary>,
    );
    cleanups.push(fixture.end);
  };

  it('loads once and renders', async () => {
    const load = vi.fn(async () => ({ Part: () => <p>here</p> }));
    await staged(load);
    await expect.element(page.getByText('here')).toBeVisible();
    expect(load).toHaveBeenCalledOnce();
  });

  it('retries a failed load, and never reloads the page', async () => {
    // Ignore elements that other test files left there.
    const before = Object.keys(sessionStorage);
    const server = { answers: false };
    const load = vi.fn(async () => {
      if (!server.answers)
        throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
      return { Part: () => <p>here after all</p> };
    });
    await staged(load);
    await expect
      .element(page.getByRole('heading', { name: 'この部分を読み込めませんでした' }))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: '再読み込みする' })).toBeVisible();
    expect(Object.keys(sessionStorage)).toEqual(before);
    const failedLoads = load.mock.calls.length;
    server.answers = true;
    await page.getByRole('button', { name: 'もう一度試す' }).click();
    await expect.element(page.getByText('here after all')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(failedLoads + 1);
  });
});
