import { describe, expect, it } from 'vitest';
import { aFile, getMissed, getPlaces } from '../testing.ts';
import { getDialectFigures, getTitleFigures } from './english-figures.ts';

describe('getDialectFigures', () => {
  const measure = (text: string) => getDialectFigures([aFile('apps/server/src/a.test.ts', text)]);

  it.each([
    ['comments', '// Whoever asks.\nwork();\n'],
    ['logs', "log.info('told anew');\n"],
    ['test titles', "it('a file is looked at', run);\n"],
    ['test titles', "describe('what is seen', run);\n"],
  ])('counts %s apart', (kind, text) => {
    expect(getMissed(measure(text))).toEqual([
      `dialect in 10,000 words of ${kind}`,
      `its eight clearest groups in ${kind}`,
    ]);
  });

  it('rates the phrases in ten thousand words', () => {
    const figures = measure(`// Nobody. ${'word '.repeat(399)}\nwork();\n`);
    expect(figures[0]?.value).toBe(25);
    expect(getMissed(figures)).toEqual([]);
  });

  it('finds a phrase across the lines of a comment', () => {
    const figures = measure('/**\n * A list of its\n * own.\n */\nwork();\n');
    expect(getPlaces(figures, 'dialect in 10,000 words of comments')).toEqual([
      'apps/server/src/a.test.ts:1 "of its own"',
    ]);
  });

  it('accepts plain sentences and the same words in code', () => {
    const text =
      "// Failed writes are retried on the next heartbeat.\nlog.warn({ err }, 'write failed; will retry');\nwork('whoever');\nit('returns null for an empty list', run);\n";
    expect(getMissed(measure(text))).toEqual([]);
  });
});

describe('getTitleFigures', () => {
  it('asks 995 of 1,000 titles for a whole sentence', () => {
    const measure = (lacking: number) =>
      getTitleFigures([
        aFile(
          'apps/server/src/a.test.ts',
          "it('a list keeps its order', run);\n".repeat(200 - lacking) +
            "it('is refused', run);\n".repeat(lacking),
        ),
      ]);
    expect(getMissed(measure(1))).toEqual([]);
    expect(getMissed(measure(2))).toEqual(['test titles that are whole sentences, %']);
    expect(getPlaces(measure(2), 'test titles that are whole sentences, %')[0]).toBe(
      'apps/server/src/a.test.ts:199 "is refused"',
    );
  });
});
