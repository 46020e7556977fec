import { type FrameDecoder, loadFrameDecoder } from '@yamori/frames';
import decoderUrl from '@yamori/frames/decoder.wasm?url';

/** Where the policy of a page forbids WebAssembly some browsers neither load it nor say so. */
const LONGEST_LOAD_MS = 3000;

/** Loads the frame decoder, or rejects within three seconds. */
export async function loadDecoder(): Promise<FrameDecoder> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(
      () => reject(new Error(`the frame decoder did not load within ${LONGEST_LOAD_MS} ms`)),
      LONGEST_LOAD_MS,
    );
  });
  return Promise.race([load(), late]);
}

async function load(): Promise<FrameDecoder> {
  const answer = await fetch(decoderUrl);
  if (!answer.ok) throw new Error(`the frame decoder answered ${answer.status}`);
  return loadFrameDecoder(await answer.arrayBuffer());
}
