import { expect, it } from 'vitest';
import { oneParagraph } from './one-paragraph.ts';

it.each([
  ['ja', '眠りました。起きました。'],
  ['ja-JP', '眠りました。起きました。'],
  ['en', '眠りました。 起きました。'],
])('oneParagraph joins sentences in %s to %s', (language, paragraph) => {
  expect(oneParagraph(language, ['眠りました。', '起きました。'])).toBe(paragraph);
});
