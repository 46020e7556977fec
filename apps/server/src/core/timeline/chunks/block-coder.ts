import { readFileSync } from 'node:fs';
import { loadBlockCoder, type BlockCoder } from '@yamori/frames';
import { blocksWasmUrl } from '@yamori/frames/wasm-file';

/**
 * Packs and unpacks samples (docs/formats/ingest.md). Create one per thread, because it has its own
 * memory.
 */
export function createBlockCoder(): BlockCoder {
  return loadBlockCoder(new Uint8Array(readFileSync(blocksWasmUrl())));
}
