import type { CsvFieldName } from '../csv/csv-kinds.ts';

/** Names by which columns are known, compared without case, blanks and signs; the first that fits a column takes it. */
export const CSV_COLUMN_WORDS: Readonly<Record<CsvFieldName, readonly string[]>> = {
  name: ['部屋名', '部屋', '部屋番号', '居室', '居室名', '号室', '名前', '名称', 'room', 'room name', 'room number', 'name'],
  building: ['棟', '建物', '建物名', 'building', 'wing'],
  floor: ['階', 'フロア', '階数', 'floor', 'level'],
  tags: ['タグ', '分類', 'tags', 'tag', 'labels'],
  capacity: ['定員', 'ベッド数', 'capacity', 'beds'],
  occupantAlias: ['利用者', '利用者名', '入居者', '呼び名', '利用者の呼び名', 'occupant', 'occupant alias', 'occupant’s alias', 'alias', 'resident'],
  occupantSex: ['性別', '利用者の性別', 'sex', 'gender', 'occupant sex', 'occupant’s sex'],
  occupantBirthYear: ['生年', '生まれ年', '生まれた年', '利用者の生年', 'birth year', 'year of birth', 'occupant birth year', 'occupant’s birth year'],
  occupantNote: ['利用者メモ', '利用者のメモ', '申し送り', '利用者備考', '備考', 'メモ', 'occupant note', 'note on the occupant', 'note', 'notes', 'remarks'],
  serial: ['製造番号', 'シリアル', 'シリアル番号', '機器番号', 'serial', 'serial number', 'sn', 's/n', 'device id'],
  typeCode: ['機種', '機器種別', '機種コード', '種別', '型番', 'type', 'device type', 'type code', 'device type code', 'model'],
  deviceName: ['機器名', '名前', '名称', 'device name', 'name'],
  roomName: ['部屋名', '部屋', '部屋番号', '居室', '号室', '設置場所', 'room', 'room name', 'room number'],
  connection: ['接続', '接続方法', 'つなぎ方', 'connection'],
  firmware: ['ファームウェア', 'ファームウェア版', 'firmware', 'firmware version'],
  note: ['備考', 'メモ', 'note', 'notes', 'remarks'],
  staffName: ['氏名', '名前', '職員名', '職員', 'name', 'full name', 'staff'],
  nameKana: ['ふりがな', 'フリガナ', 'よみがな', 'カナ', 'かな', '氏名カナ', 'kana', 'name kana', 'reading'],
  email: ['メールアドレス', 'メール', 'eメール', 'email', 'e-mail', 'mail', 'email address'],
  accessLevel: ['権限', '権限レベル', '役割', 'access level', 'level', 'role'],
  night: ['夜', '日付', '計測日', '測定日', '就寝日', 'night', 'date'],
  from: ['就床時刻', '開始', '開始時刻', '就寝時刻', '就床', 'from', 'start', 'bed time', 'bedtime', 'to bed at'],
  to: ['起床時刻', '終了', '終了時刻', '離床時刻', '起床', 'to', 'end', 'get up time', 'out of bed at', 'wake time'],
  time: ['時刻', '日時', '計測時刻', '測定時刻', '日付時刻', 'time', 'timestamp', 'datetime', 'date time'],
  TIB: ['就床時間', '総就床時間', '床上時間', 'tib', 'time in bed'],
  TST: ['睡眠時間', '総睡眠時間', 'tst', 'total sleep time', 'total sleep', 'sleep time'],
  SE: ['睡眠効率', 'se', 'sleep efficiency'],
  SOL: ['入眠潜時', '寝つき', 'sol', 'sleep latency', 'sleep onset latency'],
  WASO: ['中途覚醒時間', '中途覚醒', 'waso', 'wake after sleep onset', 'awake after onset'],
  awakenings: ['中途覚醒回数', '中途覚醒の回数', '覚醒回数', 'awakenings', 'number of awakenings'],
  outOfBedCount: ['離床回数', '離床の回数', 'bed exits', 'out of bed count', 'times out of bed'],
  heartRateMean: ['平均心拍数', '心拍数平均', '心拍数', 'heart rate mean', 'mean heart rate', 'heart rate'],
  respirationRateMean: ['平均呼吸数', '呼吸数平均', '呼吸数', 'respiration rate mean', 'mean respiration rate', 'mean respiration', 'respiration rate'],
  heartRate: ['心拍数', '心拍', '脈拍', '脈拍数', 'heart rate', 'hr', 'pulse'],
  respirationRate: ['呼吸数', '呼吸', 'respiration rate', 'respiration', 'resp', 'rr'],
  activity: ['体動', '活動量', '体動量', 'activity', 'movement', 'counts'],
  temperature: ['温度', '体温', '室温', 'temperature', 'temp'],
};

/** Words of cells that stand for a choice, besides the names of the choices themselves. */
export const CSV_CHOICE_WORDS = {
  sex: { female: ['女', '女性', 'f', '2'], male: ['男', '男性', 'm', '1'], other: ['その他', 'x'], unknown: ['不明', '未記入', '-'] },
  connection: { network: ['ネットワーク', 'wifi', 'wi-fi', 'lan'], usbSerial: ['usb', 'シリアル'], bluetooth: ['ブルートゥース', 'ble'] },
  level: {
    generalStaff: ['一般', '一般職員', '職員', 'staff'], administrator: ['管理者', '管理', 'admin'], privilegeAdministrator: ['特権', '特権管理ユーザー'],
    ownerAdministrator: ['オーナー', 'owner'], individualUser: ['個人'], agency: ['一般代理店'],
  } as Readonly<Partial<Record<string, readonly string[]>>>,
} as const;
