import type { AccidentKind } from '../collections/accident.ts';

/** What an accident is called: on screens, and in notices that the server sends. */
export const ACCIDENT_KIND_WORDS_JA = {
  fall: '転倒', bedExit: '離床', longAbsence: '長時間の不在', noMovement: '体動なし', apnea: '呼吸の停止', respirationHigh: '呼吸が速い', respirationLow: '呼吸が遅い', heartRateHigh: '心拍が速い', heartRateLow: '心拍が遅い',
  temperatureHigh: '体温が高い', temperatureLow: '体温が低い', call: '呼び出し', deviceOffline: '信号なし', sensorOff: 'センサー外れ', batteryLow: '電池残量低下', clockSkew: '時計のずれ', staffReport: '職員の報告', other: 'その他', test: 'テスト',
} as const satisfies Record<AccidentKind, string>;

export const ACCIDENT_KIND_WORDS_EN = {
  fall: 'Fall', bedExit: 'Out of bed', longAbsence: 'Long absence', noMovement: 'No movement', apnea: 'Breathing pause', respirationHigh: 'Fast breathing', respirationLow: 'Slow breathing', heartRateHigh: 'Fast heart rate', heartRateLow: 'Slow heart rate',
  temperatureHigh: 'High temperature', temperatureLow: 'Low temperature', call: 'Call', deviceOffline: 'No signal', sensorOff: 'Sensor off', batteryLow: 'Low battery', clockSkew: 'Clock off', staffReport: 'Report of staff', other: 'Other', test: 'Test',
} as const satisfies Record<AccidentKind, string>;
