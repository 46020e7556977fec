import { findCycles, findUnusedExports, type ImportGraph } from '../import-graph.ts';
import type { SourceFacts } from '../source-facts.ts';
import { none, atMost, type Figure } from './figure.ts';
import { isLocale } from './size-figures.ts';

export function getModuleFigures(graph: ImportGraph): Figure[] {
  return [
    none(
      'import cycles, types included',
      findCycles(graph).map((cycle) => cycle.join(' ↔ ')),
    ),
    none('unused exports', findUnusedExports(graph)),
  ];
}

export function getTypeFigures(files: readonly SourceFacts[]): Figure[] {
  const sources = files.filter((file) => !file.isTest);
  const thousands = Math.max(1, sources.reduce((sum, file) => sum + file.lines, 0) / 1000);
  const toPlaces = (field: 'anyLines' | 'castLines'): string[] =>
    sources.flatMap((file) => file[field].map((line) => `${file.path}:${line}`));
  const casts = toPlaces('castLines');
  const suppressions = sources.flatMap((file) =>
    file.comments
      .filter(({ text }) => SUPPRESSION.test(text))
      .map(({ line, text }) => ({ place: `${file.path}:${line}`, text })),
  );
  return [
    none('uses of any', toPlaces('anyLines')),
    atMost('casts in 1,000 lines', casts.length / thousands, 2, casts),
    atMost(
      'suppressions in 1,000 lines',
      suppressions.length / thousands,
      0.3,
      suppressions.map(({ place }) => place),
    ),
    none(
      'suppressions without a reason',
      suppressions.filter(({ text }) => !hasReason(text)).map(({ place }) => place),
    ),
  ];
}

const SUPPRESSION = /(?:ox|es)lint-disable|@ts-(?:ignore|expect-error)/;

/** `oxlint-disable-next-line rule -- reason`, `@ts-expect-error reason`. */
const hasReason = (comment: string): boolean =>
  /lint-disable/.test(comment)
    ? /\s--\s+\S/.test(comment)
    : /@ts-(?:ignore|expect-error)[\s:-]+\w/.test(comment);

/** A product noun as a separate word or within a camel-case name. */
const PRODUCT_NOUN =
  /(?<![A-Za-z])(?:room|device|alarm|night|bill|agency|agencie)s?(?![a-z])|(?<=[a-z])(?:Room|Device|Alarm|Night|Bill|Agency|Agencie)s?(?![a-z])/;

const APPS = ['server', 'simulator', 'command', 'web'];

export function getPlaceFigures(files: readonly SourceFacts[]): Figure[] {
  const japanese = files
    .filter((file) => !mayContainJapanese(file))
    .flatMap((file) => findLines(file, /[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]/));
  const extraReaders = APPS.flatMap((app) =>
    files
      .filter((file) => !file.isTest && file.path.startsWith(`apps/${app}/src/`))
      .filter((file) => /\bprocess\.env\b/.test(file.code))
      .map((file) => file.path)
      .slice(1),
  );
  const throwsLists = files
    .filter((file) => !file.isTest && file.path.startsWith('apps/'))
    .flatMap((file) =>
      file.comments.flatMap(({ line, text }) =>
        [...text.matchAll(/@throws\b/g)].map(() => `${file.path}:${line}`),
      ),
    );
  const kitNouns = files
    .filter((file) => !file.isTest && file.path.startsWith('apps/web/src/kit/'))
    // `night` is the name of a theme.
    .filter((file) => !file.path.startsWith('apps/web/src/kit/theme/'))
    .flatMap((file) => findLines(file, PRODUCT_NOUN));
  return [
    none('kit lines with a product noun', kitNouns),
    none('further files per app that read process.env', extraReaders),
    none('lines with Japanese outside locales/', japanese),
    none('@throws outside packages', throwsLists),
  ];
}

/** The simulator's scenarios contain the residents' speech. */
const mayContainJapanese = (file: SourceFacts): boolean =>
  file.isTest || isLocale(file) || file.path.startsWith('apps/simulator/src/scenarios/');

const findLines = (file: SourceFacts, pattern: RegExp): string[] =>
  file.code
    .split('\n')
    .map((text, index) => ({ text, place: `${file.path}:${index + 1}` }))
    .filter(({ text }) => pattern.test(text))
    .map(({ place }) => place);
