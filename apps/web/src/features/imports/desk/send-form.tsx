import { getNightDate, fromLocalTime } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../../locales/join-list.ts';
import { DateField } from '../../../kit/date/date-field.tsx';
import { TimeField } from '../../../kit/date/time-field.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { ToggleField } from '../../../kit/form/check-field.tsx';
import { NumberField } from '../../../kit/form/number-field.tsx';
import { SearchSelectField } from '../../../kit/form/search-select-field.tsx';
import { toLocalStart, useMoments } from '../import-formatters.ts';
import css from '../imports.module.css';
import { getRoomId, useRooms, useSameUploads, type Room, type RoomClock } from '../api.ts';
import type { FileCheck } from '../reading/file-check.ts';
import { missingFor, type ImportItem } from '../uploads/import-item.ts';
import type { ImportQueue } from '../uploads/import-queue.ts';

type SendFormProps = {
  readonly item: ImportItem;
  readonly check: FileCheck;
  readonly queue: ImportQueue;
  readonly clock: RoomClock;
  readonly isRoomFixed: boolean;
  readonly isPrimary: boolean;
};

/** Room, night, missing file details, and the button that starts the upload. */
export function SendForm({ item, check, queue, clock, isRoomFixed, isPrimary }: SendFormProps) {
  const { t } = useTranslation('imports');
  const rooms = useRooms();
  const known = 'value' in rooms ? rooms.value : [];
  const missing = missingFor(item);
  return (
    <form
      className={css['sendForm']}
      data-unsaved="false"
      onSubmit={(event) => {
        event.preventDefault();
        queue.start(item.id);
      }}
    >
      {check.problem?.code === 'import-rate-missing' ? (
        <RateField item={item} queue={queue} />
      ) : null}
      {check.start.kind === 'unknown' ? (
        <StartFields item={item} queue={queue} clock={clock} />
      ) : null}
      {isRoomFixed ? (
        <Elsewhere item={item} rooms={known} />
      ) : (
        <RoomField item={item} queue={queue} rooms={known} isLoading={rooms.kind === 'loading'} />
      )}
      <NightLine item={item} check={check} clock={clock} />
      <ToggleField
        name={`review-${item.id}`}
        label={t('choose.review')}
        hint={t('choose.reviewHint')}
        checked={item.waitsForReview}
        onChange={(waitsForReview) => queue.change(item.id, { waitsForReview })}
      />
      <SameElsewhere sha256={check.sha256} roomId={item.roomId} rooms={known} />
      <div className={css['formFoot']}>
        {missing === null || missing === 'unusable' ? null : (
          <p className={css['note']}>{t(NEEDS[missing])}</p>
        )}
        <Button submit kind={isPrimary ? 'primary' : 'plain'} disabled={missing !== null}>
          {t('item.start')}
        </Button>
      </div>
    </form>
  );
}

const NEEDS = {
  room: 'choose.needRoom',
  rate: 'choose.needRate',
  start: 'choose.needStart',
} as const;

function RoomField({
  item,
  queue,
  rooms,
  isLoading,
}: Pick<SendFormProps, 'item' | 'queue'> & { rooms: readonly Room[]; isLoading: boolean }) {
  const { t } = useTranslation('imports');
  const proposal = item.proposals.find(({ roomId }) => roomId === item.roomId);
  const places = [
    ...item.proposals.flatMap(
      ({ roomId }) => rooms.find(({ documentReferenceId }) => documentReferenceId === roomId) ?? [],
    ),
    ...rooms.filter(
      ({ documentReferenceId }) =>
        !item.proposals.some(({ roomId }) => roomId === documentReferenceId),
    ),
  ];
  const hint = isLoading
    ? t('choose.roomsLoading')
    : rooms.length === 0
      ? t('choose.noRooms')
      : proposal === undefined
        ? undefined
        : t(proposal.reason === 'stoodThen' ? 'choose.proposedThen' : 'choose.proposedNow');
  return (
    <SearchSelectField
      label={t('choose.room')}
      name={`room-${item.id}`}
      required
      placeholder={t('choose.roomPlaceholder')}
      loadingText={isLoading ? t('choose.roomsLoading') : undefined}
      hint={hint}
      value={item.roomId ?? ''}
      choices={places.map(({ documentReferenceId, name, building, floor }) => ({
        value: documentReferenceId,
        label: [name, building, floor].filter((text) => text !== '').join(' · '),
      }))}
      onChange={(roomId) => queue.change(item.id, { roomId: roomId === '' ? null : roomId })}
    />
  );
}

