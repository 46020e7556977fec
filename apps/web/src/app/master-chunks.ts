import { lazyPart } from '../ui/pages/lazy-part.tsx';

/** Around every page of the maker's area. */
export const MASTER_LAYOUT = lazyPart(
  () => import('../features/master/master-layout.tsx'),
  'MasterLayout',
);
