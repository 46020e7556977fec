import type { NightFigures } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import {
  parseHeatFigure,
  HEAT_FIGURES,
  HEAT_STEPS,
  getStepRange,
  shortValue,
  toStep,
} from './heat-figures.ts';
import { cellAfterKey, toCell, heatGroups, nightsUntil } from './heat-rows.ts';

const aNight = (night: string, more: Partial<NightFigures> = {}): NightFigures => ({
  night,
  from: '2026-01-01T03:00:00.000Z',
  to: '2026-01-02T03:00:00.000Z',
  state: 'done',
  version: 1,
  quality: 'good',
  coverage: 0.98,
  isCorrected: false,
  awaited: [],
  figures: { TST: 372 },
  ...more,
});
const TST = parseHeatFigure('TST');
const room = (roomId: string, name: string, floor = '2', building = '') => ({
  roomId,
  name,
  floor,
  building,
});

describe('steps of a figure', () => {
  it.each([
    [0, 1],
    [299, 1],
    [300, 2],
    [419.9, 3],
    [479, 4],
    [480, 5],
    [900, 5],
  ])('%i minutes asleep are in step %i', (value, step) => expect(toStep(TST, value)).toBe(step));

  it('the steps cover every value exactly once', () => {
    for (const figure of HEAT_FIGURES) {
      for (const step of HEAT_STEPS) {
        const { from, to } = getStepRange(figure, step);
        if (from !== null) expect(toStep(figure, from)).toBe(step);
        if (to !== null) expect(toStep(figure, to)).toBe(step + 1);
      }
    }
  });

  it('short values have four characters at most', () => {
    expect([
      shortValue('minutes', 372.4),
      shortValue('minutes', 59.6),
      shortValue('percent', 91.4),
      shortValue('times', 3),
    ]).toEqual(['6:12', '1:00', '91', '3']);
  });

  it('the default is sleep time when the address names an unknown figure', () =>
    expect(parseHeatFigure('constructor').id).toBe('TST'));
});

describe('the text of a cell', () => {
  it.each<[string, NightFigures | undefined, object]>([
    ['no night', undefined, { kind: 'none' }],
    ['a night in progress', aNight('x', { state: 'analysing' }), { kind: 'running' }],
    ['a night whose analysis failed', aNight('x', { state: 'failed' }), { kind: 'failed' }],
    ['a night without the figure', aNight('x', { figures: { TST: null } }), { kind: 'unknown' }],
    ['a complete night', aNight('x'), { kind: 'value', value: 372, step: 3, isDoubtful: false }],
    ['a night with little data', aNight('x', { coverage: 0.4 }), { isDoubtful: true }],
    ['an imported night', aNight('x', { coverage: null, quality: null }), { isDoubtful: false }],
  ])('the cell of %s reads %s', (_, night, cell) => expect(toCell(night, TST)).toMatchObject(cell));
});

describe('rows', () => {
  it('rows are sorted by building, floor and name, with a cell for each night and the mean of the known values', () => {
    const nights = nightsUntil('2026-01-03', 3);
    expect(nights).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
    const groups = heatGroups(
      [room('b', '10'), room('a', '9'), room('c', '101', '1')],
      [
        {
          roomId: 'a',
          nights: [
            aNight('2026-01-03', { figures: { TST: 400 } }),
            aNight('2026-01-01', { figures: { TST: 300 } }),
          ],
        },
      ],
      nights,
      TST,
    );
    expect(groups.map(({ floor, rows }) => [floor, rows.map((row) => row.room.name)])).toEqual([
      ['1', ['101']],
      ['2', ['9', '10']],
    ]);
    expect(groups[1]?.rows[0]?.cells.map(({ kind }) => kind)).toEqual(['value', 'none', 'value']);
    expect(groups[1]?.rows.map(({ mean }) => mean)).toEqual([350, null]);
  });
});

describe('keys in the grid', () => {
  it.each<[string, boolean, [number, number], [number, number]]>([
    ['ArrowLeft', false, [2, 3], [2, 2]],
    ['ArrowLeft', false, [2, 0], [2, 0]],
    ['ArrowDown', false, [2, 3], [3, 3]],
    ['ArrowUp', false, [0, 3], [0, 3]],
    ['PageDown', false, [2, 3], [12, 3]],
    ['PageDown', false, [35, 3], [39, 3]],
    ['Home', false, [2, 3], [2, 0]],
    ['End', false, [2, 3], [2, 89]],
    ['Home', true, [2, 3], [0, 0]],
    ['End', true, [2, 3], [39, 89]],
  ])('%s (control %s) leads from %j to %j of 40 × 90', (key, control, [row, column], to) => {
    expect(cellAfterKey(key, control, { row, column }, 40, 90)).toEqual({
      row: to[0],
      column: to[1],
    });
  });

  it('other keys do nothing', () =>
    expect(cellAfterKey('x', false, { row: 0, column: 0 }, 2, 2)).toBeNull());
});
