import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeBlock, inlineCode } from '@/src/core/logging/inert-markdown';
import { recordedCalls } from '@/src/core/logging/recorded-calls';
import { toolCallsFileName, toolCallsMarkdown } from '@/src/core/logging/tool-calls-markdown';
import type { AssistantMessage, Message, ToolMessage } from '@/src/schema/message';

const atMs = Date.UTC(2025, 10, 20, 14, 32, 15);
const base = { chatId: 'c', runId: 'r', createdAtMs: atMs, discardedBy: null };

function response(
  position: number,
  names: string[],
  fields: Partial<AssistantMessage> = {},
): AssistantMessage {
  return {
    ...base,
    role: 'assistant',
    id: `m${position}`,
    position,
    content: 'Hidden from the export.',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: names.map((name, index) => ({
      executionId: `e${position}.${index}`,
      modelCallId: 'call_0',
      name,
      argumentsText: '{"pattern":"*"}',
    })),
    finishReason: 'tool_calls',
    model: 'demo/assistant',
    seenStateHash: null,
    ...fields,
  };
}

function answer(executionId: string, fields: Partial<ToolMessage> = {}): ToolMessage {
  return {
    ...base,
    role: 'tool',
    id: `t-${executionId}`,
    position: 50,
    executionId,
    modelCallId: 'call_0',
    name: 'ignored',
    result: { success: true, message: 'Done.' },
    durationMs: 12,
    pageUpdate: null,
    ...fields,
  };
}

function markdownOf(messages: Message[], title = 'Model filter'): string {
  const stored = { messages, approvals: [], executions: [], states: new Map() };
  return toolCallsMarkdown({ title, calls: recordedCalls(stored) }, atMs);
}

it('lists every call with its arguments, outcome and exact output, in order', () => {
  const messages = [
    answer('e2.0', {
      result: { success: false, message: 'No model.', error_code: 'no_match', data: { ids: [] } },
      durationMs: 0,
      pageUpdate: '[PAGE UPDATED]\nnothing',
    }),
    response(1, ['add_rule'], { discardedBy: 'rollback' }),
    answer('e1.0'),
    response(2, ['explain', 'save']),
  ];
  expect(markdownOf(messages)).toBe(`# Tool calls

Chat: \` Model filter \`

Exported 2025-11-20T14:32:15.000Z. 3 calls, in the order in which the model made them.

## 1. \` add_rule \`

Made 2025-11-20T14:32:15.000Z by \` demo/assistant \`. Succeeded in 12 ms. Set aside by a rollback.

Arguments:

\`\`\`json
{"pattern":"*"}
\`\`\`

Output:

\`\`\`json
{
  "success": true,
  "message": "Done."
}
\`\`\`

## 2. \` explain \`

Made 2025-11-20T14:32:15.000Z by \` demo/assistant \`. Failed with \` no_match \` in 0 ms.

Arguments:

\`\`\`json
{"pattern":"*"}
\`\`\`

Output:

\`\`\`json
{
  "success": false,
  "message": "No model.",
  "error_code": "no_match",
  "data": {
    "ids": []
  }
}
\`\`\`

Sent with it, about the page:

\`\`\`text
[PAGE UPDATED]
nothing
\`\`\`

## 3. \` save \`

Made 2025-11-20T14:32:15.000Z by \` demo/assistant \`. No result.

Arguments:

\`\`\`json
{"pattern":"*"}
\`\`\`
`);
});

it.each<[string, Message[], string]>([
  ['no call', [], 'No tool was called.'],
  ['one call', [response(1, ['a'])], '1 call.'],
])('counts %s', (_, messages, words) => {
  expect(markdownOf(messages)).toContain(`Exported 2025-11-20T14:32:15.000Z. ${words}\n`);
});

it('shows a failure without a code', () => {
  const failed = answer('e1.0', { result: { success: false, message: 'No.' } });
  expect(markdownOf([response(1, ['a']), failed])).toContain('. Failed in 12 ms.\n');
});

it('names the file by its time', () => {
  expect(toolCallsFileName(atMs)).toBe('toolcalls_20251120T143215Z.md');
});

describe('text from a page or a model', () => {
  const hostile = fc.array(
    fc.constantFrom(
      '`',
      '``',
      '```',
      '````json',
      '\n',
      '\r\n',
      '# Head',
      '<img src=x>',
      '|',
      '\\',
      '"',
      'a',
      ' ',
    ),
    { maxLength: 12 },
  );

  it('can’t end its block, and is shown unchanged', () => {
    fc.assert(
      fc.property(hostile, (pieces) => {
        const text = pieces.join('');
        const [open = '', ...rest] = codeBlock(text, 'json').split('\n');
        const fence = /^`+/.exec(open)?.[0] ?? '';
        expect(open).toBe(`${fence}json`);
        expect(fence.length).toBeGreaterThanOrEqual(3);
        const close = rest.pop();
        expect(close).toBe(fence);
        expect(rest.join('\n')).toBe(text);
        // CommonMark ends a block at a line of at least as many backticks as its fence has.
        expect(rest.some((line) => line.trim().startsWith(fence))).toBe(false);
      }),
    );
  });

  it('can’t end its span or its line', () => {
    fc.assert(
      fc.property(hostile, (pieces) => {
        const span = inlineCode(pieces.join(''));
        const ticks = /^`+/.exec(span)?.[0] ?? '';
        expect(span).not.toMatch(/[\r\n]/);
        expect(span.startsWith(`${ticks} `)).toBe(true);
        expect(span.endsWith(` ${ticks}`)).toBe(true);
        const inner = span.slice(ticks.length + 1, -ticks.length - 1);
        expect((inner.match(/`+/g) ?? []).some((run) => run.length === ticks.length)).toBe(false);
      }),
    );
  });

  it.each([
    ['plain', '` plain `'],
    ['a`b', '`` a`b ``'],
    ['a``b`', '``` a``b` ```'],
    ['say "x" \\ y', '` say "x" \\ y `'],
    ['two\nlines\u202e', '` two\\nlines\\u202e `'],
  ])('%j is shown as %s', (text, span) => {
    expect(inlineCode(text)).toBe(span);
  });

  it('in a title, a name, a model’s id or a code makes no heading', () => {
    const bad = 'x`\n\n## 9. fake\n\n<script>';
    const messages = [
      response(1, [bad], { model: bad }),
      answer('e1.0', { result: { success: false, message: bad, error_code: bad }, pageUpdate: bad }),
    ];
    const headings = markdownOf(messages, bad)
      .split(/```+\w+\n[\s\S]*?\n```+/)
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('#'));
    expect(headings).toHaveLength(2);
    expect(headings[1]).toMatch(/^## 1\. `` x`\\n/);
  });
});
