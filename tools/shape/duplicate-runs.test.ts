import { describe, expect, it } from 'vitest';
import { findDuplicateRuns } from './duplicate-runs.ts';
import { aFile } from './testing.ts';

const statements = (count: number, name = 'step'): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}();\n`).join('');

describe('findDuplicateRuns', () => {
  it('reports a run of 12 equal lines, ignoring indentation and comments', () => {
    const indented = `function a() {\n${statements(12).replace(/^/gm, '  // why\n  ')}}\n`;
    expect(
      findDuplicateRuns([
        aFile('apps/server/src/a.ts', `first();\n${statements(12)}`),
        aFile('apps/server/src/b.ts', indented.replace(/  \/\/ why\n  }/, '}')),
      ]),
    ).toEqual(['apps/server/src/b.ts:3 repeats apps/server/src/a.ts:2 (12 lines)']);
  });

  it('ignores 11 lines and equal imports', () => {
    const imports = Array.from(
      { length: 12 },
      (_, at) => `import { a${at} } from './a.ts';\n`,
    ).join('');
    expect(
      findDuplicateRuns([
        aFile('apps/server/src/a.ts', `${imports}${statements(11)}one();\n`),
        aFile('apps/server/src/b.ts', `${imports}${statements(11)}two();\n`),
      ]),
    ).toEqual([]);
  });

  it('reports a longer run once', () => {
    const runs = findDuplicateRuns([
      aFile('apps/server/src/a.ts', statements(30)),
      aFile('apps/server/src/b.ts', statements(30)),
    ]);
    expect(runs).toEqual(['apps/server/src/b.ts:1 repeats apps/server/src/a.ts:1 (30 lines)']);
  });

  it('does not match a repeated line with an overlapping copy of itself', () => {
    expect(findDuplicateRuns([aFile('apps/server/src/a.ts', 'same();\n'.repeat(13))])).toEqual([]);
    expect(findDuplicateRuns([aFile('apps/server/src/a.ts', 'same();\n'.repeat(24))])).toHaveLength(
      1,
    );
  });
});
