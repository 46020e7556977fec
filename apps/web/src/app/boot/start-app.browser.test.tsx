import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SIGNED_OUT } from '../testing/sign-in-fixture.tsx';
import { startApp } from './start-app.tsx';

const address = globalThis.location.href;
const unmounts: (() => void)[] = [];
afterEach(() => {
  // Two routers on one page would lead each other astray for ever.
  unmounts.splice(0).forEach((unmount) => unmount());
  vi.restoreAllMocks();
  document.getElementById('root')?.remove();
  globalThis.history.replaceState(null, '', address);
  globalThis.localStorage.removeItem('yamori.preferences');
});

/**
 * A page as index.html has it, and the network as a test wants it. The parts of the page itself
 * come as always.
 */
function aPage(
  session: () => Response | Promise<Response>,
  parser: (real: () => Promise<Response>) => Promise<Response>,
) {
  const asked: string[] = [];
  const network = globalThis.fetch.bind(globalThis);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.includes('/api/session')) {
      asked.push('session');
      return session();
    }
    if (!url.includes('decoder')) return network(input, init);
    asked.push('parser');
    return parser(() => network(input, init));
  });
  const root = document.createElement('div');
  root.id = 'root';
  root.innerHTML = '<main id="boot">画面を準備しています。</main>';
  document.body.append(root);
  globalThis.history.replaceState(null, '', '/login');
  return { asked, error: vi.spyOn(console, 'error').mockImplementation(() => undefined) };
}

async function start(): Promise<void> {
  const unmount = await startApp(document, globalThis.window);
  if (unmount !== null) unmounts.push(unmount);
}

const signedOut = (): Response => Response.json(SIGNED_OUT);
const selectAll = (real: () => Promise<Response>): Promise<Response> => real();
/** Messages that boot steps logged to the console. */
const failures = (calls: readonly unknown[][]): unknown[] =>
  calls.map(([message]) => message).filter((message) => String(message).startsWith('boot step'));
const started = (): boolean => document.getElementById('boot') === null;

describe('startApp', () => {
  it('shows a dark page after it requested the session and then the parser', async () => {
    const { asked, error } = aPage(signedOut, selectAll);
    await start();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await expect.element(page.getByRole('button', { name: 'サインインする' })).toBeVisible();
    expect([asked, started(), failures(error.mock.calls)]).toEqual([
      ['session', 'parser'],
      true,
      [],
    ]);
  });

  it('takes up the appearance and the language that were chosen', async () => {
    globalThis.localStorage.setItem(
      'yamori.preferences',
      JSON.stringify({ theme: 'night', language: 'en' }),
    );
    aPage(signedOut, selectAll);
    await start();
    expect([document.documentElement.dataset['theme'], document.documentElement.lang]).toEqual([
      'night',
      'en',
    ]);
    await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  });

  it('shows nothing and tells the console which step failed when the parser is missing', async () => {
    const { error } = aPage(signedOut, async () => new Response('', { status: 404 }));
    await start();
    expect(error).toHaveBeenCalledExactlyOnceWith('boot step "parser" failed', expect.anything());
    expect(started()).toBe(false);
  });

  it('starts signed out without a network', async () => {
    const { asked, error } = aPage(() => {
      throw new RangeError('unexpected');
    }, selectAll);
    await start();
    await expect.poll(started).toBe(true);
    expect([asked, failures(error.mock.calls)]).toEqual([['session', 'parser'], []]);
  });

  it('treats a server of another version as signed out', async () => {
    aPage(() => Response.json({ user: null }), selectAll);
    await start();
    await expect.element(page.getByRole('button', { name: 'サインインする' })).toBeVisible();
  });
});
