import { describe, expect, it, vi } from 'vitest';
import {
  createToasts,
  MAX_PER_POSITION,
  TOAST_POSITIONS,
  TOAST_TYPES,
  type ToastType,
} from './toast-store.ts';

/** A clock that the test moves. */
function withTime() {
  let nowMs = 0;
  let timers: { at: number; run: () => void }[] = [];
  const toasts = createToasts(undefined, {
    after(run, delayMs) {
      const timer = { at: nowMs + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    nowMs: () => nowMs,
  });
  return {
    toasts,
    running: () => timers.length,
    pass: (ms: number): void => {
      nowMs += ms;
      for (const timer of timers.filter(({ at }) => at <= nowMs)) {
        timers = timers.filter((other) => other !== timer);
        timer.run();
      }
    },
    messages: () => toasts.current().map(({ message }) => message),
  };
}

const TIMEOUTS: readonly (readonly [
  given: number | undefined,
  type: ToastType,
  shownMs: number,
])[] = TOAST_TYPES.flatMap((type) =>
  [undefined, 0, 1, 60_000].map(
    (given) => [given, type, type === 'ongoing' ? 0 : (given ?? 5000)] as const,
  ),
);

describe('createToasts', () => {
  it('supports five types and nine positions', () =>
    expect([TOAST_TYPES.length, TOAST_POSITIONS.length]).toEqual([5, 9]));

  it.each(TIMEOUTS)(
    'hides a toast with timeout %s and type %s after %i ms (0: never)',
    (given, type, shownMs) => {
      const { toasts, pass } = withTime();
      toasts.show({
        message: 'a',
        type,
        ...(given === undefined ? {} : { timeoutMs: given }),
      });
      pass(shownMs === 0 ? 86_400_000 : shownMs - 1);
      expect(toasts.current()).toHaveLength(1);
      if (shownMs === 0) return;
      pass(1);
      expect(toasts.current()).toHaveLength(0);
    },
  );

  it.each(
    TOAST_POSITIONS.flatMap((position) => TOAST_TYPES.map((type) => [type, position] as const)),
  )('shows type %s at %s as requested', (type, position) => {
    const { toasts } = withTime();
    const id = toasts.show({ message: 'a', type, position });
    expect(toasts.current()).toEqual([
      {
        id,
        message: 'a',
        type,
        position,
        closable: true,
        timeoutMs: type === 'ongoing' ? 0 : 5000,
      },
    ]);
  });

  it('defaults to type info at the bottom', () => {
    const { toasts } = withTime();
    toasts.show({ message: 'a' });
    expect(toasts.current()[0]).toMatchObject({ type: 'info', position: 'bottom' });
  });

  it('replaces a toast with the same id and restarts its timer', () => {
    const { toasts, pass, messages, running } = withTime();
    toasts.show({ id: 'x', message: 'saving', type: 'ongoing' });
    toasts.show({ message: 'other', timeoutMs: 0 });
    pass(60_000);
    toasts.show({ id: 'x', message: 'saved', type: 'positive' });
    expect(messages()).toEqual(['saved', 'other']);
    pass(4000);
    toasts.show({ id: 'x', message: 'saved again', type: 'positive' });
    expect(running()).toBe(1);
    pass(4999);
    expect(messages()).toEqual(['saved again', 'other']);
    pass(1);
    expect(messages()).toEqual(['other']);
  });

  it('pauses timers while held, and continues with the rest', () => {
    const { toasts, pass, messages, running } = withTime();
    const id = toasts.show({ message: 'a' });
    pass(3000);
    toasts.hold(id);
    toasts.hold(id);
    pass(100_000);
    expect(messages()).toEqual(['a']);
    toasts.release(id);
    toasts.release(id);
    expect(running()).toBe(1);
    pass(1999);
    expect(messages()).toEqual(['a']);
    pass(1);
    expect(messages()).toEqual([]);
    toasts.hold(id);
    toasts.release(id);
    expect(running()).toBe(0);
  });

  it('leaves no timer after a dismissal', () => {
    const { toasts, running } = withTime();
    toasts.dismiss(toasts.show({ message: 'a' }));
    expect(running()).toBe(0);
  });

  it('limits a position to six: those with a timer make room first, then closable ones', () => {
    const { toasts, messages } = withTime();
    toasts.show({ message: 'stays', timeoutMs: 0, closable: false });
    toasts.show({ message: 'kept', timeoutMs: 0 });
    for (let index = 0; index < 6; index += 1) toasts.show({ message: String(index) });
    expect(messages()).toEqual(['stays', 'kept', '2', '3', '4', '5']);
    for (let index = 0; index < 5; index += 1) toasts.show({ message: `p${index}`, timeoutMs: 0 });
    expect(messages()).toEqual(['stays', 'p0', 'p1', 'p2', 'p3', 'p4']);
    toasts.show({ message: 'elsewhere', position: 'top' });
    expect(messages()).toHaveLength(MAX_PER_POSITION + 1);
  });

  it('notifies its listeners', () => {
    const { toasts } = withTime();
    const listener = vi.fn();
    const stop = toasts.subscribe(listener);
    toasts.dismiss(toasts.show({ message: 'a' }));
    toasts.dismiss('never shown');
    stop();
    toasts.show({ message: 'b' });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
