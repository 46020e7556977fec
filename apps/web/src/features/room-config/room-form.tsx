import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { outcomeOf } from '../../client/call-outcome.ts';
import { useDocuments } from '../../client/documents-context.tsx';
import { useOnline } from '../../ui/connection/use-online.ts';
import { Button } from '../../ui/form/button.tsx';
import { useConflictQuestion } from '../../ui/form/conflict-dialog.tsx';
import formCss from '../../ui/form/form.module.css';
import { sameValue } from '../../ui/form/form-store.ts';
import { FormTrouble } from '../../ui/form/form-trouble.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { OccupantFields } from './occupant-fields.tsx';
import css from './room-config.module.css';
import { PlaceFields } from './place-fields.tsx';
import { useRoomFieldWords } from './room-field-words.ts';
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

/** What a room is called, where it is, who lies there. Changes of others are put together with one's own, or asked about. */
export function RoomForm({ roomId, opened, mayArrange, mayCare, seesOccupant, onDirty }: RoomFormProps) {
  const { t } = useTranslation('roomConfig');
  const online = useOnline();
  const save = useSave(roomId, opened);
  const form = useForm<RoomValues>({ initial: opened, rules: useRoomRules(), submit: (values) => save(values, settle) });
  // After the form has taken what it sent for what is kept: others' changes are kept as well.
  const settle = (values: RoomValues): void => void setTimeout(() => form.reset(values));
  const { isDirty } = form;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(() => false);
  });
  useLeaveWarning(isDirty);
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('editor.title')}>
      <PlaceFields form={form} mayArrange={mayArrange} mayCare={mayCare} />
      {seesOccupant ? <OccupantFields form={form} disabled={!mayCare} /> : null}
      <FormTrouble words={form.trouble} />
      {mayCare ? (
        <div className={css['foot']}>
          {online ? null : <p className={css['note']}>{t('editor.offline')}</p>}
          <Button kind="primary" submit busy={form.busy} disabled={!online || !form.dirty}>{t('editor.save')}</Button>
        </div>
      ) : null}
    </form>
  );
}

/** Saves, and asks for every field that somebody else has changed too. */
function useSave(roomId: string, opened: RoomValues) {
  const { t } = useTranslation('roomConfig');
  const documents = useDocuments();
  const notifications = useNotifications();
  const askWhose = useConflictQuestion();
  const words = useRoomFieldWords();
  const base = useRef(opened);
  return async (mine: RoomValues, settle: (values: RoomValues) => void) => {
    let wanted = mine;
    for (;;) {
      const outcome = await outcomeOf(() => saveRoom(documents, roomId, base.current, wanted));
      if (outcome.kind === 'refused') return outcome.problem;
      if (outcome.value.kind === 'saved') {
        const { values } = outcome.value;
        base.current = values;
        settle(values);
        notifications.show({ type: 'positive', message: t('saved', { name: values.name }) });
        return null;
      }
      const { theirs, conflicts } = outcome.value;
      const sides = await askWhose(conflicts, words);
      if (sides === null) return { code: 'document-conflict' };
      wanted = { ...wanted, ...Object.fromEntries(conflicts.map(({ name }) => [name, sides[name] === 'theirs' ? theirs[name] : wanted[name]])) };
      // What was left alone here is the other's from now on.
      const seen = base.current;
      wanted = { ...theirs, ...changedSince(seen, wanted) };
      base.current = theirs;
    }
  };
}

/** What was changed in the form since it was opened. */
const changedSince = (seen: RoomValues, now: RoomValues): Partial<RoomValues> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !sameValue(value, Object.entries(seen).find(([other]) => other === name)?.[1])));
