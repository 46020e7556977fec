import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { startTranslation } from '../../locales/translation.ts';
import '../../kit/theme/tokens.css';
import '../../kit/theme/base.css';
import { createAppRouter } from './router.tsx';

const address = globalThis.location.href;
const cleanups: (() => void)[] = [];
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  vi.restoreAllMocks();
  document.documentElement.lang = 'ja';
  globalThis.history.replaceState(null, '', address);
});

/**
 * The routes of the product if the texts behind sign-in fail to load, and if the layout of the
 * pages before it breaks; there is no session.
 */
async function broken(lang: string, path: string) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  document.documentElement.lang = lang;
  globalThis.history.replaceState(null, '', path);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  cleanups.push(() => {
    root.unmount();
    place.remove();
  });
  const router = createAppRouter({
    visitor: () =>
      path === '/login' ? { kind: 'signedOut' } : { kind: 'signedIn', accessLevel: 3 },
    onlyAddress: () => null,
    hasGallery: false,
    loadTexts: () => Promise.reject(new ReferenceError('x is not defined')),
  });
  root.render(
    <I18nextProvider i18n={await startTranslation('ja', [])}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
}

describe('LastResort for missing texts and a missing frame', () => {
  it.each([
    [
      'ja',
      '/index-list-card',
      '画面を表示できません',
      '見守りは止まっています。部屋を直接確認してください。',
      '再読み込み',
    ],
    ['en', '/login', 'This page cannot be shown', 'Please check the rooms in person.', 'Reload'],
  ])(
    'warns that monitoring has stopped, and shows the remedy (%s %s)',
    async (lang, path, title, why, reload) => {
      await broken(lang, path);
      await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
      expect(page.getByRole('alert').element().textContent).toContain(why);
      await expect.element(page.getByRole('button', { name: reload, exact: true })).toBeVisible();
      expect(document.body.textContent).not.toContain('Something went wrong');
    },
  );
});
