import type { ThoraxModel } from '@yamori/signal';
import {
  createAccelerometerModel,
  createImpedanceModel,
  createReportedRatesModel,
  createTemperatureModel,
} from './body-models.ts';
import { createEcgModel } from './ecg-model.ts';
import { createEitModel } from './eit-model.ts';
import type { ModelOptions, StreamModel } from './stream-model.ts';

/** The model for a stream's kind; null for kinds without samples (button) or without a model. */
export function createStreamModel(parts: ModelOptions, thorax: ThoraxModel): StreamModel | null {
  switch (parts.stream.kind) {
    case 'ecg':
      return createEcgModel(parts);
    case 'respi-axl':
      return createAccelerometerModel(parts);
    case 'impe':
      return createImpedanceModel(parts);
    case 'temperature':
      return createTemperatureModel(parts);
    case 'respihr':
      return createReportedRatesModel(parts);
    case 'eit':
      return parts.stream.channels === thorax.baseline.length
        ? createEitModel(parts, thorax)
        : null;
    default:
      return null;
  }
}
