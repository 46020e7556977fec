import { afterEach, describe, expect, it } from 'vitest';
import { useTranslation } from 'react-i18next';
import { renderUi } from '../testing/ui-fixture.tsx';
import { createPreferences, DEFAULT_PREFERENCES } from './preferences.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

function Words() {
  const { t } = useTranslation('frame');
  return <p>{t('signOut')}</p>;
}

/** In-memory storage. */
function keptStorage(first: string | null = null) {
  const kept = new Map<string, string>(first === null ? [] : [['yamori.preferences', first]]);
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

async function setUp(storage = keptStorage()) {
  const fixture = await renderUi(<Words />, 0, storage);
  cleanups.push(fixture.end);
  await expect.poll(() => fixture.place.textContent).not.toBe('');
  return { ...fixture, storage };
}

const look = () => ({
  theme: document.documentElement.dataset['theme'],
  scheme: getComputedStyle(document.documentElement).colorScheme,
  ground: getComputedStyle(document.body).backgroundColor,
});

describe('the appearance', () => {
  it('the default is dark', async () => {
    await setUp();
    await expect
      .poll(look)
      .toMatchObject({ theme: 'dark', scheme: 'dark', ground: 'rgb(13, 19, 21)' });
  });

  it("the red night removes the teal from the product's logo everywhere", async () => {
    const { preferences, place } = await setUp();
    place.insertAdjacentHTML('beforeend', '<img src="/icon.svg" alt="">');
    const sign = place.querySelector('img');
    const filter = () => (sign === null ? null : getComputedStyle(sign).filter);
    expect(filter()).toBe('none');
    preferences.change({ theme: 'night' });
    await expect.poll(filter).toContain('grayscale(1)');
  });

  it.each(['checkbox', 'radio'])('colours a plain %s in the red night', async (type) => {
    const { preferences, place } = await setUp();
    preferences.change({ theme: 'night' });
    await expect.poll(() => look().theme).toBe('night');
    place.insertAdjacentHTML(
      'beforeend',
      `<input type="${type}" aria-label="a"><input type="${type}" aria-label="b" checked>`,
    );
    expect(
      [...place.querySelectorAll('input')].map((box) => getComputedStyle(box).backgroundColor),
    ).toEqual(['rgb(25, 8, 6)', 'rgb(224, 119, 90)']);
  });

  it('a change takes effect immediately and is stored', async () => {
    const { preferences, storage } = await setUp();
    preferences.change({ theme: 'light' });
    await expect.poll(look).toMatchObject({ theme: 'light', scheme: 'light' });
    const light = look().ground;
    preferences.change({ theme: 'night' });
    await expect.poll(look).toMatchObject({ theme: 'night', scheme: 'dark' });
    expect(new Set([light, look().ground, 'rgb(13, 19, 21)']).size).toBe(3);
    expect(createPreferences(storage).current().theme).toBe('night');
  });

  it('the night has hardly any blue', async () => {
    const { preferences } = await setUp();
    preferences.change({ theme: 'night' });
    await expect.poll(() => look().theme).toBe('night');
    for (const token of [
      '--text',
      '--accent',
      '--good',
      '--warning',
      '--danger',
      '--information',
      '--surface-0',
      '--surface-2',
    ]) {
      document.body.style.outlineColor = `var(${token})`;
      const [red = 0, , blue = 0] =
        getComputedStyle(document.body)
          .outlineColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      expect([token, blue <= red * 0.75]).toEqual([token, true]);
    }
    document.body.style.outlineColor = '';
  });
});

describe('the language of the page', () => {
  it('a change updates the texts and the declared language of the page', async () => {
    const { place, preferences } = await setUp();
    expect(place.textContent).toContain('サインアウト');
    preferences.change({ language: 'en' });
    await expect.poll(() => place.textContent).toContain('Sign out');
    expect(document.documentElement.lang).toBe('en');
    preferences.change({ language: 'ja' });
    await expect.poll(() => place.textContent).toContain('サインアウト');
  });
});

describe('createPreferences', () => {
  it.each(['', 'null', '[]', '{', '{"theme":"pink","language":7,"railNarrow":"yes"}'])(
    'returns the defaults after %j',
    (text) => {
      expect(createPreferences(keptStorage(text)).current()).toEqual(DEFAULT_PREFERENCES);
    },
  );

  it('keeps changes for the page if storage fails', () => {
    const full = {
      getItem: () => {
        throw new Error('forbidden');
      },
      setItem: () => {
        throw new Error('full');
      },
    };
    const preferences = createPreferences(full);
    preferences.change({ theme: 'light' });
    expect(preferences.current()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light' });
  });
});
