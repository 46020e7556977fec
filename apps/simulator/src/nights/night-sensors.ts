import type { NightChannelKind } from '@yamori/signal';
import {
  createAccelerometerModel,
  createImpedanceModel,
  createReportedRatesModel,
  createTemperatureModel,
} from '../models/body-models.ts';
import { createEcgModel } from '../models/ecg-model.ts';
import type { ModelParts, StreamModel } from '../models/stream-model.ts';

/** A sensor of a bed at night. */
export type Sensor = {
  readonly kind: NightChannelKind;
  /** Samples a second that are enough for the analysis, and a fraction of the work. */
  readonly rateHz: number;
  readonly model: (parts: ModelParts) => StreamModel;
};

/** By the kinds of streams. */
export const SENSORS: Readonly<Record<string, Sensor>> = {
  'respi-axl': { kind: 'accelerometer', rateHz: 12, model: createAccelerometerModel },
  impe: { kind: 'impedance', rateHz: 12, model: createImpedanceModel },
  ecg: { kind: 'ecg', rateHz: 125, model: createEcgModel },
  temperature: { kind: 'temperature', rateHz: 1, model: createTemperatureModel },
  respihr: { kind: 'rates', rateHz: 1, model: createReportedRatesModel },
};
