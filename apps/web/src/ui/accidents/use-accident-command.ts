import { ACCIDENT_VERBS, accidentReply, ProblemError, type AccidentReply, type AccidentVerb, type RoomAccident } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandAbout } from '../../client/offline/outbox-command.ts';
import { useCommands, useSendCommand } from '../../client/offline/outbox-context.tsx';
import { useCommandWords } from '../connection/command-words.ts';
import type { NotificationType } from '../notifications/notification-store.ts';
import { useNotifications } from '../notifications/notifications-view.tsx';
import { useProblemWords } from '../pages/problem-words.ts';

/** An accident as far as something can be said of it, and where. */
export type ToldAccident = Pick<RoomAccident, 'id' | 'kind' | 'severity'> & { readonly roomId: string; readonly roomName: string };

export type AccidentCommand = {
  /** Resolves to false when the server would not have it; why was shown. */
  readonly say: (verb: AccidentVerb, body?: object) => Promise<boolean>;
  /** Being sent just now, or waiting for the network. */
  readonly state: 'free' | 'sending' | 'waiting';
};

const ABOUT: Readonly<Record<AccidentVerb, string>> = {
  acknowledge: 'accidentAcknowledge', withdraw: 'accidentWithdraw', arrive: 'accidentArrive', resolve: 'accidentResolve', reopen: 'accidentReopen', mute: 'accidentMute', note: 'accidentNote', useful: 'accidentUseful',
};

/** So long the page offers to take back that it is over; the server takes it back for a minute. */
const UNDO_MS = 10_000;

/** Says something of an accident, and what came of it; without a network it waits. */
export function useAccidentCommand(accident: ToldAccident): AccidentCommand {
  const { t: offline } = useTranslation('offline');
  const { t } = useTranslation('accidents');
  const notifications = useNotifications();
  const problemWords = useProblemWords();
  const outcomeWords = useAccidentOutcomeWords();
  const commandWords = useCommandWords();
  const sendCommand = useSendCommand();
  const target = `room/${accident.roomId}/accident/${accident.id}`;
  const waits = useCommands().some(({ state, about }) => state.kind === 'waiting' && about.target === target);
  const [sending, setSending] = useState(false);
  const place = { id: `accident-${accident.id}`, position: 'top' } as const;
  const tell = (verb: AccidentVerb, reply: AccidentReply): void => {
    const undo = verb === 'resolve' && reply.state === 'resolved' && reply.mayReopen ? { timeoutMs: UNDO_MS, action: { label: t('reopen'), run: () => void say('reopen') } } : {};
    notifications.show({ ...place, ...outcomeWords(accident.roomName, verb, reply), ...undo });
  };
  const say = async (verb: AccidentVerb, body: object = {}): Promise<boolean> => {
    const about = { what: ABOUT[verb], name: accident.roomName, target };
    setSending(true);
    try {
      const path = `/api/rooms/${encodeURIComponent(accident.roomId)}/accidents/${encodeURIComponent(accident.id)}/${verb}`;
      const delivery = await sendCommand({ path, body: JSON.stringify(body), about });
      if (delivery.kind === 'sent') tell(verb, accidentReply.parse(delivery.reply));
      else notifications.show({ ...place, type: 'warning', message: offline('queued', { what: commandWords(about) }) });
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      notifications.show({ ...place, type: 'negative', message: problemWords(error.problem) });
      return false;
    } finally {
      setSending(false);
    }
  };
  return { say, state: waits ? 'waiting' : sending ? 'sending' : 'free' };
}

export type Outcome = { readonly type: NotificationType; readonly message: string };

/** The same of a command that waited for the network; null for what is about no accident. */
export function useLateAccidentWords(): (about: CommandAbout, reply: unknown) => Outcome | null {
  const words = useAccidentOutcomeWords();
  return ({ what, name }, reply) => {
    const verb = ACCIDENT_VERBS.find((one) => ABOUT[one] === what);
    const parsed = accidentReply.safeParse(reply);
    return verb === undefined || !parsed.success ? null : words(name, verb, parsed.data);
  };
}

/** How the accident stands now, which need not be what was asked for. */
function useAccidentOutcomeWords(): (room: string, verb: AccidentVerb, reply: AccidentReply) => Outcome {
  const { t } = useTranslation('accidents');
  return (room, verb, { state, own, by, severity, kind: of }) => {
    const kind = t(`kind.${of}`);
    if (verb === 'note' || verb === 'useful' || verb === 'mute') return { type: 'positive', message: t('saved') };
    switch (state) {
      case 'raised':
        return { type: 'positive', message: t('back', { room, kind }) };
      case 'acknowledged': case 'arrived':
        if (verb === 'reopen') return { type: 'positive', message: t('opened', { room, kind }) };
        if (!own) return { type: 'warning', message: by === null || by === '' ? t('takenBySomebody', { room }) : t('taken', { room, name: by }) };
        if (severity === 'technical') return { type: 'positive', message: t('confirmed', { room, kind }) };
        return { type: 'positive', message: state === 'arrived' ? t('there', { room }) : t('going', { room }) };
      case 'resolved':
        return verb === 'resolve' ? { type: 'positive', message: t('closed', { room, kind }) } : { type: 'info', message: t('over', { room, kind }) };
    }
  };
}
