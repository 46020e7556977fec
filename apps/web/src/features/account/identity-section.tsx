import { accessLevelName, ACCESS_LEVEL_WORDS } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { PageSection } from '../../kit/pages/page-section.tsx';
import css from './account.module.css';

/** Whose account it is and what it may do: given by the organisation, not by oneself. */
export function IdentitySection() {
  const { t, i18n } = useTranslation('account');
  const { user } = useViewer();
  // Who belongs to no organisation has no level that anybody gave them.
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
