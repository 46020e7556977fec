/** Texts of our mails in Japanese. Each states what to do if the reader did not request it. */
type Words = { readonly subject: string; readonly text: string };

const mail = (subject: string, ...paragraphs: readonly string[]): Words => ({
  subject: `【やもり】${subject}`,
  text: `${paragraphs.join('\n\n')}\n\n---\nやもり（Yamori）からの自動送信です。このメールに返信しても届きません。\n`,
});

const NOT_ASKED = 'お心当たりがない場合は、何もせずにこのメールを削除してください。';
const NOT_YOU =
  'ご自身で行っていないときは、すぐに次の画面の「パスワードを忘れたとき」からパスワードを決め直し、組織の管理者に知らせてください。';
const FACTORS = { totp: '認証アプリ', passkey: 'パスキー' } as const;
const PROVIDERS: Readonly<Record<string, string>> = {
  line: 'LINE',
  google: 'Google',
  saml: '組織のサインイン',
  email: 'パスワード',
};
const providerName = (provider: string): string => PROVIDERS[provider] ?? '外部サービス';
const lasting = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60}時間` : `${minutes}分間`;
const until = (at: Date): string =>
  new Intl.DateTimeFormat('ja-JP', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);

export const mails = {
  confirmSignUp: ({ link, minutes }: { link: string; minutes: number }): Words =>
    mail(
      'ご登録の続き',
      `次のアドレスを開いて、お名前とパスワードを決めてください。${lasting(minutes)}有効で、1回だけ使えます。`,
      link,
      NOT_ASKED,
    ),
  accountThere: ({ link }: { link: string }): Words =>
    mail(
      'すでにご登録済みです',
      'このメールアドレスで新しい登録の申し込みがありましたが、すでにアカウントがあります。次のアドレスからサインインしてください。',
      link,
      'パスワードをお忘れのときは、サインインの画面の「パスワードを忘れたとき」から決め直せます。',
      NOT_ASKED,
    ),
  confirmMember: ({
    organisation,
    link,
    minutes,
  }: {
    organisation: string;
    link: string;
    minutes: number;
  }): Words =>
    mail(
      `${organisation}への参加の続き`,
      `次のアドレスを開いて、お名前とパスワードを決めてください。${lasting(minutes)}有効で、1回だけ使えます。`,
      link,
      NOT_ASKED,
    ),
  joinWithAccount: ({ organisation, link }: { organisation: string; link: string }): Words =>
    mail(
      `${organisation}への参加の続き`,
      'このメールアドレスには、すでにアカウントがあります。次のアドレスからサインインすると、参加を続けられます。',
      link,
      NOT_ASKED,
    ),
  confirmOrganisation: ({ link, minutes }: { link: string; minutes: number }): Words =>
    mail(
      '組織のご登録の続き',
      `次のアドレスを開いて、組織の登録を続けてください。${lasting(minutes)}有効で、1回だけ使えます。`,
      link,
      NOT_ASKED,
    ),
  registerWithAccount: ({ link }: { link: string }): Words =>
    mail(
      '組織のご登録の続き',
      'このメールアドレスには、すでにアカウントがあります。次のアドレスからサインインすると、組織の登録を続けられます。',
      link,
      NOT_ASKED,
    ),
  inviteMember: ({
    organisation,
    level,
    inviter,
    link,
    expiresAt,
  }: {
    organisation: string;
    level: string;
    inviter: string;
    link: string;
    expiresAt: Date;
  }): Words =>
    mail(
      `${organisation}への招待`,
      `${inviter}さんから「${organisation}」への招待が届きました。\n権限: ${level}`,
      `次のアドレスを開いて参加してください。${until(expiresAt)}まで有効で、1回だけ使えます。`,
      link,
      NOT_ASKED,
    ),
  inviteOrganisation: ({
    inviter,
    link,
    expiresAt,
  }: {
    inviter: string;
    link: string;
    expiresAt: Date;
  }): Words =>
    mail(
      '組織のご登録の招待',
      `${inviter}さんから、組織を登録する招待が届きました。`,
      `次のアドレスを開いて登録してください。${until(expiresAt)}まで有効で、1回だけ使えます。`,
      link,
      NOT_ASKED,
    ),
  resetPassword: ({ link, minutes }: { link: string; minutes: number }): Words =>
    mail(
      'パスワードの再設定',
      `次のアドレスを開いて、新しいパスワードを決めてください。${lasting(minutes)}有効で、1回だけ使えます。決め直すと、すべての機器でサインアウトします。`,
      link,
      'お心当たりがない場合は、何もせずにこのメールを削除してください。いまのパスワードはそのまま使えます。',
    ),
  givePassword: ({ link, minutes }: { link: string; minutes: number }): Words =>
    mail(
      '新しいパスワードを決めてください',
      '組織の管理者が、アカウントに新しいパスワードを設定できるようにしました。前のパスワードは使えません。すべての機器でサインアウトしています。',
      `次のアドレスを開いて、新しいパスワードを決めてください。${lasting(minutes)}有効で、1回だけ使えます。`,
      link,
      'お願いした覚えがないときは、組織の管理者に知らせてください。',
    ),
  passwordGiven: ({ link }: { link: string }): Words =>
    mail(
      'パスワードが使えなくなりました',
      '組織の管理者が、新しいパスワードを決めるためのアドレスを発行しました。前のパスワードは使えません。すべての機器でサインアウトしています。',
      '管理者から直接お受け取りください。お願いした覚えがないときは、すぐに組織の管理者に知らせてください。',
      link,
    ),
  noPassword: ({ link }: { link: string }): Words =>
    mail(
      'パスワードの再設定',
      'パスワードの再設定の申し込みがありましたが、このアカウントにはパスワードがありません。LINE、Google または所属する組織のサインインを使ってください。',
      link,
      NOT_ASKED,
    ),
  passwordChanged: ({ link }: { link: string }): Words =>
    mail(
      'パスワードを変更しました',
      'アカウントのパスワードが変更されました。',
      'ご自身で変更していないときは、すぐに次の画面の「パスワードを忘れたとき」から決め直し、組織の管理者に知らせてください。',
      link,
    ),
  factorAdded: ({ factor, link }: { factor: keyof typeof FACTORS; link: string }): Words =>
    mail(
      `${FACTORS[factor]}を登録しました`,
      `アカウントの二段階認証に、${FACTORS[factor]}が登録されました。次のサインインから使えます。`,
      NOT_YOU,
      link,
    ),
  factorRemoved: ({ factor, link }: { factor: keyof typeof FACTORS; link: string }): Words =>
    mail(
      `${FACTORS[factor]}を外しました`,
      `アカウントの二段階認証から、${FACTORS[factor]}が外されました。`,
      NOT_YOU,
      link,
    ),
  factorsReset: ({ link }: { link: string }): Words =>
    mail(
      '二段階認証を初期化しました',
      '組織の管理者が、アカウントの二段階認証をすべて外しました。すべての機器でサインアウトしています。',
      'お願いした覚えがないときは、すぐに組織の管理者に知らせてください。',
      link,
    ),
  backupCodesRenewed: ({ link }: { link: string }): Words =>
    mail(
      'バックアップコードを作り直しました',
      'アカウントのバックアップコードが作り直されました。前のコードは使えません。',
      NOT_YOU,
      link,
    ),
  providerLinked: ({ provider, link }: { provider: string; link: string }): Words =>
    mail(
      `${providerName(provider)}を連携しました`,
      `アカウントに${providerName(provider)}でのサインインが加わりました。`,
      NOT_YOU,
      link,
    ),
  providerUnlinked: ({ provider, link }: { provider: string; link: string }): Words =>
    mail(
      `${providerName(provider)}の連携を解除しました`,
      `${providerName(provider)}ではサインインできなくなりました。`,
      NOT_YOU,
      link,
    ),
  changeEmail: ({ link, minutes }: { link: string; minutes: number }): Words =>
    mail(
      'メールアドレスの確認',
      `このメールアドレスをアカウントに登録するには、サインインしているブラウザーで次のアドレスを開いてください。${lasting(minutes)}有効で、1回だけ使えます。`,
      link,
      NOT_ASKED,
    ),
  emailTaken: (): Words =>
    mail(
      'メールアドレスの確認',
      'このメールアドレスを登録する申し込みがありましたが、すでに別のアカウントで使われているため、登録できません。',
      NOT_ASKED,
    ),
  emailChanged: ({ link }: { link: string }): Words =>
    mail(
      'メールアドレスを変更しました',
      'アカウントのメールアドレスが変更されました。これからのお知らせは新しいアドレスに届きます。',
      'ご自身で変更していないときは、すぐに組織の管理者に知らせてください。',
      link,
    ),
  accountDeleted: (): Words =>
    mail(
      'アカウントを削除しました',
      'ご依頼により、アカウントを削除しました。サインインはもうできません。',
      'ご自身で削除していないときは、組織の管理者に知らせてください。',
    ),
} as const;
