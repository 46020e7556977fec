import { useTranslation } from 'react-i18next';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import type { Generation } from './use-generation.ts';

/** Generates a month's drafts; only for past months with billable days. */
export function GenerateButton({
  mayMake,
  generation: { busy, generate },
}: {
  readonly mayMake: boolean;
  readonly generation: Generation;
}) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  return (
    <Button
      kind="primary"
      busy={busy}
      disabled={!online || !mayMake}
      onClick={() => void generate()}
    >
      <ToolIcon name="receipt" size={18} />
      {t('generate.do')}
    </Button>
  );
}
