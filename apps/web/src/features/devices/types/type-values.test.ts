import { describe, expect, it } from 'vitest';
import {
  toDeclaration,
  streamFaults,
  toTypeValues,
  withStream,
  type StreamValue,
} from './type-values.ts';

const stream = (more: Partial<StreamValue> = {}): StreamValue => ({
  key: 'k',
  streamId: 1,
  kind: 'ecg',
  unit: 'mV',
  channels: 1,
  sampleRateHz: 250,
  scale: 0.001,
  offset: 0,
  ...more,
});

describe('the streams of a type', () => {
  it.each<[string, StreamValue[], readonly (readonly [number, string, string])[]]>([
    ['none', [], []],
    ['a valid stream', [stream()], []],
    ['a stream without a kind', [stream({ kind: ' ' })], [[0, 'kind', 'missing']]],
    ['a stream without a rate', [stream({ sampleRateHz: null })], [[0, 'sampleRateHz', 'missing']]],
    ['events', [stream({ sampleRateHz: 0 })], []],
    ['a duplicate id', [stream(), stream()], [[1, 'streamId', 'twice']]],
    ['a stream without channels', [stream({ channels: 0 })], [[0, 'channels', 'range']]],
    ['a scale that allows no reading', [stream({ scale: 0 })], [[0, 'scale', 'zero']]],
    [
      'an id above the limit of a frame',
      [stream({ streamId: 65_536 })],
      [[0, 'streamId', 'range']],
    ],
  ])('%s is checked', (_, streams, expected) => {
    expect(streamFaults(streams).map(({ row, field, kind }) => [row, field, kind])).toEqual(
      expected,
    );
  });

  it('streams survive a round trip, and an added one has the next id', () => {
    const declared = {
      streamId: 7,
      kind: 'ecg',
      unit: 'mV',
      channels: 1,
      sampleRateHz: 250,
      scale: 0.001,
      offset: 0,
    };
    const { streams } = toTypeValues({
      code: 'c',
      name: 'n',
      maker: '',
      firmwareVersions: [],
      streams: [declared],
    });
    expect(streams.map(toDeclaration)).toEqual([declared]);
    expect(withStream(streams).at(-1)).toMatchObject({
      streamId: 8,
      channels: 1,
      sampleRateHz: null,
    });
  });
});
