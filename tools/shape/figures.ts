import { codeWithoutComments } from './code-text.ts';
import { functionLengths, type FunctionLength } from './function-lengths.ts';
import type { SourceFile } from './source-tree.ts';

/** One figure of the house's shape: what it is, what it must be, and whether it is. */
export type Figure = {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  readonly met: boolean;
  readonly places: readonly string[];
};

const atMost = (
  name: string,
  value: number,
  limit: number,
  places: readonly string[] = [],
): Figure => ({
  name,
  value: String(Math.round(value * 100) / 100),
  goal: `≤ ${limit}`,
  met: value <= limit,
  places,
});
const atLeast = (name: string, value: number, limit: number): Figure => ({
  name,
  value: value.toFixed(2),
  goal: `≥ ${limit}`,
  met: value >= limit,
  places: [],
});

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const linesOf = (files: readonly SourceFile[]): number =>
  files.reduce((sum, file) => sum + file.lines, 0);

export function lengthFigures(files: readonly SourceFile[]): Figure[] {
  const source = files.filter((file) => !file.isTest);
  const lengths = source.map((file) => file.lines).sort((a, b) => a - b);
  const tooLong = source
    .filter((file) => file.lines > 400)
    .map((file) => `${file.path} (${file.lines})`);
  return [
    atMost('median lines a file', percentile(lengths, 0.5), 80),
    atMost('90th percentile of lines a file', percentile(lengths, 0.9), 200),
    atMost('files over 400 lines', tooLong.length, 0, tooLong),
  ];
}

/** Functions by their own lines; what they hold counts for itself (docs/decisions/013-long-functions.md). */
export function functionFigures(files: readonly SourceFile[]): Figure[] {
  const functions = files.filter((file) => !file.isTest).flatMap(functionLengths);
  const named = ({ place, name }: FunctionLength, lines: number): string =>
    `${place} ${name} (${lines})`;
  const long = functions.filter(({ ownLines }) => ownLines > 40);
  const holders = functions.filter(({ lines, ownLines }) => lines > 40 && ownLines <= 40);
  const vast = holders.filter(({ lines }) => lines > 130);
  return [
    atMost(
      'functions over 40 lines of their own',
      long.length,
      0,
      long.map((found) => named(found, found.ownLines)),
    ),
    {
      name: 'functions over 40 lines with those they hold',
      value: String(holders.length),
      goal: 'decision 013',
      met: true,
      places: [],
    },
    atMost(
      'functions over 130 lines with those they hold',
      vast.length,
      0,
      vast.map((found) => named(found, found.lines)),
    ),
  ];
}

const countMatches = (
  files: readonly SourceFile[],
  pattern: RegExp,
): { count: number; places: string[] } => {
  const places = files.flatMap((file) =>
    codeWithoutComments(file.text)
      .split('\n')
      .flatMap((line, index) => (line.match(pattern) ?? []).map(() => `${file.path}:${index + 1}`)),
  );
  return { count: places.length, places };
};

