import type { Invariant } from './core/documents/writing/commit-guard.ts';
import { keepOrganisationLimits } from './core/documents/writing/organisation-limits.ts';
import { keepParameters } from './modules/alarms/keep-parameters.ts';
import { keepStandings } from './modules/billing/keep-standings.ts';
import { keepDeviceTypes } from './modules/devices/keep-device-types.ts';
import { keepRoomMoves } from './modules/devices/keep-room-moves.ts';
import { keepViews } from './modules/organisations/keep-views.ts';
import { keepPlacesInUse } from './modules/devices/places-in-use.ts';
import { keepSetParameters } from './modules/organisations/domain-parameters.ts';
import { keepDomainTree } from './modules/organisations/domain-tree.ts';
import { keepWhatIsUsed } from './modules/organisations/domains-in-use.ts';
import { keepBounds } from './modules/organisations/keep-bounds.ts';
import { keepZones } from './modules/organisations/keep-zones.ts';
import { keepToldMembers } from './modules/organisations/told-members.ts';
import { voidGivenLinks } from './modules/identity/members/given-links.ts';
import { keepLevelsOfKind } from './modules/identity/registration/member-levels.ts';
import { keepMembership } from './modules/identity/registration/membership-rules.ts';
import { keepLoans } from './modules/devices/loans/keep-loans.ts';
import { keepNightFigures } from './modules/nights/figures/keep-night-figures.ts';
import { keepNoteTimes } from './modules/nights/keep-note-times.ts';
import { keepDefaults } from './modules/organisations/keep-defaults.ts';
import { keepPartners } from './modules/billing/agencies/keep-partners.ts';
import { keepPictures } from './core/images/keep-pictures.ts';

/**
 * What every write of documents keeps, whoever writes and whatever else is in the batch: each looks
 * at the rows before they are committed, adds what belongs to them, or refuses.
 */
export const invariantsOf = (now: () => Date): readonly Invariant[] => [
  keepLevelsOfKind,
  keepMembership,
  keepOrganisationLimits,
  keepPlacesInUse,
  voidGivenLinks(now),
  keepNightFigures,
  keepNoteTimes(now),
  keepParameters,
  keepSetParameters,
  keepDefaults,
  keepViews,
  keepDeviceTypes,
  keepPictures,
  keepDomainTree,
  keepBounds,
  keepRoomMoves,
  keepZones,
  keepWhatIsUsed,
  keepToldMembers,
  keepLoans(now),
  keepPartners,
  keepStandings(now),
];
