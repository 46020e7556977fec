import { posix } from 'node:path';
import type { Import } from './module-facts.ts';
import type { SourceFacts } from './source-facts.ts';

type ModuleFacts = Pick<SourceFacts, 'path' | 'isTest' | 'imports' | 'exports'>;
type Edge = { readonly from: ModuleFacts; readonly to: string; readonly by: Import };

export type ImportGraph = {
  readonly files: readonly ModuleFacts[];
  readonly edges: readonly Edge[];
};

/** `entries` maps what a workspace exports to its file: `@yamori/domain` to its `index.ts`. */
export function buildImportGraph(
  files: readonly ModuleFacts[],
  entries: ReadonlyMap<string, string>,
): ImportGraph {
  const paths = new Set(files.map(({ path }) => path));
  const edges = files.flatMap((from) =>
    from.imports.flatMap((by) => {
      const to = resolve(from.path, by.specifier, entries);
      return to !== null && paths.has(to) ? [{ from, to, by }] : [];
    }),
  );
  return { files, edges };
}

function resolve(
  from: string,
  specifier: string,
  entries: ReadonlyMap<string, string>,
): string | null {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  return entries.get(path) ?? null;
}

/** Exports of source files that no other file imports or re-exports, tests included. */
export function findUnusedExports({ files, edges }: ImportGraph): string[] {
  const used = new Set<string>();
  const usedWhole = new Set<string>();
  const starTargets = new Map<string, string[]>();
  for (const { from, to, by } of edges) {
    if (by.names === 'all' && by.kind === 're-export') {
      starTargets.set(from.path, [...(starTargets.get(from.path) ?? []), to]);
    }
  }

  /** A name may come from what the file re-exports whole. */
  function markUsed(path: string, name: string): void {
    if (used.has(`${path} ${name}`)) return;
    used.add(`${path} ${name}`);
    for (const target of starTargets.get(path) ?? []) markUsed(target, name);
  }
  for (const { to, by } of edges) {
    if (by.names !== 'all') for (const name of by.names) markUsed(to, name);
    else if (by.kind !== 're-export') usedWhole.add(to);
  }
  return files
    .filter(({ path, isTest }) => !isTest && /\/src\//.test(path) && !usedWhole.has(path))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ name }) => !used.has(`${path} ${name}`))
        .map(({ name, line }) => `${path}:${line} ${name}`),
    );
}

/**
 * The only source file that imports `path`, or null. Null also for lazy chunks, worker files and
 * files that a package's entry re-exports, because they cannot move into their importer.
 */
export function findSingleImporter({ edges }: ImportGraph, path: string): string | null {
  const incoming = edges.filter(({ to, from }) => to === path && !from.isTest);
  if (incoming.some(({ by }) => by.kind !== 'import')) return null;
  const importers = new Set(incoming.map(({ from }) => from.path));
  return importers.size === 1 ? ([...importers][0] ?? null) : null;
}

/** Groups of files that import each other, types included (Tarjan's algorithm). */
export function findCycles({ files, edges }: ImportGraph): string[][] {
  const targets = new Map<string, string[]>(files.map(({ path }) => [path, []]));
  for (const { from, to, by } of edges) {
    if (by.kind !== 'separate') targets.get(from.path)?.push(to);
  }
  const cycles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];

  function visit(path: string): void {
    order.set(path, order.size);
    lowest.set(path, order.get(path) ?? 0);
    stack.push(path);
    for (const target of targets.get(path) ?? []) {
      if (!order.has(target)) visit(target);
      else if (!stack.includes(target)) continue;
      lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) cycles.push(group.toSorted());
  }
  for (const { path } of files) if (!order.has(path)) visit(path);
  return cycles;
}
