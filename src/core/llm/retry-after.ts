import { type SaidText, say } from '@/src/schema/values/said';

/** Upper bound for a requested wait; longer ones are cut to this. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Headers, or members of an error's body. */
type Fields = Iterable<readonly [name: string, value: unknown]>;

/**
 * Maximum length of a field's name and value together, in UTF-16 units. Longer fields are ignored, because the patterns
 * take quadratic time.
 */
const MAX_FIELD_LENGTH = 200;

/** Names of fields that state a wait, in order of precedence. */
const WAITS = [
  // LiteLLM passes its provider's headers on with a prefix. Servers that load a model estimate the time.
  /^(llm_provider-)?retry-after-ms$/,
  /^((llm_provider-)?retry[-_]?(after|delay)(_seconds)?|reset_seconds|estimated_time)$/,
];
/** Names of fields that state when a limit is reset. */
const RESET = /ratelimit.*reset/;

/**
 * Reads the requested wait, in milliseconds; null if there is none. A date is compared with the endpoint's own clock,
 * so that a difference between the clocks doesn't matter. A proxy may add its own header to the header of its provider.
 * fetch joins the two with a comma, and the longest wait is used. A value that isn't a time is ignored: reading it as 0
 * would disable the back-off.
 *
 * @param nowMs the endpoint's time, in milliseconds since 1970; NaN if unknown
 * @param isLimited true for an error about a reached limit; only then the time until a limit's reset is used
 */
export function retryAfterOfFields(fields: Fields, nowMs: number, isLimited: boolean): number | null {
  const texts = new Map(
    [...fields].map(([name, value]) => [name.toLowerCase(), typeof value === 'object' ? '' : String(value)]),
  );
  const waitsOf = (names: RegExp) =>
    [...texts]
      .filter(([name, text]) => name.length + text.length <= MAX_FIELD_LENGTH && names.test(name))
      .flatMap(([name, text]) =>
        (text.match(LIST_ITEM) ?? []).flatMap((item) => {
          const ms = waitOf(item.trim() + (name.endsWith('-ms') ? 'ms' : ''), nowMs);
          return ms === null ? [] : { name, ms };
        }),
      )
      .toSorted((one, other) => one.ms - other.ms);
  const [stated] = WAITS.flatMap((names) => waitsOf(names).at(-1) ?? []);
  const resets = isLimited ? waitsOf(RESET) : [];
  const reached = resets.filter(({ name }) => texts.get(name.replace('reset', 'remaining')) === '0');
  // Wait until every reached limit is reset. If no field shows which limits were reached, use the shortest time: a
  // retry that is too early costs little.
  return (stated ?? reached.at(-1) ?? resets[0])?.ms ?? null;
}

/**
 * One entry of a comma-separated list: a date in one of the three HTTP formats, of which the oldest has no time zone,
 * or any text without a comma.
 */
const LIST_ITEM = /[A-Z][a-z]{2,8},? [\w -]+ ?\d\d:\d\d:\d\d(?: GMT| \d{4})|[^,]+/g;

/**
 * A number with a unit of time. Units contain no digits, so there is only one way to split a text into numbers and
 * units.
 */
const PIECE =
  '(?<!\\d)(\\d+(?:\\.\\d+)?) ?(ms|milli[a-z]*|s|se[cgk][a-z]*|m|min[a-z]*|h|(?:hou?r|heure|hora|stund)[a-z]*|d|days?|毫秒|秒|分|小时|時間|天)(?![a-z])钟?';
const PIECES = new RegExp(PIECE, 'gi');
/** One to five numbers with units, for days, hours, minutes, seconds and milliseconds. */
const DURATION = `(?:${PIECE.replaceAll(/\((?=\\d\+|ms)/g, '(?:')}[ ,]*(?:and |und |et |y )?){1,5}`;
const WHOLE = new RegExp(`^${DURATION}$`, 'i');
/** A wait in a sentence, such as "try again in 7m12s" or "30 秒后重试". */
const SAID = new RegExp(
  `(?:try|again|wait|erneut|warte|ssaye|attend|intent|espere|aguarde|[重再]试)\\D{0,40}?(${DURATION})|(${DURATION})(?:[之以]?[后後])`,
  'i',
);

/** Units of time in milliseconds. A unit that matches none of the first four patterns is a second. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milli|毫)/i, 1],
  [/^(m|分)/i, 60_000],
  [/^(h|st|小|時)/i, 3_600_000],
  [/^(d|天)/i, 86_400_000],
  [/^/, 1_000],
];

function durationMs(text: string): number {
  const pieces = [...text.matchAll(PIECES)];
  return pieces.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS.find(([name]) => name.test(unit ?? ''))?.[1] ?? 0),
    0,
  );
}

/**
 * Converts a text to a wait in milliseconds. The text is a number of seconds, a time since 1970 in seconds or
 * milliseconds, a date, or a duration such as `1m30s`. Null for any other text.
 */
function waitOf(text: string, nowMs: number): number | null {
  const number = /^\d[\d.e+]*$/.test(text) ? Number(text) : Number.NaN;
  if (WHOLE.test(text)) return withinBounds(durationMs(text));
  if (number > 1e9 && number < 1e14) return withinBounds(number * (number < 1e11 ? 1_000 : 1) - nowMs);
  return withinBounds(/^\w.*\d:\d\d/.test(text) ? Date.parse(text) - nowMs : number * 1_000);
}

function withinBounds(waitMs: number): number | null {
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, Math.round(waitMs)), MAX_RETRY_AFTER_MS);
}

/** Reads the requested wait from an error's message, in milliseconds; null if it states none. */
export function retryAfterOfWords(words: string): number | null {
  const [, after, before] = SAID.exec(words) ?? [];
  const said = after ?? before;
  return said === undefined ? null : withinBounds(durationMs(said));
}

/** A wait of at least this length, in milliseconds, is stated in the error's remedy. */
export const LONG_WAIT_MS = 60_000;

/** The remedy for an endpoint that asks for a long wait, which is rounded up. */
export function waitRemedy(waitMs: number): SaidText {
  const seconds = Math.ceil(waitMs / 1_000);
  if (seconds < 120) return say('error.llm.wait.seconds', { count: seconds });
  const minutes = Math.ceil(waitMs / 60_000);
  if (minutes < 120) return say('error.llm.wait.minutes', { count: minutes });
  // No wait is longer than MAX_RETRY_AFTER_MS, which is a day.
  if (minutes >= 24 * 60) return say('error.llm.wait.day');
  return say('error.llm.wait.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Longest {@link endpointDetails}, in UTF-16 units. */
export const MAX_DETAILS_LENGTH = 500;

/**
 * Formats the details of an endpoint's error: `HTTP 429; retry after 7000 ms: ` and the endpoint's message,
 * truncated.
 */
export function endpointDetails(facts: {
  /** Null for an error inside an answer that began successfully. */
  status: number | null;
  /** Null if the endpoint requested no wait. */
  retryAfterMs: number | null;
  /** The endpoint's message without secrets; may be empty. */
  words: string;
}): string {
  const origin = facts.status === null ? 'inside the answer' : `HTTP ${facts.status}`;
  const wait = facts.retryAfterMs === null ? '' : `; retry after ${facts.retryAfterMs} ms`;
  const words = facts.words === '' ? '' : `: ${facts.words}`;
  return `${origin}${wait}${words}`.slice(0, MAX_DETAILS_LENGTH);
}
