import { decideAll, ROUTES, type Visitor } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { CommandPalette, type PaletteGroup } from '../../kit/palette/command-palette.tsx';
import { useWhichOrganisation } from '../../shared/organisations/use-which-organisation.ts';
import { LANGUAGES, THEMES } from '../../kit/theme/preferences.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { focusFoundRoom } from './focus-found-room.ts';
import { routeIcon } from './navigation.ts';

/** Maximum number of searched rooms and devices; for more, use the filters of the lists. */
const MAX_SEARCHED = 500;

type SearchPanelProps = {
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Search over rooms, devices, screens and preferences. */
export function SearchPanel({ open, onClose }: SearchPanelProps) {
  const { t } = useTranslation('frame');
  const screens = useScreens();
  const [places, unread] = usePlaces();
  return (
    <CommandPalette
      open={open}
      title={t('searchHint')}
      groups={[...places, screens, useChoices()]}
      nothingFound={unread ? t('searchUnread') : t('searchNothing')}
      onClose={onClose}
    />
  );
}

function useScreens(): PaletteGroup {
  const { t } = useTranslation('frame');
  const { t: words } = useTranslation('routes');
  const { visitor } = useViewer();
  const navigate = useNavigate();
  return {
    label: t('searchScreens'),
    commands: listScreens(visitor).map((route) => ({
      // Every route id has a title (a test compares the two); the keys' type cannot follow a
      // run-time id.
      id: `screen-${route.id}`,
      label: words(`${route.id}.title` as 'index.title'),
      icon: <ToolIcon name={routeIcon(route.id)} size={18} />,
      run: () => void navigate({ to: route.path }),
    })),
  };
}

const listScreens = (visitor: Visitor) =>
  ROUTES.filter(
    (route) => route.navigation !== 'none' && decideAll(route.guards, visitor) === 'allowed',
  );

/**
 * A carer who may not open live screens finds the room on the board, and no devices, instead of a
 * refusal.
 */
const opens = (visitor: Visitor, id: string): boolean =>
  ROUTES.some((route) => route.id === id && decideAll(route.guards, visitor) === 'allowed');

/** Rooms and devices, from the cache without a network; and whether even that is unavailable. */
function usePlaces(): readonly [PaletteGroup[], boolean] {
  const { t } = useTranslation('frame');
  const documents = useDocuments();
  const navigate = useNavigate();
  const { user, visitor } = useViewer();
  const getOrganisationName = useWhichOrganisation();
  // Separate queries: without a network one may be cached and the other not.
  const rooms = useQuery({
    queryKey: ['search-rooms', user?.uid],
    retry: false,
    queryFn: async () =>
      (
        await documents
          .collection('room')
          .where('archivedAt', '==', null)
          .orderBy('name')
          .limit(MAX_SEARCHED)
          .get()
      ).filter(isWhole),
  });
  const devices = useQuery({
    queryKey: ['search-devices', user?.uid],
    retry: false,
    queryFn: async () =>
      (await documents.collection('device').orderBy('serial').limit(MAX_SEARCHED).get()).filter(
        isWhole,
      ),
  });
  const openRoom = (roomId: string, name: string): void => {
    if (opens(visitor, 'monitoring-room'))
      return void navigate({ to: '/monitoring-room', search: { room: roomId } });
    void navigate({ to: '/', search: { q: name } }).then(() => focusFoundRoom(roomId));
  };
  const groups = [
    {
      label: t('searchRooms'),
      commands: (rooms.data ?? []).map((room) => ({
        id: room.documentPath,
        label: room.name,
        detail: [
          getOrganisationName(room.domainId),
          room.building,
          room.floor,
          room.occupant?.alias,
        ]
          .filter(Boolean)
          .join(' '),
        icon: <ToolIcon name="door" size={18} />,
        run: () => openRoom(room.documentReferenceId, room.name),
      })),
    },
    {
      label: t('searchDevices'),
      commands: (opens(visitor, 'monitoring-device') ? (devices.data ?? []) : []).map((device) => ({
        id: device.documentPath,
        label: device.serial,
        detail: device.name ?? '',
        icon: <ToolIcon name="sensor" size={18} />,
        run: () => void navigate({ to: '/monitoring-device', search: { device: device.serial } }),
      })),
    },
  ];
  return [groups, rooms.isError || devices.isError];
}

/** Commands for theme and language. */
function useChoices(): PaletteGroup {
  const { t } = useTranslation('frame');
  const [, change] = usePreferences();
  return {
    label: t('searchChoices'),
    commands: [
      ...THEMES.map((theme) => ({
        id: `theme-${theme}`,
        label: t(`themes.${theme}`),
        detail: t('theme'),
        icon: <ToolIcon name="sliders" size={18} />,
        run: () => change({ theme }),
      })),
      ...LANGUAGES.map((language) => ({
        id: `language-${language}`,
        label: t(`languages.${language}`),
        detail: t('language'),
        icon: <ToolIcon name="account" size={18} />,
        run: () => change({ language }),
      })),
    ],
  };
}
