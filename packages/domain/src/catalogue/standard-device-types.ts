import type { StreamDeclaration } from '../collections/device.ts';
import { DEVICE_MAKER, DEVICE_TYPE_WORDS } from '../locales/catalogue-words.ts';

export type StandardDeviceType = keyof typeof DEVICE_TYPE_WORDS;

/**
 * Scales that fit the range of each signal into int16: ±4 g, ±32 mV, 172 to 828 Ω, ±1.6 relative
 * volts, ±327 °C, and one code per event.
 */
const STREAMS = {
  'respi-axl': {
    kind: 'respi-axl',
    channels: 3,
    unit: 'g',
    sampleRateHz: 50,
    scale: 1 / 8192,
    offset: 0,
  },
  impe: { kind: 'impe', channels: 1, unit: 'Ω', sampleRateHz: 50, scale: 0.01, offset: 500 },
  ecg: { kind: 'ecg', channels: 1, unit: 'mV', sampleRateHz: 250, scale: 0.001, offset: 0 },
  eit: { kind: 'eit', channels: 208, unit: '1', sampleRateHz: 20, scale: 0.000_05, offset: 0 },
  respihr: { kind: 'respihr', channels: 2, unit: '/min', sampleRateHz: 1, scale: 0.1, offset: 0 },
  temperature: {
    kind: 'temperature',
    channels: 1,
    unit: '°C',
    sampleRateHz: 1,
    scale: 0.01,
    offset: 0,
  },
  button: { kind: 'button', channels: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
} as const satisfies Readonly<Record<string, Omit<StreamDeclaration, 'streamId'>>>;

const STREAM_KINDS_BY_TYPE: Readonly<
  Record<StandardDeviceType, readonly (keyof typeof STREAMS)[]>
> = {
  'bed-multi': ['respi-axl', 'impe', 'temperature', 'button'],
  ecg: ['ecg'],
  eit: ['eit'],
  'respi-axl': ['respi-axl'],
  impe: ['impe'],
  respihr: ['respihr'],
  button: ['button'],
  temperature: ['temperature'],
};

/** Streams of a standard type, numbered from 1 in its order. */
export const standardStreams = (code: StandardDeviceType): StreamDeclaration[] =>
  STREAM_KINDS_BY_TYPE[code].map((kind, index) => ({ streamId: index + 1, ...STREAMS[kind] }));

// Object.keys loses the key type; the keys are exactly StandardDeviceType.
const CODES = Object.keys(STREAM_KINDS_BY_TYPE) as StandardDeviceType[];

/** Documents of our own device types, by path. The id of a type is its code. */
export const standardDeviceTypes = (): (readonly [
  path: string,
  fields: Readonly<Record<string, unknown>>,
])[] =>
  CODES.map((code) => [
    `deviceType/${code}`,
    {
      code,
      name: DEVICE_TYPE_WORDS[code],
      maker: DEVICE_MAKER,
      streams: standardStreams(code),
      firmwareVersions: ['1.4.0', '1.4.2'],
    },
  ]);
