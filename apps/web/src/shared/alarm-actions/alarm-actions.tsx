import {
  isTechnical,
  mayHandleAccident,
  mayWithdrawAccident,
  type AccidentVerb,
  type RoomAccident,
  type RoomLive,
} from '@yamori/domain';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type RefCallback,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { toActor } from '../viewer/viewer-actor.ts';
import { useViewer } from '../viewer/viewer-context.tsx';
import css from './alarm-actions.module.css';
import { CloseForm, type Closing } from './close-form.tsx';
import { leadingAlarm } from './open-alarms.ts';
import { useAlarmCommand } from './use-alarm-command.ts';

type AlarmActionsProps = {
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly accident: Pick<
    RoomAccident,
    'id' | 'kind' | 'severity' | 'state' | 'overAt' | 'by' | 'raisedAt' | 'lastAt'
  >;
  /** The note so far, where the page shows it. A call is closed there with its outcome, too. */
  readonly note?: string;
};

/** The buttons of an open alarm, nurse calls included, for users who may respond. */
export function AlarmActions({ roomId, roomName, domainId, accident, note }: AlarmActionsProps) {
  const { t } = useTranslation('accidents');
  const { t: offline } = useTranslation('offline');
  const command = useAlarmCommand({ ...accident, roomId, roomName });
  const dialogs = useDialogs();
  const actor = toActor(useViewer());
  const focus = useFocusRestore(accident.state);
  // Only the server knows the kind of the organisation; it applies the same rule with it.
  const place = { domainId };
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
  const kind = t(`kind.${accident.kind}`);
  const isSending = command.state === 'sending';
  const isQuickCall = accident.kind === 'call' && note === undefined;
  const resolve = async (): Promise<void> => {
    if (isQuickCall) {
      await command.say('resolve', { outcome: 'helped' });
      return;
    }
    const about = t('close.about', { room: roomName, kind });
    const closing = await dialogs.open<Closing | null>(
      { title: t('close.title'), size: 'small' },
      null,
      (answer) => <CloseForm about={about} note={note ?? ''} onAnswer={answer} />,
    );
    if (closing !== null) await command.say('resolve', closing);
  };
  const say = (verb: AccidentVerb): void =>
    void (verb === 'resolve' ? resolve() : command.say(verb));
  const buttons = (): ReactNode => {
    if (accident.state !== 'raised')
      return (
        <ResponderButtons
          key={accident.state}
          accident={accident}
          isQuickCall={isQuickCall}
          isSending={isSending}
          mayWithdraw={mayWithdrawAccident(actor, accident, place)}
          onSay={say}
        />
      );
    if (accident.overAt !== null && !isTechnical(accident.kind))
      return (
        <CheckButtons
          isSending={isSending}
          onCheck={() => void command.say('resolve', { outcome: 'other' })}
          onGo={() => say('acknowledge')}
        />
      );
    return (
      <button
        type="button"
        className={isTechnical(accident.kind) ? css['quiet'] : css['answer']}
        disabled={isSending}
        onClick={() => say('acknowledge')}
      >
        {isTechnical(accident.kind) ? t('confirm') : t('acknowledge')}
      </button>
    );
  };
  return (
    <div
      className={css['actions']}
      /*
        oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        -- a fieldset cannot be a grid in every browser that we serve
      */
      role="group"
      aria-label={t('actions', { room: roomName, kind })}
      {...focus}
    >
      {buttons()}
    </div>
  );
}

type AttentionActionsProps = {
  readonly room: {
    readonly documentReferenceId: string;
    readonly name: string;
    readonly domainId: string;
    readonly live: RoomLive | null;
  };
};

/** The buttons of a room's most urgent alarm; nothing without an open one. */
export function AttentionActions({ room }: AttentionActionsProps) {
  const alarm = leadingAlarm(room.live);
  if (alarm === null) return null;
  return (
    <AlarmActions
      roomId={room.documentReferenceId}
      roomName={room.name}
      domainId={room.domainId}
      accident={alarm}
    />
  );
}

type CheckButtonsProps = {
  readonly isSending: boolean;
  readonly onCheck: () => void;
  readonly onGo: () => void;
};

/** For an alarm whose cause ended: it was checked, or the user is going to check. */
function CheckButtons({ isSending, onCheck, onGo }: CheckButtonsProps) {
  const { t } = useTranslation('accidents');
  const isReady = useClickGuard();
  const shared = { type: 'button', disabled: isSending, 'aria-disabled': !isReady } as const;
  return (
    <>
      <button {...shared} className={css['finish']} onClick={() => isReady && onCheck()}>
        {t('checked')}
      </button>
      <button {...shared} className={css['quiet']} onClick={() => isReady && onGo()}>
        {t('acknowledge')}
      </button>
    </>
  );
}

type ResponderButtonsProps = {
  readonly accident: AlarmActionsProps['accident'];
  /** A call that is closed in one press. Most take no longer than the walk to the room. */
  readonly isQuickCall: boolean;
  readonly isSending: boolean;
  readonly mayWithdraw: boolean;
  readonly onSay: (verb: AccidentVerb) => void;
};

/** For an alarm that has a responder. */
function ResponderButtons(props: ResponderButtonsProps) {
  const { accident, isQuickCall, isSending, mayWithdraw, onSay } = props;
  const { state, kind } = accident;
  const { t } = useTranslation('accidents');
  const isReady = useClickGuard();
  const say = (verb: AccidentVerb): void => {
    if (isReady) onSay(verb);
  };
  // Not `disabled` before they are ready: the focus of the button before moves here.
  const shared = { type: 'button', disabled: isSending, 'aria-disabled': !isReady } as const;
  const isOnTheWay = state === 'acknowledged' && !isTechnical(kind) && !isQuickCall;
  return (
    <>
      {isOnTheWay ? (
        <button {...shared} className={css['finish']} onClick={() => say('arrive')}>
          {t('arrive')}
        </button>
      ) : (
        <button {...shared} className={css['finish']} onClick={() => say('resolve')}>
          {kind === 'call' ? t('call.resolve') : t('resolve')}
        </button>
      )}
      {mayWithdraw && (state === 'acknowledged' || isQuickCall) ? (
        <button {...shared} className={css['quiet']} onClick={() => say('withdraw')}>
          {t('withdraw')}
        </button>
      ) : null}
    </>
  );
}

type FocusRestore = {
  readonly ref: RefCallback<HTMLElement>;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
};

/**
 * Moves the focus to the first button of the group when the focused one was removed as `state`
 * changed, so that users of a keyboard do not start again at the top of the page.
 */
function useFocusRestore(state: string): FocusRestore {
  const group = useRef<HTMLElement | null>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (
      hadFocus.current &&
      (document.activeElement === null || document.activeElement === document.body)
    )
      group.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [state]);
  return {
    ref: (element) => {
      group.current = element;
    },
    onFocus: () => {
      hadFocus.current = true;
    },
    // A button that is removed or disabled loses the focus to no other element.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) hadFocus.current = false;
    },
  };
}

const CLICK_GUARD_MS = 800;

/**
 * False for a moment after mounting: the second click of a double click was meant for the button
 * that was here before.
 */
function useClickGuard(): boolean {
  const { after } = useClock();
  const [isReady, setIsReady] = useState(false);
  useEffect(() => after(CLICK_GUARD_MS, () => setIsReady(true)), [after]);
  return isReady;
}
