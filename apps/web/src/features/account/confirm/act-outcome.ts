import type { CallOutcome } from '../../../client/call-outcome.ts';

/** `cancelled`: somebody did not want to show who they are after all; nothing was done. */
export type ActOutcome<Value> = CallOutcome<Value> | { readonly kind: 'cancelled' };
