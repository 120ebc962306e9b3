import type { ErrorCode } from '@/src/schema/values/error-code';
import type { TextId } from '@/src/schema/values/said';
import { type NamingError, namedSetting } from './named-setting';

/**
 * Kinds of failures, each with its code, and the text of its remedy. The code determines the buttons on the error's card and whether the
 * request is retried: see `schema/values/error-code`.
 */
export const FAILURES = {
  'too-long': { code: 'context-too-long', remedy: 'error.llm.failure.too-longRemedy' },
  'too-large': { code: 'context-too-long', remedy: 'error.llm.failure.too-largeRemedy' },
  'minute-limit': { code: 'context-too-long', remedy: 'error.llm.failure.minute-limitRemedy' },
  setting: { code: 'setting-refused', remedy: 'error.llm.failure.settingRemedy' },
  'no-model': { code: 'model-not-found', remedy: 'remedy.anotherModel' },
  'denied-model': { code: 'model-not-found', remedy: 'error.llm.failure.denied-modelRemedy' },
  'no-tools': { code: 'protocol', remedy: 'error.llm.failure.no-toolsRemedy' },
  'no-images': { code: 'protocol', remedy: 'error.llm.failure.no-imagesRemedy' },
  filtered: { code: 'protocol', remedy: 'remedy.otherWords' },
  'bot-check': { code: 'wrong-address', remedy: 'error.llm.failure.bot-checkRemedy' },
  'bad-call': { code: 'answer-unusable', remedy: 'remedy.tryAgainOrModel' },
  quota: { code: 'quota-used-up', remedy: 'error.llm.failure.quotaRemedy' },
  busy: { code: 'rate-limit', remedy: 'error.llm.failure.busyRemedy' },
  key: { code: 'auth', remedy: 'error.llm.failure.keyRemedy' },
  access: { code: 'auth', remedy: 'error.llm.failure.accessRemedy' },
  'upstream-key': { code: 'protocol', remedy: 'error.llm.failure.upstream-keyRemedy' },
  address: { code: 'wrong-address', remedy: 'remedy.checkAddress' },
  refused: { code: 'protocol', remedy: 'error.llm.failure.refusedRemedy' },
  server: { code: 'server', remedy: 'remedy.checkEndpoint' },
  timeout: { code: 'timeout', remedy: 'remedy.checkEndpoint' },
  'either-key': { code: 'auth', remedy: 'error.llm.failure.either-keyRemedy' },
} as const satisfies Record<string, { code: ErrorCode; remedy: TextId }>;

export type FailureKind = keyof typeof FAILURES;

/**
 * Statuses that servers use for any fault in a request; null for an error inside an answer that began
 * successfully.
 */
const VAGUE = [null, 400, 413, 422];

/** A pattern that matches nothing. */
const NEVER = '(?!)';

/** Facts about a failed request that determine the kind of its failure. */
export interface FailureSigns extends NamingError {
  /**
   * HTTP status of the response. For an error inside an answer: the status that the error states as its code; null if
   * it states none.
   */
  status: number | null;
  /** Codes in lower case. Codes that Steward adds begin with `upstream:`, `page:`, `param:`, `names:` or `asks:`. */
  codes: readonly string[];
}

type Rule = (given: FailureSigns) => FailureKind | null;

/**
 * Creates a rule for errors that have one of these statuses (null: any status), and a matching code or a matching
 * message. `codes` must match a whole code, `words` a part of the message.
 */
function rule(
  kind: FailureKind,
  statuses: readonly (number | null)[] | null,
  codes: string,
  words: string,
): Rule {
  const code = new RegExp(`^(?:${codes})$`);
  const word = new RegExp(words, 'i');
  return (given) =>
    (statuses === null || statuses.includes(given.status)) &&
    (given.codes.some((one) => code.test(one)) || word.test(given.message))
      ? kind
      : null;
}

