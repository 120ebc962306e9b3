/** An error that may name a member of the request. */
export interface NamingError {
  /** Without the model's name, which may contain any word. */
  message: string;
  /** Members of the request, such as `tools`; `image_url` if it has images. */
  sent: readonly string[];
}

interface SettingRow {
  kind: 'setting' | 'no-tools' | 'no-images';
  /** As in the panel; empty if the kind's texts name it. */
  label: string;
  /** Pattern of the members that it sends. */
  members: string;
  /** Pattern of other words for it. */
  words: string;
}

/** The first of these that an error names is its cause: streaming comes before what can't be streamed. */
const SETTINGS: readonly SettingRow[] = [
  { kind: 'setting', label: 'Stream the answer', members: 'stream', words: 'stream(?:ing|ed)' },
  {
    kind: 'no-images',
    label: '',
    // Some servers only say that the content has to be a text.
    members: 'image_url|input_image|image|content(?=.{0,40}\\bstring)',
    words: 'images?|vision|multi-?modal|图片|图像|画像|이미지|изображени\\w+|im[aá]gen\\w*|bild\\w*|immagini',
  },
  {
    kind: 'no-tools',
    label: '',
    members: 'tools|tool_choice',
    words:
      'tool[ _-]?(?:use|calls?|calling|choice)|function[ _-]?call(?:s|ing)?|工具|函数调用|ツール|도구|инструмент\\w*|outils?|herramientas?|ferramentas?|werkzeuge?',
  },
  { kind: 'setting', label: 'Temperature', members: 'temperature', words: '温度' },
  { kind: 'setting', label: 'Top P', members: 'top_p', words: 'top[ -]p' },
  {
    kind: 'setting',
    label: 'Reasoning effort',
    members: 'reasoning_effort',
    words: 'reasoning(?:[ .]effort)?|thinking',
  },
  {
    kind: 'setting',
    label: 'Max tokens',
    // Not where the conversation is named first, whose length is then the cause.
    members: '(?<!(?:prompt|input|context|message).*)(?:max_tokens|max_completion_tokens)',
    words: 'output tokens',
  },
];

/** Words that refuse a member. "Only" refuses some of its values, unless it is about the number of calls. */
const REFUSED =
  "(?:not|n['’]t|no endpoints found that) (?:\\w+ )?(?:support|allow|permit|enabl|accept|availab|compatib|recogni|tak)|unsupported|unrecognized|only (?!\\w+ (?:one|single))|extra (?:inputs|fields)|requires --|不支持|サポートされて|対応して|지원하지|지원되지|не поддерж|pas (?:pris|support)|nicht unterstützt|no (?:es )?(?:compatible|admite|soporta)|não (?:é )?(?:suporta|compatível)|non support";

const PATTERNS = SETTINGS.map(({ members, words }) => {
  const name = `(?<![\\w-])(?:${members}|${words})(?![\\w-])`;
  return new RegExp(
    `["'\`](?:${members})["'\`]|(?:^|[.\\s(])(?:${members})(?: ?[:=]| must| should)|${name}[^.]{0,60}(?:${REFUSED})|(?:${REFUSED})[^.]{0,60}${name}`,
    'is',
  );
});

/** The setting that an error names as its cause; null for none. Only what the request has sent can be the cause. */
export function namedSetting({ message, sent }: NamingError): SettingRow | null {
  // The validators of some servers quote the request.
  const said = message.replace(/["']input["']:.*/s, '');
  return (
    SETTINGS.find(
      ({ members }, at) =>
        PATTERNS[at]?.test(said) && sent.some((one) => new RegExp(`^(?:${members})$`).test(one)),
    ) ?? null
  );
}
