/** Texts by the demo's staff over the last month. All people are invented. */
export const NOTE_WORDS = {
  toilet: 'トイレ介助。ふらつきなく、すぐに入眠されました。',
  water: '口の渇きの訴えあり。お茶を80mlお飲みになりました。',
  turn: '体位を左側臥位に変えました。皮膚の発赤はありません。',
  pain: '右ひざの痛みの訴えあり。クッションを入れ、様子をみています。',
  walk: '廊下を歩いておられたため、居室までご案内しました。',
  awake: '寝つけないご様子。10分ほどお話をうかがい、落ち着かれました。',
  cough: '咳が続くため、上体を少し起こしました。看護師に報告済みです。',
  warm: '寝汗があり、更衣しました。体温36.8℃。',
  sensor: 'センサーの位置がずれていたため、貼り直しました。',
  family: '日中にご家族の面会があり、就寝が30分ほど遅くなりました。',
  medicine: '眠前薬を21時に服用されました。',
  early: '4時半に起床のご希望。車いすでデイルームにお連れしました。',
} as const;

/** Notes on alarms. */
export const ALARM_WORDS = {
  fallHelped:
    'ベッド横に座り込んでおられました。外傷なし、バイタルに変わりなし。看護師と家族に連絡しました。',
  fallFalse: 'クッションが床に落ちた音でした。ご本人は就寝中です。',
  toilet: 'トイレにおられました。介助して居室にお戻りです。',
  corridor: '廊下で職員が気づき、付き添ってお戻りです。',
  thirst: '水分を希望されました。',
  pillow: '枕の位置を直しました。',
  breath: '側臥位にして、呼吸は落ち着いています。',
  fast: '夢を見て目が覚めたとのこと。5分後に落ち着きました。',
  electrode: '電極が浮いていたため、付け直しました。',
  report: '巡回時、頭痛の訴えあり。血圧132/78。',
  skin: '巡回時、かかとに発赤あり。除圧しました。',
} as const;

export const SERVICE_WORDS = {
  calibration: '基準信号で校正。誤差は基準内です。',
  connector: 'コネクターを交換しました。',
  firmware: '1.4.0 から 1.4.2 に更新しました。',
  check: '定期点検。動作と外観に異常ありません。',
} as const;

/** Reasons of corrections. */
export const CORRECTION_WORDS = {
  toilet: 'この間はトイレにおられたため、離床に補正しました。',
  awake: '巡回時に目を覚ましておられたため、覚醒に補正しました。',
} as const;
