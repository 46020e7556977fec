import { rateClearestDialect, rateDialect, type PlacedPassage } from '../dialect.ts';
import type { Passage, SourceFacts } from '../source-facts.ts';
import { isSentence } from '../test-titles.ts';
import { atLeast, atMost, type Figure } from './figure.ts';

const MAX_DIALECT = 30;

export function getDialectFigures(files: readonly SourceFacts[]): Figure[] {
  const collect = (pick: (file: SourceFacts) => readonly Passage[]): PlacedPassage[] =>
    files.flatMap((file) => pick(file).map((passage) => ({ ...passage, path: file.path })));
  const texts = {
    comments: collect(({ comments }) => comments),
    logs: collect(({ logs }) => logs),
    'test titles': collect(({ titles, units }) => [...units, ...titles]),
  };
  return Object.entries(texts).flatMap(([kind, passages]) => {
    const all = rateDialect(passages);
    const clearest = rateClearestDialect(passages);
    return [
      atMost(`dialect in 10,000 words of ${kind}`, all.perTenThousand, MAX_DIALECT, all.places),
      atMost(
        `its eight clearest groups in ${kind}`,
        clearest.perTenThousand,
        MAX_DIALECT,
        clearest.places,
      ),
    ];
  });
}

export function getTitleFigures(files: readonly SourceFacts[]): Figure[] {
  const titles = files.flatMap((file) =>
    file.titles.map((title) => ({ ...title, path: file.path })),
  );
  const lacking = titles.filter((title) => !isSentence(title));
  const share = titles.length === 0 ? 100 : 100 * (1 - lacking.length / titles.length);
  return [
    atLeast(
      'test titles that are whole sentences, %',
      share,
      99.5,
      lacking.map(({ path, line, text }) => `${path}:${line} "${text}"`),
    ),
  ];
}
