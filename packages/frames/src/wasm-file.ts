/**
 * Where the built decoder lies, for Node: `readFile(decoderWasmUrl())`. It exists after
 * `npm run build -w packages/frames`.
 */
export const decoderWasmUrl = (): URL => new URL('../build/decoder.wasm', import.meta.url);
/** The same for what packs and unpacks blocks of samples. */
export const blocksWasmUrl = (): URL => new URL('../build/blocks.wasm', import.meta.url);
