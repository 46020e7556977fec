import type { ViewField } from '@yamori/domain';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { DialogBody } from '../../../kit/dialog/dialog-parts.tsx';
import { useLeaveQuestion } from '../../../kit/form/use-leave-warning.ts';
import { isUnfiltered, parseListState, sortChange } from '../../../kit/list/list-url-state.ts';
import { ListBody } from '../../../shared/document-list/list-body.tsx';
import type { CardContent, ListColumn } from '../../../kit/list/list-view.ts';
import { ListContainer } from '../../../shared/document-list/list-container.tsx';
import { AddButton, ListScreenHead } from '../../../kit/list/list-screen-head.tsx';
import { ListViewSwitcher, useListView } from '../../../kit/list/list-view-switcher.tsx';
import listCss from '../../../kit/list/list.module.css';
import { EmptyState, LoadingState, ErrorState } from '../../../kit/pages/page-state.tsx';
import type { View } from '../../../shared/views/use-views.ts';
import { useItemLabels } from '../../../shared/views/use-item-labels.ts';
import { ViewEditor, type PreviewPart } from './view-editor.tsx';
import { shownItems, shownViews, useAllViews, VIEW_LIST, type ViewColumn } from './view-source.ts';
import css from './views.module.css';

const NEW = 'new';

/**
 * The views of a ward: the contents of lists, cards and nights. The address holds the open view.
 */
export function ViewScreen({ Preview }: { readonly Preview: PreviewPart }) {
  const { t } = useTranslation('views');
  const [values, change] = useUrlParams();
  const look = useListView();
  const state = parseListState(values, VIEW_LIST);
  const { views, status } = useAllViews();
  const columns = useViewColumns();
  const shownColumns = columns.filter(({ id }) => state.columns.includes(id));
  const shown = shownViews(views, state);
  const make = <AddButton label={t('open')} onClick={() => change({ view: NEW })} />;
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
        config={VIEW_LIST}
        state={state}
        facets={[]}
        columns={columns}
        searchHint={t('searchHint')}
        hasColumns={look !== 'smallcard'}
      />
      <ListContainer>
        <ListBody<View>
          view={look}
          status={status}
          arrived={views.length}
          needsAll={false}
          isUnfiltered={isUnfiltered(state)}
          rows={shown}
          label={t('list')}
          getId={({ documentReferenceId }) => documentReferenceId}
          getName={({ name }) => name}
          columns={shownColumns}
          getCard={getCard(shownColumns)}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={() => change(sortChange(state, 'name', VIEW_LIST))}
          onOpen={(id) => change({ view: id })}
          onNearEnd={() => undefined}
          onRetry={() => globalThis.location.reload()}
          empty={<EmptyState title={t('empty')} why={t('emptyWhy')} next={make} />}
        />
      </ListContainer>
      <EditorDialog
        id={values['view'] ?? null}
        views={status.kind === 'shown' ? views : null}
        Preview={Preview}
        onClose={() => change({ view: undefined })}
      />
    </div>
  );
}

type EditorDialogProps = {
  readonly id: string | null;
  readonly views: readonly View[] | null;
  readonly Preview: PreviewPart;
  readonly onClose: () => void;
};

function EditorDialog({ id, views, Preview, onClose }: EditorDialogProps) {
  const { t } = useTranslation('views');
  const isDirty = useRef<() => boolean>(() => false);
  const mayLeave = useLeaveQuestion();
  const view = views?.find(({ documentReferenceId }) => documentReferenceId === id) ?? null;
  const close = async (): Promise<void> => {
    if (!isDirty.current() || (await mayLeave())) onClose();
  };
  const body =
    id === null ? null : views === null ? (
      <DialogBody>
        <LoadingState />
      </DialogBody>
    ) : id !== NEW && view === null ? (
      <DialogBody>
        <ErrorState compact icon="layout" title={t('gone')} why={t('goneWhy')} />
      </DialogBody>
    ) : (
      <ViewEditor
        key={id}
        view={view}
        Preview={Preview}
        onDirty={(dirty) => {
          isDirty.current = dirty;
        }}
        onDone={onClose}
      />
    );
  return (
    <Dialog
      open={id !== null}
      size="large"
      title={
        id === NEW
          ? t('newTitle')
          : view === null
            ? t('title')
            : t('editTitle', { name: view.name })
      }
      onClose={() => void close()}
    >
      {body}
    </Dialog>
  );
}

function useViewColumns(): readonly ListColumn<View, ViewColumn>[] {
  const { t } = useTranslation('views');
  const words = useItemLabels();
  const items =
    (field: ViewField) =>
    (view: View): string =>
      view[field].length === 0
        ? t(field === 'thresholdsShown' ? 'nothing' : 'everything')
        : shownItems(field, view[field])
            .map((name) => words(field, name))
            .join(t('separator'));
  return [
    { id: 'name', head: t('fields.name'), width: 220, sorts: true, cell: ({ name }) => name },
    { id: 'listColumns', head: t('fields.listColumns'), cell: items('listColumns') },
    { id: 'cardItems', head: t('fields.cardItems'), cell: items('cardItems') },
    { id: 'viewerTracks', head: t('fields.viewerTracks'), cell: items('viewerTracks') },
    { id: 'thresholdsShown', head: t('fields.thresholdsShown'), cell: items('thresholdsShown') },
  ];
}

const getCard =
  (columns: readonly ListColumn<View, ViewColumn>[]) =>
  (view: View, isSmall: boolean): CardContent => ({
    title: view.name,
    lines: columns
      .filter(({ id }) => id !== 'name' && (!isSmall || id === 'listColumns'))
      .map(({ id, head, cell }) =>
        isSmall ? (
          cell(view)
        ) : (
          <Pair key={id} head={head}>
            {cell(view)}
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
