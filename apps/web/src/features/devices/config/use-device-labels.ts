import { useTranslation } from 'react-i18next';
import { isForFiles, useDeviceTypes } from '../../../shared/device-types/use-device-types.ts';
import { useOrganisations } from '../../../shared/organisations/use-organisations.ts';
import type { DeviceLabels } from './device-columns.tsx';
import type { Room } from './device-source.ts';

/** The names of a device's type, room and organisation. */
export function useDeviceWords(rooms: readonly Room[]): DeviceLabels {
  const { t } = useTranslation('deviceConfig');
  const types = useDeviceTypes();
  const organisations = useOrganisations();
  return {
    getTypeName: ({ typeId }) =>
      isForFiles({ documentReferenceId: typeId })
        ? t('fileType')
        : (types.find(({ documentReferenceId }) => documentReferenceId === typeId)?.name ?? typeId),
    getRoom: ({ roomId }) =>
      rooms.find(({ documentReferenceId }) => documentReferenceId === roomId)?.name ?? '',
    getOrganisation: (domainId) =>
      organisations.find(({ documentReferenceId }) => documentReferenceId === domainId)?.name ?? '',
  };
}
