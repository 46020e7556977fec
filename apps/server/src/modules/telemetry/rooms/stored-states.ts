import type { MeasuredLive, Presence, SleepState } from '@yamori/domain';

/** The estimates of a device, as far as they matter here. */
type Estimates = Readonly<Record<'presence' | 'sleepState', { readonly kind: string }>>;

type StoredPresence = Pick<MeasuredLive, 'presence' | 'presenceSince'>;
type StoredSleep = Pick<MeasuredLive, 'sleepState' | 'sleepStateSince'>;

/**
 * States of a room from before an outage or a handover, until this server has its own estimate.
 * Until then an unobserved state is shown as unknown.
 */
export type StoredStates = {
  readonly lastFrameAtMs: number;
  /** Null once this server has its own estimate. */
  readonly presence: StoredPresence | null;
  readonly sleep: StoredSleep | null;
};

/** After a longer gap, an equal state has probably started again. */
const STORED_STATES_MS = 15 * 60_000;

/** The known states of a room that this server takes over. */
export function toStoredStates(live: MeasuredLive | null): StoredStates | null {
  if (live === null || live.lastFrameAt === null) return null;
  return {
    lastFrameAtMs: live.lastFrameAt.getTime(),
    presence: live.presence === 'unknown' ? null : live,
    sleep: live.sleepState === 'unknown' ? null : live,
  };
}

/** Drops the stored states that this server has estimated itself, or that are too old. */
export function dropEstimated(
  stored: StoredStates | null,
  devices: readonly { readonly vitals: Estimates | null }[],
  live: MeasuredLive,
  nowMs: number,
): StoredStates | null {
  if (stored === null || nowMs - stored.lastFrameAtMs > STORED_STATES_MS) return null;
  const vitals = devices.flatMap((device) => device.vitals ?? []);
  const hasPresence = vitals.some(({ presence }) => presence.kind === 'value');
  const hasSleep =
    live.presence === 'outOfBed' || vitals.some(({ sleepState }) => sleepState.kind === 'value');
  const presence = hasPresence ? null : stored.presence;
  const sleep = hasSleep ? null : stored.sleep;
  return presence === null && sleep === null ? null : { ...stored, presence, sleep };
}

export function getPresenceSince(
  previous: MeasuredLive | null,
  stored: StoredStates | null,
  presence: Presence,
): Date | null {
  if (previous?.presence === presence) return previous.presenceSince;
  return stored?.presence?.presence === presence ? stored.presence.presenceSince : null;
}

export function getSleepSince(
  previous: MeasuredLive | null,
  stored: StoredStates | null,
  sleepState: SleepState,
): Date | null {
  if (previous?.sleepState === sleepState) return previous.sleepStateSince;
  return stored?.sleep?.sleepState === sleepState ? stored.sleep.sleepStateSince : null;
}
