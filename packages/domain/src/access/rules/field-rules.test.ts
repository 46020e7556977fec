import { describe, expect, it } from 'vitest';
import { COLLECTIONS, type CollectionName } from '../../collections/collections.ts';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { changedFields, changesOnly } from './collection-rule.ts';
import { SIGN_IN_FIELDS } from './domain-rules.ts';
import type { DocumentFields, PlacedDocument } from './placement.ts';
import { RULES } from './rules.ts';

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const listFields = (name: CollectionName): string[] => Object.keys(COLLECTIONS[name].schema.shape);

const MANAGERS: AccessLevelName[] = [
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
];
const CARE: AccessLevelName[] = ['generalStaff', ...MANAGERS];
const AGENCY: AccessLevelName[] = ['agency', 'agencyAdmin'];
const MAKER: AccessLevelName[] = ['developer', 'seniorDeveloper'];
const inOrder = (names: readonly AccessLevelName[]): AccessLevelName[] =>
  LEVELS.filter((name) => names.includes(name));

const createActor = (name: AccessLevelName): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: MAKER.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'customer']) },
});

/** Documents before the change. A field missing here is added by the change. */
const BEFORE: Partial<Record<CollectionName, DocumentFields>> = {
  room: { domainId: 'own', rootDomainId: 'own', name: 'a' },
  device: { domainId: 'own', rootDomainId: 'own', serial: 'A', roomId: null },
  domain: { parentDomainId: 'own', name: 'a' },
  sleep: { state: 'done' },
  note: { writtenBy: 'me', text: 'old' },
};
/** Values for fields that do not accept any text: an accessible domain, and corrections. */
const CHANGED: DocumentFields = { domainId: 'customer', edits: [] };

/** Levels that may change exactly one field of an accessible document. */
function getEditors(name: CollectionName, field: string, id = 'customer'): AccessLevelName[] {
  const at = (data: DocumentFields): PlacedDocument => ({
    path: `${name}/${id}`,
    id,
    placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
    data,
  });
  const before = BEFORE[name] ?? {};
  const after = { ...before, [field]: CHANGED[field] ?? 'changed' };
  return LEVELS.filter((level) => RULES[name].mayUpdate(createActor(level), at(before), at(after)));
}

const who = (...groups: (readonly AccessLevelName[])[]): AccessLevelName[] =>
  inOrder(groups.flat());

describe('editors of each field', () => {
  const arrangers = who(MANAGERS, AGENCY, MAKER);

  const careFields = ['occupant', 'tags', 'name', 'building', 'floor', 'viewId'];
  const roomEditors = (field: string): readonly AccessLevelName[] => {
    if (field === 'sharedWith') return who(MANAGERS, MAKER);
    return careFields.includes(field) ? who(CARE, AGENCY, MAKER) : arrangers;
  };
  it.each(listFields('room'))('room.%s is editable for the expected levels', (field) => {
    expect(getEditors('room', field)).toEqual(roomEditors(field));
  });

  const deviceEditors = (field: string): readonly AccessLevelName[] => {
    if (field === 'serial') return [];
    if (field === 'borrowedBy') return MAKER;
    if (field === 'typeId') return who(AGENCY, MAKER);
    return ['roomId', 'name', 'note'].includes(field) ? who(CARE, AGENCY, MAKER) : arrangers;
  };
  it.each(listFields('device'))('device.%s is editable for the expected levels', (field) => {
    expect(getEditors('device', field)).toEqual(inOrder(deviceEditors(field)));
  });

  const contract = ['code', 'kind', 'contractFrom', 'contractTo', 'limits'];
  const domainEditors = (field: string): readonly AccessLevelName[] => {
    if (['parentDomainId', 'rootDomainId', 'ancestorIds'].includes(field)) return [];
    if (field === 'kind') return MAKER;
    if (SIGN_IN_FIELDS.includes(field)) return ['seniorDeveloper'];
    return contract.includes(field) ? who(['agencyAdmin'], MAKER) : arrangers;
  };
  it.each(listFields('domain'))(
    'domain.%s of a customer is editable for the expected levels',
    (field) => {
      expect(getEditors('domain', field)).toEqual(inOrder(domainEditors(field)));
    },
  );

  it.each(contract)(
    "domain.%s of the actor's own domain is editable for the maker only",
    (field) => {
      expect(getEditors('domain', field, 'own')).toEqual(inOrder(MAKER));
    },
  );

  it.each(listFields('sleep'))('sleep.%s is editable for the expected levels', (field) => {
    expect(getEditors('sleep', field)).toEqual(field === 'edits' ? who(CARE, MAKER) : []);
  });

  it.each(listFields('note'))('note.%s is editable for its author', (field) => {
    expect(getEditors('note', field)).toEqual(field === 'writtenBy' ? [] : who(CARE, MAKER));
  });

  it.each(['accident', 'bill', 'uploadHistory', 'updateHistory'] as const)(
    'no field of %s is editable',
    (name) => {
      for (const field of listFields(name)) expect(getEditors(name, field), field).toEqual([]);
    },
  );

  it.each(['deviceType', 'parameter', 'view'] as const)(
    'the fields of %s are editable for the senior developer only',
    (name) => {
      for (const field of listFields(name))
        expect(getEditors(name, field), field).toEqual(['seniorDeveloper']);
    },
  );
});

