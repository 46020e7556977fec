import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import type { Shot } from './camera.ts';

const WEB = fileURLToPath(new URL('../../apps/web', import.meta.url));

/** The pieces of the interface in every state, from the sources: they are in no build. */
export const KIT_SHOTS: readonly Shot[] = [
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
