type Forbidden = {
  readonly pattern: RegExp;
  /** Harmless uses that deny the claim. */
  readonly allowed?: RegExp;
  readonly reason: string;
};

const NO_DIAGNOSIS =
  /診断(?:には使え|ではあり|はし)ません|\b(?:no|not (?:for|a)) diagnosis|does not diagnose/gi;

/**
 * Claims that would make a monitoring aid a medical device (薬機法, Pharmaceuticals and Medical
 * Devices Act, articles 2 and 68) or promise more than a sensor can (article 66; 景品表示法, article 5),
 * and terms for which the product uses another one.
 */
const FORBIDDEN: readonly Forbidden[] = [
  {
    pattern: /診断|\bdiagnos\w*/gi,
    allowed: NO_DIAGNOSIS,
    reason: 'diagnosis is the purpose of a medical device; figures are reference values',
  },
  {
    pattern: /治療|治癒|治(?:し|り)ます|\b(?:cure[sd]?|treatments?|treats?)\b/gi,
    reason: 'treatment is the purpose of a medical device',
  },
  {
    pattern: /予防|防止|防ぎます|防げます|\bprevent(?:s|ed|ion)?\b/gi,
    reason: 'no sensor prevents a disease or a fall; the alarm only asks somebody to look',
  },
  {
    pattern: /予測|予知|予兆|早期発見|\bpredict(?:s|ed|ions?)?\b|\bearly detection\b/gi,
    reason: 'the product measures the present; it foretells no state of health',
  },
  {
    pattern: /(?:検知|検出|発見)(?:し|でき)ます|\bdetects\b|\bwill detect\b/gi,
    reason: 'a promise to detect cannot be kept: sensors miss events',
  },
  {
    pattern:
      /見逃し(?:ません|なし)|見逃さ(?:ない|ず)|確実に|必ず(?:鳴|知ら|届)|\bnever miss(?:es)?\b/gi,
    reason: 'a promise of completeness: devices, network and sound can fail',
  },
  {
    pattern: /保証(?:し|され)ます|100\s?%?\s?安全|絶対に?安全|\bguarantee[sd]?\b/gi,
    allowed: /\b(?:not|cannot) guarantee\b/gi,
    reason: 'a guarantee of safety is misleading advertising',
  },
  {
    pattern: /症候群|不整脈|心房細動|脳卒中|肺炎|\bsyndrome\b|\barrhythmia\b|\bfibrillation\b/gi,
    reason: 'naming a disease makes a measured value a finding',
  },
  {
    pattern: /(?:健康|睡眠|体調|症状)が?(?:を)?改善|効果があり|\bimproves? (?:health|sleep)\b/gi,
    reason: 'an effect on the body is a claim of a medical device or a medicine',
  },
  {
    pattern: /医療機器/g,
    allowed: /医療機器ではありません/g,
    reason: 'the product is not registered as a medical device',
  },
  { pattern: /通報/g, reason: 'sounds like calling the police: write アラート, 呼び出し or 異常' },
  { pattern: /誤報/g, reason: 'blames the device or the carer: write 異常なし（誤検知）' },
  { pattern: /職員の報告/g, reason: 'the field says 事故・ヒヤリハット' },
  {
    pattern: /すべての呼び出し|API(?:の|を)?呼び出し/g,
    reason: '呼び出し is what a resident does with the button: write 操作',
  },
  {
    pattern: /(?<!から)新しい呼び出し(?!や)は(?:、いまも|止めて)?[^。]*鳴/g,
    reason: 'rules raise アラート, which sound too: write 呼び出しやアラート',
  },
  { pattern: /全員に知らせ/g, reason: 'an alarm goes to its groups one after the other' },
  { pattern: /読込中/g, reason: 'write 読み込み中' },
  { pattern: /小さなカード/g, reason: 'write 小さいカード' },
];

const COMMENT = /^\s*(?:\/\/|\/?\*)/;

/** Places of forbidden words in a file of texts, each with the reason. */
export const findForbiddenWords = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    if (COMMENT.test(line)) return [];
    return FORBIDDEN.flatMap(({ pattern, allowed, reason }) => {
      const claimed = allowed === undefined ? line : line.replace(allowed, '');
      const found = claimed.match(pattern);
      return found === null ? [] : [`${path}:${index + 1} “${found[0]}”: ${reason}`];
    });
  });
