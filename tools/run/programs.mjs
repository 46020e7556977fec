import { basename } from 'node:path';
import { inRoot } from './repository.mjs';

/** Programs that people start; each runs as a bundle in its application's folder `dist`. */
export const PROGRAMS = [
  'apps/server/src/main.ts',
  'apps/simulator/src/main.ts',
  'apps/simulator/src/nights-main.ts',
  'apps/command/src/main.ts',
];

/** Where the bundle of a program lies, as a path in the repository with `/`. */
export const bundleOf = (source) =>
  `${source.slice(0, source.indexOf('/src/'))}/dist/${basename(source, '.ts')}.js`;

/**
 * Absolute path of the file that a test starts a program by: under `npm test`, which has built it,
 * its bundle if it has one, and its source otherwise.
 */
export const programFile = (source) =>
  inRoot(
    process.env.YAMORI_PROGRAMS === 'built' && PROGRAMS.includes(source)
      ? bundleOf(source)
      : source,
  );
