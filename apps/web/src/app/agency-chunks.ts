import { lazyPart } from '../ui/pages/lazy-part.tsx';

/** Around every page of the agency's area. */
export const AGENCY_LAYOUT = lazyPart(
  () => import('../features/agency/agency-layout.tsx'),
  'AgencyLayout',
);
