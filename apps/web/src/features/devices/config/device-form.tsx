import { ProblemError } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../../live/documents/documents-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import { TextAreaField } from '../../../kit/form/text-area-field.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { mergeValues } from '../../../kit/form/three-way.ts';
import { useConflictSave, type MergedSave } from '../../../kit/form/use-conflict-save.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { useLeaveWarning, useReportedDirt } from '../../../kit/form/use-leave-warning.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import css from './device-config.module.css';
import type { Device } from './device-source.ts';

type DeviceValues = { readonly name: string; readonly firmware: string; readonly note: string };
type DeviceFormProps = {
  readonly device: Device;
  readonly mayArrange: boolean;
  readonly mayName: boolean;
  readonly onDirty: (isDirty: () => boolean) => void;
};

const toValues = ({ name, firmware, note }: DeviceValues): DeviceValues => ({
  name,
  firmware,
  note,
});

/** The name and details of a device. */
export function DeviceForm({ device, mayArrange, mayName, onDirty }: DeviceFormProps) {
  const { t } = useTranslation('deviceConfig');
  const online = useOnline();
  const rules = useRules();
  const save = useSave(device);
  const form = useForm<DeviceValues>({
    initial: toValues(device),
    rules: { name: [rules.atMost(120)], firmware: [rules.atMost(40)], note: [rules.atMost(2000)] },
    submit: (values) => save(values, (now) => void setTimeout(() => form.reset(now))),
  });
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('panel.settings')}>
      <div className={css['fields']}>
        <TextField
          label={t('fields.name')}
          maxLength={120}
          disabled={!mayName}
          {...form.field('name')}
        />
        <TextField
          label={t('fields.firmware')}
          maxLength={40}
          disabled={!mayArrange}
          {...form.field('firmware')}
        />
        <div className={css['wide']}>
          <TextAreaField
            label={t('fields.note')}
            rows={2}
            maxLength={2000}
            disabled={!mayName}
            {...form.field('note')}
          />
        </div>
      </div>
      {mayName ? (
        <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
          <Button kind="primary" submit busy={form.busy} disabled={!online || !form.dirty}>
            {t('panel.save')}
          </Button>
        </PanelFoot>
      ) : null}
    </form>
  );
}

const saveDevice = (
  documents: ProductDocuments,
  serial: string,
  base: DeviceValues,
  mine: DeviceValues,
) =>
  documents.transaction<MergedSave<DeviceValues>>(async (transaction) => {
    const place = documents.doc(`device/${serial}`);
    const found = await transaction.get(place);
    if (found === null || !isWhole(found)) throw new ProblemError('device-not-found');
    const theirs = toValues(found);
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    if (Object.keys(changes).length > 0) transaction.update(place, changes);
    return { kind: 'saved', values: { ...theirs, ...changes } };
  });

function useSave(device: Device) {
  const { t } = useTranslation('deviceConfig');
  const documents = useDocuments();
  const toasts = useToasts();
  return useConflictSave({
    opened: toValues(device),
    save: (base, mine) => saveDevice(documents, device.serial, base, mine),
    words: {
      getLabel: (name) => t(`fields.${name as keyof DeviceValues}`),
      formatValue: (_name, value) =>
        typeof value === 'string' && value !== '' ? value : t('nothing'),
    },
    onSaved: () =>
      void toasts.show({
        type: 'positive',
        message: t('panel.saved', { serial: device.serial }),
      }),
  });
}
