import {
  type AnsweringCall,
  type CallVerb,
  mayAnswerCall,
  mayFinishCall,
  mayWithdrawAnswer,
  type RoomCall,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { actorOf } from '../viewer/viewer-actor.ts';
import { useViewer } from '../viewer/viewer-context.tsx';
import css from './calls.module.css';
import { useHeldFocus } from './held-focus.ts';
import { useSettled } from './use-settled.ts';
import { type CallCommand, useCallCommand } from './use-call-command.ts';

type CallActionsProps = {
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly call: RoomCall | null;
};
type OpenCall = Exclude<RoomCall, { state: 'answered' }>;

/**
 * What somebody who may answer can say of a call that rings or that somebody goes to; nothing of
 * one that is over.
 */
export function CallActions({ roomId, roomName, domainId, call }: CallActionsProps) {
  if (call === null || call.state === 'answered') return null;
  return <OpenCallActions roomId={roomId} roomName={roomName} domainId={domainId} call={call} />;
}

function OpenCallActions({
  roomId,
  roomName,
  domainId,
  call,
}: CallActionsProps & { readonly call: OpenCall }) {
  const { t } = useTranslation('calls');
  const { t: offline } = useTranslation('offline');
  const command = useCallCommand({ roomId, roomName, calledAt: call.pressedAt, state: call.state });
  const actor = actorOf(useViewer());
  const focus = useHeldFocus(call.state);
  // What kind of organisation it is, the server alone knows; it asks the same rule with that.
  const place = { domainId, isHome: true };
  if (actor === null || !mayAnswerCall(actor, place)) return null;
  if (command.state === 'waiting')
    return (
      <div className={css['actions']}>
        <button type="button" className={css['quiet']} disabled>
          {offline('state.waiting')}
        </button>
      </div>
    );
  return (
    <div
      className={css['actions']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a grid in every browser that we serve
      role="group"
      aria-label={t('actions', { room: roomName })}
      {...focus}
    >
      {call.state === 'ringing' ? (
        <button
          type="button"
          className={css['answer']}
          disabled={command.state === 'sending'}
          onClick={() => void command.say('answer')}
        >
          {t('answer')}
        </button>
      ) : (
        <GoingActions
          command={command}
          call={call}
          mayFinish={mayFinishCall(actor, place)}
          mayWithdraw={mayWithdrawAnswer(actor, call, place)}
        />
      )}
    </div>
  );
}

type GoingActionsProps = {
  readonly command: CallCommand;
  readonly call: AnsweringCall;
  readonly mayFinish: boolean;
  readonly mayWithdraw: boolean;
};

function GoingActions({ command, mayFinish, mayWithdraw }: GoingActionsProps) {
  const { t } = useTranslation('calls');
  const settled = useSettled();
  const say = (verb: CallVerb): void => {
    if (settled) void command.say(verb);
  };
  // Not `disabled` while they settle: the focus that was on the answer goes on here.
  const look = {
    type: 'button',
    disabled: command.state === 'sending',
    'aria-disabled': !settled,
  } as const;
  return (
    <>
      {mayFinish ? (
        <button {...look} className={css['finish']} onClick={() => say('finish')}>
          {t('finish')}
        </button>
      ) : null}
      {mayWithdraw ? (
        <button {...look} className={css['quiet']} onClick={() => say('withdraw')}>
          {t('withdraw')}
        </button>
      ) : null}
    </>
  );
}
