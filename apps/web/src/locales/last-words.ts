/**
 * Texts for when nothing can be loaded. They are in the first bundle, so they need no other file.
 */
export const LAST_WORDS = {
  ja: {
    title: '画面を表示できません',
    why: 'この画面での見守りは止まっています。部屋を直接確認してください。',
    reload: '再読み込み',
  },
  en: {
    title: 'This page cannot be shown',
    why: 'Watching has stopped on this screen. Please check the rooms in person.',
    reload: 'Reload',
  },
} as const;
