/** Names of the screens before sign-in. */
export const routes = {
  login: { title: 'サインイン' },
  mfaauth: { title: '二段階認証' },
  sso: { title: '組織のサインイン' },
  'sso-provider': { title: '組織のサインイン' },
  handleauth: { title: 'サインインの確認' },
  signup: { title: 'アカウントの作成' },
  anonymous: { title: 'ゲスト' },
  register: { title: '登録' },
  registerdomain: { title: '組織の登録' },
  registerUser: { title: '職員の登録' },
  'register-report-access-user': { title: 'レポート閲覧者の登録' },
} as const;
