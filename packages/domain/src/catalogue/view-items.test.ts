import { describe, expect, it } from 'vitest';
import { viewCollection } from '../collections/master.ts';
import { standardViews } from './standard-views.ts';
import { VIEW_FIELDS, VIEW_ITEMS, viewFaults, type ViewField } from './view-items.ts';

const NOTHING: Readonly<Record<ViewField, readonly string[]>> = {
  listColumns: [],
  cardItems: [],
  viewerTracks: [],
  thresholdsShown: [],
};
const said = (view: Partial<Readonly<Record<ViewField, readonly string[]>>>): string[] =>
  viewFaults({ ...NOTHING, ...view }).map(
    ({ field, code, details }) => `${field} ${code} ${details?.['keys'] ?? ''}`,
  );

describe('what a view names', () => {
  it('may be nothing, and may be everything', () => {
    expect([said({}), said(VIEW_ITEMS)]).toEqual([[], []]);
  });

  it.each(VIEW_FIELDS)('of %s is there, each once', (field) => {
    const [first = ''] = VIEW_ITEMS[field];
    expect(said({ [field]: [first] })).toEqual([]);
    expect(said({ [field]: [first, first] })).toEqual([`${field} keys-unknown '${first}'`]);
    expect(said({ [field]: [first, 'nothing', 'neither'] })).toEqual([
      `${field} keys-unknown 'nothing', 'neither'`,
    ]);
  });

  it('is told at every field at once', () => {
    expect(said({ listColumns: ['x'], thresholdsShown: ['fall'] })).toEqual([
      "listColumns keys-unknown 'x'",
      "thresholdsShown keys-unknown 'fall'",
    ]);
  });

  it('stands in fields that views have, once each', () => {
    for (const field of VIEW_FIELDS) {
      expect(Object.keys(viewCollection.schema.shape)).toContain(field);
      expect(new Set(VIEW_ITEMS[field]).size).toBe(VIEW_ITEMS[field].length);
    }
  });

  it.each(standardViews())('is there in the standard view %s', (_path, fields) => {
    expect(viewFaults(viewCollection.schema.strip().parse(fields))).toEqual([]);
  });
});
