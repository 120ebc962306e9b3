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

interface SettingRow {
  kind: 'setting' | 'no-tools' | 'no-images';
  /** The setting's label in the panel. Null for a kind whose error texts don't use the label. */
  label: TextKey | null;
  /** Names of the request's members that this setting controls. */
  members: readonly string[];
  /** Pattern for these names and for names that providers use in their place, in any spelling. */
  names: string;
  /** Pattern for words that messages use for these members. */
  words: string;
}

/** The separator of two words of a name: `top_p`, `topP` (see {@link spelled}), `top-p`, `top.p`, `top p`. */
const GAP = '[_.\\- ]?';

/** Names for the limit of an answer's length. */
export const OUTPUT_LIMIT = `max(?:imum)?${GAP}(?:(?:output|completion|new)${GAP})?tokens|(?:output|completion)${GAP}tokens`;

/**
 * Settings in order of precedence: if an error names several in one sentence, the first can be changed with the least
 * loss. Streaming is first, because an error about streaming also names the things that can't be streamed.
 */
const SETTINGS: readonly SettingRow[] = [
  {
    kind: 'setting',
    label: 'said.setting.streaming',
    members: ['stream'],
    names: 'stream',
    words: 'stream(?:ing|ed)',
  },
  {
    kind: 'setting',
    label: 'said.setting.temperature',
    members: ['temperature'],
    names: 'temperature',
    words: 'temperature',
  },
  { kind: 'setting', label: 'said.setting.topP', members: ['top_p'], names: `top${GAP}p`, words: 'top p' },
  {
    kind: 'setting',
    label: 'said.setting.effort',
    members: ['reasoning_effort', 'reasoning'],
    names: `reasoning${GAP}effort|thinking[_.]\\w+`,
    // “Thinking blocks” and the like are parts of the conversation.
    words: '(?:reasoning|thinking)(?!.(?:block|content|mode|signature|part|token|trace))',
  },
  {
    kind: 'setting',
    label: 'said.setting.maxTokens',
    members: ['max_tokens', 'max_completion_tokens', 'max_output_tokens'],
    names: OUTPUT_LIMIT,
    words: OUTPUT_LIMIT,
  },
  {
    kind: 'no-images',
    label: null,
    members: ['image_url'],
    names: 'image_url|input_image|images?',
    words: 'images?|vision|multi-?modal',
  },
  {
    kind: 'no-tools',
    label: null,
    members: ['tools'],
    names: 'tools|tool_choice',
    words: `tools|tool${GAP}(?:use|calls?|calling|choice)|function${GAP}call(?:s|ing)?`,
  },
];

/**
 * Words that refuse a member as such. “Only” counts, as in “only supports streaming”, unless it limits a number, as in
 * “only supports single tool calls”.
 */
const REFUSED =
  "(?:not|n['’]t|no endpoints found that) (?:\\w+ ){0,2}(?:support|allow|permit|enabl|accept|availab|compatib|recogni|tak)|unsupported|unrecogni[sz]ed|unknown (?:\\w+ )?(?:name|field|param|argument|variant|propert|key|option)|disabled|only (?!(?:\\w+ )?(?:one|a single|single|1)\\b)|extra (?:inputs|fields)|requires --";

/** Words that refuse a member's value. */
const OUT_OF_RANGE =
  "invalid|must|should|may only|can(?:not|’t|'t)|exceed|greater|less|larger|range|between|at (?:most|least)|too (?:large|high|small|low)|[<>]=? ?\\d";

/** Up to 80 characters of one sentence. A dot inside a name or a number doesn't end it. */
const NEAR = '(?:[^.]|\\.(?=\\w)){0,80}?';

/** A name that no other name or path contains: `tools[0].name` and `tool-calls-2` don't contain `tools`. */
const whole = (name: string) => `(?<![\\w-])(?:${name})(?![\\w-]|\\.\\w|\\[)`;
const near = (one: string, other: string) => `${one}${NEAR}(?:${other})|(?:${other})${NEAR}${one}`;

const PATTERNS = SETTINGS.map(({ kind, names, words }) => {
  const verbs = kind === 'setting' ? `${REFUSED}|${OUT_OF_RANGE}` : REFUSED;
  return {
    path: new RegExp(`^(?:${names})$`, 'i'),
    named: new RegExp(near(whole(names), verbs), 'is'),
    said: new RegExp(near(whole(words), REFUSED), 'is'),
  };
});

/** Statuses that are never caused by a member of the request. */
const NOT_OF_SETTINGS = [401, 402, 403, 408, 429];
/** Statuses of a gateway whose own words may be about anything. Only a member's name counts. */
const OF_GATEWAYS = [502, 503, 504];

