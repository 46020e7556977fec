/**
 * External sign-in providers: the return page, and the account page. The texts of the sign-in pages
 * are in the first part.
 */
export const federation = {
  handle: {
    mayClose: '終わりました。このウィンドウを閉じてください。',
    openerGone: '元の画面が閉じられています。この画面で続けられます。',
    goOn: '続ける',
    refused: 'サインインできませんでした',
    refusedLink: '連携できませんでした',
    back: '戻る',
    toLogin: 'サインインの画面へ',
    nothing: '確認するサインインがありません',
    nothingWhy: 'サインインの画面から始めてください。',
  },
  account: {
    title: 'サインイン方法',
    lead: '一つのアカウントに、いくつかのサインイン方法を結び付けられます。',
    linked: '連携済み',
    notLinked: '未連携',
    current: 'このサインインで使用中',
    link: '連携する',
    unlink: '解除する',
    linkedNow: '{{method}} を連携しました。',
    confirmedNow: 'ご本人であることを確認しました。',
    confirmedGoOn: 'ご本人であることを確認しました。先ほどの操作を、もう一度行ってください。',
    unlinkedNow: '{{method}} の連携を解除しました。',
    unlinkTitle: '{{method}} の連携を解除しますか',
    unlinkWhy:
      'この方法ではサインインできなくなり、この方法で開いているサインインはすべて終わります。',
    unlinkCurrent: 'この画面もこの方法で開いています。解除すると、ここでもサインアウトします。',
    last: '最後のサインイン方法は解除できません。',
    confirmWith: '{{method}} で確認する',
    linkPage:
      'ほかのサインイン方法を結び付けると、どの方法でも同じアカウントに入れます。同じメールアドレスでも自動では結び付きません。サインインしたうえで、ここで連携してください。',
    unlinkMethod: '{{method}} の連携を解除する',
    linkMethod: '{{method}} を連携する',
    done: 'アカウント情報へ',
  },
} as const;
