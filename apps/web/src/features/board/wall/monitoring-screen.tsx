import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartStatus } from '../../../live/chart/chart-context.tsx';
import {
  useDocuments,
  useLink,
  useConnectionState,
  useRows,
  useRowStore,
} from '../../../live/documents/documents-context.tsx';
import { useWakeLock } from '../../../shared/alarm-sound/use-wake-lock.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { ConnectionBanner } from '../../../shared/connection/connection-banner.tsx';
import { usePointerActivity } from '../../../kit/pointer/use-pointer-activity.ts';
import {
  useLastRoomCount,
  useRememberedRoomCount,
} from '../../../shared/room-state/last-room-count.ts';
import { EmptyState, LoadingState, Skeleton, ErrorState } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { ShownViews } from '../../../shared/views/shown-views.tsx';
import css from './monitoring.module.css';
import { RoomTile } from './room-tile.tsx';
import { moveInGrid } from '../../../kit/list/list-keys.ts';
import type { ComputedLayout } from '../../../kit/list/stable-layout.ts';
import { useElementSize } from '../../../kit/use-element-size.ts';
import { useFullScreen } from './use-full-screen.ts';
import { queryRooms, type Room, type RoomStore } from '../room-store.ts';
import { useWallOrder } from './use-wall-order.ts';
import { readWallFilter, type WallFilter } from './wall-filter.ts';
import { layOutWall, stabilizeWallLayout, type WallLayout } from './wall-layout.ts';
import { WallToolbar } from './wall-toolbar.tsx';

/** Rooms on the wall at most: a page shows some dozens, filters choose among the rest. */
const MAX_ROOMS = 1000;

/** The live screen of many rooms with moving traces. */
export function MonitoringScreen() {
  const { organisationId } = useViewer();
  const query = queryRooms(useDocuments(), { organisationId });
  const store = useRowStore(query.limit(MAX_ROOMS));
  const rows = useRows(store);
  useRememberedRoomCount('value' in rows ? rows.value.length : null);
  const fullScreen = useFullScreen();
  const pointer = usePointerActivity();
  const [values] = useUrlParams();
  const filter = readWallFilter(values);
  const present = 'value' in rows ? rows.value : [];
  const order = useWallOrder(store, present, filter, pointer.isThere);
  const wall = useRef<HTMLDivElement>(null);
  const { width, height } = useElementSize(wall);
  const layout = useSteadyLayout(width, height, order.paths.length);
  const pages = Math.max(1, Math.ceil(order.paths.length / layout.tilesPerPage));
  const page = Math.min(filter.page, pages);
  const { t } = useTranslation('monitoring');
  useWakeLock();
  const link = useConnectionState();
  const { wake: retry } = useLink();
  return (
    <ShownViews>
      <div className={css['screen']} data-link={link.kind}>
        <WallToolbar
          filter={{ ...filter, page }}
          rooms={order.rooms}
          shown={'value' in rows ? order.paths.length : null}
          pages={pages}
          fullScreen={fullScreen}
        />
        <ConnectionBanner status={link} onRetry={retry} />
        {present.length >= MAX_ROOMS ? (
          <p className={css['cut']}>{t('cut', { count: MAX_ROOMS })}</p>
        ) : null}
        <div ref={wall} className={css['wall']} data-scrolls={layout.scrolls} {...pointer.handlers}>
          {rows.kind === 'failed' || rows.kind === 'refused' ? (
            <ProblemState problem={rows.problem} />
          ) : null}
          {rows.kind === 'loading' ? <WallPlaceholders width={width} height={height} /> : null}
          {'value' in rows && width > 0 ? (
            <Wall
              store={store}
              paths={order.paths.slice(
                (page - 1) * layout.tilesPerPage,
                page * layout.tilesPerPage,
              )}
              layout={layout}
              filter={{ ...filter, page }}
              pages={pages}
              rooms={order.rooms}
              isEmpty={present.length === 0}
              onFullScreen={fullScreen.toggle}
            />
          ) : null}
        </div>
      </div>
    </ShownViews>
  );
}

/** The layout of the tiles, unchanged when a banner above them appears or disappears. */
function useSteadyLayout(width: number, height: number, count: number): WallLayout {
  const [before, setBefore] = useState<ComputedLayout<WallLayout> | null>(null);
  const now = stabilizeWallLayout(before, width, height, count);
  if (now !== before) setBefore(now);
  return now.layout;
}

type WallProps = {
  readonly store: RoomStore;
  readonly paths: readonly string[];
  readonly layout: WallLayout;
  readonly filter: WallFilter;
  readonly pages: number;
  readonly rooms: readonly Room[];
  readonly isEmpty: boolean;
  readonly onFullScreen: () => void;
};

function Wall({ store, paths, layout, filter, pages, rooms, isEmpty, onFullScreen }: WallProps) {
  const { t } = useTranslation('monitoring');
  const [currentPath, setCurrentPath] = useState('');
  const current = Math.max(0, paths.indexOf(currentPath));
  const [, change] = useUrlParams();
  const status = useChartStatus();
  if (status.kind === 'failed')
    return (
      <ErrorState
        title={t('drawing.decoder')}
        why={t('drawing.decoderWhy')}
        icon="alert"
        tone="danger"
        next={
          <button
            type="button"
            className={css['button']}
            onClick={() => globalThis.location.reload()}
          >
            {t('drawing.reload')}
          </button>
        }
      />
    );
  if (isEmpty) return <EmptyState title={t('empty')} why={t('emptyWhy')} />;
  if (paths.length === 0 && rooms.length > 0)
    return (
      <EmptyState
        title={t('noMatch')}
        why={t('noMatchWhy')}
        next={
          <button
            type="button"
            className={css['button']}
            onClick={() => change({ floor: undefined, building: undefined })}
          >
            {t('clear')}
          </button>
        }
      />
    );
  const press = (event: KeyboardEvent<HTMLUListElement>): void => {
    const next = moveInGrid(event.key, current, paths.length, layout.columns);
    const turned = event.key === ']' ? filter.page + 1 : event.key === '[' ? filter.page - 1 : null;
    if (event.key === 'f' || event.key === 'F') onFullScreen();
    else if (turned !== null && turned >= 1 && turned <= pages) change({ page: String(turned) });
    else if (next !== null) {
      event.preventDefault();
      setCurrentPath(paths[next] ?? '');
      event.currentTarget.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
    }
  };
  return (
    <>
      <p className="visually-hidden" id="wall-keys">
        {t('keys')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys */}
      <ul
        className={css['tiles']}
        style={toGridStyle(layout)}
        aria-label={t('wall')}
        aria-describedby="wall-keys"
        onKeyDown={press}
      >
        {paths.map((path, index) => (
          <li key={path}>
            <RoomTile
              store={store}
              path={path}
              index={index}
              isCurrent={index === current}
              onFocus={setCurrentPath}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const toGridStyle = ({ columns, rows, scrolls }: WallLayout) => ({
  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
  gridTemplateRows: scrolls ? undefined : `repeat(${rows}, minmax(0, 1fr))`,
});

/** Placeholders for the number of tiles of the last visit; none without that number. */
function WallPlaceholders({ width, height }: { readonly width: number; readonly height: number }) {
  const count = useLastRoomCount();
  if (count === null) return <LoadingState />;
  const layout = layOutWall(width, height, count);
  return (
    <div className={css['tiles']} style={toGridStyle(layout)} aria-hidden="true">
      {Array.from({ length: Math.min(count, layout.tilesPerPage) }, (_, index) => (
        <Skeleton key={index} height="100%" />
      ))}
    </div>
  );
}
