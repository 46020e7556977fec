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
const listIssues = (view: Partial<Readonly<Record<ViewField, readonly string[]>>>): string[] =>
  viewFaults({ ...NOTHING, ...view }).map(
    ({ field, code, details }) => `${field} ${code} ${details?.['keys'] ?? ''}`,
  );

describe('viewFaults', () => {
  it('a view can name nothing or everything', () => {
    expect([listIssues({}), listIssues(VIEW_ITEMS)]).toEqual([[], []]);
  });

  it.each(VIEW_FIELDS)('reports unknown and repeated names in %s', (field) => {
    const [first = ''] = VIEW_ITEMS[field];
    expect(listIssues({ [field]: [first] })).toEqual([]);
    expect(listIssues({ [field]: [first, first] })).toEqual([`${field} keys-unknown '${first}'`]);
    expect(listIssues({ [field]: [first, 'nothing', 'neither'] })).toEqual([
      `${field} keys-unknown 'nothing', 'neither'`,
    ]);
  });

  it('reports issues of all fields', () => {
    expect(listIssues({ listColumns: ['x'], thresholdsShown: ['fall'] })).toEqual([
      "listColumns keys-unknown 'x'",
      "thresholdsShown keys-unknown 'fall'",
    ]);
  });

  it('every list is a field of views and has unique items', () => {
    for (const field of VIEW_FIELDS) {
      expect(Object.keys(viewCollection.schema.shape)).toContain(field);
      expect(new Set(VIEW_ITEMS[field]).size).toBe(VIEW_ITEMS[field].length);
    }
  });

  it.each(standardViews())('the standard view %s has no issues', (_path, fields) => {
    expect(viewFaults(viewCollection.schema.strip().parse(fields))).toEqual([]);
  });
});
