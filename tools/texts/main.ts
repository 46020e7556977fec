import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkTexts } from './check-texts.ts';

/**
 * `node tools/texts/main.ts [root]`: finds missing and unused texts, and user-visible texts in the
 * sources.
 */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..'));

const filesBelow = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .toSorted()
      .map((name) => [
        `${folder}/${name.replaceAll('\\', '/')}`,
        readFileSync(join(root, folder, name), 'utf8'),
      ]),
  );

/** What users see before they sign in: the page of the product and of its repository. */
const pages = ['README.md', 'README.ja.md', 'apps/web/index.html']
  .filter((path) => existsSync(join(root, path)))
  .map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')]);

const { findings, words, sources } = checkTexts(
  filesBelow('apps/web/src'),
  new Map([...filesBelow('packages/domain/src'), ...filesBelow('apps/server/src')]),
  new Map(pages),
);
for (const { title, places } of findings) {
  console.log(
    `${places.length === 0 ? 'ok ' : 'BAD'} ${title.padEnd(48)} ${String(places.length).padStart(4)}`,
  );
  for (const place of places) console.log(`      ${place}`);
}
console.log(`texts: ${words} words in each of 2 languages, ${sources} sources`);
process.exitCode = findings.some(({ places }) => places.length > 0) ? 1 : 0;
