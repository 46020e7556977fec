import { standardViews, VIEW_ITEMS, viewCollection, viewFaults } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { COLUMN_IDS } from '../features/board/room-table-columns.tsx';
import { LANE_IDS } from '../features/nights/night-lanes.ts';
import { CARD_ITEMS } from '../shared/views/shown-view.ts';

describe('the views that every server has', () => {
  it.each(standardViews())('%s names what there is', (_, fields) => {
    expect(viewFaults(viewCollection.schema.strip().parse(fields))).toEqual([]);
  });
});

describe('what a view may name', () => {
  it('is what the screens have, in their order', () => {
    expect([VIEW_ITEMS.listColumns, VIEW_ITEMS.cardItems, VIEW_ITEMS.viewerTracks]).toEqual([
      COLUMN_IDS,
      CARD_ITEMS,
      LANE_IDS,
    ]);
  });
});
