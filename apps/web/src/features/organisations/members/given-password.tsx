import type { MemberEntry } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter, fullDateTime } from '../../../locales/date-time-formatter.ts';
import { DialogBody, DialogFoot, DialogText } from '../../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { QrCode } from '../../../kit/qr/qr-code.tsx';
import css from './staff.module.css';

export type PasswordDelivery = 'mail' | 'hand';

type ChooseProps = {
  readonly member: MemberEntry;
  readonly mailable: boolean;
  readonly isPeer: boolean;
  readonly onAnswer: (delivery: PasswordDelivery | null) => void;
};

/** Explains a password reset to the manager and chooses how the link is delivered. */
export function ChoosePasswordDelivery({ member, mailable, isPeer, onAnswer }: ChooseProps) {
  const { t } = useTranslation('staff');
  return (
    <DialogBody>
      <DialogText>{t('password.why')}</DialogText>
      <DialogText>
        {isPeer
          ? t(mailable ? 'password.peerMail' : 'password.peerTwo', { email: member.email ?? '' })
          : mailable
            ? t('password.mailTo', { email: member.email ?? '' })
            : t('password.handOnly')}
      </DialogText>
      <DialogFoot>
        <Button startsHere onClick={() => onAnswer(null)}>
          {t('cancel')}
        </Button>
        {isPeer && mailable ? null : (
          <Button kind={mailable ? 'plain' : 'danger'} onClick={() => onAnswer('hand')}>
            {t(isPeer ? 'password.ask' : 'password.byHand')}
          </Button>
        )}
        {mailable ? (
          <Button kind="danger" onClick={() => onAnswer('mail')}>
            {t('password.byMail')}
          </Button>
        ) : null}
      </DialogFoot>
    </DialogBody>
  );
}

type GivenProps = {
  readonly token: string;
  readonly expiresAt: string;
  readonly onClose: () => void;
};

/** The only time that the link is visible: to scan or to copy. */
export function GivenPasswordBody({ token, expiresAt, onClose }: GivenProps) {
  const { t, i18n } = useTranslation('staff');
  const toasts = useToasts();
  const link = `${globalThis.location.origin}/handleauth?mode=resetPassword#${token}`;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      toasts.show({ id: 'copied', type: 'positive', message: t('password.copied') });
    } catch {
      // A browser may deny the clipboard; the text can still be selected.
      toasts.show({ id: 'copied', type: 'negative', message: t('password.copyFailed') });
    }
  };
  return (
    <DialogBody>
      <DialogText>
        {t('password.once', {
          until: createDateTimeFormatter(i18n.language, fullDateTime(i18n.language))(expiresAt),
        })}
      </DialogText>
      <div className={css['given']}>
        <QrCode text={link} label={t('password.qr')} />
        <div className={css['link']}>
          <output>{link}</output>
          <Button onClick={() => void copy()}>
            <ToolIcon name="copy" size={18} />
            {t('password.copy')}
          </Button>
          <p>{t('password.next')}</p>
        </div>
      </div>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}
