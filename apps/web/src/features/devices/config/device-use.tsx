import { useTranslation } from 'react-i18next';
import { useDeviceApi } from '../api.ts';
import { attempt } from '../../../call-outcome.ts';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import css from './device-config.module.css';
import type { Device } from './device-source.ts';
import { useDeviceCommand } from './use-device-command.ts';

/** Retires and reactivates a device; deletes one that never recorded anything. */
export function DeviceUse({
  device,
  onGone,
}: {
  readonly device: Device;
  readonly onGone: () => void;
}) {
  const { t } = useTranslation('deviceConfig');
  const online = useOnline();
  const api = useDeviceApi();
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const { busy, run } = useDeviceCommand();
  const { serial } = device;
  const isRetired = device.retiredAt !== null;
  const retire = async (): Promise<void> => {
    if (
      !isRetired &&
      !(await dialogs.confirm({
        title: t('use.retireTitle'),
        message: t('use.retireWhy', { serial }),
        ok: t('use.retire'),
        cancel: t('cancel'),
        kind: 'danger',
      }))
    )
      return;
    await run(() => api.retire(serial, !isRetired), {
      message: t(isRetired ? 'use.didReturn' : 'use.didRetire', { serial }),
    });
  };
  const remove = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('use.removeTitle', { serial }),
        message: t('use.removeWhy'),
        ok: t('use.remove'),
        cancel: t('cancel'),
        kind: 'danger',
      }))
    )
      return;
    const outcome = await attempt(() => api.remove(serial));
    if (outcome.kind === 'done') {
      toasts.show({ type: 'positive', message: t('use.didRemove', { serial }) });
      return onGone();
    }
    const isKept = ['device-recorded-in-use', 'document-in-use'].includes(outcome.problem.code);
    if (isKept && !isRetired) return retire();
    toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
  };
  return (
    <section className={css['part']} aria-label={t('use.label')}>
      <h3>{t('use.label')}</h3>
      <p className={css['quiet']}>{t(isRetired ? 'use.retired' : 'use.why')}</p>
      <div className={css['acts']}>
        <Button disabled={!online} busy={busy} onClick={() => void retire()}>
          {t(isRetired ? 'use.return' : 'use.retire')}
        </Button>
        <Button disabled={!online} onClick={() => void remove()}>
          {t('use.remove')}
        </Button>
      </div>
    </section>
  );
}
