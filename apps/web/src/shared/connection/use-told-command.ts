import { ProblemError } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandAbout } from '../../live/offline/outbox-command.ts';
import { useCommands, useSendCommand } from '../../live/offline/outbox-context.tsx';
import type { NotificationRequest, NotificationType } from '../../kit/toast/notification-store.ts';
import { useNotifications } from '../../kit/toast/notifications-view.tsx';
import { useProblemWords } from '../../kit/pages/problem-words.ts';
import { useCommandWords } from './command-words.ts';

export type Outcome = { readonly type: NotificationType; readonly message: string };

/**
 * What people say of something in a room, and what the server answers: how it stands now, which
 * need not be what was asked for.
 */
type Speech<Verb extends string, Reply> = {
  /** What each verb is called while it waits for the network. */
  readonly about: Readonly<Record<Verb, string>>;
  readonly readReply: (reply: unknown) => Reply | null;
  readonly words: (room: string, verb: Verb, reply: Reply) => Outcome;
  /** What is offered with an answer, such as to take it back. */
  readonly offer?: (verb: Verb, reply: Reply) => Pick<NotificationRequest, 'timeoutMs' | 'action'>;
};

/**
 * `id`: of the notice over the head of the page, where the last word of it counts. `shown`: how the
 * page has it stand, and of which call or accident that is.
 */
type Spoken = {
  readonly id: string;
  readonly target: string;
  readonly roomName: string;
  readonly shown: { readonly of: string; readonly state: string };
};

export type ToldCommand<Verb> = {
  /** Resolves to false when the server would not have it; why was shown. */
  readonly say: (verb: Verb, path: string, body: object) => Promise<boolean>;
  /** Being sent just now, and until the page shows what came of it; or waiting for the network. */
  readonly state: 'free' | 'sending' | 'waiting';
};

/**
 * A room's live state follows the answer in about a second; where it does not come at all, buttons
 * do not stay dead.
 */
const FOLLOWS_WITHIN_MS = 5000;

/** Says something, and what came of it; without a network it waits. */
export function useToldCommand<Verb extends string, Reply extends { readonly state: string }>(
  { about, readReply, words, offer }: Speech<Verb, Reply>,
  { id, target, roomName, shown }: Spoken,
): ToldCommand<Verb> {
  const { t } = useTranslation('offline');
  const notifications = useNotifications();
  const problemWords = useProblemWords();
  const commandWords = useCommandWords();
  const sendCommand = useSendCommand();
  const own: readonly string[] = Object.values(about);
  const waits = useCommands().some(
    ({ state, about: other }) =>
      state.kind === 'waiting' && other.target === target && own.includes(other.what),
  );
  const [sending, setSending] = useState(false);
  const [answered, setAnswered] = useAnswered();
  const isBehind =
    answered !== null && answered.of === shown.of && answered.shownState === shown.state;
  const show = (notice: NotificationRequest): string =>
    notifications.show({ id, position: 'top', ...notice });
  const tell = (verb: Verb, sent: unknown): void => {
    const reply = readReply(sent);
    if (reply === null) throw new Error(`the answer to ${about[verb]} is none`);
    setAnswered(reply.state === shown.state ? null : { of: shown.of, shownState: shown.state });
    show({ ...words(roomName, verb, reply), ...offer?.(verb, reply) });
  };
  return {
    state: waits ? 'waiting' : sending || isBehind ? 'sending' : 'free',
    async say(verb, path, body) {
      const asked: CommandAbout = { what: about[verb], name: roomName, target };
      setSending(true);
      try {
        const delivery = await sendCommand({ path, body: JSON.stringify(body), about: asked });
        if (delivery.kind === 'sent') tell(verb, delivery.reply);
        else show({ type: 'warning', message: t('queued', { what: commandWords(asked) }) });
        return true;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        show({ type: 'negative', message: problemWords(error.problem) });
        return false;
      } finally {
        setSending(false);
      }
    },
  };
}

/** What was answered otherwise than the page still shows it. */
type Answered = { readonly of: string; readonly shownState: string };

function useAnswered(): readonly [Answered | null, (answered: Answered | null) => void] {
  const [answered, setAnswered] = useState<Answered | null>(null);
  useEffect(() => {
    if (answered === null) return undefined;
    const timer = setTimeout(() => setAnswered(null), FOLLOWS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [answered]);
  return [answered, setAnswered];
}

/** What came of one that waited for the network; null for what was about something else. */
export function lateOutcome<Verb extends string, Reply>(
  { about, readReply, words }: Speech<Verb, Reply>,
  verbs: readonly Verb[],
  { what, name }: CommandAbout,
  sent: unknown,
): Outcome | null {
  const verb = verbs.find((one) => about[one] === what);
  const reply = verb === undefined ? null : readReply(sent);
  return verb === undefined || reply === null ? null : words(name, verb, reply);
}
