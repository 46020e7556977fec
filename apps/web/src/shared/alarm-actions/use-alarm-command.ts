import {
  ACCIDENT_VERBS,
  accidentApi,
  formatUrl,
  isTechnical,
  ProblemError,
  type AccidentReply,
  type AccidentVerb,
  type RoomAccident,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import type { ToastRequest, ToastType } from '../../kit/toast/toast-store.ts';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import type { CommandAbout } from '../../live/offline/outbox-store.ts';
import { useCommands, useSendCommand } from '../../live/offline/outbox-context.tsx';
import { useCommandLabel } from '../connection/use-command-label.ts';

/** The fields of an alarm that commands need, and its room. */
type CommandedAlarm = Pick<RoomAccident, 'id' | 'kind' | 'raisedAt' | 'lastAt'> & {
  readonly roomId: string;
  readonly roomName: string;
};

type AlarmCommand = {
  /** Resolves to false if the server refused the command; the user has seen the reason. */
  readonly say: (verb: AccidentVerb, body?: object) => Promise<boolean>;
  /** Whether a command is being sent, or waits for the network. */
  readonly state: 'free' | 'sending' | 'waiting';
};

type Outcome = { readonly type: ToastType; readonly message: string };

/** Names of commands in the outbox, which keeps them over an update. */
const ABOUT = {
  acknowledge: 'accidentAcknowledge',
  withdraw: 'accidentWithdraw',
  arrive: 'accidentArrive',
  resolve: 'accidentResolve',
  reopen: 'accidentReopen',
  mute: 'accidentMute',
  note: 'accidentNote',
  useful: 'accidentUseful',
  explain: 'accidentExplain',
} satisfies Readonly<Record<AccidentVerb, string>>;
const ABOUT_CALL = {
  ...ABOUT,
  acknowledge: 'callAnswer',
  withdraw: 'callWithdraw',
  resolve: 'callFinish',
  reopen: 'callReopen',
} satisfies Readonly<Record<AccidentVerb, string>>;

/** Commands of these verbs about a call name the last press that the page shows. */
const NAMES_LAST_PRESS: readonly AccidentVerb[] = [
  'acknowledge',
  'withdraw',
  'arrive',
  'resolve',
  'reopen',
];

/** The page offers to reopen for this long; the server allows it for a minute. */
const UNDO_MS = 10_000;

/**
 * Sends commands about an alarm and shows the outcome; without a network they wait. The reply
 * contains the room and the alarm, which every view on the page then shows.
 */
export function useAlarmCommand(alarm: CommandedAlarm): AlarmCommand {
  const { id, kind, roomId, roomName } = alarm;
  const { t } = useTranslation('accidents');
  const { t: offline } = useTranslation('offline');
  const documents = useDocuments();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const formatCommand = useCommandLabel();
  const outcomeWords = useOutcomeMessage();
  const sendCommand = useSendCommand();
  const [isSending, setIsSending] = useState(false);
  const isCall = kind === 'call';
  const lastAt = alarm.lastAt ?? alarm.raisedAt;
  const names = isCall ? ABOUT_CALL : ABOUT;
  const target = isCall ? `room/${roomId}` : `room/${roomId}/accident/${id}`;
  const own: readonly string[] = Object.values(names);
  const isWaiting = useCommands().some(
    ({ state, about }) =>
      state.kind === 'waiting' && about.target === target && own.includes(about.what),
  );
  // The latest message about an alarm replaces earlier ones.
  const show = (notification: ToastRequest): string =>
    toasts.show({
      id: isCall ? `call-${roomId}` : `accident-${id}`,
      position: 'top',
      ...notification,
    });
  const undo = (verb: AccidentVerb, { state, mayReopen }: AccidentReply) =>
    verb === 'resolve' && state === 'resolved' && mayReopen
      ? { timeoutMs: UNDO_MS, action: { label: t('reopen'), run: () => void say('reopen') } }
      : {};
  const showOutcome = (verb: AccidentVerb, sent: unknown): void => {
    const reply = readReply(sent);
    if (reply === null) throw new Error(`invalid reply to ${names[verb]}`);
    documents.accept(reply.documents);
    show({ ...outcomeWords(roomName, verb, reply), ...undo(verb, reply) });
  };
  const say = async (verb: AccidentVerb, body: object = {}): Promise<boolean> => {
    const about: CommandAbout = { what: names[verb], name: roomName, target };
    const seen = isCall && NAMES_LAST_PRESS.includes(verb) ? { lastAt: lastAt.toISOString() } : {};
    setIsSending(true);
    try {
      const delivery = await sendCommand({
        path: formatUrl(accidentApi[verb], { roomId, accidentId: id }),
        body: JSON.stringify({ ...body, ...seen }),
        about,
      });
      if (delivery.kind === 'sent') showOutcome(verb, delivery.reply);
      else show({ type: 'warning', message: offline('queued', { what: formatCommand(about) }) });
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      show({ type: 'negative', message: formatProblem(error.problem) });
      return false;
    } finally {
      setIsSending(false);
    }
  };
  return { say, state: isWaiting ? 'waiting' : isSending ? 'sending' : 'free' };
}

/** The outcome of a command that waited for the network; null if it was about no alarm. */
export function useDelayedAlarmOutcome(): (about: CommandAbout, reply: unknown) => Outcome | null {
  const words = useOutcomeMessage();
  const readLate = (reply: unknown): RepliedAlarm | null => readReply(reply) ?? readEarlier(reply);
  return ({ what, name }, sent) => {
    const verb = ACCIDENT_VERBS.find((one) => ABOUT[one] === what || ABOUT_CALL[one] === what);
    const reply = verb === undefined ? null : readLate(sent);
    return verb === undefined || reply === null ? null : words(name, verb, reply);
  };
}

type RepliedAlarm = Pick<AccidentReply, 'kind' | 'state' | 'own' | 'by'>;

const readReply = (reply: unknown): AccidentReply | null =>
  accidentApi.acknowledge.reply.safeParse(reply).data ?? null;

/**
 * The reply to a command about a call that waited in the outbox while contract version 14 was
 * installed. Remove it with the paths of the server (earlier-call-paths.ts).
 */
const earlierCallReply = z
  .object({
    state: z.enum(['none', 'ringing', 'answering', 'answered']),
    own: z.boolean().default(false),
    by: z.string().default(''),
  })
  .transform(({ state, own, by }): RepliedAlarm => ({
    kind: 'call',
    state: STATE_OF_EARLIER[state],
    own,
    by,
  }));
const STATE_OF_EARLIER = {
  none: 'resolved',
  ringing: 'raised',
  answering: 'acknowledged',
  answered: 'resolved',
} as const;
const readEarlier = (reply: unknown): RepliedAlarm | null =>
  earlierCallReply.safeParse(reply).data ?? null;

/** Describes the current alarm, which may differ from the request. */
function useOutcomeMessage(): (room: string, verb: AccidentVerb, reply: RepliedAlarm) => Outcome {
  const { t } = useTranslation('accidents');
  const callOutcome = useCallOutcome();
  return (room, verb, reply) => {
    const { state, own, by, kind: of } = reply;
    const kind = t(`kind.${of}`);
    if (verb === 'note' || verb === 'useful' || verb === 'mute' || verb === 'explain')
      return { type: 'positive', message: t('saved') };
    const ofCall = of === 'call' ? callOutcome(room, verb, state) : null;
    if (ofCall !== null) return ofCall;
    switch (state) {
      case 'raised':
        return { type: 'positive', message: t('back', { room, kind }) };
      case 'acknowledged':
      case 'arrived':
        if (verb === 'reopen') return { type: 'positive', message: t('opened', { room, kind }) };
        if (!own)
          return {
            type: 'warning',
            message:
              by === null || by === ''
                ? t('takenBySomebody', { room })
                : t('taken', { room, name: by }),
          };
        if (isTechnical(of)) return { type: 'positive', message: t('confirmed', { room, kind }) };
        return {
          type: 'positive',
          message: state === 'arrived' ? t('there', { room }) : t('going', { room }),
        };
      case 'resolved':
        return verb === 'resolve'
          ? { type: 'positive', message: t('closed', { room, kind }) }
          : { type: 'info', message: t('over', { room, kind }) };
    }
  };
}

/** The messages that are specific to calls; null where they equal those of other alarms. */
function useCallOutcome(): (
  room: string,
  verb: AccidentVerb,
  state: RepliedAlarm['state'],
) => Outcome | null {
  const { t } = useTranslation('accidents');
  return (room, verb, state) => {
    if (state === 'raised')
      return verb === 'withdraw'
        ? { type: 'positive', message: t('call.withdrawn', { room }) }
        : { type: 'warning', message: t('call.rings', { room }) };
    if (state === 'resolved')
      return verb === 'resolve' ? { type: 'positive', message: t('call.closed', { room }) } : null;
    return verb === 'reopen' ? { type: 'positive', message: t('call.opened', { room }) } : null;
  };
}
