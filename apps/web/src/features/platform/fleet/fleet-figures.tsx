import type { Fleet } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './fleet.module.css';
import { countBy } from './device-counts.ts';

/** The key figures, each with a link to what it counts. */
export function FleetFigures({ fleet }: { readonly fleet: Fleet }) {
  const { t, i18n } = useTranslation('fleet');
  const { t: words } = useTranslation('states');
  const figure = new Intl.NumberFormat(i18n.language);
  const states = countBy(fleet.devices, ({ state }) => state);
  const inUse = fleet.devices.reduce(
    (sum, { state, count }) => sum + (state === 'retired' ? 0 : count),
    0,
  );
  const organisations = fleet.organisations.reduce((sum, { count }) => sum + count, 0);
  const kinds = fleet.organisations
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) =>
      t('kindCount', { kind: t(`kinds.${kind}`), count: figure.format(count) }),
    )
    .join(t('separator'));
  return (
    <ul className={css['figures']} aria-label={t('figures')}>
      <Figure name={t('organisations')} value={figure.format(organisations)} note={kinds}>
        <Link to="/master/domain-lists">{t('toOrganisations')}</Link>
      </Figure>
      <Figure
        name={t('rooms')}
        value={figure.format(fleet.rooms.inUse)}
        note={t('roomsNote', {
          withDevice: figure.format(fleet.rooms.withDevice),
          archived: figure.format(fleet.rooms.archived),
        })}
      />
      <Figure
        name={t('devicesInUse')}
        value={figure.format(inUse)}
        note={t('devicesNote', {
          unplaced: figure.format(fleet.unplaced),
          lent: figure.format(fleet.lent),
        })}
      >
        <Link to="/device-config/device-list-table">{t('toDevices')}</Link>
      </Figure>
      <Figure
        name={words('device.offline')}
        value={figure.format(states.get('offline') ?? 0)}
        tone={(states.get('offline') ?? 0) > 0 ? 'technical' : undefined}
        note={t('offlineNote', { share: percent(states.get('offline') ?? 0, inUse) })}
      />
      <Figure
        name={t('openAccidents')}
        value={figure.format(fleet.rooms.openAccidents)}
        tone={fleet.rooms.openAccidents > 0 ? 'warning' : undefined}
        note={t('openAccidentsNote', {
          calls: figure.format(fleet.rooms.openCalls),
          faults: figure.format(fleet.rooms.openFaults),
        })}
      />
      <Figure name={t('members')} value={figure.format(fleet.members)} note={t('membersNote')} />
    </ul>
  );
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '0' : ((100 * part) / whole).toFixed(part > 0 && part < whole / 100 ? 1 : 0);

type FigureProps = {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly tone?: 'technical' | 'warning' | undefined;
  readonly children?: ReactNode;
};

const Figure = ({ name, value, note, tone, children }: FigureProps) => (
  <li data-tone={tone}>
    <span>{name}</span>
    <strong>{value}</strong>
    <small>{note}</small>
    {children}
  </li>
);
