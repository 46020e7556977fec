import { describe, expect, it } from 'vitest';
import { aFile } from './testing.ts';

const read = (text: string) => aFile('apps/web/src/a.tsx', text);

describe('readFacts', () => {
  it('finds comments, but not what looks like one in a string, template, pattern or JSX text', () => {
    const { comments, code } = read(
      'const a = "// no"; // yes\nconst b = `/* no */ ${c /* inner */}`;\nconst d = /\\/\\/no/;\nconst e = <p>// no</p>;\n/* two\nlines */\n',
    );
    expect(comments).toEqual([
      { line: 1, text: '// yes' },
      { line: 2, text: '/* inner */' },
      { line: 5, text: '/* two\nlines */' },
    ]);
    expect(code.split('\n').map((line) => line.trimEnd())).toEqual([
      'const a = "// no";',
      'const b = `/* no */ ${c            }`;',
      'const d = /\\/\\/no/;',
      'const e = <p>// no</p>;',
      '',
      '',
      '',
    ]);
  });

  it('reads titles with the describe blocks around them', () => {
    const { titles, units } = read(
      "describe('Outer', () => {\n  describe('Inner', () => {\n    it('works', run);\n  });\n  it.each([['row']])('takes %s', run);\n  it.skip(`says ${x} twice`, run);\n});\ntest('stands alone', run);\n",
    );
    expect(titles).toEqual([
      { line: 3, text: 'works', units: ['Outer', 'Inner'] },
      { line: 5, text: 'takes %s', units: ['Outer'] },
      { line: 6, text: 'says … twice', units: ['Outer'] },
      { line: 8, text: 'stands alone', units: [] },
    ]);
    expect(units.map(({ text }) => text)).toEqual(['Outer', 'Inner']);
  });

  it('reads the describe blocks of Playwright and no other calls of its tests', () => {
    const { titles, units } = read(
      "test.describe('Screen', () => {\n  test.skip(`opens`, run);\n  test('closes', async () => take(test.info().outputPath('a.png')));\n});\n",
    );
    expect(titles.map(({ text, units: around }) => [text, ...around])).toEqual([
      ['opens', 'Screen'],
      ['closes', 'Screen'],
    ]);
    expect(units.map(({ text }) => text)).toEqual(['Screen']);
  });

  it('takes no method named test for a test', () => {
    expect(read("pattern.test('a line');\n").titles).toEqual([]);
  });

  it('reads the messages of log calls and of no other calls', () => {
    const { logs } = read(
      "log.warn({ err }, 'write failed');\nthis.requestLog.info('request done');\napp.log.error('no route');\ndialog.error('not a log');\nlog.child('not a level');\n",
    );
    expect(logs.map(({ text }) => text)).toEqual(['write failed', 'request done', 'no route']);
  });

  it('reads imports of every form', () => {
    const { imports } = read(
      "import a, { b as c, type D } from './a.ts';\nimport * as e from './e.ts';\nexport { f } from './f.ts';\nexport * from './g.ts';\nconst h = import('./h.ts');\nconst i = new URL('./i.ts', import.meta.url);\ntype J = import('./j.ts').J;\n",
    );
    expect(imports).toEqual([
      { specifier: './a.ts', names: ['default', 'b', 'D'], kind: 'import' },
      { specifier: './e.ts', names: 'all', kind: 'import' },
      { specifier: './f.ts', names: ['f'], kind: 're-export' },
      { specifier: './g.ts', names: 'all', kind: 're-export' },
      { specifier: './h.ts', names: 'all', kind: 'separate' },
      { specifier: './i.ts', names: 'all', kind: 'separate' },
      { specifier: './j.ts', names: 'all', kind: 'import' },
    ]);
  });

  it('reads exports of every form', () => {
    const { exports } = read(
      "export const a = 1, { b, c: d } = e;\nexport function f() {}\nexport class G {}\nexport type H = 1;\nexport interface I {}\nexport { j, k as l };\nexport { m } from './m.ts';\nexport default a;\n",
    );
    expect(exports.map(({ name, line }) => `${line} ${name}`)).toEqual([
      '1 a',
      '1 b',
      '1 d',
      '2 f',
      '3 G',
      '4 H',
      '5 I',
      '6 j',
      '6 l',
      '7 m',
      '8 default',
    ]);
  });
});
