import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  dependencyFigures,
  documentFigures,
  featureFigures,
  functionFigures,
  lengthFigures,
  placeFigures,
  testFigures,
  typeFigures,
  type Figure,
} from './figures.ts';
import { readSourceTree } from './source-tree.ts';

/** Features without a store or routes of their own by nature: docs/decisions/007-features-without-a-part.md. */
const FEATURES_WITHOUT: Readonly<Record<string, readonly string[]>> = {
  live: ['store'],
  ingest: ['store'],
  demonstration: ['routes', 'store'],
  loans: ['routes'],
};

const root = join(import.meta.dirname, '..', '..');

function manifests() {
  return ['apps', 'packages']
    .flatMap((group) =>
      readdirSync(join(root, group)).map((name) => join(root, group, name, 'package.json')),
    )
    .filter((path) => existsSync(path))
    .map((path): { name: string; dependencies?: Record<string, string> } =>
      JSON.parse(readFileSync(path, 'utf8')),
    )
    .map(({ name, dependencies }) => ({ name, dependencies: Object.keys(dependencies ?? {}) }));
}

function documents() {
  const decisions = existsSync(join(root, 'docs/decisions'))
    ? readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`)
    : [];
  return ['README.md', ...decisions]
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({
      path,
      lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1,
    }));
}

const files = readSourceTree(root, ['apps', 'packages']);
const figures: Figure[] = [
  ...lengthFigures(files),
  ...functionFigures(files),
  ...typeFigures(files),
  ...placeFigures(files),
  ...testFigures(files),
  ...featureFigures(files, FEATURES_WITHOUT),
  ...dependencyFigures(manifests()),
  ...documentFigures(documents()),
];

for (const figure of figures) {
  console.log(
    `${figure.met ? 'ok ' : 'BAD'} ${figure.name.padEnd(52)} ${figure.value.padStart(8)}  ${figure.goal}`,
  );
  if (!figure.met) for (const place of figure.places.slice(0, 20)) console.log(`      ${place}`);
}
const missed = figures.filter((figure) => !figure.met);
console.log(
  missed.length === 0
    ? `shape: all ${figures.length} figures hold`
    : `shape: ${missed.length} of ${figures.length} figures do not hold`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
