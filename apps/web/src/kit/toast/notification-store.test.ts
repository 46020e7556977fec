import { describe, expect, it, vi } from 'vitest';
import {
  createNotifications,
  MAX_PER_POSITION,
  NOTIFICATION_POSITIONS,
  NOTIFICATION_TYPES,
  type NotificationType,
} from './notification-store.ts';

/** A clock that the test moves. */
function withTime() {
  let nowMs = 0;
  let timers: { at: number; run: () => void }[] = [];
  const notifications = createNotifications(undefined, {
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
    notifications,
    running: () => timers.length,
    pass: (ms: number): void => {
      nowMs += ms;
      for (const timer of timers.filter(({ at }) => at <= nowMs)) {
        timers = timers.filter((other) => other !== timer);
        timer.run();
      }
    },
    messages: () => notifications.current().map(({ message }) => message),
  };
}

const TIMEOUTS: readonly (readonly [
  given: number | undefined,
  type: NotificationType,
  shownMs: number,
])[] = NOTIFICATION_TYPES.flatMap((type) =>
  [undefined, 0, 1, 60_000].map(
    (given) => [given, type, type === 'ongoing' ? 0 : (given ?? 5000)] as const,
  ),
);

describe('createNotifications', () => {
  it('supports five types and nine positions', () =>
    expect([NOTIFICATION_TYPES.length, NOTIFICATION_POSITIONS.length]).toEqual([5, 9]));

  it.each(TIMEOUTS)(
    'hides a notification with timeout %s and type %s after %i ms (0: never)',
    (given, type, shownMs) => {
      const { notifications, pass } = withTime();
      notifications.show({
        message: 'a',
        type,
        ...(given === undefined ? {} : { timeoutMs: given }),
      });
      pass(shownMs === 0 ? 86_400_000 : shownMs - 1);
      expect(notifications.current()).toHaveLength(1);
      if (shownMs === 0) return;
      pass(1);
      expect(notifications.current()).toHaveLength(0);
    },
  );

  it.each(
    NOTIFICATION_POSITIONS.flatMap((position) =>
      NOTIFICATION_TYPES.map((type) => [type, position] as const),
    ),
  )('shows type %s at %s as requested', (type, position) => {
    const { notifications } = withTime();
    const id = notifications.show({ message: 'a', type, position });
    expect(notifications.current()).toEqual([
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
    const { notifications } = withTime();
    notifications.show({ message: 'a' });
    expect(notifications.current()[0]).toMatchObject({ type: 'info', position: 'bottom' });
  });

  it('replaces a notification with the same id and restarts its timer', () => {
    const { notifications, pass, messages, running } = withTime();
    notifications.show({ id: 'x', message: 'saving', type: 'ongoing' });
    notifications.show({ message: 'other', timeoutMs: 0 });
    pass(60_000);
    notifications.show({ id: 'x', message: 'saved', type: 'positive' });
    expect(messages()).toEqual(['saved', 'other']);
    pass(4000);
    notifications.show({ id: 'x', message: 'saved again', type: 'positive' });
    expect(running()).toBe(1);
    pass(4999);
    expect(messages()).toEqual(['saved again', 'other']);
    pass(1);
    expect(messages()).toEqual(['other']);
  });

  it('pauses timers while held, and continues with the rest', () => {
    const { notifications, pass, messages, running } = withTime();
    const id = notifications.show({ message: 'a' });
    pass(3000);
    notifications.hold(id);
    notifications.hold(id);
    pass(100_000);
    expect(messages()).toEqual(['a']);
    notifications.release(id);
    notifications.release(id);
    expect(running()).toBe(1);
    pass(1999);
    expect(messages()).toEqual(['a']);
    pass(1);
    expect(messages()).toEqual([]);
    notifications.hold(id);
    notifications.release(id);
    expect(running()).toBe(0);
  });

  it('leaves no timer after a dismissal', () => {
    const { notifications, running } = withTime();
    notifications.dismiss(notifications.show({ message: 'a' }));
    expect(running()).toBe(0);
  });

  it('limits a position to six: those with a timer make room first, then closable ones', () => {
    const { notifications, messages } = withTime();
    notifications.show({ message: 'stays', timeoutMs: 0, closable: false });
    notifications.show({ message: 'kept', timeoutMs: 0 });
    for (let index = 0; index < 6; index += 1) notifications.show({ message: String(index) });
    expect(messages()).toEqual(['stays', 'kept', '2', '3', '4', '5']);
    for (let index = 0; index < 5; index += 1)
      notifications.show({ message: `p${index}`, timeoutMs: 0 });
    expect(messages()).toEqual(['stays', 'p0', 'p1', 'p2', 'p3', 'p4']);
    notifications.show({ message: 'elsewhere', position: 'top' });
    expect(messages()).toHaveLength(MAX_PER_POSITION + 1);
  });

  it('notifies its listeners', () => {
    const { notifications } = withTime();
    const listener = vi.fn();
    const stop = notifications.subscribe(listener);
    notifications.dismiss(notifications.show({ message: 'a' }));
    notifications.dismiss('never shown');
    stop();
    notifications.show({ message: 'b' });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
