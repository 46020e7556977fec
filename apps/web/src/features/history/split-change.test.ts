import { describe, expect, it } from 'vitest';
import { splitChange } from './split-change.ts';

const formatParts = (field: string, before: unknown, after: unknown) =>
  splitChange(field, before, after).map(({ steps, before: was, after: is }) => [
    steps.join(' '),
    was,
    is,
  ]);

describe('the changes within a field', () => {
  it('an object is reported by its changed, added and removed keys', () => {
    expect(
      formatParts(
        'parameterOverrides',
        { 'accident.apnea.limit': 20, 'accident.fall.enabled': true, b: 1 },
        { 'accident.apnea.limit': 25, 'accident.fall.enabled': true, c: 'x' },
      ),
    ).toEqual([
      ['parameterOverrides accident.apnea.limit', 20, 25],
      ['parameterOverrides b', 1, null],
      ['parameterOverrides c', null, 'x'],
    ]);
  });

  it('an added or removed object is reported by its keys', () => {
    expect(formatParts('limits', null, { rooms: 3, devices: 4 })).toEqual([
      ['limits rooms', null, 3],
      ['limits devices', null, 4],
    ]);
    expect(formatParts('limits', { rooms: 3 }, null)).toEqual([['limits rooms', 3, null]]);
  });

  it('an array of objects is reported by index, even inside objects', () => {
    const night = { name: 'night', userIds: ['a'], afterMinutes: null };
    expect(
      formatParts(
        'escalation',
        [night],
        [
          { ...night, userIds: ['a', 'b'] },
          { name: 'day', userIds: [], afterMinutes: 5 },
        ],
      ),
    ).toEqual([
      ['escalation 1 userIds', ['a'], ['a', 'b']],
      ['escalation 2 name', null, 'day'],
      ['escalation 2 userIds', null, []],
      ['escalation 2 afterMinutes', null, 5],
    ]);
    expect(
      formatParts(
        'evidence',
        { from: new Date(1000), serial: 'A' },
        { serial: 'A', from: new Date(1000) },
      ),
    ).toEqual([]);
    expect(formatParts('evidence', { from: new Date(1000) }, { from: new Date(2000) })).toEqual([
      ['evidence from', new Date(1000), new Date(2000)],
    ]);
  });

  it('a scalar, an array of scalars, or a change of type is one value', () => {
    expect(formatParts('name', 'a', 'b')).toEqual([['name', 'a', 'b']]);
    expect(formatParts('tags', [], ['quiet'])).toEqual([['tags', [], ['quiet']]]);
    expect(formatParts('odd', [[1]], { a: 1 })).toEqual([['odd', [[1]], { a: 1 }]]);
    expect(formatParts('odd', 'a', { a: 1 })).toEqual([['odd', 'a', { a: 1 }]]);
    expect(formatParts('same', undefined, null)).toEqual([]);
  });

  it('a value with too many changes is reported as a whole', () => {
    const many = Object.fromEntries(
      Array.from({ length: 401 }, (_, index) => [`k${index}`, index]),
    );
    expect(formatParts('values', {}, many)).toEqual([['values', {}, many]]);
  });
});
