import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayEditDevice } from './device-rules.ts';
import { mayEditDomain } from './domain-rules.ts';
import { mayEditRoom } from './room-rules.ts';
import { RULES } from './rules.ts';

const actorOf = (name: AccessLevelName, domainIds: readonly string[] = ['own']): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  reach: name.startsWith('developer')
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(domainIds) },
});
const at = <Data>(data: Data, id = 'x') => ({
  path: `any/${id}`,
  id,
  placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
  data,
});

describe('rooms', () => {
  const room = at({ domainId: 'own', name: 'n', tags: ['a'], occupant: null });

  it('are kept up to date by the night shift, but not rearranged', () => {
    const staff = actorOf('generalStaff');
    expect(mayEditRoom(staff, room, at({ ...room.data, tags: ['b'] }))).toBe(true);
    expect(mayEditRoom(staff, room, at({ ...room.data, capacity: 3 }))).toBe(false);
    expect(mayEditRoom(staff, room, at({ ...room.data, sharedWith: ['me'] }))).toBe(false);
    expect(mayEditRoom(staff, room, at({ ...room.data, domainId: 'beside' }))).toBe(false);
  });

  it('move only between domains that are both within reach', () => {
    const moved = at({ ...room.data, domainId: 'beside' });
    expect(mayEditRoom(actorOf('ownerAdministrator'), room, moved)).toBe(false);
    expect(mayEditRoom(actorOf('ownerAdministrator'), moved, room)).toBe(false);
    expect(mayEditRoom(actorOf('ownerAdministrator', ['own', 'beside']), room, moved)).toBe(true);
  });
});

describe('devices', () => {
  const device = at({ serial: 'A', domainId: 'own', roomId: null, borrowedBy: null });

  it('never become another device, and are made lent by nobody but the maker', () => {
    expect(mayEditDevice(actorOf('developer'), device, at({ ...device.data, serial: 'B' }))).toBe(
      false,
    );
    expect(
      RULES.device.mayCreate(actorOf('agency'), at({ ...device.data, borrowedBy: 'own' })),
    ).toBe(false);
  });

  it('are put into another room by general staff', () => {
    expect(
      mayEditDevice(actorOf('generalStaff'), device, at({ ...device.data, roomId: 'r' })),
    ).toBe(true);
    expect(
      mayEditDevice(actorOf('generalStaff'), device, at({ ...device.data, firmware: '2' })),
    ).toBe(false);
  });
});

describe('domains', () => {
  const domain = at(
    { name: 'n', parentDomainId: null, limits: { rooms: 1, devices: 1, members: 1 } },
    'own',
  );
  const widened = at({ ...domain.data, limits: { rooms: 9, devices: 9, members: 9 } }, 'own');

  it('are set up by their managers, but not beyond what their contract says', () => {
    expect(
      mayEditDomain(actorOf('administrator'), domain, at({ ...domain.data, name: 'new' }, 'own')),
    ).toBe(true);
    expect(mayEditDomain(actorOf('ownerAdministrator'), domain, widened)).toBe(false);
    expect(mayEditDomain(actorOf('developer'), domain, widened)).toBe(true);
  });

  it('have their contract changed by the agency that serves them, which does not change its own', () => {
    expect(
      mayEditDomain(
        actorOf('agencyAdmin', ['own', 'customer']),
        { ...domain, id: 'customer' },
        { ...widened, id: 'customer' },
      ),
    ).toBe(true);
    expect(mayEditDomain(actorOf('agencyAdmin', ['own', 'customer']), domain, widened)).toBe(false);
    expect(
      mayEditDomain(
        actorOf('agency', ['own', 'customer']),
        { ...domain, id: 'customer' },
        { ...widened, id: 'customer' },
      ),
    ).toBe(false);
  });

  it('are moved by a command only', () => {
    expect(
      RULES.domain.mayUpdate(
        actorOf('developer'),
        domain,
        at({ ...domain.data, parentDomainId: 'above' }, 'own'),
      ),
    ).toBe(false);
  });
});
