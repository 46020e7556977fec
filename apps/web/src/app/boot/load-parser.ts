import wasmAddress from '@yamori/frames/decoder.wasm?url';

/**
 * Fetches and compiles the frame parser, so that a browser that cannot run it is found at the
 * start, not at night.
 */
export async function loadParser(): Promise<void> {
  await WebAssembly.compileStreaming(fetch(wasmAddress));
}
