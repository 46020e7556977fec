import { useEffect, useRef } from 'react';
import { type FormValues, sameValue } from './form-store.ts';
import type { ConflictSaving } from './use-conflict-save.ts';
import type { Form } from './use-form.ts';

/**
 * Shows what others keep meanwhile, as long as nothing is typed: in a second tab nobody corrects
 * what was long corrected. What was typed stays, and is asked about where it is saved.
 */
export function useFollowing<Values extends FormValues>(
  form: Pick<Form<Values>, 'isDirty' | 'reset'>,
  save: Pick<ConflictSaving<Values>, 'follow'>,
  kept: Values,
): void {
  const seen = useRef(kept);
  const { isDirty, reset } = form;
  const { follow } = save;
  useEffect(() => {
    if (sameValue(seen.current, kept)) return;
    seen.current = kept;
    if (isDirty()) return;
    follow(kept);
    reset(kept);
  });
}
