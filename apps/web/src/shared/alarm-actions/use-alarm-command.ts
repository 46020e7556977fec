import {
  ACCIDENT_VERBS,
  accidentApi,
  addressOf,
  isTechnical,
  type AccidentReply,
  type AccidentVerb,
  type RoomAccident,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { CommandAbout } from '../../live/offline/outbox-command.ts';
import {
  lateOutcome,
  useToldCommand,
  type Outcome,
  type ToldCommand,
} from '../connection/use-told-command.ts';

/** An alarm as far as commands need it, and its room. */
type CommandedAlarm = Pick<RoomAccident, 'id' | 'kind' | 'state' | 'raisedAt' | 'lastAt'> & {
  readonly roomId: string;
  readonly roomName: string;
};

type AlarmCommand = Pick<ToldCommand<AccidentVerb>, 'state'> & {
  /** As `ToldCommand.say`. */
  readonly say: (verb: AccidentVerb, body?: object) => Promise<boolean>;
};

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

/** Sends commands about an alarm and shows the outcome; without a network they wait. */
export function useAlarmCommand(alarm: CommandedAlarm): AlarmCommand {
  const { id, kind, state, roomId, roomName } = alarm;
  const { t } = useTranslation('accidents');
  const words = useOutcomeWords();
  const offer = (verb: AccidentVerb, reply: AccidentReply) =>
    verb === 'resolve' && reply.state === 'resolved' && reply.mayReopen
      ? { timeoutMs: UNDO_MS, action: { label: t('reopen'), run: () => void say('reopen') } }
      : {};
  const isCall = kind === 'call';
  const lastAt = alarm.lastAt ?? alarm.raisedAt;
  const command = useToldCommand(
    { about: isCall ? ABOUT_CALL : ABOUT, readReply, words, offer },
    {
      id: isCall ? `call-${roomId}` : `accident-${id}`,
      target: isCall ? `room/${roomId}` : `room/${roomId}/accident/${id}`,
      roomName,
      shown: { of: isCall ? `${id} ${lastAt.getTime()}` : id, state },
    },
  );
  const say = (verb: AccidentVerb, body: object = {}): Promise<boolean> =>
    command.say(
      verb,
      addressOf(accidentApi[verb], { roomId, accidentId: id }),
      isCall && NAMES_LAST_PRESS.includes(verb) ? { ...body, lastAt: lastAt.toISOString() } : body,
    );
  return { say, state: command.state };
}

/** The outcome of a command that waited for the network; null if it was about no alarm. */
export function useLateAlarmWords(): (about: CommandAbout, reply: unknown) => Outcome | null {
  const words = useOutcomeWords();
  const readLate = (reply: unknown): Standing | null => readReply(reply) ?? readEarlier(reply);
  return (about, reply) =>
    lateOutcome({ about: ABOUT, readReply: readLate, words }, ACCIDENT_VERBS, about, reply) ??
    lateOutcome({ about: ABOUT_CALL, readReply: readLate, words }, ACCIDENT_VERBS, about, reply);
}

type Standing = Pick<AccidentReply, 'kind' | 'state' | 'own' | 'by'>;

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
  .transform(({ state, own, by }): Standing => ({
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
const readEarlier = (reply: unknown): Standing | null =>
  earlierCallReply.safeParse(reply).data ?? null;

/** Describes the alarm as it is now, which may differ from what the command asked for. */
function useOutcomeWords(): (room: string, verb: AccidentVerb, reply: Standing) => Outcome {
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
  state: Standing['state'],
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
