import { describe, expect, it } from 'vitest';
import { buildImportGraph } from '../import-graph.ts';
import { aFile, getMissed } from '../testing.ts';
import { getModuleFigures, getPlaceFigures, getTypeFigures } from './code-figures.ts';

describe('getModuleFigures', () => {
  const measure = (a: string, b: string) => {
    const files = [aFile('apps/web/src/a.ts', a), aFile('apps/web/src/b.ts', b)];
    return getMissed(getModuleFigures(buildImportGraph(files, new Map())));
  };

  it('counts cycles and unused exports', () => {
    expect(measure("import './b.ts';\n", "import './a.ts';\n")).toEqual([
      'import cycles, types included',
    ]);
    expect(measure('export const a = 1;\n', '')).toEqual(['unused exports']);
    expect(measure('export const a = 1;\n', "import { a } from './a.ts';\n")).toEqual([]);
  });
});

describe('getTypeFigures', () => {
  const measure = (text: string) => getMissed(getTypeFigures([aFile('packages/a/src/a.ts', text)]));

  it('counts any as a type, but not as a word', () => {
    expect(measure('const a: Map<string, any> = b;\n')).toEqual(['uses of any']);
    expect(measure("// takes any: value\nconst a = 'any, word';\n")).toEqual([]);
  });

  it('limits casts, except as const', () => {
    const casts = 'const a = b as C;\nconst d = <E>f;\nconst g = h as I;\n';
    expect(measure(casts)).toEqual(['casts in 1,000 lines']);
    expect(measure('const a = b as const;\n'.repeat(3))).toEqual([]);
  });

  it('limits suppressions and asks each for its reason', () => {
    const lines = '\n'.repeat(9_999);
    expect(measure('// @ts-expect-error the type lacks it\nwork();\n')).toEqual([
      'suppressions in 1,000 lines',
    ]);
    expect(measure(`// @ts-expect-error the type lacks it${lines}`)).toEqual([]);
    expect(measure(`// oxlint-disable-next-line rule -- a loop is faster${lines}`)).toEqual([]);
    expect(measure(`// oxlint-disable-next-line rule${lines}`)).toEqual([
      'suppressions without a reason',
    ]);
    expect(measure(`// @ts-ignore${lines}`)).toEqual(['suppressions without a reason']);
  });
});

describe('getPlaceFigures', () => {
  const measure = (...files: [path: string, text: string][]) =>
    getMissed(getPlaceFigures(files.map(([path, text]) => aFile(path, text))));

  it('finds Japanese outside locale folders, tests and scenarios', () => {
    const text = "const a = '部屋';\n";
    expect(measure(['apps/web/src/ui/a.ts', text])).toEqual([
      'lines with Japanese outside locales/',
    ]);
    expect(
      measure(
        ['apps/web/src/locales/ja/a.ts', text],
        ['apps/web/src/a.test.ts', text],
        ['apps/simulator/src/scenarios/a.ts', text],
        ['apps/web/src/ui/b.ts', '// 部屋\n'],
      ),
    ).toEqual([]);
  });

  it('finds nouns of the product in the kit, alone and in names', () => {
    const find = (text: string) => measure(['apps/web/src/kit/menu/menu.tsx', text]);
    const found = ['kit lines with a product noun'];
    for (const text of ["const icon = 'room';", 'const deviceName = 1;', 'openAlarms();'])
      expect([text, find(text)]).toEqual([text, found]);
    for (const text of ['const ability = 1;', 'mushroom();', '// Below the alarm banner.'])
      expect([text, find(text)]).toEqual([text, []]);
    const room = 'const room = 1;';
    expect(measure(['apps/web/src/shared/a.ts', room])).toEqual([]);
    expect(measure(['apps/web/src/kit/theme/a.ts', "const theme = 'night';"])).toEqual([]);
  });

  it('allows one reader of the environment in each app', () => {
    const reader = "const port = process.env['PORT'];\n";
    expect(measure(['apps/server/src/a.ts', reader], ['apps/web/src/a.ts', reader])).toEqual([]);
    expect(measure(['apps/server/src/a.ts', reader], ['apps/server/src/b.ts', reader])).toEqual([
      'further files per app that read process.env',
    ]);
  });

  it('finds @throws in apps, but not in packages', () => {
    const text = '/** @throws ProblemError `notFound` */\nwork();\n';
    expect(measure(['apps/server/src/a.ts', text])).toEqual(['@throws outside packages']);
    expect(measure(['packages/domain/src/a.ts', text])).toEqual([]);
  });
});
