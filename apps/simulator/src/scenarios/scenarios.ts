/** Scenarios for scenarios/script.ts; times are minutes and seconds from the start. */
export const SCENARIOS = {
  // 静かな夜: ほとんど眠り、ときどき寝返り
  night: `
    0:00 asleep
    7:00 turns left
    16:00 dozes
    17:30 asleep
    28:00 turns supine
    loop 40:00`,
  // 寝つけない夜
  restless: `
    0:00 wakes
    1:10 turns right
    2:30 turns left
    4:00 dozes
    6:00 wakes
    8:00 turns supine
    loop 9:00`,
  // 離床してトイレへ、戻る
  toilet: `
    0:00 asleep
    1:30 wakes
    2:00 sits
    2:20 walks
    5:40 sits
    6:00 returns
    7:30 dozes
    9:30 asleep
    loop 18:00`,
  // ベッドから離れたまま戻らない
  wandering: `
    0:00 asleep
    0:40 sits
    1:00 walks
    31:00 returns
    33:00 asleep
    loop 45:00`,
  // 転倒して呼ぶ
  fall: `
    0:00 asleep
    1:00 sits
    1:15 walks
    1:25 falls
    1:40 presses long
    6:00 returns
    8:00 asleep
    loop 25:00`,
  // 無呼吸を繰り返す
  apnea: `
    0:00 asleep
    0:40 apnea 22
    1:50 apnea 28
    3:00 apnea 18
    4:10 apnea 31
    loop 5:00`,
  // 呼び出しボタン
  call: `
    0:00 wakes
    0:30 presses
    4:00 presses
    6:00 dozes
    8:00 asleep
    loop 20:00`,
  // 脈が乱れる
  arrhythmia: `
    0:00 asleep
    0:01 premature 0.08
    6:00 rhythm fibrillation
    6:01 heart 104
    12:00 rhythm sinus
    12:01 heart 68
    loop 15:00`,
  // 頻脈・頻呼吸
  fever: `
    0:00 wakes
    0:01 heart 108
    0:02 breathing 27
    5:00 turns left
    9:00 turns supine
    loop 12:00`,
  // 電波が切れる機器
  lostDevice: `
    0:00 asleep
    0:50 offline 150
    8:00 offline 60
    loop 15:00`,
  // 電池切れ間近
  dyingBattery: `
    0:00 asleep
    0:00 battery 14
    10:00 battery 9
    20:00 battery 4
    loop 40:00`,
  // センサーはずれ
  sensorOff: `
    0:00 asleep
    1:00 sensorOff 240
    loop 14:00`,
  // 時計が2時間遅れた機器
  wrongClock: `
    0:00 asleep
    0:00 clock -7200
    loop 40:00`,
} as const;

export type ScenarioName = keyof typeof SCENARIOS;

export const isScenarioName = (name: string): name is ScenarioName =>
  Object.hasOwn(SCENARIOS, name);

/** Scenarios of the rooms of a demo ward, in order: mostly sleepers, a few who need help. */
export const WARD_SCENARIOS: readonly ScenarioName[] = [
  'night',
  'night',
  'toilet',
  'night',
  'apnea',
  'night',
  'call',
  'night',
  'restless',
  'night',
  'lostDevice',
  'night',
  'arrhythmia',
  'night',
  'dyingBattery',
  'night',
  'wandering',
  'night',
  'fever',
  'sensorOff',
  'night',
  'fall',
  'night',
  'wrongClock',
];
