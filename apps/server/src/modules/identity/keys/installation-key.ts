import { timingSafeEqual } from 'node:crypto';
import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';
import type { Database, Queries } from '../../../core/database/database.ts';
import { deriveKey } from '../../../core/secrets/secret-box.ts';
import { createSecretStore, newSecret } from '../../../core/secrets/secret-store.ts';
import { readKeyFile, writeKeyFile } from './key-file.ts';

export type KeyOptions = {
  /** YAMORI_SECRET; replaces the file. */
  readonly given: string | undefined;
  readonly file: string;
  /** Accepts a different key and discards everything that the previous one encrypted. */
  readonly replaces: boolean;
  readonly log: Logger;
};

/** Earlier versions stored keys in the database under these names, unencrypted. */
const EARLIER_KEY = 'session-cookies';
const EARLIER_UNUSED = ['push-browsers', 'csv-invitation-codes'];
const EARLIER_PUSH_KEY = 'push-key';

/**
 * Opens the key that signs cookies and encrypts second factors, waiting mails and the push key. The
 * key is in a file or an environment variable, never in the database. The database has only a check
 * value, which reveals a missing or wrong key. The first start creates the key; the key of an
 * earlier version moves from the database into the file.
 *
 * Problems: `installation-key-missing`, `installation-key-wrong` and those of the key file.
 */
export function openInstallationKey(database: Database, options: KeyOptions): Promise<string> {
  const { given, file, replaces, log } = options;
  return database.transaction(async (queries) => {
    const check = await lockCheck(queries);
    const found = given ?? (await readKeyFile(file, log));
    if (check !== null && !replaces) {
      if (found === null) throw missingKey(file);
      if (!matches(found, check)) throw wrongKey(options);
      return found;
    }
    const earlier = await earlierKey(queries);
    const key = found ?? earlier ?? newSecret();
    // With YAMORI_SECRET, an earlier version did not use the key that it had stored.
    if (given === undefined && earlier !== null && key !== earlier && !replaces)
      throw wrongKey(options);
    if (found === null) await writeKeyFile(file, key);
    await queries.query({
      text: 'update installation set key_check = $1',
      values: [toCheckValue(key)],
    });
    if (check === null) await moveEarlierKeys(queries, key);
    else await queries.query({ text: 'delete from server_secret' });
    log.info(
      { place: given === undefined ? file : 'YAMORI_SECRET', isMoved: key === earlier },
      'installation key recorded; keep a copy apart from the backups',
    );
    return key;
  });
}

async function lockCheck(queries: Queries): Promise<string | null> {
  const [row] = await queries.query<{ check: string | null }>({
    text: 'select key_check as check from installation for update',
  });
  if (row === undefined)
    throw new Error(
      'the installation table is empty; record the installation before opening its key',
    );
  return row.check;
}

async function earlierKey(queries: Queries): Promise<string | null> {
  const [row] = await queries.query<{ value: string }>({
    text: 'select value from server_secret where name = $1',
    values: [EARLIER_KEY],
  });
  return row?.value ?? null;
}

/** Browsers have subscribed with the push key, so it stays, encrypted. */
async function moveEarlierKeys(queries: Queries, key: string): Promise<void> {
  const [push] = await queries.query<{ value: string }>({
    text: 'delete from server_secret where name = $1 returning value',
    values: [EARLIER_PUSH_KEY],
  });
  if (push !== undefined)
    await createSecretStore(queries, key).shared(EARLIER_PUSH_KEY, () => push.value);
  await queries.query({
    text: 'delete from server_secret where name = any($1)',
    values: [[EARLIER_KEY, ...EARLIER_UNUSED]],
  });
}

/** Identifies the key without revealing it. */
const toCheckValue = (key: string): string => deriveKey(key, 'key-check').toString('base64url');

function matches(key: string, check: string): boolean {
  const own = Buffer.from(toCheckValue(key));
  const stored = Buffer.from(check);
  return own.length === stored.length && timingSafeEqual(own, stored);
}

const ADVICE_NEW_KEY =
  'If the key is lost, start once with --new-key: all users have to sign in again, and authenticator apps and backup codes have to be set up again';

const missingKey = (file: string) =>
  new ProblemError('installation-key-missing', {
    place: 'YAMORI_KEY_FILE',
    details: {
      file,
      advice: `put the key file of this installation there (mode 600), or set YAMORI_KEY_FILE or YAMORI_SECRET. ${ADVICE_NEW_KEY}`,
    },
  });

const wrongKey = ({ given, file }: KeyOptions) =>
  new ProblemError('installation-key-wrong', {
    place: given === undefined ? 'YAMORI_KEY_FILE' : 'YAMORI_SECRET',
    details: {
      ...(given === undefined ? { file } : {}),
      advice: `this is the key of another installation: use the one that belongs to this database. ${ADVICE_NEW_KEY}`,
    },
  });
