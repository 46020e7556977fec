import type { Invariant } from '../core/documents/writing/commit-guard.ts';
import { keepOrganisationLimits } from '../core/documents/writing/organisation-limits.ts';
import { keepPictures } from '../core/images/keep-pictures.ts';
import { keepParameters } from './alarms/keep-parameters.ts';
import { keepPartners } from './billing/agencies/keep-partners.ts';
import { keepStandings } from './billing/keep-standings.ts';
import { keepDeviceTypes } from './devices/keep-device-types.ts';
import { keepRoomMoves } from './devices/keep-room-moves.ts';
import { keepLoans } from './devices/loans/keep-loans.ts';
import { keepPlacesInUse } from './devices/places-in-use.ts';
import { voidGivenLinks } from './identity/members/given-links.ts';
import { keepLevelsOfKind } from './identity/registration/member-levels.ts';
import { keepMembership } from './identity/registration/membership-rules.ts';
import { keepNightFigures } from './nights/figures/keep-night-figures.ts';
import { keepNoteTimes } from './nights/keep-note-times.ts';
import { keepSetParameters } from './organisations/domain-parameters.ts';
import { keepDomainTree } from './organisations/domain-tree.ts';
import { keepWhatIsUsed } from './organisations/domains-in-use.ts';
import { keepBounds } from './organisations/keep-bounds.ts';
import { keepDefaults } from './organisations/keep-defaults.ts';
import { keepViews } from './organisations/keep-views.ts';
import { keepZones } from './organisations/keep-zones.ts';
import { keepToldMembers } from './organisations/told-members.ts';

/** Invariants checked on every document write. An invariant may also add writes to the commit. */
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
