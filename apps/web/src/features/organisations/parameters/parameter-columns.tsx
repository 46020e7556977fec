import { useTranslation } from 'react-i18next';
import { cardPairs } from '../../../kit/list/card-pairs.tsx';
import type { CardContent, ListColumn } from '../../../kit/list/list-view.ts';
import { isChanged, type ParameterColumn, type ParameterRow } from './parameter-rows.ts';
import css from './parameters.module.css';
import { useValueFormatter } from './use-value-formatter.ts';

export function useParameterColumns(): readonly ListColumn<ParameterRow, ParameterColumn>[] {
  const { t } = useTranslation('parameters');
  const { formatValue, formatRange } = useValueFormatter();
  return [
    { id: 'name', head: t('fields.name'), width: 240, sorts: true, cell: ({ name }) => name },
    {
      id: 'group',
      head: t('fields.group'),
      width: 170,
      sorts: true,
      cell: ({ group }) => (group === '' ? t('ungrouped') : group),
    },
    {
      id: 'value',
      head: t('fields.value'),
      width: 150,
      isNumber: true,
      cell: (row) => (
        <strong className={css['value']} data-changed={isChanged(row)}>
          {formatValue(row, row.value)}
        </strong>
      ),
    },
    { id: 'range', head: t('fields.range'), width: 170, isNumber: true, cell: formatRange },
    {
      id: 'original',
      head: t('fields.original'),
      width: 130,
      isNumber: true,
      cell: (row) => (row.original === null ? '—' : formatValue(row, row.original)),
    },
    {
      id: 'overrides',
      head: t('fields.overrides'),
      sorts: true,
      cell: ({ domains, rooms }) => <OverrideCount domains={domains} rooms={rooms} />,
    },
    { id: 'scope', head: t('fields.scope'), width: 160, cell: ({ scope }) => t(`scopes.${scope}`) },
    {
      id: 'key',
      head: t('fields.key'),
      width: 300,
      cell: ({ key }) => <code className={css['key']}>{key}</code>,
    },
  ];
}

function OverrideCount({ domains, rooms }: { readonly domains: number; readonly rooms: number }) {
  const { t } = useTranslation('parameters');
  if (domains + rooms === 0) return <span className={css['quiet']}>{t('noOverrides')}</span>;
  return (
    <>
      {[
        ...(domains === 0 ? [] : [t('domainCount', { count: domains })]),
        ...(rooms === 0 ? [] : [t('roomCount', { count: rooms })]),
      ].join(t('separator'))}
    </>
  );
}

/** A parameter card: its value, and the other selected columns. */
export function useParameterCard(
  columns: readonly ListColumn<ParameterRow, ParameterColumn>[],
): (row: ParameterRow, isSmall: boolean) => CardContent {
  const { formatValue } = useValueFormatter();
  return (row, isSmall) => {
    const tone = isChanged(row) ? ('warning' as const) : undefined;
    const title = `${row.group === '' ? '' : `${row.group} `}${row.name}`;
    if (isSmall)
      return {
        title,
        tone,
        lines: [
          formatValue(row, row.value),
          <OverrideCount key="overrides" domains={row.domains} rooms={row.rooms} />,
        ],
      };
    return {
      title,
      tone,
      lines: cardPairs(columns, row, ['name', 'group']),
    };
  };
}
