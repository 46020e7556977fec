import { describe, expect, it } from 'vitest';
import {
  deviceReport,
  deviceTopic,
  FRAME_REFUSALS,
  frameBatchReply,
  HEARTBEAT_INTERVAL_SECONDS,
} from './device-messages.ts';

describe('what a device reports', () => {
  it('is at the least whether it is there', () => {
    expect(deviceReport.parse({ online: false })).toEqual({ online: false });
    expect(deviceReport.safeParse({}).success).toBe(false);
    expect(deviceReport.safeParse({ online: 'true' }).success).toBe(false);
  });

  it.each([
    ['a full battery', { batteryPercent: 100 }, true],
    ['more than a full battery', { batteryPercent: 100.1 }, false],
    ['less than an empty one', { batteryPercent: -1 }, false],
    ['the weakest signal', { signalDbm: -150 }, true],
    ['a weaker one', { signalDbm: -151 }, false],
    ['a stronger one than there is', { signalDbm: 21 }, false],
    ['a clock in 1970', { deviceTimeUs: 0 }, true],
    ['a clock before 1970', { deviceTimeUs: -7_200_000_000 }, true],
    ['a clock beyond whole microseconds', { deviceTimeUs: 2 ** 60 }, false],
    ['half a microsecond', { deviceTimeUs: 0.5 }, false],
    ['no sensor off', { sensorsOff: [] }, true],
    ['the last stream off', { sensorsOff: [65_535] }, true],
    ['a stream beyond the last', { sensorsOff: [65_536] }, false],
    ['33 sensors off', { sensorsOff: Array.from({ length: 33 }, (_, id) => id) }, false],
    ['firmware of 40 letters', { firmware: 'x'.repeat(40) }, true],
    ['firmware of 41', { firmware: 'x'.repeat(41) }, false],
    ['a key that nobody knows', { room: '201' }, false],
  ])('with %s is taken: %s, %s', (_, more, taken) => {
    expect(deviceReport.safeParse({ online: true, ...more }).success).toBe(taken);
  });

  it('comes often enough that two that are missing are noticed within fifteen seconds', () => {
    expect(2 * HEARTBEAT_INTERVAL_SECONDS + 5).toBeLessThanOrEqual(15);
  });

  it('goes to a topic of its own', () => {
    expect(deviceTopic('A-1', 'frames')).toBe('yamori/v1/A-1/frames');
    expect(deviceTopic('A-1', 'status')).not.toBe(deviceTopic('A-2', 'status'));
  });
});

describe('the answer to a batch', () => {
  it.each(FRAME_REFUSALS)('names %s with the byte, and the frame where it is known', (code) => {
    const reply = {
      stored: 3,
      duplicates: 1,
      refused: [
        { code, byteOffset: 17 },
        { code, byteOffset: 99, streamId: 1, sequence: 7 },
      ],
    };
    expect(frameBatchReply.parse(reply)).toEqual(reply);
  });

  it('never counts below nothing, nor refuses without a known reason', () => {
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
