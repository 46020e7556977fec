import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS, type CollectionName } from '../../collections/collections.ts';
import { FULL_DOCUMENTS } from '../../collections/testing/full-documents.ts';
import { ACCESS_LEVELS, type AccessLevel } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { resolvePlacement, type DocumentFields, type PlacedDocument } from './placement.ts';
import { RULES } from './rules.ts';
import { isVisible } from './visibility.ts';

/** Properties of all rules, for any tree of organisations, level and document. */
const NUMBER_OF_RUNS = 400;
const DOMAINS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const PEOPLE = ['anna', 'ben', 'carl'];
// Object.keys loses the key type; the keys are exactly CollectionName.
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];
const MAKER: readonly number[] = [ACCESS_LEVELS.developer, ACCESS_LEVELS.seniorDeveloper];
const WITHOUT_DATA: readonly number[] = [
  ACCESS_LEVELS.requestMfa,
  ACCESS_LEVELS.superDeveloper,
  ACCESS_LEVELS.systemAdmin,
];

/**
 * Parent index of each domain. The first domain is the root, and parents come before their
 * children.
 */
const tree = fc.tuple(...DOMAINS.slice(1).map((_, index) => fc.nat({ max: index })));

function getDomainsBelow(parents: readonly number[], domain: number): Set<string> {
  const below = new Set([domain]);
  for (let index = 1; index < DOMAINS.length; index++)
    if (below.has(parents[index - 1] ?? -1)) below.add(index);
  return new Set([...below].map((index) => DOMAINS[index] ?? ''));
}

const actor: fc.Arbitrary<Actor> = fc
  .record({
    parents: tree,
    domain: fc.nat({ max: DOMAINS.length - 1 }),
    accessLevel: fc.constantFrom<AccessLevel>(...Object.values(ACCESS_LEVELS)),
    userId: fc.constantFrom(...PEOPLE),
    hasOwnHome: fc.boolean(),
  })
  .map(({ parents, domain, accessLevel, userId, hasOwnHome }) => ({
    userId,
    accessLevel,
    domainId: DOMAINS[domain] ?? '',
    rootDomainId: 'a',
    singleTimeToken: null,
    hasOwnHome,
    reach: MAKER.includes(accessLevel)
      ? { kind: 'everything' }
      : { kind: 'domains', domainIds: getDomainsBelow(parents, domain) },
  }));

type Placed = { readonly name: CollectionName; readonly document: PlacedDocument };

const placed: fc.Arbitrary<Placed> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    domain: fc.constantFrom(...DOMAINS),
    other: fc.constantFrom(...DOMAINS),
    who: fc.constantFrom(...PEOPLE),
    level: fc.constantFrom(...Object.values(ACCESS_LEVELS)),
  })
  .map(({ name, domain, other, who, level }) => {
    const own: Record<string, unknown> = { ...FULL_DOCUMENTS[name] };
    for (const [field, value] of Object.entries({
      domainId: domain,
      rootDomainId: 'a',
      fromDomainId: domain,
      toDomainId: other,
      userId: who,
      accessLevel: level,
      sharedWith: [who],
      borrowedBy: null,
    })) {
      if (field in own) own[field] = value;
    }
    const parent = COLLECTIONS[name].parent;
    const ids: Partial<Record<CollectionName, string>> = { domain, staff: who };
    const id = ids[name] ?? 'x';
    const holder = {
      rootDomainId: 'a',
      domainIds: [domain],
      sharedWith: parent === 'room' ? [who] : [],
    };
    const parentPath = parent === null ? '' : `${parent}/h`;
    // Full documents of the product contain only document values.
    const placement = resolvePlacement(
      {
        collection: name,
        id,
        parentPath,
        data: own as Parameters<typeof resolvePlacement>[0]['data'],
      },
      parent === null ? null : holder,
    );
    return {
      name,
      document: {
        path: `${parentPath === '' ? '' : `${parentPath}/`}${name}/${id}`,
        id,
        placement,
        data: own,
      },
    };
  });

/** Random changes with plausible values. */
const change: fc.Arbitrary<DocumentFields> = fc.dictionary(
  fc.constantFrom(
    'name',
    'note',
    'tags',
    'domainId',
    'accessLevel',
    'state',
    'edits',
    'occupant',
    'sharedWith',
    'roomId',
    'parentDomainId',
    'phone',
    'live',
    'samlProviderIds',
    'limits',
    'kind',
  ),
  fc.oneof(
    fc.constantFrom(...DOMAINS, ...PEOPLE),
    fc.constantFrom(...Object.values(ACCESS_LEVELS)),
    fc.constant([]),
    fc.constant(null),
  ),
  { minKeys: 1, maxKeys: 3 },
);

