import { basename } from 'node:path';
import { inRoot } from './repository.mjs';

/**
 * Programs that people start; each runs as a bundle in its application's folder `dist`.
 * @type {readonly string[]}
 */
export const PROGRAMS = [
  'apps/server/src/main.ts',
  'apps/simulator/src/main.ts',
  'apps/simulator/src/nights-main.ts',
  'apps/command/src/main.ts',
];

/**
 * Path of a program's bundle in the repository, with `/`.
 * @param {string} source
 */
export const getBundlePath = (source) =>
  `${source.slice(0, source.indexOf('/src/'))}/dist/${basename(source, '.ts')}.js`;

/**
 * Absolute path of the file by which a test starts a program: its bundle under `npm test`, which
 * has built it, and its source otherwise.
 * @param {string} source
 */
export const programFile = (source) =>
  inRoot(
    process.env.YAMORI_PROGRAMS === 'built' && PROGRAMS.includes(source)
      ? getBundlePath(source)
      : source,
  );
