import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../live/documents/documents-context.tsx';
import { TriedView, useListColumns } from '../../shared/views/shown-views.tsx';
import type { View } from '../../shared/views/use-views.ts';
import { LARGE_CARD } from './card-scale.ts';
import { CardGrid } from './card-grid.tsx';
import { RoomCard } from './room-card.tsx';
import { RoomPanelContext } from './room-panel.tsx';
import { RoomRows, type Room } from './room-rows.ts';
import { RoomTable } from './room-table.tsx';
import { COLUMN_IDS, COLUMN_LOOKS } from './room-table-columns.tsx';
import css from './view-preview.module.css';

const ROOMS_SHOWN = 4;
const FLEXIBLE_COLUMN_PX = 200;
const BORDERS_PX = 36;

/** A few rooms as the board would show them by a view, live. */
export function ViewPreview({ view }: { readonly view: View }) {
  const { t } = useTranslation('home');
  const found = useLiveQuery(
    useDocuments()
      .collection('room')
      .where('archivedAt', '==', null)
      .orderBy('name')
      .limit(ROOMS_SHOWN),
  );
  const rooms = 'value' in found ? found.value.filter((room): room is Room => isWhole(room)) : null;
  const rows = useMemo(() => {
    const made = new RoomRows();
    made.apply((rooms ?? []).map((room) => ({ kind: 'added', room })));
    return made;
  }, [rooms]);
  if (rooms === null || rooms.length === 0)
    return <p className={css['none']}>{t(rooms === null ? 'previewLoading' : 'previewNone')}</p>;
  const ids = rooms.map(({ documentReferenceId }) => documentReferenceId);
  return (
    <TriedView view={view}>
      <RoomPanelContext value={nothing}>
        <div className={css['preview']}>
          <ViewTable ids={ids} rows={rows} />
          <div className={css['cards']} inert>
            <CardGrid
              ids={ids.slice(0, 2)}
              rows={rows}
              Card={RoomCard}
              look={LARGE_CARD}
              onNearEnd={nothing}
            />
          </div>
        </div>
      </RoomPanelContext>
    </TriedView>
  );
}

/** The table scrolls sideways. The element around it scrolls, because the table itself is inert. */
function ViewTable({ ids, rows }: { readonly ids: readonly string[]; readonly rows: RoomRows }) {
  const { t } = useTranslation('home');
  const columns = useListColumns(COLUMN_IDS, null, 'room');
  const minWidth = columns.reduce(
    (sum, id) => sum + (COLUMN_LOOKS[id].width ?? FLEXIBLE_COLUMN_PX),
    BORDERS_PX,
  );
  return (
    <section className={css['scroller']} aria-label={t('list')} tabIndex={0}>
      <div className={css['table']} style={{ minWidth }} inert>
        <RoomTable ids={ids} rows={rows} isWide onNearEnd={nothing} />
      </div>
    </section>
  );
}

const nothing = (): void => undefined;
