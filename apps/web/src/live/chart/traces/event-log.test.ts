import { describe, expect, it } from 'vitest';
import {
  BUTTON_LONG_PRESS,
  BUTTON_PRESSED,
  BUTTON_RELEASED,
  isDownAt,
} from '../surface/event-pen.ts';
import { EventLog } from './event-log.ts';

const event = (sequence: number, deviceTimeMs: number, code: number) => ({
  sequence,
  deviceTimeMs,
  sampleCount: 1,
  samples: Int16Array.of(code),
});

describe('EventLog', () => {
  it('keeps each event once, in order of time, and the newest when full', () => {
    const log = new EventLog(2);
    log.accept(event(3, 300, BUTTON_PRESSED));
    log.accept(event(2, 200, BUTTON_RELEASED));
    log.accept(event(2, 200, BUTTON_RELEASED));
    log.accept(event(1, 100, BUTTON_PRESSED));
    expect(log.events).toEqual([
      { timeMs: 200, code: BUTTON_RELEASED },
      { timeMs: 300, code: BUTTON_PRESSED },
    ]);
  });

  it('knows whether the button is pressed', () => {
    const log = new EventLog(10);
    log.accept(event(1, 100, BUTTON_PRESSED));
    log.accept(event(2, 200, BUTTON_LONG_PRESS));
    log.accept(event(3, 300, BUTTON_RELEASED));
    expect([50, 150, 250, 350].map((timeMs) => isDownAt(log.events, timeMs))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
