import { describe, expect, it } from 'vitest';
import { figure } from './number-panel.tsx';
import { scaleText } from './trace-board.tsx';

const stream = {
  streamId: 5,
  kind: 'respihr',
  channels: 2,
  unit: '/min',
  sampleRateHz: 1,
  latest: [14.2, null],
  ageSeconds: 10,
  quality: null,
  gaps: 0,
  lostFrames: 0,
  lateFrames: 0,
};

describe('figures', () => {
  it('a figure is shown up to its maximum age, and not when unmeasured', () => {
    expect([
      figure(stream, 0, 'respirationRate', 0),
      figure(stream, 1, 'heartRate', 0),
      figure({ ...stream, ageSeconds: 31 }, 0, 'respirationRate', 0),
    ]).toEqual(['14', '--', '--']);
  });

  it('a figure on a scale has the decimals that the span needs', () => {
    expect([
      scaleText(1.254, 2.5),
      scaleText(20.006, 40),
      scaleText(0.00784, 0.02),
      scaleText(350, 600),
    ]).toEqual(['1.25', '20', '0.0078', '350']);
  });
});
