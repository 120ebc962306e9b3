import { expect, it } from 'vitest';
import type { DemoMessage } from '@/playground/demo-model/demo-request';
import { SUMMARY_INSTRUCTION, TITLE_INSTRUCTION } from '@/src/core/side-requests/instructions';
import { messageWith, replyTo } from './demo-session';

const user = (content: string): DemoMessage => ({ role: 'user', content });
const answer = (content: string): DemoMessage => ({ role: 'assistant', content });

it.each([
  [user('hide all preview models of openai, please, today!'), 'Hide all preview models of openai'],
  [messageWith('Is *-mini* hidden?', ['provider: openai']), 'Is *-mini* hidden'],
  [user('[event from page] The page changed.'), 'New conversation'],
])('titles a conversation that starts with %j', (first, content) => {
  const reply = replyTo([first, answer('Done.'), user(TITLE_INSTRUCTION)]);
  expect(reply).toMatchObject({ content, toolCalls: [] });
});

it('summarizes what the user asked and what was answered, without the page, after an earlier summary', () => {
  const { content } = replyTo([
    { role: 'system', content: 'Previous Conversation Summary:\n\nAll quiet.' },
    messageWith('Hide previews', ['provider: openai']),
    { role: 'tool', content: '{}', tool_call_id: 'c' },
    { role: 'assistant', content: null },
    answer('Hidden.\n- one'),
    user(`Save it\n\n${SUMMARY_INSTRUCTION}`),
  ]);
  expect(content).toBe('All quiet.\n\nThe user asked:\n- Hide previews\n- Save it\n\nI answered:\n- Hidden.');
});
