/** Import of files: choosing, sending, and the history of a room. */
export const imports = {
  desk: {
    drop: 'ここにファイルをドロップ', choose: 'ファイルを選ぶ', formats: 'やもり（.ymr）、EDF・EDF+・BDF、Goe-MF、WFDB（.hea と .dat など一式）、Axivity（.cwa）、ZIP、Actiware・AWD・MotionWare・ActiGraph などの CSV。一度に複数、1つ2GBまで。',
    list: '選んだファイル', startAll: 'すべて取り込む（{{count}}件）', roomOfAll: '全ファイルの部屋', sameRoom: 'すべて同じ部屋にする', emptyTitle: 'まだファイルがありません', emptyWhy: '選んだファイルはこの端末の中で確認し、「取り込む」を押すまで送りません。', tidy: '済んだものを片づける',
    keepsGoing: 'ほかの画面へ移っても送信は続きます。ブラウザーを閉じたときは、次に開いたときに続きから送ります。',
    toHistory: 'この部屋の履歴', toAll: 'ほかの部屋へ取り込む',
    status: { checking: '確認中 {{figure}}件', ready: '取り込み待ち {{figure}}件', sending: '送信中 {{figure}}件', refused: '取り込めない {{figure}}件', there: '送信済み {{figure}}件' }, statusBetween: '、',
  },
  stage: {
    waiting: '確認待ち', checking: '確認中', checked: '取り込み待ち', queued: '送信待ち', sending: '送信中', network: '通信待ち', otherTab: '別のタブで送信中', fileNeeded: 'ファイルが必要', there: '送信済み', refused: '取り込めません',
  },
  item: {
    start: '取り込む', remove: '{{name}} を一覧から外す', giveUp: '{{name}} の送信をやめる', progress: '{{name}} の進み', sent: '{{sent}} / {{size}}', held: '通信が戻ると、続きから自動で送ります。', heldByTab: '別のタブが同じファイルを送っています。終わるとここにも結果が出ます。',
    permission: '前に選んだファイルを、続きから送れます。', resume: '続きを送る', choice: '送信が途中で終わっています。同じファイルを選ぶと、続きから送ります。', wasOther: '選んだファイルは、前のものと内容が違います。同じファイルを選んでください。', chooseAgain: '同じファイルを選ぶ',
    parts: '1つの記録として扱います：{{names}}', missing_one: '{{files}} が足りません。', missing_other: '{{files}} が足りません。', addMissing: '足りないファイルを選ぶと、この記録に加わります。',
    wasThere: 'この部屋に同じ内容のファイルがすでにあります。もう一度は保存しません。',
  },
  check: {
    format: '形式', device: '機器', period: '期間', length: '長さ', streams: '信号', streamCount: '{{count}}本', gaps: '途切れ', gapCount: '{{count}}か所', noGaps: 'なし', annotations: '注記', annotationCount: '{{count}}件（取り込みません）',
    range: '{{from}} – {{to}}', unknownStart: '記載なし', streamNames: '{{count}}本（{{names}}）',
    pictures: '信号の概形', noPicture: '形なし', signal: '{{label}}、{{rate}}、{{samples}}点', rate: '{{rate}} Hz', perMinute: '毎分 {{count}}', everySeconds: '{{seconds}}秒ごと', everyMinutes: '{{minutes}}分ごと', everyDays_one: '{{count}}日ごと', everyDays_other: '{{count}}日ごと', events: '出来事', channels_one: '{{count}}チャンネル', channels_other: '{{count}}チャンネル', more: 'ほか{{count}}本',
    good: '壊れているところはありません', faults: '確認の結果', faultCount_one: '{{count}}か所', faultCount_other: '{{count}}か所', atByte: '{{byte}} バイト目', inFile: '{{file}}、{{place}}', atRow: '{{row}} 行目', atRowColumn: '{{row}} 行目「{{column}}」列', atField: '{{field}}（{{byte}} バイト目）', keptRest: '壊れていない部分は、すべて取り込めます。',
  },
  choose: {
    room: '部屋', roomPlaceholder: '部屋を選ぶ', proposedThen: 'この記録のとき、機器はこの部屋にありました。', proposedNow: '機器は今、この部屋にあります。', elsewhere: 'この記録のとき、機器は別の部屋にありました：{{room}}', night: '{{night}}の夜',
    nightLabel: '夜', rate: '1秒あたりの値の数', rateHint: '時刻の列がないため必要です。1分ごとの値は 0.0167 です。', applyRate: 'この数で読み直す', date: '記録を始めた日', time: '記録を始めた時刻', startHint: 'ファイルに書かれていないため必要です。', review: '時計のずれを確認してから保存する', reviewHint: '部屋にある記録と比べ、ずれと進みを直せます。',
    roomsLoading: '部屋を読み込んでいます', noRooms: '取り込める部屋がありません。', needRoom: '部屋を選んでください。', needRate: '1秒あたりの値の数を入れてください。', needStart: '記録を始めた日と時刻を入れてください。', sameElsewhere: '同じ内容のファイルが、別の部屋にあります：{{rooms}}',
  },
  state: {
    waiting: '順番待ち', uploading: '送信中', checking: '確認中', ready: '保存待ち', storing: '保存中', analysing: '解析中', done: '完了', failed: '失敗', undoing: '取り消し中', undone: '取り消し済み',
  },
  action: {
    start: '保存する', rerun: 'もう一度取り込む', undo: '取り込みを取り消す', cancel: '中止する', discard: '元のファイルを削除', download: '元のファイル', openNight: 'この夜を見る',
    undoTitle: '取り込みを取り消しますか', undoMessage: '「{{name}}」が加えた記録だけを、部屋から取り除きます。元のファイルは残り、もう一度取り込めます。', undoOk: '取り消す',
    rerunTitle: 'もう一度取り込みますか', rerunMessage: '「{{name}}」が加えた記録を取り除いてから、もう一度確認して保存します。', rerunOk: 'もう一度取り込む',
    cancelTitle: '取り込みを中止しますか', cancelMessage: '「{{name}}」は部屋に何も残りません。', cancelOk: '中止する',
    discardTitle: '元のファイルを削除しますか', discardMessage: '「{{name}}」をサーバーから削除します。この操作は元に戻せません。履歴は残ります。', discardOk: '削除する', keep: 'やめる', accepted: '受け付けました。',
  },
  clock: {
    title: '時計のずれ', looking: '部屋にある記録と比べています', none: '比べられる記録が同じ時間にありません。このまま保存できます。', ahead: '記録の時計は {{seconds}} 秒進んでいます。', behind: '記録の時計は {{seconds}} 秒遅れています。', drift: '1日に {{seconds}} 秒ずつ、ずれが変わります。',
    certainty: '確かさ {{percent}}%（{{kind}}、{{length}}を比較）', adjust: '直して保存する', asIs: 'このまま保存する', adjusted: '時計を直して保存（{{seconds}} 秒、{{ppm}} ppm）',
  },
  history: {
    recent: '最近の取り込み', list: '取り込んだファイル', emptyTitle: '取り込みはまだありません', emptyWhy: 'この部屋に記録ファイルを取り込むと、ここに状態と結果が残ります。', toImport: 'ファイルを取り込む', more: 'さらに表示', all: 'すべて', filter: '状態で絞り込む', running: '進行中', ended: '完了', failed: '失敗・取り消し', noneOfState: 'この状態のものはありません。',
    frames: '記録 {{figure}}', added: '追加 {{figure}}', repeated: '重複 {{figure}}', bad: '破損 {{figure}}', gaps: '途切れ {{figure}}か所', details: '詳細', faults: '見つかった問題', actions: '操作の記録', noActions: 'まだありません', original: '元のファイル', originalThere: '保存してあります', originalGone: '保存していません',
    sha256: '内容の指紋', continueHint: '同じファイルをもう一度選ぶと、続きから送れます。', unreadable: 'この取り込みは表示できません。', stale: '通信が切れています。表示は {{at}} の内容です。',
    table: { kind: '種類', label: '名前', unit: '単位', rate: '速さ', samples: '点数' },
    did: { uploaded: '送信', started: '保存を開始', rerun: '再取り込み', undone: '取り消し', cancelled: '中止', discarded: '元のファイルを削除', downloaded: '元のファイルを取得' },
  },
  /** What is measured, by the kinds of streams. */
  kind: {
    signal: '信号', ecg: '心電図', impe: 'インピーダンス', 'respi-axl': '加速度', eit: 'EIT', respihr: '機器の呼吸・心拍', temperature: '温度', button: 'ボタン', flow: '気流', thorax: '胸の動き', abdomen: '腹の動き', spo2: 'SpO2', snore: 'いびき', activity: '活動量', respiration: '呼吸', 'heart-rate': '心拍数',
    eeg: '脳波', eog: '眼電図', emg: '筋電図', pleth: '脈波', bvp: '脈波', press: '圧力', pressure: '圧力', leak: '漏れ', light: '明るさ', position: '体位', sound: '音', eda: '皮膚電気活動', checksum: '検査値', 'eit-readings': 'EIT（測定値）',
  },
  fault: {
    emptyFile: 'ファイルが空です', unknownFormat: '形式が分かりません', badMagic: '先頭がこの形式ではありません', badHeader: '見出しに誤りがあります', unsupported: '対応していない形式です', missingFile: '一緒に使うファイルがありません', encrypted: '暗号化されています', unsafeName: '使えない名前のファイルがあります', expandsTooFar: '展開すると大きくなりすぎます', severalRecordings: '複数の記録が入っています', nestedArchive: '中にさらに圧縮ファイルがあります', noSignals: '信号がありません', truncated: '途中で切れています',
    trailingBytes: '最後の記録のあとに余分なデータがあります', recordCountUnknown: '記録の数が書かれていません', digitalRange: '値の範囲が正しくありません', badRate: '速さが分かりません', badChecksum: '検査の値が合いません', badNumber: '数字でない値があります', badAnnotation: '注記を読み取れません', badTime: '時刻に誤りがあります', overlap: '記録が重なっています',
    overLimit: '上限を超えたため、残りを省きました', badEncoding: '文字コードまたは符号化が正しくありません', nulByte: '文字でないデータが含まれています', mixedLineEnds: '改行の種類が混ざっています', unclosedQuote: '引用符が閉じていません', noSync: '記録でないデータが挟まっています', badVersion: '版が違います', badLength: '長さが正しくありません', badCrc: '壊れています（検査の値が合いません）',
    badText: '文字を読み取れません', badStream: '信号の定義に誤りがあります', unknownStream: '見出しにない信号です', wrongChannels: 'チャンネルの数が見出しと違います', tooManyStreams: '信号が多すぎるため、残りを省きました', other: '問題があります（{{code}}）',
  },
  field: { version: '版', patient: '本人の欄', recording: '記録の欄', startDate: '開始日', startTime: '開始時刻', headerBytes: '見出しの長さ', reserved: '予備の欄', recordCount: '記録の数', recordSeconds: '1記録の長さ', signalCount: '信号の数', signals: '信号の欄' },
  length: { hours: '{{hours}}時間{{minutes}}分', minutes: '{{minutes}}分{{seconds}}秒', seconds: '{{seconds}}秒', days: '{{days}}日' },
} as const;
