import type { CallOutcome } from '../../../call-outcome.ts';

/** `cancelled`: somebody did not want to show who they are after all; nothing was done. */
export type ActOutcome<Value> = CallOutcome<Value> | { readonly kind: 'cancelled' };
