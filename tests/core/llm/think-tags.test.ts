import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { createThinkTags } from '@/src/core/llm/think-tags';

const content = (text: string): AIStreamChunk => ({ type: 'content', text });
const STOP: AIStreamChunk = { type: 'finish', reason: 'stop' };
const CALL: AIStreamChunk = { type: 'tool-call-part', index: 0, id: 'x', name: 'find', argumentsText: '{}' };

function split(chunks: AIStreamChunk[]) {
  const tags = createThinkTags();
  const out = [...chunks.flatMap((chunk) => tags.add(chunk)), ...tags.end()];
  const last = out.slice(out.findLastIndex(({ type }) => type === 'restart') + 1);
  const textOf = (type: 'content' | 'reasoning') =>
    last.map((chunk) => (chunk.type === type ? chunk.text : '')).join('');
  return { out, content: textOf('content'), reasoning: textOf('reasoning') };
}

describe('the text of an answer', () => {
  it.each([
    ['reasoning at its start', '<think>Hm.</think>\n\nYes.', 'Hm.', 'Yes.'],
    ['white space before the reasoning', '\n <think>Hm.</think>Yes.', 'Hm.', 'Yes.'],
    ['empty reasoning', '<think>\n</think>\n\nYes.', '\n', 'Yes.'],
    ['angle brackets in the reasoning', '<think>a </b> </thin </think>Yes.', 'a </b> </thin ', 'Yes.'],
    [
      'a second block in its own line',
      '<think>Hm.</think>Yes.\n<think>So.</think>\nNo.',
      'Hm.So.',
      'Yes.\nNo.',
    ],
    [
      'names of models in brackets',
      'Hidden:\n[kimi-k2-thinking]\n[qwen3-thinking]\nThat is all.',
      '',
      'Hidden:\n[kimi-k2-thinking]\n[qwen3-thinking]\nThat is all.',
    ],
    [
      'a name of a model in angle brackets',
      '<kimi-k2-thinking> is hidden.',
      '',
      '<kimi-k2-thinking> is hidden.',
    ],
    ['patterns in braces', '{claude-thinking}\n{thinking}', '', '{claude-thinking}\n{thinking}'],
    [
      'headings in brackets',
      '[Analysis]\nThere are 3.\n[Reasoning]\n- o3',
      '',
      '[Analysis]\nThere are 3.\n[Reasoning]\n- o3',
    ],
    ['links at the start of lines', '[thin](x)\n[thinker](y)', '', '[thin](x)\n[thinker](y)'],
    ['a tag within a line', '<think>Hm.</think>Yes. <think>No.</think>', 'Hm.', 'Yes. <think>No.</think>'],
    ...[
      '<thinking>Hm.</thinking>Yes.',
      '<THINK>Hm.</Think>Yes.',
      '<thought>Hm.</thought>\nYes.',
      '<reasoning>Hm.</reasoning>Yes.',
      '[THINK]Hm.[/THINK]Yes.',
      '<seed:think>Hm.</seed:think>Yes.',
      '<think lang="en">Hm.</think>Yes.',
      '<|channel>thought\nHm.<channel|>Yes.',
      '<|START_THINKING|>Hm.<|END_THINKING|>Yes.',
      '<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>',
      '◁think▷Hm.◁/think▷Yes.',
      '<details type="reasoning" done="true">Hm.</details>\nYes.',
      "<div class='thinking'>Hm.</div>Yes.",
      '<|begin_of_thought|>Hm.<|end_of_thought|>\n<|begin_of_solution|>Yes.<|end_of_solution|>',
      '<think>Hm.</think>\n<answer>\nYes.</answer>',
      '<thinking_process>Hm.</thinking_process><response>Yes.</response>',
      '<inner_monologue>Hm.</inner_monologue>Yes.',
      '<scratchpad>Hm.</scratchpad>Yes.',
      '<reflection>Hm.</reflection>Yes.',
      '<antThinking>Hm.</antThinking>Yes.',
      '<longcat_think>Hm.</longcat_think>Yes.',
      '<|thinking_start|>Hm.<|thinking_end|>Yes.',
      '[BEGIN_THINK]Hm.[END_THINK]Yes.',
      '【思考】Hm.【/思考】Yes.',
      '{think}Hm.{/think}Yes.',
      '<unused94>thought\nHm.<unused95>Yes.',
      '<|im_start|>think\nHm.<|im_end|>Yes.',
    ].map((text): [string, string, string, string] => ['another tag of reasoning', text, 'Hm.', 'Yes.']),
    ['an end tag without a start', 'Hm.\n</think>\n\nYes.', 'Hm.\n', 'Yes.'],
    ['an end tag within a line', 'Hm. </thinking>Yes. `</think>`', 'Hm. ', 'Yes. `</think>`'],
    [
      'an end tag in quotation marks',
      'Write `</think>` or "</think>".',
      '',
      'Write `</think>` or "</think>".',
    ],
    ['tags in a code block', 'So:\n```\n<think>\n</think>\n```\n', '', 'So:\n```\n<think>\n</think>\n```\n'],
    ['tags after a code block', '```\n```\n<think>Hm.</think>Yes.', 'Hm.', '```\n```\nYes.'],
    [
      'the channels of gpt-oss',
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>',
      'Hm.',
      'Yes.',
    ],
    [
      'two channels of reasoning and one of text',
      '<|start|>assistant<|channel|>analysis<|message|>H<|channel|>analysis<|message|>m.<|end|><|channel|>commentary<|message|>Ye<|end|><|start|>assistant<|channel|>final<|message|>s.',
      'Hm.',
      'Yes.',
    ],
    [
      'a call in a channel',
      '<|channel|>analysis<|message|>Hm.<|end|><|channel|>commentary to=functions.find <|constrain|>json<|message|>{}',
      'Hm.',
      '<|channel|>commentary to=functions.find <|constrain|>json<|message|>{}',
    ],
    ['a word for thinking after an end mark', 'Yes.\n<|end|>analysis\n', '', 'Yes.\n<|end|>analysis\n'],
    ['a word for thinking after a mark of the answer', '<|response|>thought\nYes.', '', 'thought\nYes.'],
    ['an end mark without channels', 'The mark <|end|> ends it.', '', 'The mark <|end|> ends it.'],
    ['a mark that never ends', '<|channel|>analysis is a mark', '', '<|channel|>analysis is a mark'],
    ['a tag after text', 'Write <think>Hm.</think>', '', 'Write <think>Hm.</think>'],
    ['another tag', '<thinker>Yes.', '', '<thinker>Yes.'],
    ['an answer in marks', '<answer>Yes.</answer>', '', 'Yes.'],
    ['an answer in marks of another model', '<|START_RESPONSE|>Yes.<|END_RESPONSE|>', '', 'Yes.'],
    ['an answer in marks without an end', '<response>\nYes.', '', 'Yes.'],
    ['marks of an answer later', 'Write <answer>Yes.</answer>', '', 'Write <answer>Yes.</answer>'],
    ['only an end tag in other brackets', 'Hm.◁/think▷Yes.', 'Hm.', 'Yes.'],
    ['a link with a word for thinking', '[Reasoning](x) is on.', '', '[Reasoning](x) is on.'],
    ['a word for thinking in a link’s text', '[think][1] is on.', '', '[think][1] is on.'],
    ['a word for thinking in JSON', '{"thinking": "yes"}', '', '{"thinking": "yes"}'],
    ['words in brackets', '<thinking about it> Yes.', '', '<thinking about it> Yes.'],
    [
      'an element of another kind',
      '<details type="note">Yes.</details>',
      '',
      '<details type="note">Yes.</details>',
    ],
    ['a heading', '<b>Reasoning</b>\nYes.', '', '<b>Reasoning</b>\nYes.'],
    ['a heading in its line', '<b>Reasoning\n</b>Yes.', '', '<b>Reasoning\n</b>Yes.'],
    [
      'another end tag in an element',
      '<details type="reasoning">H</think>m.</details>Yes.',
      'H</think>m.',
      'Yes.',
    ],
    ['a mark of a call', '<|channel>call\nfind<channel|>', '', '<|channel>call\nfind<channel|>'],
    ['other tags', '<ul>\n<li>Yes.</li>\n</ul>', '', '<ul>\n<li>Yes.</li>\n</ul>'],
    ['only the start of the tag', ' <thin', '', ' <thin'],
    ['only an end tag', '</think>Yes.', '', 'Yes.'],
    ['only white space', ' \n', '', ' \n'],
    ['much white space before the tag', `${' '.repeat(65)}<think>`, '', `${' '.repeat(65)}<think>`],
  ])('with %s → the same reasoning and text, however it is cut', (_, text, reasoning, said) => {
    expect(split([content(text), STOP])).toMatchObject({ reasoning, content: said });
    expect(split([...[...text].map(content), STOP])).toMatchObject({ reasoning, content: said });
  });

  it('without a tag is never changed, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'<think/> \na') })), (pieces) => {
        const text = pieces.join('');
        fc.pre(!/<\/?think>/.test(text));
        expect(split(pieces.map(content)).content).toBe(text);
      }),
    );
  });

  it('with marks of any kind is read the same, however it is cut', () => {
    const marks = [
      ...[
        '<think>',
        '</think>',
        '<thinking>',
        '</thought>',
        '[THINK]',
        '[/think]',
        '```',
        '`',
        '"',
        '\n',
        ' ',
        'a',
        'to=',
      ],
      ...[
        '<|start|>',
        'assistant',
        '<|channel|>',
        'analysis',
        'final',
        '<|message|>',
        '<|end|>',
        '<|return|>',
        '<|channel>',
        'thought',
        '<channel|>',
        '<details type="reasoning">',
        '</details>',
        '<answer>',
        '<|response|>',
        '</answer>',
        '◁think▷',
        '<|END_THINKING|>',
      ],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...marks)), fc.array(fc.nat(200)), (parts, cuts) => {
        const text = parts.join('');
        const edges = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
        const pieces = edges.slice(1).map((end, at) => content(text.slice(edges[at], end)));
        const { content: said, reasoning } = split([content(text), STOP]);
        expect(split([...pieces, STOP])).toMatchObject({ content: said, reasoning });
      }),
      { numRuns: 1_000 },
    );
  });

  it('before an end tag without a start is passed on, and restarts the answer as reasoning', () => {
    const { out } = split([content('Hm.'), content('</think> Yes.'), STOP]);
    expect(out).toEqual([
      content('Hm.'),
      { type: 'restart' },
      { type: 'reasoning', text: 'Hm.' },
      content('Yes.'),
      STOP,
    ]);
  });

  it('after a call keeps an end tag, which may not restart the answer', () => {
    expect(split([content('Hm.'), CALL, content('</think>')])).toMatchObject({ content: 'Hm.</think>' });
  });

  it.each([
    ['the model stopped', [STOP], 'Hm. Yes.', [STOP, content('Hm. Yes.'), STOP]],
    ['the endpoint gave no finish reason', [], 'Hm. Yes.', [content('Hm. Yes.')]],
    ['the model reached its length limit', [{ type: 'finish', reason: 'length' } as const], '', undefined],
    ['a call followed', [CALL, STOP], '', undefined],
  ])('with reasoning that never ends, and %s → no answer is lost', (_, end, said, tail) => {
    const read = split([content('<think>Hm. '), content('Yes.'), ...end]);

    expect(read).toMatchObject({ reasoning: 'Hm. Yes.', content: said });
    if (tail !== undefined) expect(read.out.slice(-tail.length)).toEqual(tail);
  });

  it('is parsed from the start after a restart', () => {
    const { out } = split([content('<think>Hm'), { type: 'restart' }, content('Yes.'), STOP]);

    expect(out).toEqual([{ type: 'reasoning', text: 'Hm' }, { type: 'restart' }, content('Yes.'), STOP]);
  });

  it('before an end tag stays text if the endpoint has sent reasoning by itself', () => {
    const own: AIStreamChunk = { type: 'reasoning', text: 'So.' };

    expect(split([own, content('Ends with '), content('</think> tags.')])).toMatchObject({
      reasoning: 'So.',
      content: 'Ends with </think> tags.',
    });
  });

  it('beside separate reasoning keeps both, in order', () => {
    const own: AIStreamChunk = { type: 'reasoning', text: 'So. ' };

    expect(split([own, content('<think>Hm.</think>Yes.')])).toMatchObject({
      reasoning: 'So. Hm.',
      content: 'Yes.',
    });
  });
});
