import type { TextKey } from '@/src/schema/values/said';

/** An error that may name a member of the request. */
export interface NamingError {
  /** HTTP status; null for an error inside an answer. */
  status: number | null;
  /** The error's message, without exception names and the model's name, because either may contain any word. */
  message: string;
  /** The path of the member that the error gives as its cause; null if none. */
  param: string | null;
  /** Names of the members of the request's body, such as `tools`; also `image_url` if the request has images. */
  sent: readonly string[];
}

/** The setting's label in the panel; null for a kind whose error texts don't use it. */
interface NamedSetting {
  kind: 'setting' | 'no-tools' | 'no-images' | 'refused';
  label: TextKey | null;
}

export const ignoringCase = (pattern: string) => new RegExp(pattern, 'is');

/** The separator of two words of a name: `top_p`, `topP` (see {@link spelled}), `top-p`, `top.p`, `top p`. */
const GAP = '[_.\\- ]?';

/** Names for the limit of an answer's length. */
export const OUTPUT_LIMIT = `max(?:imum)?${GAP}(?:(?:output|completion|new)${GAP})?tokens|(?:output|completion)${GAP}tokens`;

/**
 * Words that refuse a member as such. “Only” counts, as in “only supports streaming”, unless it limits a number, as in
 * “only supports single tool calls”.
 */
const REFUSED =
  "(?:not|n['’]t|no endpoints found that) (?:\\w+ ){0,2}(?:support|allow|permit|enabl|accept|availab|compatib|recogni|tak)|unsupported|unrecogni[sz]ed|unknown (?:\\w+ )?(?:name|field|param|argument|variant|propert|key|option)|disabled|only (?!(?:\\w+ )?(?:one|a single|single|1)\\b)|extra (?:inputs|fields)|requires --";

/** Words that refuse a member's value. */
const OUT_OF_RANGE =
  "invalid|must|should|may only|can(?:not|['’]t)|exceed|greater|less|larger|range|between|at (?:most|least)|too (?:large|high|small|low)|[<>]=? ?\\d";

/** A pattern for texts that contain both patterns in one sentence, in either order. A dot inside a name or a number doesn't end it. */
export function near(one: string, other: string): string {
  const within = '(?:[^.;]|\\.(?=\\w)){0,80}?';
  return `(?:${one})${within}(?:${other})|(?:${other})${within}(?:${one})`;
}

/** A pattern for a name that no other name or path contains, near one of the words: `tools[0].name` doesn't contain `tools`. */
function alone(name: string, words: string): RegExp {
  return ignoringCase(near(`(?<![\\w-])(?:${name})(?![\\w-]|\\.\\w|\\[)`, words));
}

type Row = readonly [...Parameters<typeof rowOf>];

/**
 * @param members names of the request's members that the setting controls
 * @param names pattern for these and for names that providers use in their place, in any spelling
 * @param words pattern for words that messages use for these members
 */
function rowOf(
  kind: NamedSetting['kind'],
  label: TextKey | null,
  members: readonly string[],
  names: string,
  words: string,
) {
  return {
    kind,
    label,
    members,
    path: ignoringCase(`^(?:${names})$`),
    name: ignoringCase(names),
    named: alone(names, kind === 'setting' ? `${REFUSED}|${OUT_OF_RANGE}` : REFUSED),
    said: alone(words, REFUSED),
  };
}

/** Settings, and what else a request has, in the order in which they can be changed with the least loss. */
const ROWS = (
  [
    ['setting', 'said.setting.streaming', ['stream'], 'stream', 'stream(?:ing|ed)'],
    ['setting', 'said.setting.temperature', ['temperature'], 'temperature', 'temperature'],
    ['setting', 'said.setting.topP', ['top_p'], `top${GAP}p`, 'top p'],
    [
      'setting',
      'said.setting.effort',
      ['reasoning_effort', 'reasoning'],
      `reasoning${GAP}effort|thinking[_.]\\w+`,
      // “Thinking blocks” and the like are parts of the conversation.
      '(?:reasoning|thinking)(?!.(?:block|content|mode|signature|part|token|trace))',
    ],
    [
      'setting',
      'said.setting.maxTokens',
      ['max_tokens', 'max_completion_tokens', 'max_output_tokens'],
      OUTPUT_LIMIT,
      OUTPUT_LIMIT,
    ],
    ['no-images', null, ['image_url'], 'image_url|input_image|images?', 'images?|vision|multi-?modal'],
    [
      'no-tools',
      null,
      ['tools'],
      'tools|tool_choice',
      `tools|tool${GAP}(?:use|calls?|calling|choice)|function${GAP}call(?:s|ing)?`,
    ],
  ] satisfies Row[]
).map((row) => rowOf(...(row as Row)));

