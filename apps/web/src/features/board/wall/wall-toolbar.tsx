import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { SoundWord } from '../../../shared/alarm-sound/sound-word.tsx';
import { TimeOfDay } from '../../../shared/time-of-day/time-of-day.tsx';
import { FacetChoice } from '../../../kit/form/facet-choice.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import css from './monitoring.module.css';
import type { FullScreen } from './use-full-screen.ts';
import type { Room } from '../room-store.ts';
import { WALL_SORTS, wallFacets, type WallFilter } from './wall-filter.ts';
import { Drawing, type IconProps } from '../../../kit/icons/icon.tsx';

type WallToolbarProps = {
  readonly filter: WallFilter;
  readonly rooms: readonly Room[];
  /** Null until the rooms are read: no number is a fact before. */
  readonly shown: number | null;
  readonly pages: number;
  readonly fullScreen: FullScreen;
};

function useRoomCount(shown: number | null, all: number): string {
  const { t } = useTranslation('monitoring');
  if (shown === null) return '';
  return shown === all ? t('rooms', { count: shown }) : t('roomsOf', { shown, count: all });
}

/** Title, floor, order, page and full screen. All but the last stand in the address. */
export function WallToolbar({ filter, rooms, shown, pages, fullScreen }: WallToolbarProps) {
  const { t } = useTranslation('monitoring');
  const { t: replay } = useTranslation('replay');
  const [, change] = useUrlParams();
  const { buildings, floors } = wallFacets(rooms);
  const count = useRoomCount(shown, rooms.length);
  const screenWord = fullScreen.isOn ? t('leaveFullScreen') : t('fullScreen');
  return (
    <header className={css['toolbar']}>
      <h1>{t('title')}</h1>
      <TimeOfDay size="large" />
      <span className={css['count']}>{count}</span>
      <span className={css['reference']}>{t('reference')}</span>
      <span className={css['reference']}>
        <SoundWord />
      </span>
      <div className={css['tools']}>
        <FacetChoice
          every={t('every')}
          className={css['choice']}
          label={t('building')}
          value={filter.building}
          values={buildings}
          onChoose={(building) => change({ building, page: undefined })}
        />
        <FacetChoice
          every={t('every')}
          className={css['choice']}
          label={t('floor')}
          value={filter.floor}
          values={floors}
          onChoose={(floor) => change({ floor, page: undefined })}
        />
        <label className={css['choice']}>
          <span className={css['sortWord']}>{t('sort')}</span>
          <select
            value={filter.sort}
            onChange={(event) =>
              change({
                sort:
                  event.currentTarget.value === 'attention' ? undefined : event.currentTarget.value,
              })
            }
          >
            {WALL_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {t(`sorts.${sort}`)}
              </option>
            ))}
          </select>
        </label>
        <Link
          to="."
          search={{ replay: 'last' }}
          className={css['button']}
          aria-label={replay('title')}
          title={replay('title')}
        >
          <ToolIcon name="history" size={18} />
          <span>{replay('title')}</span>
        </Link>
        {pages > 1 ? <Pages page={filter.page} pages={pages} /> : null}
        {fullScreen.isPossible ? (
          <button
            type="button"
            className={css['button']}
            aria-pressed={fullScreen.isOn}
            onClick={fullScreen.toggle}
            title={screenWord}
          >
            <FullScreenIcon size={18} />
            <span>{screenWord}</span>
          </button>
        ) : null}
      </div>
    </header>
  );
}

function Pages({ page, pages }: { page: number; pages: number }) {
  const { t } = useTranslation('monitoring');
  const [, change] = useUrlParams();
  const turn = (next: number): void => change({ page: next === 1 ? undefined : String(next) });
  return (
    <span className={css['pages']}>
      <button
        type="button"
        onClick={() => turn(page - 1)}
        disabled={page <= 1}
        aria-label={t('before')}
      >
        <ToolIcon name="right" size={18} className={css['mirrored']} />
      </button>
      <span>{t('page', { page, pages })}</span>
      <button
        type="button"
        onClick={() => turn(page + 1)}
        disabled={page >= pages}
        aria-label={t('after')}
      >
        <ToolIcon name="right" size={18} />
      </button>
    </span>
  );
}

const FullScreenIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path vectorEffect="non-scaling-stroke" d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Drawing>
);
