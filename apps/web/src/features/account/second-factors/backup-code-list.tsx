import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import css from './second-factors.module.css';

/** The ten codes, shown once: copy, print or write them down. */
export function BackupCodeList({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('account');
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className={css['codes']}>
      <p>{t('codes.lead')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={css['tools']}>
        <Button onClick={() => void copy()}>
          <ToolIcon name={copied ? 'check' : 'copy'} size={18} />
          {t(copied ? 'codes.copied' : 'codes.copy')}
        </Button>
        <Button onClick={() => globalThis.print()}>
          <ToolIcon name="print" size={18} />
          {t('codes.print')}
        </Button>
      </div>
      <output className={css['visuallyHidden']}>{copied ? t('codes.copied') : ''}</output>
      {createPortal(<Paper codes={codes} />, document.body)}
    </div>
  );
}

/** Printed instead of the page. */
function Paper({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('account');
  const { t: frame } = useTranslation('frame');
  return (
    <div className={css['paper']}>
      <h1>
        {frame('product')} {t('codes.title')}
      </h1>
      <p>{t('codes.onPaper')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </div>
  );
}
