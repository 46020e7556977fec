import { describe, expect, it } from 'vitest';
import { createDeviceSilence, createVerdictWatch, type Reception } from './device-silence.ts';

function aSilence() {
  let nowMs = 1_000;
  const silence = createDeviceSilence(() => nowMs);
  const pass = (seconds: number, reception: Reception = 'yes'): void => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1_000;
      silence.pass(reception);
    }
  };
  const wait = (ms: number): void => void (nowMs += ms);
  return { silence, pass, wait };
}

describe('createDeviceSilence', () => {
  it('counts the time since the device was last heard', () => {
    const { silence, pass, wait } = aSilence();
    pass(5);
    expect(silence.silentMs()).toBe(5_000);
    wait(400);
    silence.received();
    expect(silence.silentMs()).toBe(0);
    wait(600);
    silence.pass('yes');
    expect(silence.silentMs()).toBe(600);
  });

  it('restarts from zero after the Bus or the database was away', () => {
    const { silence, pass } = aSilence();
    pass(14);
    pass(40, 'no');
    expect(silence.silentMs()).toBe(0);
    pass(3);
    expect(silence.silentMs()).toBe(3_000);
  });

  it('reaches the limit although another server restarts every ten seconds', () => {
    const { silence, pass } = aSilence();
    for (let restart = 0; restart < 4; restart += 1) {
      pass(5);
      pass(5, 'unsure');
    }
    expect(silence.silentMs()).toBe(20_000);
  });

  it('ignores the time during which the server was paused', () => {
    const { silence, pass, wait } = aSilence();
    pass(10);
    wait(20_000);
    silence.pass('yes');
    expect(silence.silentMs()).toBe(10_000);
  });
});

describe('createVerdictWatch', () => {
  it('warns once after a minute without a verdict, and once when verdicts are possible again', () => {
    let nowMs = 0;
    const warnings: string[] = [];
    const watch = createVerdictWatch(() => nowMs, {
      warn: (_fields, text) => warnings.push(text.split(':')[0] ?? ''),
    });
    const pass = (seconds: number, reception: Reception): void => {
      for (let second = 0; second < seconds; second += 1) {
        nowMs += 1_000;
        watch(reception);
      }
    };
    pass(10, 'yes');
    pass(59, 'unsure');
    expect(warnings).toEqual([]);
    pass(30, 'no');
    expect(warnings).toEqual(['silent devices not reported']);
    pass(2, 'yes');
    expect(warnings).toEqual(['silent devices not reported', 'silent devices reported again']);
  });
});
