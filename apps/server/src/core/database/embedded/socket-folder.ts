import { chown, lstat, mkdtemp, readlink, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_SOCKET_PATH_BYTES = 90;

type SocketFolder = { readonly folder: string; readonly remove: () => Promise<void> };

/**
 * The folder of PostgreSQL's socket: the cluster's folder, which is closed to others (0700), or one
 * in the folder of temporary files if that path is too long for a socket. `postgres.socket` in the
 * data folder links to it, so that the start after a kill finds it and uses it again.
 */
export async function openSocketFolder(dataFolder: string, cluster: string): Promise<SocketFolder> {
  if (Buffer.byteLength(cluster) <= MAX_SOCKET_PATH_BYTES)
    return { folder: cluster, remove: async () => undefined };
  const link = join(dataFolder, 'postgres.socket');
  const owner = await stat(cluster);
  const earlier = await readlink(link).catch(() => null);
  const isUsable = earlier !== null && (await isClosedFolder(earlier, owner.uid));
  const folder = isUsable ? earlier : await mkdtemp(join(tmpdir(), 'yamori-socket-'));
  if (!isUsable) {
    await chown(folder, owner.uid, owner.gid);
    await rm(link, { force: true });
    await symlink(folder, link);
  }
  return {
    folder,
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
      await rm(link, { force: true });
    },
  };
}

/** After a restart of the machine, another user may have created a folder of this name. */
async function isClosedFolder(folder: string, uid: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return (
    found !== null && found.isDirectory() && found.uid === uid && (found.mode & 0o777) === 0o700
  );
}
