import type { Problem } from '@yamori/domain';
import { useRef } from 'react';
import { outcomeOf } from '../../call-outcome.ts';
import { type ConflictWords, useConflictQuestion } from './conflict-dialog.tsx';
import { type FormValues, sameValue } from './form-store.ts';
import type { FieldConflict } from './three-way.ts';

/** `values`: what is kept now, with what others changed. */
export type MergedSave<Values> =
  | { readonly kind: 'saved'; readonly values: Values }
  | {
      readonly kind: 'conflict';
      readonly theirs: Values;
      readonly conflicts: readonly FieldConflict<keyof Values & string>[];
    };

type ConflictSave<Values extends FormValues> = {
  /** What the form began with. */
  readonly opened: Values;
  /** Writes what was changed since `base`, or nothing where both changed the same field. */
  readonly save: (base: Values, mine: Values) => Promise<MergedSave<Values>>;
  readonly words: ConflictWords;
  /** Says so. */
  readonly onSaved: (values: Values) => void;
};

export type ConflictSaving<Values> = {
  /** `settle` is handed what is kept then. Null: saved. */
  readonly save: (mine: Values, settle: (values: Values) => void) => Promise<Problem | null>;
  /** The form shows these by now: what is changed is changed since them. */
  readonly follow: (values: Values) => void;
};

/** Saves, and asks for every field that somebody else has changed too. */
export const useConflictSave = <Values extends FormValues>(
  setup: ConflictSave<Values>,
): ConflictSaving<Values>['save'] => useConflictSaving(setup).save;

/** Also returns `follow`, for a form that shows changes by others while it is untouched. */
export function useConflictSaving<Values extends FormValues>({
  opened,
  save,
  words,
  onSaved,
}: ConflictSave<Values>): ConflictSaving<Values> {
  const askWhose = useConflictQuestion();
  const base = useRef(opened);
  const saveMine = async (
    mine: Values,
    settle: (values: Values) => void,
  ): Promise<Problem | null> => {
    let wanted = mine;
    for (;;) {
      const outcome = await outcomeOf(() => save(base.current, wanted));
      if (outcome.kind === 'refused') return outcome.problem;
      if (outcome.value.kind === 'saved') {
        base.current = outcome.value.values;
        settle(outcome.value.values);
        onSaved(outcome.value.values);
        return null;
      }
      const { theirs, conflicts } = outcome.value;
      const sides = await askWhose(conflicts, words);
      if (sides === null) return { code: 'document-conflict' };
      const chosen = {
        ...wanted,
        ...Object.fromEntries(
          conflicts.map(({ name }) => [
            name,
            sides[name] === 'theirs' ? theirs[name] : wanted[name],
          ]),
        ),
      };
      // What was left alone here is the other's from now on.
      wanted = { ...theirs, ...changedSince(base.current, chosen) };
      base.current = theirs;
    }
  };
  return {
    save: saveMine,
    follow: (values) => {
      base.current = values;
    },
  };
}

/** What was changed in the form since it was opened; what is not there any more is undefined. */
const changedSince = (seen: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(
    Object.keys({ ...seen, ...now })
      .filter((name) => !sameValue(now[name], seen[name]))
      .map((name) => [name, now[name]]),
  );
