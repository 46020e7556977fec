import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../../kit/popover/popover.tsx';
import { SegmentedField } from '../../../kit/form/segmented-field.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useLength, useMoments } from '../use-lane-labels.ts';
import css from '../nights.module.css';
import { ALIGNMENTS } from './overlay-night.ts';
import { useOverlayRooms, type OverlayChoice } from './use-overlay.ts';

/** Chooses the overlaid night. Room and alignment are one press further. */
export function OverlayTools({
  choice,
  roomId,
  timeZone,
}: {
  choice: OverlayChoice;
  roomId: string;
  timeZone: string;
}) {
  const { t } = useTranslation('rooms');
  const { weekday, night: withYear } = useMoments(timeZone);
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const rooms = useOverlayRooms(open);
  const nights =
    choice.night === '' || choice.nights.includes(choice.night)
      ? choice.nights
      : [choice.night, ...choice.nights];
  return (
    <>
      <label className={css['overlay']}>
        {t('chart.overlay')}
        <select
          value={choice.night}
          onChange={({ currentTarget }) => choice.change({ night: currentTarget.value })}
        >
          <option value="">{t('chart.noOverlay')}</option>
          {nights.map((night) => (
            <option key={night} value={night}>
              {getYear(night) === getYear(choice.nights[0] ?? night)
                ? weekday(night)
                : withYear(night)}
            </option>
          ))}
        </select>
      </label>
      <span ref={anchor}>
        <button
          type="button"
          className={css['tool']}
          aria-label={t('overlay.how')}
          title={t('overlay.how')}
          aria-pressed={open || choice.roomId !== ''}
          onClick={() => setOpen(!open)}
        >
          <ToolIcon name="sliders" size={16} />
        </button>
        {!open ? null : (
          <Popover anchor={anchor} label={t('overlay.how')} onClose={() => setOpen(false)}>
            <div className={css['overlayMenu']}>
              <label>
                {t('overlay.room')}
                <select
                  value={choice.roomId}
                  onChange={({ currentTarget }) => choice.change({ roomId: currentTarget.value })}
                >
                  <option value="">{t('overlay.ownRoom')}</option>
                  {(rooms.data ?? [])
                    .filter((room) => room.roomId !== roomId)
                    .map((room) => (
                      <option key={room.roomId} value={room.roomId}>
                        {room.name}
                      </option>
                    ))}
                </select>
              </label>
              <SegmentedField
                label={t('overlay.align')}
                name="align"
                value={choice.alignment}
                choices={ALIGNMENTS.map((value) => ({
                  value,
                  label: t(`overlay.alignment.${value}`),
                }))}
                onChange={(alignment) => choice.change({ alignment })}
              />
            </div>
          </Popover>
        )}
      </span>
    </>
  );
}

/** Nights of another year than the newest show their year: imports may have any date. */
const getYear = (night: string): string => night.slice(0, 4);

/** Explains the dashed lines. */
export function OverlayLegend({ choice, timeZone }: { choice: OverlayChoice; timeZone: string }) {
  const { t } = useTranslation('rooms');
  const { weekday } = useMoments(timeZone);
  const length = useLength();
  if (choice.state === 'none') return null;
  if (choice.overlay === null)
    return (
      <output className={css['overlayNote']} data-overlay="" data-tone="warning">
        {t(`overlay.${choice.state === 'loading' ? 'loading' : 'missing'}`)}
      </output>
    );
  const {
    overlay: { night, alignment, shiftMs },
    roomId,
    roomName,
  } = choice;
  const clockMs = shiftMs - Math.round(shiftMs / DAY_MS) * DAY_MS;
  const how =
    alignment === 'clock'
      ? t(choice.alignment === 'onset' ? 'overlay.noOnset' : 'overlay.byClock')
      : t('overlay.byOnset', { shift: `${clockMs < 0 ? '−' : '+'}${length(Math.abs(clockMs))}` });
  return (
    <output className={css['overlayNote']} data-overlay="">
      <svg width="34" height="8" aria-hidden="true">
        <path d="M0 4H34" stroke="currentColor" strokeWidth="2" strokeDasharray="6 4" />
      </svg>
      {t('overlay.legend', {
        room: roomId === '' ? t('overlay.ownRoom') : (roomName ?? t('overlay.otherRoom')),
        night: weekday(night.night),
        how,
      })}
    </output>
  );
}

const DAY_MS = 86_400_000;
