import { existsSync, readFileSync } from 'node:fs';
import { decoderWasmUrl } from '../wasm-file.ts';

/** Bytes of the built decoder, for tests. */
export function builtDecoder(): Uint8Array<ArrayBuffer> {
  const url = decoderWasmUrl();
  if (!existsSync(url))
    throw new Error('the WebAssembly decoder is not built: run "npm run build -w packages/frames"');
  return new Uint8Array(readFileSync(url));
}
