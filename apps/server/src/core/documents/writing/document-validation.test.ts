import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  defineCollection,
  ProblemError,
  type DocumentMap,
  type FieldPath,
  type Problem,
} from '@yamori/domain';
import { validateChanged, validateWhole } from './document-validation.ts';
import { isScalarField, memberSchema, unwrap } from './field-schema.ts';

const things = defineCollection('thing', null, null, {
  name: z.string().min(1),
  size: z.int().max(9).default(3),
  note: z.string().optional(),
  tags: z.array(z.string()).default([]),
  box: z
    .strictObject({ width: z.number(), lid: z.strictObject({ open: z.boolean() }).optional() })
    .nullable()
    .default(null),
  scores: z.record(z.string(), z.number()).default({}),
  either: z.union([z.string(), z.number()]).optional(),
  shape: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('round'), radius: z.number() }),
      z.strictObject({ kind: z.literal('square') }),
    ])
    .optional(),
});
const whole: DocumentMap = {
  name: 'n',
  size: 3,
  tags: [],
  box: { width: 1 },
  scores: {},
  shape: { kind: 'round', radius: 1 },
};

function getProblem(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
  }
  throw new Error('expected a problem');
}
const changed = (after: DocumentMap, ...fields: FieldPath[]) =>
  validateChanged(things, 'thing/1', whole, after, fields);
const getIssues = (work: () => unknown) =>
  getProblem(work).issues?.map(({ field, code }) => `${field} ${code}`);

describe('inherited property names', () => {
  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    '%s is an unknown field',
    (name) => {
      expect(memberSchema(things.schema, name)).toBeNull();
      expect(isScalarField(things.schema, [name])).toBe(false);
      expect(isScalarField(things.schema, ['box', name])).toBe(false);
      expect(getIssues(() => changed(whole, [name]))).toEqual([`${name} keys-unknown`]);
      expect(getIssues(() => changed(whole, ['box', name, 'prototype']))).toEqual([
        `box.${name} keys-unknown`,
      ]);
    },
  );
});

describe('validateWhole', () => {
  it('fills in defaults', () => {
    expect(validateWhole(things, 'thing/1', { name: 'n' })).toEqual({
      name: 'n',
      size: 3,
      tags: [],
      box: null,
      scores: {},
    });
  });

  it('reports the field of every issue', () => {
    expect(
      getIssues(() =>
        validateWhole(things, 'thing/1', {
          name: '',
          size: 10,
          bed: 1,
          box: { width: 'w', 'odd key': 2 },
        }),
      )?.toSorted(),
    ).toEqual([
      'bed keys-unknown',
      'box.`odd key` keys-unknown',
      'box.width type-wrong',
      'name string-at-least',
      'size number-at-most',
    ]);
    expect(getProblem(() => validateWhole(things, 'thing/1', {}))).toMatchObject({
      code: 'document-invalid',
      place: 'thing/1',
    });
  });
});

describe('validateChanged', () => {
  it('checks a changed field alone, regardless of the rest of the document', () => {
    const broken = { ...whole, name: 7, size: 5 };
    expect(changed(broken, ['size'])).toEqual(broken);
    expect(getIssues(() => changed({ ...whole, size: 10 }, ['size']))).toEqual([
      'size number-at-most',
    ]);
  });

  it('checks a field of a nested map by its own schema', () => {
    expect(changed({ ...whole, box: { width: 2 } }, ['box', 'width'])).toMatchObject({
      box: { width: 2 },
    });
    expect(getIssues(() => changed({ ...whole, box: { width: 'w' } }, ['box', 'width']))).toEqual([
      'box.width type-wrong',
    ]);
    expect(
      getIssues(() => changed({ ...whole, box: { width: 1, depth: 1 } }, ['box', 'depth'])),
    ).toEqual(['box.depth keys-unknown']);
    expect(getIssues(() => changed({ ...whole, scores: { a: 'many' } }, ['scores', 'a']))).toEqual([
      'scores.a type-wrong',
    ]);
  });

  it('checks a field of a new map with the map', () => {
    expect(
      getIssues(() => changed({ ...whole, box: { width: 1, lid: {} } }, ['box', 'lid', 'shut'])),
    ).toEqual(['box.lid.open value-required']);
    const before = { ...whole, box: null };
    expect(
      getProblem(() =>
        validateChanged(things, 'thing/1', before, { ...before, box: { lid: { open: true } } }, [
          ['box', 'lid', 'open'],
        ]),
      ).issues?.[0]?.field,
    ).toBe('box.width');
  });

  it('checks a field of a union with the union', () => {
    expect(
      changed({ ...whole, shape: { kind: 'round', radius: 2 } }, ['shape', 'radius']),
    ).toMatchObject({ shape: { radius: 2 } });
    expect(
      getIssues(() =>
        changed({ ...whole, shape: { kind: 'square', radius: 2 } }, ['shape', 'kind']),
      ),
    ).toEqual(['shape.radius keys-unknown']);
  });

  it('allows the removal of optional fields, and resets others to their default', () => {
    const { size: _size, ...without } = whole;
    expect(changed(without, ['size'])).toEqual(whole);
    expect(changed(whole, ['note'])).toEqual(whole);
    const { name: _name, ...nameless } = whole;
    expect(getIssues(() => changed(nameless, ['name']))).toEqual(['name value-required']);
  });
});

describe('field schemas', () => {
  it('isScalarField recognises the fields that SQL can order', () => {
    const scalar = ['name', 'size', 'note', 'either', 'tags', 'box', 'shape', 'bed'].filter(
      (field) => isScalarField(things.schema, [field]),
    );
    expect(scalar).toEqual(['name', 'size', 'note', 'either']);
    expect(isScalarField(things.schema, ['box', 'lid', 'open'])).toBe(true);
    expect(isScalarField(things.schema, ['scores', 'anything'])).toBe(true);
    expect(isScalarField(things.schema, ['shape', 'radius'])).toBe(false);
  });

  it('memberSchema distinguishes unknown keys from members without their own schema', () => {
    expect(memberSchema(things.schema, 'bed')).toBeNull();
    expect(memberSchema(z.union([z.string(), z.number()]), 'x')).toBeUndefined();
    expect(unwrap(z.string().optional().nullable().default(null))).toBeInstanceOf(z.ZodString);
  });
});
