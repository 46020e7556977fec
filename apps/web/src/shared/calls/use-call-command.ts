import {
  CALL_VERBS,
  addressOf,
  callApi,
  type CallReply,
  type CallVerb,
  type RoomCall,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import type { CommandAbout } from '../../live/offline/outbox-command.ts';
import {
  lateOutcome,
  useToldCommand,
  type Outcome,
  type ToldCommand,
} from '../connection/use-told-command.ts';

/** `calledAt`: the last press that is shown; what is said of it must not touch a newer one. */
type CallingRoom = {
  readonly roomId: string;
  readonly roomName: string;
  readonly calledAt: Date;
  readonly state: RoomCall['state'];
};

export type CallCommand = Pick<ToldCommand<CallVerb>, 'state'> & {
  readonly say: (verb: CallVerb) => Promise<void>;
};

const CALL = {
  about: {
    answer: 'callAnswer',
    withdraw: 'callWithdraw',
    finish: 'callFinish',
    reopen: 'callReopen',
  } satisfies Readonly<Record<CallVerb, string>>,
  readReply: (reply: unknown): CallReply | null =>
    callApi.answer.reply.safeParse(reply).data ?? null,
};

/**
 * So long the page offers to take back that a call is over; the server takes it back for longer
 * (REOPEN_WITHIN_SECONDS).
 */
const UNDO_MS = 10_000;

/** Says something of a call, and what came of it; without a network it waits. */
export function useCallCommand({ roomId, roomName, calledAt, state }: CallingRoom): CallCommand {
  const { t } = useTranslation('calls');
  const words = useCallOutcomeWords();
  const offer = (verb: CallVerb, reply: CallReply) =>
    verb === 'finish' && reply.state === 'answered' && reply.mayReopen
      ? { timeoutMs: UNDO_MS, action: { label: t('reopen'), run: () => void say('reopen') } }
      : {};
  const command = useToldCommand(
    { ...CALL, words, offer },
    {
      id: `call-${roomId}`,
      target: `room/${roomId}`,
      roomName,
      shown: { of: `${roomId} ${calledAt.getTime()}`, state },
    },
  );
  const say = async (verb: CallVerb): Promise<void> =>
    void (await command.say(verb, addressOf(callApi[verb], { roomId }), {
      calledAt: calledAt.toISOString(),
    }));
  return { say, state: command.state };
}

/** The same of a command that waited for the network; null for what is about no call. */
export function useLateCallWords(): (about: CommandAbout, reply: unknown) => Outcome | null {
  const words = useCallOutcomeWords();
  return (about, reply) => lateOutcome({ ...CALL, words }, CALL_VERBS, about, reply);
}

/** How the call stands now, which need not be what was asked for. */
function useCallOutcomeWords(): (room: string, verb: CallVerb, reply: CallReply) => Outcome {
  const { t } = useTranslation('calls');
  return (room, verb, reply) => {
    switch (reply.state) {
      case 'answering':
        if (verb === 'reopen') return { type: 'positive', message: t('reopened', { room }) };
        if (reply.own) return { type: 'positive', message: t('going', { room }) };
        return {
          type: 'warning',
          message:
            reply.by === '' ? t('takenBySomebody', { room }) : t('taken', { room, name: reply.by }),
        };
      case 'ringing':
        return verb === 'withdraw'
          ? { type: 'positive', message: t('withdrawn', { room }) }
          : { type: 'warning', message: t('rings', { room }) };
      case 'answered':
      case 'none':
        return verb === 'finish'
          ? { type: 'positive', message: t('finished', { room }) }
          : { type: 'info', message: t('over', { room }) };
    }
  };
}
