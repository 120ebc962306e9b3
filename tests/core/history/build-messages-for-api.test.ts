import { describe, expect, it } from 'vitest';
import type { Message } from '@/src/core/chat/message';
import { buildMessagesForApi } from '@/src/core/history/build-messages-for-api';
import type { Run } from '@/src/core/loop/run';

const run: Run = {
  id: 'r2',
  chatId: 'c',
  userMessageId: 'u2',
  startedAtMs: 0,
  endedAtMs: null,
  status: { state: 'processing' },
  round: 0,
  attempt: 1,
  resumes: 0,
  invalidCalls: 0,
  contextText: '<page-state id="n2">…</page-state id="n2">',
  nonce: 'n2',
  error: null,
};

let position = 0;
function entry<Role extends Message['role']>(
  role: Role,
  runId: string,
  fields: Omit<Extract<Message, { role: Role }>, keyof Base | 'role'>,
  discardedBy: string | null = null,
): Message {
  position += 1;
  return {
    role,
    id: `m${position}`,
    chatId: 'c',
    runId,
    position,
    createdAtMs: 0,
    discardedBy,
    ...fields,
  } as unknown as Message;
}
type Base = Pick<Message, 'id' | 'chatId' | 'runId' | 'position' | 'createdAtMs' | 'discardedBy'>;

const user = (content: string, runId: string, discardedBy: string | null = null) =>
  entry('user', runId, { content, changes: [], nonce: 'n' }, discardedBy);
const answer = (content: string, runId: string) =>
  entry('assistant', runId, {
    content,
    reasoning: 'secret thoughts',
    reasoningMs: 1,
    toolCalls: [],
    finishReason: 'stop',
    model: 'm',
  });

/** The run is that of the last user message. */
function build(messages: Message[]) {
  const asked = messages.findLast((message) => message.role === 'user' && message.runId === run.id);
  return buildMessagesForApi({
    systemPrompt: 'S',
    messages,
    run: { ...run, userMessageId: asked?.id ?? run.userMessageId },
  });
}

describe('what is sent', () => {
  it('opens with the system prompt and gives the page state to the newest run alone', () => {
    expect(build([user('old', 'r1'), answer('yes', 'r1'), user('new', 'r2')])).toEqual([
      { role: 'system', content: 'S' },
      { role: 'user', content: 'old' },
      { role: 'assistant', content: 'yes' },
      { role: 'user', content: `new\n\n${run.contextText}` },
    ]);
  });

  it('leaves out what was set aside, and rows that are for people', () => {
    const rows = [
      user('gone', 'r1', 'rollback'),
      entry('rollback', 'r1', {
        checkpointId: 'k',
        safetyCheckpointId: 's',
        description: 'd',
        stateHash: 'h',
        discardedMessages: 1,
        savedNote: 'n',
      }),
      user('new', 'r2'),
    ];
    expect(JSON.stringify(build(rows))).not.toMatch(/gone|savedNote/);
    expect(build(rows)).toHaveLength(2);
  });

  it('never sends reasoning back', () => {
    expect(JSON.stringify(build([user('new', 'r2'), answer('yes', 'r2')]))).not.toContain('secret thoughts');
  });

  it('sends entries by position, whatever order they come in', () => {
    const [first, second] = [user('one', 'r1'), answer('two', 'r1')];
    const contents = build([second, first]).map((message) => message.content);
    expect(contents).toEqual(['S', 'one', 'two']);
  });

  it('joins user messages that follow each other, as a run stopped before its answer leaves them', () => {
    const sent = build([user('one', 'r1'), user('two', 'r1'), answer('yes', 'r1'), user('three', 'r1')]);
    expect(sent.map((message) => message.content)).toEqual(['S', 'one\n\ntwo', 'yes', 'three']);
  });

  it('puts an empty object in the place of arguments that are no JSON object, which strict endpoints refuse', () => {
    const asked = user('new', 'r2');
    const call = entry('assistant', 'r2', {
      content: '',
      reasoning: '',
      reasoningMs: 0,
      toolCalls: [{ executionId: 'x', modelCallId: 'call_0', name: 'add', argumentsText: '{"a": ' }],
      finishReason: 'tool_calls',
      model: 'm',
    });
    expect(build([asked, call]).at(-1)).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'x', type: 'function', function: { name: 'add', arguments: '{}' } }],
    });
  });

  it('wraps changes made by hand in a block of their own', () => {
    const message = entry('user', 'r1', {
      content: 'hi',
      nonce: 'n1',
      changes: [{ type: 'rule_added', timestamp: 'T', pattern: 'a\nb' }],
    });
    expect(build([message])[1]?.content).toBe(
      'hi\n\n<changes-since-last-message id="n1">\nT rule_added {"pattern":"a\\nb"}\n</changes-since-last-message id="n1">',
    );
  });
});
