import { describe, expect, it } from 'vitest';
import {
  deviceReport,
  deviceTopic,
  FRAME_REFUSALS,
  frameBatchReply,
  HEARTBEAT_INTERVAL_SECONDS,
} from './device-messages.ts';

describe('deviceReport', () => {
  it('the only required field is `online`', () => {
    expect(deviceReport.parse({ online: false })).toEqual({ online: false });
    expect(deviceReport.safeParse({}).success).toBe(false);
    expect(deviceReport.safeParse({ online: 'true' }).success).toBe(false);
  });

  it.each([
    ['a full battery', { batteryPercent: 100 }, true],
    ['a battery above 100 %', { batteryPercent: 100.1 }, false],
    ['a battery below 0 %', { batteryPercent: -1 }, false],
    ['the weakest signal', { signalDbm: -150 }, true],
    ['a signal below the minimum', { signalDbm: -151 }, false],
    ['a signal above the maximum', { signalDbm: 21 }, false],
    ['a clock in 1970', { deviceTimeUs: 0 }, true],
    ['a clock before 1970', { deviceTimeUs: -7_200_000_000 }, true],
    ['a clock beyond exact microseconds', { deviceTimeUs: 2 ** 60 }, false],
    ['a fraction of a microsecond', { deviceTimeUs: 0.5 }, false],
    ['no detached sensor', { sensorsOff: [] }, true],
    ['the highest stream id', { sensorsOff: [65_535] }, true],
    ['a stream id above the highest', { sensorsOff: [65_536] }, false],
    ['33 detached sensors', { sensorsOff: Array.from({ length: 33 }, (_, id) => id) }, false],
    ['firmware of 40 letters', { firmware: 'x'.repeat(40) }, true],
    ['firmware of 41', { firmware: 'x'.repeat(41) }, false],
    ['an unknown key', { room: '201' }, false],
  ])('a report with %s is valid: %s, %s', (_, more, taken) => {
    expect(deviceReport.safeParse({ online: true, ...more }).success).toBe(taken);
  });

  it('two missed heartbeats are noticed within fifteen seconds', () => {
    expect(2 * HEARTBEAT_INTERVAL_SECONDS + 5).toBeLessThanOrEqual(15);
  });

  it('every device and kind has its own topic', () => {
    expect(deviceTopic('A-1', 'frames')).toBe('yamori/v1/A-1/frames');
    expect(deviceTopic('A-1', 'status')).not.toBe(deviceTopic('A-2', 'status'));
  });
});

describe('frameBatchReply', () => {
  it.each(FRAME_REFUSALS)(
    'a refusal %s has a byte offset, and a stream and sequence if known',
    (code) => {
      const reply = {
        stored: 3,
        duplicates: 1,
        refused: [
          { code, byteOffset: 17 },
          { code, byteOffset: 99, streamId: 1, sequence: 7 },
        ],
      };
      expect(frameBatchReply.parse(reply)).toEqual(reply);
    },
  );

  it('negative counts and unknown refusal codes are rejected', () => {
    expect(frameBatchReply.safeParse({ stored: -1, duplicates: 0, refused: [] }).success).toBe(
      false,
    );
    expect(
      frameBatchReply.safeParse({
        stored: 0,
        duplicates: 0,
        refused: [{ code: 'odd', byteOffset: 0 }],
      }).success,
    ).toBe(false);
    expect(
      frameBatchReply.safeParse({
        stored: 0,
        duplicates: 0,
        refused: [{ code: 'badCrc', byteOffset: -1 }],
      }).success,
    ).toBe(false);
  });
});
