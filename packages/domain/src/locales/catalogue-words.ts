/**
 * Names of the catalogue that every server starts with, as a Japanese care home would write them.
 */
export const DEVICE_TYPE_WORDS = {
  'bed-multi': 'ベッド複合センサー',
  ecg: '心電センサー',
  eit: '胸部インピーダンス断層センサー',
  'respi-axl': '加速度呼吸センサー',
  impe: 'インピーダンス呼吸センサー',
  respihr: '呼吸心拍センサー',
  button: '呼出ボタン',
  temperature: '体表温センサー',
} as const;

export const DEVICE_MAKER = 'やもり製作所';

/** The organisation of the people who run an installation. */
export const MAKER_ORGANISATION = 'システム管理';

export const VIEW_WORDS = { breathing: '呼吸と心拍', presence: '在床と離床' } as const;
