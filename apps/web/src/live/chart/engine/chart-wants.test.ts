import { describe, expect, it } from 'vitest';
import { aView, ecgLane, PURE } from '../testing/chart-bench.ts';
import { wantedDevices } from './chart-engine.ts';
import { isChartCommand, isChartNotice } from './chart-message.ts';

const breathLane = {
  ...ecgLane,
  id: 'A/impe',
  source: { serial: 'A', stream: 'impe', channels: [0] },
};
const curveLane = {
  ...ecgLane,
  id: 'A/curves',
  source: { serial: 'A', stream: 'eit-curves', channels: [0] },
};

describe('watched devices', () => {
  it('each device is watched once, with the streams of all views together', () => {
    const wants = wantedDevices([aView(), aView({ lanes: [breathLane] })]);
    expect([...wants]).toEqual([['A', { kinds: ['ecg', 'impe'], estimates: false, roomId: null }]]);
  });

  it('all streams are watched as soon as one view wants all', () => {
    const wants = wantedDevices([aView({ watchAll: ['A'] }), aView()]);
    expect(wants.get('A')?.kinds).toBeNull();
  });

  it('curves are watched through the readings they are computed from', () => {
    expect(wantedDevices([aView({ lanes: [curveLane] })]).get('A')?.kinds).toEqual(['eit']);
  });

  it('the room is named for the timeline of the past', () => {
    expect(wantedDevices([aView({ rooms: { A: 'room-1' } }), aView()]).get('A')?.roomId).toBe(
      'room-1',
    );
  });

  it('estimates are computed if one view shows them', () => {
    expect(wantedDevices([aView(), aView({ estimates: true })]).get('A')?.estimates).toBe(true);
  });

  it('a tile watches every stream it can choose from', () => {
    const kinds = wantedDevices([aView({ lanes: { serials: ['T'], atMost: 2 } })]).get('T')?.kinds;
    expect(kinds).toEqual(expect.arrayContaining(['ecg', 'impe', 'respi-axl', 'eit']));
  });

  it('an EIT view watches the image with its estimates', () => {
    const wants = wantedDevices([
      {
        kind: 'eit',
        serial: 'E',
        image: 'live',
        regions: 'layers',
        selectedRegion: null,
        frozen: false,
        palette: PURE,
      },
    ]);
    expect([...wants]).toEqual([['E', { kinds: ['eit'], estimates: true, roomId: null }]]);
  });

  it('nothing is watched without a view', () => expect(wantedDevices([]).size).toBe(0));
});

describe('messages between page and worker', () => {
  it('a tag distinguishes them from other messages', () => {
    expect(
      [{ type: 'attach' }, { type: 'ready' }, { type: 'other' }, null, 'attach', 7].map(
        isChartCommand,
      ),
    ).toEqual([true, false, false, false, false, false]);
    expect(
      [{ type: 'report' }, { type: 'failed' }, { type: 'attach' }, undefined].map(isChartNotice),
    ).toEqual([true, true, false, false]);
  });
});
