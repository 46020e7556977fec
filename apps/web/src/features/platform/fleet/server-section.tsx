import type { ServerStatus } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useServerStatus } from '../api.ts';
import { Age } from '../../../kit/clock/age.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { DescriptionList, type Fact } from '../../../kit/pages/description-list.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { createByteFormatter } from '../../../locales/byte-formatter.ts';
import { signedSeconds } from '../../../locales/signed-seconds.ts';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { SERVER_SHAPE } from './fleet-shapes.ts';
import css from './fleet.module.css';
import { PolledValue } from './polled-value.tsx';

/** The state of the server that answers, and its counters since the start. */
export function ServerSection() {
  const { t } = useTranslation('fleet');
  const query = useServerStatus();
  return (
    <PageSection title={t('server.title')} lead={t('server.lead')}>
      <PolledValue query={query} shape={SERVER_SHAPE}>
        {(server) => <ServerFacts server={server} />}
      </PolledValue>
    </PageSection>
  );
}

const CHECKS = ['database', 'bus', 'rooms', 'live'] as const;

function ServerFacts({ server }: { readonly server: ServerStatus }) {
  const { t, i18n } = useTranslation('fleet');
  const formatProblem = useProblemMessage();
  const figure = new Intl.NumberFormat(i18n.language);
  const bytes = createByteFormatter(i18n.language);
  const { ingest, live, connections } = server;
  const facts: Fact[] = [
    [t('server.started'), <Age key="age" at={new Date(server.startedAt)} kind="ago" />],
    [t('server.version'), server.version],
    [t('server.memory'), bytes(server.memoryBytes)],
    [t('server.database'), bytes(server.databaseBytes)],
    [
      t('server.connections'),
      t('server.connectionsValue', {
        open: connections.open,
        idle: connections.idle,
        waiting: connections.waiting,
      }),
    ],
    [t('server.mails'), figure.format(server.waitingMails)],
    [t('server.framesReceived'), figure.format(ingest.framesReceived)],
    [t('server.framesStored'), figure.format(ingest.framesStored)],
    [t('server.bytesReceived'), bytes(ingest.bytesReceived)],
    [t('server.pending'), bytes(ingest.pendingBytes)],
    [t('server.liveDevices'), figure.format(live.devices)],
    [t('server.liveRooms'), figure.format(live.rooms)],
    [t('server.watchers'), figure.format(live.watchers)],
  ];
  const troubles: readonly (readonly [name: string, count: number])[] = [
    [t('server.repeated'), ingest.framesRepeated],
    [t('server.refused'), sumCounts(ingest.refused)],
    [t('server.dropped'), ingest.messagesDropped],
    [t('server.throttled'), ingest.messagesThrottled],
    [t('server.signInsRefused'), sumCounts(ingest.signInsRefused)],
    [t('server.failedWrites'), live.failedWrites],
    [t('server.liveRefused'), sumCounts(live.refused)],
    [t('server.leasesLost'), server.leasesLost],
  ];
  return (
    <>
      <ul className={css['checks']} aria-label={t('server.checks')}>
        {server.checks.map(({ name, ok, reason }) => {
          const known = CHECKS.find((check) => check === name);
          return (
            <li key={name} data-ok={ok}>
              <ToolIcon name={ok ? 'check' : 'alert'} size={18} />
              <span>
                {known === undefined ? name : t(`server.check.${known}`)}
                <b>{t(ok ? 'server.well' : 'server.ill')}</b>
                {reason === undefined ? null : <small>{formatProblem({ code: reason })}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      <Warnings server={server} />
      <DescriptionList facts={facts} />
      <h3 className={css['sub']}>{t('server.servers')}</h3>
      <ServerList server={server} />
      <h3 className={css['sub']}>{t('server.troubles')}</h3>
      <dl className={css['errors']}>
        {troubles.map(([name, count]) => (
          <div key={name} data-some={count > 0}>
            <dt>{name}</dt>
            <dd>{figure.format(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const WARNINGS = [
  'machine-clock-off',
  'database-clock-stepped',
  'database-role-resettable',
  'database-role-unrestricted',
  'mqtt-without-tls',
  'http-without-tls',
] as const;

/** Problems of the installation with which the server goes on. */
function Warnings({ server: { warnings } }: { readonly server: ServerStatus }) {
  const { t } = useTranslation('fleet');
  if (warnings.length === 0) return null;
  return (
    <ul className={css['checks']} aria-label={t('server.warnings')}>
      {warnings.map(({ reason }) => {
        const known = WARNINGS.find((warning) => warning === reason);
        return (
          <li key={reason} data-ok={false}>
            <ToolIcon name="alert" size={18} />
            <span>{known === undefined ? reason : t(`server.warning.${known}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}

const SHARDS = 256;
/** A larger clock difference is an error. */
const MAX_CLOCK_MS = 2_000;
const SHOWN_ID_LENGTH = 8;

/** All servers of the installation. */
function ServerList({ server }: { readonly server: ServerStatus }) {
  const { t, i18n } = useTranslation('fleet');
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 0,
  });
  const seconds = signedSeconds(i18n.language);
  return (
    <ul className={css['checks']} aria-label={t('server.servers')}>
      {server.servers.map(({ id, isAlive, shards, clockAheadMs }) => {
        const isWell = isAlive && Math.abs(clockAheadMs) <= MAX_CLOCK_MS;
        const details = [
          ...(id === server.serverId ? [t('server.own')] : []),
          t('server.share', { share: percent.format(shards / SHARDS) }),
          t('server.clockAhead', { seconds: seconds.format(clockAheadMs / 1000) }),
        ];
        return (
          <li key={id} data-ok={isWell}>
            <ToolIcon name={isWell ? 'check' : 'alert'} size={18} />
            <span>
              {id.slice(0, SHOWN_ID_LENGTH)}
              <b>{t(isAlive ? 'server.alive' : 'server.stopped')}</b>
              {details.map((detail) => (
                <small key={detail}>{detail}</small>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const sumCounts = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
