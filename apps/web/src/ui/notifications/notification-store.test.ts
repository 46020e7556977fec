import { describe, expect, it, vi } from 'vitest';
import { createNotifications, NOTIFICATION_POSITIONS, NOTIFICATION_TYPES } from './notification-store.ts';

function withTimers() {
  const timers: { run: () => void; delayMs: number }[] = [];
  return { timers, notifications: createNotifications(undefined, { set: (run, delayMs) => timers.push({ run, delayMs }) }) };
}

describe('notifications', () => {
  it('go after 5,000 ms unless told otherwise', () => {
    const { timers, notifications } = withTimers();
    notifications.show({ message: 'a' });
    expect(timers[0]?.delayMs).toBe(5000);
    timers[0]?.run();
    expect(notifications.current()).toEqual([]);
  });

  it('stay with a time-out of 0, and while something is under way', () => {
    const { timers, notifications } = withTimers();
    notifications.show({ message: 'a', timeoutMs: 0 });
    notifications.show({ message: 'b', type: 'ongoing' });
    expect(timers).toEqual([]);
    expect(notifications.current()).toHaveLength(2);
  });

  it('of the same id replace each other and start anew', () => {
    const { timers, notifications } = withTimers();
    notifications.show({ id: 'x', message: 'a' });
    notifications.show({ id: 'x', message: 'b' });
    timers[0]?.run();
    expect(notifications.current().map(({ message }) => message)).toEqual(['b']);
  });

  it('are at most six; what may time out makes room', () => {
    const { notifications } = withTimers();
    notifications.show({ id: 'stays', message: 's', timeoutMs: 0 });
    for (let index = 0; index < 8; index += 1) notifications.show({ message: String(index) });
    expect(notifications.current().map(({ message }) => message)).toEqual(['s', '3', '4', '5', '6', '7']);
  });

  it('tell whoever listens', () => {
    const { notifications } = withTimers();
    const listener = vi.fn();
    const stop = notifications.subscribe(listener);
    notifications.dismiss(notifications.show({ message: 'a' }));
    stop();
    notifications.show({ message: 'b' });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('know five types and nine places', () => expect([NOTIFICATION_TYPES.length, NOTIFICATION_POSITIONS.length]).toEqual([5, 9]));
});
