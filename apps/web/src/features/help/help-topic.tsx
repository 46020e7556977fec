import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './help.module.css';
import type { TopicId } from './help-topics.ts';

/** A topic: its title, its paragraphs, and its extra content. */
export function HelpTopic({
  id,
  body,
  children,
}: {
  id: TopicId;
  body: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation('help');
  return (
    <article className={css['topic']} id={`topic-${id}`} aria-labelledby={`topic-${id}-title`}>
      <h3 id={`topic-${id}-title`}>{t(`topics.${id}.title`)}</h3>
      {body.split('\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {children}
    </article>
  );
}