const UNDECIDED: NamedSetting = { kind: 'refused', label: null };

/** Statuses that a member of the request never causes; then those of gateways, whose messages may be about something else. */
export const NOT_OF_SETTINGS = [401, 402, 403, 408, 429];
const OF_GATEWAYS = [502, 503, 504];

/** Validators of some servers quote the request after "input". The quotation contains the names of all its members. */
const QUOTED_REQUEST = ignoringCase('["\']input["\']:.*');
/** A name alone in a JSON pointer, such as `/temperature` or `#/top_p`. */
const POINTER = /(?:^|[\s"'`(#])\/([a-z]\w*)(?=["'`):,\s]|$)/gi;
/** A limit of the answer that is counted as a part of the conversation's length: either may be the cause. */
const SUM = ignoringCase(
  '(?:prompt|\\binputs?\\b|context|conversation|messages\\b)[^.]{0,60}(?:\\+|and|plus) .{0,8}max|max.{0,12}tokens.*(?<![\\w.])-\\d',
);
/** Words for images without the usual verbs. `content` is a list only if the message has an image. */
const IMAGES = ignoringCase(
  'at most 0 images?|text[ -]only|missing data required for image|content\\W{0,4}(?::|must|should)(?!.*too long).{0,40}\\bstring',
);
/** Words for a property of tools or calls, or for another part of the request. The endpoint may accept tools without it. */
const IN_PART = ignoringCase(
  'schema|propert|declaration|strict|duplicate|too (?:many|long)|maximum|parallel|multiple|simultaneous|\\bsingle|\\bone\\b|at once|reasoning|thinking',
);
const REFUSES = ignoringCase(`${REFUSED}|${IMAGES.source}`);
const IS_OUT_OF_RANGE = ignoringCase(OUT_OF_RANGE);

/**
 * The kind and the setting that an error names as its cause; null if it names none. A setting whose members the request
 * didn't contain can't be the cause. In this order: the path that the error gives, a member's name near a word that
 * refuses it, other words for the member near such a word.
 */
export function namedSetting(given: NamingError): NamedSetting | null {
  const { status, param, sent } = given;
  if (status !== null && NOT_OF_SETTINGS.includes(status)) return null;
  const message = spelled(given.message.replace(QUOTED_REQUEST, ''));
  const rows = ROWS.filter(({ members }) => members.some((one) => sent.includes(one)));
  const pointers = [...message.matchAll(POINTER)].map(([, name]) => name);
  const paths = [param === null ? null : memberPath(param), ...pointers];
  const saysMore = param === null && !OF_GATEWAYS.includes(status ?? 0);
  const placeOf = ({ name }: (typeof rows)[number]) => message.search(name);
  const named = rows.filter(
    (row) =>
      (row.named.test(message) && !(row.label === 'said.setting.maxTokens' && SUM.test(message))) ||
      (row.members.includes('stream') && saysMore && row.said.test(message)),
  );
  const row =
    rows.find(({ path }) => paths.some((one) => path.test(one ?? ''))) ??
    named
      .filter(({ kind }) => kind === 'setting')
      .toSorted((one, other) => placeOf(one) - placeOf(other))[0] ??
    named[0] ??
    rows.find(
      ({ kind, said }) => (saysMore && said.test(message)) || (kind === 'no-images' && IMAGES.test(message)),
    );
  if (row === undefined || row.kind === 'setting') return row ?? null;
  // The number, the form or the combination of tools or images was refused, not all of them.
  if (!REFUSES.test(message) && IS_OUT_OF_RANGE.test(message)) return UNDECIDED;
  const isInPart = IN_PART.test(message) || (sent.includes('tool_choice') && message.includes('tool_choice'));
  return row.kind === 'no-tools' && isInPart ? UNDECIDED : row;
}

/** Writes camel case in snake case. */
function spelled(text: string): string {
  return text.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2');
}

/** The names of containers in which servers and providers have the member. */
const CONTAINERS = ignoringCase('^(?:|body|generation_config|inference_config|messages|content|\\d+)$');

/** The path's own part: `temperature` of `/body/generationConfig.temperature`, but `tools.function.name` of a tool's. */
function memberPath(path: string): string {
  const parts = spelled(path).split(/[./[\]#]+/);
  return parts.filter((part) => !CONTAINERS.test(part)).join('.');
}
