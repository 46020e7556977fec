import { findDuplicateRuns, MIN_RUN_LINES } from '../duplicate-runs.ts';
import type { FunctionLength } from '../function-lengths.ts';
import { findSingleImporter, type ImportGraph } from '../import-graph.ts';
import type { SourceFacts } from '../source-facts.ts';
import { atMost, none, type Figure } from './figure.ts';

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 130;
const MAX_OWN_LINES = 60;
const MAX_COMPONENT_LINES = 80;
const SMALL_FILE_LINES = 25;
const MAX_LINE_LENGTH = 100;

/** Locales contain texts, so their length says nothing about code. */
export const isLocale = ({ path }: Pick<SourceFacts, 'path'>): boolean => /\/locales\//.test(path);

export function getFileFigures(files: readonly SourceFacts[], graph: ImportGraph): Figure[] {
  const sources = files.filter((file) => !file.isTest && !isLocale(file));
  const lengths = sources.map((file) => file.lines).sort((a, b) => a - b);
  const small = sources.filter((file) => file.lines <= SMALL_FILE_LINES);
  return [
    atMost('source file: median lines', getPercentile(lengths, 0.5), 90),
    atMost('source file: 90th percentile of lines', getPercentile(lengths, 0.9), 220),
    atMost(
      'source file: longest',
      lengths.at(-1) ?? 0,
      MAX_FILE_LINES,
      sources
        .filter((file) => file.lines > MAX_FILE_LINES)
        .toSorted((a, b) => b.lines - a.lines)
        .map((file) => `${file.path} (${file.lines})`),
    ),
    atMost(
      `files of ≤ ${SMALL_FILE_LINES} lines, %`,
      sources.length === 0 ? 0 : (100 * small.length) / sources.length,
      8,
      small.map((file) => `${file.path} (${file.lines})`),
    ),
    none(
      `files of ≤ ${SMALL_FILE_LINES} lines with a single importer`,
      small.flatMap(({ path }) => {
        const importer = findSingleImporter(graph, path);
        return importer === null ? [] : [`${path} (only in ${importer})`];
      }),
    ),
  ];
}

const getPercentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export function getFunctionFigures(files: readonly SourceFacts[]): Figure[] {
  const functions = files.filter((file) => !file.isTest).flatMap((file) => file.functions);
  const findLonger = (
    candidates: readonly FunctionLength[],
    field: 'lines' | 'ownLines',
    limit: number,
  ): string[] =>
    candidates
      .filter((found) => found[field] > limit)
      .toSorted((a, b) => b[field] - a[field])
      .map((found) => `${found.place} ${found.name} (${found[field]})`);
  return [
    none(
      `functions of more than ${MAX_FUNCTION_LINES} lines`,
      findLonger(functions, 'lines', MAX_FUNCTION_LINES),
    ),
    none(
      `functions of more than ${MAX_OWN_LINES} own lines`,
      findLonger(
        functions.filter(({ isComponent }) => !isComponent),
        'ownLines',
        MAX_OWN_LINES,
      ),
    ),
    none(
      `React components of more than ${MAX_COMPONENT_LINES} own lines`,
      findLonger(
        functions.filter(({ isComponent }) => isComponent),
        'ownLines',
        MAX_COMPONENT_LINES,
      ),
    ),
  ];
}

/**
 * The formatter does not break strings, templates, JSX text and patterns, so a line counts without
 * them. URLs in comments and rows of test tables are exempt.
 */
export function getLineFigures(files: readonly SourceFacts[]): Figure[] {
  const long = files.flatMap((file) =>
    file.textWithoutLiterals
      .split('\n')
      .map((text, index) => ({ text, line: index + 1 }))
      .filter(
        ({ text, line }) =>
          text.length > MAX_LINE_LENGTH &&
          !file.tableLines.has(line) &&
          !/https?:\/\/\S+/.test(text),
      )
      .map(({ text, line }) => `${file.path}:${line} (${text.length})`),
  );
  return [none(`lines of more than ${MAX_LINE_LENGTH} characters`, long)];
}

export function getDuplicateFigures(files: readonly SourceFacts[]): Figure[] {
  const sources = files.filter((file) => !file.isTest && !isLocale(file));
  return [none(`duplicated runs of ≥ ${MIN_RUN_LINES} lines`, findDuplicateRuns(sources))];
}
