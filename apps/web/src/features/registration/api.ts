import {
  documentApi,
  invitationApi,
  oneTimeLinkApi,
  profileApi,
  registrationApi,
  type AddressProofCall,
  type Applicant,
  type EndpointCall,
  type CreateInvitationCall,
  type Endpoint,
  type InvitationEntry,
  type Language,
  type Newcomer,
  type Problem,
  type RegisterDomainCall,
} from '@yamori/domain';
import { useNavigate } from '@tanstack/react-router';
import { apiHook } from '../../api/http-context.ts';
import { useAuthConfig, type Entry } from '../../shared/registration/entry-context.tsx';

export const useRegistrationApi = apiHook((http) => ({
  proveAddress: (body: AddressProofCall) => http.call(registrationApi.proveAddress, { body }),
  resetPassword: (email: string, language: Language) =>
    http.call(registrationApi.resetPassword, { body: { email, language } }),
  completeEmail: (token: string) => http.call(profileApi.completeEmail, { body: { token } }),
  /** Checks the secret of a mailed link without using the link up. */
  checkMailedLink: (
    token: string,
    kind: EndpointCall<typeof registrationApi.mailedLink>['body']['kind'],
  ) => http.call(registrationApi.mailedLink, { body: { token, kind } }),
  checkOneTimeLink: (token: string) => http.call(oneTimeLinkApi.view, { body: { token } }),
  currentOneTimeLink: () => http.call(oneTimeLinkApi.current),
}));

export const useInvitationApi = apiHook((http) => ({
  view: (code: string, domainId: string | null) =>
    http.call(invitationApi.view, { body: { code, domainId } }),
  list: async (): Promise<InvitationEntry[]> => (await http.call(invitationApi.list)).invitations,
  create: (body: CreateInvitationCall) => http.call(invitationApi.create, { body }),
  revoke: (invitationId: string) => http.call(invitationApi.revoke, { params: { invitationId } }),
  /** The member's accessible organisations, by name. */
  domains: async (): Promise<DomainChoice[]> => {
    const { documents } = await http.call(documentApi.list, ORGANISATIONS);
    return documents.map(({ path, data }) => ({
      domainId: path.slice('domain/'.length),
      name: toText(data['name']),
      kind: toText(data['kind']),
    }));
  },
}));

/** An organisation that can be chosen. */
export type DomainChoice = {
  readonly domainId: string;
  readonly name: string;
  readonly kind: string;
};

/** The limit of a query; without logos, which lists never include. */
const MAX_DOMAINS = 1_000;

const ORGANISATIONS: EndpointCall<typeof documentApi.list> = {
  body: {
    query: {
      collection: 'domain',
      orderBy: [{ field: ['name'], direction: 'asc' }],
      limit: MAX_DOMAINS,
      select: [['name'], ['kind']],
    },
  },
};

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Calls that may sign in; the caller decides what follows. */
export function useEnterApi() {
  const { enter } = useAuthConfig();
  return {
    acceptInvitation: (code: string, domainId: string, applicant: Applicant): Promise<Entry> =>
      enter(invitationApi.accept, { body: { code, domainId, applicant } }),
    /** Creates an account for the invitation; a provider is then linked to it. */
    beginInvitation: (body: EndpointCall<typeof invitationApi.begin>['body']): Promise<Entry> =>
      enter(invitationApi.begin, { body }),
    openOneTimeLink: (token: string, language: Language): Promise<Entry> =>
      enter(oneTimeLinkApi.signIn, { body: { token, language } }),
  };
}

/**
 * Calls that may sign in. They then open the board, or run `onSignedIn`; or they open the page for
 * a required second factor. Each returns the problem of a failed call, or null.
 */
export function useArrivalApi(onSignedIn?: () => Promise<void>) {
  const { enter } = useAuthConfig();
  const navigate = useNavigate();
  const arrive = async <E extends Endpoint>(
    endpoint: E,
    parts: EndpointCall<E>,
  ): Promise<Problem | null> => {
    const entry = await enter(endpoint, parts);
    if (entry.kind === 'refused') return entry.problem;
    if (entry.kind === 'secondFactor') await navigate({ href: '/mfaauth', replace: true });
    else if (onSignedIn !== undefined) await onSignedIn();
    else await navigate({ href: '/', replace: true });
    return null;
  };
  return {
    signUp: (applicant: Newcomer) => arrive(registrationApi.signUp, { body: { applicant } }),
    signInAnonymously: (language: Language) =>
      arrive(registrationApi.signInAnonymously, { body: { language } }),
    completeReset: (token: string, password: string) =>
      arrive(registrationApi.completeReset, { body: { token, password } }),
    registerDomain: (body: RegisterDomainCall) => arrive(registrationApi.registerDomain, { body }),
    acceptInvitation: (code: string, domainId: string, applicant: Applicant) =>
      arrive(invitationApi.accept, { body: { code, domainId, applicant } }),
  };
}
