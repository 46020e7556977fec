import type { Screen } from './capture.ts';

const press = (name: RegExp) => (page: Parameters<NonNullable<Screen['act']>>[0]) =>
  page.getByRole('button', { name }).click();

/** Every component in every state, and what floats above the page. */
export const GALLERY_SCREENS: readonly Screen[] = [
  {
    name: 'gallery',
    path: '/gallery',
    as: null,
    loads: true,
    act: (page) => page.getByText('tokens.css').waitFor(),
  },
  {
    name: 'gallery-menu',
    path: '/gallery',
    as: null,
    loads: true,
    act: press(/^(メニュー|Menu)$/),
  },
  { name: 'gallery-prompt', path: '/gallery', as: null, loads: true, act: press(/^(尋ねる|Ask)$/) },
  {
    name: 'gallery-danger',
    path: '/gallery',
    as: null,
    loads: true,
    act: press(/^(削除する|Delete)$/),
  },
  {
    name: 'gallery-palette',
    path: '/gallery',
    as: null,
    loads: true,
    act: press(/^(探す|Search)$/),
  },
  {
    name: 'gallery-notifications',
    path: '/gallery',
    as: null,
    loads: true,
    act: press(/^(通知を出す|Show toasts)$/),
  },
];
