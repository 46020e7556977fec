/** Where the built decoder lies, for Node: `readFile(decoderWasmUrl())`. It exists after `npm run build -w packages/frames`. */
export const decoderWasmUrl = (): URL => new URL('../build/decoder.wasm', import.meta.url);
