import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../../client/document-reader.ts';
import { useDocuments } from '../../../client/documents-context.tsx';
import { useOnline } from '../../../ui/connection/use-online.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ToolIcon } from '../../../ui/icons/tool-icon.tsx';
import { Loaded } from '../../../ui/pages/loaded.tsx';
import { PageSection } from '../../../ui/pages/page-section.tsx';
import { actorOf } from '../../../ui/viewer/viewer-actor.ts';
import { useViewer } from '../../../ui/viewer/viewer-context.tsx';
import css from '../domain-config.module.css';
import type { Domain } from '../domain-source.ts';
import type { SectionProps } from '../section-list.ts';
import { branchesBelow, moveTargets, type Branch } from './domain-branches.ts';
import { useTreeActs, type TreeActs } from './use-tree-acts.tsx';

const MOST_LISTED = 500;

/** The organisations below this one: looked into, made and moved. */
export function TreeSection({ domain, rights: { mayDivide } }: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const documents = useDocuments();
  const online = useOnline();
  const query = useQuery({
    queryKey: ['organisations', 'tree', domain.documentReferenceId],
    // Those above as well: what is moved may go up as far as its mover reaches.
    queryFn: async () => (await documents.collection('domain').where('rootDomainId', '==', domain.rootDomainId).orderBy('name').limit(MOST_LISTED).get()).filter(isWhole),
  });
  const acts = useTreeActs(domain);
  const tool = mayDivide ? <Button disabled={!online} onClick={() => void acts.make()}><ToolIcon name="plus" size={18} />{t('tree.add')}</Button> : undefined;
  return (
    <PageSection anchor="tree" title={t('sections.tree')} lead={t('leads.tree')} tool={tool}>
      <Loaded query={query}>
        {(all) => {
          const below = all.filter(({ ancestorIds }) => ancestorIds.includes(domain.documentReferenceId));
          return below.length === 0 ? <p className={css['quiet']}>{t('tree.none')}</p> : <Branches branches={branchesBelow(domain.documentReferenceId, below)} all={all} acts={acts} label={t('sections.tree')} />;
        }}
      </Loaded>
    </PageSection>
  );
}

function Branches({ branches, all, acts, label }: { readonly branches: readonly Branch[]; readonly all: readonly Domain[]; readonly acts: TreeActs; readonly label?: string }) {
  return (
    <ul className={css['tree']} aria-label={label}>
      {branches.map(({ domain, parts }) => (
        <li key={domain.documentReferenceId}>
          <Node domain={domain} all={all} acts={acts} />
          {parts.length === 0 ? null : <Branches branches={parts} all={all} acts={acts} />}
        </li>
      ))}
    </ul>
  );
}

function Node({ domain, all, acts }: { readonly domain: Domain; readonly all: readonly Domain[]; readonly acts: TreeActs }) {
  const { t } = useTranslation('domainConfig');
  const online = useOnline();
  const actor = actorOf(useViewer());
  const { name, documentReferenceId, kind } = domain;
  const targets = actor === null ? [] : moveTargets(actor, domain, all);
  return (
    <div className={css['node']}>
      <span><Link to="." search={(search: Record<string, string>) => ({ ...search, domain: documentReferenceId })}>{name}</Link><small>{t(`kinds.${kind}`)}</small></span>
      {targets.length === 0 ? null : <Button disabled={!online} label={t('tree.moveNamed', { name })} onClick={() => void acts.move(domain, targets)}>{t('tree.move')}</Button>}
    </div>
  );
}
