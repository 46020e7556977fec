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
const fieldsOf = (name: CollectionName): string[] => Object.keys(COLLECTIONS[name].schema.shape);

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

const actorOf = (name: AccessLevelName): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  reach: MAKER.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'customer']) },
});

/** What documents hold before; a field that is missing here is absent and then appears. */
const BEFORE: Partial<Record<CollectionName, DocumentFields>> = {
  room: { domainId: 'own', rootDomainId: 'own', name: 'a' },
  device: { domainId: 'own', rootDomainId: 'own', serial: 'A', roomId: null },
  domain: { parentDomainId: 'own', name: 'a' },
  sleep: { state: 'done' },
  note: { writtenBy: 'me', text: 'old' },
};
/**
 * What a change of a field makes of it where not any text will do: a domain within reach,
 * corrections.
 */
const CHANGED: DocumentFields = { domainId: 'customer', edits: [] };

/** Who may change one field of a document in their reach and nothing else of it. */
function editorsOf(name: CollectionName, field: string, id = 'customer'): AccessLevelName[] {
  const at = (data: DocumentFields): PlacedDocument => ({
    path: `${name}/${id}`,
    id,
    placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
    data,
  });
  const before = BEFORE[name] ?? {};
  const after = { ...before, [field]: CHANGED[field] ?? 'changed' };
  return LEVELS.filter((level) => RULES[name].mayUpdate(actorOf(level), at(before), at(after)));
}

const who = (...groups: (readonly AccessLevelName[])[]): AccessLevelName[] =>
  inOrder(groups.flat());

describe('who changes which field', () => {
  const arrangers = who(MANAGERS, AGENCY, MAKER);

  const careFields = ['occupant', 'tags', 'name', 'building', 'floor', 'viewId'];
  it.each(fieldsOf('room'))('room.%s', (field) => {
    expect(editorsOf('room', field)).toEqual(
      careFields.includes(field) ? who(CARE, AGENCY, MAKER) : arrangers,
    );
  });

  const nightShiftFields = ['roomId', 'name', 'note'];
  it.each(fieldsOf('device'))('device.%s', (field) => {
    const expected =
      field === 'serial'
        ? []
        : field === 'borrowedBy'
          ? MAKER
          : field === 'typeId'
            ? who(AGENCY, MAKER)
            : nightShiftFields.includes(field)
              ? who(CARE, AGENCY, MAKER)
              : arrangers;
    expect(editorsOf('device', field)).toEqual(inOrder(expected));
  });

  const contract = ['code', 'kind', 'contractFrom', 'contractTo', 'limits'];
  const places = ['parentDomainId', 'rootDomainId', 'ancestorIds'];
  it.each(fieldsOf('domain'))('domain.%s, of a customer', (field) => {
    const expected = places.includes(field)
      ? []
      : field === 'kind'
        ? MAKER
        : SIGN_IN_FIELDS.includes(field)
          ? ['seniorDeveloper' as const]
          : contract.includes(field)
            ? who(['agencyAdmin'], MAKER)
            : arrangers;
    expect(editorsOf('domain', field)).toEqual(inOrder(expected));
  });

  it.each(contract)('domain.%s of their own domain nobody changes but the maker', (field) => {
    expect(editorsOf('domain', field, 'own')).toEqual(inOrder(MAKER));
  });

  it.each(fieldsOf('sleep'))('sleep.%s', (field) => {
    expect(editorsOf('sleep', field)).toEqual(field === 'edits' ? who(CARE, MAKER) : []);
  });

  it.each(fieldsOf('note'))('note.%s, by its author', (field) => {
    expect(editorsOf('note', field)).toEqual(field === 'writtenBy' ? [] : who(CARE, MAKER));
  });

  it.each(['accident', 'bill', 'uploadHistory', 'updateHistory'] as const)(
    '%s: no field by anybody',
    (name) => {
      for (const field of fieldsOf(name)) expect(editorsOf(name, field), field).toEqual([]);
    },
  );

  it.each(['deviceType', 'parameter', 'view'] as const)(
    '%s: every field by the senior developer only',
    (name) => {
      for (const field of fieldsOf(name))
        expect(editorsOf(name, field), field).toEqual(['seniorDeveloper']);
    },
  );
});

