import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { anIngestDevice, keyOf } from '../../../testing/ingest-world.ts';
import { createDeviceDirectory, type IngestDevice } from './device-directory.ts';
import { admitDevice } from './device-key.ts';

function scene() {
  const own = {
    devices: new Map<string, IngestDevice>([['A-1', anIngestDevice('A-1')]]),
    asked: 0,
    away: false,
    clock: { ms: 0, nowMs: () => own.clock.ms },
  };
  const directory = createDeviceDirectory(
    async (serial) => {
      own.asked += 1;
      if (own.away) throw new Error('away');
      return own.devices.get(serial) ?? null;
    },
    own.clock,
    pino({ level: 'silent' }),
    60,
  );
  return { own, directory };
}

describe('device directory', () => {
  it('asks once for many, and again when what it knows is old', async () => {
    const { own, directory } = scene();
    await Promise.all(Array.from({ length: 20 }, () => directory.find('A-1')));
    expect(own.asked).toBe(1);
    own.clock.ms = 61_000;
    await directory.find('A-1');
    expect(own.asked).toBe(2);
  });

  it('keeps a known device while the database is away, and cannot say about others', async () => {
    const { own, directory } = scene();
    await directory.find('A-1');
    own.away = true;
    own.clock.ms = 3_600_000;
    expect((await directory.find('A-1'))?.serial).toBe('A-1');
    await expect(directory.find('B-1')).rejects.toThrow('away');
    expect(await admitDevice(directory, 'B-1', 'any')).toEqual({ kind: 'unavailable' });
  });

  it('finds a device soon after it is registered', async () => {
    const { own, directory } = scene();
    expect(await directory.find('B-1')).toBeNull();
    own.devices.set('B-1', anIngestDevice('B-1'));
    expect(await directory.find('B-1')).toBeNull();
    own.clock.ms = 3_100;
    expect((await directory.find('B-1'))?.serial).toBe('B-1');
  });

  it('knows a change as soon as it is told', async () => {
    const { own, directory } = scene();
    await directory.find('A-1');
    own.devices.set('A-1', anIngestDevice('A-1', { roomId: 'r9' }));
    expect((await directory.refresh('A-1'))?.roomId).toBe('r9');
    expect([directory.known('A-1')?.roomId, directory.serials()]).toEqual(['r9', ['A-1']]);
  });
});

describe('device key', () => {
  it('admits the right key as text or bytes, and nothing else', async () => {
    const { own, directory } = scene();
    own.devices.set('C-1', anIngestDevice('C-1', { keyHash: null }));
    expect(await admitDevice(directory, 'A-1', keyOf('A-1'))).toMatchObject({
      kind: 'admitted',
      device: { serial: 'A-1' },
    });
    expect(await admitDevice(directory, 'A-1', Buffer.from(keyOf('A-1')))).toMatchObject({
      kind: 'admitted',
    });
    expect(await admitDevice(directory, 'A-1', '')).toEqual({
      kind: 'refused',
      reason: 'wrongKey',
    });
    expect(await admitDevice(directory, 'C-1', '')).toEqual({ kind: 'refused', reason: 'noKey' });
    expect(await admitDevice(directory, 'B-1', 'x')).toEqual({
      kind: 'refused',
      reason: 'unknownDevice',
    });
  });

  it('does not ask the database for what is no serial', async () => {
    const { own, directory } = scene();
    for (const serial of ['', '-A', 'a b', '../x', 'x'.repeat(41), 'ｱ', 'A\u0000'])
      expect(await admitDevice(directory, serial, 'x')).toEqual({
        kind: 'refused',
        reason: 'unknownDevice',
      });
    expect(own.asked).toBe(0);
  });
});
