/** 取引先。 */
export const partners = {
  title: '取引先', list: '取引先の一覧', count_one: '{{count}} 社', count_other: '{{count}} 社', searchHint: '取引先・連絡先を検索', add: '取引先を追加', empty: '取引先はありません', emptyWhy: '顧客を紹介した販売店を登録すると、その顧客の請求をまとめて送れます。', cancel: 'やめる', offline: '接続がないため保存できません。',
  states: { active: '取引中', paused: '休止中', ended: '終了' },
  fields: { code: 'コード', name: '名前', state: '状態', contact: '担当者', email: 'メール', phone: '電話', address: '住所（請求書に記載）', note: 'メモ', margin: '手数料率', customers: '顧客' },
  percent: '%', customersCount_one: '{{count}} 組織', customersCount_other: '{{count}} 組織', new: { title: '取引先を追加', do: '追加する', done: '{{name}} を追加しました。' },
  detail: { back: '取引先の一覧', facts: '取引先の情報', lead: '名前と住所は、これから作成する請求書に記載されます。', customers: '担当する顧客', customersLead: 'ここで選んだ顧客の請求は、この取引先にまとめて送られます。', addCustomer: '顧客を追加', chooseCustomer: '顧客を選ぶ', removeCustomer: '{{name}} を外す', noCustomers: '担当する顧客はいません。', devices_one: '{{count}} 台', devices_other: '{{count}} 台', bills: '請求書', billsLead: '新しい順に表示します。', olderBills: '新しい{{count}}件です。それより前のものは、請求書の画面でその月を選ぶと見られます。', noBills: '請求書はまだありません。', gone: 'この取引先は見つかりません', goneWhy: '削除されたか、見る権限がない可能性があります。', save: '保存', saved: '{{name}} を保存しました。', nothing: '（なし）', remove: '取引先を削除', removeTitle: '{{name}} を削除しますか', billsOpenTitle: '{{name}} はまだ削除できません', billsOpen: '下書きの請求書が {{drafts}} 件、入金待ちの請求書が {{unpaid}} 件あります。先に請求書を処理してください。', removeMessage: '顧客は残り、請求は顧客に直接送られます。', removeDo: '削除する', removed: '{{name}} を削除しました。' },
} as const;
