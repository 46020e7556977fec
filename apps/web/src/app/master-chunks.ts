import { lazyPart } from '../kit/pages/lazy-part.tsx';

/** Around every page of the maker's area. */
export const MASTER_LAYOUT = lazyPart(
  () => import('../features/platform/master-layout.tsx'),
  'MasterLayout',
);
