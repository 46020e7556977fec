import {
  isManager,
  UNREACHED_CAUSES,
  type accidentCollection,
  type UnreachedCause,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
} from '../../live/documents/documents-context.tsx';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { useAlarmCommand } from '../../shared/alarm-actions/use-alarm-command.ts';
import { useRoomClock } from '../../shared/time-of-day/use-room-clock.ts';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './attention-rail.module.css';

type Accident = DocumentOf<typeof accidentCollection>;

/** One at a time, to leave room for the attention list. */
const MAX_SHOWN = 1;
const MAX_READ = 50;
const MINUTE_MS = 60_000;

/** Tasks of a manager: alarms that reached no one, until a cause is recorded for each. */
export function UnreachedTasks() {
  const actor = toActor(useViewer());
  return actor !== null && isManager(actor) ? <Tasks /> : null;
}

function Tasks() {
  const { t } = useTranslation('accidents');
  const { organisationId } = useViewer();
  const found = useLiveQuery(
    useDocuments()
      .collectionGroup('accident')
      .where('unreached.cause', '==', null)
      .orderBy('raisedAt', 'desc')
      .limit(MAX_READ),
  );
  if (!('value' in found)) return null;
  const tasks = found.value
    .filter((one): one is Accident => isWhole(one))
    .filter(({ unreached }) => unreached !== null && unreached.until !== null);
  if (tasks.length === 0) return null;
  return (
    <section className={css['tasks']} aria-label={t('unreached.title')}>
      <h3>{t('unreached.title')}</h3>
      <ul>
        {tasks.slice(0, MAX_SHOWN).map((task) => (
          <Task key={task.documentPath} accident={task} organisationId={organisationId} />
        ))}
      </ul>
      {tasks.length > MAX_SHOWN ? (
        <p>{t('unreached.rest', { count: tasks.length - MAX_SHOWN })}</p>
      ) : null}
    </section>
  );
}

type TaskProps = { readonly accident: Accident; readonly organisationId: string | null };

function Task({ accident, organisationId }: TaskProps) {
  const { t, i18n } = useTranslation('accidents');
  const dialogs = useDialogs();
  const roomId = accident.documentPath.split('/')[1] ?? '';
  const read = useLiveDocument(`room/${roomId}`);
  const room = 'value' in read && read.value !== null && isWhole(read.value) ? read.value : null;
  const { timeZone } = useRoomClock(room?.domainId ?? '');
  const command = useAlarmCommand({
    ...accident,
    id: accident.documentReferenceId,
    roomId,
    roomName: room?.name ?? '',
  });
  const { unreached } = accident;
  if (room === null || unreached === null || unreached.until === null) return null;
  if (organisationId !== null && room.domainId !== organisationId) return null;
  const at = createDateTimeFormatter(i18n.language, {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })(unreached.from);
  const text = t('unreached.task', {
    at,
    room: room.name,
    kind: t(`kind.${accident.kind}`),
    count: Math.max(
      1,
      Math.round((unreached.until.getTime() - unreached.from.getTime()) / MINUTE_MS),
    ),
  });
  const explain = async (): Promise<void> => {
    const cause = await dialogs.open<UnreachedCause | null>(
      { title: t('unreached.explain'), size: 'small' },
      null,
      (answer) => <ExplainForm about={text} onAnswer={answer} />,
    );
    if (cause !== null) await command.say('explain', { cause });
  };
  return (
    <li>
      <span>{text}</span>
      <Button disabled={command.state !== 'free'} onClick={() => void explain()}>
        {t('unreached.explain')}
      </Button>
    </li>
  );
}

type ExplainFormProps = {
  readonly about: string;
  readonly onAnswer: (cause: UnreachedCause | null) => void;
};

function ExplainForm({ about, onAnswer }: ExplainFormProps) {
  const { t } = useTranslation('accidents');
  const [cause, setCause] = useState<UnreachedCause>('notSetUp');
  return (
    <>
      <DialogBody>
        <p>{about}</p>
        <p>{t('unreached.about')}</p>
        <SegmentedField
          label={t('unreached.cause')}
          name="cause"
          value={cause}
          onChange={setCause}
          choices={UNREACHED_CAUSES.map((value) => ({
            value,
            label: t(`unreached.causes.${value}`),
          }))}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => onAnswer(null)}>{t('close.cancel')}</Button>
        <Button kind="primary" onClick={() => onAnswer(cause)}>
          {t('unreached.do')}
        </Button>
      </DialogFoot>
    </>
  );
}
