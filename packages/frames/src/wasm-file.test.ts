import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksWasmUrl, decoderWasmUrl } from './wasm-file.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const COMPILER = join(PACKAGE, '..', '..', 'node_modules', 'assemblyscript', 'bin', 'asc.js');
const manifest: { readonly scripts: Record<'decoder' | 'blocks', string> } = JSON.parse(
  readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
);

/** Runs a script of package.json with another output file. */
function compile(script: string, output: string): Buffer {
  const args = script.split(' ').slice(1);
  args[args.indexOf('--outFile') + 1] = output;
  execFileSync(process.execPath, [COMPILER, ...args], { cwd: PACKAGE });
  return readFileSync(output);
}

describe('the WebAssembly files in the repository', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yamori-wasm-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    { name: 'decoder', script: manifest.scripts.decoder, url: decoderWasmUrl() },
    { name: 'block coder', script: manifest.scripts.blocks, url: blocksWasmUrl() },
  ])('the $name equals the output of the compiler for its source', ({ name, script, url }) => {
    const compiled = compile(script, join(folder, `${name}.wasm`));
    expect(
      compiled.equals(readFileSync(url)),
      'run `npm run build -w packages/frames` and commit packages/frames/wasm',
    ).toBe(true);
  });
});
