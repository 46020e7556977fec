import type { Press } from '@yamori/domain';
import type {
  LatePress,
  PressStore,
  WaitingPress,
} from '../../../core/timeline/staging/press-store.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';

/**
 * Raises calls for stored presses that have none: their frames never reached the server that owns
 * the room, or that server stopped first. Any server may do this, because the commit of a call
 * claims its press.
 */
type PressReader = {
  /**
   * Runs one pass; call it once a second. A second call during a pass does nothing. Never rejects.
   */
  readonly read: () => Promise<void>;
  /** False while the database does not answer. */
  readonly isDatabaseThere: () => boolean;
};

type PressReaderOptions = {
  readonly presses: PressStore;
  readonly press: (roomId: string, press: Press) => Promise<boolean>;
  /** The room of a device; null for a device in no room, undefined for an unknown device. */
  readonly getRoomId: (serial: string) => string | null | undefined;
  /** The room of a device at a time; null if it was in none. */
  readonly roomAt: (serial: string, at: Date) => Promise<string | null>;
  /** Adds a late press to the list of alarms. False if the room cannot take it yet. */
  readonly recordLatePress: (roomId: string, press: LatePress) => Promise<boolean>;
  readonly owns: (roomId: string) => boolean;
  /** True while rooms change owners: the owner of a room may be gone, or not know it yet. */
  readonly isOwnershipMoving: () => boolean;
  readonly clock: Clock;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  readonly onFailed: (error: unknown) => void;
  /** No call was raised, because the device is in no room. */
  readonly onDismissed: (press: WaitingPress) => void;
};

const PRESSES_A_PASS = 200;
/** A longer pass is waiting for an unresponsive database. */
const SLOW_PASS_MS = 3_000;
/** A press is left to the owner of its room for this long, unless rooms change owners. */
const OWNER_FIRST_MS = 3_000;
/** Grace period for a device whose new room is missing from this server’s directory. */
const ROOM_UNKNOWN_MS = 10_000;
/** A late press whose room takes no entry is discarded after this time. */
const LATE_ENTRY_TIMEOUT_MS = 3_600_000;
/** A device resends an unacknowledged press for days at most. */
const RETENTION_MS = 30 * 86_400_000;
const DELETE_EVERY_MS = 600_000;

export function createPressReader(options: PressReaderOptions): PressReader {
  const { presses, clock } = options;
  let readingSinceMs: number | null = null;
  let hasFailed = false;
  let deletedAtMs = Number.NEGATIVE_INFINITY;

  const isLeftToOwner = (roomId: string, ageMs: number): boolean =>
    ageMs >= 0 && ageMs < OWNER_FIRST_MS && !options.owns(roomId);

  /** The directory may not know yet that the device has moved, so its room is read as well. */
  const maySkipOwner = async (roomId: string, { serial, receivedAt }: WaitingPress) =>
    options.isOwnershipMoving() && (await options.roomAt(serial, receivedAt)) === roomId;

  async function callFor(waiting: WaitingPress): Promise<void> {
    const ageMs = clock.nowMs() - waiting.receivedAt.getTime();
    const roomId = options.getRoomId(waiting.serial) ?? null;
    if (roomId === null) {
      if (ageMs <= ROOM_UNKNOWN_MS) return;
      if (await presses.dismiss(waiting, new Date(clock.nowMs()))) options.onDismissed(waiting);
      return;
    }
    if (isLeftToOwner(roomId, ageMs) && !(await maySkipOwner(roomId, waiting))) return;
    const { receivedAt, ...key } = waiting;
    await options.press(roomId, { ...key, at: receivedAt });
  }

  async function recordLate(press: LatePress): Promise<void> {
    const ageMs = clock.nowMs() - press.receivedAt.getTime();
    const roomId = await options.roomAt(press.serial, press.pressedAt);
    if (roomId === null) return void (await presses.claimLate(press));
    if (isLeftToOwner(roomId, ageMs)) return;
    if (await options.recordLatePress(roomId, press)) return;
    if (ageMs > LATE_ENTRY_TIMEOUT_MS) await presses.claimLate(press);
  }

  async function pass(): Promise<void> {
    for (const waiting of await presses.waiting(PRESSES_A_PASS))
      await callFor(waiting).catch(options.onFailed);
    for (const late of await presses.late(PRESSES_A_PASS))
      await recordLate(late).catch(options.onFailed);
    const nowMs = clock.nowMs();
    if (nowMs - deletedAtMs < DELETE_EVERY_MS) return;
    deletedAtMs = nowMs;
    await presses.deleteOld(new Date(nowMs - RETENTION_MS));
  }

  return {
    async read() {
      if (readingSinceMs !== null) return;
      readingSinceMs = options.elapsedMs();
      try {
        await pass();
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        options.onFailed(error);
      } finally {
        readingSinceMs = null;
      }
    },
    isDatabaseThere: () =>
      !hasFailed &&
      (readingSinceMs === null || options.elapsedMs() - readingSinceMs < SLOW_PASS_MS),
  };
}
