import { readFileSync } from 'node:fs';
import { blocksWasmUrl, decoderWasmUrl } from '../wasm-file.ts';

/** Bytes of the decoder, for tests. */
export const decoderWasm = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(decoderWasmUrl()));

/** Bytes of the block coder, for tests. */
export const blocksWasm = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(blocksWasmUrl()));
