import { readFile } from 'node:fs/promises';

const FILE = new URL('common-passwords.txt', import.meta.url);

/** Passwords that everybody tries first, in small letters (tools/passwords writes them). */
export async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  return new Set(
    (await readFile(FILE, 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}
