import { describe, expect, it } from 'vitest';
import { createDeviceStates } from './device-states.ts';
import { INGEST_LIMITS } from './ingest-limits.ts';

const states = (most?: number) => createDeviceStates({ nowMs: () => 0 }, INGEST_LIMITS, most);

describe('createDeviceStates', () => {
  it('holds one state for each device', () => {
    const { of } = states();
    of('A').framesReceived += 3;
    expect([of('A').framesReceived, of('B').framesReceived]).toEqual([3, 0]);
  });

  it('retains active devices and drops inactive ones', () => {
    const { of } = states(100);
    for (const serial of ['A', 'B']) of(serial).framesReceived = 7;
    for (let index = 0; index < 1_000; index++) {
      of(`other-${index}`);
      of('A');
    }
    expect([of('A').framesReceived, of('B').framesReceived]).toEqual([7, 0]);
  });

  it('retains at least the last half of its maximum', () => {
    const { of } = states(100);
    for (let index = 0; index < 10_000; index++) of(`D-${index}`).framesReceived = index;
    for (let index = 9_950; index < 10_000; index++)
      expect(of(`D-${index}`).framesReceived).toBe(index);
    expect(of('D-9800').framesReceived).toBe(0);
  });

  it('runs the work of one device in order, even after failures', async () => {
    const state = states().of('A');
    const done: string[] = [];
    const slow = state.inOrder(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      done.push('slow');
      throw new Error('work failed');
    });
    const quick = state.inOrder(async () => {
      done.push('quick');
    });
    await expect(slow).rejects.toThrow('work failed');
    await quick;
    expect(done).toEqual(['slow', 'quick']);
  });
});
