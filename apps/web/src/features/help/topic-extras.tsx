import { decideAll, ROUTES, type Visitor } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ShapeLegend } from '../../shared/room-state/shape-legend.tsx';
import { useShapeLabels } from '../../shared/room-state/use-shape-labels.ts';
import { ShortcutChoice } from '../../kit/shortcuts/shortcut-choice.tsx';
import { ShortcutList } from '../../shared/shortcuts/shortcut-list.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './help.module.css';
import type { TopicId } from './help-topics.ts';
import { UsageChoice } from './usage-choice.tsx';

/** The content below a topic's paragraphs, and its searchable text. */
type Extra = { readonly drawn: ReactNode; readonly text: string };

export function useTopicExtras(): Partial<Record<TopicId, Extra>> {
  const { t } = useTranslation('help');
  const { visitor } = useViewer();
  const shapes = useShapeLabels();
  const screens = useScreens(visitor);
  return {
    shapes: { drawn: <ShapeLegend />, text: Object.values(shapes).join(' ') },
    screens: {
      drawn: <ScreenList screens={screens} />,
      text: screens.map(({ title, does }) => `${title} ${does}`).join(' '),
    },
    keys: {
      drawn: (
        <>
          <ShortcutList />
          <ShortcutChoice />
        </>
      ),
      text: [
        t('shortcut.search'),
        t('shortcut.list'),
        t('shortcut.attention'),
        t('shortcut.move'),
        t('shortcutsOn'),
        t('shortcutsOnWhy'),
      ].join(' '),
    },
    api: {
      drawn: (
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('openApi')}
        </a>
      ),
      text: t('openApi'),
    },
    privacy: { drawn: <UsageChoice />, text: '' },
  };
}

type Screen = { readonly path: string; readonly title: string; readonly does: string };

function useScreens(visitor: Visitor): readonly Screen[] {
  const { t } = useTranslation('routes');
  const { t: plan, i18n } = useTranslation('plans');
  return ROUTES.filter(
    ({ navigation, guards }) => navigation !== 'none' && decideAll(guards, visitor) === 'allowed',
  ).map(({ id, path, redirectTo }) => {
    const shown = ROUTES.find((route) => route.path === redirectTo)?.id ?? id;
    // Every route id has a text (a test compares the two); the key types cannot follow a run-time
    // id.
    return {
      path,
      title: t(`${id}.title` as 'index.title'),
      does: i18n.exists(shown, { ns: 'plans' }) ? plan(shown as 'report') : '',
    };
  });
}

const ScreenList = ({ screens }: { screens: readonly Screen[] }) => (
  <ul className={css['screens']}>
    {screens.map(({ path, title, does }) => (
      <li key={path}>
        <Link to={path}>{title}</Link>
        {does === '' ? null : <span>{does}</span>}
      </li>
    ))}
  </ul>
);
