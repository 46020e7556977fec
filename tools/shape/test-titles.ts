import type { TestTitle } from './source-facts.ts';

const AUXILIARIES = words(
  `is are was were be been being has have had do does did may might can could must should shall will
  would`,
);
const CONNECTIVES = words(
  `of that with in by for at from on to without within after before when while where as about among
  between against per under over during until because if unless than into onto who whom whose which
  whoever whatever what how why and or but nor neither so like also again always only not`,
);
const PLURAL_VERBS = words(
  `say take keep name give show leave go read refuse tell ask end count hold find let make put know
  offer open write come stand start stay forget follow move lead see need change close answer lose
  send begin call draw hand list add get stop wait grow fill look mark equal carry sign run survive
  share speak work cut bring wake drop turn ignore try set prove fall lie spread cover print become
  notice place lay beat agree decode want raise check join belong replace use pass touch breathe
  divide fail play report settle filter apply compare scale sleep learn average explain commit free
  link choose complete hear acknowledge admit forward note copy select watch cost believe decide
  round break page measure remember step travel reach delete unpack contain weigh rise register warn
  return exist hide lend bear meet depend hang`,
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/**
 * Whether a test's title reads as a whole sentence about behaviour. It does when
 *
 * - it begins with a noun, a determiner, a number, a name or a table's value: `a record without a
 *   patient is rejected`;
 * - or it begins with an active verb in the third person, `does not`, `cannot` or `never`, and its
 *   `describe` names the unit to which "it" refers: `describe('AlarmEvaluator')`, `it('raises one
 *   call for a press that is read twice')`.
 *
 * It does not when it begins with a copula or an auxiliary (the actor is missing: `is refused`), a
 * connective (it continues the title of its `describe`: `of another organisation`), a verb in the
 * plural ("it keep") or a participle.
 */
export function hasSubject({ text, units }: TestTitle): boolean {
  const first = getFirstWord(text);
  const unit = units.at(-1);
  const isUnitNamed = unit !== undefined && isNounPhrase(unit);
  if (/^(?:does not|never|cannot)\b/.test(text)) return isUnitNamed;
  if (AUXILIARIES.has(first) || CONNECTIVES.has(first) || PLURAL_VERBS.has(first)) return false;
  if (isThirdPerson(first)) return isUnitNamed;
  return !/^[a-z]{2,}ed$/.test(first);
}

/** Plural nouns look alike: `rooms keep their order` then needs its `describe` too. */
const isThirdPerson = (word: string): boolean => /^[a-z]+(?<!s|u|i)s$/.test(word);

function isNounPhrase(unit: string): boolean {
  const first = getFirstWord(unit);
  return !AUXILIARIES.has(first) && !CONNECTIVES.has(first);
}

const getFirstWord = (text: string): string => /^[^\s,:;]*/.exec(text)?.[0] ?? '';