/** Words for a limit per unit of time. Such a limit ends by itself, without an action of the user. */
const PER_TIME =
  '\\bper.?(second|min|hour|day)|[(][TR]P[MD]|rate.?limit|too many requests|throttl|please wait|每分钟|频率|限流|レート制限';

/** Words that stand for the conversation in errors about its size. */
const TEXT =
  '(?:prompt|inputs?\\b|context|conversation|上下文|输入|提示|コンテキスト|プロンプト|入力|컨텍스트|프롬프트|입력|контекст|запрос|contexto?\\b|kontext|eingabe|entrada)';

const EXCEEDS =
  '(?:exceed|too (?:long|large|big|many)|(?:long|great|larg|bigg)er than|超(?!时)|过长|過長|長すぎ|초과|너무|превы|слишком|dépass|trop (?:long|grand)|exced|supera|ultrapassa|demasiado|überschr|zu (?:lang|groß))';

const LIMITS = `(?:${EXCEEDS}|max|limit|at most|less than|range of|truncat|only|上限|最大|最多|>|<)`;

/** A pattern for texts that contain both patterns, in either order, at most 80 characters apart. */
function near(one: string, other: string): string {
  return `${one}.{0,80}?${other}|${other}.{0,80}?${one}`;
}

/**
 * Lookahead for a number that may be a size in tokens or characters: at least three digits, or thousands as in `8k`.
 */
const SIZE = '(?=.*\\d[\\d.,_ ]*(?:\\d\\d|k\\b))';

