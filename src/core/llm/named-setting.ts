import type { TextKey } from '@/src/schema/values/said';

/** An error that may name a member of the request. */
export interface NamingError {
  /** The error's message. The model's name is removed, because a name may contain any word. */
  message: string;
  /** Names of the members of the request's body, such as `tools`; also `image_url` if the request has images. */
  sent: readonly string[];
}

interface SettingRow {
  kind: 'setting' | 'no-tools' | 'no-images';
  /** The setting's label in the panel. Null for a kind whose error texts don't use the label. */
  label: TextKey | null;
  /** Pattern for the names of the request's members that this setting controls. */
  members: string;
  /** Pattern for other words that messages use for these members. */
  words: string;
}

/**
 * Settings in order of precedence: if an error names several, the first is the cause. Streaming is first, because an
 * error about streaming also names the things that can't be streamed, such as tools.
 */
const SETTINGS: readonly SettingRow[] = [
  { kind: 'setting', label: 'said.setting.streaming', members: 'stream', words: 'stream(?:ing|ed)' },
  {
    kind: 'no-images',
    label: null,
    // Some servers only say that `content` must be a string. It is a list if the message has an image.
    members: 'image_url|input_image|image|content(?=.{0,40}\\bstring)',
    words: 'images?|vision|multi-?modal|图片|图像|画像|이미지|изображени\\w+|im[aá]gen\\w*|bild\\w*|immagini',
  },
  {
    kind: 'no-tools',
    label: null,
    members: 'tools|tool_choice',
    words:
      'tool[ _-]?(?:use|calls?|calling|choice)|function[ _-]?call(?:s|ing)?|工具|函数调用|ツール|도구|инструмент\\w*|outils?|herramientas?|ferramentas?|werkzeuge?',
  },
  { kind: 'setting', label: 'said.setting.temperature', members: 'temperature', words: '温度' },
  { kind: 'setting', label: 'said.setting.topP', members: 'top_p', words: 'top[ -]p' },
  {
    kind: 'setting',
    label: 'said.setting.effort',
    members: 'reasoning_effort',
    words: 'reasoning(?:[ .]effort)?|thinking',
  },
  {
    kind: 'setting',
    label: 'said.setting.maxTokens',
    // Doesn't match after a word for the conversation: in that case the conversation's length is the cause.
    members: '(?<!(?:prompt|input|context|message).*)(?:max_tokens|max_completion_tokens)',
    words: 'output tokens',
  },
];

/**
 * Words that refuse a member or some of its values. "Only" counts, as in "only supports streaming". It doesn't count in
 * "only supports single tool calls", which limits the number of calls.
 */
const REFUSED =
  "(?:not|n['’]t|no endpoints found that) (?:\\w+ )?(?:support|allow|permit|enabl|accept|availab|compatib|recogni|tak)|unsupported|unrecognized|only (?!\\w+ (?:one|single))|extra (?:inputs|fields)|requires --|不支持|サポートされて|対応して|지원하지|지원되지|не поддерж|pas (?:pris|support)|nicht unterstützt|no (?:es )?(?:compatible|admite|soporta)|não (?:é )?(?:suporta|compatível)|non support";

const PATTERNS = SETTINGS.map(({ members, words }) => {
  const name = `(?<![\\w-])(?:${members}|${words})(?![\\w-])`;
  return new RegExp(
    `["'\`](?:${members})["'\`]|(?:^|[.\\s(])(?:${members})(?: ?[:=]| must| should)|${name}[^.]{0,60}(?:${REFUSED})|(?:${REFUSED})[^.]{0,60}${name}`,
    'is',
  );
});

/**
 * The setting that an error names as its cause; null if it names none. A setting whose members the request didn't
 * contain can't be the cause.
 */
export function namedSetting({ message, sent }: NamingError): SettingRow | null {
  // Validators of some servers quote the request after "input". The quotation contains the names of all its members.
  const said = message.replace(/["']input["']:.*/s, '');
  return (
    SETTINGS.find(
      ({ members }, at) =>
        PATTERNS[at]?.test(said) && sent.some((one) => new RegExp(`^(?:${members})$`).test(one)),
    ) ?? null
  );
}
