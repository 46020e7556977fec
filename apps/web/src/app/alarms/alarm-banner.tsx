import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { AlarmActions } from '../../shared/alarm-actions/alarm-actions.tsx';
import { CauseLabel } from '../../shared/alarm-actions/cause-label.tsx';
import { AlarmMute } from '../../shared/alarm-actions/alarm-mute.tsx';
import { ReachLabel, useMissedReach } from '../../shared/alarm-actions/reach-label.tsx';
import { useWaitingAlarms } from '../../shared/alarm-sound/alarm-context.tsx';
import { useAlarmLabel } from '../../shared/alarm-sound/use-alarm-label.ts';
import type { Alarm } from '../../shared/alarm-sound/alarm.ts';
import {
  useBannerCapacity,
  useBannerEntries,
  type BannerEntry,
} from '../../shared/alarm-sound/banner-alarms.ts';
import { Age } from '../../kit/clock/age.tsx';
import { useIsConnectionStale } from '../../shared/connection/link-context.tsx';
import { getLayer } from '../../kit/dialog/inert-background.ts';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { useWhichOrganisation } from '../../shared/organisations/use-which-organisation.ts';
import { useRoomsNeedingAttention } from '../../shared/room-state/rooms-needing-attention.tsx';
import { ATTENTION_ID, focusAttention } from '../../shared/shortcuts/attention-place.ts';
import { useAttentionCount } from '../layout/use-attention-count.ts';
import { useNextAlarmFocus, type NextAlarmFocus } from './next-alarm-focus.ts';
import css from './alarms.module.css';

/** Half a blink period: about 2 Hz for urgent alarms, slower for the rest. */
const URGENT_BLINK_MS = 250;
const BLINK_MS = 600;

/**
 * The most urgent alarms, below the bar of every page. The page reserves a row for them, so the
 * first alarm moves nothing. They are drawn in a layer over dialogs, sheets, menus and the palette,
 * so an alarm can always be answered.
 */
export function AlarmBanner() {
  const entries = useBannerEntries();
  const row = useRef<HTMLDivElement>(null);
  const banner = useRef<HTMLElement>(null);
  const isShown = entries.length > 0;
  const focus = useNextAlarmFocus(entries);
  useLayoutEffect(() => {
    if (!isShown || row.current === null || banner.current === null) return undefined;
    return keepOverRow(row.current, banner.current);
  }, [isShown]);
  return (
    <div ref={row} className={css['row']}>
      {isShown ? null : <Calm />}
      {createPortal(
        <>
          <Announcement first={entries[0]?.alarm} />
          {isShown ? <Banner entries={entries} place={banner} focus={focus} /> : null}
        </>,
        getLayer(document, 'banner'),
      )}
    </div>
  );
}

/**
 * Text of the row without a waiting alarm about a person: the waiting device alarm, or that there
 * is none; empty until known.
 */
function Calm() {
  const { t } = useTranslation('alarms');
  const { isKnown } = useRoomsNeedingAttention();
  const isOld = useIsConnectionStale();
  const [first] = useWaitingAlarms();
  if (isOld) return <p className={css['calm']}>{t('unknown')}</p>;
  if (first !== undefined) return <DeviceAlarm alarm={first} />;
  return isKnown ? <p className={css['calm']}>{t('calm')}</p> : null;
}

