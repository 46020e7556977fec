/**
 * URL of the built decoder for Node: `readFile(decoderWasmUrl())`. Exists after `npm run build -w
 * packages/frames`.
 */
export const decoderWasmUrl = (): URL => new URL('../build/decoder.wasm', import.meta.url);
/** URL of the built block coder. */
export const blocksWasmUrl = (): URL => new URL('../build/blocks.wasm', import.meta.url);
