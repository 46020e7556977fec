/** Sign-in page. */
export const session = {
  title: 'サインイン',
  lead: '夜の部屋を、静かに見守ります。',
  email: 'メールアドレス',
  password: 'パスワード',
  showPassword: 'パスワードを表示する',
  signIn: 'サインインする',
  signingIn: 'サインインしています',
  emailMissing: 'メールアドレスを入力してください。',
  emailWrong: 'メールアドレスの形が正しくありません。',
  passwordMissing: 'パスワードを入力してください。',
  demonstration: 'お試し用アカウント',
  demonstrationLead: '選ぶと入力欄に入ります。実在の人のデータはありません。',
  next: 'サインインすると、開こうとした画面に戻ります。',
  offline: '通信が切れているため、サインインできません。',
  passkey: 'パスキーでサインインする',
} as const;
