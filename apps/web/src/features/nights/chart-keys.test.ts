import { describe, expect, it } from 'vitest';
import { getKeyAction } from './chart-keys.ts';

const view = {
  window: { fromMs: 0, toMs: 120_000 },
  bounds: { fromMs: -600_000, toMs: 600_000 },
  whole: { fromMs: 0, toMs: 480_000 },
  cursorMs: null,
  hasMarks: false,
};
const press = (
  key: string,
  change: Partial<Parameters<typeof getKeyAction>[1]> = {},
  shiftKey = false,
) => getKeyAction({ key, shiftKey }, { ...view, ...change });

describe('getKeyAction', () => {
  it('moves the cursor by a 120th of the window with shift and an arrow', () => {
    expect(press('ArrowRight', { cursorMs: 10_000 }, true)).toEqual({ cursorMs: 11_000 });
    expect(press('ArrowLeft', {}, true)).toEqual({ cursorMs: 59_000 });
  });

  it('moves the window with a cursor that leaves it', () => {
    expect(press('ArrowRight', { cursorMs: 120_000 }, true)).toEqual({
      cursorMs: 121_000,
      window: { fromMs: 1_000, toMs: 121_000 },
    });
  });

  it('sets marks at the cursor, or in the middle without one', () => {
    expect(press('1', { cursorMs: 5_000 })).toEqual({ mark: { name: 't1Ms', atMs: 5_000 } });
    expect(press('2')).toEqual({ mark: { name: 't2Ms', atMs: 60_000 } });
  });

  it('removes the cursor and the marks with escape, and ignores escape without them', () => {
    const cleared = { cursorMs: null, mark: { name: null, atMs: 0 } };
    expect(press('Escape', { cursorMs: 1 })).toEqual(cleared);
    expect(press('Escape', { hasMarks: true })).toEqual(cleared);
    expect(press('Escape')).toBeNull();
  });

  it('shows the whole night with 0 and ignores other keys', () => {
    expect(press('0')).toEqual({ window: view.whole });
    expect(press('x')).toBeNull();
  });
});
