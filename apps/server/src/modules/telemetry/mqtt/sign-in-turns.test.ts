import { describe, expect, it } from 'vitest';
import { createSignInTurns } from './sign-in-turns.ts';

describe('createSignInTurns', () => {
  it('serialises the connections of a device in order', async () => {
    const turns = createSignInTurns();
    const order: string[] = [];
    const enter = async (name: string, serial: string): Promise<boolean> => {
      const { waited, end } = await turns.next(serial);
      order.push(`${name} in`);
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
      order.push(`${name} done`);
      end();
      return waited;
    };
    expect(
      await Promise.all([enter('first', 'A'), enter('second', 'A'), enter('third', 'A')]),
    ).toEqual([false, true, true]);
    expect(order).toEqual([
      'first in',
      'first done',
      'second in',
      'second done',
      'third in',
      'third done',
    ]);
    expect(turns.count()).toBe(0);
  });

  it('delays no other device and tolerates a second release', async () => {
    const turns = createSignInTurns();
    const own = await turns.next('A');
    expect((await turns.next('B')).waited).toBe(false);
    own.end();
    const again = await turns.next('A');
    expect(again.waited).toBe(false);
    own.end();
    expect(turns.count()).toBe(2);
  });
});
