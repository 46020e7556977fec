import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands, useOutbox } from '../../live/offline/outbox-context.tsx';
import { SEEN_WAITING_MS } from '../../live/offline/outbox.ts';
import { useDelayedAlarmOutcome } from '../../shared/alarm-actions/use-alarm-command.ts';
import { useCommandLabel } from '../../shared/connection/use-command-label.ts';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';

/**
 * Notifies users about the outcome of queued commands: all sent, a different result than requested,
 * or rejected with the reason. Renders nothing.
 */
export function OutboxNotices() {
  const { t } = useTranslation('offline');
  const toasts = useToasts();
  const commands = useCommands();
  const about = useCommandLabel();
  const formatProblem = useProblemMessage();
  const told = useRef(new Set<string>());
  const waited = useRef(false);
  /** Whether a sent command had another result than requested. */
  const otherwise = useRef(false);
  useLateOutcomes(
    useCallback(() => {
      otherwise.current = true;
    }, []),
  );
  useEffect(() => {
    const refused = new Map(
      commands.flatMap((command) =>
        command.state.kind === 'refused' ? [[toNoticeId(command.id), command] as const] : [],
      ),
    );
    for (const id of told.current) {
      if (refused.has(id)) continue;
      told.current.delete(id);
      toasts.dismiss(id);
    }
    for (const [id, { about: what, state }] of refused) {
      if (told.current.has(id) || state.kind !== 'refused') continue;
      told.current.add(id);
      toasts.show({
        id,
        type: 'negative',
        position: 'top',
        timeoutMs: 0,
        message: t('refusedNotice', { what: about(what), why: formatProblem(state.problem) }),
      });
    }
    const waiting = commands.some(
      ({ state, askedAtMs }) =>
        state.kind === 'waiting' && Date.now() - askedAtMs > SEEN_WAITING_MS,
    );
    if (commands.length === 0 && waited.current && !otherwise.current)
      toasts.show({
        id: 'all-sent',
        type: 'positive',
        position: 'top',
        message: t('allSent'),
      });
    // New commands are waiting that no notice has reported.
    if (waiting && !waited.current) otherwise.current = false;
    waited.current = waiting || (waited.current && commands.length > 0);
  }, [commands, toasts, t, about, formatProblem]);
  return null;
}

/**
 * A user who answered a call offline must learn that a colleague was quicker or that it rings
 * again, so this notice stays until it is dismissed.
 */
function useLateOutcomes(onOtherwise: () => void): void {
  const outbox = useOutbox();
  const toasts = useToasts();
  const formatOutcome = useDelayedAlarmOutcome();
  useEffect(
    () =>
      outbox?.onLate(({ command: { id, about }, reply }) => {
        const outcome = formatOutcome(about, reply);
        if (outcome === null || outcome.type === 'positive') return;
        onOtherwise();
        toasts.show({ id: `late-${id}`, ...outcome, position: 'top', timeoutMs: 0 });
      }),
    [outbox, toasts, formatOutcome, onOtherwise],
  );
}

const toNoticeId = (commandId: string): string => `refused-${commandId}`;
