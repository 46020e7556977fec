import { describe, expect, it } from 'vitest';
import {
  declarationOf,
  streamFaults,
  valueOf,
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
    ['a good one', [stream()], []],
    ['without a kind', [stream({ kind: ' ' })], [[0, 'kind', 'missing']]],
    ['without a rate', [stream({ sampleRateHz: null })], [[0, 'sampleRateHz', 'missing']]],
    ['events', [stream({ sampleRateHz: 0 })], []],
    ['an id twice', [stream(), stream()], [[1, 'streamId', 'twice']]],
    ['no channel', [stream({ channels: 0 })], [[0, 'channels', 'range']]],
    ['by which nothing can be read', [stream({ scale: 0 })], [[0, 'scale', 'zero']]],
    [
      'an id beyond what a frame can say',
      [stream({ streamId: 65_536 })],
      [[0, 'streamId', 'range']],
    ],
  ])('%s', (_, streams, expected) => {
    expect(streamFaults(streams).map(({ row, field, kind }) => [row, field, kind])).toEqual(
      expected,
    );
  });

  it('come back as they were, and one more has the next id', () => {
    const declared = {
      streamId: 7,
      kind: 'ecg',
      unit: 'mV',
      channels: 1,
      sampleRateHz: 250,
      scale: 0.001,
      offset: 0,
    };
    const { streams } = valueOf({
      code: 'c',
      name: 'n',
      maker: '',
      firmwareVersions: [],
      streams: [declared],
    });
    expect(streams.map(declarationOf)).toEqual([declared]);
    expect(withStream(streams).at(-1)).toMatchObject({
      streamId: 8,
      channels: 1,
      sampleRateHz: null,
    });
  });
});
