import type { AccidentKind, AccidentSeverity } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { TextAreaField } from '../../kit/form/text-area-field.tsx';
import css from './accidents.module.css';

/** Observations of staff without a sensor. */
const KINDS = [
  'staffReport',
  'fall',
  'bedExit',
  'longAbsence',
  'noMovement',
  'apnea',
  'other',
] as const satisfies readonly AccidentKind[];
const SEVERITIES = ['high', 'medium', 'low'] as const satisfies readonly AccidentSeverity[];
const MAX_NOTE_LENGTH = 2000;

/** What one press reports; the text can be written later, in the record. */
const QUICK = [
  { id: 'fall', kind: 'fall' },
  { id: 'unwell', kind: 'staffReport' },
  { id: 'help', kind: 'staffReport' },
] as const satisfies readonly { readonly id: string; readonly kind: AccidentKind }[];

export type Report = {
  readonly kind: (typeof KINDS)[number];
  readonly severity: (typeof SEVERITIES)[number];
  readonly note: string;
};

type ReportFormProps = {
  readonly room: string;
  readonly onAnswer: (report: Report | null) => void;
};

/** Three large buttons that report immediately; below them a form for everything else. */
export function ReportForm({ room, onAnswer }: ReportFormProps) {
  const { t } = useTranslation('accidents');
  const [kind, setKind] = useState<Report['kind']>('staffReport');
  const [severity, setSeverity] = useState<Report['severity']>('medium');
  const [note, setNote] = useState('');
  return (
    <>
      <DialogBody>
        <div className={css['form']}>
          <p className={css['note']}>{room}</p>
          <div className={css['quick']}>
            {QUICK.map((quick) => (
              <button
                key={quick.id}
                type="button"
                onClick={() =>
                  onAnswer({
                    kind: quick.kind,
                    severity: 'high',
                    note: t(`report.quick.${quick.id}.note`),
                  })
                }
              >
                {t(`report.quick.${quick.id}.label`)}
              </button>
            ))}
          </div>
          <p className={css['quickWhy']}>{t('report.quickWhy')}</p>
          <SelectField
            label={t('report.kind')}
            name="kind"
            value={kind}
            onChange={(value) => {
              if (value !== '') setKind(value);
            }}
            choices={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <SegmentedField
            label={t('report.severity')}
            name="severity"
            value={severity}
            onChange={setSeverity}
            choices={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
          />
          <TextAreaField
            label={t('report.note')}
            name="note"
            required
            rows={4}
            value={note}
            maxLength={MAX_NOTE_LENGTH}
            hint={t('report.noteHint')}
            onChange={setNote}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => onAnswer(null)}>{t('close.cancel')}</Button>
        <Button
          kind="primary"
          disabled={note.trim() === ''}
          onClick={() => onAnswer({ kind, severity, note: note.trim() })}
        >
          {t('report.do')}
        </Button>
      </DialogFoot>
    </>
  );
}
