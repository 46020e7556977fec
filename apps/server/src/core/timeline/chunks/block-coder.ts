import { readFileSync } from 'node:fs';
import { refuse } from '@yamori/domain/problem';
import { loadBlockCoder, type BlockCoder } from '@yamori/frames';
import { blocksWasmUrl } from '@yamori/frames/wasm-file';

/**
 * Packs and unpacks samples (docs/ingest.md). Create one per thread, because it has its own memory.
 */
export function createBlockCoder(): BlockCoder {
  return loadBlockCoder(readWasm());
}

function readWasm(): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(blocksWasmUrl()));
  } catch {
    throw refuse('decoder-not-built', { details: { advice: 'run npm run build' } });
  }
}
