import { describe, expect, it } from 'vitest';
import { resolveScannedCode } from './resolve-scanned-code.ts';

const MANAGER = { opensRooms: true, opensDevices: true, mayRegister: true };
const STAFF = { opensRooms: false, opensDevices: true, mayRegister: false };
const INDIVIDUAL = { opensRooms: true, opensDevices: false, mayRegister: false };
const placed = { serial: 'A-1', roomId: 'r' };
const loose = { serial: 'A-1', roomId: null };

describe('the target of a scanned code', () => {
  it.each([
    ['a manager to the room', MANAGER, placed, { kind: 'room', roomId: 'r' }],
    ['an individual to their room', INDIVIDUAL, placed, { kind: 'room', roomId: 'r' }],
    [
      'the shift to the page of the room that it may open',
      STAFF,
      placed,
      { kind: 'roomSettings', roomId: 'r' },
    ],
    ['to a device without a room', MANAGER, loose, { kind: 'device', serial: 'A-1' }],
    ['the shift, too, to a device without a room', STAFF, loose, { kind: 'device', serial: 'A-1' }],
    [
      'to registration, for a device that is hidden or does not exist',
      MANAGER,
      null,
      { kind: 'register', serial: 'A-1' },
    ],
    ['to a refusal, for a reader who may not register devices', STAFF, null, { kind: 'refused' }],
    ['to a refusal, for an individual', INDIVIDUAL, null, { kind: 'refused' }],
  ])('it leads %s', (_what, visitor, device, target) =>
    expect(resolveScannedCode('A-1', device, visitor)).toEqual(target),
  );

  it('an invalid serial leads to a message', () =>
    expect(resolveScannedCode(null, null, MANAGER)).toEqual({ kind: 'wrong' }));
});