/** Rules in order of precedence: the first matching rule determines the kind. */
const RULES: readonly Rule[] = [
  // Errors of a proxy that tried several credentials. Faults of the request come first, because another credential has
  // the same fault. Rejected keys come last, because one of the other failures may be temporary.
  rule('too-long', null, 'upstream:context_window_exceeded', NEVER),
  rule('refused', null, 'upstream:invalid_request', NEVER),
  rule('busy', null, 'upstream:(rate_limit|quota_exceeded)', NEVER),
  rule('server', null, 'upstream:(server_error|api_connection)', NEVER),
  rule('upstream-key', null, 'upstream:(authentication|forbidden|401|403)', NEVER),
  rule('bot-check', null, 'page:bot-check', NEVER),
  rule(
    'filtered',
    null,
    'content_(policy_violation|filter)|\\S*(moderation|inspection|guardrail)\\S*',
    'content.?(filter|management|policy|exists risk)|safety (system|policy|filter|setting)|moderation|guardrail|flagged|usage (guideline|polic)|敏感|违规',
  ),
  // The service isn't available in the user's country, so another key doesn't help.
  rule('refused', [403], '\\S*country\\S*', 'location is not supported'),
  // LM Studio's answer if the address lacks /v1.
  rule('address', null, NEVER, 'unexpected endpoint or method'),
  rule(
    'bad-call',
    null,
    'tool_use_failed|malformed_function_call|unexpected_tool_call',
    'malformed_function_call',
  ),
  // The request alone exceeds the limit per minute, so waiting doesn't help.
  rule('minute-limit', null, NEVER, `request too large.{0,200}(${PER_TIME})`),
  rule(
    'quota',
    null,
    'insufficient_\\w*quota|exceeded_current_quota_error|\\S*(billing|balance(?!r)|credits?\\b|payment|budget|funds)\\S*',
    NEVER,
  ),
  // An error that states a wait is about a limit per unit of time, even if its message says "quota".
  rule('busy', [null, 400, 429], 'asks:wait', NEVER),
  rule(
    'busy',
    [...VAGUE, 403, 429, 500, 502, 503],
    'rate_limit\\S*|too_many_requests|\\S*cooldown\\S*',
    PER_TIME,
  ),
  rule(
    'quota',
    [...VAGUE, 403, 429, 500, 503],
    '\\S*quota\\S*',
    '\\bquota|(insufficient|not enough|any|all available|out of) (credit|fund|balance)|credit balance|budget|(usage|spending|key) limits?\\b|余额|额度|欠费',
  ),
  // The message contains a negative limit: the server subtracted the conversation's length from the context window.
  rule('too-long', [...VAGUE, 500], NEVER, 'max_\\w*tokens.*(?<![\\w.])-\\d'),
  (given) => (NOT_OF_SETTINGS.includes(given.status ?? 0) ? null : (namedSetting(given)?.kind ?? null)),
  rule('too-large', null, NEVER, near('\\bimage', `${EXCEEDS}.*\\d`)),
  rule(
    'too-long',
    null,
    '\\S*context_(length|window|size)\\S*|tokens_limit_reached|\\S*max_prompt_tokens\\S*',
    `context.?(length|window|size|limit).{0,40}exceed|${near(TEXT, EXCEEDS)}|too many (input )?tokens`,
  ),
  rule(
    'too-long',
    [...VAGUE, 500],
    NEVER,
    `^${SIZE}.*(context.?(length|window|size|limit)|${near(`(?:${TEXT}|token|string|length|长度)`, LIMITS)})`,
  ),
  // Ollama removes messages that don't fit into the context window. Its template then finds no message of the user.
  rule('too-long', [500], NEVER, 'no user query found in messages'),
  rule('denied-model', [401, 403], 'param:model', NEVER),
  rule(
    'denied-model',
    [null, 400, 401, 403],
    '\\S*model_(access_denied|permission)\\S*',
    "(?:not|n't|no|denied|cannot|blocked)\\b[^.]{0,40}(access|allow|permi)[^.]{0,40}\\bmodel|\\bmodel[^.]{0,60}(not|n't|denied|blocked)\\b[^.]{0,20}(access|allow|permi|authori|at the)",
  ),
  rule(
    'no-model',
    null,
    'model_not_found|model_decommissioned|invalid_model|model_not_available|model_not_supported|deploymentnotfound',
    NEVER,
  ),
  rule(
    'no-model',
    VAGUE,
    NEVER,
    '(invalid|unknown|no such) model|model identifier is invalid|model\\b.{0,200}\\b(not found|not exist|not available)|\\bvalid model\\b',
  ),
  rule('no-model', [404], '(param|names):model', '\\bmodel|no (allowed )?(endpoints|providers) '),
  // LiteLLM answers `no_db_connection` to an unknown key if it has no database of keys.
  rule(
    'key',
    VAGUE,
    'invalid_api_key|authentication_error|permission_error|unauthorized|no_db_connection',
    '(invalid|incorrect|missing) api key|api key (is )?(not valid|invalid|missing|expired|not found)',
  ),
  rule('refused', [null], 'invalid_request_error', NEVER),
  rule('timeout', [null], '\\S*timeout\\S*', NEVER),
];

/** Statuses that are never caused by a member of the request. */
const NOT_OF_SETTINGS = [401, 402, 403, 408, 429, 502, 503, 504];

/** The kind of failure for an HTTP status, where the status alone determines it. */
const BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: 'key',
  402: 'quota',
  403: 'access',
  404: 'address',
  405: 'address',
  408: 'timeout',
  413: 'too-large',
  429: 'busy',
};

/**
 * Determines the kind of a failure: by the first matching rule, else by the status.
 *
 * @param hasModel false if the request names no model, so that the model can't be the cause
 */
export function kindOfFailure(given: FailureSigns, hasModel: boolean): FailureKind {
  for (const one of RULES) {
    const kind = one(given);
    if (kind !== null && (hasModel || FAILURES[kind].code !== 'model-not-found')) return kind;
  }
  const { status } = given;
  if (status === null || status >= 500) return 'server';
  // Any other status below 500: the endpoint refuses this request, so a retry gets the same answer.
  return BY_STATUS[status] ?? 'refused';
}
