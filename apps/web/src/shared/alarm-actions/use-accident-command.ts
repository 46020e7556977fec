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
import type { CommandAbout } from '../../live/offline/outbox-command.ts';
import {
  lateOutcome,
  useToldCommand,
  type Outcome,
  type ToldCommand,
} from '../connection/use-told-command.ts';

/** An accident as far as something can be said of it, and where. */
type ToldAccident = Pick<RoomAccident, 'id' | 'kind' | 'severity' | 'state'> & {
  readonly roomId: string;
  readonly roomName: string;
};

type AccidentCommand = Pick<ToldCommand<AccidentVerb>, 'state'> & {
  /** As `ToldCommand.say`. */
  readonly say: (verb: AccidentVerb, body?: object) => Promise<boolean>;
};

const ACCIDENT = {
  about: {
    acknowledge: 'accidentAcknowledge',
    withdraw: 'accidentWithdraw',
    arrive: 'accidentArrive',
    resolve: 'accidentResolve',
    reopen: 'accidentReopen',
    mute: 'accidentMute',
    note: 'accidentNote',
    useful: 'accidentUseful',
    explain: 'accidentExplain',
  } satisfies Readonly<Record<AccidentVerb, string>>,
  readReply: (reply: unknown): AccidentReply | null =>
    accidentApi.acknowledge.reply.safeParse(reply).data ?? null,
};

/** So long the page offers to take back that it is over; the server takes it back for a minute. */
const UNDO_MS = 10_000;

/** Says something of an accident, and what came of it; without a network it waits. */
export function useAccidentCommand({ id, state, roomId, roomName }: ToldAccident): AccidentCommand {
  const { t } = useTranslation('accidents');
  const words = useAccidentOutcomeWords();
  const offer = (verb: AccidentVerb, reply: AccidentReply) =>
    verb === 'resolve' && reply.state === 'resolved' && reply.mayReopen
      ? { timeoutMs: UNDO_MS, action: { label: t('reopen'), run: () => void say('reopen') } }
      : {};
  const command = useToldCommand(
    { ...ACCIDENT, words, offer },
    {
      id: `accident-${id}`,
      target: `room/${roomId}/accident/${id}`,
      roomName,
      shown: { of: id, state },
    },
  );
  const say = (verb: AccidentVerb, body: object = {}): Promise<boolean> =>
    command.say(verb, addressOf(accidentApi[verb], { roomId, accidentId: id }), body);
  return { say, state: command.state };
}

/** The same of a command that waited for the network; null for what is about no accident. */
export function useLateAccidentWords(): (about: CommandAbout, reply: unknown) => Outcome | null {
  const words = useAccidentOutcomeWords();
  return (about, reply) => lateOutcome({ ...ACCIDENT, words }, ACCIDENT_VERBS, about, reply);
}

/** How the accident stands now, which need not be what was asked for. */
function useAccidentOutcomeWords(): (
  room: string,
  verb: AccidentVerb,
  reply: AccidentReply,
) => Outcome {
  const { t } = useTranslation('accidents');
  return (room, verb, { state, own, by, kind: of }) => {
    const kind = t(`kind.${of}`);
    if (verb === 'note' || verb === 'useful' || verb === 'mute' || verb === 'explain')
      return { type: 'positive', message: t('saved') };
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
