import { ProblemError } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { reportPath, type Room } from './api.ts';
import { useSendCommand } from '../../live/offline/outbox-context.tsx';
import { useCommandLabel } from '../../shared/connection/use-command-label.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { ReportForm, type Report } from './report-form.tsx';

/** Asks what happened and sends it; without a network it waits. */
export function useReport(room: Room): () => Promise<void> {
  const { t } = useTranslation('accidents');
  const { t: offline } = useTranslation('offline');
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const formatCommand = useCommandLabel();
  const sendCommand = useSendCommand();
  return async () => {
    const report = await dialogs.open<Report | null>(
      { title: t('report.title'), size: 'small' },
      null,
      (answer) => <ReportForm room={room.name} onAnswer={answer} />,
    );
    if (report === null) return;
    const about = {
      what: 'accidentReport',
      name: room.name,
      target: `room/${room.documentReferenceId}`,
    };
    try {
      const delivery = await sendCommand({
        path: reportPath(room.documentReferenceId),
        body: JSON.stringify(report),
        about,
      });
      toasts.show(
        delivery.kind === 'sent'
          ? { type: 'positive', message: t('report.done', { room: room.name }) }
          : { type: 'warning', message: offline('queued', { what: formatCommand(about) }) },
      );
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      toasts.show({ type: 'negative', message: formatProblem(error.problem) });
    }
  };
}
