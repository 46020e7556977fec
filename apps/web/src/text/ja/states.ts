/** Live states of a room, as words beside their shapes. */
export const states = {
  presence: { inBed: '在床', outOfBed: '離床', unknown: '在床不明' },
  sleep: { asleep: '睡眠中', dozing: 'うとうと', awake: '覚醒', unknown: '睡眠不明' },
  fault: {
    none: '異常なし', deviceOffline: '信号なし', sensorOff: 'センサー外れ', noisy: '雑音', batteryLow: '電池残量低下', undeployed: '機器なし',
  },
  posture: { supine: '仰向け', left: '左向き', right: '右向き', prone: 'うつ伏せ', upright: '上体起こし', unknown: '--' },
  postureShort: { supine: '仰', left: '左', right: '右', prone: '伏', upright: '起' },
  call: '呼び出し',
  answering: '対応中',
  somebody: 'ほかの職員', withName: '{{state}} {{name}}',
  accident: '事故',
  noState: '状態なし',
  heartRate: '心拍',
  respirationRate: '呼吸',
  temperature: '体温',
  perMinute: '/分',
  celsius: '℃',
  measured: '{{label}} {{value}}{{unit}}、{{age}}に測定（参考値）',
  notMeasured: '{{label}}の新しい値はありません',
  withheld: { silent: '信号がないため{{label}}は表示しません', outOfBed: '離床中のため{{label}}は表示しません', noisy: '雑音のため{{label}}は表示しません' },
  reference: '参考値',
} as const;
