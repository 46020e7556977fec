import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const WEB = fileURLToPath(new URL('../apps/web', import.meta.url));
const VITE = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));

/**
 * A second build of the application: the same source with another text in every file, so another
 * version.
 */
export type SecondBuild = { readonly folder: string; readonly remove: () => Promise<void> };

export async function buildAgain(): Promise<SecondBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-build-'));
  await promisify(execFile)(
    process.execPath,
    [VITE, 'build', WEB, '--outDir', folder, '--minify', 'false', '--logLevel', 'error'],
    { cwd: WEB },
  );
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
