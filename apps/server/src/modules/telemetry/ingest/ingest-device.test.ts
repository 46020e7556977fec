import { describe, expect, it, vi } from 'vitest';
import { anIngestDevice, formatKey } from '../../../testing/ingest-fixture.ts';
import { admitDevice } from './ingest-device.ts';

const devices = new Map([
  ['A-1', anIngestDevice('A-1')],
  ['C-1', anIngestDevice('C-1', { keyHash: null })],
]);
const findDevice = vi.fn((serial: string) => devices.get(serial) ?? null);

describe('admitDevice', () => {
  it.each([formatKey('A-1'), Buffer.from(formatKey('A-1'))])('admits the right key (%o)', (key) => {
    expect(admitDevice(findDevice, 'A-1', key)).toMatchObject({
      kind: 'admitted',
      device: { serial: 'A-1' },
    });
  });

  it.each([
    ['A-1', '', 'wrongKey'],
    ['A-1', formatKey('C-1'), 'wrongKey'],
    ['C-1', '', 'noKey'],
    ['C-1', '\0'.repeat(32), 'noKey'],
    ['B-1', 'x', 'unknownDevice'],
  ])('rejects device %s with the key %o: %s', (serial, key, reason) => {
    expect(admitDevice(findDevice, serial, key)).toEqual({ kind: 'refused', reason });
  });

  it('does not look up text that cannot be a serial', () => {
    findDevice.mockClear();
    for (const serial of ['', '-A', 'a b', '../x', 'x'.repeat(41), 'ｱ', 'A\u0000'])
      expect(admitDevice(findDevice, serial, 'x')).toEqual({
        kind: 'refused',
        reason: 'unknownDevice',
      });
    expect(findDevice).not.toHaveBeenCalled();
  });
});
