import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot, DialogText } from '../dialog/dialog-parts.tsx';
import { useDialogs } from '../dialog/dialogs-context.tsx';
import { Button } from './button.tsx';
import css from './conflict.module.css';
import type { FieldConflict } from './three-way.ts';

type Side = 'mine' | 'theirs';
/** Labels of fields and formatted values. */
export type ConflictLabels = {
  readonly getLabel: (name: string) => string;
  readonly formatValue: (name: string, value: unknown) => string;
};

/** Asks for each field which value to keep; null: cancelled, nothing is written. */
export function useConflictQuestion(): (
  conflicts: readonly FieldConflict[],
  words: ConflictLabels,
) => Promise<Readonly<Record<string, Side>> | null> {
  const { t } = useTranslation('list');
  const dialogs = useDialogs();
  return (conflicts, words) =>
    dialogs.open<Readonly<Record<string, Side>> | null>(
      { title: t('conflict.title') },
      null,
      (answer) => <ConflictBody conflicts={conflicts} words={words} onAnswer={answer} />,
    );
}

type ConflictBodyProps = {
  readonly conflicts: readonly FieldConflict[];
  readonly words: ConflictLabels;
  readonly onAnswer: (answer: Readonly<Record<string, Side>> | null) => void;
};

function ConflictBody({ conflicts, words, onAnswer }: ConflictBodyProps) {
  const { t } = useTranslation('list');
  // The stored value stays unless the user chooses otherwise.
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(conflicts.map(({ name }) => [name, 'theirs'])),
  );
  return (
    <DialogBody>
      <DialogText>{t('conflict.why')}</DialogText>
      <div className={css['fields']}>
        {conflicts.map(({ name, ...values }) => (
          <fieldset key={name}>
            <legend>{words.getLabel(name)}</legend>
            {(['theirs', 'mine'] as const).map((side) => (
              <label key={side} data-chosen={sides[name] === side}>
                <input
                  type="radio"
                  name={`conflict-${name}`}
                  checked={sides[name] === side}
                  onChange={() => setSides({ ...sides, [name]: side })}
                />
                <small>{t(`conflict.${side}`)}</small>
                <span>{words.formatValue(name, values[side])}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <DialogFoot>
        <Button startsHere onClick={() => onAnswer(null)}>
          {t('conflict.back')}
        </Button>
        <Button kind="primary" onClick={() => onAnswer(sides)}>
          {t('conflict.save')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}
