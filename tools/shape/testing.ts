import { isMet, type Figure } from './figures/figure.ts';
import { readFacts, type SourceFacts } from './source-facts.ts';
import { toSourceFile } from './source-tree.ts';

export const aFile = (path: string, text: string): SourceFacts =>
  readFacts(toSourceFile(path, text));

/** The names of the figures that miss their limit. */
export const getMissed = (figures: readonly Figure[]): string[] =>
  figures.filter((figure) => !isMet(figure)).map(({ name }) => name);
export const getPlaces = (figures: readonly Figure[], name: string): readonly string[] =>
  figures.find((figure) => figure.name === name)?.places ?? [];

export const repeatLine = (line: string, count: number): string => `${line}\n`.repeat(count);
