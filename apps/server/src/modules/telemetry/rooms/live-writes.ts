import {
  isRoomSilent,
  lastHeardAt,
  type DeviceStatus,
  type MeasuredLive,
  type VitalReading,
} from '@yamori/domain';

/**
 * A changed state (presence, sleep, fault) is written immediately, a figure once it has moved
 * visibly. A measurement time alone is written only after this long, so that figures never look
 * stale.
 */
export const REFRESH_AFTER_MS = 5_000;

export function isRoomWorthWriting(
  written: MeasuredLive | null,
  next: MeasuredLive,
  writtenAtMs: number,
  nowMs: number,
): boolean {
  if (written === null) return true;
  const sameState =
    written.presence === next.presence &&
    written.sleepState === next.sleepState &&
    written.posture === next.posture &&
    written.fault === next.fault &&
    written.faultSerial === next.faultSerial &&
    isRoomSilent(written) === isRoomSilent(next) &&
    written.doubts.heartRate === next.doubts.heartRate &&
    written.doubts.respirationRate === next.doubts.respirationRate &&
    written.measures.join() === next.measures.join();
  if (!sameState) return true;
  if (
    moved(written.heartRate, next.heartRate, 1) ||
    moved(written.respirationRate, next.respirationRate, 0.5) ||
    moved(written.temperature, next.temperature, 0.1)
  )
    return true;
  return (
    Math.abs(nowMs - writtenAtMs) >= REFRESH_AFTER_MS &&
    written.lastFrameAt?.getTime() !== next.lastFrameAt?.getTime()
  );
}

function moved(written: VitalReading | null, next: VitalReading | null, step: number): boolean {
  if (written === null || next === null) return written !== next;
  return Math.abs(written.value - next.value) >= step;
}

/** Counts and times of a device’s status may lag by this much. */
export const STATUS_REFRESH_AFTER_MS = 30_000;

export function isStatusWorthWriting(
  written: DeviceStatus | null,
  next: DeviceStatus,
  writtenAtMs: number,
  nowMs: number,
): boolean {
  if (written === null) return true;
  const clockMoved =
    Math.abs((written.clockOffsetSeconds ?? 0) - (next.clockOffsetSeconds ?? 0)) >= 5 ||
    (written.clockOffsetSeconds === null) !== (next.clockOffsetSeconds === null);
  if (
    written.online !== next.online ||
    written.fault !== next.fault ||
    clockMoved ||
    written.framesRefused !== next.framesRefused
  )
    return true;
  return (
    Math.abs(nowMs - writtenAtMs) >= STATUS_REFRESH_AFTER_MS &&
    lastHeardAt(written)?.getTime() !== lastHeardAt(next)?.getTime()
  );
}
