import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../client/offline/outbox-context.tsx';
import { useCommandWords } from '../../ui/connection/command-words.ts';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';

/** One that another tab is just sending is not worth a word. */
const SEEN_WAITING_MS = 2000;

/** Says what came of commands whose authors have gone on: all sent, or refused and why. Draws nothing itself. */
export function OutboxNotices() {
  const { t } = useTranslation('offline');
  const notifications = useNotifications();
  const commands = useCommands();
  const about = useCommandWords();
  const words = useProblemWords();
  const told = useRef(new Set<string>());
  const waited = useRef(false);
  useEffect(() => {
    const refused = new Map(commands.flatMap((command) => (command.state.kind === 'refused' ? [[noticeOf(command.id), command] as const] : [])));
    for (const id of told.current) {
      if (refused.has(id)) continue;
      told.current.delete(id);
      notifications.dismiss(id);
    }
    for (const [id, { about: what, state }] of refused) {
      if (told.current.has(id) || state.kind !== 'refused') continue;
      told.current.add(id);
      notifications.show({ id, type: 'negative', position: 'top', timeoutMs: 0, message: t('refusedNotice', { what: about(what), why: words(state.problem) }) });
    }
    const waiting = commands.some(({ state, askedAtMs }) => state.kind === 'waiting' && Date.now() - askedAtMs > SEEN_WAITING_MS);
    if (commands.length === 0 && waited.current) notifications.show({ id: 'all-sent', type: 'positive', position: 'top', message: t('allSent') });
    waited.current = waiting || (waited.current && commands.length > 0);
  }, [commands, notifications, t, about, words]);
  return null;
}

const noticeOf = (commandId: string): string => `refused-${commandId}`;
