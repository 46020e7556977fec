import { ACCIDENT_OUTCOMES, type AccidentOutcome } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { TextAreaField } from '../../kit/form/text-area-field.tsx';
import css from './accidents.module.css';

export type Closing = {
  readonly outcome: AccidentOutcome;
  readonly useful?: boolean;
  readonly note?: string;
};
type Said = 'yes' | 'no' | 'unsaid';

const MAX_NOTE_LENGTH = 2000;

type CloseFormProps = {
  readonly about: string;
  readonly note: string;
  readonly onAnswer: (closing: Closing | null) => void;
};

/**
 * The outcome of an alarm, asked once when it is closed. Only the outcome is required, and it has a
 * default.
 */
export function CloseForm({ about, note: before, onAnswer }: CloseFormProps) {
  const { t } = useTranslation('accidents');
  const [outcome, setOutcome] = useState<AccidentOutcome>('helped');
  const [useful, setUseful] = useState<Said>('unsaid');
  const [note, setNote] = useState(before);
  const close = (): void =>
    onAnswer({
      outcome,
      ...(useful === 'unsaid' ? {} : { useful: useful === 'yes' }),
      ...(note === before ? {} : { note }),
    });
  return (
    <>
      <DialogBody>
        <div className={css['form']}>
          <p className={css['about']}>{about}</p>
          <SegmentedField
            label={t('close.outcome')}
            name="outcome"
            value={outcome}
            onChange={setOutcome}
            choices={ACCIDENT_OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          />
          <SegmentedField
            label={t('close.useful')}
            name="useful"
            value={useful}
            onChange={setUseful}
            choices={(['yes', 'no', 'unsaid'] as const).map((value) => ({
              value,
              label: t(`close.${value}`),
            }))}
          />
          <TextAreaField
            label={t('close.note')}
            name="note"
            rows={3}
            value={note}
            maxLength={MAX_NOTE_LENGTH}
            hint={t('close.noteHint')}
            onChange={setNote}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => onAnswer(null)}>{t('close.cancel')}</Button>
        <Button kind="primary" onClick={close}>
          {t('close.do')}
        </Button>
      </DialogFoot>
    </>
  );
}
