import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Paths of the files below a folder, in the order of their names; of a file, its own path; of a
 * missing one, none. `isSkipped` excludes a file, or a folder with everything below it, by its
 * name.
 * @param {string} path
 * @param {(name: string) => boolean} isSkipped
 * @returns {string[]}
 */
export function listFiles(path, isSkipped = () => false) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter(({ name }) => !isSkipped(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const below = join(path, entry.name);
      return entry.isDirectory() ? listFiles(below, isSkipped) : [below];
    });
}
