import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderLive } from '../../features/signals/testing/live-fixture.tsx';
import { aRoom } from '../../features/board/testing/room-builders.ts';
import { createPreferences } from '../../kit/theme/preferences.ts';
import { PreferencesProvider } from '../../kit/theme/preferences-context.tsx';
import { Palette } from './palette.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const openPalette = () => userEvent.keyboard('{Control>}k{/Control}');
const search = () => page.getByPlaceholder('部屋・機器・画面を探す');

describe('the palette', () => {
  it('opens again when it is asked for while it still closes', async () => {
    const fixture = await renderLive({
      address: '/',
      screen: () => (
        <PreferencesProvider preferences={createPreferences(localStorage)}>
          <Palette />
        </PreferencesProvider>
      ),
      rooms: [aRoom('r0', { name: '208号室' })],
    });
    cleanups.push(() => fixture.end());
    await expect.element(page.getByText('Ctrl K')).toBeVisible();
    await openPalette();
    await search().fill('208号室');
    const found = page.getByRole('dialog').getByRole('option', { name: '208号室' });
    await expect.element(found).toBeVisible();
    const action = found.element();
    if (!(action instanceof HTMLElement)) throw new Error('a found room is no element to press');
    action.click();
    globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    await expect.poll(() => fixture.router.state.location.pathname).toBe('/monitoring-room');
    await expect.poll(() => document.getAnimations().length).toBe(0);
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });
});
