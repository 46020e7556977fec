import { mayManageSamlProviders, type SamlProviderEntry } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSamlAdminClient, type SamlAdminClient } from '../../../client/ways/saml-admin-client.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ToolIcon } from '../../../ui/icons/tool-icon.tsx';
import { actorOf } from '../../../ui/viewer/viewer-actor.ts';
import { useViewer } from '../../../ui/viewer/viewer-context.tsx';
import { AccountSection } from '../account-section.tsx';
import { useAccountChanged } from '../account-context.tsx';
import { Loaded } from '../loaded.tsx';
import { SamlEntry } from './saml-entry.tsx';
import { SamlForm } from './saml-form.tsx';
import css from './saml.module.css';

/** The identity providers of one's organisation, for those who have all permissions in it; nobody else sees the section. */
export function SamlSection() {
  const viewer = useViewer();
  const client = useMemo(() => createSamlAdminClient({ fetch: (url, init) => globalThis.fetch(url, init) }), []);
  const actor = actorOf(viewer);
  if (actor === null || actor.domainId === null) return null;
  const { domainId } = actor;
  return mayManageSamlProviders(actor, domainId) ? <Providers client={client} domainId={domainId} /> : null;
}

type Editing = { readonly kind: 'nothing' } | { readonly kind: 'adding' } | { readonly kind: 'changing'; readonly id: string };

function Providers({ client, domainId }: { readonly client: SamlAdminClient; readonly domainId: string }) {
  const { t } = useTranslation('organisationSignIn');
  const [editing, setEditing] = useState<Editing>({ kind: 'nothing' });
  const accountChanged = useAccountChanged();
  const providers = useQuery({ queryKey: ['account', 'saml', domainId], queryFn: () => client.list(domainId) });
  const close = (): void => {
    setEditing({ kind: 'nothing' });
    void accountChanged();
  };
  const tool = editing.kind === 'nothing' ? <Button onClick={() => setEditing({ kind: 'adding' })}><ToolIcon name="plus" size={18} />{t('add')}</Button> : undefined;
  const one = (entry: SamlProviderEntry) => (editing.kind === 'changing' && editing.id === entry.id
    ? <SamlForm key={entry.id} client={client} domainId={domainId} entry={entry} onClose={close} />
    : <SamlEntry key={entry.id} client={client} domainId={domainId} entry={entry} disabled={editing.kind !== 'nothing'} onChange={() => setEditing({ kind: 'changing', id: entry.id })} onRemoved={close} />);
  return (
    <AccountSection title={t('title')} lead={t('lead')} tool={tool}>
      <Loaded query={providers}>
        {(entries) => (
          <div className={css['providers']}>
            {entries.length === 0 && editing.kind === 'nothing' ? <p className={css['none']}>{t('none')}</p> : null}
            {entries.map(one)}
            {editing.kind === 'adding' ? <SamlForm client={client} domainId={domainId} entry={null} onClose={close} /> : null}
          </div>
        )}
      </Loaded>
    </AccountSection>
  );
}
