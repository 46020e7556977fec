import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  inRoot,
  npmCommand,
  pinnedEnvironment,
  pinnedNode,
  PlainFailure,
  ROOT,
  runThrough,
} from './repository.mjs';

const LEFT_OUT = new Set(['node_modules', 'dist', 'build', '.cache', '__screenshots__']);
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|wasm)$/;
const WORTH_COMPRESSING_BYTES = 1024;

/** What is built, in order: its inputs, what must be there afterwards, and how. */
const STEPS = [
  {
    name: 'frame decoder and block coder',
    inputs: ['packages/frames/assembly', 'packages/frames/package.json'],
    // The one that is built last.
    output: 'packages/frames/build/blocks.wasm',
    build: () => {
      const [command, ...args] = npmCommand();
      return runThrough(command, [...args, 'run', '--silent', 'build', '-w', 'packages/frames'], {
        env: pinnedEnvironment(),
      });
    },
  },
  {
    name: 'web application',
    inputs: [
      'apps/web',
      'packages/domain/src',
      'packages/frames/src',
      'packages/frames/build/decoder.wasm',
      'packages/signal/src',
      'package-lock.json',
      'tools/run/build-steps.mjs',
    ],
    output: 'apps/web/dist/index.html',
    build: () => {
      const code = runThrough(
        pinnedNode(),
        [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
        { cwd: inRoot('apps', 'web'), env: pinnedEnvironment() },
      );
      if (code === 0) compressBeside(inRoot('apps', 'web', 'dist'));
      return code;
    },
  },
];

/** Builds what has changed since it was last built, by the content of its inputs. */
export function buildAll() {
  for (const step of STEPS) {
    const stamp = inRoot('.cache', 'build', `${step.name.replaceAll(' ', '-')}.hash`);
    const hash = hashOf(step.inputs);
    if (
      existsSync(inRoot(step.output)) &&
      existsSync(stamp) &&
      readFileSync(stamp, 'utf8') === hash
    )
      continue;
    console.log(`Building the ${step.name} …`);
    rmSync(stamp, { force: true });
    if (step.build() !== 0)
      throw new PlainFailure(
        `The ${step.name} could not be built; the words of the builder stand above.`,
      );
    mkdirSync(inRoot('.cache', 'build'), { recursive: true });
    writeFileSync(stamp, hash);
  }
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesOf(inRoot(input))))
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesOf(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => !LEFT_OUT.has(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)],
    );
}

/** The server sends these as they are to a browser that takes them. */
function compressBeside(folder) {
  for (const file of filesOf(folder)) {
    if (!COMPRESSED.test(file)) continue;
    const bytes = readFileSync(file);
    if (bytes.length < WORTH_COMPRESSING_BYTES) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  }
}
