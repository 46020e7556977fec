import type { SamlProviderEntry } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSamlProviders } from '../../api.ts';
import { Button } from '../../../../kit/form/button.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import { QueryBoundary } from '../../../../kit/pages/loaded.tsx';
import { PageSection } from '../../../../kit/pages/page-section.tsx';
import { SamlProvider } from './saml-provider.tsx';
import { SamlForm } from './saml-form.tsx';
import css from './saml.module.css';

type Editing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'adding' }
  | { readonly kind: 'changing'; readonly id: string };

/** The identity providers of an organisation, for readers with all permissions in it. */
export function SamlSection({ domainId }: { readonly domainId: string }) {
  const { t } = useTranslation('organisationSignIn');
  const [editing, setEditing] = useState<Editing>({ kind: 'nothing' });
  const providers = useSamlProviders(domainId);
  const close = (): void => {
    setEditing({ kind: 'nothing' });
    void providers.refetch();
  };
  const tool =
    editing.kind === 'nothing' ? (
      <Button onClick={() => setEditing({ kind: 'adding' })}>
        <ToolIcon name="plus" size={18} />
        {t('add')}
      </Button>
    ) : undefined;
  const renderEntry = (entry: SamlProviderEntry) =>
    editing.kind === 'changing' && editing.id === entry.id ? (
      <SamlForm key={entry.id} domainId={domainId} entry={entry} onClose={close} />
    ) : (
      <SamlProvider
        key={entry.id}
        domainId={domainId}
        entry={entry}
        disabled={editing.kind !== 'nothing'}
        onChange={() => setEditing({ kind: 'changing', id: entry.id })}
        onRemoved={close}
      />
    );
  return (
    <PageSection anchor="saml" title={t('title')} lead={t('lead')} tool={tool}>
      <QueryBoundary query={providers}>
        {(entries) => (
          <div className={css['providers']}>
            {entries.length === 0 && editing.kind === 'nothing' ? (
              <p className={css['none']}>{t('none')}</p>
            ) : null}
            {entries.map(renderEntry)}
            {editing.kind === 'adding' ? (
              <SamlForm domainId={domainId} entry={null} onClose={close} />
            ) : null}
          </div>
        )}
      </QueryBoundary>
    </PageSection>
  );
}
