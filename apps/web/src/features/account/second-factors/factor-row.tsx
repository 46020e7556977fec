import type { AccountSecurity } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../kit/clock/age.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useDayFormatter } from '../../../shared/time-of-day/use-day-formatter.ts';
import css from './second-factors.module.css';

type FactorRowProps = {
  readonly factor: AccountSecurity['factors'][number];
  readonly disabled: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
};

export function FactorRow({ factor, disabled, onRename, onRemove }: FactorRowProps) {
  const { t } = useTranslation('account');
  const formatDay = useDayFormatter();
  const isApp = factor.kind === 'totp';
  const name = isApp ? t('factors.app') : factor.name;
  return (
    <li>
      <ToolIcon name={isApp ? 'phone' : 'key'} size={22} />
      <div>
        <strong>{name}</strong>
        <small>
          {isApp ? null : <span>{t('factors.passkey')}</span>}
          <span>{t('factors.since', { day: formatDay(factor.createdAt) })}</span>
          {factor.lastUsedAt === null ? null : (
            <span>
              {t('factors.lastUsed')}
              <Age at={new Date(factor.lastUsedAt)} kind="ago" />
            </span>
          )}
        </small>
      </div>
      <div className={css['acts']}>
        {isApp ? null : (
          <Button disabled={disabled} label={t('factors.renameNamed', { name })} onClick={onRename}>
            {t('factors.rename')}
          </Button>
        )}
        <Button disabled={disabled} label={t('factors.removeNamed', { name })} onClick={onRemove}>
          {t('factors.remove')}
        </Button>
      </div>
    </li>
  );
}
