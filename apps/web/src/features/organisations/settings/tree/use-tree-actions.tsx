import { newDocumentId } from '@yamori/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useOrganisationApi } from '../../api.ts';
import { attempt } from '../../../../call-outcome.ts';
import { useDocuments } from '../../../../live/documents/documents-context.tsx';
import { useDialogs } from '../../../../kit/dialog/dialogs-context.tsx';
import { useToasts } from '../../../../kit/toast/toasts-view.tsx';
import { useOrganisationActions } from '../../organisation-actions.ts';
import type { Domain } from '../domain-source.ts';
import type { Organisation } from '../../../../shared/organisations/use-organisations.ts';
import { MovePartBody, NewPartBody } from './part-bodies.tsx';

export type TreeActions = {
  readonly make: () => Promise<void>;
  readonly move: (part: Organisation, targets: readonly Organisation[]) => Promise<void>;
};

/** Creates a child organisation, or moves an existing one. */
export function useTreeActions(domain: Domain): TreeActions {
  const { t } = useTranslation('domainConfig');
  const dialogs = useDialogs();
  const toasts = useToasts();
  const documents = useDocuments();
  const { move: moveOrganisation } = useOrganisationApi();
  const queries = useQueryClient();
  const { sessionChanged } = useOrganisationActions();
  const changed = (message: string): void => {
    void sessionChanged();
    toasts.show({ type: 'positive', message });
    void queries.invalidateQueries({ queryKey: ['organisations'] });
  };
  return {
    async make() {
      const name = await dialogs.open<string | null>(
        { title: t('tree.add'), size: 'small', closesOnOutsideClick: false },
        null,
        (answer) => (
          <NewPartBody
            above={domain.name}
            onCancel={() => answer(null)}
            onMade={answer}
            make={async ({ name: given, nameKana, code }) => {
              const place = documents.doc(
                `domain/${newDocumentId((count) => crypto.getRandomValues(new Uint8Array(count)))}`,
              );
              const outcome = await attempt(() =>
                place.create({
                  name: given.trim(),
                  ...(nameKana === '' ? {} : { nameKana }),
                  code: code.trim() === '' ? place.id : code.trim(),
                  kind: 'facility',
                  timeZone: domain.timeZone,
                  nightStartsAt: domain.nightStartsAt,
                  parentDomainId: domain.documentReferenceId,
                  rootDomainId: domain.rootDomainId,
                  ancestorIds: [...domain.ancestorIds, domain.documentReferenceId],
                }),
              );
              return outcome.kind === 'refused' ? outcome.problem : null;
            }}
          />
        ),
      );
      if (name !== null) changed(t('tree.made', { name }));
    },
    async move(part, targets) {
      const above = await dialogs.open<string | null>(
        {
          title: t('tree.moveTitle', { name: part.name }),
          size: 'small',
          closesOnOutsideClick: false,
        },
        null,
        (answer) => (
          <MovePartBody
            targets={targets}
            onCancel={() => answer(null)}
            onMoved={answer}
            move={async (parentDomainId) => {
              const outcome = await attempt(() =>
                moveOrganisation(part.documentReferenceId, parentDomainId),
              );
              return outcome.kind === 'refused' ? outcome.problem : null;
            }}
          />
        ),
      );
      if (above !== null) changed(t('tree.moved', { name: part.name, above }));
    },
  };
}
