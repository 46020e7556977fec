/** States of a whole page or region on the screens after sign-in. */
export const pages = {
  refused: 'この画面は開けません',
  refusedWhy: '{{level}}の権限では利用できません。必要なときは、組織の管理者に相談してください。',
  refusedToMaker:
    '{{level}}の権限では利用できません。必要なときは、開発元で上の権限を持つ人に相談してください。',
  refusedToManager: '{{level}}の権限では利用できません。販売元か開発元だけが使う画面です。',
  refusedMaster: '{{level}}の権限では利用できません。開発元だけが使う画面です。',
  factorFirst: '先に二段階認証を登録してください',
  factorFirstWhy:
    '所属する組織では二段階認証が必要です。登録すると、この画面を開けるようになります。',
  factorFirstDo: '登録する',
  link: {
    stale: '更新が遅れています',
    staleWhy: '最後の受信は{{age}}です。表示は古いことがあります。',
    lost: '接続が切れました',
    lostWhy: '最後の受信は{{age}}です。自動でつなぎ直しています。部屋を直接確認してください。',
    refused: '接続が拒否されました',
    refusedWhy: 'サインインし直してください。',
    retry: 'いますぐつなぎ直す',
  },
} as const;
