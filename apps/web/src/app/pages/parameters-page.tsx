import { ACCIDENT_KINDS, ACCIDENT_PARAMETERS, ACCIDENT_PREFIX } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { ParameterScreen } from '../../features/organisations/parameters/parameter-screen.tsx';
import { useThresholdLabels } from '../../shared/thresholds/use-threshold-labels.ts';

/** Parameters with the labels of thresholds. */
export function ParametersPage() {
  const { t } = useTranslation('accidents');
  const { getLabel, getUnit } = useThresholdLabels();
  return (
    <ParameterScreen
      words={{
        getName: getLabel,
        getGroup: (group) => {
          const kind = ACCIDENT_KINDS.find((one) => group === `${ACCIDENT_PREFIX}${one}`);
          return kind === undefined ? group : t(`kind.${kind}`);
        },
        getUnit: ({ key, unit }) => {
          const known = ACCIDENT_PARAMETERS.find((one) => one.key === key);
          return (known === undefined ? unit : getUnit(known)) ?? '';
        },
      }}
    />
  );
}
