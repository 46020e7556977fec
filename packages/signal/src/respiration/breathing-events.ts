import {
  type BreathingEnvelope,
  breathingEnvelope,
  envelopeSeconds,
} from './breathing-envelope.ts';

export interface BreathingEvent {
  kind: 'apnea' | 'hypopnea';
  onsetSeconds: number;
  durationSeconds: number;
  /** 0..1: how far breathing fell, and how even it was before. */
  certainty: number;
}

/**
 * Falls in size that count, as shares of what was usual, and for how long (R. B. Berry et al.,
 * "Rules for scoring respiratory events in sleep: update of the 2007 AASM manual", J. Clin. Sleep
 * Med. 8 (2012) 597–619): apnoea a fall by 90 % for 10 s, of which the heart's own pulses in the
 * flow and the noise leave a tenth again, so that 0.2 is the limit here. A hypopnoea there is a
 * fall by 30 % with a loss of oxygen or an arousal; neither is seen here, so the older rule holds,
 * a fall by half (AASM task force, Sleep 22 (1999) 667–689).
 */
export const breathingEventLimits = {
  apneaBelow: 0.2,
  hypopneaBelow: 0.5,
  leastSeconds: 10,
  longestSeconds: 120,
} as const;

/**
 * A pause of less than this within an event does not end it: a sigh, a heart beat seen in the flow.
 */
const BRIDGE_SECONDS = 1;
/**
 * Before an event breathing has to have been this even, else nothing is usual (awake, talking,
 * moving).
 */
const MOST_UNEVEN = 0.35;

/**
 * Apnoeas and hypopnoeas in a recording of flow (L/s) or of effort (impedance, EIT, one axis of an
 * accelerometer), in any unit. In effort, only a stop of the effort itself is seen: an obstructed
 * breath that still heaves the chest is not. Whatever lies within `envelopeSeconds` of an event's
 * ends is blurred by as much; durations are corrected for it.
 *
 * @param values one channel at 8 Hz or more, as `createSlowTrack` makes it; NaN: not measured
 */
export function breathingEvents(values: Float64Array, rateHz: number): BreathingEvent[] {
  return eventsOfEnvelope(breathingEnvelope(values, rateHz));
}

function eventsOfEnvelope(envelope: BreathingEnvelope): BreathingEvent[] {
  const { rateHz, size } = envelope;
  const events: BreathingEvent[] = [];
  const { hypopneaBelow, leastSeconds, longestSeconds } = breathingEventLimits;
  for (let i = 0; i < size.length;) {
    const usual = envelope.usual[i] ?? Number.NaN;
    if (
      !((size[i] ?? Number.NaN) < hypopneaBelow * usual) ||
      (envelope.unevenness[i] ?? 1) > MOST_UNEVEN
    ) {
      i += 1;
      continue;
    }
    const end = endOfFall(size, i, hypopneaBelow * usual, Math.round(BRIDGE_SECONDS * rateHz));
    const event = describeFall(
      size.subarray(i, end),
      i / rateHz,
      rateHz,
      usual,
      envelope.unevenness[i] ?? 1,
    );
    if (event && event.durationSeconds >= leastSeconds && event.durationSeconds <= longestSeconds)
      events.push(event);
    i = end;
  }
  return events;
}

/**
 * First value after the fall that stays over the limit for longer than the bridge; a hole ends it
 * at once.
 */
function endOfFall(size: Float64Array, from: number, limit: number, bridge: number): number {
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
 * The part of the fall that is an apnoea, if that is long enough; else the whole as a hypopnoea.
 */
function describeFall(
  fall: Float64Array,
  fromSeconds: number,
  rateHz: number,
  usual: number,
  unevenness: number,
): BreathingEvent | undefined {
  const { apneaBelow, leastSeconds } = breathingEventLimits;
  // The envelope falls and rises over its own length: half of it on either side still belongs to
  // the event.
  const blur = envelopeSeconds;
  const evenBefore = 1 - unevenness / MOST_UNEVEN / 2;
  const still = longestRun(fall, apneaBelow * usual);
  if ((still.length - 1) / rateHz + blur >= leastSeconds) {
    return {
      kind: 'apnea',
      onsetSeconds: fromSeconds + still.from / rateHz - blur / 2,
      durationSeconds: (still.length - 1) / rateHz + blur,
      certainty: evenBefore,
    };
  }
  const mean = fall.reduce((sum, value) => sum + value, 0) / fall.length / usual;
  const depth = Math.min(1, (1 - mean / breathingEventLimits.hypopneaBelow) * 2);
  // Where the envelope crosses half, half of its window lies inside: the run is the duration
  // itself.
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
