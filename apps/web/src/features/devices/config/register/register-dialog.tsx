import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../kit/dialog/dialog.tsx';
import { DialogFoot, DialogScroll } from '../../../../kit/dialog/dialog-parts.tsx';
import { useDialogs } from '../../../../kit/dialog/dialogs-context.tsx';
import { useLeaveQuestion } from '../../../../kit/form/use-leave-warning.ts';
import { Button } from '../../../../kit/form/button.tsx';
import { useUrlParams } from '../../../../kit/url-state/use-url-params.ts';
import { ConnectionSection } from '../connect/connection-section.tsx';
import type { DeviceRights } from '../device-rights.ts';
import { useDeviceType } from '../../../../shared/device-types/use-device-types.ts';
import type { Room } from '../device-source.ts';
import { RegisterForm, type Registered } from './register-form.tsx';

type RegisterDialogProps = {
  /** `1` or the scanned serial; null shows nothing. */
  readonly requested: string | null;
  readonly rights: DeviceRights;
  readonly rooms: readonly Room[];
  readonly onClose: () => void;
};

/** Registers a new device: its details, then its connection and a test. */
export function RegisterDialog({ requested, rights, rooms, onClose }: RegisterDialogProps) {
  const { t } = useTranslation('deviceConfig');
  const [registered, setRegistered] = useState<Registered | null>(null);
  const isDirty = useRef<() => boolean>(() => false);
  const mayLeave = useRegisterQuestion();
  const [shown, setHeld] = useState(requested);
  if (requested !== null && requested !== shown) setHeld(requested);
  const close = async (): Promise<void> => {
    // Closing the dialog loses a key that was not written down.
    const hasKey = registered !== null && registered.key !== null;
    const unsaved = isDirty.current() ? 'form' : null;
    if (!(await mayLeave(hasKey ? 'key' : unsaved))) return;
    setRegistered(null);
    onClose();
  };
  return (
    <Dialog
      open={requested !== null}
      size="large"
      title={
        registered === null
          ? t('register.title')
          : t('register.done', { serial: registered.serial })
      }
      onClose={() => void close()}
    >
      <DialogScroll>
        {shown === null ? null : registered === null ? (
          <RegisterForm
            serial={shown === '1' ? '' : shown}
            rights={rights}
            rooms={rooms}
            onDirty={(dirty) => {
              isDirty.current = dirty;
            }}
            onRegistered={setRegistered}
            onCancel={() => void close()}
          />
        ) : (
          <Connected
            registered={registered}
            onClose={() => void close()}
            onAnother={() => setRegistered(null)}
          />
        )}
      </DialogScroll>
    </Dialog>
  );
}

function useRegisterQuestion(): (what: 'key' | 'form' | null) => Promise<boolean> {
  const { t } = useTranslation('deviceConfig');
  const dialogs = useDialogs();
  const mayLeaveForm = useLeaveQuestion();
  return async (what) => {
    if (what === null) return true;
    if (what === 'key')
      return dialogs.confirm({
        title: t('network.leaveTitle'),
        message: t('network.leaveWhy'),
        ok: t('network.leave'),
        cancel: t('network.stay'),
        isFinal: true,
      });
    return mayLeaveForm();
  };
}

function Connected({
  registered: { serial, key, typeId, connection },
  onClose,
  onAnother,
}: {
  readonly registered: Registered;
  readonly onClose: () => void;
  readonly onAnother: () => void;
}) {
  const { t } = useTranslation('deviceConfig');
  const [, change] = useUrlParams();
  const type = useDeviceType(typeId);
  return (
    <>
      <ConnectionSection
        serial={serial}
        connection={connection}
        streams={type?.streams ?? []}
        deviceKey={key}
      />
      <DialogFoot>
        <Button
          onClick={() => {
            change({ register: '1' });
            onAnother();
          }}
        >
          {t('register.another')}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogFoot>
    </>
  );
}
