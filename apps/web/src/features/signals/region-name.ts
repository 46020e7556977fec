import { useTranslation } from 'react-i18next';
import type { EitRegionSet } from '../../live/chart/chart-spec.ts';

const LAYERS = ['front', 'middleFront', 'middleBack', 'back'] as const;
const QUADRANTS = ['rightFront', 'leftFront', 'rightBack', 'leftBack'] as const;

/** The region numbers of a set. */
export const REGIONS = [0, 1, 2, 3] as const;

/** The name of a region of the chest. */
export function useRegionName(): (set: EitRegionSet, region: number) => string {
  const { t } = useTranslation('raw');
  return (set, region) =>
    set === 'layers'
      ? t(`curves.layers.${LAYERS[region] ?? 'front'}`)
      : t(`curves.quadrants.${QUADRANTS[region] ?? 'rightFront'}`);
}
