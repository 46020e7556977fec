import { fixedTexts } from './fixed-texts.ts';
import { findForbiddenWords } from './forbidden-words.ts';
import { differences, readTexts, type Word } from './word-tree.ts';
import { findUnusedTexts, wordUse } from './word-use.ts';

export type Finding = { readonly title: string; readonly places: readonly string[] };
export type TextReport = {
  readonly findings: readonly Finding[];
  readonly words: number;
  readonly sources: number;
};

/**
 * Namespaces whose keys are codes and ids defined elsewhere: problems and notices in the server and
 * the domain, routes and plans in the route table. Their own tests compare both sides.
 */
const BY_CODE: ReadonlySet<string> = new Set(['plans', 'problems', 'routes', 'validation']);

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path);
const isLocaleFile = (path: string): boolean => /\/locales\/(?:ja|en)\//.test(path);

/**
 * Checks the web application's files by path. `elsewhere`: other files that name text keys, such as
 * states of the domain. `pages`: files that users read as they are.
 */
export function checkTexts(
  web: ReadonlyMap<string, string>,
  elsewhere: ReadonlyMap<string, string>,
  pages: ReadonlyMap<string, string> = new Map(),
): TextReport {
  const wordsIn = (language: 'ja' | 'en'): Word[] =>
    [...web]
      .filter(([path]) => path.includes(`/locales/${language}/`))
      .flatMap(([path, text]) => readTexts(path, text));
  const [japanese, english] = [wordsIn('ja'), wordsIn('en')];
  const sources = [...web].filter(([path]) => !isTest(path) && !isLocaleFile(path));
  const uses = [...sources, ...[...elsewhere].filter(([path]) => !isTest(path))].map(
    ([path, text]) => wordUse(path, text),
  );
  const keys = new Set(japanese.map(({ key }) => key));
  return {
    findings: [
      { title: 'texts in one language only', places: differences(japanese, english) },
      {
        title: 'unused texts',
        places: findUnusedTexts(
          japanese.filter(({ namespace }) => !BY_CODE.has(namespace)),
          uses,
        ),
      },
      {
        title: 'texts in the sources',
        places: sources
          .filter(([path]) => !path.includes('/locales/'))
          .flatMap(([path, text]) => fixedTexts(path, text, keys)),
      },
      {
        title: 'forbidden claims and words',
        places: [
          ...[...web, ...elsewhere].filter(([path]) => path.includes('/locales/') && !isTest(path)),
          ...pages,
        ].flatMap(([path, text]) => findForbiddenWords(path, text)),
      },
    ],
    words: japanese.length,
    sources: sources.length,
  };
}
