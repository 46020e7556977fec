import type { Problem } from '@yamori/domain';
import { useRef } from 'react';
import { attempt } from '../../call-outcome.ts';
import { type ConflictLabels, useConflictQuestion } from './conflict-dialog.tsx';
import { type FormValues, isEqualValue } from './form-store.ts';
import type { FieldConflict } from './three-way.ts';

/** `values`: the stored values, including changes by others. */
export type MergedSave<Values> =
  | { readonly kind: 'saved'; readonly values: Values }
  | {
      readonly kind: 'conflict';
      readonly theirs: Values;
      readonly conflicts: readonly FieldConflict<keyof Values & string>[];
    };

type ConflictSave<Values extends FormValues> = {
  /** The initial values of the form. */
  readonly opened: Values;
  /** Writes the changes since `base`, or nothing if both changed the same field. */
  readonly save: (base: Values, mine: Values) => Promise<MergedSave<Values>>;
  readonly words: ConflictLabels;
  /** Shows the success message. */
  readonly onSaved: (values: Values) => void;
};

export type ConflictSaving<Values> = {
  /** Calls `settle` with the stored values. Null: saved. */
  readonly save: (mine: Values, settle: (values: Values) => void) => Promise<Problem | null>;
  /** The form now shows these values: changes are relative to them. */
  readonly follow: (values: Values) => void;
};

/** Saves, and asks about every field that others changed too. */
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
      const outcome = await attempt(() => save(base.current, wanted));
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
      // Fields without own changes take the other's values.
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

/** Fields that changed in the form since it opened; removed ones are undefined. */
const changedSince = (seen: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(
    Object.keys({ ...seen, ...now })
      .filter((name) => !isEqualValue(now[name], seen[name]))
      .map((name) => [name, now[name]]),
  );
