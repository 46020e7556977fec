/** 請求書。 */
export const bills = {
  title: '請求書', list: '請求書の一覧', month: '対象月', earlier: '前の月', later: '次の月', count_one: '{{count}} 件', count_other: '{{count}} 件', sum: { issued: '発行済み {{total}}', drafts: '下書き {{total}}' }, totals: '状態ごとの件数と請求額', withTax: '{{total}}（税込）', searchHint: '請求先・番号を検索', oneOf: '{{name}}（{{which}}）', csv: { do: 'CSVを保存', unpaid: '未入金' }, offline: '接続がないため操作できません。', cancel: 'やめる',
  empty: 'この月の請求書はありません', emptyWhy: '月が終わると、機器がデータを送信した日数から請求書を作成できます。', nothing: { sentNone: 'この月にデータを送信した機器はありません', placedNone: 'この月には、部屋に置かれた機器がありませんでした', why: '請求する台日がないため、請求書は作成できません。ほかの月を選んでください。' }, emptyRunning: 'この月はまだ終わっていません', emptyRunningWhy: '翌月になると、請求書を作成できます。',
  unpaid: { option: '未入金（すべての月）', sum_one: '未入金（すべての月）{{count}}件 {{total}}', sum_other: '未入金（すべての月）{{count}}件 {{total}}', overdue_one: 'うち期限超過 {{count}}件 {{total}}', overdue_other: 'うち期限超過 {{count}}件 {{total}}', open: '一覧を開く', none: '未入金の請求書はありません', noneWhy: '発行した請求書は、すべて入金済みです。' },
  states: { draft: '下書き', issued: '入金待ち', overdue: '期限超過', paid: '入金済み', void: '取消済み' },
  fields: { number: '番号', recipient: '請求先', state: '状態', days: '台日', subtotal: '税抜', tax: '消費税', total: '請求額', issuedAt: '発行日', dueAt: '支払期限', paidOn: '入金日', cancellation: '請求取消通知書' }, smallDue: '{{day}}まで',
  generate: { do: '請求書を作成', same_one: '変更はありません。下書き{{count}}件はそのままです。', same_other: '変更はありません。下書き{{count}}件はそのままです。', title: '{{month}} の請求書を作成しますか', message: '機器がデータを送信した日数から下書きを作ります。発行済みの請求書は変わりません。', done: '下書きを作成しました（新規 {{made}}、変更 {{changed}}、変わらず {{same}}、削除 {{dropped}}）。', doneLate_one: '下書きを作成しました（新規 {{made}}、変更 {{changed}}、変わらず {{same}}、削除 {{dropped}}）。前月以前の追加分 {{count}} 台日を含みます。', doneLate_other: '下書きを作成しました（新規 {{made}}、変更 {{changed}}、変わらず {{same}}、削除 {{dropped}}）。前月以前の追加分 {{count}} 台日を含みます。', nothing: 'この月にデータを送信した機器はありません。' },
  stale: { mark: '要作り直し', note_one: '請求の設定か取引先が変わったため、{{count}}件の下書きは内容が古くなっています。作り直すまで発行できません。', note_other: '請求の設定か取引先が変わったため、{{count}}件の下書きは内容が古くなっています。作り直すまで発行できません。', one: '請求の設定か取引先が変わったため、この下書きは内容が古くなっています。作り直すまで発行できません。', do: '作り直す', title: '{{month}} の下書きを作り直しますか', message: 'いまの請求の設定と取引先で、この月の下書きをすべて作り直します。発行済みの請求書は変わりません。' },
  tooLarge: {
    title: '作成できなかった請求書', close: '閉じる', lines: '明細が{{most}}行を超えるため、1枚の請求書に収まりません。', devices: '1つの明細に機器が{{most}}台を超えるため、1枚の請求書に収まりません。', size: '請求書のデータが大きすぎるため、1枚の請求書に収まりません。',
    next: { partner: '担当する顧客の一部を別の取引先に移してから、もう一度作成してください。', customer: '1つの顧客の請求書は分けられません。この月の分は、別の方法で請求してください。' }, others: 'ほかの請求先の下書きは作成しました。',
  },
  late: {
    title: '前月以前の追加分', why: '請求書を発行した後に届いたデータの利用日です。次に作成する下書きに、ひと月ごとの行として追加されます。単価と税率はその月のものです。', waiting_one: '前月以前の追加分が {{count}} 台日あります。次に作成する下書きに追加されます。', waiting_other: '前月以前の追加分が {{count}} 台日あります。次に作成する下書きに追加されます。', group_one: '{{name}} {{month}} {{count}} 台日', group_other: '{{name}} {{month}} {{count}} 台日', more_one: 'ほか {{count}} 件', more_other: 'ほか {{count}} 件',
    line: '前月以前の追加分（{{month}}）', open_one: '{{month}}に、請求書がまだない利用日が {{count}} 台日あります。', open_other: '{{month}}に、請求書がまだない利用日が {{count}} 台日あります。', toMonth: '{{month}}を開く', make: '「請求書を作成」で下書きにできます。', failed: '前月以前の追加分を確認できませんでした。', failedSince: '前月以前の追加分の最新の状態を確認できませんでした。表示は前回確認したものです。',
  },
  panel: {
    title: '請求書', gone: 'この請求書は見つかりません', goneWhy: '下書きが削除されたか、作り直された可能性があります。', person: '{{name}} 様', organisation: '{{name}} 御中', partner: '取引先', customer: '顧客', registrationNumber: '登録番号',
    lines: '明細', what: '品目', quantity: '数量', days: '{{count}} 台日', unitPrice: '単価', amount: '金額', rate: '税率', margin: '取次手数料', proof: '根拠を見る', proofOf: '{{what}}（{{customer}}）の根拠', proofOfLate: '{{what}}（{{customer}}、{{month}}の追加分）の根拠', device: '機器', room: '部屋', dayCount: '日数', usedDays: '利用日',
    rateSubtotal: '{{percent}}% 対象', rateTax: '{{percent}}% 消費税', rounding: '消費税は税率ごとに1円未満を切り捨てています。', reason: '取消の理由',
  },
  paper: { preview: 'PDFで確認', open: 'PDFを保存', cancellation: '請求取消通知書のPDF', before: '取消前の請求書' },
  issue: { do: '発行する', title: '請求書を発行しますか', message: '{{name}} への {{total}} の請求書に番号を付けて確定します。発行日は {{issued}}、支払期限は {{due}} です。発行後は変更できません。', done: '請求書 {{number}} を発行しました。', several: '{{count}}件を発行', severalTitle: '{{count}}件の請求書を発行しますか', severalMessage: '番号を付けて確定します。発行日は {{issued}}、支払期限は {{to}} です。発行後は変更できません。', severalMessageSpan: '番号を付けて確定します。発行日は {{issued}}、支払期限は {{from}} から {{to}} までです。発行後は変更できません。', running: '発行しています', severalDone_one: '{{count}}件を発行しました。', severalDone_other: '{{count}}件を発行しました。' },
  pay: { do: '入金を記録', title: '入金', day: '入金日', done: '入金を記録しました。', back: '入金の記録を取り消す', backTitle: '入金の記録を取り消しますか', backMessage: '請求書は入金待ちに戻ります。', backDone: '入金の記録を取り消しました。', several: '{{count}}件の入金を記録', severalTitle: '{{count}}件の入金を記録', severalMessage: '選んだ{{count}}件（合計 {{total}}）に、同じ入金日を記録します。', running: '入金を記録しています', severalDone_one: '{{count}}件の入金を記録しました。', severalDone_other: '{{count}}件の入金を記録しました。' },
  void: { do: '請求書を取り消す', title: '請求書を取り消しますか', message: '請求書は残り、次の番号の請求取消通知書が発行されます。元に戻せません。', reason: '取消の理由', confirm: '取り消す', done: '請求取消通知書 {{number}} を発行しました。', paid: '入金済みの請求書は取り消せません。取り消すには、先に入金の記録を取り消してください。' },
  drop: { do: '下書きを削除', title: '下書きを削除しますか', message: '請求書を作成し直すと、もう一度作られます。', confirm: '削除する', done: '下書きを削除しました。' },
  terms: {
    open: '請求の設定', title: '請求の設定', needed: '請求書に記載する内容と単価を、先に登録してください。', paper: '請求書の記載', prices: '1台日あたりの単価（税抜）', issuerName: '発行者名', registrationNumber: '登録番号', registrationHint: 'T と13桁の数字', registrationWrong: '登録番号が正しくありません。T に続く13桁を確認してください。', address: '住所', contact: '連絡先', bank: '振込先', dueDays: '支払期限', dueUnit: '日後', unitPrice: '標準の単価', yen: '円', taxPercent: '標準の税率', percent: '{{percent}}%',
    priceOf: '{{name}} の単価', priceWords: '{{price}}円（{{percent}}%）', usual: '標準の単価', type: '機器の種別', price: '単価', add: '種別ごとの単価を追加', remove: '{{name}} の単価を外す', save: '保存', saved: '請求の設定を保存しました。', nothing: '（なし）', pricesHint: '種別ごとの単価がない機器には、標準の単価を使います。', later: '変更は、これから作成する請求書に反映されます。',
  },
} as const;
