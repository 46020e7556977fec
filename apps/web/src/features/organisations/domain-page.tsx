import {
  deviceState,
  type domainCollection,
  type DomainRow,
  FILE_SERIAL_START,
  FILE_SERIALS_END,
} from '@yamori/domain';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
} from '../../live/documents/documents-context.tsx';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { DeviceStateBadge, LastHeard } from '../../shared/device-state/device-state-badge.tsx';
import { DescriptionList, PlainTable, type Fact } from '../../kit/pages/description-list.tsx';
import { QueryBoundary } from '../../kit/pages/loaded.tsx';
import { LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import { PageSection } from '../../kit/pages/page-section.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useViews } from '../../shared/views/use-views.ts';
import { DomainTabs } from './domain-layout.tsx';
import css from './domains.module.css';
import { useDomainRow, useDomainParts } from './api.ts';

type Domain = DocumentOf<typeof domainCollection>;

/** One organisation in the platform view: its details, its contents, and its devices' state. */
export function DomainPage() {
  const { t } = useTranslation('domains');
  const { domainid = '' } = useParams({ strict: false });
  const found = useLiveDocument(`domain/${domainid}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return (
      <DomainTabs current="master-domain">
        <ProblemState problem={found.problem} />
      </DomainTabs>
    );
  if (found.kind === 'loading') return <LoadingState />;
  if (found.value === null || !isWhole(found.value))
    return (
      <ErrorState
        icon="organisation"
        title={t('gone')}
        why={t('goneWhy')}
        next={<Link to="/master/domain-lists">{t('toAll')}</Link>}
      />
    );
  return <OneDomain key={domainid} domain={found.value} />;
}

function OneDomain({ domain }: { readonly domain: Domain }) {
  const { t } = useTranslation('domains');
  const row = useDomainRow(domain.documentReferenceId);
  const id = domain.documentReferenceId;
  return (
    <DomainTabs current="master-domain" name={domain.name}>
      <div className={css['sections']}>
        <PageSection
          title={t('about')}
          tool={
            <Link to="/domain-config" search={{ domain: id }}>
              {t('toSettings')}
            </Link>
          }
        >
          <DomainFacts domain={domain} />
        </PageSection>
        <PageSection title={t('has')}>
          <QueryBoundary query={row}>
            {(value) =>
              value === null ? (
                <p className={css['quiet']}>{t('gone')}</p>
              ) : (
                <Figures row={value} domain={domain} />
              )
            }
          </QueryBoundary>
        </PageSection>
        <PageSection
          title={t('devices')}
          lead={t('devicesLead')}
          tool={<Link to="/device-config/device-list-table">{t('toDevices')}</Link>}
        >
          <Devices domainId={id} />
        </PageSection>
        <PageSection title={t('parts')}>
          <Children domainId={id} />
        </PageSection>
      </div>
    </DomainTabs>
  );
}

function DomainFacts({ domain }: { readonly domain: Domain }) {
  const { t, i18n } = useTranslation('domains');
  const { t: fleet } = useTranslation('fleet');
  const views = useViews();
  const day = createDateTimeFormatter(i18n.language, {
    dateStyle: 'medium',
    timeZone: domain.timeZone,
  });
  const contract =
    domain.contractFrom === undefined && domain.contractTo === undefined
      ? t('noContract')
      : t('contractSpan', {
          from: domain.contractFrom === undefined ? '' : day(domain.contractFrom),
          to: domain.contractTo === undefined ? '' : day(domain.contractTo),
        });
  const facts: readonly Fact[] = [
    [t('fields.kind'), fleet(`kinds.${domain.kind}`)],
    [t('fields.code'), domain.code],
    [t('contact'), domain.contact ?? ''],
    [t('address'), domain.address ?? ''],
    [t('timeZone'), domain.timeZone],
    [t('nightStartsAt'), domain.nightStartsAt],
    [t('contract'), contract],
    [t('secondFactor'), t(domain.mfaRequired ? 'required' : 'notRequired')],
    [
      t('view'),
      views.find(({ documentReferenceId }) => documentReferenceId === domain.defaultViewId)?.name ??
        t('usualView'),
    ],
    [t('overrides'), t('overrideCount', { count: Object.keys(domain.parameterOverrides).length })],
  ];
  return <DescriptionList facts={facts.filter(([, value]) => value !== '')} />;
}

function Figures({
  row,
  domain: { limits },
}: {
  readonly row: DomainRow;
  readonly domain: Domain;
}) {
  const { t, i18n } = useTranslation('domains');
  const figure = new Intl.NumberFormat(i18n.language);
  const ofLimit = (count: number, limit: number | undefined): string =>
    limit === undefined
      ? figure.format(count)
      : t('ofLimit', { count: figure.format(count), limit: figure.format(limit) });
  return (
    <>
      <DescriptionList
        facts={[
          [t('fields.rooms'), ofLimit(row.rooms, limits?.rooms)],
          [t('fields.devices'), ofLimit(row.devices, limits?.devices)],
          [
            t('fields.offline'),
            <span key="offline" className={row.offline > 0 ? css['offline'] : undefined}>
              {figure.format(row.offline)}
            </span>,
          ],
          [t('fields.members'), ofLimit(row.members, limits?.members)],
          [t('fields.parts'), figure.format(row.parts)],
        ]}
      />
      {row.path.length === 0 ? null : (
        <p className={css['quiet']}>{t('below', { path: row.path.join(t('step')) })}</p>
      )}
    </>
  );
}

const MAX_DEVICES = 200;

/** Silent devices first: they are the usual reason to open this page. */
function Devices({ domainId }: { readonly domainId: string }) {
  const { t } = useTranslation('domains');
  const inUse = useDocuments()
    .collection('device')
    .where('domainId', '==', domainId)
    .where('retiredAt', '==', null)
    .orderBy('serial')
    .limit(MAX_DEVICES);
  // Skip the range of types of imported files: there may be thousands.
  const parts = [
    useLiveQuery(inUse.where('serial', '<', FILE_SERIAL_START)),
    useLiveQuery(inUse.where('serial', '>=', FILE_SERIALS_END)),
  ];
  const failed = parts.find((part) => part.kind === 'failed' || part.kind === 'refused');
  if (failed !== undefined) return <ProblemState compact problem={failed.problem} />;
  if (!parts.every((part) => 'value' in part)) return <LoadingState />;
  const found = parts.flatMap(({ value }) => value);
  const devices = found
    .slice(0, MAX_DEVICES)
    .flatMap((device) => (isWhole(device) ? [device] : []));
  if (devices.length === 0) return <p className={css['quiet']}>{t('noDevices')}</p>;
  const isAway = (device: (typeof devices)[number]): boolean => deviceState(device) === 'offline';
  return (
    <div className={css['devices']}>
      <PlainTable
        label={t('deviceTable')}
        heads={[t('serial'), t('deviceName'), t('firmware'), t('state'), t('lastFrame')]}
        rows={devices
          .toSorted((a, b) => Number(isAway(b)) - Number(isAway(a)))
          .map((device) => ({
            key: device.serial,
            cells: [
              <Link
                key="serial"
                to="/master/device/$deviceSerial"
                params={{ deviceSerial: device.serial }}
              >
                {device.serial}
              </Link>,
              device.name,
              device.firmware,
              <DeviceStateBadge key="state" state={deviceState(device)} />,
              <LastHeard key="age" status={device.status} />,
            ],
          }))}
      />
      {found.length >= MAX_DEVICES ? (
        <p className={css['quiet']}>{t('moreDevices', { count: MAX_DEVICES })}</p>
      ) : null}
    </div>
  );
}

function Children({ domainId }: { readonly domainId: string }) {
  const { t, i18n } = useTranslation('domains');
  const { t: fleet } = useTranslation('fleet');
  const figure = new Intl.NumberFormat(i18n.language);
  const query = useDomainParts(domainId);
  return (
    <QueryBoundary query={query}>
      {({ domains, total }) =>
        total === 0 ? (
          <p className={css['quiet']}>{t('noParts')}</p>
        ) : (
          <PlainTable
            label={t('partTable')}
            heads={[
              t('fields.name'),
              t('fields.kind'),
              t('fields.rooms'),
              t('fields.devices'),
              t('fields.offline'),
            ]}
            numbers={[2, 3, 4]}
            rows={domains.map((part) => ({
              key: part.domainId,
              cells: [
                <Link key="name" to="/master/domain/$domainid" params={{ domainid: part.domainId }}>
                  {part.name}
                </Link>,
                fleet(`kinds.${part.kind}`),
                figure.format(part.rooms),
                figure.format(part.devices),
                figure.format(part.offline),
              ],
            }))}
          />
        )
      }
    </QueryBoundary>
  );
}
