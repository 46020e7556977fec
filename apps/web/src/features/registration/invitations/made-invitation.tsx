import type { MadeInvitation } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot, DialogText } from '../../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { QrCode } from '../../../kit/qr/qr-code.tsx';
import css from './invitations.module.css';

type BodyProps = {
  readonly made: MadeInvitation;
  readonly mailedTo: string;
  readonly onClose: () => void;
};

/** The only time that the link is visible: copy it, type it, or scan it. */
export function MadeInvitationBody({ made, mailedTo, onClose }: BodyProps) {
  const { t } = useTranslation('invitations');
  const link = toLink(made, globalThis.location.origin);
  return (
    <DialogBody>
      <DialogText>
        {mailedTo === '' ? t('made.once') : t('made.mailed', { email: mailedTo })}
      </DialogText>
      <div className={css['made']}>
        <QrCode text={link} label={t('made.qr')} />
        <div className={css['texts']}>
          <Shown label={t('made.link')} text={link} copy={t('made.copyLink')} />
          <Shown label={t('made.code')} text={made.code} copy={t('made.copyCode')} large />
        </div>
      </div>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          {t('made.close')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}

/** The address of an invitation; the code is in the fragment, which browsers do not send. */
const toLink = ({ invitation, code }: MadeInvitation, origin: string): string =>
  invitation.kind === 'organisation' || invitation.domainId === null
    ? `${origin}/registerdomain#${code}`
    : `${origin}/registerUser/${encodeURIComponent(invitation.domainId)}#${code}`;

function Shown({
  label,
  text,
  copy,
  large = false,
}: {
  readonly label: string;
  readonly text: string;
  readonly copy: string;
  readonly large?: boolean;
}) {
  const { t } = useTranslation('invitations');
  const toasts = useToasts();
  const put = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.show({ id: 'copied', type: 'positive', message: t('made.copied') });
    } catch {
      // A browser may deny the clipboard; the text can still be selected.
      toasts.show({ id: 'copied', type: 'negative', message: t('made.copyFailed') });
    }
  };
  return (
    <div className={css['shown']} data-large={large}>
      <span>{label}</span>
      <output>{text}</output>
      <Button onClick={() => void put()}>
        <ToolIcon name="copy" size={18} />
        {copy}
      </Button>
    </div>
  );
}
