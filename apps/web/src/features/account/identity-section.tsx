import { accessLevelName, ACCESS_LEVEL_WORDS } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { PageSection } from '../../kit/pages/page-section.tsx';
import css from './account.module.css';

/** The account's owner and rights, which the organisation sets. */
export function IdentitySection() {
  const { t, i18n } = useTranslation('account');
  const { user } = useViewer();
  // A user without an organisation has no granted level.
  if (user === null || (user.domainId === null && user.accessLevel === 0)) return null;
  const level =
    ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][
      accessLevelName(user.accessLevel) ?? 'requestMfa'
    ];
  return (
    <PageSection title={t('identity.title')} lead={t('identity.lead')}>
      <dl className={css['facts']}>
        <div>
          <dt>{t('identity.level')}</dt>
          <dd>{level}</dd>
        </div>
      </dl>
    </PageSection>
  );
}
