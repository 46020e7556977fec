import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTexts } from './check-texts.ts';
import { fixedTexts, isSpeech } from './fixed-texts.ts';
import { findForbiddenWords } from './forbidden-words.ts';
import { readTexts } from './word-tree.ts';
import { findUnusedTexts, wordUse } from './word-use.ts';

const JA = `/** 案内。 */
export const home = {
  title: '一覧',
  count: '{{count}} 件',
  'states': { asleep: '眠っています', awake: '起きています' },
} as const;
`;
const EN = JA.replace('一覧', 'Rooms')
  .replace('{{count}} 件', '{{count}} rooms')
  .replace('眠っています', 'Asleep')
  .replace('起きています', 'Awake');
const SCREEN =
  "const { t } = useTranslation('home'); const a = t('title') + t('count', { count: 3 }) + t(`states.${kind}`);";

/** The findings for a small product with these changes. */
function found(changes: Readonly<Record<string, string>>): readonly string[] {
  const web = new Map(
    Object.entries({
      'apps/web/src/locales/ja/home.ts': JA,
      'apps/web/src/locales/en/home.ts': EN,
      'apps/web/src/locales/ja/words.ts':
        "import { home } from './home.ts'; export const words = { home } as const;",
      'apps/web/src/screen.tsx': SCREEN,
      ...changes,
    }),
  );
  return checkTexts(web, new Map()).findings.flatMap(({ places }) => places);
}

describe('the texts of a product', () => {
  it('the texts have places, for any names and levels', () => {
    expect(readTexts('ja/home.ts', JA)).toEqual([
      { namespace: 'home', key: 'title', text: '一覧', place: 'ja/home.ts:3' },
      { namespace: 'home', key: 'count', text: '{{count}} 件', place: 'ja/home.ts:4' },
      { namespace: 'home', key: 'states.asleep', text: '眠っています', place: 'ja/home.ts:5' },
      { namespace: 'home', key: 'states.awake', text: '起きています', place: 'ja/home.ts:5' },
    ]);
  });

  it('texts cause no finding if both languages are complete and used', () =>
    expect(found({})).toEqual([]));

  it.each([
    [
      'a text without English',
      { 'apps/web/src/locales/en/home.ts': EN.replace("  title: 'Rooms',\n", '') },
      'apps/web/src/locales/ja/home.ts:3 home.title is missing in English',
    ],
    [
      'a text without Japanese',
      { 'apps/web/src/locales/ja/home.ts': JA.replace("asleep: '眠っています', ", '') },
      'apps/web/src/locales/en/home.ts:5 home.states.asleep is missing in Japanese',
    ],
    [
      'different arguments',
      { 'apps/web/src/locales/en/home.ts': EN.replace('{{count}}', '{{number}}') },
      'apps/web/src/locales/ja/home.ts:4 home.count takes other arguments in English',
    ],
    [
      'an unused text',
      { 'apps/web/src/screen.tsx': SCREEN.replace("t('title')", "''") },
      'apps/web/src/locales/ja/home.ts:3 home.title is used nowhere',
    ],
    [
      'a text used only by a test',
      {
        'apps/web/src/screen.tsx': SCREEN.replace("t('title')", "''"),
        'apps/web/src/screen.test.tsx': "t('title')",
      },
      'apps/web/src/locales/ja/home.ts:3 home.title is used nowhere',
    ],
    [
      'a text used only by another namespace',
      {
        'apps/web/src/screen.tsx': SCREEN.replace("t('title')", "''"),
        'apps/web/src/locales/ja/raw.ts': "export const raw = { title: '波形' } as const;",
        'apps/web/src/locales/en/raw.ts': "export const raw = { title: 'Traces' } as const;",
        'apps/web/src/raw.tsx': "useTranslation('raw'); t('title')",
      },
      'apps/web/src/locales/ja/home.ts:3 home.title is used nowhere',
    ],
    [
      'a sentence in the sources',
      { 'apps/web/src/other.tsx': 'export const A = () => <p>No rooms here</p>;' },
      'apps/web/src/other.tsx:1 “No rooms here”',
    ],
    [
      'a forbidden claim',
      { 'apps/web/src/locales/ja/home.ts': JA.replace('一覧', '転倒を検知します') },
      'apps/web/src/locales/ja/home.ts:3 “検知します”: a promise to detect cannot be kept: sensors miss events',
    ],
  ])('the check reports %s', (_, changes, place) => expect(found(changes)).toContain(place));

  it.each([
    ['from a file without a namespace', "export const KEYS = ['title'] as const;"],
    ['as the name of a field', "useTranslation('home'); const KEYS = { title: 1 };"],
    ['with its namespace before it', "i18n.t('home:title');"],
    ['by a pattern', 'useTranslation("home"); t(`tit${rest}`);'],
  ])('a text counts as used %s', (_, text) => {
    const words = readTexts('ja/home.ts', "export const home = { title: 'x' } as const;");
    expect(findUnusedTexts(words, [wordUse('a.tsx', text)])).toEqual([]);
    expect(findUnusedTexts(words, [wordUse('a.tsx', text.replaceAll('tit', 'lit'))])).toHaveLength(
      1,
    );
  });

  it('a plural text is looked up without its suffix', () => {
    expect(
      findUnusedTexts(
        readTexts('en/home.ts', "export const home = { room_one: 'x', room_other: 'y' } as const;"),
        [wordUse('a.tsx', "t('room')")],
      ),
    ).toEqual([]);
  });

  it('a group that is looked up as a whole counts as used, but no other group', () => {
    const words = readTexts(
      'ja/home.ts',
      "export const home = { kinds: { of: { a: 'x', b: 'y' } }, states: { c: 'z' } } as const;",
    );
    expect(
      findUnusedTexts(words, [wordUse('a.tsx', "t('kinds.of', { returnObjects: true })")]).map(
        (one) => one.split(' ')[1],
      ),
    ).toEqual(['home.states.c']);
    expect(findUnusedTexts(words, [wordUse('a.tsx', "t('kinds.of')")])).toHaveLength(3);
  });

  it('a pattern without any fixed part uses no text', () => {
    expect(
      findUnusedTexts(readTexts('ja/home.ts', "export const home = { title: 'x' } as const;"), [
        wordUse('a.tsx', 't(`${a}`); t(`${a}.${b}`)'),
      ]),
    ).toHaveLength(1);
  });
});

