import { mayAnswerCall, ProblemError } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands, useSendCommand } from '../../client/offline/outbox-context.tsx';
import { useCommandWords } from '../../ui/connection/command-words.ts';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';
import { actorOf } from '../../ui/viewer/viewer-actor.ts';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';
import css from './attention-rail.module.css';

type AnswerCallProps = {
  readonly roomId: string;
  readonly roomName: string;
  /** Which call is meant: an answer that arrives late must not clear a newer one. */
  readonly calledAt: Date;
};

/** Says that somebody goes to see why the room called. Shown to those who may; without a network the answer waits for it. */
export function AnswerCall({ roomId, roomName, calledAt }: AnswerCallProps) {
  const { t } = useTranslation('home');
  const { t: offline } = useTranslation('offline');
  const viewer = useViewer();
  const notifications = useNotifications();
  const words = useProblemWords();
  const aboutWords = useCommandWords();
  const sendCommand = useSendCommand();
  const about = { what: 'callAnswer', name: roomName, target: `room/${roomId}` };
  const waits = useCommands().some((command) => command.state.kind === 'waiting' && command.about.what === about.what && command.about.target === about.target);
  const [sending, setSending] = useState(false);
  const actor = actorOf(viewer);
  if (actor === null || !mayAnswerCall(actor)) return null;
  const answer = async (): Promise<void> => {
    setSending(true);
    try {
      const path = `/api/rooms/${encodeURIComponent(roomId)}/call/answer`;
      const { kind } = await sendCommand({ path, body: JSON.stringify({ calledAt: calledAt.toISOString() }), about });
      if (kind === 'sent') notifications.show({ type: 'positive', message: t('attention.answered', { room: roomName }) });
      else notifications.show({ type: 'warning', message: offline('queued', { what: aboutWords(about) }) });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      notifications.show({ type: 'negative', message: words(error.problem) });
    } finally {
      setSending(false);
    }
  };
  return <button type="button" className={css['answer']} disabled={sending || waits} onClick={() => void answer()}>{waits ? offline('state.waiting') : t('attention.answer')}</button>;
}
