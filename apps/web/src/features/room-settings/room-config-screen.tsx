import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import {
  isUnfiltered,
  distinctNames,
  parseListState,
  sortChange,
} from '../../kit/list/list-url-state.ts';
import { ListBody } from '../../shared/document-list/list-body.tsx';
import { ListContainer, useListView } from '../../shared/document-list/list-container.tsx';
import { AddButton, ListScreenHead } from '../../kit/list/list-screen-head.tsx';
import type { Facet } from '../../kit/list/list-toolbar.tsx';
import listCss from '../../kit/list/list.module.css';
import { useSelection } from '../../kit/list/selection.ts';
import { ListViewSwitch } from '../../kit/list/view-switch.tsx';
import { useOrganisations } from '../../shared/organisations/use-organisations.ts';
import { EmptyState } from '../../kit/pages/page-state.tsx';
import { RoomBulkBar, type BulkPart } from './room-bulk-bar.tsx';
import { useRoomCard, useRoomColumns, type RoomLabels } from './room-columns.tsx';
import { RoomEditor, type RoomEditorProps } from './room-editor.tsx';
import { needsAllRooms, ROOM_LIST, shownRooms } from './room-list.ts';
import { useRoomRights } from './room-rights.ts';
import { useDevicesInUse, useRoomRows, type Device, type Room } from './api.ts';
import { useViews } from '../../shared/views/use-views.ts';

/**
 * `RoomPart`: a room's settings from other features, such as thresholds, between its devices and
 * its status.
 */
type RoomConfigProps = Pick<RoomEditorProps, 'RoomPart'> & {
  readonly BulkPart?: BulkPart | undefined;
};

/** The settings of all rooms: search, edit and create them. The address holds the open room. */
export function RoomConfigScreen({ RoomPart, BulkPart }: RoomConfigProps) {
  const { t } = useTranslation('roomConfig');
  const view = useListView();
  const [values, change] = useUrlParams();
  const state = parseListState(values, ROOM_LIST);
  const list = useRoomRows(state);
  const devices = useDevicesInUse();
  const rights = useRoomRights();
  const selection = useSelection();
  const organisations = useOrganisations();
  const words = useRoomLabels(devices, rights.seesOccupant);
  const columns = useRoomColumns(words);
  const shownColumns = columns.filter(({ id }) => state.columns.includes(id));
  const getCard = useRoomCard(words, shownColumns);
  const devicesIn = new Map(
    list.rows.map((room) => [room.documentReferenceId, words.getDevices(room)]),
  );
  const rooms = shownRooms(list.rows, state, devicesIn);
  const mayCreate = organisations.some(({ documentReferenceId }) =>
    rights.mayCreateIn(documentReferenceId),
  );
  const open = (roomId: string | undefined): void => change({ room: roomId });
  const add = mayCreate ? <AddButton label={t('add')} onClick={() => open('new')} /> : null;
  return (
    <div className={listCss['screen']}>
      <ListScreenHead
        title={t('title')}
        aside={list.status.kind === 'shown' ? t('count', { count: rooms.length }) : ''}
        tools={
          <>
            <ListViewSwitch view={view} getPath={(name) => `/room-config/room-list-${name}`} />
            {add}
          </>
        }
        config={ROOM_LIST}
        state={state}
        facets={useRoomFacets(list.rows)}
        columns={columns}
        searchHint={t('searchHint')}
        hasColumns={view !== 'smallcard'}
      />
      <ListContainer>
        <RoomBulkBar
          rooms={rooms.filter(({ documentReferenceId }) => selection.ids.has(documentReferenceId))}
          rights={rights}
          BulkPart={BulkPart}
          onDone={selection.clear}
        />
        <ListBody<Room>
          view={view}
          status={list.status}
          arrived={list.rows.length}
          needsAll={needsAllRooms(state)}
          isUnfiltered={isUnfiltered(state)}
          rows={rooms}
          label={t('list')}
          getId={({ documentReferenceId }) => documentReferenceId}
          getName={({ name }) => name}
          columns={shownColumns}
          getCard={getCard}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={(column) => change(sortChange(state, column, ROOM_LIST))}
          selection={selection}
          onOpen={open}
          onNearEnd={list.loadNextPage}
          onRetry={list.retry}
          empty={<NoRooms add={add} />}
        />
      </ListContainer>
      <RoomEditor
        roomId={values['room'] ?? null}
        rights={rights}
        devices={devices}
        RoomPart={RoomPart}
        onOpen={open}
        onClose={() => open(undefined)}
      />
    </div>
  );
}

/** `add`: null if the user may not create rooms. */
function NoRooms({ add }: { readonly add: ReactNode }) {
  const { t } = useTranslation('roomConfig');
  const why = add === null ? t('emptyStaffWhy') : t('emptyWhy');
  return <EmptyState title={t('empty')} why={why} next={add} />;
}

function useRoomLabels(devices: readonly Device[] | null, seesOccupant: boolean): RoomLabels {
  const views = useViews();
  const organisations = useOrganisations();
  const devicesByRoom =
    devices === null ? null : Map.groupBy(devices, ({ roomId }) => roomId ?? '');
  return {
    seesOccupant,
    getDevices: ({ documentReferenceId }) =>
      devicesByRoom === null
        ? null
        : (devicesByRoom.get(documentReferenceId) ?? []).map(({ name, serial }) =>
            name === '' ? serial : name,
          ),
    getViewName: ({ viewId }) =>
      views.find(({ documentReferenceId }) => documentReferenceId === viewId)?.name ?? '',
    getOrganisation: ({ domainId }) =>
      organisations.find(({ documentReferenceId }) => documentReferenceId === domainId)?.name ?? '',
  };
}

function useRoomFacets(rooms: readonly Room[]): readonly Facet[] {
  const { t } = useTranslation('roomConfig');
  const plain = (names: readonly string[]) =>
    distinctNames(names).map((value) => ({ value, word: value }));
  return [
    {
      name: 'building',
      label: t('fields.building'),
      options: plain(rooms.map(({ building }) => building)),
    },
    { name: 'floor', label: t('fields.floor'), options: plain(rooms.map(({ floor }) => floor)) },
    { name: 'tag', label: t('fields.tags'), options: plain(rooms.flatMap(({ tags }) => tags)) },
    {
      name: 'device',
      label: t('fields.devices'),
      options: [
        { value: 'none', word: t('withoutDevice') },
        { value: 'some', word: t('withDevice') },
      ],
    },
    {
      name: 'archived',
      label: t('standing.label'),
      options: [{ value: 'only', word: t('standing.archived') }],
    },
  ];
}
