import { readFileSync } from 'node:fs';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadDecoder } from './decoder-loader.ts';

const decoderFile = (): Response => new Response(readFileSync(decoderWasmUrl()));

describe('loadDecoder', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('waits for a download that takes an hour', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => promise);
    const loading = loadDecoder();
    const outcome = Promise.allSettled([loading]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    resolve(decoderFile());
    expect(await outcome).toMatchObject([{ status: 'fulfilled' }]);
  });

  it('repeats a failed download with doubled delays until it succeeds', async () => {
    const delaysMs: number[] = [];
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(new Response('', { status: 503 })),
      () => Promise.resolve(new Response('', { status: 404 })),
      () => Promise.resolve(decoderFile()),
    ];
    const decoder = await loadDecoder({
      download: () => answers.shift()?.() ?? expect.fail('a loaded decoder is fetched again'),
      wait: async (delayMs) => void delaysMs.push(delayMs),
    });
    expect(decoder.stats().frames).toBe(0);
    expect(delaysMs).toEqual([500, 1000, 2000]);
  });

  it('rejects after the server has refused the file five times, with growing delays', async () => {
    const delaysMs: number[] = [];
    await expect(
      loadDecoder({
        download: async () => new Response('', { status: 404 }),
        wait: async (delayMs) => void delaysMs.push(delayMs),
      }),
    ).rejects.toThrow('the server refused the frame decoder (HTTP 404)');
    expect(delaysMs).toEqual([500, 1000, 2000, 4000]);
  });

  it('rejects bytes that the browser does not compile', async () => {
    await expect(
      loadDecoder({
        download: async () => new Response('<html>'),
        wait: () => expect.fail('a compile error is retried'),
      }),
    ).rejects.toThrow(WebAssembly.CompileError);
  });
});
