import type { SourceFacts } from '../source-facts.ts';
import { atMost, none, atLeast, type Figure } from './figure.ts';

export function getTestFigures(files: readonly SourceFacts[]): Figure[] {
  const getRatio = (folder: string): number => {
    const inside = files.filter((file) => file.path.startsWith(folder));
    const source = countLines(inside.filter((file) => !file.isTest));
    return source === 0 ? 1 : countLines(inside.filter((file) => file.isTest)) / source;
  };
  return [
    atLeast('test ÷ source lines: packages', getRatio('packages/'), 0.9),
    atLeast('test ÷ source lines: server', getRatio('apps/server/'), 0.7),
    atLeast('test ÷ source lines: web', getRatio('apps/web/'), 0.3),
  ];
}

const countLines = (files: readonly SourceFacts[]): number =>
  files.reduce((sum, file) => sum + file.lines, 0);

export type Manifest = { readonly name: string; readonly dependencies: readonly string[] };

const MAX_DEPENDENCIES: Readonly<Record<string, number>> = {
  domain: 1,
  frames: 0,
  formats: 0,
  signal: 0,
  server: 26,
  web: 26,
};

export function getDependencyFigures(manifests: readonly Manifest[]): Figure[] {
  return Object.entries(MAX_DEPENDENCIES).flatMap(([workspace, limit]) => {
    const manifest = manifests.find(({ name }) => name === `@yamori/${workspace}`);
    if (manifest === undefined) return [];
    const foreign = manifest.dependencies.filter((name) => !name.startsWith('@yamori/'));
    return [atMost(`runtime dependencies: ${workspace}`, foreign.length, limit, foreign)];
  });
}

/** A module of the server has routes, a store and a test. */
export function getServerModuleFigures(files: readonly Pick<SourceFacts, 'path'>[]): Figure[] {
  const pathsByModule = Map.groupBy(
    files.map(({ path }) => path),
    (path) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1] ?? '',
  );
  pathsByModule.delete('');
  const missing = [...pathsByModule].flatMap(([module, paths]) =>
    ['routes', 'store', 'test']
      .filter((role) => !paths.some((path) => new RegExp(`${role}[^/]*\\.ts$`).test(path)))
      .map((role) => `${module}: no ${role}`),
  );
  return [none('server modules without routes, store or test', missing)];
}

export type RepositoryFile = { readonly path: string; readonly lines: number };

const MAX_README_LINES = 120;
const MAX_DECISION_LINES = 60;
const MAX_PICTURES = 16;

export function getDocumentFigures(files: readonly RepositoryFile[]): Figure[] {
  const readme = files.find(({ path }) => path === 'README.md');
  const decisions = files.filter(({ path }) => /^docs\/decisions\/.*\.md$/.test(path));
  const pictures = files.filter(isPicture).map(({ path }) => path);
  return [
    atMost('README.md: lines', readme?.lines ?? 0, MAX_README_LINES),
    none(
      `decisions of more than ${MAX_DECISION_LINES} lines`,
      decisions
        .filter(({ lines }) => lines > MAX_DECISION_LINES)
        .map(({ path, lines }) => `${path} (${lines})`),
    ),
    atMost('pictures in the repository', pictures.length, MAX_PICTURES, pictures),
  ];
}

/** Drawings that the application itself shows are code. */
const isPicture = ({ path }: RepositoryFile): boolean =>
  /\.(png|jpe?g|webp|gif|avif|svg)$/i.test(path) && !/^apps\/[^/]+\/(?:public|src)\//.test(path);
