import type { ParameterOverrides } from '@yamori/domain';
import { createContext, type ReactNode } from 'react';

/** Shows the alarms that unsaved thresholds would have raised in past nights. */
export type ThresholdTrialProps = {
  readonly place:
    | { readonly kind: 'room'; readonly roomId: string }
    | { readonly kind: 'domain'; readonly domainId: string };
  /** All overrides at that place. */
  readonly overrides: ParameterOverrides;
  /** Nothing has changed, or the values are invalid. */
  readonly disabled: boolean;
};

/** Injected by the app; without it thresholds can only be saved. */
export const ThresholdTrialContext = createContext<
  ((trial: ThresholdTrialProps) => ReactNode) | null
>(null);
