import { describe, expect, it } from 'vitest';
import { codeWithoutComments } from './code-text.ts';
import {
  dependencyFigures,
  documentFigures,
  featureFigures,
  lengthFigures,
  placeFigures,
  testFigures,
  typeFigures,
  type Figure,
} from './figures.ts';
import type { SourceFile } from './source-tree.ts';

const aFile = (path: string, text: string): SourceFile => ({
  path,
  text,
  lines: text.split('\n').length - 1,
  isTest: path.endsWith('.test.ts'),
});
const missed = (figures: readonly Figure[]): string[] =>
  figures.filter((figure) => !figure.met).map((figure) => figure.name);

describe('shape figures', () => {
  it('notices a file over 400 lines', () => {
    expect(missed(lengthFigures([aFile('apps/server/src/a.ts', 'x\n'.repeat(401))]))).toContain(
      'files over 400 lines',
    );
    expect(missed(lengthFigures([aFile('apps/server/src/a.ts', 'x\n'.repeat(79))]))).toEqual([]);
  });

  it('notices any, but not the word in a comment or a sentence', () => {
    expect(missed(typeFigures([aFile('packages/a/src/a.ts', 'const a: any = 1;\n')]))).toContain(
      'uses of any',
    );
    expect(
      missed(
        typeFigures([
          aFile('packages/a/src/a.ts', '// takes any: value\nconst a = "any, word";\n'),
        ]),
      ),
    ).toEqual([]);
  });

  it('counts casts and suppressions', () => {
    const text =
      'const a = b as Thing;\nconst c = d as Other;\nconst e = f as const;\nconst g = h as Third;\n';
    expect(missed(typeFigures([aFile('packages/a/src/a.ts', text)]))).toEqual([
      'casts per 1,000 lines',
    ]);
    expect(
      missed(typeFigures([aFile('packages/a/src/a.ts', '// @ts-expect-error\nconst a = 1;\n')])),
    ).toEqual(['suppressions per 1,000 lines']);
  });

  it('finds Japanese outside text folders and a second reader of the environment', () => {
    expect(missed(placeFigures([aFile('apps/web/src/ui/a.ts', 'const a = "部屋";\n')]))).toEqual([
      'Japanese outside text/',
    ]);
    expect(
      missed(
        placeFigures([
          aFile('apps/web/src/text/ja/a.ts', 'const a = "部屋";\n'),
          aFile('apps/web/src/ui/b.ts', '// 部屋\n'),
        ]),
      ),
    ).toEqual([]);
    const reader = 'const port = process.env["PORT"];\n';
    expect(missed(placeFigures([aFile('apps/server/src/a.ts', reader)]))).toEqual([]);
    expect(
      missed(
        placeFigures([
          aFile('apps/server/src/a.ts', reader),
          aFile('apps/server/src/b.ts', reader),
        ]),
      ),
    ).toEqual(['files reading process.env in an app']);
  });

  it('asks packages for as many test lines as source lines', () => {
    expect(
      missed(
        testFigures([
          aFile('packages/a/src/a.ts', 'x\nx\n'),
          aFile('packages/a/src/a.test.ts', 'x\n'),
        ]),
      ),
    ).toEqual(['test ÷ source lines, packages']);
  });

  it('names the part that a server feature lacks', () => {
    const files = [
      aFile('apps/server/src/features/rooms/room-routes.ts', 'x\n'),
      aFile('apps/server/src/features/rooms/room-routes.test.ts', 'x\n'),
    ];
    expect(featureFigures(files, {})[0]?.places).toEqual(['rooms: no store']);
    expect(missed(featureFigures(files, { rooms: ['store'] }))).toEqual([]);
  });

  it('limits foreign dependencies and the length of documents', () => {
    expect(
      missed(dependencyFigures([{ name: '@yamori/signal', dependencies: ['left-pad'] }])),
    ).toHaveLength(1);
    expect(missed(dependencyFigures([{ name: '@yamori/domain', dependencies: ['zod'] }]))).toEqual(
      [],
    );
    expect(
      missed(
        documentFigures([
          { path: 'README.md', lines: 81 },
          { path: 'docs/decisions/001-a.md', lines: 61 },
        ]),
      ),
    ).toHaveLength(2);
  });
});

describe('codeWithoutComments', () => {
  it('keeps line numbers and strings', () => {
    expect(codeWithoutComments('a /* x\ny */ b // c\n"// d"')).toBe('a     \n     b     \n"// d"');
  });
});
