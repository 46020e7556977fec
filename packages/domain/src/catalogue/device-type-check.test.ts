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

describe('the streams of a device type', () => {
  it('can be told apart by their ids', () => {
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

  it.each(standardDeviceTypes())('can be told apart in %s', (_path, fields) => {
    expect(streamFaults(deviceTypeCollection.schema.strip().parse(fields).streams)).toEqual([]);
  });
});

describe('streams that devices record by', () => {
  const before = [stream(), stream({ streamId: 2, kind: 'impe', unit: 'Ω' })];

  it.each<[string, readonly StreamDeclaration[], number[]]>([
    ['as they were', before, []],
    ['in another order', before.toReversed(), []],
    ['with one more', [...before, stream({ streamId: 3 })], []],
    ['with one less', before.slice(1), [1]],
    ['all gone', [], [1, 2]],
    ['of another kind', [stream({ kind: 'impe' }), ...before.slice(1)], [1]],
    ['of more channels', [stream({ channels: 2 }), ...before.slice(1)], [1]],
    ['in another unit', [stream({ unit: 'V' }), ...before.slice(1)], [1]],
    ['at another rate', [stream({ sampleRateHz: 500 }), ...before.slice(1)], [1]],
    ['by another scale', [stream({ scale: 1 }), ...before.slice(1)], [1]],
    ['from another offset', [stream({ offset: 1 }), ...before.slice(1)], [1]],
    ['under another id', [stream({ streamId: 7 }), ...before.slice(1)], [1]],
  ])('%s', (_, after, changed) => {
    expect(changedStreams(before, after)).toEqual(changed);
  });
});

describe('the code of a new type', () => {
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
  ])('%s', (code, isGood) => {
    expect(isDeviceTypeCode(code)).toBe(isGood);
    expect(newTypeFaults({ code, streams: [stream()] }).map(({ field }) => field)).toEqual(
      isGood ? [] : ['code'],
    );
  });
});
