import { ACCESS_LEVELS, type AccessLevelName, type Write } from '@yamori/domain';
import {
  aDevice,
  aDomain,
  anAccident,
  aRoom,
  aStaff,
} from '../core/documents/testing/test-documents.ts';
import { create, createInEveryCollection } from '../core/documents/testing/every-collection.ts';
import type { LiveFixture } from './live-fixture.ts';

/** Places relative to `own`; `foreign` is in another tree. */
export const PLACES = ['own', 'below', 'beside', 'above', 'foreign'] as const;
export type Place = (typeof PLACES)[number];

// Object.keys loses the key type; the keys are exactly AccessLevelName.
export const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];

export const roomAt = (place: Place): string => `r-${place}`;
export const deviceAt = (place: Place): string => `S-${place}`;

/** The place whose room is shared with the individual. */
export const SHARED_PLACE: Place = 'above';

/** Members of every level at `own`: user ids and session cookies by level. */
export type TreeMembers = {
  readonly userIds: ReadonlyMap<AccessLevelName, string>;
  readonly cookies: ReadonlyMap<AccessLevelName, string>;
};

/** Adds a tree of organisations with a document of every collection in each. */
export async function plantTree(fixture: LiveFixture): Promise<TreeMembers> {
  await fixture.commit([
    aDomain('above'),
    aDomain('own', 'above'),
    aDomain('beside', 'above'),
    aDomain('foreign'),
    aDomain('below', 'own', { rootDomainId: 'above', ancestorIds: ['above', 'own'] }),
    create('parameter/p', { key: 'p', name: 'p', kind: 'number', default: 1, scope: 'system' }),
    create('view/v', { name: 'v', scope: 'system' }),
  ]);
  const userIds = new Map<AccessLevelName, string>();
  const cookies = new Map<AccessLevelName, string>();
  await Promise.all(
    LEVELS.map(async (level) => {
      userIds.set(
        level,
        await fixture.addMember(`${level}@tree.example`, 'own', ACCESS_LEVELS[level], 'above'),
      );
      cookies.set(level, await fixture.signIn(`${level}@tree.example`));
    }),
  );
  const individual = userIds.get('individualUser') ?? '';
  await fixture.commit(
    PLACES.flatMap((place) => everythingAt(place, place === SHARED_PLACE ? [individual] : [])),
  );
  return { userIds, cookies };
}

const at = new Date('2026-01-01T00:00:00Z');
const LOANS_END = new Date('2126-01-01T00:00:00Z');
/** A device on loan to this place, which therefore counts here and not with its owner. */
function createLoans(place: Place): Write[] {
  const [owner, rootDomainId] = place === 'foreign' ? ['beside', 'above'] : ['foreign', 'foreign'];
  return [
    create(`deviceLoan/lent-${place}`, {
      serial: `L-${place}`,
      fromDomainId: owner,
      toDomainId: place,
      from: at,
      until: LOANS_END,
      returnedAt: null,
    }),
    aDevice(`L-${place}`, owner, roomAt(place), {
      rootDomainId,
      typeId: 'bed',
      borrowedBy: place,
      borrowedUntil: LOANS_END,
    }),
  ];
}

function everythingAt(place: Place, sharedWith: readonly string[]): Write[] {
  const rootDomainId = place === 'foreign' ? 'foreign' : 'above';
  const room = roomAt(place);
  return [
    aRoom(room, place, { rootDomainId, sharedWith }),
    aDevice(deviceAt(place), place, room, { rootDomainId, typeId: 'bed' }),
    ...createLoans(place),
    aStaff(`staff-${place}`, place, ACCESS_LEVELS.generalStaff, { rootDomainId }),
    aStaff(`owner-${place}`, place, ACCESS_LEVELS.ownerAdministrator, { rootDomainId }),
    anAccident(room, 'a'),
    ...createInEveryCollection({ domainId: place, roomId: room, serial: deviceAt(place) }),
  ];
}
