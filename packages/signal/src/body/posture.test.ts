import { describe, expect, it } from 'vitest';
import { chestAccelerometer, joinSamples, pushInBlocks } from '../testing/synthetic-signals.ts';
import { createPosture, type Posture } from './posture.ts';

type Up = readonly [number, number, number];
const lying = (up: Up, seconds = 20) => chestAccelerometer({ seconds, sampleRateHz: 50, up });

function detectPosture(
  samples: Float32Array,
  options: { scale?: number; mounting?: readonly number[] } = {},
) {
  const posture = createPosture({ sampleRateHz: 50, ...options });
  return posture.read(pushInBlocks(posture, samples, 50, { channels: 3 }));
}

describe('createPosture', () => {
  it.each<[Posture, Up]>([
    ['supine', [0, 0, 1]],
    ['prone', [0, 0, -1]],
    ['left', [-1, 0, 0]],
    ['right', [1, 0, 0]],
    ['upright', [0, 1, 0]],
  ])('%s is detected from gravity, also at 30 degrees off', (expected, up) => {
    expect(detectPosture(lying(up))).toMatchObject({ kind: 'value', value: expected });
    const [x, y, z] = up;
    expect(
      detectPosture(lying([0.87 * x + 0.5 * y, 0.87 * y + 0.5 * z, 0.87 * z + 0.5 * x])),
    ).toMatchObject({ value: expected });
  });

  it('raises the certainty the better gravity is aligned', () => {
    const straight = detectPosture(lying([0, 0, 1]));
    const tilted = detectPosture(lying([0.5, 0, 0.86]));
    if (straight.kind === 'value' && tilted.kind === 'value')
      expect(straight.certainty).toBeGreaterThan(tilted.certainty);
    expect(tilted.kind).toBe('value');
  });

  it('follows a change of posture', () => {
    expect(detectPosture(joinSamples(lying([0, 0, 1]), lying([-1, 0, 0], 6)))).toMatchObject({
      value: 'left',
    });
  });

  it('keeps the previous posture while oblique, and has none if it began oblique', () => {
    const oblique: Up = [0.6, 0.52, 0.6];
    expect(detectPosture(joinSamples(lying([0, 0, 1]), lying(oblique)))).toMatchObject({
      value: 'supine',
    });
    expect(detectPosture(lying(oblique))).toMatchObject({ kind: 'uncertain', reason: 'irregular' });
  });

  it('corrects for a rotated sensor', () => {
    // Sensor x points out of the chest, y to the left, z to the head.
    const mounting = [0, 1, 0, 0, 0, 1, 1, 0, 0];
    expect(detectPosture(lying([1, 0, 0]), { mounting })).toMatchObject({ value: 'supine' });
    expect(detectPosture(lying([0, 0, 1]), { mounting })).toMatchObject({ value: 'upright' });
  });

  it('reads implausible if gravity is out of range', () => {
    expect(detectPosture(lying([0, 0, 1]), { scale: 0.1 })).toMatchObject({
      kind: 'uncertain',
      reason: 'implausible',
    });
  });

  it('reads none without data, settles for two seconds, and reads none when old', () => {
    const posture = createPosture({ sampleRateHz: 50 });
    expect(posture.read(0)).toEqual({ kind: 'none' });
    posture.push(lying([0, 0, 1], 1), 0);
    expect(posture.read(1000)).toMatchObject({ kind: 'uncertain', reason: 'settling' });
    expect(posture.read(12_000)).toEqual({ kind: 'none' });
  });

  it('ignores samples that were not measured', () => {
    const samples = lying([0, 0, 1]);
    for (let i = 0; i < samples.length; i += 7) samples[i] = Number.NaN;
    expect(detectPosture(samples)).toMatchObject({ value: 'supine' });
  });
});
