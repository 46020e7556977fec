import { readFile } from 'node:fs/promises';

const FILE = new URL('common-passwords.txt', import.meta.url);

/** The most common passwords in lower case, from a file that tools/passwords writes. */
export async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  return new Set(
    (await readFile(FILE, 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}