/**
 * The kind and the setting that an error names as its cause; null if it names none. A setting whose members the request
 * didn't contain can't be the cause. In this order: the path that the error gives, a member's name near a word that
 * refuses it, other words for the member near such a word.
 */
export function namedSetting(given: NamingError):
  | (Pick<SettingRow, 'label'> & {
      kind: SettingRow['kind'] | 'refused';
    })
  | null {
  const { status, param, sent } = given;
  if (status !== null && NOT_OF_SETTINGS.includes(status)) return null;
  // Validators of some servers quote the request after "input". The quotation contains the names of all its members.
  const message = spelled(given.message.replace(/["']input["']:.*/s, ''));
  const rows = SETTINGS.map((row, at) => ({ ...row, ...PATTERNS[at] })).filter(({ members }) =>
    members.some((one) => sent.includes(one)),
  );
  const path = param === null ? null : memberPath(param);
  const pointers = [...message.matchAll(POINTER)].map(([, name = '']) => name);
  const row =
    rows.find((one) => [path, ...pointers].some((name) => name !== null && one.path?.test(name))) ??
    earliest(rows, message) ??
    (path === null && !OF_GATEWAYS.includes(status ?? 0)
      ? rows.find((one) => one.said?.test(message))
      : undefined) ??
    (sent.includes('image_url') && IMAGES.test(message)
      ? rows.find(({ kind }) => kind === 'no-images')
      : undefined);
  if (row === undefined) return null;
  if (row.kind === 'setting') return row;
  const isRefused = new RegExp(REFUSED, 'i').test(message) || IMAGES.test(message);
  // The number, the form or the combination of tools or images was refused, not all of them.
  if (!isRefused && new RegExp(OUT_OF_RANGE, 'i').test(message)) return { kind: 'refused', label: null };
  if (row.kind === 'no-images') return row;
  if (/reasoning|thinking/i.test(message)) {
    return rows.find(({ label }) => label === 'said.setting.effort') ?? { kind: 'refused', label: null };
  }
  return IN_PART.test(message) || (sent.includes('tool_choice') && /tool_choice/.test(message))
    ? { kind: 'refused', label: null }
    : row;
}

/** Of the settings whose names a message refuses, the one that it names first; tools and images only without another. */
function earliest<Row extends SettingRow & { named?: RegExp; said?: RegExp }>(
  rows: readonly Row[],
  message: string,
) {
  const found = rows
    .map((row) => ({ row, at: new RegExp(whole(row.names), 'i').exec(message)?.index ?? Number.NaN }))
    .filter(
      ({ row }) =>
        (row.named?.test(message) === true && !isOfSum(row, message)) ||
        (row.members.includes('stream') && row.said?.test(message) === true),
    );
  const isOther = ({ row }: { row: Row }) => row.kind === 'setting';
  return (
    found.find(({ row }) => row.members.includes('stream')) ??
    found.filter(isOther).toSorted((one, other) => one.at - other.at)[0] ??
    found[0]
  )?.row;
}

/** True if a message counts the limit of the answer as a part of the conversation's length, so that either may be the cause. */
function isOfSum({ names }: SettingRow, message: string): boolean {
  return (
    names === OUTPUT_LIMIT &&
    (/(?:prompt|\binputs?\b|context|conversation|messages\b)[^.]{0,60}(?:\+|and|plus) .{0,8}max/i.test(
      message,
    ) ||
      /max.{0,12}tokens.*(?<![\w.])-\d/i.test(message))
  );
}

/** A name alone in a JSON pointer, such as `/temperature` or `#/top_p`. */
const POINTER = /(?:^|[\s"'`(#])\/([a-z]\w*)(?=["'`):,\s]|$)/gi;

/** Words for images without the usual verbs. `content` is a list only if the message has an image. */
const IMAGES =
  /at most 0 images?|text[ -]only|missing data required for image|content\W{0,4}(?::|must|should)(?!.*too long).{0,40}\bstring/i;

/** Words for a property of tools or of calls that was refused, while others may be accepted. */
const IN_PART =
  /schema|propert|declaration|strict|duplicate|too (?:many|long)|maximum|parallel|multiple|simultaneous|\bsingle|\bone\b|at once/i;

/** Writes camel case in snake case. */
function spelled(text: string): string {
  return text.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2');
}

/** A path in dots, without the names of the containers in which servers and providers have the member. */
function memberPath(path: string): string {
  return spelled(path)
    .split(/[./[\]#]+/)
    .filter((part) => part !== '' && !/^(?:body|generation_config|inference_config)$/i.test(part))
    .join('.')
    .replace(/^messages\..*(image\w*)$/, '$1');
}
