import {
  mayHandleAccident,
  getNightDate,
  type AccidentReason,
  type AccidentRecipients,
} from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { useAlarmCommand } from '../../shared/alarm-actions/use-alarm-command.ts';
import { Button } from '../../kit/form/button.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { TextAreaField } from '../../kit/form/text-area-field.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { useRoomClock } from '../../shared/time-of-day/use-room-clock.ts';
import type { Accident, Room } from './api.ts';
import css from './accidents.module.css';

type DetailsProps = { readonly room: Room; readonly accident: Accident };

/** The recording shown for an alarm: a range around its time. */
const BEFORE_MS = 5 * 60_000;
const AFTER_MS = 5 * 60_000;
const MAX_NOTE_LENGTH = 2000;

/**
 * Why it rang, each step of the response, what can be recorded, and a link to the recording of that
 * time.
 */
export function AccidentDetails({ room, accident }: DetailsProps) {
  const { t, i18n } = useTranslation('accidents');
  const { timeZone, nightStartsAt } = useRoomClock(room.domainId);
  const at = createDateTimeFormatter(i18n.language, {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
  });
  const formatStep = ({ state, act, muteReason }: Accident['history'][number]): string => {
    if (act === undefined) return t(`state.${state}`);
    if (muteReason === undefined) return t(`act.${act}`);
    return t('mute.because', { act: t(`act.${act}`), reason: t(`mute.reasons.${muteReason}`) });
  };
  const raisedMs = accident.raisedAt.getTime();
  const fromMs = (accident.evidence?.from.getTime() ?? raisedMs) - BEFORE_MS;
  return (
    <div className={css['details']}>
      {accident.reason === null ? null : (
        <section>
          <h4>{t('list.why')}</h4>
          <Because reason={accident.reason} latencyMs={accident.latencyMs} />
        </section>
      )}
      <section>
        <h4>{t('list.history')}</h4>
        <ol className={css['steps']}>
          {accident.history.map((step) => (
            <li key={`${step.at.getTime()} ${step.act ?? step.state}`}>
              <time dateTime={step.at.toISOString()}>{at(step.at)}</time>
              <span>{formatStep(step)}</span>
              <span className={css['who']}>
                {step.by === null ? t('list.system') : (step.name ?? '')}
              </span>
              {step.told === undefined ? null : <Recipients told={step.told} />}
            </li>
          ))}
        </ol>
      </section>
      <Said room={room} accident={accident} />
      <Link
        to="/room/$roomid/sleep"
        params={{ roomid: room.documentReferenceId }}
        search={{
          night: getNightDate(raisedMs, timeZone, nightStartsAt),
          from: new Date(fromMs).toISOString(),
          to: new Date(raisedMs + AFTER_MS).toISOString(),
        }}
      >
        {t('list.nightLink')}
      </Link>
    </div>
  );
}

/**
 * Recipients of a step's notifications away from the page, and their channels. A step that reached
 * no one matters to the manager of the groups.
 */
function Recipients({ told: { count, people } }: { readonly told: AccidentRecipients }) {
  const { t } = useTranslation('accidents');
  if (count === 0)
    return (
      <span className={css['untold']}>
        <ToolIcon name="alert" size={16} />
        {t('told.nobody')}
      </span>
    );
  const names = people.map(({ name, ways }) =>
    t('told.person', {
      name,
      ways: ways.map((channel) => t(`told.ways.${channel}`)).join(t('told.between')),
    }),
  );
  const more = count - people.length;
  return (
    <span className={css['told']}>
      {t('told.to', {
        names: [...names, ...(more > 0 ? [t('told.more', { count: more })] : [])].join(
          t('told.separator'),
        ),
      })}
    </span>
  );
}

function Because({
  reason: { rule, value, limit, delayMinutes, times, withinMinutes },
  latencyMs,
}: {
  readonly reason: AccidentReason;
  readonly latencyMs: number | null;
}) {
  const { t } = useTranslation('accidents');
  const parts = [
    value === null || limit === null
      ? null
      : t(value >= limit ? 'because.above' : 'because.below', { value, limit }),
    rule === 'duration' && delayMinutes > 0
      ? t('because.lasting', { minutes: delayMinutes })
      : null,
    times === null || withinMinutes === null
      ? null
      : t('because.times', { times, within: withinMinutes }),
    rule === 'simple' && value === null ? t('because.event') : null,
    latencyMs === null ? null : t('because.latency', { ms: latencyMs }),
  ].filter((part) => part !== null);
  return (
    <ul className={css['because']}>
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}

const SAID = ['yes', 'no', 'unsaid'] as const;

/** What those who went have to say of it: of use or not, and a note. */
function Said({ room, accident }: DetailsProps) {
  const { t } = useTranslation('accidents');
  const command = useAlarmCommand({
    ...accident,
    id: accident.documentReferenceId,
    roomId: room.documentReferenceId,
    roomName: room.name,
  });
  const actor = toActor(useViewer());
  const [note, setNote] = useState<string | null>(null);
  const mayHandle = actor !== null && mayHandleAccident(actor, { domainId: room.domainId });
  const save = async (): Promise<void> => {
    if (note !== null && (await command.say('note', { note }))) setNote(null);
  };
  if (!mayHandle)
    return accident.note === '' ? null : (
      <section>
        <h4>{t('list.noteLabel')}</h4>
        <p className={css['text']}>{accident.note}</p>
      </section>
    );
  return (
    <>
      <SegmentedField
        label={t('list.useful')}
        name={`useful-${accident.documentReferenceId}`}
        value={accident.useful === null ? 'unsaid' : accident.useful ? 'yes' : 'no'}
        disabled={command.state !== 'free'}
        onChange={(value) =>
          void command.say('useful', { useful: value === 'unsaid' ? null : value === 'yes' })
        }
        choices={SAID.map((value) => ({ value, label: t(`close.${value}`) }))}
      />
      <section>
        {note === null ? (
          <>
            <h4>{t('list.noteLabel')}</h4>
            {accident.note === '' ? null : <p className={css['text']}>{accident.note}</p>}
            <Button onClick={() => setNote(accident.note)}>{t('list.edit')}</Button>
          </>
        ) : (
          <>
            <TextAreaField
              label={t('list.noteLabel')}
              name="note"
              rows={3}
              value={note}
              maxLength={MAX_NOTE_LENGTH}
              onChange={setNote}
            />
            <div className={css['buttons']}>
              <Button onClick={() => setNote(null)}>{t('close.cancel')}</Button>
              <Button
                kind="primary"
                disabled={command.state !== 'free' || note === accident.note}
                onClick={() => void save()}
              >
                {t('list.save')}
              </Button>
            </div>
          </>
        )}
      </section>
    </>
  );
}
