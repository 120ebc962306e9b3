import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWrittenCall } from '@/src/core/llm/written-call';
import type { ApiTool } from '@/src/schema/api-message';
import type { JsonObject } from '@/src/schema/values/json';

function tool(name: string, required: string[], optional: string[]): ApiTool {
  const members = [...required, ...optional].map((key) => [key, { type: 'string' }]);
  const parameters: JsonObject = { type: 'object', properties: Object.fromEntries(members), required };
  return { type: 'function', function: { name, description: '', parameters } };
}

const TOOLS = [
  tool('find', ['q'], ['limit']),
  tool('exclude_models', ['provider', 'patterns'], []),
  tool('send_message', ['to', 'text'], []),
  tool('save_changes', [], []),
  tool('list_rules', [], ['provider']),
];

describe('a call that a model wrote as text', () => {
  it.each([
    ['Hermes', 'I look. <tool_call>\n{"name":"find","arguments":{"q":"x"}}\n</tool_call>'],
    ['Qwen', '<tool_call>\n<function=find>\n<parameter=q>\nkimi k2\n</parameter>\n</function>\n</tool_call>'],
    ['GLM', '<tool_call>find\n<arg_key>q</arg_key>\n<arg_value>of kimi</arg_value>\n</tool_call>'],
    ['MiniMax', '<minimax:tool_call>\n<invoke name="find">\n<parameter name="q">x</parameter>\n</invoke>'],
    ['Llama', 'So. <function=find>{"q": "x"}</function>'],
    ['Llama, in Python', '<|python_tag|>find.call(q="x")'],
    ['Llama 4', 'Let me see. [find(q="x"), save_changes()]'],
    ['Mistral', '[TOOL_CALLS]find[ARGS]{"q":"x"}'],
    ['Granite', '<|tool_call|>[{"name":"find","arguments":{"q":"x"}}]'],
    ['Phi', 'functools[{"name":"find","arguments":{"q":"x"}}]'],
    [
      'gpt-oss',
      'assistant<|channel|>commentary to=functions.find <|constrain|>json<|message|>{"q":"x"}<|call|>',
    ],
    ['gpt-oss without markers', 'commentary to=functions.find json{"q":"x"}'],
    [
      'DeepSeek',
      '<｜tool▁call▁begin｜>function<｜tool▁sep｜>find\n```json\n{"q":"x"}\n```<｜tool▁call▁end｜>',
    ],
    [
      'DSML',
      '<｜DSML｜invoke name="find">\n<｜DSML｜parameter name="q" string="true">x y</｜DSML｜parameter>',
    ],
    ['Kimi', '<|tool_call_begin|>functions.find:0<|tool_call_argument_begin|>{"q":"x"}<|tool_call_end|>'],
    ['FunctionGemma', '<start_function_call>call:find{q:<escape>of kimi<escape>}<end_function_call>'],
    ['Gemma', '```tool_code\nprint(default_api.find(q="x"))\n```'],
    ['LM Studio', '[exclude_models]\n{"provider":"x","patterns":["k"]}\n[END_TOOL_REQUEST]'],
    ['Cohere', 'Plan: I will look.\nAction: ```json\n[{"tool_name": "find", "parameters": {"q": "x"}}]\n```'],
    ['ReAct', 'Thought: I need it now.\nAction: find\nAction Input: {"q": "x"}'],
    ['Claude', '<invoke name="find">\n<parameter name="q">x</parameter>\n</invoke>'],
    ['Cline', '<find>\n<q>all of kimi</q>\n</find>'],
    ['Qwen-Agent', '✿FUNCTION✿: find\n✿ARGS✿: {"q": "x"}\n✿RESULT✿'],
    [
      'OpenAI',
      '{"tool_calls":[{"type":"function","function":{"name":"find","arguments":"{\\"q\\": \\"x\\"}"}}]}',
    ],
    ['Anthropic', '{"type":"tool_use","id":"toolu_1","name":"find","input":{"q":"x"}}'],
    ['with the arguments first', '{\n  "arguments": {\n    "q": "x"\n  },\n  "name": "find"\n}'],
    ['with the name as key', '{"find": {"q": "x"}}'],
    ['with flat arguments', '/find q="x"'],
    ['with positional arguments', '`find("x")`'],
    ['that is cut off', '<tool_call>\n{"name": "find", "arguments": {"q": "x'],
    ['before a second call', '{"name":"find","arguments":{"q":"a"}}\n{"name":"save_changes","arguments":{}}'],
    ['after words, fenced', 'I will do it now.\n\n```json\n{"name":"find","arguments":{"q":"k"}}\n```'],
    ['with prose as an argument', 'send_message(to="a", text="Please use find(q) for it. Then do so?")'],
    [
      'with an invented result after it',
      '<tool_call>{"name":"find","arguments":{"q":"x"}}</tool_call>\nI have found three models.',
    ],
    [
      'with an invented observation after it',
      'Action: find\nAction Input: {"q":"x"}\nObservation: It is there.\nAll is done.',
    ],
    [
      'with a marker, and arguments that don’t fit the tool',
      '<tool_call>{"name":"find","arguments":{"query":"x"}}</tool_call>',
    ],
    ['without arguments', '{"name": "save_changes", "arguments": {}}'],
    ['without arguments, in an element', '<tool_call>save_changes</tool_call>'],
    ['without arguments, in Python', '```python\nsave_changes()\n```'],
    ['without arguments, after a label', 'Action: save_changes\nAction Input: {}'],
    ['without optional arguments', '<|tool_call_begin|>functions.list_rules:0<|tool_call_argument_begin|>{}'],
  ])('is found: %s', (_, text) => {
    expect(hasWrittenCall(text, TOOLS)).toBe(true);
  });

  it.each([
    ['a report', 'I called `save_changes` and it worked.'],
    ['a report with arguments', 'With find {"q":"x"} I found 12 models, with save_changes {} it was saved.'],
    ['an offer', 'You can use find(q="*mini*") to see them.'],
    ['an offer with code', 'Should I send `{"name":"find","arguments":{"q":"x"}}`?'],
    [
      'an example',
      'For example:\n```json\n{"name":"find","arguments":{"q":"x"}}\n```\nThis finds all of them.',
    ],
    [
      'an example in a language without spaces',
      '例如：\n```json\n{"name":"find","arguments":{"q":"x"}}\n```\n这会隐藏所有匹配的模型。',
    ],
    [
      'a fenced example of a marker',
      '```xml\n<tool_call>{"name":"find","q":"x"}</tool_call>\n```\nSo it is.',
    ],
    ['a quoted marker', 'Qwen writes `<tool_call>{"name":"find","arguments":{"q":"x"}}</tool_call>`.'],
    ['a line of code', 'In Python:\n\n    find(q="x")\n\nreturns a list of models.'],
    ['signatures', 'Tools:\nfind(q, limit)\nfind(q: string)'],
    ['a list of calls', '1. find(q="x")\n2. save_changes()\n- find(q="x")\n> find(q="x")'],
    ['a table', '| Tool | Does |\n| --- | --- |\n| `find` | finds by q="x" |\n| `save_changes` | `{}` |'],
    ['headings', '**save_changes**\nSaves the changes.\n\n**find**\nFinds models by q.'],
    [
      'declarations',
      '[{"name":"find","description":"Finds.","parameters":{"properties":{"q":{"type":"string"}}}}]',
    ],
    ['a list of names', '{"tools":["find","save_changes"]}'],
    ['rules', '```json\n[{"pattern":"*mini*","type":"ignore"},{"q":"*x*"}]\n```'],
    ['a name alone', 'save_changes'],
    ['a call of another tool', '<tool_call>{"name":"drop_all","arguments":{}}</tool_call>'],
    ['a call without a required argument', '{"name":"find","arguments":{"limit":3}}'],
  ])('is not found in %s', (_, text) => {
    expect(hasWrittenCall(text, TOOLS)).toBe(false);
  });

  it('is found for any tool name, any arguments and any markers around the call', () => {
    fc.assert(
      fc.property(written(wrappers), ({ text, tools }) => {
        expect(hasWrittenCall(text, tools)).toBe(true);
      }),
    );
  });

  it('is searched for in linear time if many names precede a string that isn’t closed', () => {
    expect(hasWrittenCall(`${'find\n'.repeat(40)}{"q": '${"\\'".repeat(20_000)}`, TOOLS)).toBe(false);
    expect(hasWrittenCall(`${'find\n'.repeat(40)}{"q": '${"\\'".repeat(5_000)}`, TOOLS)).toBe(true);
  });

  it('is not found in prose that names any tool and its arguments', () => {
    fc.assert(
      fc.property(written(proses), ({ text, tools }) => {
        expect(hasWrittenCall(text, tools)).toBe(false);
      }),
    );
  });

  it.each(['<find>', 'find ', 'find({ ', '{"name":"find","q":"', '```\nfind(q="1")\n', "<'", 'q: find\\"'])(
    'is searched for in bounded time in a text that repeats %j',
    (piece) => {
      const text = `<tool_call>${piece.repeat(5_000_000 / piece.length)}`;
      const startedAtMs = performance.now();
      hasWrittenCall(text, TOOLS);
      expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    },
  );
});

