import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { startProvider } from './testing/provider-stand-in.ts';

const CALLED = new URL('provider-call.ts', import.meta.url).href;

/**
 * Calls a provider in a child process whose environment configures the proxy. Returns the outcome.
 */
async function called(url: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const script = `import { callProvider } from ${JSON.stringify(CALLED)};
    console.log(await callProvider({ url: ${JSON.stringify(url)}, headers: {}, body: 'x', means: {} }, AbortSignal.timeout(10_000)).catch((error) => error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...environment, PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: string[] = [];
  child.stdout.on('data', (part: Buffer) => output.push(part.toString()));
  await once(child, 'close');
  return output.join('').trim();
}

it('callProvider uses the proxy of the environment when enabled, and bypasses it for excluded hosts', async () => {
  const requestedHosts: string[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url }, socket) => {
    requestedHosts.push(url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const bound = proxy.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  const provider = await startProvider();
  const environment = {
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: address,
    HTTP_PROXY: address,
    NO_PROXY: '127.0.0.1',
  };
  const [through, around] = await Promise.all([
    called('https://fcm.googleapis.com/fcm/send/x', environment),
    called(`${provider.address}/push/x`, environment),
  ]);
  expect([through, around]).toEqual(['notification provider could not be reached', 'taken']);
  expect(requestedHosts).toEqual(['fcm.googleapis.com:443']);
  expect(provider.to('/push/x')).toHaveLength(1);
  await provider.close();
  proxy.close();
});
