import { useTranslation } from 'react-i18next';
import { useCommands, useOutbox } from '../../live/offline/outbox-context.tsx';
import type { Command } from '../../live/offline/outbox-store.ts';
import { Age } from '../../kit/clock/age.tsx';
import { useCommandLabel } from '../../shared/connection/use-command-label.ts';
import { DialogBody, DialogText } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import css from './command-list.module.css';

/**
 * Commands that wait to be sent, in order, and rejected ones with the reason and the possible
 * actions.
 */
export function CommandList() {
  const { t } = useTranslation('offline');
  const commands = useCommands();
  return (
    <DialogBody>
      <DialogText>{commands.length === 0 ? t('empty') : t('lead')}</DialogText>
      <ol className={css['list']}>
        {commands.map((command) => (
          <Entry key={command.id} command={command} />
        ))}
      </ol>
    </DialogBody>
  );
}

function Entry({ command }: { command: Command }) {
  const { t } = useTranslation('offline');
  const formatProblem = useProblemMessage();
  const about = useCommandLabel();
  const outbox = useOutbox();
  const { state } = command;
  const refused = state.kind === 'refused';
  return (
    <li className={css['entry']} data-state={state.kind}>
      <span className={css['icon']}>
        <ToolIcon name={refused ? 'alert' : 'upload'} size={18} />
      </span>
      <strong className={css['what']}>{about(command.about)}</strong>
      <span className={css['state']}>
        {t(`state.${state.kind}`)} · <Age at={new Date(command.askedAtMs)} kind="ago" />
      </span>
      {refused ? <p className={css['why']}>{formatProblem(state.problem)}</p> : null}
      <div className={css['tools']}>
        {refused ? <Button onClick={() => void outbox?.retry(command)}>{t('retry')}</Button> : null}
        <Button onClick={() => void outbox?.discard(command)}>
          {refused ? t('discardRefused') : t('discard')}
        </Button>
      </div>
    </li>
  );
}
