import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { DialogBody, DialogFoot } from '../../../kit/dialog/dialog-parts.tsx';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useLeaveQuestion, useReportedDirt } from '../../../kit/form/use-leave-warning.ts';
import { useBulkRun } from '../../../kit/list/bulk-progress.tsx';
import {
  bulkThresholdItems,
  changesSince,
  commonValues,
  type ThresholdRoom,
} from './bulk-thresholds-run.ts';
import { InheritedLoader } from './inherited-loader.tsx';
import { KindSection } from './kind-section.tsx';
import { createFaults, type Inherited, type ThresholdValues } from './threshold-values.ts';
import { THRESHOLD_KINDS, useThresholdRules } from './thresholds-form.tsx';
import css from './thresholds.module.css';

type BulkThresholdsProps = {
  /** Rooms that the user may manage. */
  readonly rooms: readonly ThresholdRoom[];
  readonly onDone: () => void;
};

/**
 * Edits the thresholds of several rooms with the form of one. Rooms of one organisation inherit the
 * same values.
 */
export function BulkThresholds({ rooms, onDone }: BulkThresholdsProps) {
  const { t } = useTranslation('thresholds');
  const online = useOnline();
  const documents = useDocuments();
  const run = useBulkRun();
  const mayLeave = useLeaveQuestion();
  const isDirty = useRef<() => boolean>(() => false);
  // The rooms as the form opened: the base for detecting concurrent changes.
  const [held, setHeld] = useState<readonly ThresholdRoom[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [first] = rooms;
  const isOneOrganisation =
    first !== undefined && rooms.every(({ domainId }) => domainId === first.domainId);
  const close = async (): Promise<void> => {
    if (!isDirty.current() || (await mayLeave())) setOpen(false);
  };
  const apply = async (changes: ThresholdValues): Promise<void> => {
    setOpen(false);
    await run(t('bulk.running'), bulkThresholdItems(documents, held, changes));
    onDone();
  };
  return (
    <>
      <Button
        disabled={!online || !isOneOrganisation}
        label={
          first !== undefined && !isOneOrganisation ? t('bulk.severalOrganisations') : undefined
        }
        onClick={() => {
          setHeld(rooms);
          setOpen(true);
        }}
      >
        {t('bulk.edit')}
      </Button>
      <Dialog
        open={isOpen}
        size="large"
        title={t('bulk.title', { count: held.length })}
        onClose={() => void close()}
      >
        {held[0] === undefined ? null : (
          <DialogBody>
            <InheritedLoader subject={{ kind: 'room', id: held[0].documentReferenceId }}>
              {(inherited) => (
                <BulkForm
                  rooms={held}
                  inherited={inherited}
                  onDirty={(dirty) => {
                    isDirty.current = dirty;
                  }}
                  onApply={(changes) => void apply(changes)}
                  onCancel={() => void close()}
                />
              )}
            </InheritedLoader>
          </DialogBody>
        )}
      </Dialog>
    </>
  );
}

type BulkFormProps = {
  readonly rooms: readonly ThresholdRoom[];
  readonly inherited: Inherited;
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onApply: (changes: ThresholdValues) => void;
  readonly onCancel: () => void;
};

function BulkForm({ rooms, inherited, onDirty, onApply, onCancel }: BulkFormProps) {
  const { t } = useTranslation('thresholds');
  const online = useOnline();
  const [opened] = useState(() => commonValues(rooms));
  const [faults] = useState(() => createFaults(inherited));
  const form = useForm<ThresholdValues>({
    initial: opened,
    rules: useThresholdRules(faults),
    submit: async (values) => {
      onApply(changesSince(opened, values));
      return null;
    },
  });
  useReportedDirt(form.isDirty, onDirty);
  const wrong = faults(form.values);
  return (
    <form {...form.bind} className={css['form']} aria-label={t('title')}>
      <p className={css['quiet']}>{t('bulk.lead')}</p>
      <div className={css['kinds']}>
        {THRESHOLD_KINDS.map((kind) => (
          <KindSection
            key={kind}
            kind={kind}
            form={form}
            inherited={inherited}
            mayEdit
            hasFault={[...wrong.keys()].some((key) => key.startsWith(`accident.${kind}.`))}
          />
        ))}
      </div>
      <FormError message={form.errorText} />
      <DialogFoot>
        <Button onClick={onCancel}>{t('bulk.cancel')}</Button>
        <Button kind="primary" submit busy={form.busy} disabled={!online || !form.dirty}>
          {t('bulk.do', { count: rooms.length })}
        </Button>
      </DialogFoot>
    </form>
  );
}
