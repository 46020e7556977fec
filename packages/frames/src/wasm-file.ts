/** URL of the decoder for Node: `readFile(decoderWasmUrl())`. Compiled from `assembly`. */
export const decoderWasmUrl = (): URL => new URL('../wasm/decoder.wasm', import.meta.url);
/** URL of the block coder. */
export const blocksWasmUrl = (): URL => new URL('../wasm/blocks.wasm', import.meta.url);