describe('the list of forbidden words', () => {
  const claims = (words: string): number => findForbiddenWords('a.ts', `  a: '${words}',`).length;

  it.each([
    '呼吸の異常を診断します',
    '睡眠の治療に役立ちます',
    '転倒を予防します',
    '事故を防止します',
    '体調の変化を予測します',
    '離床を検知します',
    '異常を見逃しません',
    '安全を保証します',
    '睡眠時無呼吸症候群の疑い',
    '睡眠を改善します',
    '医療機器です',
    '通報する',
    '誤報',
    '読込中',
    '小さなカード',
    '職員の報告',
    'すべての呼び出しを載せています',
    '新しい呼び出しは鳴ります',
    '緊急として全員に知らせます',
    'Diagnostic filter',
    'Prevents falls',
    'Detects apnoea',
  ])('the check rejects “%s”', (words) => expect(claims(words)).toBe(1));

  it.each([
    '診断には使えません。',
    '診断はしません',
    'It does not diagnose.',
    '305号室から新しい呼び出しがあります。',
    '新しい呼び出しやアラートは鳴ります',
    'Figures are no diagnosis.',
    '医療機器ではありません',
    '離床は検出されていません。',
    '異常なし（誤検知）',
    '呼吸の停止',
  ])('the check allows “%s”', (words) => expect(claims(words)).toBe(0));

  it('the check ignores comments', () =>
    expect(findForbiddenWords('a.ts', ' * A diagnosis is made elsewhere.')).toEqual([]));
});

