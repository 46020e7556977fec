import { ACCIDENT_KINDS, VIEW_ITEMS, type ViewField } from '@yamori/domain';
import { useTranslation } from 'react-i18next';

/** The names of a view's items, as the screens show them. */
export function useItemLabels(): (field: ViewField, name: string) => string {
  const { t: home } = useTranslation('home');
  const { t: rooms } = useTranslation('rooms');
  const { t: accidents } = useTranslation('accidents');
  return (field, name) => {
    const column = VIEW_ITEMS.listColumns.find((candidate) => candidate === name);
    if (field === 'listColumns' || field === 'cardItems')
      return column === undefined ? name : home(`columns.${column}`);
    const track = VIEW_ITEMS.viewerTracks.find((candidate) => candidate === name);
    if (field === 'viewerTracks') return track === undefined ? name : rooms(`lane.${track}`);
    const kind = ACCIDENT_KINDS.find((candidate) => candidate === name);
    return kind === undefined ? name : accidents(`kind.${kind}`);
  };
}
