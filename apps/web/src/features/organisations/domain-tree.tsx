import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useListScroll } from '../../kit/list/list-scroll.ts';
import listCss from '../../kit/list/list.module.css';
import { EmptyState, Skeleton } from '../../kit/pages/page-state.tsx';
import { parseOpenIds, formatOpenIds, listTreeRows, type TreeRow } from './domain-list.ts';
import css from './domains.module.css';
import { useBranches } from './api.ts';

const TOP = 'top';
const ROW_HEIGHT = 44;

/**
 * A tree of organisations. The address holds the open rows; arrows move, open and close, Enter
 * opens the page.
 */
export function DomainTree({ onOpen }: { readonly onOpen: (domainId: string) => void }) {
  'use no memo';
  const { t } = useTranslation('domains');
  const [values, change] = useUrlParams();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const open = parseOpenIds(values['open']);
  const { getBranch, retry } = useBranches([TOP, ...open]);
  const rows = listTreeRows(TOP, getBranch, open);
  const scroll = useListScroll({
    scroller,
    count: rows.length,
    columns: 1,
    rowHeight: ROW_HEIGHT,
  });
  const toggle = (id: string): void => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    change({ open: formatOpenIds(next) });
  };
  const goTo = (index: number): void => {
    setCurrent(index);
    scroll.focusItem(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[current];
    const step = toStep(event.key, rows, current);
    if (step === null || row === undefined) return;
    event.preventDefault();
    if (step === 'toggle' && row.kind === 'domain') toggle(row.domain.domainId);
    else if (typeof step === 'number') goTo(step);
  };
  if (rows[0]?.kind === 'loading' && rows.length === 1)
    return (
      <output className={css['waiting']} aria-busy="true">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={36} />
        ))}
      </output>
    );
  if (rows.length === 0) return <EmptyState title={t('empty')} why={t('emptyWhy')} />;
  return (
    <div ref={scroller} className={listCss['scroller']}>
      {/*
        oxlint-disable-next-line jsx-a11y/interactive-supports-focus
        -- the current row has the focus
      */}
      <div
        className={css['tree']}
        role="tree"
        aria-label={t('title')}
        style={{ height: scroll.height }}
        onKeyDown={onKeyDown}
      >
        {scroll.rows.map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <Row
              key={toKey(row)}
              row={row}
              index={index}
              start={start}
              isCurrent={index === Math.min(current, rows.length - 1)}
              onFocus={() => setCurrent(index)}
              onToggle={toggle}
              onOpen={onOpen}
              onRetry={retry}
            />
          );
        })}
      </div>
    </div>
  );
}

const toKey = (row: TreeRow): string =>
  row.kind === 'domain' ? row.domain.domainId : `${row.kind} ${row.parent}`;

/** The effect of a key: move to another row, or open or close the current one. */
function toStep(key: string, rows: readonly TreeRow[], at: number): number | 'toggle' | null {
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return Math.min(rows.length - 1, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return row?.kind === 'domain' && row.domain.parts > 0
        ? row.isOpen
          ? at + 1
          : 'toggle'
        : null;
    case 'ArrowLeft':
      return row?.kind === 'domain' && row.isOpen
        ? 'toggle'
        : row === undefined || row.depth === 0
          ? null
          : rows.findLastIndex((other, index) => index < at && other.depth === row.depth - 1);
    default:
      return null;
  }
}

type RowProps = {
  readonly row: TreeRow;
  readonly index: number;
  readonly start: number;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly onToggle: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onRetry: (parent: string) => void;
};

function Row({ row, index, start, isCurrent, onFocus, onToggle, onOpen, onRetry }: RowProps) {
  const { t, i18n } = useTranslation('domains');
  const { t: fleet } = useTranslation('fleet');
  const figure = new Intl.NumberFormat(i18n.language);
  const style = {
    transform: `translateY(${start}px)`,
    height: ROW_HEIGHT,
    paddingLeft: 8 + row.depth * 24,
  };
  if (row.kind !== 'domain') return <PartialRow row={row} style={style} onRetry={onRetry} />;
  const { domain, isOpen, place, of } = row;
  const summary = t('brief', {
    rooms: figure.format(domain.rooms),
    devices: figure.format(domain.devices),
  });
  return (
    <div
      className={css['row']}
      style={style}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={of}
      aria-posinset={place}
      aria-selected={isCurrent}
      aria-expanded={domain.parts > 0 ? isOpen : undefined}
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onClick={() => onOpen(domain.domainId)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          onOpen(domain.domainId);
        }
      }}
    >
      {domain.parts === 0 ? (
        <span className={css['leaf']} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={css['fold']}
          aria-label={t(isOpen ? 'close' : 'openParts', { name: domain.name })}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(domain.domainId);
          }}
        >
          <ToolIcon name={isOpen ? 'down' : 'right'} size={16} />
        </button>
      )}
      <strong>{domain.name}</strong>
      <small>{fleet(`kinds.${domain.kind}`)}</small>
      <span className={css['tell']}>
        {domain.parts === 0 ? null : <span>{t('partCount', { count: domain.parts })}</span>}
        <span>{summary}</span>
        {domain.offline === 0 ? null : (
          <span className={css['offline']}>{t('offlineCount', { count: domain.offline })}</span>
        )}
      </span>
    </div>
  );
}

type PartialRowProps = Pick<RowProps, 'onRetry'> & {
  readonly row: Exclude<TreeRow, { readonly kind: 'domain' }>;
  readonly style: CSSProperties;
};

/** A branch that is loading, that failed to load, or that has more parts than are shown. */
function PartialRow({ row, style, onRetry }: PartialRowProps) {
  const { t } = useTranslation('domains');
  const item = {
    style,
    role: 'treeitem',
    'aria-level': row.depth + 1,
    'aria-selected': 'false',
  } as const;
  switch (row.kind) {
    case 'loading':
      return (
        <div className={css['row']} {...item} aria-busy="true">
          <Skeleton width={220} height={18} />
        </div>
      );
    case 'failed':
      return (
        <div className={css['row']} {...item}>
          <ToolIcon name="alert" size={16} />
          {t('branchFailed')}
          <Button onClick={() => onRetry(row.parent)}>{t('again')}</Button>
        </div>
      );
    case 'more':
      return (
        <div className={`${css['row']} ${css['quiet']}`} {...item}>
          {t('moreParts', { count: row.count })}
        </div>
      );
  }
}
