import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const STAGES = [
  { id: 'journeys', within: 'e2e', ends: '.journey.ts' },
  { id: 'web', within: join('apps', 'web', 'src'), ends: '.test.ts' },
  { id: 'web', within: join('apps', 'web', 'src'), ends: '.test.tsx' },
  ...['packages', 'apps', 'e2e', 'tools'].map((within) => ({
    id: 'node',
    within,
    ends: '.test.ts',
  })),
];
const LEFT_OUT = new Set(['node_modules', 'build', 'dist']);

/**
 * The files of tests whose path holds one of the words, a list a stage of `npm test`: for whoever works on one thing.
 * @param {string} root the repository's folder @param {readonly string[]} words
 * @returns {Record<'node' | 'web' | 'journeys', string[]>} paths from the root
 */
export function testsNamed(root, words) {
  const chosen = { node: [], web: [], journeys: [] };
  for (const path of filesBelow(root, ['packages', 'apps', 'e2e', 'tools'])) {
    if (!words.some((word) => path.split(sep).join('/').includes(word))) continue;
    const stage = STAGES.find(
      ({ within, ends }) => path.startsWith(within + sep) && path.endsWith(ends),
    );
    if (stage !== undefined) chosen[stage.id].push(path);
  }
  return chosen;
}

function filesBelow(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesBelow(root, [path]);
      return entry.isFile() ? [path] : [];
    }),
  );
}
