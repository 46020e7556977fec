import { type Problem, type SamlProviderEntry } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrganisationApi } from '../../api.ts';
import { useDialogs } from '../../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../../kit/form/button.tsx';
import { FormError } from '../../../../kit/form/form-error.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import { useProblemMessage } from '../../../../kit/pages/use-problem-message.ts';
import { useOrganisationActions } from '../../organisation-actions.ts';
import { joinList } from '../../../../locales/join-list.ts';
import { useDayFormatter } from '../../../../shared/time-of-day/use-day-formatter.ts';
import css from './saml.module.css';

type SamlProviderProps = {
  readonly domainId: string;
  readonly entry: SamlProviderEntry;
  readonly disabled: boolean;
  readonly onChange: () => void;
  readonly onRemoved: () => void;
};

/** One identity provider: the values for its administrator, and the sign-in address for members. */
export function SamlProvider({
  domainId,
  entry,
  disabled,
  onChange,
  onRemoved,
}: SamlProviderProps) {
  const { t, i18n } = useTranslation('organisationSignIn');
  const formatProblem = useProblemMessage();
  const dialogs = useDialogs();
  const { act } = useOrganisationActions();
  const { removeSamlProvider } = useOrganisationApi();
  const formatDay = useDayFormatter();
  const [refused, setRefused] = useState<Problem | null>(null);
  const remove = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('removeTitle', { name: entry.name }),
        message: t('removeWhy'),
        ok: t('remove'),
        kind: 'danger',
      }))
    )
      return;
    const outcome = await act(() => removeSamlProvider(domainId, entry.id));
    if (outcome.kind === 'refused') setRefused(outcome.problem);
    if (outcome.kind === 'done') onRemoved();
  };
  const origin = new URL(entry.acsUrl).origin;
  return (
    <article className={css['entry']}>
      <header>
        <h3>{entry.name}</h3>
        <small>{entry.way}</small>
      </header>
      <dl>
        <Address label={t('signInAddress')} value={`${origin}/sso/${entry.id}`} />
        <Address label={t('audience')} value={entry.audience} />
        <Address label={t('acsUrl')} value={entry.acsUrl} />
        <div>
          <dt>{t('metadata')}</dt>
          <dd>
            <a href={entry.audience} download={`yamori-${entry.id}.xml`}>
              {t('download')}
            </a>
          </dd>
        </div>
        <div>
          <dt>{t('certificateEnds')}</dt>
          <dd>{joinList(i18n.language, entry.certificateEndsAt.map(formatDay))}</dd>
        </div>
        <div>
          <dt>{t('rules')}</dt>
          <dd>
            {t(entry.allowIdpInitiated ? 'mayBegin' : 'mayNotBegin')}{' '}
            {t(entry.joinLevel === null ? 'nobodyJoins' : 'mayJoin')}
          </dd>
        </div>
      </dl>
      <FormError message={refused === null ? null : formatProblem(refused)} />
      <div className={css['tools']}>
        <Button
          disabled={disabled}
          label={t('changeNamed', { name: entry.name })}
          onClick={onChange}
        >
          {t('change')}
        </Button>
        <Button
          disabled={disabled}
          label={t('removeNamed', { name: entry.name })}
          onClick={() => void remove()}
        >
          {t('remove')}
        </Button>
      </div>
    </article>
  );
}

function Address({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation('organisationSignIn');
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <button
          type="button"
          aria-label={t('copyNamed', { name: label })}
          onClick={() => void copy()}
        >
          <ToolIcon name={copied ? 'check' : 'copy'} size={18} />
        </button>
        <span className={css['said']} aria-live="polite">
          {copied ? t('copied') : ''}
        </span>
      </dd>
    </div>
  );
}