const words = fc.constantFrom('the', 'models', 'are', 'hidden', 'by', 'this', 'rule', 'now');
const sentence = fc.array(words, { minLength: 3, maxLength: 8 }).map((each) => `So ${each.join(' ')}.`);

const calls = fc.record({
  name: fc.stringMatching(/^[a-z]{3,8}_[a-z]{3,8}$/),
  args: fc.dictionary(
    fc.stringMatching(/^[a-z]{2,8}_[a-z]$/),
    fc.oneof(sentence, fc.integer(), fc.boolean(), fc.array(sentence, { maxLength: 2 })),
    { minKeys: 1, maxKeys: 4 },
  ),
});

type Written = (name: string, args: Record<string, unknown>) => string;

const json = (value: unknown) => JSON.stringify(value);
const kwargs = (args: Record<string, unknown>) =>
  Object.entries(args)
    .map(([key, value]) => `${key}=${json(value)}`)
    .join(', ');

/** Writes a call's name and arguments in one of the known notations. */
const cores = fc.oneof(
  fc.constantFrom<Written>(
    (name, args) => `${name}(${kwargs(args)})`,
    (name, args) => `${name}(${json(args)})`,
    (name, args) => `${name}\n${json(args)}`,
    (name, args) =>
      `<${name}>\n${Object.entries(args)
        .map(([key, value]) => `<${key}>${value}</${key}>\n`)
        .join('')}</${name}>`,
  ),
  fc
    .tuple(
      fc.constantFrom('name', 'tool', 'action', 'function'),
      fc.stringMatching(/^[a-z]{3,9}$/),
      fc.nat(2),
    )
    .filter(([nameKey, argsKey]) => nameKey !== argsKey)
    .map(
      ([nameKey, argsKey, space]): Written =>
        (name, args) =>
          JSON.stringify({ [nameKey]: name, [argsKey]: args }, null, space),
    ),
);

