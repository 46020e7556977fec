import { describe, expect, it } from 'vitest';
import { physicalSamples } from '../recording.ts';
import { buildBdf } from '../testing/bdf-builder.ts';
import { annotationList } from '../testing/edf-builder.ts';
import { readEdf } from './edf-recording.ts';
import { parseEdfHeader } from './edf-header.ts';

const wide = {
  label: 'A1',
  physical: [-262_144, 262_143],
  digital: [-8_388_608, 8_388_607],
  records: [
    [0, 1, -1],
    [8_388_607, -8_388_608, 32_768],
  ],
} as const;

describe('readEdf with BDF', () => {
  it('reads signed 24-bit samples', () => {
    const recording = readEdf(buildBdf({ reserved: '24BIT', signals: [wide] }));
    const [stream] = recording.streams;
    expect(recording.problems).toEqual([]);
    expect(recording.startedAt).toBe('2024-03-02T22:30:15');
    expect(stream?.samples.values).toEqual(Int32Array.of(0, 1, -1, 8_388_607, -8_388_608, 32_768));
    expect(stream && [...physicalSamples(stream)].slice(3, 5)).toEqual([262_143, -262_144]);
    expect(stream?.sampleRateHz).toBe(3);
  });

  it.each([
    ['24BIT', 'BDF'],
    ['BDF+C', 'BDF+C'],
    ['BDF+D', 'BDF+D'],
    ['EDF+D', 'BDF'],
  ])('a reserved field of %s means %s', (reserved, variant) => {
    expect(parseEdfHeader(buildBdf({ reserved, signals: [wide] }))).toMatchObject({
      kind: 'header',
      header: { variant, sampleBytes: 3, recordBytes: 9 },
    });
  });

  it('converts the status channel to annotations with their durations', () => {
    const ok = 1 << 20;
    const status = {
      label: 'Status',
      digital: [-8_388_608, 8_388_607],
      physical: [-8_388_608, 8_388_607],
      records: [
        [ok, ok | 5, ok | 5, ok],
        [0, ok, (1 << 22) | ok, ok | 7],
      ],
    } as const;
    const { annotations, streams } = readEdf(buildBdf({ reserved: '24BIT', signals: [status] }));
    expect(annotations).toEqual([
      { onsetSeconds: 0.25, durationSeconds: 0.5, text: 'Trigger 5' },
      { onsetSeconds: 1, durationSeconds: 0.25, text: 'CMS out of range' },
      { onsetSeconds: 1.5, durationSeconds: 0.25, text: 'Battery low' },
      { onsetSeconds: 1.75, durationSeconds: 0.25, text: 'Trigger 7' },
    ]);
    expect(streams[0]?.samples.values).toHaveLength(8);
  });

  it('reads annotations and gaps', () => {
    const lists = {
      label: 'BDF Annotations',
      records: [
        annotationList('+0', ['']) + annotationList('+0.5', ['Turned'], '2'),
        annotationList('+10', ['']),
      ],
    };
    const recording = readEdf(buildBdf({ reserved: 'BDF+D', signals: [wide, lists] }));
    expect(recording.annotations).toEqual([
      { onsetSeconds: 0.5, durationSeconds: 2, text: 'Turned' },
    ]);
    expect(recording.gaps).toEqual([{ startSeconds: 1, endSeconds: 10, recordedSeconds: 1 }]);
    expect(recording.streams.map((stream) => stream.label)).toEqual(['A1']);
  });

  it('keeps the whole records of a truncated file', () => {
    const whole = buildBdf({ reserved: '24BIT', signals: [wide] });
    const cut = readEdf(whole.subarray(0, whole.length - 1));
    expect(cut.streams[0]?.samples.values).toHaveLength(3);
    expect(cut.problems).toMatchObject([{ code: 'truncated', byteOffset: 512 + 9 }]);
  });
});
