import {
  ACCIDENT_PREFIX,
  accessLevelName,
  ACCESS_LEVEL_WORDS,
  VIEW_FIELDS,
  type ViewField,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useItemLabels } from '../../shared/views/use-item-labels.ts';

type Choices = Readonly<Record<string, string>>;

/** The text of an enumerated value; null for other values. */
export function useChoiceFormatter(): (
  collection: string,
  field: string,
  value: string | number,
) => string | null {
  const { i18n } = useTranslation();
  const getItem = useItemLabels();
  const choices = useChoices();
  return (collection, field, value) => {
    if (field === 'accessLevel') {
      const level = typeof value === 'number' ? accessLevelName(value) : null;
      return level === null || level === undefined
        ? null
        : ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][level];
    }
    const item = VIEW_FIELDS.find((one): one is ViewField => one === field);
    if (item !== undefined && typeof value === 'string') return getItem(item, value);
    if (field === 'group' && typeof value === 'string' && value.startsWith(ACCIDENT_PREFIX))
      return choices['accident.kind']?.[value.slice(ACCIDENT_PREFIX.length)] ?? null;
    const known = choices[`${collection}.${field}`];
    return known !== undefined && Object.hasOwn(known, value) ? (known[value] ?? null) : null;
  };
}

/** The choice texts of each collection's screens. */
function useChoices(): Readonly<Record<string, Choices>> {
  const { t } = useTranslation('history');
  const { t: accidents } = useTranslation('accidents');
  const { t: imports } = useTranslation('imports');
  const { t: devices } = useTranslation('deviceConfig');
  const { t: domains } = useTranslation('domainConfig');
  const { t: staff } = useTranslation('staff');
  const { t: parameters } = useTranslation('parameters');
  const { t: partners } = useTranslation('partners');
  const { t: bills } = useTranslation('bills');
  const { t: rooms } = useTranslation('rooms');
  return {
    'accident.kind': accidents('kind', { returnObjects: true }),
    'accident.severity': accidents('severity', { returnObjects: true }),
    'accident.state': accidents('state', { returnObjects: true }),
    'accident.outcome': accidents('outcome', { returnObjects: true }),
    'accident.source': t('choices.source', { returnObjects: true }),
    'uploadHistory.state': imports('state', { returnObjects: true }),
    'uploadHistory.action': imports('history.did', { returnObjects: true }),
    'device.connection': devices('connections', { returnObjects: true }),
    'deviceType.kind': imports('kind', { returnObjects: true }),
    'deviceService.kind': devices('service.kinds', { returnObjects: true }),
    'domain.kind': domains('kinds', { returnObjects: true }),
    'domain.signInMethods': domains('methods', { returnObjects: true }),
    'staff.state': staff('states', { returnObjects: true }),
    'parameter.scope': parameters('scopes', { returnObjects: true }),
    'parameter.kind': t('choices.parameterKind', { returnObjects: true }),
    'view.scope': parameters('scopes', { returnObjects: true }),
    'partner.state': partners('states', { returnObjects: true }),
    'bill.state': bills('states', { returnObjects: true }),
    'bill.kind': {
      ...t('choices.recipientKind', { returnObjects: true }),
      ...t('choices.lineKind', { returnObjects: true }),
    },
    'sleep.stage': rooms('stage', { returnObjects: true }),
  };
}