describe('what imported files are of', () => {
  const type = (id: string, code: string): PlacedDocument => ({
    path: `deviceType/${id}`,
    id,
    placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
    data: { code, name: 'x' },
  });
  const developer = actorOf('seniorDeveloper');

  it.each([
    ['bed', 'bed', true],
    ['file-1', 'file-1', false],
    ['bed', 'file-1', false],
    ['file-1', 'bed', false],
  ])(
    '%s with the code %s is made by nobody, or by whom the catalogue is: %s',
    (id, code, isAllowed) => {
      expect(RULES.deviceType.mayCreate(developer, type(id, code))).toBe(isAllowed);
    },
  );

  it('takes no other type in, and may be named and deleted', () => {
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

describe('two forbidden changes in one', () => {
  const at = (data: DocumentFields, id = 'x'): PlacedDocument => ({
    path: `any/${id}`,
    id,
    placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
    data,
  });
  const room = at(BEFORE['room'] ?? {});

  it('a permitted field does not carry a forbidden one along', () => {
    const mixed = at({ ...room.data, tags: ['quiet'], capacity: 4 });
    expect(RULES.room.mayUpdate(actorOf('generalStaff'), room, mixed)).toBe(false);
    expect(
      RULES.room.mayUpdate(
        actorOf('generalStaff'),
        room,
        at({ ...room.data, tags: ['quiet'], floor: '3' }),
      ),
    ).toBe(true);
  });

  it('a field that goes is a change as much as one that comes', () => {
    const rich = at({ ...room.data, capacity: 2 });
    expect(RULES.room.mayUpdate(actorOf('generalStaff'), rich, room)).toBe(false);
    expect(RULES.room.mayUpdate(actorOf('administrator'), rich, room)).toBe(true);
  });

  it("a room or a device whose domain is not known is nobody's to change", () => {
    for (const level of LEVELS) {
      expect(
        RULES.room.mayUpdate(actorOf(level), at({ name: 'a' }), at({ name: 'b' })),
        level,
      ).toBe(false);
      expect(
        RULES.device.mayUpdate(actorOf(level), at({ name: 'a' }), at({ name: 'b' })),
        level,
      ).toBe(false);
    }
  });
});

describe('fields that are hidden, and from whom', () => {
  const blindTo = (name: CollectionName, field: string): AccessLevelName[] =>
    LEVELS.filter((level) => RULES[name].hiddenFields(actorOf(level)).includes(field));
  const toolsAndUnfinished: AccessLevelName[] = ['requestMfa', 'superDeveloper', 'systemAdmin'];

  it.each<[CollectionName, string, AccessLevelName[]]>([
    ['room', 'occupant', ['individualUser', ...AGENCY, ...toolsAndUnfinished]],
    ['room', 'sharedWith', ['individualUser']],
    ['room', 'live.call.by', ['individualUser', ...AGENCY, ...toolsAndUnfinished]],
    ['room', 'live.call.endedBy', ['individualUser', ...AGENCY, ...toolsAndUnfinished]],
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
  ])('%s.%s', (name, field, levels) => {
    expect(blindTo(name, field)).toEqual(inOrder(levels));
  });

  it('the server alone writes what it measures or keeps secret', () => {
    const written = Object.entries(RULES)
      .filter(([, rule]) => rule.serverFields.length > 0)
      .map(([name, rule]) => [name, rule.serverFields]);
    expect(written).toEqual([
      ['room', ['live']],
      ['device', ['status', 'keyHash', 'borrowedBy', 'borrowedUntil', 'retiredAt']],
    ]);
  });
});

describe('changed fields', () => {
  it('are told by value, not by identity', () => {
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

  it('may be none of the allowed ones, but no other', () => {
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
