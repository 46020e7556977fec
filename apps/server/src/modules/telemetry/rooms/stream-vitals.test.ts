import { VITALS, type StreamDeclaration } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createStreamVitals, findMeasuredVitals } from './stream-vitals.ts';

const createStream = (kind: string): StreamDeclaration => ({
  streamId: 1,
  kind,
  channels: kind === 'respi-axl' ? 3 : 1,
  sampleRateHz: 50,
  scale: 0.01,
  offset: 0,
  unit: '',
});

describe('findMeasuredVitals', () => {
  it.each(['ecg', 'impe', 'flow', 'eit', 'respi-axl', 'respihr', 'temperature', 'button', 'other'])(
    'names exactly the vitals that the estimators of a stream provide: %s',
    (kind) => {
      const readings = createStreamVitals(createStream(kind))?.read(0) ?? {};
      const given = VITALS.filter((vital) => vital in readings);
      expect(findMeasuredVitals([createStream(kind)])).toEqual(given);
    },
  );

  it('names the vitals of all streams of a device', () => {
    expect(findMeasuredVitals([createStream('ecg'), createStream('impe')])).toEqual([
      'heartRate',
      'respirationRate',
    ]);
  });
});
