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
 * Commands about something in a room, and the server's answer: the current state, which need not be
 * the requested one.
 */
type Speech<Verb extends string, Reply> = {
  /** The description of each command while it waits for the network. */
  readonly about: Readonly<Record<Verb, string>>;
  readonly readReply: (reply: unknown) => Reply | null;
  readonly words: (room: string, verb: Verb, reply: Reply) => Outcome;
  /** An action offered with the answer, such as an undo. */
  readonly offer?: (verb: Verb, reply: Reply) => Pick<NotificationRequest, 'timeoutMs' | 'action'>;
};

/**
 * `id`: of the notification, where the latest message replaces earlier ones. `shown`: the state on
 * the page, and of which call or alarm.
 */
type Spoken = {
  readonly id: string;
  readonly target: string;
  readonly roomName: string;
  readonly shown: { readonly of: string; readonly state: string };
};

export type ToldCommand<Verb> = {
  /** Resolves to false if the server refused the command; the user has seen the reason. */
  readonly say: (verb: Verb, path: string, body: object) => Promise<boolean>;
  /** Sending, until the page shows the result; or waiting for the network. */
  readonly state: 'free' | 'sending' | 'waiting';
};

/**
 * A room's live state follows the answer in about a second. If it does not arrive, enable the
 * buttons again after this long.
 */
const FOLLOWS_WITHIN_MS = 5000;

/** Sends a command and shows its outcome; offline it waits. */
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
  const showOutcome = (verb: Verb, sent: unknown): void => {
    const reply = readReply(sent);
    if (reply === null) throw new Error(`invalid answer to ${about[verb]}`);
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
        if (delivery.kind === 'sent') showOutcome(verb, delivery.reply);
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

/** An answer that differs from the page's current state. */
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

/** The outcome of a command that waited for the network; null if it concerns something else. */
export function lateOutcome<Verb extends string, Reply>(
  { about, readReply, words }: Speech<Verb, Reply>,
  verbs: readonly Verb[],
  { what, name }: CommandAbout,
  sent: unknown,
): Outcome | null {
  const verb = verbs.find((candidate) => about[candidate] === what);
  const reply = verb === undefined ? null : readReply(sent);
  return verb === undefined || reply === null ? null : words(name, verb, reply);
}