const markers = fc.oneof(
  fc.constantFrom(['', ''], ['```json\n', '\n```'], ['[', ']'], ['(', ')'], ['{{', '}}'], ['`', '`']),
  fc.stringMatching(/^[a-z]{3,8}_[a-z]{3,8}$/).map((tag) => [`<${tag}>`, `</${tag}>`]),
  fc.stringMatching(/^[A-Z]{3,8}_[A-Z]{3,8}$/).map((tag) => [`[${tag}]`, `[END_${tag}]`]),
  fc.stringMatching(/^[%@#~$¤§«»✿|]{2,4}$/).map((mark) => [mark, mark]),
  fc.stringMatching(/^[a-z]{3,8}$/).map((tag) => [`<|${tag}|>`, `<|end_${tag}|>`]),
);

/** Writes a call in one of the known notations, with markers around it, after an empty line or a sentence. */
const wrappers = fc.tuple(cores, markers, markers, fc.option(sentence, { nil: '' })).map(
  ([core, [open, close], [outerOpen, outerClose], lead]): Written =>
    (name, args) =>
      `${lead}\n${outerOpen}${open}${core(name, args)}${close}${outerClose}`,
);

/** Writes prose that mentions a tool's name or a call, on the same line or on a line of its own. */
const proses = fc.tuple(sentence, sentence, fc.constantFrom('`', '', '"'), fc.nat(3)).map(
  ([before, after, quote, form]): Written =>
    (name, args) =>
      [
        `${before} I called ${quote}${name}${quote} and it worked. ${after}`,
        `${before} Then use ${quote}${name}(${kwargs(args)})${quote} for it. ${after}`,
        `${before}\n\n\`\`\`json\n${json({ name, arguments: args })}\n\`\`\`\n\n${after}`,
        `| Tool | Use |\n| --- | --- |\n| ${quote}${name}${quote} | ${before} |\n\n${after}`,
      ][form] ?? '',
);

function written(forms: fc.Arbitrary<Written>): fc.Arbitrary<{ text: string; tools: ApiTool[] }> {
  return fc.tuple(calls, forms).map(([{ name, args }, write]) => ({
    text: write(name, args),
    tools: [tool(name, Object.keys(args), []), tool('other', [], [])],
  }));
}
