import { lazy, Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { Skeleton } from '../../kit/pages/page-state.tsx';
import { OrganisationLogo } from '../../shared/organisations/organisation-logo.tsx';
import {
  useOrganisationList,
  type Organisation,
} from '../../shared/organisations/use-organisations.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { OrganisationContext } from './organisation-context.tsx';
import css from './top-bar.module.css';

/** Search for organisations if there are more than a list holds; loaded only then. */
const FindOrganisation = lazy(async () => ({
  default: (await import('./find-organisation.tsx')).FindOrganisation,
}));
const SEARCH = '#search';

/**
 * Selects the organisation whose rooms are shown, or all. Shows only the name if there is just one.
 */
export function OrganisationSwitcher() {
  const { t } = useTranslation('frame');
  const dialogs = useDialogs();
  const { organisationId, user } = useViewer();
  const choose = use(OrganisationContext);
  const { all, isTruncated, status, retry } = useOrganisationList();
  const [wasRetried, setWasRetried] = useState(false);
  // A user without an accessible organisation, such as a member with a pending second factor, has
  // no choice.
  if (status.kind === 'shown' && all.length === 0) return null;
  const only = all.length === 1 ? all[0] : undefined;
  const shown =
    only ??
    all.find(
      ({ documentReferenceId }) => documentReferenceId === (organisationId ?? user?.domainId),
    );
  const pick = async (value: string): Promise<void> => {
    if (value !== SEARCH) return choose(value === '' ? null : value);
    const found = await dialogs.open<string | null>(
      { title: t('findOrganisation'), size: 'small' },
      null,
      (answer) => (
        <Suspense fallback={null}>
          <FindOrganisation onAnswer={answer} />
        </Suspense>
      ),
    );
    if (found !== null) choose(found);
  };
  return (
    <div className={css['organisation']} tabIndex={-1}>
      <Brand organisation={shown} />
      {status.kind === 'failed' || (status.kind === 'loading' && wasRetried) ? (
        <button
          ref={leaveFocusToParent}
          type="button"
          className={css['retry']}
          aria-busy={status.kind === 'loading'}
          onClick={() => {
            setWasRetried(true);
            retry();
          }}
        >
          {t('organisationsUnknown')}
        </button>
      ) : status.kind === 'loading' ? (
        <span aria-busy="true">
          <Skeleton width={140} height={20} />
        </span>
      ) : only !== undefined ? (
        <span className={css['one']}>{only.name}</span>
      ) : (
        <>
          <select
            aria-label={t('organisation')}
            value={organisationId ?? ''}
            onChange={(event) => void pick(event.currentTarget.value)}
          >
            <option value="">{t('everyOrganisation')}</option>
            {all.map((domain) => (
              <option key={domain.documentReferenceId} value={domain.documentReferenceId}>
                {domain.name}
              </option>
            ))}
            {isTruncated ? <option value={SEARCH}>{t('findOrganisation')}</option> : null}
          </select>
          <ToolIcon name="down" size={16} className={css['arrow']} />
        </>
      )}
    </div>
  );
}

/** A focused element that leaves the page passes its focus to its parent. */
const leaveFocusToParent = (element: HTMLElement | null) => () => {
  if (element !== null && element === document.activeElement) element.parentElement?.focus();
};

/**
 * The organisation's picture and colour, if it has any. The name is shown next to it, so the
 * picture needs no text.
 */
function Brand({ organisation }: { readonly organisation: Organisation | undefined }) {
  const colour = organisation?.brand?.colour;
  return (
    <span
      className={css['brand']}
      data-colour={colour !== undefined}
      ref={(mark) => mark?.style.setProperty('--brand', colour ?? 'transparent')}
    >
      {organisation === undefined ? (
        <ToolIcon name="organisation" size={18} />
      ) : (
        <OrganisationLogo
          key={organisation.documentReferenceId}
          organisation={organisation}
          instead={<ToolIcon name="organisation" size={18} />}
        />
      )}
    </span>
  );
}
