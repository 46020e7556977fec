import type { NightChannelKind } from '@yamori/signal';
import {
  createAccelerometerModel,
  createImpedanceModel,
  createReportedRatesModel,
  createTemperatureModel,
} from '../models/body-models.ts';
import { createEcgModel } from '../models/ecg-model.ts';
import type { ModelOptions, StreamModel } from '../models/stream-model.ts';

/** A sensor of a bed at night. */
type Sensor = {
  readonly kind: NightChannelKind;
  /** Sample rate sufficient for the analysis at a fraction of the work. */
  readonly rateHz: number;
  readonly model: (options: ModelOptions) => StreamModel;
};

/** Keyed by stream kind. */
export const SENSORS: Readonly<Record<string, Sensor>> = {
  'respi-axl': { kind: 'accelerometer', rateHz: 12, model: createAccelerometerModel },
  impe: { kind: 'impedance', rateHz: 12, model: createImpedanceModel },
  ecg: { kind: 'ecg', rateHz: 125, model: createEcgModel },
  temperature: { kind: 'temperature', rateHz: 1, model: createTemperatureModel },
  respihr: { kind: 'rates', rateHz: 1, model: createReportedRatesModel },
};
