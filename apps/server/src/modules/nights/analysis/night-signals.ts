import type { TimelineStream } from '@yamori/domain';
import { eitReadings, type NightChannelKind } from '@yamori/signal';

/** What a stream of a room is to the analysis; `button` is no signal but tells of calls. */
export type NightSignal = NightChannelKind | 'button';

type Wanted = { readonly signal: NightSignal; readonly channels: number; readonly leastHz: number };

/** A breath, a step and a heart are not seen in values every other second. */
const QUICK_HZ = 8;
const breath: Wanted = { signal: 'impedance', channels: 1, leastHz: QUICK_HZ };

/** By the kinds of device types and of imported files. */
const WANTED: Readonly<Record<string, Wanted>> = {
  ecg: { signal: 'ecg', channels: 1, leastHz: 50 },
  'respi-axl': { signal: 'accelerometer', channels: 3, leastHz: QUICK_HZ },
  impe: breath,
  thorax: breath,
  abdomen: breath,
  respiration: breath,
  flow: { signal: 'flow', channels: 1, leastHz: QUICK_HZ },
  // A frame of a tomograph becomes one value: the impedance of its whole image (eit-runs.ts).
  eit: { signal: 'eitSum', channels: eitReadings, leastHz: QUICK_HZ },
  temperature: { signal: 'temperature', channels: 1, leastHz: 0 },
  respihr: { signal: 'rates', channels: 2, leastHz: 0 },
  button: { signal: 'button', channels: 1, leastHz: 0 },
};

/** To the units of the analysis: mV and g. Any unit of breath will do. */
const FACTORS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ecg: { uV: 0.001, µV: 0.001, V: 1000 },
  accelerometer: { mg: 0.001, 'g/64': 1 / 64, 'm/s2': 1 / 9.806_65, 'm/s²': 1 / 9.806_65 },
};

/** @returns null for a stream that tells a night nothing */
export function nightSignalOf(
  stream: TimelineStream,
): { readonly signal: NightSignal; readonly scale: number; readonly offset: number } | null {
  const wanted = WANTED[stream.kind];
  if (wanted === undefined || stream.channels !== wanted.channels) return null;
  const isEvents = wanted.signal === 'button';
  if (
    isEvents
      ? stream.sampleRateHz !== 0
      : !(stream.sampleRateHz > 0 && stream.sampleRateHz >= wanted.leastHz)
  )
    return null;
  const factor = FACTORS[wanted.signal]?.[stream.unit] ?? 1;
  return { signal: wanted.signal, scale: stream.scale * factor, offset: stream.offset * factor };
}
