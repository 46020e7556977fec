import { describe, expect, it } from 'vitest';
import { keepHiddenLanes, lanesOutside, readHiddenLanes } from './lane-memory.ts';
import { LANE_IDS } from './lane-options.ts';

const storage = (kept: string | null = null) => {
  const held = { kept };
  return {
    held,
    getItem: () => held.kept,
    setItem: (_key: string, value: string) => {
      held.kept = value;
    },
  };
};

describe('hidden lanes', () => {
  it("the reader's choice wins, even an empty one; without a choice it is null", () => {
    expect(readHiddenLanes(storage())).toBeNull();
    const chosen = storage();
    keepHiddenLanes(chosen, new Set(['ecg']));
    expect(readHiddenLanes(chosen)).toEqual(new Set(['ecg']));
    keepHiddenLanes(chosen, new Set());
    expect(readHiddenLanes(chosen)).toEqual(new Set());
    expect([readHiddenLanes(storage('{')), readHiddenLanes(storage('["nothing"]'))]).toEqual([
      null,
      new Set(),
    ]);
  });

  it("the default hides the lanes that the room's view does not name", () => {
    expect(lanesOutside(['hypnogram', 'heartRate', 'none of ours'])).toEqual(
      new Set(LANE_IDS.filter((id) => id !== 'hypnogram' && id !== 'heartRate')),
    );
    for (const tracks of [undefined, [], ['none of ours']])
      expect(lanesOutside(tracks)).toEqual(new Set());
  });
});
