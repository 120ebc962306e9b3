import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWrittenCall, hasWrittenResult } from '@/src/core/llm/written-call';
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
    [
      'with a mark on a line of its own, and prose after it',
      '<tool_call>\n{"name":"find","arguments":{"q":"x"}}\n</tool_call>\nI have found three models. All is done.',
    ],
    [
      'the same over several lines, with a wrong argument',
      'Now.\n<tool_call>\n{\n  "id": 1,\n  "name": "find",\n  "arguments": {"query": "x"}\n}\n</tool_call>\n\nIt is done now.',
    ],
    [
      'the same with the arguments first',
      '<|tool_call|>\n[{"arguments":{"q":"x"},"name":"find"}]\nI have found all of them.',
    ],
    [
      'the same in a block of code within the marks',
      '<tool_call>\n```json\n{"name":"find","arguments":{"q":"x"}}\n```\n</tool_call>\nI found it there.',
    ],
    ['with prose in its line (LFM2)', '<|tool_call_start|>[find(q="*x*")]<|tool_call_end|>Adding it now.'],
    [
      'with prose in its line (Kimi)',
      '<|tool_call_begin|>functions.find:0<|tool_call_argument_begin|>{"q":"x"}<|tool_call_end|>I look for it.',
    ],
    [
      'with prose in its line (GLM)',
      '<tool_call>find<arg_key>q</arg_key><arg_value>of kimi</arg_value></tool_call>I look for it.',
    ],
    [
      'with prose in its line (Nemotron)',
      '<TOOLCALL>[{"name":"find","arguments":{"q":"x"}}]</TOOLCALL> I look for it.',
    ],
    ['with prose in its line (Mistral)', '[TOOL_CALLS]find[ARGS]{"q":"x"} I look for it.'],
    ['with prose in its line (Llama)', '<function=find>{"q": "x"}</function> I look for it.'],
    ['with prose after a prefix (Phi)', 'functools[{"name":"find","arguments":{"q":"x"}}]\nI look for it.'],
    ['with prose after a block of tool code', '```tool_code\nfind(q="x")\n```\nI look for it.'],
    ['in the form of a command line', 'exclude_models --provider openai --patterns "*mini*"'],
    ['in the form of a command line, in a block of code', 'I will do it.\n\n```bash\n$ find --q=x\n```'],
    [
      'in JSON with comments',
      '{\n  // find the models that are small\n  "name": "find", // the tool\n  "arguments": {"q": "x"} /* all of them */\n}',
    ],
    ['after a label', 'Next tool call: find(q="x")'],
    ['with a label after its name', 'Tool: find\nInput for it:\n{"q": "x"}'],
    ['without arguments', '{"name": "save_changes", "arguments": {}}'],
    ['without arguments, in an element', '<tool_call>save_changes</tool_call>'],
    ['without arguments, in Python', '```python\nsave_changes()\n```'],
    ['without arguments, after a label', 'Action: save_changes\nAction Input: {}'],
    ['without optional arguments', '<|tool_call_begin|>functions.list_rules:0<|tool_call_argument_begin|>{}'],
  ])('is found: %s', (_, text) => {
    expect(hasWrittenCall(text, TOOLS, false)).toBe(true);
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
    ['a mark that is explained', 'The mark <tool_call> begins a call of find in the answers of Qwen.'],
    [
      'a quoted mark with the call on lines of its own',
      'Qwen writes `<tool_call>\n{"name":"find","arguments":{"q":"x"}}\n</tool_call>` for it.',
    ],
    ['text after a mark that is closed', '<tool_call></tool_call>\nWith find you can see all of them.'],
    ['HTML', '<blockquote>find</blockquote> is a word of this page.'],
    ['an option of a command', 'Start the proxy with --find and then use the page.'],
  ])('is not found in %s', (_, text) => {
    expect(hasWrittenCall(text, TOOLS, false)).toBe(false);
  });

  it('is found for any tool name, any arguments and any markers around the call', () => {
    fc.assert(
      fc.property(written(wrappers), ({ text, tools }) => {
        expect(hasWrittenCall(text, tools, false)).toBe(true);
      }),
    );
  });

  it.each([
    [
      'a fenced call as a hint',
      'All is done. To see them:\n\n```json\n{"name":"find","arguments":{"q":"x"}}\n```',
    ],
    ['a fenced call after a word', 'Done.\n\n```\nfind(q="x")\n```'],
    ['a call after a label', 'Example:\nfind(q="x")'],
    [
      'a marked call',
      'The model wrote this before:\n<tool_call>\n{"name":"find","arguments":{"q":"x"}}\n</tool_call>',
    ],
    ['a line of a log', 'find {"q":"x"} -> ok'],
    ['lines of a log', 'Log:\nfind {"q":"x"} → 3 models\nsave_changes {} => ok'],
  ])('is not found in a quotation in a run that has called tools: %s', (_, text) => {
    expect(hasWrittenCall(text, TOOLS, true)).toBe(false);
    expect(hasWrittenCall(text, TOOLS, false)).toBe(true);
  });

  it.each([
    '<tool_call>\n{"name":"find","arguments":{"q":"x"}}\n</tool_call>\nI have found all of them.',
    '{"name":"find","arguments":{"q":"x"}}',
    '```json\n{\n  "arguments": {"q": "x"},\n  "name": "find"\n}\n```',
    'find(q="x")',
  ])('is found without prose before it in a run that has called tools: %j', (text) => {
    expect(hasWrittenCall(text, TOOLS, true)).toBe(true);
  });

  it('is searched for in linear time if many names precede a string that isn’t closed', () => {
    expect(hasWrittenCall(`${'find\n'.repeat(40)}{"q": '${"\\'".repeat(20_000)}`, TOOLS, false)).toBe(false);
    expect(hasWrittenCall(`${'find\n'.repeat(40)}{"q": '${"\\'".repeat(5_000)}`, TOOLS, false)).toBe(true);
  });

  it('is not found in prose that names any tool and its arguments', () => {
    fc.assert(
      fc.property(written(proses), ({ text, tools }) => {
        expect(hasWrittenCall(text, tools, false)).toBe(false);
      }),
    );
  });

  it.each(['<find>', 'find ', 'find({ ', '{"name":"find","q":"', '```\nfind(q="1")\n', "<'", 'q: find\\"'])(
    'is searched for in bounded time in a text that repeats %j',
    (piece) => {
      const text = `<tool_call>${piece.repeat(5_000_000 / piece.length)}`;
      const startedAtMs = performance.now();
      hasWrittenCall(text, TOOLS, false);
      expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    },
  );
});

