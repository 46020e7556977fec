import type { ParameterOverrides } from '@yamori/domain';
import { createContext, type ReactNode } from 'react';

/** Shows what thresholds that are not saved yet would have told in past nights. */
export type ThresholdTrialProps = {
  readonly place:
    | { readonly kind: 'room'; readonly roomId: string }
    | { readonly kind: 'domain'; readonly domainId: string };
  /** All that would be set there. */
  readonly overrides: ParameterOverrides;
  /** Nothing is changed, or it could not be saved. */
  readonly disabled: boolean;
};

/** The app hands it over; without it thresholds are only saved. */
export const ThresholdTrialContext = createContext<
  ((trial: ThresholdTrialProps) => ReactNode) | null
>(null);
