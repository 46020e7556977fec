import { describe, expect, it, vi } from 'vitest';
import { BootRedirect, runBoot } from './boot-sequence.ts';

const step = (name: string, run: () => Promise<void>) => ({ name, run });

describe('runBoot', () => {
  it('runs its steps in order', async () => {
    const seen: string[] = [];
    const steps = ['translation', 'backend', 'notifications', 'parser'].map((name) =>
      step(name, async () => {
        seen.push(name);
      }),
    );
    expect(await runBoot(steps, { redirect: vi.fn(), log: vi.fn() })).toEqual({ kind: 'ready' });
    expect(seen).toEqual(['translation', 'backend', 'notifications', 'parser']);
  });

  it('logs a failure and runs nothing after it', async () => {
    const [log, after] = [vi.fn(), vi.fn()];
    const steps = [
      step('parser', async () => {
        throw new Error('no');
      }),
      step('later', after),
    ];
    expect(await runBoot(steps, { redirect: vi.fn(), log })).toEqual({
      kind: 'failed',
      step: 'parser',
    });
    expect(log).toHaveBeenCalledOnce();
    expect(after).not.toHaveBeenCalled();
  });

  it('redirects after a failure with an address, without a log', async () => {
    const [log, redirect] = [vi.fn(), vi.fn()];
    const outcome = await runBoot(
      [
        step('backend', async () => {
          throw new BootRedirect('/login');
        }),
      ],
      { redirect, log },
    );
    expect(outcome).toEqual({ kind: 'redirected', address: '/login' });
    expect(redirect).toHaveBeenCalledWith('/login');
    expect(log).not.toHaveBeenCalled();
  });
});
