import {
  ACCIDENT_PARAMETERS,
  encodeFields,
  formatFieldPath,
  parseFieldPath,
  type AccessLevelName,
  type Write,
} from '@yamori/domain';
import type { Logger } from 'pino';
import { DOMAIN_IDS } from './demonstration-domains.ts';
import { CHANGE_WORDS } from './text/ward-words.ts';

export type ChangeParts = {
  /** Whether anybody changed anything yet. */
  readonly hasHistory: () => Promise<boolean>;
  /** By the rules that hold for a member of this level, and in their name. */
  readonly commitAs: (levelName: AccessLevelName, writes: readonly Write[]) => Promise<void>;
  readonly log: Logger;
};

const DELAY = 'accident.batteryLow.escalateAfterMinutes';
const SKEW = 'accident.clockSkew.limit';
const set = (path: string, field: string, value: unknown): Write => ({
  kind: 'update',
  path,
  fields: [{ field: [...parseFieldPath(field)], value }],
});
const override = (key: string): string => formatFieldPath(['parameterOverrides', key]);

/** A default that the maker chose; nothing of it wakes anybody. */
function changedDefault(): Write {
  const definition = ACCIDENT_PARAMETERS.find(({ key }) => key === DELAY);
  if (definition === undefined) throw new Error(`there is no parameter ${DELAY}`);
  return {
    kind: 'create',
    path: `parameter/${DELAY}`,
    data: encodeFields(
      { ...definition, name: CHANGE_WORDS.delay, choices: [], description: '', default: 45 },
      false,
    ),
  };
}

/**
 * What people of each level changed before anybody came, once: the record is no empty page, and
 * defaults have somebody who sets others.
 */
export async function seedChanges({ hasHistory, commitAs, log }: ChangeParts): Promise<void> {
  if (await hasHistory()) return;
  await commitAs('seniorDeveloper', [
    changedDefault(),
    {
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
    },
  ]);
  await commitAs('agencyAdmin', [set(`domain/${DOMAIN_IDS.mizuki}`, override(DELAY), 30)]);
  await commitAs('ownerAdministrator', [set(`domain/${DOMAIN_IDS.akane}`, override(SKEW), 90)]);
  await commitAs('administrator', [
    set(`domain/${DOMAIN_IDS.akane}`, 'contact', CHANGE_WORDS.contact),
  ]);
  log.info({}, 'the demonstration has a record of changes');
}
