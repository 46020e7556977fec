import { describe, expect, it } from 'vitest';
import { thoraxAsset } from '../testing/eit-assets.ts';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { goeMfFrames } from '../testing/shared-recordings.ts';
import { gaussian, seededRandom } from '../testing/synthetic-signals.ts';
import { createElectrodeWatch } from './electrode-watch.ts';
import { usesElectrode } from './measurement-order.ts';
import { simulateThorax } from './thorax-simulator.ts';

const thorax = thoraxAsset();

type Spoil = (value: number, index: number) => number;

/** Three seconds of breathing at 20 frames a second, spoilt, then assessed. */
function judge(spoil: Spoil, asSteps = false) {
  const watch = createElectrodeWatch(20);
  const random = seededRandom(11);
  for (let frame = 0; frame < 60; frame++) {
    const clean = simulateThorax(thorax, {
      breath: 0.5 - 0.5 * Math.cos(frame / 10),
      heart: frame % 20 < 6 ? 1 : 0,
    });
    const noisy = clean.map((value, index) => spoil(value * (1 + 0.002 * gaussian(random)), index));
    watch.push(
      asSteps
        ? Int16Array.from(noisy, (value) =>
            Math.max(-32_768, Math.min(32_767, Math.round(value * 20_000))),
          )
        : noisy,
    );
  }
  return watch.quality();
}

const onElectrodes =
  (electrodes: number[], spoil: Spoil): Spoil =>
  (value, index) => {
    return electrodes.some((electrode) => usesElectrode(index, electrode))
      ? spoil(value, index)
      : value;
  };

describe('createElectrodeWatch', () => {
  it('finds no fault with a breathing thorax', () => {
    expect(judge((value) => value)).toEqual({ usableShare: 1, failedElectrodes: [] });
    expect(judge((value) => value, true)).toEqual({ usableShare: 1, failedElectrodes: [] });
  });

  it('reads no usable share before the first frame', () => {
    expect(createElectrodeWatch(20).quality().usableShare).toBe(0);
  });

  it.each(Array.from({ length: 16 }, (_, electrode) => electrode))(
    'reports electrode %d when its readings are missing',
    (electrode) => {
      const quality = judge(onElectrodes([electrode], () => Number.NaN));
      expect(quality.failedElectrodes).toEqual([electrode]);
      expect(quality.usableShare).toBeCloseTo(156 / 208);
    },
  );

  it('reports two electrodes', () => {
    expect(judge(onElectrodes([2, 11], () => Number.NaN)).failedElectrodes).toEqual([2, 11]);
  });

  it('reports an electrode that reads noise', () => {
    const random = seededRandom(5);
    expect(judge(onElectrodes([7], () => 0.5 * gaussian(random))).failedElectrodes).toEqual([7]);
  });

  it('reports an electrode that reads zero or the limit of int16', () => {
    expect(judge(onElectrodes([4], () => 0)).failedElectrodes).toEqual([4]);
    expect(
      judge(
        onElectrodes([13], () => 5),
        true,
      ).failedElectrodes,
    ).toEqual([13]);
  });

  it('counts single missing readings without reporting an electrode', () => {
    const quality = judge((value, index) => (index % 20 === 0 ? Number.NaN : value));
    expect(quality.failedElectrodes).toEqual([]);
    expect(quality.usableShare).toBeCloseTo(1 - 11 / 208);
  });

  it('detects readings that differ from their reciprocals', () => {
    expect(judge((value, index) => (index === 30 ? value * 2 : value)).usableShare).toBeLessThan(1);
  });

  it('stops reporting an electrode with good contact again', () => {
    const watch = createElectrodeWatch(20);
    const frame = simulateThorax(thorax, { breath: 0 });
    const lost = frame.map((value, index) => (usesElectrode(index, 6) ? Number.NaN : value));
    for (let i = 0; i < 40; i++) watch.push(lost);
    expect(watch.quality().failedElectrodes).toEqual([6]);
    for (let i = 0; i < 60; i++) watch.push(frame);
    expect(watch.quality()).toEqual({ usableShare: 1, failedElectrodes: [] });
  });

  it.skipIf(!hasRecordings)(`passes recordings of a neonate and an adult${WHY_SKIPPED}`, () => {
    for (const path of [
      'goettingen-neonate/P04P-1016.get',
      'viasys-adult-breathing/vivo150905_t1_001.get',
    ]) {
      const watch = createElectrodeWatch(13);
      for (const frame of goeMfFrames(`eit/${path}`)) watch.push(frame);
      expect(watch.quality().usableShare).toBeGreaterThan(0.95);
      expect(watch.quality().failedElectrodes).toEqual([]);
    }
  });
});
