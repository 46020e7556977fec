import {
  isPrivileged,
  isSeniorDeveloper,
  mayCreateDomain,
  mayEditDomain,
  mayEditSignIn,
  mayManageSamlProviders,
  type Actor,
} from '@yamori/domain';
import { toActor } from '../../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import type { Domain } from './domain-source.ts';

/** The reader's rights on one organisation, by the same rules as on the server. */
export type DomainRights = {
  readonly mayEdit: boolean;
  /** Code, dates and limits of the contract. */
  readonly mayEditContract: boolean;
  readonly mayEditSignIn: boolean;
  readonly mayManageSaml: boolean;
  readonly mayDivide: boolean;
  readonly seesHistory: boolean;
};

function domainRights(actor: Actor | null, domain: Domain): DomainRights {
  if (actor === null)
    return {
      mayEdit: false,
      mayEditContract: false,
      mayEditSignIn: false,
      mayManageSaml: false,
      mayDivide: false,
      seesHistory: false,
    };
  const id = domain.documentReferenceId;
  const placed = (data: Partial<Domain>, at = id) => ({
    path: `domain/${at}`,
    id: at,
    placement: { rootDomainId: domain.rootDomainId, domainIds: [at], sharedWith: [] },
    data,
  });
  const now = placed({
    name: domain.name,
    code: domain.code,
    ancestorIds: domain.ancestorIds,
    kind: domain.kind,
  });
  return {
    mayEdit: mayEditDomain(actor, now, placed({ ...now.data, name: `${domain.name}'` })),
    mayEditContract: mayEditDomain(actor, now, placed({ ...now.data, code: `${domain.code}'` })),
    mayEditSignIn:
      mayEditDomain(actor, now, placed({ ...now.data, name: `${domain.name}'` })) &&
      mayEditSignIn(actor, now),
    mayManageSaml: mayManageSamlProviders(actor, id),
    mayDivide: mayCreateDomain(actor, placed({ kind: 'facility', parentDomainId: id }, 'new')),
    seesHistory: isPrivileged(actor) || isSeniorDeveloper(actor),
  };
}

export const useDomainRights = (domain: Domain): DomainRights =>
  domainRights(toActor(useViewer()), domain);
