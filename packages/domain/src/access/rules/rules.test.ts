import { describe, expect, it } from 'vitest';
import { COLLECTIONS, type CollectionName } from '../../collections/collections.ts';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import type { DocumentFields, PlacedDocument } from './placement.ts';
import { RULES } from './rules.ts';
import { isVisible } from './visibility.ts';

/** Place of a document relative to the actor's domain. */
const RELATIONS = ['own', 'below', 'beside', 'above'] as const;
type Relation = (typeof RELATIONS)[number];
const VERBS = ['read', 'create', 'update', 'delete'] as const;
type Verb = (typeof VERBS)[number];

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];

const MANAGERS: AccessLevelName[] = [
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
];
const CARE: AccessLevelName[] = ['generalStaff', ...MANAGERS];
const AGENCY: AccessLevelName[] = ['agency', 'agencyAdmin'];
const MAKER: AccessLevelName[] = ['developer', 'seniorDeveloper'];
const EVERYONE: AccessLevelName[] = ['individualUser', ...CARE, ...AGENCY, ...MAKER];
const REACH: Relation[] = ['own', 'below'];
const ALL: Relation[] = [...RELATIONS];

type Allowed = readonly (readonly [
  levels: readonly AccessLevelName[],
  relations: readonly Relation[],
])[];
const NOBODY: Allowed = [];
const allowWithinReach = (...levels: AccessLevelName[]): Allowed => [
  [levels, REACH],
  [MAKER, ALL],
];
const master = {
  read: [[EVERYONE, ALL]],
  create: [[['seniorDeveloper'], ALL]],
  update: [[['seniorDeveloper'], ALL]],
  delete: [[['seniorDeveloper'], ALL]],
} satisfies Record<Verb, Allowed>;

