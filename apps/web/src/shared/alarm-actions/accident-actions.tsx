import {
  isTechnical,
  mayHandleAccident,
  mayWithdrawAccident,
  type AccidentVerb,
  type RoomAccident,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import css from '../calls/calls.module.css';
import { useHeldFocus } from '../calls/held-focus.ts';
import { useSettled } from '../calls/use-settled.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { actorOf } from '../viewer/viewer-actor.ts';
import { useViewer } from '../viewer/viewer-context.tsx';
import { CloseForm, type Closing } from './close-form.tsx';
import { useAccidentCommand } from './use-accident-command.ts';

type AccidentActionsProps = {
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly accident: Pick<RoomAccident, 'id' | 'kind' | 'severity' | 'state' | 'overAt' | 'by'>;
  /** What was noted of it already. */
  readonly note?: string;
};

/**
 * What somebody who may go can say of an open accident: that they go, that they are there, that it
 * is over.
 */
export function AccidentActions({
  roomId,
  roomName,
  domainId,
  accident,
  note = '',
}: AccidentActionsProps) {
  const { t } = useTranslation('accidents');
  const { t: offline } = useTranslation('offline');
  const command = useAccidentCommand({ ...accident, roomId, roomName });
  const dialogs = useDialogs();
  const actor = actorOf(useViewer());
  const focus = useHeldFocus(accident.state);
  // What kind of organisation it is, the server alone knows; it asks the same rule with that.
  const place = { domainId, isHome: true };
  if (actor === null || accident.state === 'resolved' || !mayHandleAccident(actor, place))
    return null;
  if (command.state === 'waiting')
    return (
      <div className={css['actions']}>
        <button type="button" className={css['quiet']} disabled>
          {offline('state.waiting')}
        </button>
      </div>
    );
  const about = t('close.about', { room: roomName, kind: t(`kind.${accident.kind}`) });
  const resolve = async (): Promise<void> => {
    const closing = await dialogs.open<Closing | null>(
      { title: t('close.title'), size: 'small' },
      null,
      (answer) => <CloseForm about={about} note={note} onAnswer={answer} />,
    );
    if (closing !== null) await command.say('resolve', closing);
  };
  const say = (verb: AccidentVerb): void =>
    void (verb === 'resolve' ? resolve() : command.say(verb));
  return (
    <div
      className={css['actions']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a grid in every browser that we serve
      role="group"
      aria-label={t('actions', { room: roomName, kind: t(`kind.${accident.kind}`) })}
      {...focus}
    >
      {accident.state === 'raised' && accident.overAt !== null && !isTechnical(accident.kind) ? (
        <Unchecked
          isSending={command.state === 'sending'}
          onCheck={() => void command.say('resolve', { outcome: 'other' })}
          onGo={() => say('acknowledge')}
        />
      ) : accident.state === 'raised' ? (
        <button
          type="button"
          className={isTechnical(accident.kind) ? css['quiet'] : css['answer']}
          disabled={command.state === 'sending'}
          onClick={() => say('acknowledge')}
        >
          {isTechnical(accident.kind) ? t('confirm') : t('acknowledge')}
        </button>
      ) : (
        <Going
          key={accident.state}
          accident={accident}
          isSending={command.state === 'sending'}
          mayWithdraw={mayWithdrawAccident(actor, accident, place)}
          onSay={say}
        />
      )}
    </div>
  );
}

type UncheckedProps = {
  readonly isSending: boolean;
  readonly onCheck: () => void;
  readonly onGo: () => void;
};

/**
 * Its cause is over: one press says that somebody has checked, another that somebody goes to look.
 * The second press of a hurried hand, meant for the alarm before, is not taken for one of these.
 */
function Unchecked({ isSending, onCheck, onGo }: UncheckedProps) {
  const { t } = useTranslation('accidents');
  const settled = useSettled();
  const look = { type: 'button', disabled: isSending, 'aria-disabled': !settled } as const;
  return (
    <>
      <button {...look} className={css['finish']} onClick={() => settled && onCheck()}>
        {t('checked')}
      </button>
      <button {...look} className={css['quiet']} onClick={() => settled && onGo()}>
        {t('acknowledge')}
      </button>
    </>
  );
}

type GoingProps = {
  readonly accident: AccidentActionsProps['accident'];
  readonly isSending: boolean;
  readonly mayWithdraw: boolean;
  readonly onSay: (verb: AccidentVerb) => void;
};

/** Somebody goes or is there. The second press of a hurried hand is not taken for one of these. */
function Going({ accident: { state, kind }, isSending, mayWithdraw, onSay }: GoingProps) {
  const { t } = useTranslation('accidents');
  const settled = useSettled();
  const say = (verb: AccidentVerb): void => {
    if (settled) onSay(verb);
  };
  const look = { type: 'button', disabled: isSending, 'aria-disabled': !settled } as const;
  return (
    <>
      {state === 'acknowledged' && !isTechnical(kind) ? (
        <button {...look} className={css['finish']} onClick={() => say('arrive')}>
          {t('arrive')}
        </button>
      ) : (
        <button {...look} className={css['finish']} onClick={() => say('resolve')}>
          {t('resolve')}
        </button>
      )}
      {mayWithdraw && state === 'acknowledged' ? (
        <button {...look} className={css['quiet']} onClick={() => say('withdraw')}>
          {t('withdraw')}
        </button>
      ) : null}
    </>
  );
}
