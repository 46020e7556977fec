import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { listFiles } from '../run/list-files.mjs';
import { getModuleFigures, getPlaceFigures, getTypeFigures } from './figures/code-figures.ts';
import { getDialectFigures, getTitleFigures } from './figures/english-figures.ts';
import { isMet, roundValue, type Figure } from './figures/figure.ts';
import {
  getDependencyFigures,
  getDocumentFigures,
  getServerModuleFigures,
  getTestFigures,
  type Manifest,
  type RepositoryFile,
} from './figures/repository-figures.ts';
import {
  getDuplicateFigures,
  getFileFigures,
  getFunctionFigures,
  getLineFigures,
} from './figures/size-figures.ts';
import { buildImportGraph } from './import-graph.ts';
import { readFacts } from './source-facts.ts';
import { readSourceTree } from './source-tree.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MAX_PLACES = 20;

type Workspace = Manifest & { readonly folder: string; readonly exports: unknown };

function readWorkspaces(): Workspace[] {
  return ['apps', 'packages']
    .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(ROOT, group, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => {
      const manifest: {
        name: string;
        dependencies?: Record<string, string>;
        exports?: unknown;
      } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return {
        folder: relative(ROOT, folder),
        name: manifest.name,
        dependencies: Object.keys(manifest.dependencies ?? {}),
        exports: manifest.exports,
      };
    });
}

/** `@yamori/frames/wasm-file` → `packages/frames/src/wasm-file.ts`. */
function getEntries(workspaces: readonly Workspace[]): Map<string, string> {
  const entries = new Map<string, string>();
  for (const { name, folder, exports } of workspaces) {
    for (const [key, target] of Object.entries(exports ?? {})) {
      if (typeof target === 'string') entries.set(join(name, key), join(folder, target));
    }
  }
  return entries;
}

const SKIPPED_FOLDERS = new Set(['node_modules', 'build', 'dist', 'data', '.git', '.cache']);

/** Lines are counted for documents only. */
function readRepositoryFiles(): RepositoryFile[] {
  return listFiles(ROOT, (name) => SKIPPED_FOLDERS.has(name)).map((file) => ({
    path: relative(ROOT, file),
    lines: file.endsWith('.md') ? readFileSync(file, 'utf8').split('\n').length - 1 : 0,
  }));
}

function measure(): Figure[] {
  const tree = readSourceTree(ROOT, ['apps', 'packages', 'bench', 'e2e', 'tools']).map(readFacts);
  const product = tree.filter(({ path }) => /^(?:apps|packages)\//.test(path));
  const workspaces = readWorkspaces();
  const graph = buildImportGraph(tree, getEntries(workspaces));
  return [
    ...getFileFigures(product, graph),
    ...getFunctionFigures(product),
    ...getLineFigures(tree),
    ...getDuplicateFigures(product),
    ...getModuleFigures(graph),
    ...getTypeFigures(product),
    ...getPlaceFigures(product),
    ...getDialectFigures(tree),
    ...getTitleFigures(tree),
    ...getTestFigures(tree),
    ...getDependencyFigures(workspaces),
    ...getServerModuleFigures(tree),
    ...getDocumentFigures(readRepositoryFiles()),
  ];
}

/** Files that differ from the last commit or from main; empty without git. */
function findChangedFiles(): Set<string> {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    const base = git('merge-base', 'HEAD', 'main').trim();
    return new Set([
      ...git('diff', '--name-only', base).split('\n'),
      ...git('ls-files', '--others', '--exclude-standard').split('\n'),
    ]);
  } catch {
    return new Set();
  }
}

/** Lists changed files first: they probably exceeded the limit. */
function printPlaces(places: readonly string[], maxPlaces: number): void {
  const changed = findChangedFiles();
  const isChanged = (place: string): boolean => changed.has(/^[^: ]*/.exec(place)?.[0] ?? '');
  const sorted = places.toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)));
  for (const place of sorted.slice(0, maxPlaces)) console.log(`      ${place}`);
  if (sorted.length > maxPlaces) console.log(`      … and ${sorted.length - maxPlaces} more`);
}

function formatRow(figure: Figure): string {
  const sign = figure.better === 'lower' ? '≤' : '≥';
  return [
    (isMet(figure) ? 'met' : 'missed').padEnd(6),
    figure.name.padEnd(52),
    String(roundValue(figure.value)).padStart(8),
    `${sign} ${figure.limit}`,
  ].join('  ');
}

const { values: options } = parseArgs({ options: { list: { type: 'string' } } });
const figures = measure();
for (const figure of figures) {
  console.log(formatRow(figure));
  const isListed = options.list !== undefined && figure.name.includes(options.list);
  if (isListed) printPlaces(figure.places, Number.POSITIVE_INFINITY);
  else if (!isMet(figure)) printPlaces(figure.places, MAX_PLACES);
}

const missed = figures.filter((figure) => !isMet(figure));
console.log(
  missed.length === 0
    ? `shape: all ${figures.length} figures meet their limits`
    : `shape: missed: ${missed.map(({ name }) => name.trim()).join('; ')}. Change the listed places; --list NAME lists all of them.`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
