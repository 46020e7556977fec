import { describe, expect, it } from 'vitest';
import { serialTarget } from './serial-target.ts';

const MANAGER = { opensRooms: true, opensDevices: true, mayRegister: true };
const STAFF = { opensRooms: false, opensDevices: true, mayRegister: false };
const INDIVIDUAL = { opensRooms: true, opensDevices: false, mayRegister: false };
const placed = { serial: 'A-1', roomId: 'r' };
const loose = { serial: 'A-1', roomId: null };

describe('where a scanned code leads', () => {
  it.each([
    ['a manager to the room', MANAGER, placed, { kind: 'room', roomId: 'r' }],
    ['an individual to their room', INDIVIDUAL, placed, { kind: 'room', roomId: 'r' }],
    [
      'the shift to the room as far as they open it',
      STAFF,
      placed,
      { kind: 'roomSettings', roomId: 'r' },
    ],
    ['to the device that stands nowhere', MANAGER, loose, { kind: 'device', serial: 'A-1' }],
    [
      'to the device that stands nowhere, the shift too',
      STAFF,
      loose,
      { kind: 'device', serial: 'A-1' },
    ],
    [
      'to registration what is not seen, whether it is there or not',
      MANAGER,
      null,
      { kind: 'register', serial: 'A-1' },
    ],
    ['to a refusal for whoever registers nothing', STAFF, null, { kind: 'refused' }],
    ['to a refusal for an individual', INDIVIDUAL, null, { kind: 'refused' }],
  ])('%s', (_what, visitor, device, target) =>
    expect(serialTarget('A-1', device, visitor)).toEqual(target),
  );

  it('to words where it is no serial', () =>
    expect(serialTarget(null, null, MANAGER)).toEqual({ kind: 'wrong' }));
});
