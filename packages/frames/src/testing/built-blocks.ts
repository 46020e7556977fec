import { existsSync, readFileSync } from 'node:fs';
import { blocksWasmUrl } from '../wasm-file.ts';

/** Bytes of the built block coder, for tests. */
export function builtBlocks(): Uint8Array<ArrayBuffer> {
  const url = blocksWasmUrl();
  if (!existsSync(url))
    throw new Error('the block coder is not built: run "npm run build -w packages/frames"');
  return new Uint8Array(readFileSync(url));
}
