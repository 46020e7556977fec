import { useTranslation } from 'react-i18next';
import { useViewer } from '../viewer/viewer-context.tsx';
import { COMMON_SHORTCUTS, screenShortcuts } from './shortcut-table.ts';
import css from './shortcut-list.module.css';

/** The keyboard shortcuts available to this member. */
export function ShortcutList() {
  const { t } = useTranslation('help');
  const { t: routes } = useTranslation('routes');
  const { visitor } = useViewer();
  return (
    <dl className={css['keys']}>
      {COMMON_SHORTCUTS.map(({ keys, word }) => (
        <Entry key={word} keys={keys} does={t(`shortcut.${word}`)} />
      ))}
      {/*
       * Every route id has a text (a test compares the two); the key type cannot follow a run-time
       * id.
       */}
      {screenShortcuts(visitor).map(({ key, routeId }) => (
        <Entry
          key={routeId}
          keys={['G', key.toUpperCase()]}
          does={t('goTo', { screen: routes(`${routeId}.title` as 'index.title') })}
        />
      ))}
    </dl>
  );
}

const Entry = ({ keys, does }: { keys: readonly string[]; does: string }) => (
  <div>
    <dt>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{does}</dd>
  </div>
);
