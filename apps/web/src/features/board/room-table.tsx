import { useTable } from '@tanstack/react-table';
import {
  memo,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { moveInGrid } from '../../kit/list/list-keys.ts';
import { useListScroll, useMoreAside, useInnerSize } from '../../kit/list/list-scroll.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { useListColumns } from '../../shared/views/shown-views.tsx';
import board from './board.module.css';
import { RoomLink } from './room-link.tsx';
import { useAttentionTone, useRoom, useRoomName } from './room-store.ts';
import {
  COLUMN_IDS,
  COLUMN_LOOKS,
  toColumns,
  NARROW_COLUMN_IDS,
  RoomCell,
  roomTableFeatures,
  type ColumnId,
} from './room-table-columns.tsx';
import css from './room-table.module.css';
import { ScrollRestContext, useScrollRest } from './scroll-rest.ts';

type RoomTableProps = {
  readonly ids: readonly string[];
  /** Uses the wide layout also on a phone: the parent scrolls sideways. */
  readonly isWide?: boolean;
  readonly onNearEnd: () => void;
};

const ROW_HEIGHT = 36;
const ROWS_AHEAD = 10;
/** Below this width in pixels the table uses the phone layout. */
const NARROW_BELOW = 700;

/**
 * Rooms as rows of 36 px under a sticky header; up and down move, Enter opens. On a phone the
 * column of names is sticky too.
 */
export function RoomTable({ ids, isWide = false, onNearEnd }: RoomTableProps) {
  'use no memo';
  const { t } = useTranslation('home');
  const scroller = useRef<HTMLDivElement>(null);
  const { width } = useInnerSize(scroller);
  const isNarrow = !isWide && width > 0 && width < NARROW_BELOW;
  const columnIds = useColumnIds(isNarrow);
  // The directive above excludes this component from the compiler; without useMemo every frame of a
  // scroll would rebuild all rows.
  const data = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const table = useTable({
    features: roomTableFeatures,
    columns: useMemo(() => toColumns(columnIds), [columnIds]),
    data,
    getRowId: (row) => row.id,
  });
  const scroll = useListScroll({
    scroller,
    count: ids.length,
    columns: 1,
    rowHeight: ROW_HEIGHT,
    rowsAhead: ROWS_AHEAD,
    onNearEnd,
  });
  const rest = useScrollRest(scroll.isScrolling);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const current = Math.max(0, currentId === null ? 0 : ids.indexOf(currentId));
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moveInGrid(event.key, current, ids.length, 1);
    if (next === null) return;
    event.preventDefault();
    setCurrentId(ids[next] ?? null);
    scroll.focusItem(next);
  };
  const model = table.getRowModel().rows;
  const before = scroll.rows[0]?.start ?? 0;
  const after = scroll.height - (scroll.rows.at(-1)?.end ?? 0);
  return (
    <TableFrame scroller={scroller}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys */}
      <table
        className={css['table']}
        data-narrow={isNarrow}
        aria-label={t('list')}
        aria-rowcount={ids.length}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          {columnIds.map((id) => (
            <Column key={id} id={id} isNarrow={isNarrow} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map(({ column }) => (
                <HeadCell key={column.id} id={parseColumn(column.id)} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          <Spacer height={before} />
          <ScrollRestContext value={rest}>
            {scroll.rows.map(({ index }) => {
              const row = model[index];
              return row === undefined ? null : (
                <TableRow
                  key={index}
                  roomId={row.id}
                  index={index}
                  columnIds={columnIds}
                  current={index === current}
                  onFocus={setCurrentId}
                />
              );
            })}
          </ScrollRestContext>
          <Spacer height={after} />
        </tbody>
      </table>
    </TableFrame>
  );
}

/** Columns for this width that the selected organisation's view shows. */
function useColumnIds(isNarrow: boolean): readonly ColumnId[] {
  const { organisationId, user } = useViewer();
  return useListColumns(
    isNarrow ? NARROW_COLUMN_IDS : COLUMN_IDS,
    organisationId ?? user?.domainId ?? null,
    'room',
  );
}

/** Scrolls both ways, and shows whether there is more at the side. */
function TableFrame({
  scroller,
  children,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const isMoreAside = useMoreAside(scroller);
  return (
    <div className={css['frame']} data-more={isMoreAside}>
      <div ref={scroller} className={board['scroller']} data-table="true">
        {children}
      </div>
      <span className={css['more']} aria-hidden="true">
        <ToolIcon name="right" size={16} />
      </span>
    </div>
  );
}

const parseColumn = (id: string): ColumnId => COLUMN_IDS.find((column) => column === id) ?? 'room';

function Column({ id, isNarrow }: { id: ColumnId; isNarrow: boolean }) {
  const { width: wide, narrowWidth } = COLUMN_LOOKS[id];
  const width = isNarrow ? narrowWidth : wide;
  return width === null ? <col /> : <col style={{ width }} />;
}

function HeadCell({ id }: { id: ColumnId }) {
  const { t } = useTranslation('home');
  return (
    <th scope="col" data-number={COLUMN_LOOKS[id].number}>
      {t(`columns.${id}`)}
    </th>
  );
}

const Spacer = ({ height }: { height: number }) =>
  height <= 0 ? null : (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={COLUMN_IDS.length}>{'\u00a0'}</td>
    </tr>
  );

type RowProps = {
  readonly roomId: string;
  readonly columnIds: readonly ColumnId[];
  readonly index: number;
  readonly current: boolean;
  readonly onFocus: (roomId: string) => void;
};

/** Behind `memo`: the list is drawn again while scrolling, a row only when its room changes. */
const TableRow = memo(function TableRow({ roomId, columnIds, index, current, onFocus }: RowProps) {
  const tone = useAttentionTone(roomId);
  return (
    <tr className={css['row']} data-attention={tone}>
      <th scope="row">
        <RoomLink
          roomId={roomId}
          index={index}
          current={current}
          className={css['link']}
          onFocus={() => onFocus(roomId)}
        >
          <RoomName roomId={roomId} />
        </RoomLink>
      </th>
      <RowCells roomId={roomId} columnIds={columnIds} />
    </tr>
  );
});

const RoomName = ({ roomId }: Pick<RowProps, 'roomId'>) => useRoomName(roomId);

function RowCells({ roomId, columnIds }: Pick<RowProps, 'roomId' | 'columnIds'>) {
  const room = useRoom(roomId);
  if (room === null) return null;
  return columnIds.map((column) =>
    column === 'room' ? null : (
      <td key={column} data-number={COLUMN_LOOKS[column].number}>
        <RoomCell column={column} room={room} />
      </td>
    ),
  );
}
