import type { StreamDeclaration } from '@yamori/domain';

/** Device type of the devices created by `--devices`: a bed sensor with everything but EIT. */
export const SIMULATED_BED: {
  readonly code: string;
  readonly name: string;
  readonly streams: readonly StreamDeclaration[];
} = {
  code: 'simulated-bed',
  name: 'Simulated bed sensor',
  streams: [
    {
      streamId: 1,
      kind: 'respi-axl',
      channels: 3,
      unit: 'g',
      sampleRateHz: 50,
      scale: 1 / 8192,
      offset: 0,
    },
    {
      streamId: 2,
      kind: 'impe',
      channels: 1,
      unit: 'Ω',
      sampleRateHz: 50,
      scale: 0.01,
      offset: 500,
    },
    {
      streamId: 3,
      kind: 'ecg',
      channels: 1,
      unit: 'mV',
      sampleRateHz: 250,
      scale: 0.001,
      offset: 0,
    },
    {
      streamId: 4,
      kind: 'temperature',
      channels: 1,
      unit: '°C',
      sampleRateHz: 1,
      scale: 0.01,
      offset: 0,
    },
    { streamId: 5, kind: 'button', channels: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
  ],
};
