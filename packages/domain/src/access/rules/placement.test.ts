import { describe, expect, it } from 'vitest';
import { holderPath, resolvePlacement, SYSTEM_PLACEMENT, type Placement } from './placement.ts';

const room: Placement = { rootDomainId: 'top', domainIds: ['ward'], sharedWith: ['anna'] };

describe('resolvePlacement', () => {
  it("a room's fields determine its placement", () => {
    const data = { domainId: 'ward', rootDomainId: 'top', sharedWith: ['anna'] };
    expect(resolvePlacement({ collection: 'room', id: 'r', parentPath: '', data }, null)).toEqual(
      room,
    );
  });

  it('documents below a room have its placement', () => {
    const night = { collection: 'sleep', id: '2026-01-01', parentPath: 'room/r', data: {} };
    expect(holderPath(night)).toBe('room/r');
    expect(resolvePlacement(night, room)).toEqual(room);
  });

  it('a device is shared like its room', () => {
    const device = {
      collection: 'device',
      id: 'A',
      parentPath: '',
      data: { domainId: 'ward', rootDomainId: 'top', roomId: 'r', borrowedBy: null },
    };
    expect(holderPath(device)).toBe('room/r');
    expect(resolvePlacement(device, room)).toEqual({
      rootDomainId: 'top',
      domainIds: ['ward'],
      sharedWith: ['anna'],
    });
    expect(holderPath({ ...device, data: { ...device.data, roomId: null } })).toBeNull();
  });

  it('a lent device belongs to the borrower until it is returned', () => {
    const device = (borrowedBy: string | null) => ({
      collection: 'device',
      id: 'A',
      parentPath: '',
      data: { domainId: 'ward', rootDomainId: 'top', roomId: null, borrowedBy },
    });
    expect([
      resolvePlacement(device('other'), null).domainIds,
      resolvePlacement(device(null), null).domainIds,
    ]).toEqual([['other'], ['ward']]);
  });

  it('a document without a domain belongs to the system', () => {
    expect(
      resolvePlacement(
        { collection: 'parameter', id: 'p', parentPath: '', data: { key: 'p' } },
        null,
      ),
    ).toEqual(SYSTEM_PLACEMENT);
    expect(
      resolvePlacement(
        { collection: 'room', id: 'r', parentPath: '', data: { domainId: 7 } },
        null,
      ),
    ).toEqual(SYSTEM_PLACEMENT);
  });
});
