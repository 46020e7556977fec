import { type FrameDecoder, loadFrameDecoder } from '@yamori/frames';
import decoderUrl from '@yamori/frames/decoder.wasm?url';

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
/** After a new version is installed, the server no longer has this page's decoder. */
const MAX_REFUSALS = 5;

/** The network and the timer, for tests. */
type DecoderLoaderOptions = {
  readonly download?: (url: string) => Promise<Response>;
  readonly wait?: (delayMs: number) => Promise<void>;
};

/**
 * Loads the frame decoder. A failed download is retried until it succeeds, so a slow or interrupted
 * network only delays the traces. Rejects after the server has refused the file several times, and
 * if the browser does not compile WebAssembly, usually because of a content security policy.
 */
export async function loadDecoder({
  download = (url) => fetch(url),
  wait = pause,
}: DecoderLoaderOptions = {}): Promise<FrameDecoder> {
  let refusals = 0;
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(2 * delayMs, MAX_RETRY_MS)) {
    const result = await tryDownload(download);
    if (result.kind === 'loaded') return loadFrameDecoder(result.bytes);
    if (result.kind === 'refused') refusals += 1;
    if (result.kind === 'refused' && refusals === MAX_REFUSALS)
      throw new Error(`the server refused the frame decoder (HTTP ${result.status})`);
    await wait(delayMs);
  }
}

type Download =
  | { readonly kind: 'loaded'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed' };

async function tryDownload(download: (url: string) => Promise<Response>): Promise<Download> {
  try {
    const answer = await download(decoderUrl);
    if (answer.ok) return { kind: 'loaded', bytes: await answer.arrayBuffer() };
    const { status } = answer;
    return isRejection(status) ? { kind: 'refused', status } : { kind: 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}

/** Timeouts (408) and rate limits (429) are temporary. */
const isRejection = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

const pause = (delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
