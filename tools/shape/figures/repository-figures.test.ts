import { describe, expect, it } from 'vitest';
import { aFile, getMissed, getPlaces, repeatLine } from '../testing.ts';
import {
  getDependencyFigures,
  getDocumentFigures,
  getServerModuleFigures,
  getTestFigures,
} from './repository-figures.ts';

describe('getTestFigures', () => {
  it.each([
    ['packages', 'packages/a/src', 9],
    ['server', 'apps/server/src', 7],
    ['web', 'apps/web/src', 3],
  ])('asks %s for their share of test lines', (name, folder, enough) => {
    const measure = (testLines: number) =>
      getMissed(
        getTestFigures([
          aFile(`${folder}/a.ts`, repeatLine('work();', 10)),
          aFile(`${folder}/a.test.ts`, repeatLine('work();', testLines)),
        ]),
      );
    expect(measure(enough)).toEqual([]);
    expect(measure(enough - 1)).toEqual([`test ÷ source lines: ${name}`]);
  });
});

describe('getDependencyFigures', () => {
  it('limits dependencies outside the repository', () => {
    const measure = (name: string, ...dependencies: string[]) =>
      getMissed(getDependencyFigures([{ name, dependencies }]));
    expect(measure('@yamori/domain', 'zod')).toEqual([]);
    expect(measure('@yamori/domain', 'zod', 'pad')).toEqual(['runtime dependencies: domain']);
    expect(measure('@yamori/signal', 'pad')).toEqual(['runtime dependencies: signal']);
    expect(measure('@yamori/signal', '@yamori/frames')).toEqual([]);
    const many = Array.from({ length: 27 }, (_, at) => `library-${at}`);
    expect(measure('@yamori/server', ...many)).toEqual(['runtime dependencies: server']);
    expect(measure('@yamori/web', ...many.slice(1))).toEqual([]);
  });
});

describe('getServerModuleFigures', () => {
  const measure = (...paths: string[]) =>
    getPlaces(
      getServerModuleFigures(paths.map((path) => ({ path: `apps/server/src/modules/${path}` }))),
      'server modules without routes, store or test',
    );

  it('names the part that a module lacks', () => {
    expect(measure('rooms/room-routes.ts', 'rooms/room-routes.test.ts')).toEqual([
      'rooms: no store',
    ]);
    expect(measure('rooms/room-routes.ts', 'rooms/room-store.ts', 'rooms/room.test.ts')).toEqual(
      [],
    );
  });
});

describe('getDocumentFigures', () => {
  const measure = (path: string, lines: number) => getMissed(getDocumentFigures([{ path, lines }]));

  it('limits README.md to 120 lines and a decision to 60', () => {
    expect(measure('README.md', 120)).toEqual([]);
    expect(measure('README.md', 121)).toEqual(['README.md: lines']);
    expect(measure('docs/decisions/001-a.md', 60)).toEqual([]);
    expect(measure('docs/decisions/001-a.md', 61)).toEqual(['decisions of more than 60 lines']);
  });

  it('limits pictures to 16, without those that the application shows', () => {
    const pictures = Array.from({ length: 16 }, (_, at) => ({ path: `docs/${at}.png`, lines: 0 }));
    const icon = { path: 'apps/web/public/icon.svg', lines: 0 };
    const drawing = { path: 'docs/architecture.svg', lines: 0 };
    expect(getMissed(getDocumentFigures([...pictures, icon]))).toEqual([]);
    expect(getMissed(getDocumentFigures([...pictures, drawing]))).toEqual([
      'pictures in the repository',
    ]);
  });
});
