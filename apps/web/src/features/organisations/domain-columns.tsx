import type { DomainRow } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { cardPairs } from '../../kit/list/card-pairs.tsx';
import type { CardContent, ListColumn } from '../../kit/list/list-view.ts';
import type { DomainColumn } from './domain-list.ts';
import css from './domains.module.css';

export function useDomainColumns(): readonly ListColumn<DomainRow, DomainColumn>[] {
  const { t, i18n } = useTranslation('domains');
  const { t: fleet } = useTranslation('fleet');
  const figure = new Intl.NumberFormat(i18n.language);
  const day = createDateTimeFormatter(i18n.language, { dateStyle: 'medium' });
  const count = (
    id: Extract<DomainColumn, 'parts' | 'rooms' | 'devices' | 'offline' | 'members'>,
    width: number,
  ): ListColumn<DomainRow, DomainColumn> => ({
    id,
    head: t(`fields.${id}`),
    width,
    isNumber: true,
    sorts: id !== 'parts',
    cell: (row) => (
      <span className={id === 'offline' && row.offline > 0 ? css['offline'] : undefined}>
        {figure.format(row[id])}
      </span>
    ),
  });
  return [
    { id: 'name', head: t('fields.name'), width: 220, sorts: true, cell: ({ name }) => name },
    { id: 'code', head: t('fields.code'), width: 136, sorts: true, cell: ({ code }) => code },
    {
      id: 'kind',
      head: t('fields.kind'),
      width: 84,
      sorts: true,
      cell: ({ kind }) => fleet(`kinds.${kind}`),
    },
    {
      id: 'above',
      head: t('fields.above'),
      cell: ({ path }) =>
        path.length === 0 ? (
          <span className={css['quiet']}>{t('atTop')}</span>
        ) : (
          path.join(t('step'))
        ),
    },
    count('parts', 84),
    count('rooms', 68),
    count('devices', 68),
    count('offline', 90),
    count('members', 68),
    {
      id: 'contractTo',
      head: t('fields.contractTo'),
      width: 124,
      sorts: true,
      cell: ({ contractTo }) => (contractTo === null ? '' : day(contractTo)),
    },
  ];
}

/** An organisation card: its name and kind, and the other selected columns. */
export function useDomainCard(
  columns: readonly ListColumn<DomainRow, DomainColumn>[],
): (row: DomainRow, isSmall: boolean) => CardContent {
  const { t, i18n } = useTranslation('domains');
  const { t: fleet } = useTranslation('fleet');
  const figure = new Intl.NumberFormat(i18n.language);
  return (row, isSmall) => {
    const tone = row.offline > 0 ? ('technical' as const) : undefined;
    if (isSmall)
      return {
        title: row.name,
        tone,
        lines: [
          fleet(`kinds.${row.kind}`),
          t('brief', { rooms: figure.format(row.rooms), devices: figure.format(row.devices) }),
        ],
      };
    return {
      title: row.name,
      aside: fleet(`kinds.${row.kind}`),
      tone,
      lines: cardPairs(columns, row, ['name', 'kind']),
    };
  };
}
