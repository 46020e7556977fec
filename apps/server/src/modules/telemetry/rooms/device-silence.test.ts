import { describe, expect, it } from 'vitest';
import { createDeviceSilence } from './device-silence.ts';

function aSilence() {
  let nowMs = 1_000;
  const silence = createDeviceSilence(() => nowMs);
  const pass = (seconds: number, canReceive = true): void => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1_000;
      silence.pass(canReceive);
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
    silence.heard();
    expect(silence.silentMs()).toBe(0);
    wait(600);
    silence.pass(true);
    expect(silence.silentMs()).toBe(600);
  });

  it('pauses while nothing can be heard and restarts from zero', () => {
    const { silence, pass } = aSilence();
    pass(14);
    pass(40, false);
    expect(silence.silentMs()).toBe(0);
    pass(3);
    expect(silence.silentMs()).toBe(3_000);
  });

  it('ignores the time during which the server was paused', () => {
    const { silence, pass, wait } = aSilence();
    pass(10);
    wait(20_000);
    silence.pass(true);
    expect(silence.silentMs()).toBe(10_000);
  });
});
