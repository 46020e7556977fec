import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { isUnfiltered, parseListState, sortChange } from '../../../kit/list/list-url-state.ts';
import { ListBody } from '../../../shared/document-list/list-body.tsx';
import { ListContainer, useListView } from '../../../shared/document-list/list-container.tsx';
import { AddButton, ListScreenHead } from '../../../kit/list/list-screen-head.tsx';
import type { Facet } from '../../../kit/list/list-toolbar.tsx';
import listCss from '../../../kit/list/list.module.css';
import { SelectionBar } from '../../../kit/list/selection-bar.tsx';
import { useSelection } from '../../../kit/list/selection.ts';
import { ListViewSwitch } from '../../../kit/list/view-switch.tsx';
import { useOrganisations } from '../../../shared/organisations/use-organisations.ts';
import { EmptyState } from '../../../kit/pages/page-state.tsx';
import { useDeviceCard, useDeviceColumns } from './device-columns.tsx';
import { DevicePanel } from './device-panel.tsx';
import {
  DEVICE_LIST,
  DEVICE_ORIGINS,
  DEVICE_PLACES,
  LISTED_STATES,
  needsAllDevices,
  filterDevices,
} from './device-list.ts';
import { useDeviceRights } from './device-rights.ts';
import { useDeviceTypes } from '../../../shared/device-types/use-device-types.ts';
import { getDeviceName, useDeviceRows, useRoomsInUse, type Device } from './device-source.ts';
import { useDeviceWords } from './use-device-labels.ts';
import { useLabelSheet } from './labels/use-label-sheet.tsx';
import { RegisterDialog } from './register/register-dialog.tsx';

/** The devices with their state, place and connection. The address holds the open item. */
export function DeviceConfigScreen() {
  const { t } = useTranslation('deviceConfig');
  const view = useListView();
  const [values, change] = useUrlParams();
  const state = parseListState(values, DEVICE_LIST);
  const list = useDeviceRows(state);
  const rooms = useRoomsInUse();
  const words = useDeviceWords(rooms);
  const rights = useDeviceRights();
  const selection = useSelection();
  const columns = useDeviceColumns(words);
  const shownColumns = columns.filter(({ id }) => state.columns.includes(id));
  const getCard = useDeviceCard(words, shownColumns);
  const devices = filterDevices(list.rows, state, words);
  const facets = useDeviceFacets();
  const mayRegister = useOrganisations().some(({ documentReferenceId }) =>
    rights.mayRegisterIn(documentReferenceId),
  );
  const add = mayRegister ? (
    <AddButton label={t('register.open')} onClick={() => change({ register: '1' })} />
  ) : null;
  const chosen = devices.filter(({ serial }) => selection.ids.has(serial));
  return (
    <div className={listCss['screen']}>
      <ListScreenHead
        title={t('title')}
        aside={list.status.kind === 'shown' ? t('count', { count: devices.length }) : ''}
        tools={
          <>
            <ListViewSwitch view={view} getPath={(name) => `/device-config/device-list-${name}`} />
            {add}
          </>
        }
        config={DEVICE_LIST}
        state={state}
        facets={facets}
        columns={columns}
        searchHint={t('searchHint')}
        hasColumns={view !== 'smallcard'}
      />
      <ListContainer>
        <LabelBar chosen={chosen} onClear={selection.clear} />
        <ListBody<Device>
          view={view}
          status={list.status}
          arrived={list.rows.length}
          needsAll={needsAllDevices(state)}
          isUnfiltered={isUnfiltered(state)}
          rows={devices}
          label={t('list')}
          getId={({ serial }) => serial}
          getName={getDeviceName}
          columns={shownColumns}
          getCard={getCard}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={(column) => change(sortChange(state, column, DEVICE_LIST))}
          selection={selection}
          onOpen={(serial) => change({ device: serial })}
          onNearEnd={list.loadNextPage}
          onRetry={list.retry}
          empty={<NoDevices add={add} />}
        />
      </ListContainer>
      <DevicePanel
        serial={values['device'] ?? null}
        rights={rights}
        rooms={rooms}
        words={words}
        onClose={() => change({ device: undefined })}
      />
      <RegisterDialog
        requested={mayRegister ? (values['register'] ?? null) : null}
        rights={rights}
        rooms={rooms}
        onClose={() => change({ register: undefined })}
      />
    </div>
  );
}

type LabelBarProps = { readonly chosen: readonly Device[]; readonly onClear: () => void };

/** Prints labels of the selected devices. */
function LabelBar({ chosen, onClear }: LabelBarProps) {
  const { t } = useTranslation('deviceConfig');
  const printLabels = useLabelSheet();
  return (
    <SelectionBar count={chosen.length} onClear={onClear}>
      <Button onClick={() => printLabels(chosen)}>
        <ToolIcon name="print" size={18} />
        {t('labels.print')}
      </Button>
    </SelectionBar>
  );
}

/** `add`: null if the user may not register devices. */
function NoDevices({ add }: { readonly add: ReactNode }) {
  const { t } = useTranslation('deviceConfig');
  if (add === null) return <EmptyState title={t('empty')} why={t('emptyStaffWhy')} />;
  const next = (
    <>
      {add}
      <Link to="/csv-import">{t('register.byCsv')}</Link>
    </>
  );
  return <EmptyState title={t('empty')} why={t('emptyWhy')} next={next} />;
}

function useDeviceFacets(): readonly Facet[] {
  const { t } = useTranslation('deviceConfig');
  const { t: states } = useTranslation('states');
  const types = useDeviceTypes();
  return [
    {
      name: 'type',
      label: t('fields.type'),
      options: types.map(({ documentReferenceId, name }) => ({
        value: documentReferenceId,
        word: name,
      })),
    },
    {
      name: 'origin',
      label: t('origin.label'),
      options: DEVICE_ORIGINS.map((value) => ({ value, word: t(`origin.${value}`) })),
    },
    {
      name: 'state',
      label: t('fields.state'),
      options: LISTED_STATES.map((state) => ({ value: state, word: states(`device.${state}`) })),
    },
    {
      name: 'place',
      label: t('fields.room'),
      options: DEVICE_PLACES.map((value) => ({
        value,
        word: t(value === 'none' ? 'noRoom' : 'lent'),
      })),
    },
    {
      name: 'retired',
      label: t('use.label'),
      options: [{ value: 'only', word: states('device.retired') }],
    },
  ];
}
