import { ACCIDENT_PARAMETERS } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { parseListState } from '../../../kit/list/list-url-state.ts';
import {
  isChanged,
  PARAMETER_LIST,
  parameterRows,
  shownParameters,
  type ParameterDocument,
  type ParameterLabels,
} from './parameter-rows.ts';

const words: ParameterLabels = {
  getGroup: (group) => group.replace('accident.', ''),
  getName: (key) => key.split('.').at(-1) ?? key,
  getUnit: ({ unit }) => unit,
};
const document = (
  key: string,
  value: number | string | boolean,
  more: Partial<ParameterDocument> = {},
): ParameterDocument => ({
  documentReferenceId: key,
  documentPath: `parameter/${key}`,
  updatedAt: new Date(0),
  key,
  name: key,
  group: 'report',
  kind: 'number',
  unit: '行',
  min: 1,
  max: 9,
  step: 1,
  choices: [],
  default: value,
  scope: 'domain',
  description: '',
  ...more,
});
const rows = parameterRows(
  [
    document('accident.heartRateHigh.limit', 120),
    document('accident.heartRateLow.limit', 900),
    document('report.rows', 5),
  ],
  [{ key: 'accident.fall.enabled', domains: 2, rooms: 3 }],
  words,
);
const of = (key: string) => rows.find((row) => row.key === key);
const keys = (address: Readonly<Record<string, string>>) =>
  shownParameters(rows, parseListState(address, PARAMETER_LIST)).map(({ key }) => key);

describe('parameters', () => {
  it('the rows are the alarm parameters and those that documents describe', () => {
    expect(rows).toHaveLength(ACCIDENT_PARAMETERS.length + 1);
    expect(of('report.rows')).toMatchObject({
      value: 5,
      original: null,
      unit: '行',
      min: 1,
      max: 9,
    });
  });

  it("a row has the value of a valid document, else the catalogue's", () => {
    expect(
      [of('accident.heartRateHigh.limit'), of('accident.heartRateLow.limit')].map((row) => [
        row?.value,
        row?.original,
        row !== undefined && isChanged(row),
      ]),
    ).toEqual([
      [120, 110, true],
      [40, 40, false],
    ]);
  });

  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    ['by change', { standing: 'changed' }, ['accident.heartRateHigh.limit']],
    ['by override', { standing: 'overridden' }, ['accident.fall.enabled']],
    ['by text', { q: 'fall enab' }, ['accident.fall.enabled']],
    ['by group', { group: 'report' }, ['report.rows']],
  ])('rows are filtered %s', (_, address, expected) => {
    expect(keys(address)).toEqual(expected);
  });

  it('rows are sorted by the number of overrides', () => {
    expect(keys({ sort: 'overrides' })[0]).toBe('accident.fall.enabled');
    expect(keys({})[0]).toBe(ACCIDENT_PARAMETERS[0]?.key);
  });
});
