import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { listFiles } from './list-files.mjs';
import { runTool } from './processes.mjs';
import { getBundlePath, PROGRAMS } from './programs.mjs';
import {
  inRoot,
  isDiskFull,
  pinnedEnvironment,
  pinnedNode,
  PlainFailure,
  ROOT,
  runThrough,
  Stopped,
  STOPPED_EXIT_CODE,
  writing,
} from './repository.mjs';

const STAMPS = inRoot('.cache', 'build');
/** Tests are not part of the build, so changing one builds nothing. */
const TEST_FILE = /\.test\.tsx?$/;
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'build', '.cache', '__screenshots__']);
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|wasm)$/;
const WORTH_COMPRESSING_BYTES = 1024;
/** Level 9 takes five times as long and saves 0.3 %. */
const BROTLI_QUALITY = 7;

/** In order. `outputs` must exist after a step. */
const STEPS = [
  {
    name: 'web application',
    inputs: [
      'apps/web',
      'packages/domain/src',
      'packages/frames/src',
      'packages/frames/wasm',
      'packages/signal/src',
      'package-lock.json',
      'tools/run/build-steps.mjs',
    ],
    outputs: ['apps/web/dist/index.html'],
    build: async (signal) => {
      const result = await runTool(
        pinnedNode(),
        [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
        { cwd: inRoot('apps', 'web'), env: pinnedEnvironment(), signal },
      );
      const folder = inRoot('apps', 'web', 'dist');
      if (result.code === 0) writing(`the folder ${folder}`, () => compressFiles(folder));
      return result;
    },
  },
  {
    name: 'programs',
    inputs: [
      'apps/command/src',
      'apps/server/src',
      'apps/simulator/src',
      'packages/domain/src',
      'packages/formats/src',
      'packages/frames/src',
      'packages/signal/src',
      'package-lock.json',
      'tools/run/bundle-programs.ts',
      'tools/run/programs.mjs',
      'tools/run/bundle-start.ts',
    ],
    outputs: PROGRAMS.map(getBundlePath),
    build: (signal) =>
      runTool(pinnedNode(), [inRoot('tools', 'run', 'bundle-programs.ts')], {
        env: pinnedEnvironment(),
        signal,
      }),
  },
];

/** Files of a complete build, as paths in the repository. */
export const OUTPUTS = STEPS.flatMap(({ outputs }) => outputs);

export const isBuilt = () => STEPS.every((step) => isCurrent(step, hashInputs(step.inputs)));

/** Builds what has changed since the last build, judged by the content of its inputs. */
export async function build(progress, signal) {
  for (const step of STEPS) {
    const hash = hashInputs(step.inputs);
    if (isCurrent(step, hash)) continue;
    await progress.step(`Building the ${step.name}`, async () => {
      writing(`the folder ${STAMPS}`, () => rmSync(getStampPath(step), { force: true }));
      const result = await step.build(signal);
      if (result.code !== 0) throw buildFailure(step.name, result);
      writing(`the folder ${STAMPS}`, () => {
        mkdirSync(STAMPS, { recursive: true });
        writeFileSync(getStampPath(step), hash);
      });
    });
  }
}

/** Builds in a separate process if the build is not current. */
export function buildAll() {
  if (isBuilt()) return;
  const code = runThrough(process.execPath, [inRoot('tools', 'run', 'build.mjs')]);
  if (code === STOPPED_EXIT_CODE) throw new Stopped();
  if (code !== 0) throw new PlainFailure('The build failed; the reason is above.');
}

function buildFailure(name, { output, end }) {
  const reason = isDiskFull(output)
    ? `the disk is full. Free some space below ${ROOT} and run the command again.`
    : `the builder ended (${end}).\n\n${output.trim()}`;
  return new PlainFailure(`The ${name} could not be built: ${reason}`.trim());
}

const getStampPath = ({ name }) => join(STAMPS, `${name.replaceAll(' ', '-')}.hash`);

const isCurrent = (step, hash) =>
  step.outputs.every((output) => existsSync(inRoot(output))) &&
  existsSync(getStampPath(step)) &&
  readFileSync(getStampPath(step), 'utf8') === hash;

const isNoInput = (name) => IGNORED_FOLDERS.has(name) || TEST_FILE.test(name);

function hashInputs(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => listFiles(inRoot(input), isNoInput)))
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** The server sends these files as they are to a browser that accepts the encoding. */
function compressFiles(folder) {
  for (const file of listFiles(folder)) {
    if (!COMPRESSED.test(file)) continue;
    const bytes = readFileSync(file);
    if (bytes.length < WORTH_COMPRESSING_BYTES) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    );
  }
}
