import {
  accessLevelName,
  ACCESS_LEVEL_WORDS,
  PRODUCT_VERSION,
  VITAL_MAXIMUM_AGE_SECONDS,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/form/button.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { EmptyState, PageHeader } from '../../kit/pages/page-state.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { HelpTopic } from './help-topic.tsx';
import css from './help.module.css';
import { topicsFor, type TopicId } from './help-topics.ts';
import { useTopicExtras } from './topic-extras.tsx';

const ARGUMENTS = {
  heart: VITAL_MAXIMUM_AGE_SECONDS.heartRate,
  respiration: VITAL_MAXIMUM_AGE_SECONDS.respirationRate,
  temperature: VITAL_MAXIMUM_AGE_SECONDS.temperature,
  version: PRODUCT_VERSION,
};

/** Help for this member by topic: searchable, linkable and printable. */
export function HelpScreen() {
  const { t } = useTranslation('help');
  const { visitor } = useViewer();
  const [search, setSearch] = useState('');
  const extras = useTopicExtras();
  const getBody = (id: TopicId): string => t(`topics.${id}.body`, ARGUMENTS);
  const groups = topicsFor(
    visitor,
    search,
    (id) => `${t(`topics.${id}.title`)}\n${getBody(id)}\n${extras[id]?.text ?? ''}`,
  );
  const count = groups.reduce((sum, { topics }) => sum + topics.length, 0);
  return (
    <div className={css['screen']}>
      <Head search={search} count={count} onSearch={setSearch} />
      {count === 0 ? (
        <EmptyState
          title={t('nothing')}
          why={t('nothingWhy')}
          next={<Button onClick={() => setSearch('')}>{t('clear')}</Button>}
        />
      ) : (
        <div className={css['columns']}>
          <Contents groups={groups} />
          <div className={css['topics']}>
            {groups.map(({ id, topics }) => (
              <section key={id} className={css['group']} aria-labelledby={`help-${id}`}>
                <h2 id={`help-${id}`}>{t(`groups.${id}`)}</h2>
                {topics.map((topicId) => (
                  <HelpTopic key={topicId} id={topicId} body={getBody(topicId)}>
                    {extras[topicId]?.drawn}
                  </HelpTopic>
                ))}
              </section>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Head({
  search,
  count,
  onSearch,
}: {
  search: string;
  count: number;
  onSearch: (search: string) => void;
}) {
  const { t, i18n } = useTranslation('help');
  const { t: routes } = useTranslation('routes');
  const { user } = useViewer();
  const level =
    ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][
      accessLevelName(user?.accessLevel ?? 0) ?? 'requestMfa'
    ];
  return (
    <div className={css['head']}>
      <PageHeader
        title={routes('help.title')}
        aside={t('lead')}
        tools={<Button onClick={() => globalThis.print()}>{t('print')}</Button>}
      />
      <p className={css['level']}>
        {t('level', { level })}
        <span className={css['printed']}> · {t('topics.version.body', ARGUMENTS)}</span>
      </p>
      <search className={css['search']}>
        <TextField
          label={t('search')}
          type="text"
          name="search"
          autoComplete="off"
          value={search}
          error={null}
          onChange={onSearch}
        />
        <output aria-live="polite">
          {search.trim() === '' ? '' : t('searchCount', { count })}
        </output>
      </search>
    </div>
  );
}

function Contents({ groups }: { groups: ReturnType<typeof topicsFor> }) {
  const { t } = useTranslation('help');
  return (
    <nav className={css['contents']} aria-label={t('contents')}>
      {groups.map(({ id, topics }) => (
        <section key={id}>
          <h2>{t(`groups.${id}`)}</h2>
          <ul>
            {topics.map((topicId) => (
              <li key={topicId}>
                <a href={`#topic-${topicId}`}>{t(`topics.${topicId}.title`)}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
