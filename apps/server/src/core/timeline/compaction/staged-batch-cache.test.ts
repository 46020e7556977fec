import { describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import { packCommit, type StagedCommit } from '../staging/staging-store.ts';
import { createStagedBatchCache } from './staged-batch-cache.ts';

const START_US = 1_760_000_000_000_000;
const SLOT = START_US / 10_000_000;
const createCommit = (frameCount: number, startUs = START_US, serial = 'A-1'): StagedCommit =>
  packCommit(
    seriesFrames({
      serial,
      startUs,
      sampleRateHz: 50,
      samplesPerFrame: 50,
      frameCount,
      random: createRandom(1),
    }),
    () => 0,
  );

function open() {
  const freed: number[] = [];
  return { freed, kept: createStagedBatchCache((roomId) => freed.push(roomId)) };
}

describe('createStagedBatchCache', () => {
  it('finds batches by slot, with the staged bytes', () => {
    const { kept } = open();
    const commit = createCommit(15);
    kept.add(7, commit, 0);
    const [first, second] = commit.batches;
    expect(kept.of([{ serial: 'A-1', streamId: 1, slot: SLOT }])).toEqual([first?.batchId]);
    expect(
      kept.of([
        { serial: 'A-1', streamId: 1, slot: SLOT },
        { serial: 'A-1', streamId: 1, slot: SLOT + 1 },
      ]),
    ).toEqual([first?.batchId, second?.batchId]);
    expect(
      kept.of([
        { serial: 'A-2', streamId: 1, slot: SLOT },
        { serial: 'A-1', streamId: 2, slot: SLOT },
      ]),
    ).toEqual([]);
    expect(kept.getFrames(second?.batchId ?? '')).toEqual(
      commit.bytes.subarray(second?.at, commit.bytes.length),
    );
  });

  it('reports each slot that becomes full, over any number of commits', () => {
    const { kept } = open();
    expect(kept.add(1, createCommit(9), 0)).toEqual([]);
    expect(kept.add(2, createCommit(5, START_US, 'A-2'), 0)).toEqual([]);
    expect(kept.add(3, createCommit(1, START_US + 9_000_000), 0)).toEqual([
      { serial: 'A-1', streamId: 1, slot: SLOT },
    ]);
    // Reported once: further frames of the slot are late.
    expect(kept.add(5, createCommit(1, START_US + 9_500_000), 0)).toEqual([]);
    const events = createCommit(10, START_US + 60_000_000);
    expect(
      kept.add(
        4,
        { ...events, batches: events.batches.map((batch) => ({ ...batch, sampleRateHz: 0 })) },
        0,
      ),
    ).toEqual([]);
  });

  it("frees a commit's room once, when its last batch is gone", () => {
    const { kept, freed } = open();
    const commit = createCommit(25);
    const ids = commit.batches.map((batch) => batch.batchId);
    kept.add(7, commit, 0);
    kept.drop(ids.slice(0, 2));
    kept.drop(ids.slice(0, 2));
    expect(freed).toEqual([]);
    kept.drop(ids);
    expect(freed).toEqual([7]);
    expect(kept.getFrames(ids[0] ?? '')).toBeUndefined();
  });

  it('drops old batches, which another server has moved', () => {
    const { kept, freed } = open();
    const [old, young] = [createCommit(3), createCommit(3, START_US + 20_000_000)];
    kept.add(1, old, 1_000);
    kept.add(2, young, 2_000);
    kept.dropBefore(1_500);
    expect(freed).toEqual([1]);
    expect(kept.getFrames(young.batches[0]?.batchId ?? '')).toBeDefined();
  });
});