/** Device alarms are confirmed in the list, which the link opens. */
function DeviceAlarm({ alarm }: { readonly alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const words = useAlarmLabel();
  return (
    <p className={css['calm']} data-technical>
      <StateIcon shape="deviceFault" size={18} />
      <span>{t('device', { room: alarm.roomName, reason: words(alarm) })}</span>
      <Age at={alarm.since} kind="since" />
      <AttentionLink>{t('toList')}</AttentionLink>
    </p>
  );
}

function AttentionLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link
      to="/"
      hash={ATTENTION_ID}
      className={css['others']}
      onClick={(event) => {
        if (focusAttention()) event.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}

/** Announced once, without the age, which would be announced on every change. */
function Announcement({ first }: { readonly first: Alarm | undefined }) {
  const { t } = useTranslation('alarms');
  const words = useAlarmLabel();
  const house = useWhichOrganisation()(first?.domainId ?? '');
  return (
    <p role="alert" className="visually-hidden">
      {first === undefined
        ? ''
        : t('notice', {
            room: [house, first.roomName].filter((part) => part !== null).join(' '),
            reason: words(first),
          })}
    </p>
  );
}

type BannerProps = {
  readonly entries: readonly BannerEntry[];
  readonly place: { current: HTMLElement | null };
  readonly focus: NextAlarmFocus;
};

function Banner({ entries, place, focus }: BannerProps) {
  const { t } = useTranslation('alarms');
  const isOnPhone = useBannerCapacity() === 1;
  const isOld = useIsConnectionStale();
  return (
    <section
      ref={place}
      className={css['banner']}
      data-severity={entries[0]?.alarm.severity}
      data-old={isOld}
      aria-label={t('banner')}
      {...focus}
    >
      <ul className={css['entries']}>
        {entries.map((entry, index) => (
          <Entry
            key={entry.alarm.roomId}
            entry={entry}
            isOnPhone={isOnPhone}
            isOld={isOld}
            isTight={isOnPhone || entries.length > 1}
          >
            {index === entries.length - 1 ? <OtherRooms listed={entries} /> : null}
          </Entry>
        ))}
      </ul>
    </section>
  );
}

type EntryProps = {
  readonly entry: BannerEntry;
  readonly isOnPhone: boolean;
  /** The connection is lost. */
  readonly isOld: boolean;
  /** A phone, or alarms side by side: three short lines. */
  readonly isTight: boolean;
  readonly children: ReactNode;
};

function Entry({ entry: { alarm, others }, isOnPhone, isOld, isTight, children }: EntryProps) {
  const { t } = useTranslation('alarms');
  const words = useAlarmLabel();
  const house = useWhichOrganisation()(alarm.domainId);
  const missed = useMissedReach(alarm);
  const blinking = useBlink(alarm.severity === 'high' ? URGENT_BLINK_MS : BLINK_MS);
  return (
    <li
      key={String(alarm.isOver)}
      ref={alarm.isOver || isOld ? null : blinking}
      className={css['entry']}
      data-alarm={alarm.id}
      data-severity={alarm.severity}
      data-over={alarm.isOver}
      data-tight={isTight}
    >
      <StateIcon shape={alarm.kind === 'call' ? 'call' : 'fall'} size={22} />
      <span className={css['what']}>
        <strong>{alarm.roomName}</strong>
        {house === null ? null : <small>{house}</small>}
        <span>{words(alarm)}</span>
        <CauseLabel accident={alarm.accident} isShort={isOnPhone || (isTight && missed !== null)} />
        {missed === null ? null : <ReachLabel reach={missed} isShort={isTight} />}
        {others.map((other) => (
          <span key={other.id}>{t('also', { reason: words(other) })}</span>
        ))}
        <span className={css['since']}>
          <Age at={alarm.since} kind="since" />
          {children}
        </span>
      </span>
      {/* Before the menu in the order of the Tab key, last on the screen. */}
      <div className={css['answer']}>
        <AlarmActions {...alarm} />
      </div>
      {alarm.kind === 'call' || (isOnPhone && alarm.isOver) ? null : <AlarmMute {...alarm} />}
    </li>
  );
}

function OtherRooms({ listed }: { readonly listed: readonly BannerEntry[] }) {
  const { t } = useTranslation('alarms');
  const count = useOtherRooms(listed);
  return count === 0 ? null : <AttentionLink>{t('others', { count })}</AttentionLink>;
}

/** Rooms that need attention and are not listed; until all are known, those with an alarm. */
function useOtherRooms(listed: readonly BannerEntry[]): number {
  const known = useAttentionCount();
  const waiting = useWaitingAlarms();
  const rooms = known?.count ?? new Set(waiting.map(({ roomId }) => roomId)).size;
  return Math.max(0, rooms - listed.length);
}

/** Blinks an element while it is mounted, without React renders. */
const useBlink = (everyMs: number): RefCallback<HTMLElement> =>
  useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const timer = setInterval(() => element.toggleAttribute('data-dim'), everyMs);
      return () => {
        clearInterval(timer);
        element.removeAttribute('data-dim');
      };
    },
    [everyMs],
  );

/**
 * Aligns the banner with the row that the page reserves for it, and gives the row the banner's
 * height. Dialogs start below `--banner-bottom`.
 */
function keepOverRow(row: HTMLElement, banner: HTMLElement): () => void {
  const page = document.documentElement;
  const align = (): void => {
    const { left, top, width } = row.getBoundingClientRect();
    banner.style.cssText = `left:${left}px;top:${top}px;width:${width}px`;
    row.style.height = `${banner.offsetHeight}px`;
    page.style.setProperty('--banner-bottom', `${Math.ceil(top + banner.offsetHeight)}px`);
  };
  const observer = new ResizeObserver(align);
  observer.observe(banner);
  observer.observe(row);
  // The row moves without a new size when a notice above it appears or disappears; the page then
  // resizes.
  const rest = document.getElementById('page');
  if (rest !== null) observer.observe(rest);
  align();
  return () => {
    observer.disconnect();
    row.style.height = '';
    page.style.removeProperty('--banner-bottom');
  };
}
