import { useTranslation } from 'react-i18next';
import { useCommands } from '../../live/offline/outbox-context.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { CommandList } from './command-list.tsx';
import css from './top-bar.module.css';

/**
 * How much waits to be sent, and how much was refused; nothing while there is neither. Opens the
 * list.
 */
export function OutboxSign() {
  const { t } = useTranslation('offline');
  const commands = useCommands();
  const dialogs = useDialogs();
  const refused = commands.filter(({ state }) => state.kind === 'refused').length;
  if (commands.length === 0) return null;
  const open = (): void =>
    void dialogs.open({ title: t('title'), size: 'medium', closesBeside: true }, null, () => (
      <CommandList />
    ));
  return (
    <button
      type="button"
      className={css['sign']}
      data-tone={refused > 0 ? 'danger' : 'warning'}
      onClick={open}
    >
      <ToolIcon name={refused > 0 ? 'alert' : 'upload'} size={18} />
      <span className={css['signWord']}>
        {refused > 0 ? t('refused', { count: refused }) : t('waiting', { count: commands.length })}
      </span>
    </button>
  );
}
