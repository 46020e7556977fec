import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../e2e/browser.ts';
import type { S1Line } from './s1-contest.ts';

const root = new URL('../', import.meta.url);
/**
 * Runs the comparison in a module worker of Chromium, on the same sources with their types removed.
 */
export async function runContestInBrowser(
  byteLength: number,
): Promise<{ readonly version: string; readonly lines: readonly S1Line[] }> {
  const server = createServer((request, response) => {
    serve(request.url ?? '/').then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const browser = await openBrowser(['--disable-gpu']);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const answer: S1Line[] | string = await page.evaluate(runInWorker, byteLength);
    if (typeof answer === 'string') throw new Error(answer);
    return { version: browser.version(), lines: answer };
  } finally {
    await browser.close();
    server.close();
  }
}

const runInWorker = (byteLength: number): Promise<S1Line[] | string> =>
  new Promise((resolve) => {
    const worker = new Worker('/bench/s1-worker.ts', { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<S1Line[] | string>) =>
      resolve(event.data),
    );
    worker.addEventListener('error', (event) => resolve(`worker: ${event.message}`));
    worker.postMessage(byteLength);
  });

async function serve(
  path: string,
): Promise<{ readonly type: string; readonly body: string | Uint8Array }> {
  if (path === '/') return { type: 'text/html', body: '<!doctype html><title>S1</title>' };
  if (path === '/decoder.wasm')
    return {
      type: 'application/wasm',
      body: await readFile(new URL('packages/frames/wasm/decoder.wasm', root)),
    };
  const source = await readFile(fileURLToPath(new URL(`.${path}`, root)), 'utf8');
  const code = stripTypeScriptTypes(source).replaceAll(
    "'@yamori/frames'",
    "'/packages/frames/src/index.ts'",
  );
  return { type: 'text/javascript', body: code };
}
