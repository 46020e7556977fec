import { type AnsweringCall, type CallVerb, mayAnswerCall, mayFinishCall, mayWithdrawAnswer, type RoomCall } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClock } from '../clock/clock-context.tsx';
import { actorOf } from '../viewer/viewer-actor.ts';
import { useViewer } from '../viewer/viewer-context.tsx';
import css from './calls.module.css';
import { type CallCommand, useCallCommand } from './use-call-command.ts';

type CallActionsProps = { readonly roomId: string; readonly roomName: string; readonly domainId: string; readonly call: RoomCall | null };

/** What somebody who may answer can say of a call that rings or that somebody goes to; nothing of one that is over. */
export function CallActions({ roomId, roomName, domainId, call }: CallActionsProps) {
  if (call === null || call.state === 'answered') return null;
  return <OpenCallActions key={call.state} roomId={roomId} roomName={roomName} domainId={domainId} call={call} />;
}

/** The second press of a hurried hand was meant for the button that stood here before. */
const SETTLES_AFTER_MS = 800;

function OpenCallActions({ roomId, roomName, domainId, call }: CallActionsProps & { readonly call: Exclude<RoomCall, { state: 'answered' }> }) {
  const { t } = useTranslation('calls');
  const { t: offline } = useTranslation('offline');
  const clock = useClock();
  const [appearedAtMs] = useState(clock.now);
  const command = useCallCommand({ roomId, roomName, calledAt: call.pressedAt });
  const actor = actorOf(useViewer());
  // What kind of organisation it is, the server alone knows; it asks the same rule with that.
  const place = { domainId, isHome: true };
  if (actor === null || !mayAnswerCall(actor, place)) return null;
  if (command.state === 'waiting') return <div className={css['actions']}><button type="button" className={css['quiet']} disabled>{offline('state.waiting')}</button></div>;
  const say = (verb: CallVerb): void => {
    if (call.state === 'answering' && clock.now() - appearedAtMs < SETTLES_AFTER_MS) return;
    void command.say(verb);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a grid in every browser that we serve
    <div className={css['actions']} role="group" aria-label={t('actions', { room: roomName })}>
      {call.state === 'ringing'
        ? <button type="button" className={css['answer']} disabled={command.state === 'sending'} onClick={() => say('answer')}>{t('answer')}</button>
        : <GoingActions command={command} call={call} mayFinish={mayFinishCall(actor, place)} mayWithdraw={mayWithdrawAnswer(actor, call, place)} onSay={say} />}
    </div>
  );
}

type GoingActionsProps = { readonly command: CallCommand; readonly call: AnsweringCall; readonly mayFinish: boolean; readonly mayWithdraw: boolean; readonly onSay: (verb: CallVerb) => void };

function GoingActions({ command, mayFinish, mayWithdraw, onSay }: GoingActionsProps) {
  const { t } = useTranslation('calls');
  const disabled = command.state === 'sending';
  return (
    <>
      {mayFinish ? <button type="button" className={css['finish']} disabled={disabled} onClick={() => onSay('finish')}>{t('finish')}</button> : null}
      {mayWithdraw ? <button type="button" className={css['quiet']} disabled={disabled} onClick={() => onSay('withdraw')}>{t('withdraw')}</button> : null}
    </>
  );
}
