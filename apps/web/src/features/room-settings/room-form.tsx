import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import formCss from '../../kit/form/form.module.css';
import { PanelFoot } from '../../kit/form/panel-foot.tsx';
import { useConflictSave } from '../../kit/form/use-conflict-save.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useLeaveWarning, useReportedDirt } from '../../kit/form/use-leave-warning.ts';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { OccupantFields } from './occupant-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { useRoomFieldLabels } from './use-room-field-labels.ts';
import { useRoomRules } from './room-rules.ts';
import { saveRoom, type RoomValues } from './room-values.ts';

type RoomFormProps = {
  readonly roomId: string;
  readonly opened: RoomValues;
  readonly mayArrange: boolean;
  readonly mayCare: boolean;
  readonly seesOccupant: boolean;
  readonly onDirty: (isDirty: () => boolean) => void;
};

/** A room's name, place and occupant. Merges concurrent changes, or asks about conflicts. */
export function RoomForm({
  roomId,
  opened,
  mayArrange,
  mayCare,
  seesOccupant,
  onDirty,
}: RoomFormProps) {
  const { t } = useTranslation('roomConfig');
  const online = useOnline();
  const save = useSave(roomId, opened);
  const form = useForm<RoomValues>({
    initial: opened,
    rules: useRoomRules(),
    submit: (values) => save(values, settle),
  });
  // Reset after the form has saved, so that it also shows changes by others.
  const settle = (values: RoomValues): void => void setTimeout(() => form.reset(values));
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('editor.title')}>
      <PlaceFields form={form} mayArrange={mayArrange} mayCare={mayCare} />
      {seesOccupant ? <OccupantFields form={form} disabled={!mayCare} /> : null}
      {mayCare ? (
        <PanelFoot errorText={form.errorText} note={online ? null : t('editor.offline')}>
          <Button kind="primary" submit busy={form.busy} disabled={!online || !form.dirty}>
            {t('editor.save')}
          </Button>
        </PanelFoot>
      ) : null}
    </form>
  );
}

function useSave(roomId: string, opened: RoomValues) {
  const { t } = useTranslation('roomConfig');
  const documents = useDocuments();
  const toasts = useToasts();
  return useConflictSave({
    opened,
    words: useRoomFieldLabels(),
    save: (base, mine) => saveRoom(documents, roomId, base, mine),
    onSaved: ({ name }) => void toasts.show({ type: 'positive', message: t('saved', { name }) }),
  });
}
