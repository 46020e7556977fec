import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBannerRooms } from '../../shared/alarm-sound/banner-alarms.ts';
import { useIsConnectionStale } from '../../shared/connection/link-context.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { ATTENTION_LOOKS } from '../../shared/room-state/attention.ts';
import { ATTENTION_ID, focusAttention } from '../../shared/shortcuts/attention-place.ts';
import css from './top-bar.module.css';
import { type AttentionCount, useAttentionCount } from './use-attention-count.ts';

/**
 * The number of rooms that need attention, with a link to their list, on every screen. Without a
 * connection it shows that the number is unknown.
 */
export function AttentionIndicator() {
  const { t } = useTranslation('frame');
  const { t: home } = useTranslation('home');
  const isStale = useIsConnectionStale();
  const known = useAttentionCount();
  const listed = useBannerRooms();
  const { words, tone, most } = look(isStale ? 'unknown' : (known ?? 'reading'));
  // The banner shows the alarm, so this indicator only counts rooms.
  const isQuiet = !isStale && listed.size > 0;
  const title =
    most === null ? t(words.title) : t('attentionMost', { reason: home(`attention.${most}`) });
  return (
    <Link
      to="/"
      hash={ATTENTION_ID}
      className={css['sign']}
      data-tone={isQuiet ? 'none' : tone}
      data-attention-sign
      title={isQuiet ? undefined : title}
      onClick={(event) => {
        if (focusAttention()) event.preventDefault();
      }}
    >
      <StateIcon
        shape={most === null || isQuiet ? 'call' : ATTENTION_LOOKS[most].shape}
        size={18}
      />
      <span className={css['signWord']}>{t(words.name)}</span>
      <strong className={css['signCount']}>
        {most === null ? t(words.value) : t('attentionCount', { count: known?.count ?? 0 })}
      </strong>
    </Link>
  );
}

function look(known: AttentionCount | 'unknown' | 'reading') {
  const name = 'attention';
  if (known === 'unknown')
    return {
      words: { name, value: 'attentionUnknown', title: 'attentionUnknownHelp' },
      tone: 'warning',
      most: null,
    } as const;
  if (known === 'reading')
    return {
      words: { name, value: 'attentionReading', title: 'attentionReading' },
      tone: 'none',
      most: null,
    } as const;
  const words = { name, value: 'attentionNone', title: 'attentionNoneHelp' } as const;
  return {
    words,
    tone: known.most === null ? 'none' : ATTENTION_LOOKS[known.most].tone,
    most: known.most,
  } as const;
}
