import { ProblemError, type AccidentKind, type AccidentSeverity } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSendCommand } from '../../live/offline/outbox-context.tsx';
import { useCommandLabel } from '../../shared/connection/use-command-label.ts';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { TextAreaField } from '../../kit/form/text-area-field.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import css from './accidents.module.css';
import { reportPath, type Room } from './api.ts';

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

type Report = {
  readonly kind: (typeof KINDS)[number];
  readonly severity: (typeof SEVERITIES)[number];
  readonly note: string;
};

/** Asks what happened and sends it; without a network it waits. */
export function useReport(room: Room): () => Promise<void> {
  const { t } = useTranslation('accidents');
  const { t: offline } = useTranslation('offline');
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const formatCommand = useCommandLabel();
  const sendCommand = useSendCommand();
  return async () => {
    const report = await dialogs.open<Report | null>(
      { title: t('report.title'), size: 'small' },
      null,
      (answer) => <ReportForm room={room.name} onAnswer={answer} />,
    );
    if (report === null) return;
    const about = {
      what: 'accidentReport',
      name: room.name,
      target: `room/${room.documentReferenceId}`,
    };
    try {
      const delivery = await sendCommand({
        path: reportPath(room.documentReferenceId),
        body: JSON.stringify(report),
        about,
      });
      toasts.show(
        delivery.kind === 'sent'
          ? { type: 'positive', message: t('report.done', { room: room.name }) }
          : { type: 'warning', message: offline('queued', { what: formatCommand(about) }) },
      );
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      toasts.show({ type: 'negative', message: formatProblem(error.problem) });
    }
  };
}

type ReportFormProps = {
  readonly room: string;
  readonly onAnswer: (report: Report | null) => void;
};

/** Three large buttons that report immediately; below them a form for everything else. */
function ReportForm({ room, onAnswer }: ReportFormProps) {
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
