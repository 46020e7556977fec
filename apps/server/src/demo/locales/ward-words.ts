import type { AccessLevelName } from '@yamori/domain';

/** Names as a Japanese care home would write them. All people are invented. */
export const DOMAIN_WORDS = {
  maker: { name: 'やもり開発室', nameKana: 'ヤモリカイハツシツ' },
  agency: { name: 'みまもり販売株式会社', nameKana: 'ミマモリハンバイカブシキガイシャ' },
  akane: {
    name: '特別養護老人ホーム あかね苑',
    nameKana: 'トクベツヨウゴロウジンホーム アカネエン',
    address: '東京都八王子市茜町一丁目',
    contact: '看護課',
  },
  mizuki: {
    name: 'グループホーム みずきの家',
    nameKana: 'グループホーム ミズキノイエ',
    address: '神奈川県相模原市水木二丁目',
    contact: '事務室',
  },
  individual: { name: '高橋家', nameKana: 'タカハシケ' },
} as const;

/** The notification groups of an alarm, in order. */
export const GROUP_WORDS = { night: '夜勤の職員', leaders: '責任者' } as const;

/** Texts of bills, and the partner who won a customer. */
export const BILL_WORDS = {
  terms: {
    address: '〒160-0000\n東京都新宿区見守町三丁目2番1号 やもりビル5階',
    contact: '経理課 03-0000-0000',
    bank: '見守銀行 新宿支店 普通 1234567\nミマモリハンバイ（カ',
  },
  partner: {
    name: '相模ケアサポート株式会社',
    contact: '営業部 大野様',
    address: '〒252-0000\n神奈川県相模原市中央区水木町一丁目1番1号',
  },
} as const;

/** Reasons of loans. */
export const LOAN_NOTES = { trial: 'お試し', repair: '修理中の代わり', spare: '予備' } as const;

export const FLOOR_WORDS = { first: '1階', second: '2階', third: '3階', home: '1階' } as const;
export const BUILDING_WORDS = {
  main: '本館',
  east: '東ユニット',
  west: '西ユニット',
  home: '自宅',
} as const;
export const HOME_ROOM_NAME = '寝室';
export const roomName = (number: number): string => `${number}号室`;

export const TAG_WORDS = {
  fallRisk: '転倒注意',
  nightWalk: '夜間歩行',
  breathing: '呼吸観察',
  heart: '心電図観察',
  newcomer: '入居1か月以内',
  shortStay: 'ショートステイ',
} as const;

/** Aliases of occupants, family names only. */
export const OCCUPANT_ALIASES = [
  '佐藤様',
  '鈴木様',
  '田中様',
  '伊藤様',
  '渡辺様',
  '山本様',
  '中村様',
  '小林様',
  '加藤様',
  '吉田様',
  '山田様',
  '佐々木様',
  '山口様',
  '松本様',
  '井上様',
  '木村様',
  '林様',
  '斎藤様',
  '清水様',
  '山崎様',
  '森様',
  '池田様',
  '橋本様',
  '阿部様',
  '高橋様',
] as const;

export const MEMBER_WORDS: Readonly<
  Record<AccessLevelName, { readonly name: string; readonly nameKana: string }>
> = {
  requestMfa: { name: '青木 桃子', nameKana: 'アオキ モモコ' },
  individualUser: { name: '高橋 正一', nameKana: 'タカハシ ショウイチ' },
  generalStaff: { name: '石川 夏美', nameKana: 'イシカワ ナツミ' },
  administrator: { name: '前田 直樹', nameKana: 'マエダ ナオキ' },
  privilegeAdministrator: { name: '藤田 由美', nameKana: 'フジタ ユミ' },
  ownerAdministrator: { name: '岡田 誠', nameKana: 'オカダ マコト' },
  agency: { name: '後藤 健', nameKana: 'ゴトウ ケン' },
  agencyAdmin: { name: '長谷川 恵', nameKana: 'ハセガワ メグミ' },
  developer: { name: '村上 翔', nameKana: 'ムラカミ ショウ' },
  seniorDeveloper: { name: '近藤 葵', nameKana: 'コンドウ アオイ' },
  superDeveloper: { name: '坂本 陸', nameKana: 'サカモト リク' },
  systemAdmin: { name: '遠藤 静', nameKana: 'エンドウ シズカ' },
};

/** Texts of the members' changes. */
export const CHANGE_WORDS = {
  delay: '電池残量低下：次のグループまで',
  view: '夜の見回り',
  contact: '看護課（夜間は当直室）',
} as const;