describe('texts in the sources', () => {
  it.each([
    '<p>Nothing here</p>',
    '<p>Save</p>',
    '<p>眠っています</p>',
    "<p>{'Nothing here'}</p>",
    '<p>{`Nothing in ${room}`}</p>',
    "<p>{busy ? 'Saving' : null}</p>",
    '<img alt="A gecko" />',
    '<button aria-label="Close" />',
    '<input placeholder="Your name" />',
    "<TextField label={'Name'} />",
    "<TextField label={wrong ? 'Wrong name' : t('name')} />",
    "notifications.show({ message: 'Saved' })",
    "dialogs.confirm({ title: 'Delete?', message })",
    "const words = '眠っています';",
    'const words = `${count} 件`;',
    '<p>Don’t</p>',
  ])('the check finds %s', (code) =>
    expect(
      fixedTexts('a.tsx', `const x = ${code.startsWith('const') ? '0; ' : ''}${code};`),
    ).toHaveLength(1),
  );

  it.each([
    "<p>{t('nothing')}</p>",
    '<p className="big red">{words}</p>',
    '<img alt="" />',
    '<kbd>Ctrl K</kbd>',
    '<kbd>Enter</kbd>',
    '<p>12 %</p>',
    '<p>ECG</p>',
    '<p>·</p>',
    "<p>{'/'}</p>",
    "const code = 'document-not-found';",
    "throw new Error('Provider is missing')",
    "<Field name='first name' />",
    '<input placeholder="#46c9ae" />',
    '<input placeholder="00:00" />',
    "const PAGES = { 'label': lazy(() => import('./label page.tsx')) };",
    "<Icon icon='alert' label={name} />",
    "new ProblemError('room-not-found', { message: 'room-not-found' })",
    "<p>{'railNarrow'}</p>",
    "<p>{format(date, 'long form')}</p>",
    '// 日本語のコメント',
    '<p>{/* A note for us */}</p>',
  ])('the check ignores %s', (code) =>
    expect(fixedTexts('a.tsx', code.startsWith('<') ? `const x = ${code};` : code)).toEqual([]),
  );

  it('the check ignores keys of texts', () => {
    const code = "show({ message: 'update' }); show({ message: 'Update now' });";
    expect(fixedTexts('a.ts', code, new Set(['update']))).toEqual(['a.ts:1 “Update now”']);
  });

  it('the check reports the line of a text', () =>
    expect(fixedTexts('a.tsx', '// 一行目\nconst x = (\n  <p>Nothing here</p>\n);')).toEqual([
      'a.tsx:3 “Nothing here”',
    ]));

  it.each([
    ['Save', true],
    ['save it', true],
    ['ECG', false],
    ['R-R', false],
    ['B-104', false],
    ['kPa', false],
    ['camelCase', false],
    ['kebab-case', false],
    ['保存', true],
    ['', false],
  ])('the check takes %j for speech: %s', (text, speech) => {
    expect(isSpeech(text)).toBe(speech);
  });
});

describe('the program', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'yamori-texts-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function plant(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }

  const run = (): { readonly code: number; readonly said: string } => {
    try {
      return {
        code: 0,
        said: execFileSync(process.execPath, [join(import.meta.dirname, 'main.ts'), root], {
          encoding: 'utf8',
          stdio: 'pipe',
        }),
      };
    } catch (error) {
      return {
        code: 1,
        said: error instanceof Error && 'stdout' in error ? String(error.stdout) : '',
      };
    }
  };

  it('reads the pages that users see before they sign in', () => {
    plant({
      'packages/domain/src/a.ts': 'export {};',
      'apps/server/src/a.ts': 'export {};',
      'apps/web/src/locales/ja/home.ts': JA,
      'apps/web/src/locales/en/home.ts': EN,
      'apps/web/src/screen.tsx': SCREEN,
      'README.ja.md': '転倒を予防します\n',
      'apps/web/index.html': '<p>離床を検知します</p>\n',
    });
    const { code, said } = run();
    expect(code).toBe(1);
    expect(said).toContain('README.ja.md:1 “予防”');
    expect(said).toContain('apps/web/index.html:1 “検知します”');
  });

  it('succeeds without findings and fails with them', () => {
    plant({
      'packages/domain/src/a.ts': 'export {};',
      'apps/server/src/a.ts': 'export {};',
      'apps/web/src/locales/ja/home.ts': JA,
      'apps/web/src/locales/en/home.ts': EN,
      'apps/web/src/screen.tsx': SCREEN,
    });
    expect(run()).toMatchObject({
      code: 0,
      said: expect.stringContaining('texts: 4 words in each of 2 languages, 1 sources'),
    });
    plant({
      'apps/web/src/other.tsx': 'export const A = () => <p>No rooms here</p>;',
      'apps/web/src/locales/en/home.ts': EN.replace("  title: 'Rooms',\n", ''),
    });
    const red = run();
    expect(red.code).toBe(1);
    expect(red.said).toContain('apps/web/src/other.tsx:1 “No rooms here”');
    expect(red.said).toContain('home.title is missing in English');
  });
});