/** From the specification and the product's decisions, not from the rules. */
const EXPECTED: Record<CollectionName, Record<Verb, Allowed>> = {
  domain: {
    read: [[['individualUser'], ['own']], ...allowWithinReach(...CARE, ...AGENCY)],
    create: allowWithinReach('privilegeAdministrator', 'ownerAdministrator', 'agencyAdmin'),
    update: allowWithinReach(...MANAGERS, ...AGENCY),
    delete: [[['seniorDeveloper'], ALL]],
  },
  room: {
    read: allowWithinReach(...CARE, ...AGENCY),
    create: allowWithinReach(...MANAGERS, ...AGENCY),
    update: allowWithinReach(...CARE, ...AGENCY),
    delete: allowWithinReach(...MANAGERS, ...AGENCY),
  },
  device: {
    read: allowWithinReach(...CARE, ...AGENCY),
    create: allowWithinReach(...MANAGERS, ...AGENCY),
    update: allowWithinReach(...CARE, ...AGENCY),
    delete: allowWithinReach(...MANAGERS, ...AGENCY),
  },
  deviceType: master,
  // For one's own entries; device-service-rules.test.ts covers the kinds.
  deviceService: {
    read: allowWithinReach(...CARE, ...AGENCY),
    create: allowWithinReach(...CARE, ...AGENCY),
    update: NOBODY,
    delete: allowWithinReach(...CARE, ...AGENCY),
  },
  parameter: master,
  view: master,
  sleep: {
    read: allowWithinReach(...CARE, ...AGENCY),
    create: NOBODY,
    update: allowWithinReach(...CARE),
    delete: NOBODY,
  },
  uploadHistory: {
    read: allowWithinReach(...CARE, ...AGENCY),
    create: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  accident: {
    read: allowWithinReach(...CARE, ...AGENCY),
    create: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  // For one's own notes; note-rules.test.ts covers those of others.
  note: {
    read: allowWithinReach(...CARE),
    create: allowWithinReach(...CARE),
    update: allowWithinReach(...CARE),
    delete: allowWithinReach(...CARE),
  },
  partner: {
    read: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
    create: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
    update: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
    delete: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
  },
  bill: {
    read: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
    create: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  billTerms: {
    read: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
    create: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
    update: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
    delete: [
      [['agencyAdmin'], ['own']],
      [MAKER, ALL],
    ],
  },
  // For members of general staff; staff-rules.test.ts covers the levels.
  staff: {
    read: [[AGENCY, ['own']], ...allowWithinReach(...CARE)],
    create: allowWithinReach(...MANAGERS),
    update: allowWithinReach(...MANAGERS),
    delete: allowWithinReach(...MANAGERS),
  },
  deviceLoan: {
    read: allowWithinReach(...MANAGERS, ...AGENCY),
    create: [[MAKER, ALL]],
    update: [[MAKER, ALL]],
    delete: [[MAKER, ALL]],
  },
  updateHistory: {
    read: [
      [['privilegeAdministrator', 'ownerAdministrator'], REACH],
      [['seniorDeveloper'], ALL],
    ],
    create: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
};

const createActor = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: MAKER.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(REACH) },
  ...more,
});

/** A document of a collection, before and after a typical change. */
function aDocument(
  name: CollectionName,
  domain: Relation,
): { before: PlacedDocument; after: PlacedDocument } {
  const fields: Partial<Record<CollectionName, DocumentFields>> = {
    domain: { parentDomainId: domain },
    staff: {
      userId: 'other',
      domainId: domain,
      accessLevel: ACCESS_LEVELS.generalStaff,
      state: 'invited',
    },
    device: { serial: 'x', domainId: domain },
    deviceLoan: { fromDomainId: domain, toDomainId: 'beside' },
    note: { writtenBy: 'me', text: 'old' },
    deviceService: { writtenBy: 'me', kind: 'service' },
  };
  const data = fields[name] ?? { domainId: domain };
  const ids: Partial<Record<CollectionName, string>> = { domain, staff: 'other' };
  const changes: Partial<Record<CollectionName, DocumentFields>> = {
    sleep: { edits: [{ id: '1', editedBy: 'me', undone: false }] },
    note: { text: 'new' },
  };
  const document = (more: DocumentFields): PlacedDocument => ({
    path: `${name}/x`,
    id: ids[name] ?? 'x',
    placement: { rootDomainId: 'above', domainIds: [domain], sharedWith: [] },
    data: { ...data, ...more },
  });
  return {
    before: document({}),
    after: document(changes[name] ?? { name: 'new' }),
  };
}

function isAllowed(name: CollectionName, verb: Verb, actor: Actor, domain: Relation): boolean {
  const rule = RULES[name];
  const { before, after } = aDocument(name, domain);
  switch (verb) {
    case 'read':
      return isVisible(before, rule.visibleTo(actor));
    case 'create':
      return rule.mayCreate(actor, before);
    case 'update':
      return rule.mayUpdate(actor, before, after);
    case 'delete':
      return rule.mayDelete(actor, before);
  }
}

const granted = (allowed: Allowed): string[] =>
  [
    ...new Set(
      allowed.flatMap(([levels, relations]) =>
        levels.flatMap((level) => relations.map((relation) => `${level} ${relation}`)),
      ),
    ),
  ].toSorted();

describe('RULES', () => {
  it('every collection has a rule and an expectation', () => {
    expect(Object.keys(RULES).toSorted()).toEqual(NAMES.toSorted());
    expect(Object.keys(EXPECTED).toSorted()).toEqual(NAMES.toSorted());
  });

  describe.each(NAMES)('the rule of %s', (name) => {
    it.each(VERBS)('%s is allowed for the expected levels and places', (verb) => {
      const cells = LEVELS.flatMap((level) => RELATIONS.map((relation) => ({ level, relation })));
      const allowed = cells
        .filter(({ level, relation }) => isAllowed(name, verb, createActor(level), relation))
        .map(({ level, relation }) => `${level} ${relation}`);
      expect(allowed.toSorted()).toEqual(granted(EXPECTED[name][verb]));
    });

    it('one-time links have no access', () => {
      for (const level of LEVELS) {
        for (const verb of VERBS)
          expect(
            isAllowed(name, verb, createActor(level, { singleTimeToken: 'link' }), 'own'),
            `${level} ${verb}`,
          ).toBe(false);
      }
    });

    it('hidden and server fields exist in the schema', () => {
      const fields = Object.keys(COLLECTIONS[name].schema.shape);
      for (const field of [
        ...RULES[name].serverFields,
        ...LEVELS.flatMap((level) => RULES[name].hiddenFields(createActor(level))),
      ])
        expect(fields).toContain(field.split('.')[0]);
      // Only parts of server-written fields can be hidden, because clients write fields as a whole.
      const parts = LEVELS.flatMap((level) => RULES[name].hiddenFields(createActor(level))).filter(
        (field) => field.includes('.'),
      );
      for (const part of parts) expect(RULES[name].serverFields).toContain(part.split('.')[0]);
    });
  });

  it('individuals see only documents shared with them', () => {
    const individual = createActor('individualUser');
    for (const name of NAMES) {
      const { before } = aDocument(name, 'above');
      const shared = { ...before, placement: { ...before.placement, sharedWith: ['me'] } };
      expect(isVisible(shared, RULES[name].visibleTo(individual)), name).toBe(
        ['room', 'device', 'sleep', 'accident', 'deviceType', 'parameter', 'view'].includes(name),
      );
    }
  });

  it('the occupant is hidden from agencies and individuals, and the device key from everyone', () => {
    const seesOccupant = LEVELS.filter(
      (level) => !RULES.room.hiddenFields(createActor(level)).includes('occupant'),
    );
    expect(seesOccupant).toEqual([...CARE, ...MAKER]);
    for (const level of LEVELS)
      expect(RULES.device.hiddenFields(createActor(level))).toContain('keyHash');
  });
});
