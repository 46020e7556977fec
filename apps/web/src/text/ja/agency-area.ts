/** 代理店の画面。 */
export const agencyArea = {
  area: '代理店', choose: '代理店', none: '代理店がありません', noneWhy: '代理店の組織を登録すると、顧客の機器と請求をここで見られます。',
  devices: {
    title: '顧客の機器', list: '顧客の機器の一覧', count_one: '{{count}} 台', count_other: '{{count}} 台', searchHint: '機器・部屋・顧客を検索', empty: '機器はありません', emptyWhy: '顧客の部屋に機器を登録すると、ここに並びます。',
    fields: { serial: '機器', state: '状態', customer: '顧客', room: '部屋', type: '機種', battery: '電池', lastHeardAt: '最後の受信', firmware: 'ファームウェア' },
    lent: '貸出中', all: '画面の上で「{{name}}」を選んでいますが、ここには代理店のすべての顧客の機器を表示しています。', onlyOne: '{{name}}の機器だけを表示', noRoom: '（部屋なし）', never: '未受信',
  },
  statistics: {
    title: '統計', asOf: '{{at}} 現在', months: '期間', monthCount: '{{count}}か月', customer: '顧客', everyone: 'すべての顧客',
    devices: '機器', devicesNote: '使用中の機器の状態', uptime: '稼働率', uptimeNote: '部屋に置かれた日のうち、データを送信した日の割合', nights: '解析した夜', accidents: '1000夜あたりの通報', accidentsNote: 'テストと機器の異常を除きます。{{count}}夜から表示します',
    trend: '月ごとの推移', byCustomer: '顧客ごと', month: '月', running: '（今月・途中）', placed: '置かれた台日', sent: '稼働台日', total: '通報', perThousand: '1000夜あたり', offline: '信号なし', lastMonths: '稼働率の推移',
    empty: 'まだ数字がありません', emptyWhy: '顧客の部屋に機器が置かれると、翌日から集計されます。', toDevices: '機器の一覧へ', reading: '集計しています',
  },
} as const;
