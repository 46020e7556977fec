import type { SleepStage, TimelineStream } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { StepsLane } from '../../live/chart/nights/night-spec.ts';
import { LANE_IDS, type LaneOptions, type LaneLabels } from './lane-options.ts';
import { drawnStreams } from './wave-lanes.ts';
import { nightLanes } from './night-lanes.ts';
import type { Night } from './api.ts';

const word = (name: string): string => name;
const words: LaneLabels = {
  // Every lane is named by its id here.
  lane: Object.fromEntries(LANE_IDS.map((id) => [id, id])) as LaneLabels['lane'],
  stream: ({ kind, ordinal }) => `${kind} ${ordinal}`,
  stage: {
    wake: 'wake',
    rem: 'rem',
    light: 'light',
    asleep: 'asleep',
    deep: 'deep',
    missing: 'missing',
  },
  posture: { supine: '', left: '', right: '', prone: '', upright: '' },
  postureShort: { supine: '', left: '', right: '', prone: '', upright: '' },
  inBed: '',
  outOfBed: '',
  gap: '',
  trendUnit: { heartRate: '', respirationRate: '', movement: '', temperature: '' },
  accident: word,
  missing: { result: 'no result', trend: '', signal: '', posture: '', none: '', noGap: '' },
};
// The fields of a night that the lanes read.
const aNight = (night: string, epochs: readonly SleepStage[]): Night =>
  ({
    night,
    state: 'done',
    from: new Date(`${night}T03:00:00Z`),
    to: new Date(`${night}T09:00:00Z`),
    epochs,
    presence: [],
    events: [],
    edits: [],
    trends: null,
  }) as unknown as Night;
const getHypnogram = (nights: readonly Night[], more: Partial<LaneOptions> = {}): StepsLane => {
  const lane = nightLanes({
    nights,
    chosen: nights[0]?.night ?? '',
    overlay: null,
    accidents: [],
    notes: [],
    streams: [],
    gaps: null,
    hidden: new Set(),
    limits: new Map(),
    words,
    ...more,
  })[0];
  if (lane?.kind !== 'steps') throw new Error('the first lane is not the hypnogram');
  return lane;
};
const getRows = ({ rows, levels }: StepsLane) =>
  Array.from({ length: rows }, (_, row) =>
    levels
      .filter((level) => level.row === row)
      .map(({ name }) => name)
      .join('/'),
  );

describe('the hypnogram of a night', () => {
  const plain = aNight('2026-11-20', ['missing', 'wake', 'asleep', 'wake']);
  const staged = aNight('2026-11-19', ['wake', 'light', 'deep', 'rem']);

  it('the hypnogram has rows for the stages that a device detects, and no empty row for others', () => {
    expect(getRows(getHypnogram([plain]))).toEqual(['wake', 'light/asleep']);
    const colours = getHypnogram([plain]).levels.map(({ name, colour }) => `${name} ${colour}`);
    expect(colours).toContain('asleep asleep');
    expect(colours).toContain('light light');
    expect(getRows(getHypnogram([staged]))).toEqual(['wake', 'rem', 'light/asleep', 'deep']);
  });

  it('the hypnogram has rows for the stages of an overlaid or neighbouring night', () => {
    expect(getRows(getHypnogram([plain, staged]))).toHaveLength(4);
    expect(getRows(getHypnogram([plain], { overlay: { night: staged, shiftMs: 0 } }))).toHaveLength(
      4,
    );
  });

  it('the lanes unpack a corrected night again, and an unchanged night only once', () => {
    const before = getHypnogram([plain]).series[0];
    const edit = {
      id: 'e',
      from: plain.from,
      to: new Date(plain.from.getTime() + 60_000),
      change: { kind: 'stage' as const, stage: 'deep' as const },
      editedBy: 'u',
      editedAt: plain.to,
      undone: false,
    };
    const after = getHypnogram([{ ...plain, edits: [edit] }]);
    expect(getHypnogram([plain]).series[0]?.values).toBe(before?.values);
    expect([...(before?.values ?? [])]).not.toEqual([...(after.series[0]?.values ?? [])]);
    expect(getRows(after)).toEqual(['wake', 'light/asleep', 'deep']);
  });
});

describe('waveforms', () => {
  const stream = (kind: string): TimelineStream => ({
    serial: 'A',
    streamId: 1,
    kind,
    unit: 'L/s',
    sampleRateHz: 25,
    channels: 1,
    scale: 1,
    offset: 0,
  });
  const getLanes = (...kinds: readonly string[]) =>
    nightLanes({
      nights: [],
      chosen: '',
      overlay: null,
      accidents: [],
      notes: [],
      streams: kinds.map(stream),
      gaps: null,
      hidden: new Set(),
      limits: new Map(),
      words,
    })
      .map(({ id }) => id)
      .slice(9);

  it('other waveforms replace the main ones when a night has only those', () => {
    expect(getLanes()).toEqual(['ecg', 'impe', 'respi-axl', 'respihr']);
    expect(getLanes('flow')).toEqual(['stream:flow:L/s:1']);
    expect(getLanes('ecg', 'flow')).toEqual([
      'ecg',
      'impe',
      'respi-axl',
      'respihr',
      'stream:flow:L/s:1',
    ]);
  });
});

describe('streams that are drawn', () => {
  const stream = (kind: TimelineStream['kind']): TimelineStream => ({
    serial: 'A',
    streamId: 1,
    kind,
    unit: '',
    sampleRateHz: 50,
    channels: 3,
    scale: 1,
    offset: 0,
  });
  const kinds = (hidden: readonly string[]) =>
    drawnStreams([stream('ecg'), stream('respi-axl'), stream('button')], new Set(hidden)).map(
      ({ kind }) => kind,
    );

  it('visible lanes request their streams, and posture requests the accelerometer', () => {
    expect(kinds([])).toEqual(['ecg', 'respi-axl']);
    expect(kinds(['ecg', 'respi-axl'])).toEqual(['respi-axl']);
    expect(kinds(['ecg', 'respi-axl', 'posture'])).toEqual([]);
  });
});
