import {
  ACCESS_LEVELS,
  deleteField,
  FILE_SERIAL_START,
  FILE_SERIALS_END,
  localDate,
} from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { DateField } from '../../../kit/date/date-field.tsx';
import { parseCalendarDay } from '../../../kit/date/calendar-day.ts';
import { dayBegins, dayEnds, fieldDay } from '../../../kit/date/zone-days.ts';
import { NumberField } from '../../../kit/form/number-field.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useRules } from '../../../kit/form/form-rules.ts';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { Skeleton } from '../../../kit/pages/page-state.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import css from './domain-config.module.css';
import type { DomainPart } from './domain-save.ts';
import type { Domain } from './domain-source.ts';
import { useDomainLabels } from './use-domain-labels.ts';
import { SectionForm } from './section-form.tsx';
import type { SectionProps } from './section-list.ts';
import { useDomainForm } from './use-domain-form.ts';

const LIMIT_NAMES = ['rooms', 'devices', 'members'] as const;
type LimitName = (typeof LIMIT_NAMES)[number];
type ContractValues = {
  readonly code: string;
  readonly contractFrom: string;
  readonly contractTo: string;
  readonly rooms: number | null;
  readonly devices: number | null;
  readonly members: number | null;
};

/** Days are in the organisation's time zone, as for loans. */
const contractPart = (timeZone: string): DomainPart<ContractValues> => ({
  toValues: ({ code, contractFrom, contractTo, limits }) => ({
    code,
    contractFrom:
      contractFrom === undefined ? '' : fieldDay(localDate(contractFrom.getTime(), timeZone)),
    contractTo: contractTo === undefined ? '' : fieldDay(localDate(contractTo.getTime(), timeZone)),
    rooms: limits?.rooms ?? null,
    devices: limits?.devices ?? null,
    members: limits?.members ?? null,
  }),
  getFields: (changes, { rooms, devices, members, ...all }) => ({
    ...(changes.code === undefined ? {} : { code: all.code.trim() }),
    // A contract runs from the start of its first day to the end of its last.
    ...('contractFrom' in changes
      ? { contractFrom: parseMoment(all.contractFrom, (day) => dayBegins(day, timeZone)) }
      : {}),
    ...('contractTo' in changes
      ? { contractTo: parseMoment(all.contractTo, (day) => dayEnds(day, timeZone) - 1) }
      : {}),
    ...(LIMIT_NAMES.some((name) => name in changes)
      ? {
          limits:
            rooms === null || devices === null || members === null
              ? deleteField()
              : { rooms, devices, members },
        }
      : {}),
  }),
});

const parseMoment = (text: string, toMs: (day: string) => number) =>
  parseCalendarDay(text) === null ? deleteField() : new Date(toMs(text));

/**
 * The contract's limits and their use; only its reseller and platform administrators can edit it.
 */
