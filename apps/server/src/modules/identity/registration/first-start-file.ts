import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeDataFolder } from '../../../core/database/embedded/data-folder.ts';
import { makeFirstStartLink, type FirstStartContext, type FirstStartLink } from './first-start.ts';
import { isEmptyServer } from './organisations.ts';

const FILE_NAME = 'first-organisation-link';
const CHECK_EVERY_MS = 5_000;

type FirstStartOptions = {
  readonly dataFolder: string;
  readonly origin: string;
  readonly log: Logger;
};

/** Messages for the person who starts the server. They are not logged. */
type FirstStart = {
  /** Contains the link. */
  readonly onTerminal: string;
  /** Contains the path of the file with the link, because others may read this output. */
  readonly elsewhere: string;
  readonly close: () => void;
};

/**
 * Creates a link that registers the first organisation and writes it to a file in the data folder.
 * Null if the server has members or the configuration does not allow it.
 */
export async function openFirstStart(
  context: FirstStartContext,
  { dataFolder, origin, log }: FirstStartOptions,
): Promise<FirstStart | null> {
  const path = join(dataFolder, FILE_NAME);
  const made = await makeFirstStartLink(context, origin);
  if (made === null) {
    await rm(path, { force: true });
    return null;
  }
  await makeDataFolder(dataFolder);
  // Servers may share the folder. Neither call follows a link that another account left here.
  const partial = `${path}.${randomUUID()}`;
  await writeFile(partial, `${made.link}\n`, { mode: 0o600, flag: 'wx' });
  await rename(partial, path);
  const about =
    'There are no accounts yet. Register the first organisation within 24 hours with the link';
  return {
    onTerminal: `${about} below, which works once:\n${made.link}\nA restart prints a new one.`,
    elsewhere: `${about} in this file, which works once:\n${path}\nA restart writes a new one.`,
    close: deleteWhenUseless(context, path, made, log),
  };
}

/** Any server may have registered the organisation, so the database is checked. */
function deleteWhenUseless(
  { database, now }: FirstStartContext,
  path: string,
  { expiresAt }: FirstStartLink,
  log: Logger,
): () => void {
  const check = async (): Promise<void> => {
    if (now() < expiresAt && (await isEmptyServer(database))) return;
    clearInterval(timer);
    await rm(path, { force: true });
  };
  const timer = setInterval(() => {
    check().catch((err: unknown) => log.debug({ err }, 'first link not checked; will retry'));
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
