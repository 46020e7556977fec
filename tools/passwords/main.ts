import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * Writes the list of the most common passwords. Its source is the ranked list of
 * @zxcvbn-ts/language-common (MIT):
 *
 * npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
 * node tools/passwords/main.ts package/src/passwords.json
 */
const KEPT = 8_000;
/** Shorter passwords are rejected for their length. */
const SHORTEST = 8;
const TARGET = fileURLToPath(
  new URL('../../apps/server/src/modules/identity/passwords/common-passwords.txt', import.meta.url),
);
const HEADER = [
  '# The most frequent passwords of eight characters and more, sorted. Written by tools/passwords from @zxcvbn-ts/language-common 4.1.3',
  '# (MIT; Copyright 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright 2021 zxcvbn-ts).',
];

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('name the passwords.json of the package');
const ranked = z.array(z.string()).parse(JSON.parse(readFileSync(source, 'utf8')));
const kept = new Set(
  ranked
    .map((password) => password.toLowerCase())
    .filter((password) => Array.from(password).length >= SHORTEST && !password.includes('\n')),
);
const lines = [...kept].slice(0, KEPT).toSorted();
writeFileSync(TARGET, [...HEADER, ...lines, ''].join('\n'));
process.stdout.write(`${lines.length} passwords written\n`);
