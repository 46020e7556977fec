import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, useRows, useRowStore } from '../../live/documents/documents-context.tsx';
import { useExternalStore } from '../../live/documents/live-store.ts';
import { TriedView, useListColumns } from '../../shared/views/shown-views.tsx';
import type { View } from '../../shared/views/use-views.ts';
import { LARGE_CARD } from './card-scale.ts';
import { CardGrid } from './card-grid.tsx';
import { RoomCard } from './room-card.tsx';
import { RoomPanelContext } from './room-panel.tsx';
import { queryRooms, RoomStoreContext } from './room-store.ts';
import { RoomTable } from './room-table.tsx';
import { COLUMN_IDS, COLUMN_LOOKS } from './room-table-columns.tsx';
import css from './view-preview.module.css';

const ROOMS_SHOWN = 4;
const FLEXIBLE_COLUMN_PX = 200;
const BORDERS_PX = 36;

/** A few rooms as the board would show them by a view, live. */
export function ViewPreview({ view }: { readonly view: View }) {
  const { t } = useTranslation('home');
  const query = queryRooms(useDocuments(), { organisationId: null });
  const store = useRowStore(query.limit(ROOMS_SHOWN));
  const isRead = 'value' in useRows(store);
  const documents = useExternalStore(store.documents);
  const ids = documents.filter(isWhole).map((room) => room.documentReferenceId);
  if (!isRead || ids.length === 0)
    return <p className={css['none']}>{t(isRead ? 'previewNone' : 'previewLoading')}</p>;
  return (
    <TriedView view={view}>
      <RoomStoreContext value={store}>
        <RoomPanelContext value={nothing}>
          <div className={css['preview']}>
            <ViewTable ids={ids} />
            <div className={css['cards']} inert>
              <CardGrid
                ids={ids.slice(0, 2)}
                Card={RoomCard}
                look={LARGE_CARD}
                onNearEnd={nothing}
              />
            </div>
          </div>
        </RoomPanelContext>
      </RoomStoreContext>
    </TriedView>
  );
}

/** The table scrolls sideways. The element around it scrolls, because the table itself is inert. */
function ViewTable({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation('home');
  const columns = useListColumns(COLUMN_IDS, null, 'room');
  const minWidth = columns.reduce(
    (sum, id) => sum + (COLUMN_LOOKS[id].width ?? FLEXIBLE_COLUMN_PX),
    BORDERS_PX,
  );
  return (
    <section className={css['scroller']} aria-label={t('list')} tabIndex={0}>
      <div className={css['table']} style={{ minWidth }} inert>
        <RoomTable ids={ids} isWide onNearEnd={nothing} />
      </div>
    </section>
  );
}

const nothing = (): void => undefined;
