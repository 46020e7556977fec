import { describe, expect, it } from 'vitest';
import { COLLECTIONS, type CollectionName } from '../../collections/collections.ts';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import type { DocumentFields, PlacedDocument } from './placement.ts';
import { RULES } from './rules.ts';
import { isVisible } from './visibility.ts';

/** Where a document lies as seen from an actor's domain in the tree of organisations. */
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
const reachOf = (...levels: AccessLevelName[]): Allowed => [
  [levels, REACH],
  [MAKER, ALL],
];
const master = {
  read: [[EVERYONE, ALL]],
  create: [[['seniorDeveloper'], ALL]],
  update: [[['seniorDeveloper'], ALL]],
  delete: [[['seniorDeveloper'], ALL]],
} satisfies Record<Verb, Allowed>;

/** Written from the specification and the product's decisions, not from the rules. */
const EXPECTED: Record<CollectionName, Record<Verb, Allowed>> = {
  domain: {
    read: [[['individualUser'], ['own']], ...reachOf(...CARE, ...AGENCY)],
    create: reachOf('privilegeAdministrator', 'ownerAdministrator', 'agencyAdmin'),
    update: reachOf(...MANAGERS, ...AGENCY),
    delete: [[['seniorDeveloper'], ALL]],
  },
  room: {
    read: reachOf(...CARE, ...AGENCY),
    create: reachOf(...MANAGERS, ...AGENCY),
    update: reachOf(...CARE, ...AGENCY),
    delete: reachOf(...MANAGERS, ...AGENCY),
  },
  device: {
    read: reachOf(...CARE, ...AGENCY),
    create: reachOf(...MANAGERS, ...AGENCY),
    update: reachOf(...CARE, ...AGENCY),
    delete: reachOf(...MANAGERS, ...AGENCY),
  },
  deviceType: master,
  // One's own words; the kinds stand in device-service-rules.test.ts.
  deviceService: {
    read: reachOf(...CARE, ...AGENCY),
    create: reachOf(...CARE, ...AGENCY),
    update: NOBODY,
    delete: reachOf(...CARE, ...AGENCY),
  },
  parameter: master,
  view: master,
  sleep: {
    read: reachOf(...CARE, ...AGENCY),
    create: NOBODY,
    update: reachOf(...CARE),
    delete: NOBODY,
  },
  uploadHistory: {
    read: reachOf(...CARE, ...AGENCY),
    create: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  accident: { read: reachOf(...CARE, ...AGENCY), create: NOBODY, update: NOBODY, delete: NOBODY },
  // Of one's own; those of others stand in note-rules.test.ts.
  note: {
    read: reachOf(...CARE),
    create: reachOf(...CARE),
    update: reachOf(...CARE),
    delete: reachOf(...CARE),
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
  // Of a member of general staff; the levels among themselves stand in staff-rules.test.ts.
  staff: {
    read: [[AGENCY, ['own']], ...reachOf(...CARE)],
    create: reachOf(...MANAGERS),
    update: reachOf(...MANAGERS),
    delete: reachOf(...MANAGERS),
  },
  deviceLoan: {
    read: reachOf(...MANAGERS, ...AGENCY),
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

const actorOf = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  reach: MAKER.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(REACH) },
  ...more,
});

/**
 * A document of a collection in a domain, and the same after a small change of the kind that its
 * people make.
 */
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
  const document = (more: DocumentFields): PlacedDocument => ({
    path: `${name}/x`,
    id: name === 'domain' ? domain : name === 'staff' ? 'other' : 'x',
    placement: { rootDomainId: 'above', domainIds: [domain], sharedWith: [] },
    data: { ...data, ...more },
  });
  return {
    before: document({}),
    after: document(
      name === 'sleep'
        ? { edits: [{ id: '1', editedBy: 'me', undone: false }] }
        : name === 'note'
          ? { text: 'new' }
          : { name: 'new' },
    ),
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

describe('rules of access', () => {
  it('have a row for every collection, and an expectation for every row', () => {
    expect(Object.keys(RULES).toSorted()).toEqual(NAMES.toSorted());
    expect(Object.keys(EXPECTED).toSorted()).toEqual(NAMES.toSorted());
  });

  describe.each(NAMES)('%s', (name) => {
    it.each(VERBS)('%s: for every level, own, below, beside and above', (verb) => {
      const cells = LEVELS.flatMap((level) => RELATIONS.map((relation) => ({ level, relation })));
      const allowed = cells
        .filter(({ level, relation }) => isAllowed(name, verb, actorOf(level), relation))
        .map(({ level, relation }) => `${level} ${relation}`);
      expect(allowed.toSorted()).toEqual(granted(EXPECTED[name][verb]));
    });

    it('gives nothing to a session that was opened by a one-time link', () => {
      for (const level of LEVELS) {
        for (const verb of VERBS)
          expect(
            isAllowed(name, verb, actorOf(level, { singleTimeToken: 'link' }), 'own'),
            `${level} ${verb}`,
          ).toBe(false);
      }
    });

    it("names only fields of its schema as hidden or the server's", () => {
      const fields = Object.keys(COLLECTIONS[name].schema.shape);
      for (const field of [
        ...RULES[name].serverFields,
        ...LEVELS.flatMap((level) => RULES[name].hiddenFields(actorOf(level))),
      ])
        expect(fields).toContain(field.split('.')[0]);
      // What is written whole keeps hidden fields, but knows no parts of one: those lie where only
      // the server writes.
      const parts = LEVELS.flatMap((level) => RULES[name].hiddenFields(actorOf(level))).filter(
        (field) => field.includes('.'),
      );
      for (const part of parts) expect(RULES[name].serverFields).toContain(part.split('.')[0]);
    });
  });

  it('show an individual what is shared with them and nothing else', () => {
    const individual = actorOf('individualUser');
    for (const name of NAMES) {
      const { before } = aDocument(name, 'above');
      const shared = { ...before, placement: { ...before.placement, sharedWith: ['me'] } };
      expect(isVisible(shared, RULES[name].visibleTo(individual)), name).toBe(
        ['room', 'device', 'sleep', 'accident', 'deviceType', 'parameter', 'view'].includes(name),
      );
    }
  });

  it("hide who lies in a room from agencies and individuals, and a device's key from everybody", () => {
    const seesOccupant = LEVELS.filter(
      (level) => !RULES.room.hiddenFields(actorOf(level)).includes('occupant'),
    );
    expect(seesOccupant).toEqual([...CARE, ...MAKER]);
    for (const level of LEVELS)
      expect(RULES.device.hiddenFields(actorOf(level))).toContain('keyHash');
  });
});
