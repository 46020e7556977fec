import { DEVICE_STATES, type AgencyCustomer, type AgencyDevice } from '@yamori/domain';
import { useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { isUnfiltered, parseListState, sortChange } from '../../../kit/list/list-url-state.ts';
import { ListBody } from '../../../shared/document-list/list-body.tsx';
import { ListContainer } from '../../../shared/document-list/list-container.tsx';
import { ListScreenHead } from '../../../kit/list/list-screen-head.tsx';
import type { Facet } from '../../../kit/list/list-toolbar.tsx';
import { ListViewSwitcher, useListView } from '../../../kit/list/list-view-switcher.tsx';
import listCss from '../../../kit/list/list.module.css';
import { EmptyState } from '../../../kit/pages/page-state.tsx';
import { AllCustomersNote } from './all-customers-note.tsx';
import { agencyDeviceCard, useAgencyDeviceColumns } from './device-columns.tsx';
import { AGENCY_DEVICE_LIST, toDevicesQuery } from './device-list.ts';
import { useAgencyDevices, useCustomers } from '../api.ts';

/** Debounces the search. */
const PAUSE_MS = 250;

/** Shows one device over the list; null shows nothing. */
type DevicePart = ComponentType<{
  readonly serial: string | null;
  readonly onClose: () => void;
}>;

/**
 * All customers' devices with their state and place. The address holds the list settings and the
 * open device.
 */
export function AgencyDevicesScreen({ DevicePart }: { readonly DevicePart: DevicePart }) {
  const { t } = useTranslation('agencyArea');
  const [values, change] = useUrlParams();
  const look = useListView();
  const state = parseListState(values, AGENCY_DEVICE_LIST);
  const list = useAgencyDevices(toDevicesQuery({ ...state, text: usePaused(state.text) }));
  const columns = useAgencyDeviceColumns();
  const shownColumns = columns.filter((column) => state.columns.includes(column.id));
  const customers = useCustomers();
  const facets = useFacets(customers, list.types);
  const close = (): void => {
    change({ device: undefined });
    // Its name may have changed, or it may be gone.
    list.retry();
  };
  return (
    <div className={listCss['screen']}>
      <ListScreenHead
        title={t('devices.title')}
        aside={list.status.kind === 'shown' ? t('devices.count', { count: list.total }) : ''}
        tools={<ListViewSwitcher look={look} />}
        config={AGENCY_DEVICE_LIST}
        state={state}
        facets={facets}
        columns={columns}
        searchHint={t('devices.searchHint')}
        hasColumns={look !== 'smallcard'}
      >
        <AllCustomersNote
          customers={customers}
          isNarrowed={state.facets['customer'] !== null}
          onNarrow={(customer) => change({ customer })}
        />
      </ListScreenHead>
      <ListContainer>
        <ListBody<AgencyDevice>
          view={look}
          status={list.status}
          arrived={list.rows.length}
          needsAll={false}
          isUnfiltered={isUnfiltered(state)}
          rows={list.rows}
          label={t('devices.list')}
          getId={({ serial }) => serial}
          getName={({ serial }) => serial}
          columns={shownColumns}
          getCard={agencyDeviceCard(shownColumns)}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={(column) => change(sortChange(state, column, AGENCY_DEVICE_LIST))}
          onOpen={(serial) => change({ device: serial })}
          onNearEnd={list.loadNextPage}
          onRetry={list.retry}
          empty={<EmptyState title={t('devices.empty')} why={t('devices.emptyWhy')} />}
        />
      </ListContainer>
      <DevicePart serial={values['device'] ?? null} onClose={close} />
    </div>
  );
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function useFacets(
  customers: readonly AgencyCustomer[],
  types: readonly { readonly typeId: string; readonly name: string }[],
): readonly Facet[] {
  const { t } = useTranslation('agencyArea');
  const { t: states } = useTranslation('states');
  return [
    {
      name: 'state',
      label: t('devices.fields.state'),
      options: DEVICE_STATES.map((value) => ({ value, word: states(`device.${value}`) })),
    },
    {
      name: 'customer',
      label: t('devices.fields.customer'),
      options: customers.map(({ customerId, name }) => ({ value: customerId, word: name })),
    },
    {
      name: 'type',
      label: t('devices.fields.type'),
      options: types.map(({ typeId, name }) => ({ value: typeId, word: name })),
    },
  ];
}