describe('types of imported files', () => {
  const type = (id: string, code: string): PlacedDocument => ({
    path: `deviceType/${id}`,
    id,
    placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
    data: { code, name: 'x' },
  });
  const developer = createActor('seniorDeveloper');

  it.each([
    ['bed', 'bed', true],
    ['file-1', 'file-1', false],
    ['bed', 'file-1', false],
    ['file-1', 'bed', false],
  ])('the type %s with the code %s can be created: %s', (id, code, isAllowed) => {
    expect(RULES.deviceType.mayCreate(developer, type(id, code))).toBe(isAllowed);
  });

  it('other types cannot become one, and existing ones can be renamed and deleted', () => {
    expect(RULES.deviceType.mayUpdate(developer, type('bed', 'bed'), type('bed', 'file-1'))).toBe(
      false,
    );
    const named = { ...type('file-1', 'file-1'), data: { code: 'file-1', name: 'EDF' } };
    expect([
      RULES.deviceType.mayUpdate(developer, type('file-1', 'file-1'), named),
      RULES.deviceType.mayDelete(developer, named),
    ]).toEqual([true, true]);
  });
});

describe('combined changes', () => {
  const at = (data: DocumentFields, id = 'x'): PlacedDocument => ({
    path: `any/${id}`,
    id,
    placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
    data,
  });
  const room = at(BEFORE['room'] ?? {});

  it('an allowed field does not permit a forbidden one', () => {
    const mixed = at({ ...room.data, tags: ['quiet'], capacity: 4 });
    expect(RULES.room.mayUpdate(createActor('generalStaff'), room, mixed)).toBe(false);
    expect(
      RULES.room.mayUpdate(
        createActor('generalStaff'),
        room,
        at({ ...room.data, tags: ['quiet'], floor: '3' }),
      ),
    ).toBe(true);
  });

  it('removing a field is a change', () => {
    const rich = at({ ...room.data, capacity: 2 });
    expect(RULES.room.mayUpdate(createActor('generalStaff'), rich, room)).toBe(false);
    expect(RULES.room.mayUpdate(createActor('administrator'), rich, room)).toBe(true);
  });

  it('a room or a device without a domain cannot be changed', () => {
    for (const level of LEVELS) {
      expect(
        RULES.room.mayUpdate(createActor(level), at({ name: 'a' }), at({ name: 'b' })),
        level,
      ).toBe(false);
      expect(
        RULES.device.mayUpdate(createActor(level), at({ name: 'a' }), at({ name: 'b' })),
        level,
      ).toBe(false);
    }
  });
});

describe('hidden fields', () => {
  const getLevelsWithout = (name: CollectionName, field: string): AccessLevelName[] =>
    LEVELS.filter((level) => RULES[name].hiddenFields(createActor(level)).includes(field));
  const toolsAndUnfinished: AccessLevelName[] = ['requestMfa', 'superDeveloper', 'systemAdmin'];

  it.each<[CollectionName, string, AccessLevelName[]]>([
    ['room', 'occupant', ['individualUser', ...AGENCY, ...toolsAndUnfinished]],
    ['room', 'sharedWith', ['individualUser']],
    ['room', 'live.accidents.by', ['individualUser', ...AGENCY, ...toolsAndUnfinished]],
    ['accident', 'acknowledgedBy', ['individualUser', ...AGENCY, ...toolsAndUnfinished]],
    ['accident', 'note', AGENCY],
    ['room', 'name', []],
    ['device', 'keyHash', LEVELS],
    ['device', 'serial', []],
    ['domain', 'limits', ['individualUser', 'generalStaff', ...toolsAndUnfinished]],
    ['domain', 'contractFrom', ['individualUser', 'generalStaff', ...toolsAndUnfinished]],
    ['domain', 'contractTo', ['individualUser', 'generalStaff', ...toolsAndUnfinished]],
    ['domain', 'samlProviderIds', ['individualUser', 'generalStaff', ...toolsAndUnfinished]],
    ['domain', 'escalation', ['individualUser', ...toolsAndUnfinished]],
    ['domain', 'name', []],
  ])('%s.%s is hidden from the expected levels', (name, field, levels) => {
    expect(getLevelsWithout(name, field)).toEqual(inOrder(levels));
  });

  it('the server alone writes measured and secret fields', () => {
    const written = Object.entries(RULES)
      .filter(([, rule]) => rule.serverFields.length > 0)
      .map(([name, rule]) => [name, rule.serverFields]);
    expect(written).toEqual([
      ['room', ['live']],
      ['device', ['status', 'keyHash', 'borrowedBy', 'borrowedUntil', 'retiredAt']],
    ]);
  });
});

describe('changedFields', () => {
  it('compares values, not identities', () => {
    const at = new Date(5);
    expect(
      changedFields(
        { a: [1, { b: at }], c: Number.NaN },
        { a: [1, { b: new Date(5) }], c: Number.NaN },
      ),
    ).toEqual([]);
    expect(changedFields({ a: [1, 2] }, { a: [2, 1] })).toEqual(['a']);
    expect(changedFields({ a: 1 }, { b: 1 })).toEqual(['a', 'b']);
    expect(changedFields({ a: null }, {})).toEqual(['a']);
    expect(changedFields({ a: undefined }, {})).toEqual([]);
  });

  it('changesOnly allows no change and allowed changes only', () => {
    const at = (data: DocumentFields): PlacedDocument => ({
      path: 'a/b',
      id: 'b',
      placement: { rootDomainId: 'r', domainIds: [], sharedWith: [] },
      data,
    });
    expect(changesOnly(at({ a: 1 }), at({ a: 1 }), [])).toBe(true);
    expect(changesOnly(at({ a: 1 }), at({ a: 2 }), ['a', 'b'])).toBe(true);
    expect(changesOnly(at({ a: 1 }), at({ a: 2 }), ['b'])).toBe(false);
  });
});
