import { describe, expect, it } from 'vitest';
import { composeDemoReply } from '@/playground/demo-model/compose-demo-reply';
import type { DemoMessage } from '@/playground/demo-model/demo-request';
import { SUMMARY_INSTRUCTION, TITLE_INSTRUCTION } from '@/src/core/side-requests/instructions';

const user = (content: string): DemoMessage => ({ role: 'user', content });
const answer = (content: string): DemoMessage => ({ role: 'assistant', content });
const PAGE = '<page-state id="n">\nwindow_type: model_filter\nprovider: openai\n</page-state id="n">';

function asked(instruction: string, ...messages: DemoMessage[]): string {
  const { content, toolCalls } = composeDemoReply({
    model: 'demo/assistant',
    messages: [{ role: 'system', content: 'S' }, ...messages, user(instruction)],
    tools: [],
  });
  expect(toolCalls).toEqual([]);
  return content;
}

describe('the demo model', () => {
  it.each([
    ['hide all preview models of openai, please, today!', 'Hide all preview models of openai'],
    [`Is *-mini* hidden?\n\n${PAGE}`, 'Is *-mini* hidden'],
    ['[event from page] The page changed.', 'New conversation'],
  ])('titles a conversation that starts with %j', (first, title) => {
    expect(asked(TITLE_INSTRUCTION, user(first), answer('Done.'))).toBe(title);
  });

  it('summarizes what the user asked and what was answered, without the page', () => {
    const made: DemoMessage = {
      role: 'assistant',
      content: 'Calling.',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'n', arguments: '{}' } }],
    };
    const result: DemoMessage = { role: 'tool', content: '{}', tool_call_id: 'c' };
    const conversation = [user(`Hide previews\n\n${PAGE}`), made, result, answer('Hidden.\n- one')];
    expect(asked(SUMMARY_INSTRUCTION, ...conversation)).toBe(
      'The user asked:\n- Hide previews\n\nI answered:\n- Hidden.',
    );
  });

  it('keeps an earlier summary, and a message that has no answer yet', () => {
    const earlier: DemoMessage = { role: 'system', content: 'Previous Conversation Summary:\n\nAll quiet.' };
    expect(asked(`Save it\n\n${SUMMARY_INSTRUCTION}`, earlier)).toBe(
      'All quiet.\n\nThe user asked:\n- Save it\n\nI answered:',
    );
  });
});
