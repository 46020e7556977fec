import { STREAM_KINDS } from '@yamori/domain';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../api.ts';
import { DialogScroll } from '../../../kit/dialog/dialog-parts.tsx';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { isUnfiltered, parseListState, sortChange } from '../../../kit/list/list-url-state.ts';
import { ListBody } from '../../../shared/document-list/list-body.tsx';
import type { CardContent, ListColumn } from '../../../kit/list/list-view.ts';
import { ListContainer } from '../../../shared/document-list/list-container.tsx';
import { AddButton, ListScreenHead } from '../../../kit/list/list-screen-head.tsx';
import type { Facet } from '../../../kit/list/list-toolbar.tsx';
import { ListViewSwitcher, useListView } from '../../../kit/list/list-view-switcher.tsx';
import listCss from '../../../kit/list/list.module.css';
import { EmptyState } from '../../../kit/pages/page-state.tsx';
import css from './device-types.module.css';
import { NewTypeForm } from './type-form.tsx';
import {
  countDevices,
  shownTypes,
  DEVICE_TYPE_LIST,
  useTypes,
  type DeviceType,
  type TypeColumn,
} from './type-source.ts';

/**
 * The device types: their streams and the number of devices. The address holds the list settings.
 */
export function DeviceTypeScreen() {
  const { t } = useTranslation('deviceTypes');
  const { t: raw } = useTranslation('raw');
  const [values, change] = useUrlParams();
  const navigate = useNavigate();
  const look = useListView();
  const state = parseListState(values, DEVICE_TYPE_LIST);
  const { types, status, hasFiles } = useTypes(state.facets['files'] === 'only');
  const fleet = useFleet().data;
  const countDevicesOrZero = (type: DeviceType): number =>
    countDevices(fleet, type.documentReferenceId) ?? 0;
  const columns = useTypeColumns((type) => countDevices(fleet, type.documentReferenceId));
  const shownColumns = columns.filter(({ id }) => state.columns.includes(id));
  const shown = shownTypes(types, state, countDevicesOrZero);
  const open = (deviceid: string): void =>
    void navigate({ to: '/master/device-lists/$deviceid', params: { deviceid } });
  const facets: readonly Facet[] = [
    {
      name: 'stream',
      label: t('fields.streams'),
      options: STREAM_KINDS.map((kind) => ({ value: kind, word: raw(`streams.${kind}`) })),
    },
    ...(hasFiles
      ? [{ name: 'files', label: t('files'), options: [{ value: 'only', word: t('filesOnly') }] }]
      : []),
  ];
  const make = <AddButton label={t('open')} onClick={() => change({ make: '1' })} />;
  return (
    <div className={listCss['screen']}>
      <ListScreenHead
        title={t('title')}
        aside={status.kind === 'shown' ? t('count', { count: shown.length }) : ''}
        tools={
          <>
            <ListViewSwitcher look={look} />
            {make}
          </>
        }
        config={DEVICE_TYPE_LIST}
        state={state}
        facets={facets}
        columns={columns}
        searchHint={t('searchHint')}
        hasColumns={look !== 'smallcard'}
      />
      <ListContainer>
        <ListBody<DeviceType>
          view={look}
          status={status}
          arrived={types.length}
          needsAll={false}
          isUnfiltered={isUnfiltered(state)}
          rows={shown}
          label={t('list')}
          getId={({ documentReferenceId }) => documentReferenceId}
          getName={({ name }) => name}
          columns={shownColumns}
          getCard={typeCard(shownColumns)}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={(column) => change(sortChange(state, column, DEVICE_TYPE_LIST))}
          onOpen={open}
          onNearEnd={() => undefined}
          onRetry={() => globalThis.location.reload()}
          empty={<EmptyState title={t('empty')} why={t('emptyWhy')} next={make} />}
        />
      </ListContainer>
      <NewTypeDialog
        isOpen={values['make'] === '1'}
        onMade={open}
        onClose={() => change({ make: undefined })}
      />
    </div>
  );
}

type NewTypeDialogProps = {
  readonly isOpen: boolean;
  readonly onMade: (deviceid: string) => void;
  readonly onClose: () => void;
};

function NewTypeDialog({ isOpen, onMade, onClose }: NewTypeDialogProps) {
  const { t } = useTranslation('deviceTypes');
  return (
    <Dialog open={isOpen} size="large" title={t('newTitle')} onClose={onClose}>
      {isOpen ? (
        <DialogScroll>
          <NewTypeForm onMade={onMade} onCancel={onClose} />
        </DialogScroll>
      ) : null}
    </Dialog>
  );
}

function useTypeColumns(
  countDevicesOrZero: (type: DeviceType) => number | null,
): readonly ListColumn<DeviceType, TypeColumn>[] {
  const { t, i18n } = useTranslation('deviceTypes');
  const { t: raw } = useTranslation('raw');
  const figure = new Intl.NumberFormat(i18n.language);
  return [
    { id: 'name', head: t('fields.name'), width: 260, sorts: true, cell: ({ name }) => name },
    { id: 'code', head: t('fields.code'), width: 160, sorts: true, cell: ({ code }) => code },
    { id: 'maker', head: t('fields.maker'), width: 180, sorts: true, cell: ({ maker }) => maker },
    {
      id: 'streams',
      head: t('fields.streams'),
      cell: ({ streams }) =>
        [
          ...new Set(
            streams.map(({ kind }) =>
              raw(`streams.${kind}` as 'streams.ecg', { defaultValue: kind }),
            ),
          ),
        ].join(t('separator')),
    },
    {
      id: 'firmware',
      head: t('fields.firmwareVersions'),
      width: 200,
      cell: ({ firmwareVersions }) => firmwareVersions.join(t('separator')),
    },
    {
      id: 'devices',
      head: t('fields.devices'),
      width: 100,
      isNumber: true,
      sorts: true,
      cell: (type) => {
        const count = countDevicesOrZero(type);
        return count === null ? '--' : figure.format(count);
      },
    },
  ];
}

const typeCard =
  (columns: readonly ListColumn<DeviceType, TypeColumn>[]) =>
  (type: DeviceType, isSmall: boolean): CardContent => ({
    title: type.name,
    ...(isSmall || type.image === undefined
      ? {}
      : { aside: <img className={css['picture']} src={type.image} alt="" /> }),
    lines: columns
      .filter(({ id }) => id !== 'name' && (!isSmall || id === 'devices' || id === 'streams'))
      .map(({ id, head, cell }) =>
        isSmall ? (
          cell(type)
        ) : (
          <Pair key={id} head={head}>
            {cell(type)}
          </Pair>
        ),
      ),
  });

const Pair = ({ head, children }: { readonly head: string; readonly children: ReactNode }) => (
  <span className={css['pair']}>
    <small>{head}</small>
    <span>{children}</span>
  </span>
);
