import { lazyPart } from '../kit/pages/lazy-part.tsx';

/** Around every page of the agency's area. */
export const AGENCY_LAYOUT = lazyPart(
  () => import('../features/billing/agency/agency-layout.tsx'),
  'AgencyLayout',
);
