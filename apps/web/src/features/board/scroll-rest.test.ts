import { describe, expect, it, vi } from 'vitest';
import { ScrollRest } from './scroll-rest.ts';

describe('ScrollRest', () => {
  it('calls back immediately when the list is at rest', () => {
    const asked = vi.fn();
    new ScrollRest().whenResting(asked);
    expect(asked).toHaveBeenCalledOnce();
  });

  it('calls back once, when it has come to rest, and never who has gone by then', () => {
    const rest = new ScrollRest();
    const [stays, goes] = [vi.fn(), vi.fn()];
    rest.tell(true);
    rest.whenResting(stays);
    rest.whenResting(goes)();
    expect(stays).not.toHaveBeenCalled();
    rest.tell(false);
    rest.tell(true);
    rest.tell(false);
    expect([stays.mock.calls.length, goes.mock.calls.length]).toEqual([1, 0]);
  });
});
