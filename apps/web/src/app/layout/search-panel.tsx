import { decideAll, ROUTES, type Visitor } from '@yamori/domain';
import { Spotlight, createSpotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/spotlight/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useWhichOrganisation } from '../../shared/organisations/use-which-organisation.ts';
import { LANGUAGES, THEMES } from '../../kit/theme/preferences.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { focusFoundRoom } from './focus-found-room.ts';
import { routeIcon } from './navigation.ts';

/** Rooms and devices that are looked through; beyond that the lists' own filters serve. */
const MOST_SEARCHED = 500;
const MOST_SHOWN = 40;

/**
 * Search over rooms, devices and screens. Opens whenever `requests` grows, also while it is still
 * closing.
 */
export function SearchPanel({ requests }: { readonly requests: number }) {
  const { t } = useTranslation('frame');
  const [[store, actions]] = useState(createSpotlight);
  const screens = useScreens();
  const [places, unread] = usePlaces();
  const groups = [...places, screens, useChoices()];
  useEffect(() => actions.open(), [requests, actions]);
  return (
    <Spotlight
      store={store}
      actions={groups.filter(({ actions: found }) => found.length > 0)}
      shortcut={null}
      highlightQuery
      limit={MOST_SHOWN}
      scrollable
      maxHeight={480}
      zIndex={200}
      yOffset="max(80px, calc(var(--alarms-bottom, 0px) + 8px))"
      overlayProps={SEEN_THROUGH}
      nothingFound={unread ? t('searchUnread') : t('searchNothing')}
      transitionProps={{ duration: 120 }}
      searchProps={{
        leftSection: <ToolIcon name="search" size={18} />,
        placeholder: t('searchHint'),
        'aria-label': t('searchHint'),
        onKeyDown: takeFirst,
      }}
    />
  );
}

/** What needs somebody stays readable behind the search: a dim page, and not a blurred one. */
const SEEN_THROUGH = { blur: 0, backgroundOpacity: 0.5 } as const;

/**
 * Enter takes the first that is found also where it came after the words were typed: the library
 * chooses one only while typing.
 */
function takeFirst(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const found = event.currentTarget.closest('[role="dialog"]');
  if (found?.querySelector('[data-action][data-selected]') === null)
    found.querySelector<HTMLElement>('[data-action]')?.click();
}

function useScreens(): SpotlightActionGroupData {
  const { t } = useTranslation('frame');
  const { t: words } = useTranslation('routes');
  const { visitor } = useViewer();
  const navigate = useNavigate();
  return {
    group: t('searchScreens'),
    actions: screensOf(visitor).map((route) => ({
      // Every route id has words (a test compares the two); the keys' type cannot follow a run-time
      // id.
      id: `screen-${route.id}`,
      label: words(`${route.id}.title` as 'index.title'),
      leftSection: <ToolIcon name={routeIcon(route.id)} size={18} />,
      onClick: () => void navigate({ to: route.path }),
    })),
  };
}

const screensOf = (visitor: Visitor) =>
  ROUTES.filter(
    (route) => route.navigation !== 'none' && decideAll(route.guards, visitor) === 'allowed',
  );

/**
 * A carer who may not open live screens finds the room on the board, and no devices, instead of a
 * refusal.
 */
const opens = (visitor: Visitor, id: string): boolean =>
  ROUTES.some((route) => route.id === id && decideAll(route.guards, visitor) === 'allowed');

/**
 * Rooms and devices, from the copy where the network is gone; and whether not even that could be
 * read.
 */
function usePlaces(): readonly [SpotlightActionGroupData[], boolean] {
  const { t } = useTranslation('frame');
  const documents = useDocuments();
  const navigate = useNavigate();
  const { user, visitor } = useViewer();
  const houseOf = useWhichOrganisation();
  // Each by itself: without a network the one may be kept and the other not.
  const rooms = useQuery({
    queryKey: ['search-rooms', user?.uid],
    retry: false,
    queryFn: async () =>
      (
        await documents
          .collection('room')
          .where('archivedAt', '==', null)
          .orderBy('name')
          .limit(MOST_SEARCHED)
          .get()
      ).filter(isWhole),
  });
  const devices = useQuery({
    queryKey: ['search-devices', user?.uid],
    retry: false,
    queryFn: async () =>
      (await documents.collection('device').orderBy('serial').limit(MOST_SEARCHED).get()).filter(
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
      group: t('searchRooms'),
      actions: (rooms.data ?? []).map((room) => ({
        id: room.documentPath,
        label: room.name,
        description: [houseOf(room.domainId), room.building, room.floor, room.occupant?.alias]
          .filter(Boolean)
          .join(' '),
        leftSection: <ToolIcon name="room" size={18} />,
        onClick: () => openRoom(room.documentReferenceId, room.name),
      })),
    },
    {
      group: t('searchDevices'),
      actions: (opens(visitor, 'monitoring-device') ? (devices.data ?? []) : []).map((device) => ({
        id: device.documentPath,
        label: device.serial,
        description: device.name ?? '',
        leftSection: <ToolIcon name="device" size={18} />,
        onClick: () =>
          void navigate({ to: '/monitoring-device', search: { device: device.serial } }),
      })),
    },
  ];
  return [groups, rooms.isError || devices.isError];
}

/** How the page looks and speaks. */
function useChoices(): SpotlightActionGroupData {
  const { t } = useTranslation('frame');
  const [, change] = usePreferences();
  return {
    group: t('searchChoices'),
    actions: [
      ...THEMES.map((theme) => ({
        id: `theme-${theme}`,
        label: t(`themes.${theme}`),
        description: t('theme'),
        leftSection: <ToolIcon name="sliders" size={18} />,
        onClick: () => change({ theme }),
      })),
      ...LANGUAGES.map((language) => ({
        id: `language-${language}`,
        label: t(`languages.${language}`),
        description: t('language'),
        leftSection: <ToolIcon name="account" size={18} />,
        onClick: () => change({ language }),
      })),
    ],
  };
}
