import { describe, expect, it, vi } from 'vitest';
import {
  createFormStore,
  findErrors,
  isDirty,
  isEqualValue,
  type FormRules,
} from './form-store.ts';
import { findFirstError } from './form-rules.ts';

type Values = { name: string; age: number | null; tags: readonly string[] };
const INITIAL: Values = { name: '', age: null, tags: [] };
const RULES: FormRules<Values> = {
  name: [(name) => name !== '' || 'missing', (name) => name.length < 4 || 'long'],
  age: [(age, { name }) => (name === 'old' ? (age ?? 0) > 99 : true)],
};

describe('findErrors and findFirstError', () => {
  it.each([
    [{ name: '', age: null, tags: [] }, { name: 'missing' }],
    [{ name: 'abcd', age: null, tags: [] }, { name: 'long' }],
    [{ name: 'abc', age: null, tags: [] }, {}],
    [{ name: 'old', age: 99, tags: [] }, { age: false }],
    [{ name: 'old', age: 100, tags: [] }, {}],
  ])('findErrors finds the first error of each field of %j: %j', (values, errors) =>
    expect(findErrors(RULES, values)).toEqual(errors),
  );

  it.each([
    [[], null],
    [[() => true], null],
    [[() => false, () => 'b'], false],
    [[() => true, () => 'b'], 'b'],
    [[() => ''], ''],
  ])('findFirstError returns the first error of a value: %#', (rules, error) =>
    expect(findFirstError(rules, 'x')).toBe(error),
  );
});

describe('createFormStore', () => {
  it('marks the form as dirty while it differs from the stored values, and not after sending', () => {
    const store = createFormStore(INITIAL);
    expect(isDirty(store.current())).toBe(false);
    store.set('name', 'a');
    expect(isDirty(store.current())).toBe(true);
    store.set('name', '');
    expect(isDirty(store.current())).toBe(false);
    store.set('tags', ['x']);
    store.markSaved(store.current().values);
    expect(isDirty(store.current())).toBe(false);
    store.set('tags', ['x', 'y']);
    store.reset();
    expect(store.current().values.tags).toEqual(['x']);
  });

  it('treats input during sending as changed', () => {
    const store = createFormStore(INITIAL);
    store.set('name', 'a');
    const { values } = store.current();
    store.startSending();
    store.set('name', 'ab');
    store.markSaved(values);
    store.stopSending();
    expect(isDirty(store.current())).toBe(true);
  });

  it('keeps the server’s error of a field until that field changes', () => {
    const store = createFormStore(INITIAL);
    store.setServerErrors({ name: 'taken', age: false }, 'rejected');
    store.set('tags', ['x']);
    expect([store.current().serverErrors, store.current().errorText]).toEqual([
      { name: 'taken', age: false },
      null,
    ]);
    store.set('name', 'b');
    expect(store.current().serverErrors).toEqual({ age: false });
    store.startSending();
    expect([store.current().serverErrors, store.current().busy]).toEqual([{}, true]);
  });

  it('resets to other values: nothing visited, no errors, no changes', () => {
    const store = createFormStore(INITIAL);
    store.markVisited(['name']);
    store.markVisited(['age']);
    expect([...store.current().visited]).toEqual(['name', 'age']);
    store.setServerErrors({ name: false }, 'x');
    store.reset({ name: 'z', age: 1, tags: [] });
    expect(store.current()).toEqual({
      values: { name: 'z', age: 1, tags: [] },
      saved: { name: 'z', age: 1, tags: [] },
      visited: new Set(),
      serverErrors: {},
      errorText: null,
      busy: false,
    });
  });

  it('notifies its listeners', () => {
    const store = createFormStore(INITIAL);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.set('name', 'a');
    stop();
    store.set('name', 'b');
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe('values', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'b', false],
    [Number.NaN, Number.NaN, true],
    [null, undefined, false],
    [new Date(1), new Date(1), true],
    [new Date(1), new Date(2), false],
    [['a'], ['a'], true],
    [['a'], ['b'], false],
    [['a'], ['a', 'a'], false],
    [[], {}, false],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: undefined }, {}, false],
    [{ a: [new Date(1)] }, { a: [new Date(1)] }, true],
    [new Map(), new Map(), false],
    [1, '1', false],
  ])('%j and %j are the same: %s', (one, other, same) =>
    expect(isEqualValue(one, other)).toBe(same),
  );
});
