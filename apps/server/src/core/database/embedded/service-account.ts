import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { ProblemError } from '@yamori/domain';

/** Unprivileged account for PostgreSQL, which refuses to run as root. */
export type ServiceAccount = { readonly name: string; readonly uid: number; readonly gid: number };

const OWN_ACCOUNT = 'yamori';

/**
 * Null unless this process runs as root: PostgreSQL then runs as the current user. As root: the
 * owner of an existing cluster, else the account `yamori`, else `postgres`, else creates `yamori`.
 */
export async function findServiceAccount(
  clusterFolder: string,
  log: Logger,
): Promise<ServiceAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readAccounts();
  const owner = await stat(clusterFolder).then(
    (found) => found.uid,
    () => 0,
  );
  const found =
    accounts.find((account) => owner !== 0 && account.uid === owner) ??
    accounts.find((account) => account.name === OWN_ACCOUNT) ??
    accounts.find((account) => account.name === 'postgres');
  return found ?? createAccount(log);
}

/** Runs `test` as the account, so that groups, ACLs and mounts count. */
export function canReach(account: ServiceAccount, path: string, how: 'execute' | 'write'): boolean {
  const checks = how === 'write' ? ['-w', path, '-a', '-x', path] : ['-x', path];
  return spawnSync('test', checks, { uid: account.uid, gid: account.gid, cwd: '/' }).status === 0;
}

async function readAccounts(): Promise<ServiceAccount[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name === undefined || uid === undefined || gid === undefined
      ? []
      : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

async function createAccount(log: Logger): Promise<ServiceAccount> {
  log.info(
    { account: OWN_ACCOUNT },
    'PostgreSQL does not run as root; creating a system account for it',
  );
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    OWN_ACCOUNT,
  ]);
  const created = (await readAccounts()).find((account) => account.name === OWN_ACCOUNT);
  if (created === undefined) {
    throw new ProblemError('postgres-account-missing', {
      details: {
        account: OWN_ACCOUNT,
        advice:
          'PostgreSQL does not run as root: add a system account of this name, start as another user, or set DATABASE_URL',
      },
    });
  }
  return created;
}
