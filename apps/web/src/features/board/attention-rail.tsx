import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmActions } from '../../shared/alarm-actions/alarm-actions.tsx';
import { getCall } from '../../shared/alarm-actions/open-alarms.ts';
import { CauseLabel } from '../../shared/alarm-actions/cause-label.tsx';
import { useBannerRooms } from '../../shared/alarm-sound/banner-alarms.ts';
import { SoundWord } from '../../shared/alarm-sound/sound-word.tsx';
import { Age } from '../../kit/clock/age.tsx';
import { useNow } from '../../kit/clock/clock-context.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { usePointerActivity } from '../../kit/pointer/use-pointer-activity.ts';
import { useIsConnectionStale } from '../../shared/connection/link-context.tsx';
import { EmptyState, ErrorState } from '../../kit/pages/page-state.tsx';
import { useWhichOrganisation } from '../../shared/organisations/use-which-organisation.ts';
import { BedMark } from '../../shared/room-state/state-badge.tsx';
import { ATTENTION_LOOKS } from '../../shared/room-state/attention.ts';
import { ATTENTION_ID, focusAttention } from '../../shared/shortcuts/attention-place.ts';
import { attentionEntries, heldEntries, type AttentionEntry } from './attention-list.ts';
import css from './attention-rail.module.css';
import { RoomLink } from './room-link.tsx';
import type { Room } from './room-store.ts';
import { UnreachedTasks } from './unreached-tasks.tsx';

const TITLE_ID = 'attention-title';

/** Maximum entries; the board lists all rooms in the same order. */
const MAX_SHOWN = 50;
/** Entries above the board on a phone, before a button that shows the rest. */
const NARROW_SHOWN = 2;

/** Rooms that need attention, in order, with their waiting times. */
export function AttentionRail({
  rooms,
  isRead,
}: {
  rooms: readonly Room[];
  /**
   * False until the rooms have loaded; before that an empty list does not mean that all is well.
   */
  isRead: boolean;
}) {
  const { t } = useTranslation('home');
  const pointer = usePointerActivity();
  const inBanner = useBannerRooms();
  const all = attentionEntries(rooms, useNow(1000));
  const entries = useHeld(
    all.filter(({ room }) => !inBanner.has(room.documentReferenceId)),
    pointer.isThere,
  );
  const isStale = useIsConnectionStale();
  const isLedHere = useLocation({ select: ({ hash }) => hash === ATTENTION_ID });
  const isAny = entries.length > 0;
  useEffect(() => {
    if (isLedHere) focusAttention();
  }, [isLedHere]);
  // Moves the focus from the title to the first entry once the rooms have loaded.
  useEffect(() => {
    if (isLedHere && isAny && document.activeElement?.id === TITLE_ID) focusAttention();
  }, [isLedHere, isAny]);
  const [isWhole, setIsWhole] = useState(false);
  const beyond = Math.min(entries.length, MAX_SHOWN) - NARROW_SHOWN;
  return (
    <aside
      id={ATTENTION_ID}
      className={css['rail']}
      data-old={isStale}
      data-whole={isWhole}
      aria-labelledby={TITLE_ID}
      {...pointer.handlers}
    >
      <header className={css['head']}>
        <h2 id={TITLE_ID} tabIndex={-1}>
          {t('attention.title')}
        </h2>
        <small>
          <SoundWord />
        </small>
        <span data-any={entries.length > 0} aria-live="polite">
          {!isRead || ((isStale || inBanner.size > 0) && entries.length === 0)
            ? null
            : t('attention.count', { count: entries.length })}
        </span>
      </header>
      {entries.length === 0 ? (
        <NoEntries isRead={isRead} hasOthers={inBanner.size > 0} />
      ) : (
        <ul className={css['list']}>
          {entries.slice(0, MAX_SHOWN).map((entry) => (
            <Entry key={entry.room.documentReferenceId} entry={entry} />
          ))}
        </ul>
      )}
      {beyond > 0 ? (
        <button
          type="button"
          className={css['fold']}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('attention.fold') : t('attention.unfold', { count: beyond })}
        </button>
      ) : null}
      {entries.length > MAX_SHOWN ? (
        <Link to="/index-list-table" search={{ sort: 'attention' }} className={css['rest']}>
          {t('attention.rest', { count: entries.length - MAX_SHOWN })}
        </Link>
      ) : null}
      <UnreachedTasks />
    </aside>
  );
}

type NoEntriesProps = {
  readonly isRead: boolean;
  /** The banner lists rooms that need attention. */
  readonly hasOthers: boolean;
};

function NoEntries({ isRead, hasOthers }: NoEntriesProps) {
  const { t } = useTranslation('home');
  if (useIsConnectionStale())
    return (
      <ErrorState
        compact
        icon="wifiOff"
        tone="warning"
        title={t('attention.unknown')}
        why={t('attention.unknownWhy')}
      />
    );
  if (!isRead) return null;
  return (
    <EmptyState
      compact
      title={t(hasOthers ? 'attention.noOther' : 'attention.none')}
      why={t(hasOthers ? 'attention.noOtherWhy' : 'attention.noneWhy')}
    />
  );
}

/**
 * The order is frozen while the pointer is active: tapping the wrong room at night is worse than an
 * old order.
 */
function useHeld(fresh: readonly AttentionEntry[], held: boolean): readonly AttentionEntry[] {
  const [before, setBefore] = useState<readonly AttentionEntry[] | null>(null);
  if (held !== (before !== null)) setBefore(held ? fresh : null);
  return before === null ? fresh : heldEntries(before, fresh);
}

function Entry({ entry: { room, attention } }: { entry: AttentionEntry }) {
  const { t } = useTranslation('home');
  const look = ATTENTION_LOOKS[attention.reason];
  const { t: accidents } = useTranslation('accidents');
  const { accident: alarm } = attention;
  const isCall = alarm?.kind === 'call';
  const isAlsoCalling = alarm !== null && !isCall && getCall(room.live)?.state === 'raised';
  const house = useWhichOrganisation()(room.domainId);
  const isGoing = attention.reason === 'answering' || attention.reason === 'forgotten';
  const going = alarm?.by?.name ?? '';
  return (
    <li className={css['item']}>
      <RoomLink
        roomId={room.documentReferenceId}
        index={0}
        current
        className={css['entry']}
        tone={look.tone}
      >
        <span className={css['icon']} data-tone={look.tone}>
          <StateIcon shape={isGoing && alarm !== null && !isCall ? 'fall' : look.shape} size={22} />
        </span>
        <span className={css['room']}>{room.name}</span>
        <span className={css['reason']} data-tone={look.tone}>
          {alarm !== null && !isGoing
            ? accidents(`kind.${alarm.kind}`)
            : t(`attention.${attention.reason}`)}
          <CauseLabel accident={alarm} isBesideName={isGoing} />
          {isGoing && going !== '' ? <b>{going}</b> : null}
          {isAlsoCalling ? <b>{t('attention.call')}</b> : null}
          <BedMark live={room.live} />
        </span>
        <Age at={attention.since} kind="since" className={css['age']} />
        {house === null ? null : <small className={css['house']}>{house}</small>}
      </RoomLink>
      {alarm === null ? null : (
        <AlarmActions
          roomId={room.documentReferenceId}
          roomName={room.name}
          domainId={room.domainId}
          accident={alarm}
        />
      )}
    </li>
  );
}
