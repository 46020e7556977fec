/** 定期レポートのメール。数値も名前も書かず、リンクだけを送ります。 */
export const mailWords = {
  subject: (organisation: string): string =>
    `【やもり】${organisation}のレポートの準備ができました`,
  text: (organisation: string, link: string): string =>
    `${organisation}の定期レポートを見られます。サインインすると開きます。\n\n${link}\n\nこのメールは、組織の管理者が設定した宛先に送っています。止めるには、管理者に依頼してください。\n`,
} as const;