/** On a room's own page: warns that the device was in another room during the recording. */
function Elsewhere({ item, rooms }: { item: ImportItem; rooms: readonly Room[] }) {
  const { t } = useTranslation('imports');
  const [stood] = item.proposals.filter(({ reason }) => reason === 'stoodThen');
  if (stood === undefined || stood.roomId === item.roomId) return null;
  return (
    <p className={css['warning']}>
      {t('choose.elsewhere', { room: getName(rooms, stood.roomId) })}
    </p>
  );
}

function NightLine({ item, check, clock }: Pick<SendFormProps, 'item' | 'check' | 'clock'>) {
  const { t } = useTranslation('imports');
  const { night } = useMoments(clock.timeZone);
  const startedAt = item.settings.startedAt;
  const start =
    startedAt === undefined
      ? toLocalStart(check.start, clock.timeZone)
      : { atMs: Date.parse(startedAt), zone: clock.timeZone };
  if (start === null || item.roomId === null) return null;
  return (
    <p className={css['night']}>
      <span>{t('choose.nightLabel')}</span>
      <b>
        {t('choose.night', {
          night: night(getNightDate(start.atMs, start.zone, clock.nightStartsAt)),
        })}
      </b>
    </p>
  );
}

const MIN_RATE_HZ = 0.0003;
const MAX_RATE_HZ = 100_000;

function RateField({ item, queue }: Pick<SendFormProps, 'item' | 'queue'>) {
  const { t } = useTranslation('imports');
  const [rate, setRate] = useState(item.settings.sampleRateHz ?? null);
  const apply = (): void =>
    queue.change(item.id, {
      settings: { ...item.settings, ...(rate === null ? {} : { sampleRateHz: rate }) },
    });
  return (
    <div className={css['rate']}>
      <NumberField
        label={t('choose.rate')}
        name={`rate-${item.id}`}
        required
        unit="Hz"
        min={MIN_RATE_HZ}
        max={MAX_RATE_HZ}
        step={0.0001}
        hint={t('choose.rateHint')}
        value={rate}
        onChange={setRate}
      />
      <Button
        disabled={
          rate === null ||
          rate < MIN_RATE_HZ ||
          rate > MAX_RATE_HZ ||
          rate === item.settings.sampleRateHz
        }
        onClick={apply}
      >
        {t('choose.applyRate')}
      </Button>
    </div>
  );
}

/** Day and time in the room's time zone. */
function StartFields({ item, queue, clock }: Pick<SendFormProps, 'item' | 'queue' | 'clock'>) {
  const { t } = useTranslation('imports');
  const [day, setDay] = useState('');
  const [time, setTime] = useState('');
  const saveStart = (nextDay: string, nextTime: string): void => {
    setDay(nextDay);
    setTime(nextTime);
    const [hours = '', minutes = '', seconds = '00'] = nextTime.split(':');
    const atMs =
      /^\d{4}\/\d{2}\/\d{2}$/.test(nextDay) && /^\d{2}:\d{2}/.test(nextTime)
        ? fromLocalTime(`${nextDay.replaceAll('/', '-')}T${hours}:${minutes}:00`, clock.timeZone) +
          Number(seconds) * 1000
        : Number.NaN;
    const { startedAt: _before, ...settings } = item.settings;
    queue.change(item.id, {
      settings: Number.isNaN(atMs)
        ? settings
        : { ...settings, startedAt: new Date(atMs).toISOString() },
    });
  };
  return (
    <div className={css['start']}>
      <DateField
        label={t('choose.date')}
        name={`day-${item.id}`}
        required
        value={day}
        hint={t('choose.startHint')}
        onChange={(next) => saveStart(next, time)}
      />
      <TimeField
        label={t('choose.time')}
        name={`time-${item.id}`}
        required
        full
        value={time}
        onChange={(next) => saveStart(day, next)}
      />
    </div>
  );
}

/** Another room has the same bytes, so this room may be wrong. */
function SameElsewhere({
  sha256,
  roomId,
  rooms,
}: {
  sha256: string;
  roomId: string | null;
  rooms: readonly Room[];
}) {
  const { t, i18n } = useTranslation('imports');
  const same = useSameUploads(sha256);
  const others = ('value' in same ? same.value : [])
    .filter(
      ({ state, documentPath }) =>
        !['undone', 'failed'].includes(state) && getRoomId(documentPath) !== roomId,
    )
    .map(({ documentPath }) => getName(rooms, getRoomId(documentPath)));
  return others.length === 0 ? null : (
    <p className={css['warning']}>
      {t('choose.sameElsewhere', { rooms: joinList(i18n.language, others) })}
    </p>
  );
}

const getName = (rooms: readonly Room[], roomId: string): string =>
  rooms.find(({ documentReferenceId }) => documentReferenceId === roomId)?.name ?? roomId;
