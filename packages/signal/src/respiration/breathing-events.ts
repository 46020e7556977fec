import {
  type BreathingEnvelope,
  breathingEnvelope,
  envelopeSeconds,
} from './breathing-envelope.ts';

export interface BreathingEvent {
  kind: 'apnea' | 'hypopnea';
  onsetSeconds: number;
  durationSeconds: number;
  /** 0..1, from the depth of the event and the regularity of breathing before it. */
  certainty: number;
}

/**
 * Limits as shares of the baseline amplitude, and durations (R. B. Berry et al., "Rules for scoring
 * respiratory events in sleep: update of the 2007 AASM manual", J. Clin. Sleep Med. 8 (2012)
 * 597–619). An apnoea is a fall by 90 % for 10 s; cardiac pulses and noise leave another tenth in
 * the flow, hence 0.2. The 2012 hypopnoea requires desaturation or an arousal, which are not
 * measured here; so the older rule applies, a fall by half (AASM task force, Sleep 22 (1999)
 * 667–689).
 */
export const breathingEventLimits = {
  apneaBelow: 0.2,
  hypopneaBelow: 0.5,
  minSeconds: 10,
  maxSeconds: 120,
} as const;

/** A shorter recovery within an event does not end it (a sigh, a heart beat in the flow). */
const BRIDGE_SECONDS = 1;
/**
 * Maximum unevenness of breathing before an event. Above it there is no baseline (awake, talking,
 * moving).
 */
const MAX_UNEVENNESS = 0.35;

/**
 * Detects apnoeas and hypopnoeas in a recording of flow (L/s) or of effort (impedance, EIT, one
 * axis of an accelerometer), in any unit. In effort only central events show: an obstructed breath
 * still moves the chest. The envelope blurs the ends of an event by up to `envelopeSeconds`;
 * durations are corrected for it.
 *
 * @param values one channel at 8 Hz or more, as from `createSlowTrack`; NaN: not measured
 */
export function breathingEvents(values: Float64Array, rateHz: number): BreathingEvent[] {
  return findEnvelopeEvents(breathingEnvelope(values, rateHz));
}

function findEnvelopeEvents(envelope: BreathingEnvelope): BreathingEvent[] {
  const { rateHz, size } = envelope;
  const events: BreathingEvent[] = [];
  const { hypopneaBelow, minSeconds, maxSeconds } = breathingEventLimits;
  for (let i = 0; i < size.length;) {
    const usual = envelope.usual[i] ?? Number.NaN;
    if (
      !((size[i] ?? Number.NaN) < hypopneaBelow * usual) ||
      (envelope.unevenness[i] ?? 1) > MAX_UNEVENNESS
    ) {
      i += 1;
      continue;
    }
    const end = findFallEnd(size, i, hypopneaBelow * usual, Math.round(BRIDGE_SECONDS * rateHz));
    const event = describeFall(
      size.subarray(i, end),
      i / rateHz,
      rateHz,
      usual,
      envelope.unevenness[i] ?? 1,
    );
    if (event && event.durationSeconds >= minSeconds && event.durationSeconds <= maxSeconds)
      events.push(event);
    i = end;
  }
  return events;
}

/**
 * Index after the fall: the first value of a run above the limit that is longer than the bridge, or
 * the first missing value.
 */
function findFallEnd(size: Float64Array, from: number, limit: number, bridge: number): number {
  let end = from + 1;
  for (let over = 0; end + over < size.length;) {
    const value = size[end + over] ?? Number.NaN;
    if (Number.isNaN(value)) break;
    if (value < limit) {
      end += over + 1;
      over = 0;
    } else if (over >= bridge) break;
    else over += 1;
  }
  return end;
}

/**
 * An apnoea for the lowest part of the fall if that lasts long enough; otherwise a hypopnoea for
 * all of it.
 */
function describeFall(
  fall: Float64Array,
  fromSeconds: number,
  rateHz: number,
  usual: number,
  unevenness: number,
): BreathingEvent | undefined {
  const { apneaBelow, minSeconds } = breathingEventLimits;
  // The envelope falls and rises over its own length; half of that on either side belongs to the
  // event.
  const blur = envelopeSeconds;
  const evenBefore = 1 - unevenness / MAX_UNEVENNESS / 2;
  const still = longestRun(fall, apneaBelow * usual);
  if ((still.length - 1) / rateHz + blur >= minSeconds) {
    return {
      kind: 'apnea',
      onsetSeconds: fromSeconds + still.from / rateHz - blur / 2,
      durationSeconds: (still.length - 1) / rateHz + blur,
      certainty: evenBefore,
    };
  }
  const mean = fall.reduce((sum, value) => sum + value, 0) / fall.length / usual;
  const depth = Math.min(1, (1 - mean / breathingEventLimits.hypopneaBelow) * 2);
  // The envelope crosses one half when half of its window is inside: no correction needed.
  return {
    kind: 'hypopnea',
    onsetSeconds: fromSeconds,
    durationSeconds: fall.length / rateHz,
    certainty: Math.max(0, evenBefore * depth),
  };
}

function longestRun(values: Float64Array, below: number): { from: number; length: number } {
  let best = { from: 0, length: 0 };
  let run = 0;
  for (let i = 0; i < values.length; i++) {
    run = (values[i] ?? Number.NaN) < below ? run + 1 : 0;
    if (run > best.length) best = { from: i - run + 1, length: run };
  }
  return best;
}