describe('a result that a model wrote as text', () => {
  it.each([
    '<tool_response>{"ok":true}</tool_response>',
    '<tool_response>\n{"ok":true}\n</tool_response>\nIt is done.',
    'I add the rule.\n<tool_response>\nRule added.\n</tool_response>',
    '<tool_response>Rule added.</tool_response>',
    '<function_results>\n<result>ok</result>\n</function_results>',
    '<tool_result id="1">ok</tool_result>',
    '<|tool_response|>{"ok":true}',
    '<|observation|>\n{"ok":true}',
    '[TOOL_RESULTS] [{"ok":true}][/TOOL_RESULTS]',
    '<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>ok<｜tool▁output▁end｜>',
    '<start_function_response>response:find{value:1}<end_function_response>',
    '<tool_output>\nok',
  ])('is found: %j', (text) => {
    expect(hasWrittenResult(text, false)).toBe(true);
    expect(hasWrittenResult(text, true)).toBe(!text.startsWith('I '));
  });

  it.each([
    'Qwen gets results between `<tool_response>` and `</tool_response>`.',
    '```\n<tool_response>{"ok":true}</tool_response>\n```\nThis is what a result looks like.',
    'The tag <tool_response> begins a result.',
    '<tool_response> begins a result in the template of Qwen.',
    '[Tool results](https://example.org) are documented.',
    'The tool’s response: {"ok":true}',
    '<result>ok</result>',
    '| tool | result |\n| --- | --- |\n| find | ok |',
  ])('is not found: %j', (text) => {
    expect(hasWrittenResult(text, false)).toBe(false);
  });

  it.each(['<tool_response', '\n<tool_response>', '\n[TOOL_RESULTS]<', '<'])(
    'is searched for in bounded time in a text that repeats %j',
    (piece) => {
      const startedAtMs = performance.now();
      hasWrittenResult(`<tool_response>${piece.repeat(5_000_000 / piece.length)}`, false);
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
