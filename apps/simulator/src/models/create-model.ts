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
export function createStreamModel(options: ModelOptions, thorax: ThoraxModel): StreamModel | null {
  switch (options.stream.kind) {
    case 'ecg':
      return createEcgModel(options);
    case 'respi-axl':
      return createAccelerometerModel(options);
    case 'impe':
      return createImpedanceModel(options);
    case 'temperature':
      return createTemperatureModel(options);
    case 'respihr':
      return createReportedRatesModel(options);
    case 'eit':
      return options.stream.channels === thorax.baseline.length
        ? createEitModel(options, thorax)
        : null;
    default:
      return null;
  }
}
