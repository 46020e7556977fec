import { describe, expect, it } from 'vitest';
import type { StreamDeclaration } from '../collections/device.ts';
import {
  changedStreams,
  isDeviceTypeCode,
  newTypeFaults,
  streamFaults,
} from './device-type-check.ts';
import { standardDeviceTypes } from './standard-device-types.ts';
import { deviceTypeCollection } from '../collections/device.ts';

const stream = (more: Partial<StreamDeclaration> = {}): StreamDeclaration => ({
  streamId: 1,
  kind: 'ecg',
  channels: 1,
  unit: 'mV',
  sampleRateHz: 250,
  scale: 0.001,
  offset: 0,
  ...more,
});

describe('streamFaults', () => {
  it('reports each repeated stream id', () => {
    expect(streamFaults([stream(), stream({ streamId: 2 })])).toEqual([]);
    expect(
      streamFaults([
        stream(),
        stream({ streamId: 2 }),
        stream({ kind: 'impe' }),
        stream({ streamId: 2 }),
      ]).map(({ field, code }) => `${field} ${code}`),
    ).toEqual(['streams.2.streamId value-wrong', 'streams.3.streamId value-wrong']);
  });

  it.each(standardDeviceTypes())('the streams of %s have unique ids', (_path, fields) => {
    expect(streamFaults(deviceTypeCollection.schema.strip().parse(fields).streams)).toEqual([]);
  });
});

describe('changedStreams', () => {
  const before = [stream(), stream({ streamId: 2, kind: 'impe', unit: 'Ω' })];

  it.each<[string, readonly StreamDeclaration[], number[]]>([
    ['unchanged streams', before, []],
    ['reordered streams', before.toReversed(), []],
    ['an added stream', [...before, stream({ streamId: 3 })], []],
    ['a removed stream', before.slice(1), [1]],
    ['no streams', [], [1, 2]],
    ['a changed kind', [stream({ kind: 'impe' }), ...before.slice(1)], [1]],
    ['more channels', [stream({ channels: 2 }), ...before.slice(1)], [1]],
    ['a changed unit', [stream({ unit: 'V' }), ...before.slice(1)], [1]],
    ['a changed rate', [stream({ sampleRateHz: 500 }), ...before.slice(1)], [1]],
    ['a changed scale', [stream({ scale: 1 }), ...before.slice(1)], [1]],
    ['a changed offset', [stream({ offset: 1 }), ...before.slice(1)], [1]],
    ['a changed id', [stream({ streamId: 7 }), ...before.slice(1)], [1]],
  ])('names the changed streams for %s', (_, after, changed) => {
    expect(changedStreams(before, after)).toEqual(changed);
  });
});

describe('isDeviceTypeCode', () => {
  it.each([
    ['bed', true],
    ['eeg-8_b', true],
    ['8ch', true],
    ['', false],
    ['-bed', false],
    ['_bed', false],
    ['a b', false],
    ['脳波', false],
    ['a/b', false],
    ['a.b', false],
    ['file-1', false],
    ['files', true],
  ])('"%s" is a valid code: %s', (code, isGood) => {
    expect(isDeviceTypeCode(code)).toBe(isGood);
    expect(newTypeFaults({ code, streams: [stream()] }).map(({ field }) => field)).toEqual(
      isGood ? [] : ['code'],
    );
  });
});