const sees = (who: Actor, { name, document }: Placed): boolean =>
  isVisible(document, RULES[name].visibleTo(who));
const checkProperty = (check: (who: Actor, thing: Placed, changed: DocumentFields) => void): void =>
  fc.assert(fc.property(actor, placed, change, check), {
    numRuns: NUMBER_OF_RUNS,
    seed: 20_261_122,
  });

describe('all access rules', () => {
  it('users cannot change or delete documents they cannot see', () => {
    checkProperty((who, thing, changed) => {
      const rule = RULES[thing.name];
      const after = { ...thing.document, data: { ...thing.document.data, ...changed } };
      if (rule.mayUpdate(who, thing.document, after) || rule.mayDelete(who, thing.document))
        expect(sees(who, thing)).toBe(true);
    });
  });

  it('users below the maker see only documents in their domains or shared with them', () => {
    checkProperty((who, thing) => {
      if (
        who.reach.kind === 'everything' ||
        thing.document.placement.domainIds.length === 0 ||
        thing.document.placement.sharedWith.includes(who.userId)
      )
        return;
      const { domainIds } = who.reach;
      if (
        thing.document.placement.domainIds.every((domainId) => !domainIds.has(domainId)) &&
        thing.document.id !== who.userId
      )
        expect(sees(who, thing)).toBe(false);
    });
  });

  it('levels without data access and one-time links have no permission', () => {
    checkProperty((who, thing, changed) => {
      const rule = RULES[thing.name];
      const after = { ...thing.document, data: { ...thing.document.data, ...changed } };
      for (const one of [
        { ...who, singleTimeToken: 'link' },
        ...(WITHOUT_DATA.includes(who.accessLevel) ? [who] : []),
      ]) {
        expect([
          sees(one, thing),
          rule.mayCreate(one, thing.document),
          rule.mayUpdate(one, thing.document, after),
          rule.mayDelete(one, thing.document),
        ]).toEqual([false, false, false, false]);
      }
    });
  });

  it('more accessible domains never hide a document', () => {
    fc.assert(
      fc.property(actor, placed, fc.subarray(DOMAINS), (who, thing, more) => {
        if (who.reach.kind === 'everything' || !sees(who, thing)) return;
        expect(
          sees(
            {
              ...who,
              reach: { kind: 'domains', domainIds: new Set([...who.reach.domainIds, ...more]) },
            },
            thing,
          ),
        ).toBe(true);
      }),
      { numRuns: NUMBER_OF_RUNS, seed: 20_261_122 },
    );
  });

  it('users cannot change their own level or give a level above it', () => {
    fc.assert(
      fc.property(
        actor,
        placed,
        fc.constantFrom(...Object.values(ACCESS_LEVELS)),
        (who, { document }, accessLevel) => {
          const staff = {
            ...document,
            id: 'ben',
            data: {
              ...FULL_DOCUMENTS.staff,
              userId: 'ben',
              domainId: who.domainId ?? '',
              rootDomainId: 'a',
              accessLevel: 2,
            },
          };
          const after = { ...staff, data: { ...staff.data, accessLevel } };
          if (accessLevel === 2 || !RULES.staff.mayUpdate(who, staff, after)) return;
          expect(who.userId).not.toBe('ben');
          expect(accessLevel).toBeLessThanOrEqual(who.accessLevel);
        },
      ),
      { numRuns: NUMBER_OF_RUNS * 5, seed: 20_261_122 },
    );
  });

  it('users cannot move a document to an inaccessible organisation', () => {
    checkProperty((who, thing, changed) => {
      if (
        who.reach.kind === 'everything' ||
        typeof changed['domainId'] !== 'string' ||
        !('domainId' in thing.document.data)
      )
        return;
      const after = { ...thing.document, data: { ...thing.document.data, ...changed } };
      if (
        RULES[thing.name].mayUpdate(who, thing.document, after) &&
        changed['domainId'] !== thing.document.data['domainId']
      )
        expect([...who.reach.domainIds]).toContain(changed['domainId']);
    });
  });

  it('hidden fields do not depend on the document, and agencies see no more than care staff', () => {
    checkProperty((who, { name }) => {
      const hidden = RULES[name].hiddenFields(who);
      expect(RULES[name].hiddenFields({ ...who, userId: 'somebody' })).toEqual(hidden);
      const staff = RULES[name].hiddenFields({
        ...who,
        accessLevel: ACCESS_LEVELS.ownerAdministrator,
      });
      const seller = RULES[name].hiddenFields({ ...who, accessLevel: ACCESS_LEVELS.agency });
      expect(seller).toEqual(expect.arrayContaining([...staff]));
    });
  });
});
