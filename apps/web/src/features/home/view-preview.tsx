import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../client/document-reader.ts';
import { useDocuments, useQuery } from '../../client/documents-context.tsx';
import { TriedView } from '../../ui/views/shown-views.tsx';
import type { View } from '../../ui/views/use-views.ts';
import { LARGE_CARD } from './card-scale.ts';
import { CardGrid } from './card-grid.tsx';
import { RoomCard } from './room-card.tsx';
import { RoomPanelContext } from './room-panel.tsx';
import { RoomRows, type Room } from './room-rows.ts';
import { RoomTable } from './room-table.tsx';
import css from './view-preview.module.css';

const ROOMS_SHOWN = 4;

/** A few rooms as the board would show them by a view, live. */
export function ViewPreview({ view }: { readonly view: View }) {
  const { t } = useTranslation('home');
  const found = useQuery(useDocuments().collection('room').where('archivedAt', '==', null).orderBy('name').limit(ROOMS_SHOWN));
  const rooms = 'value' in found ? found.value.filter((room): room is Room => isWhole(room)) : null;
  const rows = useMemo(() => {
    const made = new RoomRows();
    made.apply((rooms ?? []).map((room) => ({ kind: 'added', room })));
    return made;
  }, [rooms]);
  if (rooms === null || rooms.length === 0) return <p className={css['none']}>{t(rooms === null ? 'previewLoading' : 'previewNone')}</p>;
  const ids = rooms.map(({ documentReferenceId }) => documentReferenceId);
  return (
    <TriedView view={view}><RoomPanelContext value={nothing}>
      <div className={css['preview']} inert>
        <div className={css['table']}><RoomTable ids={ids} rows={rows} onNearEnd={nothing} /></div>
        <div className={css['cards']}><CardGrid ids={ids.slice(0, 2)} rows={rows} Card={RoomCard} look={LARGE_CARD} onNearEnd={nothing} /></div>
      </div>
    </RoomPanelContext></TriedView>
  );
}

const nothing = (): void => undefined;
