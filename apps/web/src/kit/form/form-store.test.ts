import { describe, expect, it, vi } from 'vitest';
import { createFormStore, findFaults, isDirty, sameValue, type FormRules } from './form-store.ts';
import { firstFault } from './form-rules.ts';

type Values = { name: string; age: number | null; tags: readonly string[] };
const INITIAL: Values = { name: '', age: null, tags: [] };
const RULES: FormRules<Values> = {
  name: [(name) => name !== '' || 'missing', (name) => name.length < 4 || 'long'],
  age: [(age, { name }) => (name === 'old' ? (age ?? 0) > 99 : true)],
};

describe('findFaults and firstFault', () => {
  it.each([
    [{ name: '', age: null, tags: [] }, { name: 'missing' }],
    [{ name: 'abcd', age: null, tags: [] }, { name: 'long' }],
    [{ name: 'abc', age: null, tags: [] }, {}],
    [{ name: 'old', age: 99, tags: [] }, { age: false }],
    [{ name: 'old', age: 100, tags: [] }, {}],
  ])('faultsOf %j returns the first fault of each field: %j', (values, faults) =>
    expect(findFaults(RULES, values)).toEqual(faults),
  );

  it.each([
    [[], null],
    [[() => true], null],
    [[() => false, () => 'b'], false],
    [[() => true, () => 'b'], 'b'],
    [[() => ''], ''],
  ])('firstFault returns the first fault of a value: %#', (rules, fault) =>
    expect(firstFault(rules, 'x')).toBe(fault),
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
    store.sent(store.current().values);
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
    store.sent(values);
    store.stopSending();
    expect(isDirty(store.current())).toBe(true);
  });

  it('keeps what the server refused until that field changes', () => {
    const store = createFormStore(INITIAL);
    store.refuse({ name: 'taken', age: false }, 'trouble');
    store.set('tags', ['x']);
    expect([store.current().refused, store.current().trouble]).toEqual([
      { name: 'taken', age: false },
      null,
    ]);
    store.set('name', 'b');
    expect(store.current().refused).toEqual({ age: false });
    store.startSending();
    expect([store.current().refused, store.current().busy]).toEqual([{}, true]);
  });

  it('resets to other values: nothing visited, no errors, no changes', () => {
    const store = createFormStore(INITIAL);
    store.see(['name']);
    store.see(['age']);
    expect([...store.current().seen]).toEqual(['name', 'age']);
    store.refuse({ name: false }, 'x');
    store.reset({ name: 'z', age: 1, tags: [] });
    expect(store.current()).toEqual({
      values: { name: 'z', age: 1, tags: [] },
      kept: { name: 'z', age: 1, tags: [] },
      seen: new Set(),
      refused: {},
      trouble: null,
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
  ])('%j and %j are the same: %s', (one, other, same) => expect(sameValue(one, other)).toBe(same));
});
