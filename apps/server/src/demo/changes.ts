import {
  ACCIDENT_PARAMETERS,
  encodeFields,
  type AccessLevelName,
  type Write,
} from '@yamori/domain';
import type { Logger } from 'pino';
import { DOMAIN_IDS } from './domains.ts';
import { CHANGE_WORDS } from './locales/ward-words.ts';

type ChangeContext = {
  /** Whether the history has a change of this document or, with `field`, of this field. */
  readonly wasChanged: (path: string, field?: string) => Promise<boolean>;
  /**
   * Commits as the member of this level, subject to their rules; false if there is no such member.
   */
  readonly commitAs: (levelName: AccessLevelName, write: Write) => Promise<boolean>;
  readonly log: Logger;
};

const DELAY = 'accident.batteryLow.escalateAfterMinutes';
const SKEW = 'accident.clockSkew.limit';
const AKANE = `domain/${DOMAIN_IDS.akane}`;

type Change = {
  readonly levelName: AccessLevelName;
  readonly write: Write;
  /** Field of an existing document; absent if the document is new. */
  readonly field?: string;
};

/**
 * Changes that staff of each level made before the first visit, so that the history is not empty
 * and some defaults are overridden. Each change is made once: the history shows which ones an
 * interrupted start left out, and which documents and fields users have changed since.
 */
export async function seedChanges({ wasChanged, commitAs, log }: ChangeContext): Promise<void> {
  let made = 0;
  for (const { levelName, write, field } of changes()) {
    if (await wasChanged(write.path, field)) continue;
    if (await commitAs(levelName, write)) made += 1;
  }
  if (made > 0) log.info({ made }, 'demo history seeded');
}

const changes = (): readonly Change[] => [
  { levelName: 'seniorDeveloper', write: createDefault() },
  { levelName: 'seniorDeveloper', write: createView() },
  {
    levelName: 'agencyAdmin',
    ...override(`domain/${DOMAIN_IDS.mizuki}`, DELAY, 30),
  },
  { levelName: 'ownerAdministrator', ...override(AKANE, SKEW, 90) },
  {
    levelName: 'administrator',
    field: 'contact',
    write: {
      kind: 'update',
      path: AKANE,
      fields: [{ field: ['contact'], value: CHANGE_WORDS.contact }],
    },
  },
];

const override = (path: string, key: string, value: number): Omit<Change, 'levelName'> => ({
  field: 'parameterOverrides',
  write: { kind: 'update', path, fields: [{ field: ['parameterOverrides', key], value }] },
});

/** A default set by the maker that raises no alarm. */
function createDefault(): Write {
  const definition = ACCIDENT_PARAMETERS.find(({ key }) => key === DELAY);
  if (definition === undefined) throw new Error(`no parameter ${DELAY}`);
  return {
    kind: 'create',
    path: `parameter/${DELAY}`,
    data: encodeFields(
      { ...definition, name: CHANGE_WORDS.delay, choices: [], description: '', default: 45 },
      false,
    ),
  };
}

const createView = (): Write => ({
  kind: 'create',
  path: 'view/demo-round',
  data: encodeFields(
    {
      name: CHANGE_WORDS.view,
      scope: 'domain',
      listColumns: ['room', 'occupant', 'state', 'since', 'place'],
      cardItems: ['occupant', 'place'],
      viewerTracks: ['hypnogram', 'presence', 'accident', 'note'],
      thresholdsShown: ['heartRateHigh', 'heartRateLow'],
    },
    false,
  ),
});
