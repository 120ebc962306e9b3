import type { ErrorCode } from '@/src/schema/values/error-code';
import type { TextId } from '@/src/schema/values/said';
import { GATEWAY_SENTENCES } from './gateway-sentences';
import {
  ignoringCase,
  type NamingError,
  NOT_OF_SETTINGS,
  namedSetting,
  near,
  OUTPUT_LIMIT,
} from './named-setting';

/**
 * Kinds of failures, each with its code. The code determines the buttons on the error's card and whether the request is retried: see
 * `schema/values/error-code`.
 */
export const FAILURES = {
  'too-long': 'context-too-long',
  'too-large': 'context-too-long',
  'minute-limit': 'context-too-long',
  setting: 'setting-refused',
  'no-model': 'model-not-found',
  'denied-model': 'model-not-found',
  'no-tools': 'protocol',
  'tools-off': 'protocol',
  'other-route': 'protocol',
  'no-images': 'protocol',
  filtered: 'protocol',
  'bot-check': 'wrong-address',
  'bad-call': 'answer-unusable',
  quota: 'quota-used-up',
  busy: 'rate-limit',
  loading: 'model-loading',
  key: 'auth',
  login: 'auth',
  access: 'auth',
  'upstream-key': 'protocol',
  address: 'wrong-address',
  refused: 'protocol',
  server: 'server',
  timeout: 'timeout',
  'either-key': 'auth',
} as const satisfies Record<string, ErrorCode>;

export type FailureKind = keyof typeof FAILURES;

/** Remedies that kinds share with other errors, or that have a name of their own. */
const REMEDIES: { readonly [kind in FailureKind]?: TextId } = {
  'no-model': 'remedy.anotherModel',
  filtered: 'remedy.otherWords',
  'bad-call': 'remedy.tryAgainOrModel',
  address: 'remedy.checkAddress',
  refused: 'error.llm.failure.refusedWordsRemedy',
  server: 'remedy.checkEndpoint',
  timeout: 'remedy.checkEndpoint',
};

/** The text of the remedy for a kind of failure. */
export function remedyOf(kind: FailureKind): TextId {
  // Each other kind has a text of this name: a test of the documents reads them all.
  return REMEDIES[kind] ?? (`error.llm.failure.${kind}Remedy` as TextId);
}

/** Facts about a failed request that determine the kind of its failure. */
export interface FailureSigns extends NamingError {
  /**
   * HTTP status of the response. For an error inside an answer: the status that the error states as its code; null if
   * it states none.
   */
  status: number | null;
  /** Codes in lower case. Codes that Steward adds begin with `upstream:`, `page:`, `names:` or `asks:`. */
  codes: readonly string[];
  /** The message with the paths in it. */
  unabridged: string;
  /** False if the request names no model, so that the model can't be the cause. */
  hasModel: boolean;
}

type Rule = (given: FailureSigns) => FailureKind | null;
type Statuses = readonly (number | null)[] | null;

/**
 * Statuses that servers use for any fault in a request; null for an error inside an answer that began
 * successfully.
 */
const VAGUE = [null, 400, 413, 422];
/** Statuses with which servers refuse a request because of a limit or an unpaid account. 402 says so itself. */
const OF_ACCOUNT = [...VAGUE, 403, 429, 500, 502, 503];

const matches = ({ status }: FailureSigns, statuses: Statuses) =>
  statuses === null || statuses.includes(status);

/** Creates a rule for errors with one of these statuses (null: any), one of whose codes matches as a whole. */
function code(kind: FailureKind, statuses: Statuses, codes: string): Rule {
  const pattern = new RegExp(`^(?:${codes})$`);
  return (given) => (matches(given, statuses) && given.codes.some((one) => pattern.test(one)) ? kind : null);
}

/**
 * Creates a rule for errors with one of these statuses (null: any) whose message matches `pattern`.
 *
 * @param but pattern for messages to which the rule doesn't apply
 */