export function typeFigures(files: readonly SourceFile[]): Figure[] {
  const source = files.filter((file) => !file.isTest);
  const thousands = Math.max(1, linesOf(source) / 1000);
  const anys = countMatches(source, /(?<![\w$'"`-])any(?![\w$'"`-])(?=\s*[;,)>\]|=[])|:\s*any\b/g);
  const casts = countMatches(
    source,
    /\bas (?!const\b)(?:[A-Z{(]|readonly\b|unknown\b|string\b|number\b|never\b)/g,
  );
  const suppressed = source.flatMap((file) =>
    file.text
      .split('\n')
      .flatMap((line, index) =>
        /(?:ox|es)lint-disable|@ts-(?:ignore|expect-error)/.test(line)
          ? [`${file.path}:${index + 1}`]
          : [],
      ),
  );
  return [
    atMost('uses of any', anys.count, 0, anys.places),
    atMost('casts per 1,000 lines', casts.count / thousands, 2, casts.places),
    atMost('suppressions per 1,000 lines', suppressed.length / thousands, 0.5, suppressed),
  ];
}

const japanese = /[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]/;
const mayHoldJapanese = (file: SourceFile): boolean =>
  file.isTest ||
  /\/text\//.test(file.path) ||
  file.path.startsWith('apps/simulator/src/scenarios/');

export function placeFigures(files: readonly SourceFile[]): Figure[] {
  const spoken = files
    .filter((file) => !mayHoldJapanese(file))
    .flatMap((file) =>
      codeWithoutComments(file.text)
        .split('\n')
        .flatMap((line, index) => (japanese.test(line) ? [`${file.path}:${index + 1}`] : [])),
    );
  const environment = ['server', 'simulator', 'command', 'web'].map((app) =>
    files
      .filter(
        (file) =>
          !file.isTest &&
          file.path.startsWith(`apps/${app}/src/`) &&
          /\bprocess\.env\b/.test(codeWithoutComments(file.text)),
      )
      .map((file) => file.path),
  );
  return [
    atMost('Japanese outside text/', spoken.length, 0, spoken),
    atMost(
      'files reading process.env in an app',
      Math.max(...environment.map((paths) => paths.length)),
      1,
      environment.flat(),
    ),
  ];
}

export function testFigures(files: readonly SourceFile[]): Figure[] {
  const ratio = (prefix: string): number => {
    const below = files.filter((file) => file.path.startsWith(prefix));
    const source = linesOf(below.filter((file) => !file.isTest));
    return source === 0 ? 1 : linesOf(below.filter((file) => file.isTest)) / source;
  };
  return [
    atLeast('test ÷ source lines, packages', ratio('packages/'), 1),
    atLeast('test ÷ source lines, server', ratio('apps/server/'), 0.8),
    atLeast('test ÷ source lines, web', ratio('apps/web/'), 0.3),
  ];
}

/** A server feature has routes, a store and a test; one that has none by its nature says why in decisions/. */
export function featureFigures(
  files: readonly SourceFile[],
  without: Readonly<Record<string, readonly string[]>>,
): Figure[] {
  const features = new Set(
    files.flatMap((file) => /^apps\/server\/src\/features\/([^/]+)\//.exec(file.path)?.[1] ?? []),
  );
  const missing = [...features].flatMap((feature) => {
    const names = files
      .filter((file) => file.path.startsWith(`apps/server/src/features/${feature}/`))
      .map((file) => file.path);
    return ['routes', 'store', 'test']
      .filter(
        (role) =>
          !without[feature]?.includes(role) &&
          !names.some((name) =>
            (role === 'test' ? /\.test\.ts$/ : new RegExp(`${role}[^/]*\\.ts$`)).test(name),
          ),
      )
      .map((role) => `${feature}: no ${role}`);
  });
  return [atMost('server features without routes, store or test', missing.length, 0, missing)];
}

export function dependencyFigures(
  manifests: readonly { readonly name: string; readonly dependencies: readonly string[] }[],
): Figure[] {
  const limits: Readonly<Record<string, number>> = {
    '@yamori/domain': 1,
    '@yamori/frames': 0,
    '@yamori/formats': 0,
    '@yamori/signal': 0,
    '@yamori/server': 24,
    '@yamori/web': 30,
  };
  return manifests.flatMap((manifest) => {
    const limit = limits[manifest.name];
    const foreign = manifest.dependencies.filter((name) => !name.startsWith('@yamori/'));
    return limit === undefined
      ? []
      : [atMost(`runtime dependencies of ${manifest.name}`, foreign.length, limit, foreign)];
  });
}

export function documentFigures(
  documents: readonly { readonly path: string; readonly lines: number }[],
): Figure[] {
  return documents.flatMap(({ path, lines }) => {
    if (path === 'README.md') return [atMost('lines of README.md', lines, 80)];
    return path.startsWith('docs/decisions/') && lines > 60
      ? [atMost(`lines of ${path}`, lines, 60)]
      : [];
  });
}
