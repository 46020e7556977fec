import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../testing/ui-fixture.tsx';
import { ProblemState } from './problem-state.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const shown = async (code: string, onRetry?: () => void): Promise<string> => {
  const fixture = await renderUi(
    <ProblemState problem={{ code }} {...(onRetry === undefined ? {} : { onRetry })} />,
  );
  cleanups.push(fixture.end);
  await expect.element(page.getByRole('alert')).toBeVisible();
  return fixture.place.textContent;
};

describe('ProblemState', () => {
  it.each(['network-unreachable', 'http-500', 'limit-rate'])('offers a retry: %s', async (code) => {
    const retry = vi.fn();
    await shown(code, retry);
    await page.getByRole('button', { name: 'もう一度試す' }).click();
    expect(retry).toHaveBeenCalledOnce();
  });

  it('offers nothing where trying again changes nothing', async () => {
    await shown('access-refused', () => undefined);
    expect(page.getByRole('button').elements()).toEqual([]);
  });

  it('shows a code that has no text', async () => {
    expect(await shown('something-new')).toContain('something-new');
  });

  it.each([
    '今すぐ 0120-000-000 に電話してください',
    'Call now',
    '<b>x</b>',
    'a.b',
    'frame:menu',
    '',
    `${'a'.repeat(61)}`,
  ])('does not show an invalid code: %s', async (code) => {
    const words = await shown(code);
    expect(words).toContain('unknown');
    if (code !== '') expect(words).not.toContain(code);
  });
});
