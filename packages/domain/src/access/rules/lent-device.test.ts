import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { resolvePlacement, type DocumentFields, type PlacedDocument } from './placement.ts';
import { RULES } from './rules.ts';
import { isVisible } from './visibility.ts';

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const CARE: AccessLevelName[] = [
  'generalStaff',
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
];
const AGENCY: AccessLevelName[] = ['agency', 'agencyAdmin'];
const MAKER: AccessLevelName[] = ['developer', 'seniorDeveloper'];

/** Places of owner and borrower relative to the actor's domain. */
const RELATIONS = ['own', 'below', 'beside', 'above'] as const;
type Relation = (typeof RELATIONS)[number];
const REACHED: readonly Relation[] = ['own', 'below'];

const createActor = (name: AccessLevelName): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: MAKER.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(REACHED) },
});

function aLent(owner: Relation, borrower: Relation, more: DocumentFields = {}): PlacedDocument {
  const data = {
    serial: 'A',
    domainId: owner,
    rootDomainId: 'above',
    borrowedBy: borrower,
    roomId: null,
    name: 'n',
    ...more,
  };
  // All fields contain document values.
  return {
    path: 'device/A',
    id: 'A',
    placement: resolvePlacement(
      { collection: 'device', id: 'A', parentPath: '', data: data as never },
      null,
    ),
    data,
  };
}

/** Actions on a lent device. */
const ACTS: Readonly<
  Record<string, (actor: Actor, owner: Relation, borrower: Relation) => boolean>
> = {
  see: (actor, owner, borrower) => isVisible(aLent(owner, borrower), RULES.device.visibleTo(actor)),
  putIntoARoom: (actor, owner, borrower) =>
    RULES.device.mayUpdate(actor, aLent(owner, borrower), aLent(owner, borrower, { roomId: 'r' })),
  rename: (actor, owner, borrower) =>
    RULES.device.mayUpdate(
      actor,
      aLent(owner, borrower),
      aLent(owner, borrower, { name: 'other' }),
    ),
  putIntoARoomAndRename: (actor, owner, borrower) =>
    RULES.device.mayUpdate(
      actor,
      aLent(owner, borrower),
      aLent(owner, borrower, { name: 'other', roomId: 'r' }),
    ),
  moveToAnotherOwner: (actor, owner, borrower) =>
    RULES.device.mayUpdate(
      actor,
      aLent(owner, borrower),
      aLent(owner, borrower, { domainId: 'own' === owner ? 'below' : 'own' }),
    ),
  delete: (actor, owner, borrower) => RULES.device.mayDelete(actor, aLent(owner, borrower)),
};

/**
 * From the product's decisions: the borrower uses it, the owner sees only the loan, and the maker
 * is responsible for it.
 */
const EXPECTED: Readonly<Record<string, { readonly borrower: readonly AccessLevelName[] }>> = {
  see: { borrower: [...CARE, ...AGENCY] },
  putIntoARoom: { borrower: [...CARE, ...AGENCY] },
  rename: { borrower: [] },
  putIntoARoomAndRename: { borrower: [] },
  moveToAnotherOwner: { borrower: [] },
  delete: { borrower: [] },
};

describe.each(Object.keys(ACTS))('the action %s on a lent device', (act) => {
  it.each(RELATIONS)('levels and owners are checked for a borrower that is %s', (borrower) => {
    for (const owner of RELATIONS) {
      const able = LEVELS.filter((level) => ACTS[act]?.(createActor(level), owner, borrower));
      const expected = LEVELS.filter(
        (level) =>
          MAKER.includes(level) ||
          (REACHED.includes(borrower) && EXPECTED[act]?.borrower.includes(level)),
      );
      expect({ owner, able }).toEqual({ owner, able: expected });
    }
  });
});

it('one-time links have no access to a lent device', () => {
  for (const level of LEVELS) {
    const actor = { ...createActor(level), singleTimeToken: 'link' };
    for (const [act, may] of Object.entries(ACTS))
      expect({ level, act, may: may(actor, 'own', 'own') }).toEqual({ level, act, may: false });
  }
});
