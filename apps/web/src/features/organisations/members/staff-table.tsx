import { ACCESS_LEVEL_WORDS, accessLevelName, type MemberEntry } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../kit/clock/age.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { EmptyState } from '../../../kit/pages/page-state.tsx';
import { toActor } from '../../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { mayChangeMember } from './member-status.ts';
import { useMemberActions } from './use-member-actions.tsx';
import css from './staff.module.css';

type StaffTableProps = {
  readonly domainId: string;
  readonly members: readonly MemberEntry[];
  readonly onChanged: () => void;
};

/**
 * The members of the organisation with the security of their accounts and the available actions.
 */
export function StaffTable({ domainId, members, onChanged }: StaffTableProps) {
  const { t } = useTranslation('staff');
  if (members.length === 0)
    return (
      <EmptyState
        compact
        title={t('empty')}
        why={t('emptyWhy')}
        next={<Link to="/register">{t('invite')}</Link>}
      />
    );
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th>{t('name')}</th>
          <th>{t('level')}</th>
          <th>{t('factors')}</th>
          <th>{t('lastSignIn')}</th>
          <th>{t('acts')}</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.userId} domainId={domainId} member={member} onChanged={onChanged} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  domainId,
  member,
  onChanged,
}: {
  readonly domainId: string;
  readonly member: MemberEntry;
  readonly onChanged: () => void;
}) {
  const { t, i18n } = useTranslation('staff');
  const { user } = useViewer();
  const level =
    ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][
      accessLevelName(member.accessLevel) ?? 'requestMfa'
    ];
  const { security } = member;
  return (
    <tr>
      <td>
        <strong>{member.name}</strong>
        {member.state === 'active' ? null : (
          <span className={css['mark']}>{t(`states.${member.state}`)}</span>
        )}
        <small>{member.email ?? t('noAddress')}</small>
      </td>
      <td data-label={t('level')}>{level}</td>
      <td data-label={t('factors')}>
        {security === null ? <Untold /> : <Factor there={security.hasSecondFactor} />}
      </td>
      <td data-label={t('lastSignIn')}>
        {security === null ? (
          <Untold />
        ) : (
          <>
            {security.lastSignInAt === null ? (
              t('never')
            ) : (
              <Age at={new Date(security.lastSignInAt)} kind="ago" />
            )}
            {security.sessions === 0 ? null : (
              <small>{t('sessions', { count: security.sessions })}</small>
            )}
          </>
        )}
      </td>
      <td>
        {member.userId === user?.uid ? (
          <Link to="/account-info" className={css['own']}>
            {t('own')}
          </Link>
        ) : (
          <RowActions
            domainId={domainId}
            member={member}
            security={security}
            onChanged={onChanged}
          />
        )}
      </td>
    </tr>
  );
}

function Untold() {
  const { t } = useTranslation('staff');
  return (
    <span className={css['quiet']}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{t('untold')}</span>
    </span>
  );
}

function Factor({ there }: { readonly there: boolean }) {
  const { t } = useTranslation('staff');
  return (
    <span className={css['factor']} data-there={there}>
      <ToolIcon name={there ? 'shield' : 'alert'} size={18} />
      {t(there ? 'factorThere' : 'factorMissing')}
    </span>
  );
}

type ActsProps = {
  readonly domainId: string;
  readonly member: MemberEntry;
  readonly security: MemberEntry['security'];
  readonly onChanged: () => void;
};

function RowActions({ domainId, member, security, onChanged }: ActsProps) {
  const { t } = useTranslation('staff');
  const online = useOnline();
  const actor = toActor(useViewer());
  const actions = useMemberActions(onChanged);
  const { name } = member;
  return (
    <>
      <span className={css['buttons']}>
        {actor !== null && mayChangeMember(actor, member, domainId) ? (
          <Button
            disabled={!online}
            label={t('standing.ofNamed', { name })}
            onClick={() => void actions.changeStanding(actor, member, domainId)}
          >
            {t('standing.of')}
          </Button>
        ) : null}
        {security === null || member.email === null ? null : (
          <Button
            disabled={!online}
            label={t('password.ofNamed', { name })}
            onClick={() => void actions.givePassword(member, security)}
          >
            {t('password.of')}
          </Button>
        )}
        {security?.hasSecondFactor === true ? (
          <Button
            disabled={!online}
            label={t('reset.ofNamed', { name })}
            onClick={() => void actions.resetFactors(member, security)}
          >
            {t('reset.of')}
          </Button>
        ) : null}
      </span>
      {security?.requests.map((request) => (
        <small key={request.act} className={css['asked']}>
          {t(request.isMine ? 'askedMine' : 'askedOther', { act: t(`acted.${request.act}`) })}
        </small>
      ))}
    </>
  );
}
