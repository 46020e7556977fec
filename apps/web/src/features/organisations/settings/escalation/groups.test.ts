import { MAX_ESCALATION_GROUPS, type EscalationGroup } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import {
  updateGroup,
  mayAddGroup,
  moveGroup,
  createGroup,
  findWarning,
  removeGroup,
  type EscalationMember,
} from './groups.ts';

const group = (name: string, ...userIds: string[]): EscalationGroup => ({
  name,
  userIds,
  afterMinutes: null,
});
const names = (groups: readonly EscalationGroup[]) => groups.map(({ name }) => name).join('');
const three = [group('a'), group('b'), group('c')];
const person = (userId: string, state: EscalationMember['state']): [string, EscalationMember] => [
  userId,
  { userId, name: userId, state },
];

describe('groups', () => {
  it('a group swaps places with its neighbour, and stays at an end', () => {
    expect([
      names(moveGroup(three, 0, 1)),
      names(moveGroup(three, 2, -1)),
      names(moveGroup(three, 0, -1)),
      names(moveGroup(three, 2, 1)),
      names(moveGroup(three, 7, 1)),
    ]).toEqual(['bac', 'acb', 'abc', 'abc', 'abc']);
  });

  it('a group is edited and removed independently', () => {
    expect(names(removeGroup(three, 1))).toBe('ac');
    expect(
      updateGroup(three, 1, { afterMinutes: 5 }).map(({ afterMinutes }) => afterMinutes),
    ).toEqual([null, 5, null]);
    expect(
      mayAddGroup(Array.from({ length: MAX_ESCALATION_GROUPS - 1 }, () => createGroup('x'))),
    ).toBe(true);
    expect(mayAddGroup(Array.from({ length: MAX_ESCALATION_GROUPS }, () => createGroup('x')))).toBe(
      false,
    );
  });

  it('a group whose members cannot be notified gets a warning', () => {
    const people = new Map([
      person('on', 'active'),
      person('off', 'suspended'),
      person('new', 'invited'),
    ]);
    expect(findWarning(group('a'), people)).toBe('empty');
    expect(findWarning(group('a', 'off'), people)).toBe('nobodyActive');
    expect(findWarning(group('a', 'off', 'new'), people)).toBe('nobodyActive');
    expect(findWarning(group('a', 'off', 'on'), people)).toBeNull();
    expect(findWarning(group('a', 'off', 'of another'), people)).toBeNull();
  });
});
