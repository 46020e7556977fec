import type { CallOutcome } from '../../../call-outcome.ts';

/** `cancelled`: the user declined to confirm their identity; nothing was done. */
export type ActOutcome<Value> = CallOutcome<Value> | { readonly kind: 'cancelled' };
