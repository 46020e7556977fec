import type { Invariant } from '../core/documents/writing/commit-guard.ts';
import { enforceOrganisationLimits } from '../core/documents/writing/organisation-limits.ts';
import { validateImages } from '../core/images/validate-images.ts';
import { checkThresholds } from './alarms/threshold-invariants.ts';
import { checkPartners } from './billing/agencies/partner-invariants.ts';
import { recordPlacements } from './billing/placement-history.ts';
import { checkDeviceTypes } from './devices/device-type-invariants.ts';
import { checkRoomMoves } from './devices/room-move-invariants.ts';
import { checkLoanOverlap } from './devices/loans/loan-invariants.ts';
import { checkPlacesInUse } from './devices/prevent-delete-in-use.ts';
import { voidIssuedLinks } from './identity/members/issued-links.ts';
import { checkDomainLevels } from './identity/registration/member-levels.ts';
import { checkMembership } from './identity/registration/membership-rules.ts';
import { updateNightFigures } from './nights/figures/update-night-figures.ts';
import { checkNoteTimes } from './nights/note-invariants.ts';
import { checkParameterValues } from './organisations/domain-parameters.ts';
import { maintainDomainTree } from './organisations/domain-tree.ts';
import { preventDeleteInUse } from './organisations/prevent-delete-in-use.ts';
import { enforceDomainLimits } from './organisations/domain-limits.ts';
import { checkParameterDefaults } from './organisations/parameter-defaults.ts';
import { checkTimeZones, checkViews } from './organisations/invariants.ts';
import { checkRecipients } from './organisations/notification-recipients.ts';

/** Invariants checked on every document write. An invariant may also add writes to the commit. */
export const createInvariants = (now: () => Date): readonly Invariant[] => [
  checkDomainLevels,
  checkMembership,
  enforceOrganisationLimits,
  checkPlacesInUse,
  voidIssuedLinks(now),
  updateNightFigures,
  checkNoteTimes(now),
  checkThresholds,
  checkParameterValues,
  checkParameterDefaults,
  checkViews,
  checkDeviceTypes,
  validateImages,
  maintainDomainTree,
  enforceDomainLimits,
  checkRoomMoves,
  checkTimeZones,
  preventDeleteInUse,
  checkRecipients,
  checkLoanOverlap(now),
  checkPartners,
  recordPlacements(now),
];
