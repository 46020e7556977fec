import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../../../live/documents/documents-context.tsx';
import { fetchAllPages } from '../../../../live/documents/fetch-all-pages.ts';
import { useOnline } from '../../../../shared/connection/use-online.ts';
import { Button } from '../../../../kit/form/button.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import {
  listedOrganisations,
  useOrganisations,
  type Organisation,
} from '../../../../shared/organisations/use-organisations.ts';
import { QueryBoundary } from '../../../../kit/pages/loaded.tsx';
import { PageSection } from '../../../../kit/pages/page-section.tsx';
import { toActor } from '../../../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../../../shared/viewer/viewer-context.tsx';
import css from '../domain-config.module.css';
import type { SectionProps } from '../section-list.ts';
import { branchesBelow, moveTargets, type Branch } from './domain-branches.ts';
import { useTreeActions, type TreeActions } from './use-tree-actions.tsx';

/** Maximum rows; a larger tree can be opened at one of its children. */
const MAX_LISTED = 1_000;

/** The organisations below this one: open, create and move them. */
export function TreeSection({ domain, rights: { mayDivide } }: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const documents = useDocuments();
  const online = useOnline();
  const query = useQuery({
    queryKey: ['organisations', 'tree', domain.documentReferenceId],
    queryFn: () =>
      fetchAllPages(
        listedOrganisations(documents)
          .where('ancestorIds', 'array-contains', domain.documentReferenceId)
          .orderBy('name'),
        MAX_LISTED,
      ),
  });
  // Includes ancestors, because an organisation can move up as far as the user has access.
  const organisations = useOrganisations();
  const all = useMemo(
    () => organisations.filter(({ rootDomainId }) => rootDomainId === domain.rootDomainId),
    [organisations, domain.rootDomainId],
  );
  const actions = useTreeActions(domain);
  const tool = mayDivide ? (
    <Button disabled={!online} onClick={() => void actions.make()}>
      <ToolIcon name="plus" size={18} />
      {t('tree.add')}
    </Button>
  ) : undefined;
  return (
    <PageSection anchor="tree" title={t('sections.tree')} lead={t('leads.tree')} tool={tool}>
      <QueryBoundary query={query}>
        {({ found, isTruncated }) =>
          found.length === 0 ? (
            <p className={css['quiet']}>{t('tree.none')}</p>
          ) : (
            <>
              {isTruncated ? (
                <p className={css['note']}>{t('tree.cut', { count: found.length })}</p>
              ) : null}
              <Branches
                branches={branchesBelow(domain.documentReferenceId, found)}
                all={all}
                actions={actions}
                label={t('sections.tree')}
              />
            </>
          )
        }
      </QueryBoundary>
    </PageSection>
  );
}

function Branches({
  branches,
  all,
  actions,
  label,
}: {
  readonly branches: readonly Branch[];
  readonly all: readonly Organisation[];
  readonly actions: TreeActions;
  readonly label?: string;
}) {
  return (
    <ul className={css['tree']} aria-label={label}>
      {branches.map(({ domain, parts }) => (
        <li key={domain.documentReferenceId}>
          <Node domain={domain} all={all} actions={actions} />
          {parts.length === 0 ? null : <Branches branches={parts} all={all} actions={actions} />}
        </li>
      ))}
    </ul>
  );
}

function Node({
  domain,
  all,
  actions,
}: {
  readonly domain: Organisation;
  readonly all: readonly Organisation[];
  readonly actions: TreeActions;
}) {
  const { t } = useTranslation('domainConfig');
  const online = useOnline();
  const actor = toActor(useViewer());
  const { name, documentReferenceId, kind } = domain;
  const targets = actor === null ? [] : moveTargets(actor, domain, all);
  return (
    <div className={css['node']}>
      <span>
        <Link
          to="."
          search={(search: Record<string, string>) => ({ ...search, domain: documentReferenceId })}
        >
          {name}
        </Link>
        <small>{t(`kinds.${kind}`)}</small>
      </span>
      {targets.length === 0 ? null : (
        <Button
          disabled={!online}
          label={t('tree.moveNamed', { name })}
          onClick={() => void actions.move(domain, targets)}
        >
          {t('tree.move')}
        </Button>
      )}
    </div>
  );
}