function words(kind: FailureKind, statuses: Statuses, pattern: string, but?: string): Rule {
  const word = ignoringCase(pattern);
  // A pattern that matches nothing.
  const other = ignoringCase(but ?? '(?!)');
  return (given) =>
    matches(given, statuses) && word.test(given.message) && !other.test(given.message) ? kind : null;
}

/** Words for a limit per unit of time, or for a shortage that ends by itself. */
const PASSING =
  '\\bper.?(?:second|min|hour|day)|[(][TR]P[MD]|rate.?limit|too many requests|too many concurrent|throttl|please wait|slow down';

/** Words for the conversation, as the subject of an error. They exclude the inputs of tools and the deadlines of Go's contexts. */
const CONVERSATION =
  '\\bprompt|(?<!(?:tool|image|audio|file) )\\binputs?\\b|\\bcontext\\b(?! (?:deadline|cancel))|conversation';
const EXCEEDS =
  "exceed|overflow|too (?:long|large|big|many)|(?:long|great|larg|bigg)er than|(?:not|n['’]t) fit|ran out|run(?:ning)? out";
const LIMITS = `${EXCEEDS}|max|limit|at most|less than|range of|truncat|only|must be [<>]|\\d [<>]=? \\d`;
/** Lookahead for a number that may be a size: at least three digits, or thousands as in `8k`. */
const SIZE = '(?=.*\\d[\\d.,_ ]*(?:\\d\\d|k\\b))';
/** Lookahead for a unit of a conversation's length. */
const UNIT = '(?=.*(?:tokens?\\b|characters|\\blength|context.?(?:window|size|limit)))';

/** Words for a credential. */
const CREDENTIAL = '(?:api|access|subscription|secret|auth\\w*|virtual)[ _-]?(?:key|token)s?|credentials?';
const UNUSABLE =
  "invalid|incorrect|missing|wrong|expired|revoked|leaked|disabled|(?:not|n['’]t) (?:valid|found|recogni|provide)";
/** Words for a rule that an administrator set. It may not apply to another key. */
const BY_RULE = 'organi[sz]ation|polic(?:y|ies)\\b|administrator|allow-?list|workspace';

/** Words for an account without money or credit, which no wait renews. */
const UNPAID =
  "(?:sufficient|enough|out of|any|all available|more) (?:\\w+ )?(?:credits?|funds?|balance)\\b|(?:balance|credits?|funds?)\\b[^.;]{0,30}(?:insufficient|too low|exhausted|used up|depleted|(?:not|n['’]t) enough|negative|run out|ran out)|overdue|arrear|good standing|recharge|\\btop[ -]?up\\b|unpaid|payment (?:is )?required|prepaid";

/** Matches messages about the conversation's size. The limit of the answer's length is removed from them before. */
const TOO_LONG = words(
  'too-long',
  [...VAGUE, 500],
  `^${SIZE}${UNIT}.*(?:${near(`${CONVERSATION}|\\bmessages?\\b|\\brequest|model is loaded`, LIMITS)})`,
  PASSING,
);
const ANSWER_LIMIT = new RegExp(OUTPUT_LIMIT, 'gi');

const ROUTE = ignoringCase('/responses\\b|\\bresponses api\\b');
const SERVER_OPTION = ignoringCase('--jinja\\b|--[\\w-]*tool-(?:call|choice)');

/**
 * Rules in tiers. The first tier with a matching rule decides. If its rules name different kinds, none of them is certain.
 */
