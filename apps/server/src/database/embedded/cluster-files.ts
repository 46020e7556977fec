import { spawn } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { refuse } from '@yamori/domain';
import type { ServiceAccount } from './service-account.ts';

export type ClusterFiles = {
  readonly cluster: string;
  readonly initdb: string;
  readonly account: ServiceAccount | null;
  readonly fast: boolean;
};

/** Runs initdb in an empty folder; a cluster that is there is left as it is. */
export async function initialiseCluster(files: ClusterFiles): Promise<void> {
  if (
    await stat(join(files.cluster, 'global', 'pg_control')).then(
      () => true,
      () => false,
    )
  )
    return;
  await emptyBrokenOff(files.cluster);
  const child = spawn(
    files.initdb,
    [
      '-D',
      files.cluster,
      '-U',
      'yamori',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      // The socket lies in a folder that only this account and root can enter, and there is no other way in.
      '--auth=trust',
      '--no-instructions',
      ...(files.fast ? ['--no-sync'] : []),
    ],
    {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(files.account === null ? {} : { uid: files.account.uid, gid: files.account.gid }),
    },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const [words, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0)
    throw refuse('postgres-not-initialised', {
      place: files.cluster,
      details: { reason: words.trim().slice(-500) },
    });
}

/** initdb that was cut off leaves files without a control file: there is no data in them. */
async function emptyBrokenOff(cluster: string): Promise<void> {
  const names = await readdir(cluster);
  if (
    names.includes('PG_VERSION') &&
    names.includes('pg_wal') &&
    (await readdir(join(cluster, 'base')).catch(() => [])).length > 3
  ) {
    throw refuse('data-folder-incomplete', {
      place: cluster,
      details: { advice: 'the control file of the database is missing: restore a backup' },
    });
  }
  await Promise.all(names.map((name) => rm(join(cluster, name), { recursive: true, force: true })));
}