export function ContractSection({ domain, rights: { mayEditContract } }: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const rules = useRules();
  const together = (_value: unknown, values: ContractValues) => {
    const set = LIMIT_NAMES.filter((name) => values[name] !== null).length;
    return set === 0 || set === LIMIT_NAMES.length || t('limitsTogether');
  };
  const limit = [rules.numberBetween(0, MOST), together];
  const form = useDomainForm({
    domain,
    part: contractPart(domain.timeZone),
    words: useDomainLabels(),
    rules: {
      code: [rules.required, rules.atMost(40)],
      contractFrom: [rules.date],
      contractTo: [
        rules.date,
        (to, { contractFrom }) => rules.dateSpan({ from: contractFrom, to }),
      ],
      rooms: limit,
      devices: limit,
      members: limit,
    },
  });
  const disabled = !mayEditContract;
  return (
    <PageSection
      anchor="contract"
      title={t('sections.contract')}
      lead={t(mayEditContract ? 'leads.contract' : 'leads.contractOthers')}
    >
      <SectionForm form={form} label={t('sections.contract')} mayEdit={mayEditContract}>
        <div className={css['fields']}>
          <TextField
            label={t('fields.code')}
            hint={t('hints.code')}
            required
            maxLength={40}
            disabled={disabled}
            {...form.field('code')}
          />
          <DateField
            label={t('fields.contractFrom')}
            hint={t('hints.contractDays', { zone: domain.timeZone })}
            disabled={disabled}
            {...form.field('contractFrom')}
          />
          <DateField
            label={t('fields.contractTo')}
            disabled={disabled}
            {...form.field('contractTo')}
          />
        </div>
        <Uses domain={domain} />
        {mayEditContract ? (
          <fieldset className={css['group']}>
            <legend>{t('limits')}</legend>
            <p className={css['quiet']}>{t('limitsHint')}</p>
            <div className={css['fields']}>
              {LIMIT_NAMES.map((name) => (
                <NumberField
                  key={name}
                  label={t(`fields.${name}`)}
                  unit={t(`units.${name}`)}
                  min={0}
                  max={MOST}
                  {...form.field(name)}
                />
              ))}
            </div>
          </fieldset>
        ) : null}
      </SectionForm>
    </PageSection>
  );
}

const MOST = 1_000_000;

/**
 * The use of each limit. Resellers do not see their customers' member count, and an unlimited value
 * has no measure.
 */
function Uses({ domain }: { readonly domain: Domain }) {
  const { t } = useTranslation('domainConfig');
  const { query, seesMembers } = useUsed(domain.documentReferenceId);
  if (query.isError && query.data === undefined)
    return <QueryBoundary query={query}>{() => null}</QueryBoundary>;
  const used = query.data;
  return (
    <dl aria-busy={used === undefined} className={css['uses']}>
      {LIMIT_NAMES.map((name) => {
        const [count, limit] = [
          name === 'members' && !seesMembers ? null : (used?.[name] ?? null),
          domain.limits?.[name],
        ];
        const isFull = count !== null && limit !== undefined && count >= limit;
        return (
          <div key={name}>
            <dt>{t(`fields.${name}`)}</dt>
            <dd data-full={isFull || undefined}>
              {count === null && used === undefined ? (
                <Skeleton height={26} width={48} />
              ) : (
                <strong>{count ?? t('usesUnseen')}</strong>
              )}{' '}
              / {limit ?? t('unlimited')} <small>{t(`units.${name}`)}</small>
              {limit === undefined || count === null ? null : (
                <meter
                  min={0}
                  max={Math.max(1, limit)}
                  value={Math.min(count, limit)}
                  aria-label={t('usedOf', { what: t(`fields.${name}`) })}
                />
              )}
              {isFull ? <span className={css['full']}>{t('full')}</span> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function useUsed(domainId: string): {
  readonly query: UseQueryResult<Readonly<Record<LimitName, number>>>;
  readonly seesMembers: boolean;
} {
  const documents = useDocuments();
  const { user } = useViewer();
  const query = useQuery({
    queryKey: ['domain-uses', domainId],
    queryFn: async () => {
      // Two ranges of types, without those of imported files, which the contract does not limit.
      const devices = documents
        .collection('device')
        .where('domainId', '==', domainId)
        .where('retiredAt', '==', null);
      const [rooms, before, after, members] = await Promise.all([
        documents
          .collection('room')
          .where('domainId', '==', domainId)
          .where('archivedAt', '==', null)
          .count(),
        devices.where('serial', '<', FILE_SERIAL_START).count(),
        devices.where('serial', '>=', FILE_SERIALS_END).count(),
        documents.collection('staff').where('domainId', '==', domainId).count(),
      ]);
      return { rooms, devices: before + after, members };
    },
  });
  const seesMembers =
    user !== null &&
    (![ACCESS_LEVELS.agency, ACCESS_LEVELS.agencyAdmin].some(
      (level) => level === user.accessLevel,
    ) ||
      user.domainId === domainId);
  return { query, seesMembers };
}