const TIERS: readonly (readonly Rule[])[] = [
  // Reasons that a proxy reports after it tried several credentials. Faults of the request come first, because another credential
  // has the same fault. Rejected keys come last, because one of the other failures may be temporary.
  [code('too-long', null, 'upstream:context_window_exceeded')],
  [code('refused', null, 'upstream:invalid_request')],
  [code('busy', null, 'upstream:(rate_limit|quota_exceeded)')],
  [code('server', null, 'upstream:(server_error|api_connection)')],
  [code('upstream-key', null, 'upstream:(authentication|forbidden|401|403)')],
  [code('bot-check', null, 'page:bot-check')],
  // What the server itself names.
  [
    ({ status, sent, unabridged }) =>
      NOT_OF_SETTINGS.includes(status ?? 0) || !sent.includes('messages') || !ROUTE.test(unabridged)
        ? null
        : 'other-route',
  ],
  [({ sent, message }) => (sent.includes('tools') && SERVER_OPTION.test(message) ? 'tools-off' : null)],
  [(given) => namedSetting(given)?.kind ?? null],
  [code('denied-model', [401, 403], 'param:model'), code('no-model', [404], 'param:model')],
  // Its codes.
  [
    code(
      'filtered',
      null,
      'content_(policy_violation|filter)|\\S*(moderation|inspection|guardrail|sensitive)\\S*',
    ),
    // The service isn't available in the user's country, so another key doesn't help.
    code('refused', [403], '\\S*country\\S*'),
    code('bad-call', null, 'tool_use_failed|malformed_function_call|unexpected_tool_call'),
    code(
      'quota',
      null,
      '\\w*insufficient_\\w*quota|\\w+_quota_failed|exceeded_current_quota_error|\\S*(billing|balance(?!r)|credits?\\b|payment|budget_exceeded|funds)\\S*',
    ),
    code(
      'too-long',
      null,
      '\\S*context_(length|window|size)\\S*|tokens_limit_reached|\\S*max_prompt_tokens\\S*',
    ),
    code('denied-model', null, '\\S*model_(access_denied|permission)\\S*'),
    code(
      'no-model',
      null,
      'model_not_found|model_decommissioned|invalid_model|model_not_available|model_not_supported|deploymentnotfound',
    ),
    // LiteLLM answers `no_db_connection` to an unknown key if it has no database of keys.
    code('key', null, 'invalid_api_key|no_db_connection|token_not_found_in_db'),
  ],
  // Sizes in units of what was sent.
  [
    words('minute-limit', null, `request too large.{0,200}(?:${PASSING})`),
    words('too-large', null, near('\\bimage', `(?:${EXCEEDS})[^;]*\\d`), PASSING),
    // A negative limit: the server subtracted the conversation's length from the context window.
    words('too-long', [...VAGUE, 500], 'max\\w*.?tokens.*(?<![\\w.])-\\d'),
    (given) => TOO_LONG({ ...given, message: given.message.replace(ANSWER_LIMIT, '…') }),
  ],
  [
    words(
      'loading',
      null,
      near('\\bmodel', '\\bloading\\b|warming up'),
      "error|fail|unable|could|cannot|can['’]t",
    ),
  ],
  [words('quota', OF_ACCOUNT, UNPAID)],
  // An error that states a wait is about a limit that ends by itself, even if its message says "quota".
  [code('busy', [null, 400, 429], 'asks:wait')],
  // Words.
  [
    ...Object.entries(GATEWAY_SENTENCES).map(([kind, sentences]) =>
      words(kind as FailureKind, null, sentences.join('|')),
    ),
    words(
      'filtered',
      null,
      'content.?(?:filter|management policy|exists risk)|safety (?:system|policy|filter|setting)|moderation|guardrail|sensitive (?:words?|content)|(?:prompt|inputs?|output|content|messages?)\\b[^.]{0,60}(?:flagged|violat)|usage guideline',
    ),
    words('refused', [403], 'location is not supported'),
    // LM Studio's answer if the address lacks /v1.
    words('address', null, 'unexpected endpoint or method'),
    words('bad-call', null, 'malformed_function_call'),
    words('busy', OF_ACCOUNT, PASSING, UNPAID),
    words(
      'quota',
      OF_ACCOUNT,
      '(?:exceed|insufficient|out of|used up|reached|exhausted|not enough)[^.]{0,40}\\bquota|\\bquota\\b[^.]{0,40}(?:exceed|insufficient|used up|reached|exhausted|not enough|run out)|(?<!thinking |token )\\bbudget\\b[^.]{0,30}(?:exceeded|reached|used up|exhausted)|(?:over|exceeded) (?:your |the )?budget\\b|(?:usage|spending|key) limits?\\b',
      `${PASSING}|budget_tokens`,
    ),
    words(
      'too-long',
      null,
      `context.?(?:length|window|size|limit)[^.]{0,40}exceed|${near(CONVERSATION, EXCEEDS)}|too many (?:input )?tokens`,
      PASSING,
    ),
    // Ollama removes messages that don't fit into the context window. Its template then finds no message of the user.
    words('too-long', [500], 'no user query found in messages'),
    words(
      'denied-model',
      [null, 400, 401, 403],
      "(?:not|n['’]t|no|denied|cannot|blocked|disabled)\\b[^.]{0,40}(?:access|allow|permi|authori)[^.]{0,40}\\bmodel|\\bmodel[^.]{0,60}(?:not|n['’]t|denied|blocked|disabled)\\b[^.]{0,20}(?:access|allow|permi|authori|at the|by )",
      'not exist or',
    ),
    words(
      'no-model',
      [...VAGUE, 404, 429, 500, 503],
      '(?:invalid|unknown|no such) model\\b|model identifier is invalid|no healthy deployments|\\bvalid model\\b|\\bmodels?\\b[^.]{0,100}\\b(?:not found|not exist|not available)',
    ),
    code('no-model', [404], 'names:model'),
    words('no-model', [404], '\\bmodels?\\b|no (?:allowed )?(?:endpoints|providers) '),
    words('key', [...VAGUE, 401, 403], near(CREDENTIAL, UNUSABLE), BY_RULE),
  ],
  // Codes that gateways use for any failure of their kind.
  [code('busy', OF_ACCOUNT, 'rate_limit\\S*|too_many_requests|\\S*(cooldown|busy)\\S*')],
  [code('quota', OF_ACCOUNT, '\\S*quota\\S*')],
  [code('key', VAGUE, 'authentication_error|permission_error|unauthorized')],
  [code('refused', [null], 'invalid_request_error')],
  [code('timeout', [null], '\\S*timeout\\S*')],
  // The status, unless the message is about something else.
  [
    words(
      'access',
      [403],
      '^$|\\bkey|credential|authenti|authori|forbidden|permission|\\borigin\\b|^\\W*access denied\\W*$',
      BY_RULE,
    ),
    words(
      'address',
      [404],
      '^$|404|\\b(?:url|path|route|endpoint|resource|page)\\b|cannot (?:get|post)|^\\W*not.?found\\W*$',
    ),
    ({ status, hasModel }) => (status === 404 && !hasModel ? 'address' : null),
    // Some servers use this status for an account without money, which is not a reason to wait.
    words(
      'busy',
      [429],
      '^$|slow|limit|requests?\\b|rate|busy|capacity|overload|demand|concurren|try again|later|wait|fast|quick',
      'monthly|\\bplan\\b|upgrade|subscription|allowance',
    ),
  ],
];

/** Determines the kind of a failure: by the first tier of rules that decides, else by the status. */
export function kindOfFailure(given: FailureSigns): FailureKind {
  const isPossible = (kind: FailureKind | null): kind is FailureKind =>
    kind !== null && (given.hasModel || FAILURES[kind] !== 'model-not-found');
  const { status } = given;
  // A server that fails may not fail again. Else a retry gets the same answer.
  const undecided = status !== null && status < 500 ? 'refused' : 'server';
  for (const tier of TIERS) {
    const kinds = new Set(tier.map((rule) => rule(given)).filter(isPossible));
    const [kind] = kinds;
    if (kind !== undefined) return kinds.size === 1 ? kind : status === null ? 'refused' : undecided;
  }
  return BY_STATUS[status ?? 0] ?? undecided;
}

/** The kind of failure for an HTTP status, where the status alone determines it. */
const BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: 'key',
  402: 'quota',
  405: 'address',
  408: 'timeout',
  413: 'too-large',
};
