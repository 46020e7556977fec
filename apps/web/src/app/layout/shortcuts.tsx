import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { DialogBody } from '../../kit/dialog/dialog-parts.tsx';
import { ATTENTION_ID, focusAttention } from '../../shared/shortcuts/attention-place.ts';
import { createKeyReader } from '../../kit/shortcuts/pressed-keys.ts';
import { ShortcutChoice } from '../../kit/shortcuts/shortcut-choice.tsx';
import { ShortcutList } from '../../shared/shortcuts/shortcut-list.tsx';
import {
  ALARM_KEY,
  ATTENTION_KEY,
  screenShortcuts,
} from '../../shared/shortcuts/shortcut-table.ts';
import { findFirstAnswer } from '../alarms/next-alarm-focus.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';

/**
 * Listens for the shortcuts that work on every screen. Renders nothing until the list is opened.
 */
export function Shortcuts() {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { visitor } = useViewer();
  const [{ shortcuts }] = usePreferences();
  const open = useRef(false);
  useEffect(() => {
    if (!shortcuts) return undefined;
    const read = createKeyReader([ALARM_KEY]);
    const showList = async (): Promise<void> => {
      if (open.current) return;
      open.current = true;
      await dialogs.open(
        { title: t('shortcuts'), size: 'large', closesOnOutsideClick: true },
        null,
        () => <ListDialog />,
      );
      open.current = false;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const pressed = read(event);
      if (pressed?.kind === 'list') void showList();
      if (pressed?.kind === 'single') findFirstAnswer()?.focus();
      if (pressed?.kind === 'screen' && pressed.key === ATTENTION_KEY && !focusAttention())
        void navigate({ to: '/', hash: ATTENTION_ID });
      const screen =
        pressed?.kind === 'screen'
          ? screenShortcuts(visitor).find(({ key }) => key === pressed.key)
          : undefined;
      if (screen !== undefined) void navigate({ to: screen.path });
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, [shortcuts, visitor, navigate, dialogs, t]);
  return null;
}

const ListDialog = () => (
  <DialogBody>
    <ShortcutList />
    <ShortcutChoice />
  </DialogBody>
);
