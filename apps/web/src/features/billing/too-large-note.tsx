import { BILL_LIMITS, type TooLargeBill } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './bills.module.css';

/**
 * Recipients whose lines exceed one bill, by how much, and the remedy; all others have their
 * drafts.
 */
export function TooLargeNote({
  tooLarge,
  onClose,
}: {
  readonly tooLarge: readonly TooLargeBill[];
  readonly onClose: () => void;
}) {
  const { t, i18n } = useTranslation('bills');
  if (tooLarge.length === 0) return null;
  const count = new Intl.NumberFormat(i18n.language);
  const limits = {
    lines: count.format(BILL_LIMITS.lines),
    devices: count.format(BILL_LIMITS.devices),
    size: '',
  };
  return (
    <section className={css['tooLarge']} role="alert" aria-label={t('tooLarge.title')}>
      <div>
        <ToolIcon name="alert" size={16} />
        <strong>{t('tooLarge.title')}</strong>
        <button type="button" className={css['proof']} onClick={onClose}>
          {t('tooLarge.close')}
        </button>
      </div>
      <ul>
        {tooLarge.map(({ recipient, bound }) => (
          <li key={`${recipient.kind} ${recipient.id}`}>
            <strong>{recipient.name}</strong>
            <span>{t(`tooLarge.${bound}`, { most: limits[bound] })}</span>
            <span>{t(`tooLarge.next.${recipient.kind}`)}</span>
          </li>
        ))}
      </ul>
      <p>{t('tooLarge.others')}</p>
    </section>
  );
}
