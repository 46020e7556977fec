import { describe, expect, it } from 'vitest';
import {
  toLaneChoice,
  hiddenStreamLanes,
  MAX_STREAM_LANES,
  streamLanes,
  type NamedStream,
} from './stream-lanes.ts';

let lastId = 0;
const stream = (kind: string, unit = '', serial = 'CPAP'): NamedStream => ({
  serial,
  streamId: ++lastId,
  kind,
  unit,
  sampleRateHz: 25,
  channels: 1,
  scale: 1,
  offset: 0,
});
const cpap = [stream('flow', 'L/s'), stream('pressure', 'cmH2O')];
const ids = (streams: readonly NamedStream[]) => streamLanes(streams).map(({ id }) => id);

describe('lanes of other streams', () => {
  it('each kind and unit gets one lane, except when a device records several at a time', () => {
    expect(
      ids([
        ...cpap,
        stream('ecg'),
        stream('temperature'),
        stream('button'),
        stream('flow', 'L/s', 'OTHER'),
      ]),
    ).toEqual(['stream:flow:L/s:1', 'stream:pressure:cmH2O:1']);
    expect(ids([stream('eeg', 'uV'), stream('eeg', 'uV')])).toEqual([
      'stream:eeg:uV:1',
      'stream:eeg:uV:2',
    ]);
  });

  it('checksums get no lane, even when an older import stored them as signals', () => {
    expect(
      ids([
        ...cpap,
        stream('checksum'),
        { ...stream('signal'), label: 'Crc16' },
        { ...stream('signal'), label: 'Crc16 rate' },
      ]),
    ).toHaveLength(3);
  });

  it('streams of an unknown kind are separated by name', () => {
    const named = (kind: string, label: string, serial = 'F-1') => ({
      ...stream(kind, 'cmH2O', serial),
      label,
    });
    expect(
      streamLanes([
        named('signal', 'MaskPress.2s'),
        named('signal', 'EprPress.2s'),
        named('signal', 'MaskPress.2s', 'F-2'),
        named('pressure', 'Press.2s'),
      ]).map(({ id, label, streams: all }) => [id, label, all.length]),
    ).toEqual([
      ['stream:signal:cmH2O:MaskPress.2s:1', 'MaskPress.2s', 2],
      ['stream:signal:cmH2O:EprPress.2s:1', 'EprPress.2s', 1],
      ['stream:pressure:cmH2O:1', 'Press.2s', 1],
    ]);
  });

  it('the lanes appear when no main waveform exists, and otherwise on request', () => {
    expect(hiddenStreamLanes(cpap, null)).toEqual([]);
    const both = [...cpap, stream('ecg')];
    expect(hiddenStreamLanes(both, null)).toEqual(ids(cpap));
    expect(
      hiddenStreamLanes(both, toLaneChoice(both, new Set(['stream:pressure:cmH2O:1']), null)),
    ).toEqual(['stream:pressure:cmH2O:1']);
  });

  it('the choice survives viewing other nights', () => {
    const first = toLaneChoice(cpap, new Set(['stream:flow:L/s:1', 'movement']), null);
    expect(hiddenStreamLanes(cpap, first)).toEqual(['stream:flow:L/s:1']);
    const second = toLaneChoice([stream('spo2', '%')], new Set(), first);
    expect([...second].toSorted()).toEqual([
      '+stream:pressure:cmH2O:1',
      '+stream:spo2:%:1',
      'stream:flow:L/s:1',
    ]);
  });

  it('the lanes are limited to what a tile carries', () => {
    const many = Array.from({ length: 40 }, () => stream('eeg', 'uV'));
    expect(hiddenStreamLanes(many, null)).toHaveLength(32);
    expect(hiddenStreamLanes(many, toLaneChoice(many, new Set(), null))).toHaveLength(
      40 - MAX_STREAM_LANES,
    );
  });
});
