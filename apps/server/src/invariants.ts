import type { Invariant } from './documents/writing/commit-guard.ts';
import { keepOrganisationLimits } from './documents/writing/organisation-limits.ts';
import { keepParameters } from './features/accidents/keep-parameters.ts';
import { keepStandings } from './features/bills/keep-standings.ts';
import { keepDeviceTypes } from './features/devices/keep-device-types.ts';
import { keepRoomMoves } from './features/devices/keep-room-moves.ts';
import { keepViews } from './features/domains/keep-views.ts';
import { keepPlacesInUse } from './features/devices/places-in-use.ts';
import { keepSetParameters } from './features/domains/domain-parameters.ts';
import { keepDomainTree } from './features/domains/domain-tree.ts';
import { keepWhatIsUsed } from './features/domains/domains-in-use.ts';
import { keepBounds } from './features/domains/keep-bounds.ts';
import { keepZones } from './features/domains/keep-zones.ts';
import { keepToldMembers } from './features/domains/told-members.ts';
import { voidGivenLinks } from './features/identity/members/given-links.ts';
import { keepLevelsOfKind } from './features/identity/registration/member-levels.ts';
import { keepMembership } from './features/identity/registration/membership-rules.ts';
import { keepLoans } from './features/loans/keep-loans.ts';
import { keepNightFigures } from './features/nights/figures/keep-night-figures.ts';
import { keepNoteTimes } from './features/nights/keep-note-times.ts';
import { keepDefaults } from './features/parameters/keep-defaults.ts';
import { keepPartners } from './features/agencies/keep-partners.ts';
import { keepPictures } from './pictures/keep-pictures.ts';

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
