import { useTranslation } from 'react-i18next';
import { useCommands } from '../../live/offline/outbox-context.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { CommandList } from './command-list.tsx';
import css from './top-bar.module.css';

/** The numbers of waiting and rejected commands, with a list of them; hidden without any. */
export function OutboxIndicator() {
  const { t } = useTranslation('offline');
  const commands = useCommands();
  const dialogs = useDialogs();
  const refused = commands.filter(({ state }) => state.kind === 'refused').length;
  if (commands.length === 0) return null;
  const open = (): void =>
    void dialogs.open(
      { title: t('title'), size: 'medium', closesOnOutsideClick: true },
      null,
      () => <CommandList />,
    );
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
