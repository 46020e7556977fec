import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import type { Screen } from './capture.ts';

const WEB = fileURLToPath(new URL('../../apps/web', import.meta.url));

/** Every component in every state, served from the sources, because no build contains this page. */
export const KIT_SCREENS: readonly Screen[] = [
  { name: 'kit', path: '/kit.html', as: null, loads: true },
  { name: 'kit-notifications', path: '/kit.html?show=notifications', as: null, loads: true },
  {
    name: 'kit-prompt',
    path: '/kit.html',
    as: null,
    loads: true,
    act: (page) => page.getByRole('button', { name: '尋ねる' }).click(),
  },
  {
    name: 'kit-danger',
    path: '/kit.html',
    as: null,
    loads: true,
    act: (page) => page.getByRole('button', { name: '確かめる' }).click(),
  },
];

export async function openKit(): Promise<{
  readonly address: string;
  readonly stop: () => Promise<void>;
}> {
  const server = await createServer({
    root: WEB,
    configFile: `${WEB}/vite.config.ts`,
    server: { host: '127.0.0.1', port: 0 },
    logLevel: 'error',
  });
  await server.listen();
  return { address: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() };
}
