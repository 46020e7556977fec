import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayEditDevice } from './device-rules.ts';
import { mayEditDomain } from './domain-rules.ts';
import { mayCreateRoom, mayEditRoom } from './room-rules.ts';
import { RULES } from './rules.ts';

const createActor = (name: AccessLevelName, domainIds: readonly string[] = ['own']): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  hasOwnHome: false,
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

describe('mayEditRoom', () => {
  const room = at({ domainId: 'own', name: 'n', tags: ['a'], occupant: null });

  it('general staff may edit care fields only', () => {
    const staff = createActor('generalStaff');
    expect(mayEditRoom(staff, room, at({ ...room.data, tags: ['b'] }))).toBe(true);
    expect(mayEditRoom(staff, room, at({ ...room.data, capacity: 3 }))).toBe(false);
    expect(mayEditRoom(staff, room, at({ ...room.data, sharedWith: ['me'] }))).toBe(false);
    expect(mayEditRoom(staff, room, at({ ...room.data, domainId: 'beside' }))).toBe(false);
  });

  it('a room moves only between accessible domains', () => {
    const moved = at({ ...room.data, domainId: 'beside' });
    expect(mayEditRoom(createActor('ownerAdministrator'), room, moved)).toBe(false);
    expect(mayEditRoom(createActor('ownerAdministrator'), moved, room)).toBe(false);
    expect(mayEditRoom(createActor('ownerAdministrator', ['own', 'beside']), room, moved)).toBe(
      true,
    );
  });
});

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];

describe('the rules for the people that a room is shared with', () => {
  const room = at({ domainId: 'own', name: 'n', sharedWith: ['daughter'] });
  const MANAGERS = ['administrator', 'privilegeAdministrator', 'ownerAdministrator'];
  const MAKER = ['developer', 'seniorDeveloper'];

  it.each([
    ['added', ['daughter', 'son']],
    ['removed', []],
  ])(
    'managers and the maker, but not agencies, can save a room with people %s',
    (_what, sharedWith) => {
      const shared = at({ ...room.data, sharedWith });
      expect(LEVELS.filter((level) => mayEditRoom(createActor(level), room, shared))).toEqual([
        ...MANAGERS,
        ...MAKER,
      ]);
    },
  );

  it('agencies can make other changes to a shared room', () => {
    const renamed = at({ ...room.data, name: 'm' });
    expect(mayEditRoom(createActor('agency'), room, renamed)).toBe(true);
    expect(mayEditRoom(createActor('agencyAdmin'), room, renamed)).toBe(true);
  });

  it('managers and the maker, but not agencies, can name people in a new room', () => {
    expect(LEVELS.filter((level) => mayCreateRoom(createActor(level), room))).toEqual([
      ...MANAGERS,
      ...MAKER,
    ]);
    const unshared = at({ domainId: 'own', name: 'n', sharedWith: [] });
    expect(mayCreateRoom(createActor('agency'), unshared)).toBe(true);
    expect(mayCreateRoom(createActor('agencyAdmin'), at({ domainId: 'own' }))).toBe(true);
  });
});

describe('mayEditDevice', () => {
  const device = at({ serial: 'A', domainId: 'own', roomId: null, borrowedBy: null });

  it('the serial never changes, and only the maker creates a lent device', () => {
    expect(
      mayEditDevice(createActor('developer'), device, at({ ...device.data, serial: 'B' })),
    ).toBe(false);
    expect(
      RULES.device.mayCreate(createActor('agency'), at({ ...device.data, borrowedBy: 'own' })),
    ).toBe(false);
  });

  it('general staff may move a device to another room', () => {
    expect(
      mayEditDevice(createActor('generalStaff'), device, at({ ...device.data, roomId: 'r' })),
    ).toBe(true);
    expect(
      mayEditDevice(createActor('generalStaff'), device, at({ ...device.data, firmware: '2' })),
    ).toBe(false);
  });
});

describe('rules of domains', () => {
  const domain = at(
    { name: 'n', parentDomainId: null, limits: { rooms: 1, devices: 1, members: 1 } },
    'own',
  );
  const widened = at({ ...domain.data, limits: { rooms: 9, devices: 9, members: 9 } }, 'own');

  it('managers may edit their domain, but not its contract', () => {
    expect(
      mayEditDomain(
        createActor('administrator'),
        domain,
        at({ ...domain.data, name: 'new' }, 'own'),
      ),
    ).toBe(true);
    expect(mayEditDomain(createActor('ownerAdministrator'), domain, widened)).toBe(false);
    expect(mayEditDomain(createActor('developer'), domain, widened)).toBe(true);
  });

  it('an agency may change the contracts of its customers, but not its own', () => {
    expect(
      mayEditDomain(
        createActor('agencyAdmin', ['own', 'customer']),
        { ...domain, id: 'customer' },
        { ...widened, id: 'customer' },
      ),
    ).toBe(true);
    expect(mayEditDomain(createActor('agencyAdmin', ['own', 'customer']), domain, widened)).toBe(
      false,
    );
    expect(
      mayEditDomain(
        createActor('agency', ['own', 'customer']),
        { ...domain, id: 'customer' },
        { ...widened, id: 'customer' },
      ),
    ).toBe(false);
  });

  it('a write cannot move a domain, which needs a command', () => {
    expect(
      RULES.domain.mayUpdate(
        createActor('developer'),
        domain,
        at({ ...domain.data, parentDomainId: 'above' }, 'own'),
      ),
    ).toBe(false);
  });
});
