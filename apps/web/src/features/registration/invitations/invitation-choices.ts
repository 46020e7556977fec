import {
  ACCESS_LEVEL_WORDS,
  accessLevelName,
  DOMAIN_KINDS,
  INVITABLE_KINDS,
  invitableLevels,
  mayInviteOrganisation,
  type Actor,
  type CreateInvitationCall,
  type Language,
} from '@yamori/domain';
import type { DomainChoice } from '../api.ts';

type Choice = { readonly value: string; readonly label: string };
type DomainKind = (typeof DOMAIN_KINDS)[number];

const parseKind = ({ kind }: DomainChoice): DomainKind | null =>
  DOMAIN_KINDS.find((known) => known === kind) ?? null;

/** Organisations to which the actor may invite people. */
export const memberDomains = (actor: Actor, domains: readonly DomainChoice[]): DomainChoice[] =>
  domains.filter(
    (domain) => parseKind(domain) !== 'individual' && levelsIn(actor, domain).length > 0,
  );

function levelsIn(actor: Actor, domain: DomainChoice): number[] {
  const kind = parseKind(domain);
  return kind === null ? [] : invitableLevels(actor, { id: domain.domainId, kind });
}

export const levelChoices = (
  actor: Actor,
  domain: DomainChoice | undefined,
  language: Language,
): Choice[] =>
  (domain === undefined ? [] : levelsIn(actor, domain)).map((level) => ({
    value: String(level),
    label: ACCESS_LEVEL_WORDS[language][accessLevelName(level) ?? 'requestMfa'],
  }));

/** The kinds of organisation that the actor may invite, and where. */
export const organisationKinds = (
  actor: Actor,
  domains: readonly DomainChoice[],
): (typeof INVITABLE_KINDS)[number][] =>
  INVITABLE_KINDS.filter(
    (kind) =>
      mayInviteOrganisation(actor, kind, null) ||
      domains.some(({ domainId }) => mayInviteOrganisation(actor, kind, domainId)),
  );

export const parentDomains = (
  actor: Actor,
  kind: (typeof INVITABLE_KINDS)[number],
  domains: readonly DomainChoice[],
): DomainChoice[] =>
  domains.filter(
    (domain) =>
      parseKind(domain) !== 'individual' && mayInviteOrganisation(actor, kind, domain.domainId),
  );

export const mayBeAtTop = (actor: Actor, kind: (typeof INVITABLE_KINDS)[number]): boolean =>
  mayInviteOrganisation(actor, kind, null);

/** The form's values, all as typed text. */
export type InvitationValues = {
  readonly kind: 'member' | 'organisation';
  readonly domainId: string;
  readonly level: string;
  readonly parentDomainId: string;
  readonly organisationKind: (typeof INVITABLE_KINDS)[number];
  readonly rooms: string;
  readonly devices: string;
  readonly members: string;
  readonly label: string;
  readonly days: string;
  readonly mailTo: string;
};

export const LIMIT_NAMES = ['rooms', 'devices', 'members'] as const;
const NUMBER = /^\d{1,7}$/;

/** The error of a limit: not a whole number, or missing while others are set. */
export function limitFault(
  text: string,
  values: Pick<InvitationValues, (typeof LIMIT_NAMES)[number]>,
): 'wholeNumber' | 'allThree' | null {
  if (text.trim() !== '') return NUMBER.test(text.trim()) ? null : 'wholeNumber';
  return LIMIT_NAMES.some((name) => values[name].trim() !== '') ? 'allThree' : null;
}

export function toCall(values: InvitationValues, language: Language): CreateInvitationCall {
  const shared = {
    label: values.label.trim(),
    mailTo: values.mailTo.trim() === '' ? null : values.mailTo.trim(),
    days: Number(values.days),
    language,
  };
  if (values.kind === 'member')
    return {
      kind: 'member',
      domainId: values.domainId,
      accessLevel: Number(values.level),
      ...shared,
    };
  const { parentDomainId, organisationKind, rooms, devices, members } = values;
  return {
    kind: 'organisation',
    parentDomainId: parentDomainId === '' ? null : parentDomainId,
    organisationKind,
    limits:
      rooms.trim() === ''
        ? null
        : { rooms: Number(rooms), devices: Number(devices), members: Number(members) },
    ...shared,
  };
}
