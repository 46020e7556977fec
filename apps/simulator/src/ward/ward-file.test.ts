import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SIMULATED_BED } from './simulated-bed.ts';
import { planRooms, readThorax, readWardFile, type KeyedDevice } from './ward-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'yamori-ward-'));
afterAll(() => rmSync(folder, { recursive: true }));
const aFile = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const aDevice = (serial: string, roomName: string): KeyedDevice => ({
  serial,
  key: `key of ${serial}`,
  roomName,
  streams: SIMULATED_BED.streams,
});

describe('readWardFile', () => {
  it('returns the devices that were written', () => {
    const devices = [aDevice('A-1', '201'), aDevice('A-2', '202')];
    expect(readWardFile(aFile('ward.json', JSON.stringify(devices)))).toEqual(devices);
  });

  it.each([
    ['absent.json', null],
    ['empty.json', ''],
    ['broken.json', '[{"serial":'],
    ['map.json', '{"serial":"A"}'],
    ['keyless.json', '[{"serial":"A","roomName":"1","streams":[]}]'],
    ['streamless.json', '[{"serial":"A","key":"k","roomName":"1"}]'],
    ['nothing.json', '[null]'],
    ['number.json', '7'],
  ])('names an unreadable file: %s', (name, text) => {
    const path = text === null ? join(folder, name) : aFile(name, text);
    expect(() => readWardFile(path)).toThrow(name);
  });
});

describe('planRooms', () => {
  const plan = { scenario: null, seed: 1, startUs: 1e15, isRealTime: true, thorax: readThorax() };

  it('groups devices by room, with their keys', () => {
    const rooms = planRooms(
      [aDevice('A-1', '201'), aDevice('B-1', '202'), aDevice('A-2', '201')],
      plan,
    );
    expect(rooms.map(({ room }) => room.devices.map((device) => device.serial))).toEqual([
      ['A-1', 'A-2'],
      ['B-1'],
    ]);
    expect([...(rooms[0]?.keys ?? [])]).toEqual([
      ['A-1', 'key of A-1'],
      ['A-2', 'key of A-2'],
    ]);
  });

  it('gives each room its own scenario, or all rooms the given one', () => {
    const devices = Array.from({ length: 24 }, (_, index) => aDevice(`A-${index}`, `${index}`));
    const offlineAt = (seconds: number, scenario: 'lostDevice' | null): number =>
      planRooms(devices, { ...plan, scenario }).filter(({ room }) => {
        room.advanceTo(seconds);
        return room.isOffline(seconds);
      }).length;
    expect(offlineAt(52, null)).toBe(1);
    expect(offlineAt(52, 'lostDevice')).toBe(24);
  });

  it('gives the same data for the same seed, and other data for another', () => {
    const sent = (seed: number): Buffer =>
      Buffer.concat(
        [
          ...(planRooms([aDevice('A-1', '201')], { ...plan, seed })[0]
            ?.room.advanceTo(5)
            .values() ?? []),
        ].flat(),
      );
    expect(sent(1).equals(sent(1))).toBe(true);
    expect(sent(1).equals(sent(2))).toBe(false);
  });

  it('uses a thorax model that fits the streams of an EIT belt', () => {
    expect(readThorax().baseline).toHaveLength(208);
  });
});
