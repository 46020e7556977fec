import type { TestTitle } from './source-facts.ts';

const AUXILIARIES = words(
  `is are was were has have had do does did may might can cannot could must should shall will
  would`,
);
const CONNECTIVES = words(
  `of that with in by for at from on to without within after before when while where as about among
  between against per under over during until because if unless than into onto who whom whose which
  whoever whatever what how why and or but nor neither so like also again always only not`,
);
/** Each begins a clause with another verb. */
const SUBORDINATORS = words(
  `that which who whom whose where when while if unless because whether what how`,
);
/** What follows them is a noun: `reports` in `of reports` and `the reports`. */
const NOUN_MARKERS = words(
  `a an the this these those of in on at to from with without for by as than per into onto within
  against among during until between under after before and or its their his her our whose no every
  each any some all other another own same such two three four five six seven eight nine ten second
  third next more most new`,
);
/** Base forms; a verb that is missing here makes its title a fragment. */
const VERBS = words(
  `absorb accept account acknowledge act activate adapt add adjust admit adopt affect agree
  allocate allow announce answer appear append apply approach approve approximate arrive ask
  assign attach authenticate authorise average await back bear beat become begin believe belong
  bill bind block branch break breathe bridge bring buffer build bury cache call cancel carry
  cause centre change charge check choose claim classify clean clear clone close coalesce collapse
  colour combine come commit compact compare complete compose compress compute confirm connect
  consider consume contain continue contribute convert copy correct correspond cost count cover
  create cut date deal decay decide declare decode default delay delegate delete deliver demand
  demote deny depend derive describe detach detail detect determine differ disappear discard
  disconnect distinguish divide document draft draw drop edit emit enable encode encrypt end
  enforce enlarge equal error escape estimate exceed exclude exist exit expect expire explain
  export extend fade fail fall fetch fill filter find finish fire fit fix focus fold follow forget
  form format forward free freeze gain gather generate get give go greet grey group grow guard
  halve hand handle hang hash hear hide hold identify ignore image import include indicate inform
  inherit initialise initiate insert install interleave interpolate interrupt intersect invert
  invite isolate join judge jump keep know label lack land last lay lead learn leave lend let lie
  light limit link list load lock log look loop lose lower mail maintain make manage map mark
  match mean measure meet mention merge mirror miss modify move name narrow need normalise notice
  notify number obey obtain occupy occur offer omit open order overlap own pack pad page paint
  parse partition pass pause pay perform persist place play poll predict prefer prefetch prefix
  preload preserve press prevent preview print proceed produce promise promote prove provide push
  put quantise queue quit quote raise range rank rate re-authenticate reach read receive recognise
  reconnect record recover recreate recur redirect reduce refer refill refuse regain register
  reject relate release reload rely remain remember remind remove render renew renumber reopen
  repeat replace reply report represent reproduce request require reread rerender rescale resend
  reserve reset resist resolve respect respond restart restore result resume retain retry return
  reuse reveal reverse revoke rewrite ring rise roll rotate round round-trip route rule run sample
  satisfy say scale scan schedule score scroll seal search see select send separate serve set
  settle share shift show shrink shut sign signal sink skip sleep slice slide smooth solve sort
  span speak split spread stamp stand start state stay step stop store stream stretch subscribe
  subside succeed suffice suggest sum summarise support survive sweep switch tag take tell
  throttle throw tie toggle tolerate touch transfer transform translate transpose travel treat
  trigger trim trust try turn undo unlink unlock unpack unsubscribe update upload use value vary
  verify vibrate visit void wait wake want warn watch wave weigh weight widen win withdraw
  withhold work wrap write yield zoom`,
);
const PLACEHOLDER = /^(?:%\w|\$[\w.]+|…)$/;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/**
 * Whether a test's title reads as a whole sentence about behaviour. It does when
 *
 * - it begins with a noun, a determiner, a number, a name or a table's value, and its main clause
 *   has a finite verb: `a record without a patient is rejected`;
 * - or it begins with an active verb in the third person, `does not`, `cannot` or `never`, and its
 *   `describe` names the unit to which "it" refers: `describe('AlarmEvaluator')`, `it('raises one
 *   call for a press that is read twice')`;
 * - or it is only a value of a table, whose rows are the sentences.
 *
 * It does not when it begins with a copula or an auxiliary (the actor is missing: `is refused`), a
 * connective (it continues the title of its `describe`: `of another organisation`) or a participle.
 */
export function isSentence({ text, units }: TestTitle): boolean {
  if (PLACEHOLDER.test(text)) return true;
  const first = getFirstWord(text);
  const unit = units.at(-1);
  const isUnitNamed = unit !== undefined && isNounPhrase(unit);
  if (/^(?:does not|never|cannot)\b/.test(text)) return isUnitNamed;
  if (!isNounPhrase(text) || /^[a-z]{2,}ed$/.test(first)) return false;
  if (isThirdPerson(first)) return isUnitNamed;
  return hasMainVerb(text);
}

/**
 * Whether a finite verb comes before every subordinate clause, or there are more finite verbs than
 * such clauses: `a port that another program holds` is only a noun phrase.
 */
function hasMainVerb(text: string): boolean {
  let verbs = 0;
  let clauses = 0;
  let previous = 'the';
  let hasAuxiliary = false;
  for (const [token] of text.matchAll(/%\w|\$[\w.]+|…|[a-z\d][\w'’-]*|[^\s\w]/gi)) {
    const word = token.toLowerCase();
    const isAuxiliary = AUXILIARIES.has(word) || /n['’]t$/.test(word);
    if (SUBORDINATORS.has(word) || /^(?:\W|and|or|but)$/.test(word)) hasAuxiliary = false;
    if (SUBORDINATORS.has(word)) clauses += 1;
    else if (isAuxiliary || isVerb(word, previous, hasAuxiliary)) verbs += 1;
    if (verbs > clauses) return true;
    hasAuxiliary ||= isAuxiliary;
    previous = word;
  }
  return false;
}

function isVerb(word: string, previous: string, hasAuxiliary: boolean): boolean {
  if (SUBORDINATORS.has(previous) && (PLACEHOLDER.test(word) || word.endsWith('ed'))) return true;
  if (NOUN_MARKERS.has(previous) || /['’]s?$/.test(previous)) return false;
  // After an auxiliary the base form is an infinitive: `cannot start`.
  return isThirdPerson(word) || (!hasAuxiliary && VERBS.has(word));
}

/** `catches`, `tries`, `reads`. A noun that looks alike, such as `reports`, passes for a verb. */
const isThirdPerson = (word: string): boolean =>
  word.endsWith('s') &&
  [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].some((base) =>
    VERBS.has(base),
  );

function isNounPhrase(text: string): boolean {
  const first = getFirstWord(text);
  return !AUXILIARIES.has(first) && !CONNECTIVES.has(first);
}

const getFirstWord = (text: string): string => /^[^\s,:;]*/.exec(text)?.[0] ?? '';
