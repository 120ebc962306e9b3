import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTitle } from '@/src/core/side-requests/read-title';

it.each<[string, string | null]>([
  ['Hide preview models', 'Hide preview models'],
  ['  Hide   preview models \n', 'Hide preview models'],
  ['"Hide preview models"', 'Hide preview models'],
  ['“Hide preview models.”', 'Hide preview models'],
  ['«Vorschau ausblenden»', 'Vorschau ausblenden'],
  ['**Title: Hide preview models**', 'Hide preview models'],
  ['# Hide preview models', 'Hide preview models'],
  ['\n\nHide preview models\n\nI chose this title because …', 'Hide preview models'],
  ['Hide "mini" and "nano"', 'Hide "mini" and "nano"'],
  ['Hide the previews …', 'Hide the previews …'],
  ['Wait...', 'Wait...'],
  ['Title: "Rules for `*-preview*`"', 'Rules for `*-preview*`'],
  ['🎉', '🎉'],
  ...['*-preview*', '*-preview* und gpt-4*', '__init__ and __all__', '`gpt-4*` → `o3*`'].map(
    (pattern): [string, string] => [pattern, pattern],
  ),
  ...[
    '```\nHide previews\n```',
    '```text\nHide previews\n```',
    '~~~\nHide previews',
    '```Hide previews```',
    '**Title:** Hide previews',
    '**Title**: Hide previews',
    '**Title: Hide previews**',
    '<title>Hide previews</title>',
    '<title>\nHide previews\n</title>',
    '{"title": "Hide previews"}',
    '```json\n{\n  "language": "en",\n  "title": "Hide previews"\n}\n```',
    '["Hide previews"]',
    'Titel: Hide previews',
    'Titre : « Hide previews »',
    '标题：Hide previews',
    '「Hide previews」',
    '『Hide previews』',
    '»Hide previews«',
    "Here's a title:\n\nHide previews",
    'Suggested title: Hide previews.',
    "Sure! Here's a title: Hide previews",
    'Sure! Here is a concise title for the conversation:\n\n**Hide previews**',
    'Here is the JSON:\n```json\n{\n  "title": "Hide previews"\n}\n```',
    'Title:\nHide previews',
    '"title": "Hide previews"',
    '{"result": {"title": "Hide previews"}}',
    '[{"language": "en", "title": "Hide previews"}]',
    '- Hide previews',
    '1. Hide previews',
    '> Hide previews',
    '（Hide previews）',
    'Sure! Here is a title for this conversation:\n\n**Hide previews**',
    '# Title\n\nHide previews',
    'Título:\n- Hide previews',
    '1. Hide previews\n2. Rules for previews',
  ].map((answer): [string, string] => [answer, 'Hide previews']),
  ['<answer>\nHide previews\n</answer>', 'Hide previews'],
  ['<|START_RESPONSE|>Hide previews<|END_RESPONSE|>', 'Hide previews'],
  ['<b>Hide previews</b>', 'Hide previews'],
  ['<tool_response>\n{"ok":true}\n</tool_response>', null],
  ['<tool_response>Rule added</tool_response>', null],
  ['<tool_call>\n{"name":"find"}\n</tool_call>', null],
  ['<|tool_call_start|>[find()]<|tool_call_end|>', null],
  ['[TOOL_CALLS]find[ARGS]{}', null],
  ['<channel|>', null],
  ['Meaning of <tool_call> in answers', 'Meaning of <tool_call> in answers'],
  ['List<Rule> in the page', 'List<Rule> in the page'],
  ['Change the title: how', 'Change the title: how'],
  ['"mini" and "nano"', '"mini" and "nano"'],
  ['-5 degrees', '-5 degrees'],
  ['[Draft] {a} "b"', '[Draft] {a} "b"'],
  ['Cut titles', 'Cut titles'],
  ['```', null],
  ['```\n```', null],
  ['{"title": ""}', null],
  ['{"title": null}', null],
  ['{"title": "Hide prev', null],
  ['Here is a title:', null],
  ['<title></title>', null],
  ['a'.repeat(70), `${'a'.repeat(59)}…`],
  ['', null],
  ['""', null],
  [' \n\u200b\n', null],
  ['"."', null],
])('reads the title of %j', (answer, title) => {
  expect(readTitle(answer)).toBe(title);
});

it('reads the first 1,000 characters of a line', () => {
  expect(readTitle(`${'# '.repeat(499)}ab`)).toBe('ab');
  expect(readTitle(`${'# '.repeat(500)}a\nHide previews`)).toBe('Hide previews');
});

it('has one line of at most 60 characters, and reading it again changes nothing, whatever the answer is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (answer) => {
      const title = readTitle(answer);
      if (title === null) return;
      expect(title).not.toMatch(/[\n\r\u2028\u2029]/);
      expect([...new Intl.Segmenter().segment(title)].length).toBeLessThanOrEqual(60);
      expect(readTitle(title)).toBe(title);
    }),
  );
});
