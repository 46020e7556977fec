import { CALL_VERBS, callReply, type CallReply, type CallVerb, ProblemError } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandAbout } from '../../client/offline/outbox-command.ts';
import { useCommands, useSendCommand } from '../../client/offline/outbox-context.tsx';
import { useCommandWords } from '../connection/command-words.ts';
import type { NotificationType } from '../notifications/notification-store.ts';
import { useNotifications } from '../notifications/notifications-view.tsx';
import { useProblemWords } from '../pages/problem-words.ts';

/** `calledAt`: the last press that is shown; what is said of it must not touch a newer one. */
export type CallingRoom = { readonly roomId: string; readonly roomName: string; readonly calledAt: Date };

export type CallCommand = {
  readonly say: (verb: CallVerb) => Promise<void>;
  /** Being sent just now, or waiting for the network. */
  readonly state: 'free' | 'sending' | 'waiting';
};

const ABOUT: Readonly<Record<CallVerb, string>> = { answer: 'callAnswer', withdraw: 'callWithdraw', finish: 'callFinish', reopen: 'callReopen' };

/** So long the page offers to take back that a call is over; the server takes it back for longer (REOPEN_WITHIN_SECONDS). */
const UNDO_MS = 10_000;

/** Says something of a call, and what came of it; without a network it waits. */
export function useCallCommand({ roomId, roomName, calledAt }: CallingRoom): CallCommand {
  const { t } = useTranslation('offline');
  const { t: calls } = useTranslation('calls');
  const notifications = useNotifications();
  const problemWords = useProblemWords();
  const outcomeWords = useCallOutcomeWords();
  const commandWords = useCommandWords();
  const sendCommand = useSendCommand();
  const target = `room/${roomId}`;
  const waits = useCommands().some(({ state, about }) => state.kind === 'waiting' && about.target === target && Object.values(ABOUT).includes(about.what));
  const [sending, setSending] = useState(false);
  // Over the head of the page, where no room stands, and one for each room: the last word of it counts.
  const place = { id: `call-${roomId}`, position: 'top' } as const;
  const tell = (verb: CallVerb, reply: CallReply): void => {
    const undo = verb === 'finish' && reply.state === 'answered' && reply.mayReopen ? { timeoutMs: UNDO_MS, action: { label: calls('reopen'), run: () => void say('reopen') } } : {};
    notifications.show({ ...place, ...outcomeWords(roomName, verb, reply), ...undo });
  };
  const say = async (verb: CallVerb): Promise<void> => {
    const about = { what: ABOUT[verb], name: roomName, target };
    setSending(true);
    try {
      const path = `/api/rooms/${encodeURIComponent(roomId)}/call/${verb}`;
      const delivery = await sendCommand({ path, body: JSON.stringify({ calledAt: calledAt.toISOString() }), about });
      if (delivery.kind === 'sent') tell(verb, callReply.parse(delivery.reply));
      else notifications.show({ ...place, type: 'warning', message: t('queued', { what: commandWords(about) }) });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      notifications.show({ ...place, type: 'negative', message: problemWords(error.problem) });
    } finally {
      setSending(false);
    }
  };
  return { say, state: waits ? 'waiting' : sending ? 'sending' : 'free' };
}

export type Outcome = { readonly type: NotificationType; readonly message: string };

/** The same of a command that waited for the network; null for what is about no call. */
export function useLateCallWords(): (about: CommandAbout, reply: unknown) => Outcome | null {
  const words = useCallOutcomeWords();
  return ({ what, name }, reply) => {
    const verb = CALL_VERBS.find((one) => ABOUT[one] === what);
    const parsed = callReply.safeParse(reply);
    return verb === undefined || !parsed.success ? null : words(name, verb, parsed.data);
  };
}

/** How the call stands now, which need not be what was asked for. */
function useCallOutcomeWords(): (room: string, verb: CallVerb, reply: CallReply) => Outcome {
  const { t } = useTranslation('calls');
  return (room, verb, reply) => {
    switch (reply.state) {
      case 'answering':
        if (verb === 'reopen') return { type: 'positive', message: t('reopened', { room }) };
        if (reply.own) return { type: 'positive', message: t('going', { room }) };
        return { type: 'warning', message: reply.by === '' ? t('takenBySomebody', { room }) : t('taken', { room, name: reply.by }) };
      case 'ringing':
        return verb === 'withdraw' ? { type: 'positive', message: t('withdrawn', { room }) } : { type: 'warning', message: t('rings', { room }) };
      case 'answered': case 'none':
        return verb === 'finish' ? { type: 'positive', message: t('finished', { room }) } : { type: 'info', message: t('over', { room }) };
    }
  };
}
