import type { RuleKind } from '../filter/decide';
import { type Phrase, says, WORDS } from './phrase';
import { withoutPoliteness } from './politeness';
import { QUESTION_START, readQuestion } from './read-question';

type Reader = (match: RegExpExecArray) => Phrase | null;

const {
  block,
  blocking,
  allow,
  allowing,
  wouldBlock,
  wouldAllow,
  hidden,
  visible,
  not,
  ignoreList,
  whitelist,
  rules,
} = WORDS;
const IF_I = '(?:what|how|preview|simulate|show me).*? (?:if|when) (?:i|we|you|one|they|somebody)';
const TRY = '(?:what (?:would|will|does)|preview|simulate|try out|how many(?: models?)? (?:would|will))';
const COMES = '(?: (?:do|change|mean|affect|hide|bring back|come to))?';
const CREATE = '(?:(?:add|create|make|set up|write) (?:(?:an?|the|another|new) )*)?';
const MUST = '(?:should|must|shall|has to|have to|needs? to) be';

/**
 * The rules of the language, tried in this order. Each is anchored at the start of the clause, so that a word in the
 * middle of a sentence orders nothing.
 */
const RULES: readonly (readonly [pattern: RegExp, read: Reader])[] = [
  [/^(?:hi|hello|hey|good (?:morning|day|evening)|greetings)(?: there| steward)?$/, courtesy('greeting')],
  [/^(?:many )?(?:thanks|thank you|thx|great|perfect|nice|good|cool)(?=\s|$)/, courtesy('thanks')],
  [/^(?:no|stop|cancel|never ?mind|no thanks|forget it|nothing)(?: (?:it|that|now))?$/, courtesy('stop')],
  [pattern(`${not} save.*`), courtesy('no-save')],
  [/^(?:help|what can you do|who are you|what are you|how (?:do|does|can|to)(?=\s))/, plain('help')],
  [/^(?:(?:undo|roll ?back|take \w+ back|go back)(?=\s|$)|.*\bcheckpoints?\b)/, plain('undo')],
  [
    /^(?:(?:show |list |give )?(?:me )?(?:the )?(?:next(?: page| ones| models)?|more(?: models)?|rest)|continue|go on|next page)$/,
    plain('next-page'),
  ],
  [
    /^(?:refresh|reload|re-?fetch|fetch|update)(?: (?:the|all|its|their|your|my|this|list|of|models?|catalogue|catalog|page))*(?: (?:again|anew|now|once more))?$/,
    plain('refresh'),
  ],
  [
    /^(?:compare|diff)(?=\s|$)|^(?:what|how|show|list|tell|where|which)\b.*\b(?:differs?|difference|differences|different)(?=\s|$)|^what would (?:be saved|saving .*|(?:a|the) save .*)$/,
    plain('compare'),
  ],
  [
    /^(?:(?:discard|revert|reset|throw away)(?=\s|$)|(?:drop|delete|forget|remove) .*changes$)/,
    plain('discard'),
  ],
  [
    /^(?:(?:save|store|persist)(?: (?:it|them|this|that|everything|all|now|to|the|my|these|those|changes|rules|again)(?: .*)?)?|write .* to (?:the )?(?:file|disk))$/,
    plain('save'),
  ],

  [pattern(`(?:only|just) (${block} .+)`), ([, rest = '']) => readPhrase(rest)],
  [pattern(`(?:only|just) (?:${allow}|leave) (.+)`), readOnly],
  [pattern(`(?:${allow}|leave) (?:only|just|nothing except) (.+)`), readOnly],
  [pattern(`(?:${allow}|leave) (.+) only`), readOnly],
  [/^(?:only|nothing except) (.+)$/, onTargets('only')],
  [/^(?:restrict|limit) (?:.+ )?to (?:only )?(.+)$/, onTargets('only')],

  [pattern(`never ${block} (.+)`), onTargets('allow')],
  [pattern(`(?:${not}|stop) (?:${block}|${blocking}) (.+)`), onTargets('unblock')],
  [pattern(`(?:${not}|stop) (?:${allow}|showing|allowing|offering) (.+)`), onTargets('block')],
  [pattern(`${not} want (?:(?:to|anyone to|clients to) (?:see|have|use|offer) )?(.+)`), onTargets('block')],
  [/^no (?:more )?(.*\bmodels?)$/, onTargets('block')],
  [pattern(`would you mind ${blocking} (.+)`), onTargets('block')],
  [pattern(`make sure(?: that)? (.+?) (?:stays?|remains?|is|are|gets?) ${hidden}`), onTargets('block')],
  [pattern(`make sure(?: that)? (.+?) (?:stays?|remains?|is|are|gets?) ${visible}`), onTargets('allow')],
  [/^bring (.+) back$/, onTargets('unblock')],
  [/^(?:unblock|unhide|unignore|enable|re-?enable|bring back|restore|reveal) (.+)$/, onTargets('unblock')],

  [pattern(`(?:add|put|move) (.+?) (?:to|on|onto|in|into) (?:the |my )?${ignoreList}`), onTargets('block')],
  [pattern(`(?:add|put|move) (.+?) (?:to|on|onto|in|into) (?:the |my )?${whitelist}`), onTargets('allow')],
  [pattern(`${CREATE}(?:ignore|block) ${rules} (?:for )?(.+)`), onTargets('block')],
  [pattern(`${CREATE}(?:whitelist|allow) ${rules} (?:for )?(.+)`), onTargets('allow')],
  [/^(?:remove|delete|drop|clear|empty|erase|take out|get rid of) (.+)$/, readRemoval],

  [pattern(`(?:disable|turn off|switch off) (.*\\b${rules}\\b.*)`), readRemoval],

  [/^(?:why|how come)(?: (.+))?$/, onTargets('explain')],
  [/^explain (?:to me )?(?:why )?(.+)$/, onTargets('explain')],
  [pattern(`(?:is|are) (.+) (?:${hidden}|${visible})`), onTargets('explain')],
  [
    /^(?:(?:show|give|tell) me |show |what are |get )?(?:(?:the|more|all) )*(?:details?|information|info)(?: (?:of|on|about|for))?(?: (.+))?$/,
    onTargets('details'),
  ],
  [/^(?:(?:show|give|get) )?(?:me )?(.+?)(?:'s)? details$/, onTargets('details')],
  [/^(?:tell me (?:more )?about|describe|what do you know about) (.+)$/, onTargets('details')],
  [pattern(`(?:${IF_I} ${wouldBlock}|${TRY} ${blocking}) (.+?)${COMES}`), wouldBe('ignore')],
  [pattern(`(?:${IF_I} ${wouldAllow}|${TRY} ${allowing}) (.+?)${COMES}`), wouldBe('whitelist')],
  [/^(?:list|browse|enumerate|page through)(?: (.+))?$/, readList],
  [QUESTION_START, ({ input }) => readQuestion(input)],

  [pattern(`(?:make|set|mark|keep|leave|have) (.+) ${hidden}`), onTargets('block')],
  [pattern(`(?:make|set|mark|keep|leave|have) (.+) ${visible}`), onTargets('allow')],
  [pattern(`(.+?) ${MUST} ${hidden}`), onTargets('block')],
  [pattern(`(.+?) ${MUST} ${visible}`), onTargets('allow')],
  [pattern(`${block}(?: (.+))?`), onTargets('block')],
  [pattern(`(?:always )?${allow}(?: (.+))?`), onTargets('allow')],
];

/**
 * Reads what one clause (lower case, patterns marked) asks for.
 * @returns null when it begins like nothing that this language knows; it may still name a further target.
 */
export function readPhrase(clause: string): Phrase | null {
  for (const text of new Set([clause, withoutPoliteness(clause)])) {
    for (const [expression, read] of RULES) {
      const match = expression.exec(text);
      const phrase = match === null ? null : read(match);
      if (phrase !== null) return phrase;
    }
  }
  return null;
}

function pattern(source: string): RegExp {
  return new RegExp(`^${source}$`);
}

function onTargets(kind: 'block' | 'allow' | 'unblock' | 'only' | 'explain' | 'details'): Reader {
  return ([, rest = '']) => ({ kind, rest });
}

function wouldBe(list: RuleKind): Reader {
  return ([, rest = '']) => ({ kind: 'preview', list, rest });
}

function plain(kind: 'next-page' | 'refresh' | 'compare' | 'save' | 'discard' | 'undo' | 'help'): Reader {
  return () => ({ kind });
}

function courtesy(which: 'greeting' | 'thanks' | 'stop' | 'no-save'): Reader {
  return () => ({ kind: 'courtesy', courtesy: which });
}

/** "Show only the hidden models" asks; "show only gpt-4o" orders. */
function readOnly({ 1: rest = '' }: RegExpExecArray): Phrase {
  const asks = says(`${hidden}|${visible}|${rules}`, rest);
  return (asks ? readQuestion(`show me ${rest}`) : null) ?? { kind: 'only', rest };
}

/** Removing speaks of rules, unless it names models: then they are to be hidden. */
function readRemoval({ 1: rest = '' }: RegExpExecArray): Phrase {
  const list = says(whitelist, rest) ? 'whitelist' : says(ignoreList, rest) ? 'ignore' : null;
  const isPlural = says('all|every|each|both|everything|rules|patterns|filters', rest);
  const named = rest.replace(new RegExp(`(?:from )?(?:the |my )?(?:${whitelist}|${ignoreList})`), ' ').trim();
  const removal = { kind: 'remove-rules', list, isPlural } as const;
  if (list !== null) return { ...removal, rest: named === '' ? 'everything' : named, saysRule: true };
  const saysRule = says(rules, rest);
  if (says('models?', rest) && !saysRule) return { kind: 'block', rest };
  const isJustRules = named.replace(/\b(?:all|the|every|rules|patterns|filters)\b|\s/g, '') === '';
  return { ...removal, rest: isPlural && isJustRules ? 'all' : named, saysRule };
}

/** "List" asks for names, a page at a time; null when it is no models that are to be listed. */
function readList({ 1: rest = '' }: RegExpExecArray): Phrase | null {
  if (says(rules, rest) && !says('by rules?', rest)) return null;
  if (says('unsaved|changes?', rest)) return null;
  const isByRule = says('by rules?', rest);
  const named = rest.replace(/ ?\b(?:sorted |ordered |grouped )?by (?:rules?|name)\b/, '');
  const show = SHOWN.find(([words]) => says(words, named))?.[1] ?? 'all';
  return {
    kind: 'list',
    show,
    isByRule,
    rest: named.replace(/\b(?:not matched|kept|whitelisted|unmatched)\b/, ''),
  };
}

const SHOWN = [
  [`not ${visible}|${hidden}`, 'hidden'],
  ['kept|whitelisted', 'kept'],
  ['unmatched|not matched|without (?:a )?rules?', 'unmatched'],
  [visible, 'visible'],
] as const;
