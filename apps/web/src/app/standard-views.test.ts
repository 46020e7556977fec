import { standardViews, viewCollection } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { COLUMN_IDS } from '../features/home/room-table-columns.tsx';
import { LANE_IDS } from '../features/rooms/night-lanes.ts';
import { CARD_ITEMS } from '../ui/views/shown-view.ts';

describe('the views that every server has', () => {
  it.each(standardViews())('%s names what there is', (_, fields) => {
    const { listColumns, cardItems, viewerTracks } = viewCollection.schema.strip().parse(fields);
    expect([COLUMN_IDS, CARD_ITEMS, LANE_IDS].map((all, index) => [listColumns, cardItems, viewerTracks][index]?.filter((name) => !all.some((one) => one === name)))).toEqual([[], [], []]);
  });
});
