import type { TimelineStream } from '@yamori/domain';
import { eitReadings, type NightChannelKind } from '@yamori/signal';

/** The role of a stream in the analysis. `button` is no signal; it yields call events. */
export type NightSignal = NightChannelKind | 'button';

type Requirement = {
  readonly signal: NightSignal;
  readonly channels: number;
  readonly minHz: number;
};

/** Lower rates cannot resolve breaths, steps or heartbeats. */
const MIN_WAVEFORM_HZ = 8;
const breath: Requirement = { signal: 'impedance', channels: 1, minHz: MIN_WAVEFORM_HZ };

/** By the stream kinds of device types and imported files. */
const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
  ecg: { signal: 'ecg', channels: 1, minHz: 50 },
  'respi-axl': { signal: 'accelerometer', channels: 3, minHz: MIN_WAVEFORM_HZ },
  impe: breath,
  thorax: breath,
  abdomen: breath,
  respiration: breath,
  flow: { signal: 'flow', channels: 1, minHz: MIN_WAVEFORM_HZ },
  // The analysis uses one value per EIT frame: the impedance of the whole image (eit-runs.ts).
  eit: { signal: 'eitSum', channels: eitReadings, minHz: MIN_WAVEFORM_HZ },
  temperature: { signal: 'temperature', channels: 1, minHz: 0 },
  respihr: { signal: 'rates', channels: 2, minHz: 0 },
  button: { signal: 'button', channels: 1, minHz: 0 },
};

/** Factors to the units of the analysis, mV and g. The respiration signals need no fixed unit. */
const FACTORS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ecg: { uV: 0.001, µV: 0.001, V: 1000 },
  accelerometer: { mg: 0.001, 'g/64': 1 / 64, 'm/s2': 1 / 9.806_65, 'm/s²': 1 / 9.806_65 },
};

/** @returns null for a stream that the analysis does not use */
export function toNightSignal(
  stream: TimelineStream,
): { readonly signal: NightSignal; readonly scale: number; readonly offset: number } | null {
  const requirement = REQUIREMENTS[stream.kind];
  if (requirement === undefined || stream.channels !== requirement.channels) return null;
  const isEvents = requirement.signal === 'button';
  if (
    isEvents
      ? stream.sampleRateHz !== 0
      : !(stream.sampleRateHz > 0 && stream.sampleRateHz >= requirement.minHz)
  )
    return null;
  const factor = FACTORS[requirement.signal]?.[stream.unit] ?? 1;
  return {
    signal: requirement.signal,
    scale: stream.scale * factor,
    offset: stream.offset * factor,
  };
}
