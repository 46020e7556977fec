import { isAccessLevel, mayAnswerCall, ProblemError, type Actor } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callJson } from '../../client/http-call.ts';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';
import { useViewer, type Viewer } from '../../ui/viewer/viewer-context.tsx';
import css from './attention-rail.module.css';

const reply = z.object({ accepted: z.literal(true) });

/** Says that somebody goes to see why the room called. Shown to those who may. */
export function AnswerCall({ roomId, roomName }: { roomId: string; roomName: string }) {
  const { t } = useTranslation('home');
  const viewer = useViewer();
  const notifications = useNotifications();
  const words = useProblemWords();
  const [sending, setSending] = useState(false);
  const actor = actorOf(viewer);
  if (actor === null || !mayAnswerCall(actor)) return null;
  const answer = async (): Promise<void> => {
    setSending(true);
    try {
      await callJson({ fetch: (url, init) => fetch(url, init) }, 'POST', `/api/rooms/${encodeURIComponent(roomId)}/call/answer`, {}, reply);
      notifications.show({ type: 'positive', message: t('attention.answered', { room: roomName }) });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      notifications.show({ type: 'negative', message: words(error.problem) });
    } finally {
      setSending(false);
    }
  };
  return <button type="button" className={css['answer']} disabled={sending} onClick={() => void answer()}>{t('attention.answer')}</button>;
}

/** The viewer as the rules see them; null for nobody. */
function actorOf({ user, reach }: Viewer): Actor | null {
  if (user === null || !isAccessLevel(user.accessLevel)) return null;
  return {
    userId: user.uid, accessLevel: user.accessLevel, domainId: user.domainId, rootDomainId: user.rootDomainId, singleTimeToken: user.singleTimeToken,
    reach: reach === 'everything' ? { kind: 'everything' } : { kind: 'domains', domainIds: new Set(reach) },
  };
}
