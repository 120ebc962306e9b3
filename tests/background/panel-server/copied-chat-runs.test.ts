import { describe, expect, it } from 'vitest';
import { type ChatExport, exportedChat } from '@/src/store/chat-export';
import { messageAt, revise } from '../../core/loop/revise';
import { copiesOf } from '../../fakes/harness-copies';
import { importChat } from '../../fakes/import-chat';
import { calls, createLoopHarness, fails, type LoopHarness, says } from '../../fakes/loop-harness';
import { ended } from '../../panel/stored-run';

/** Imports the harness's chat after a change of its file. */
async function imported(h: LoopHarness, change: (file: ChatExport) => ChatExport): Promise<string> {
  const file = await exportedChat(h.db, h.chatId, 1);
  if (file === null) throw new Error('The chat is missing.');
  return (await importChat(copiesOf(h), JSON.stringify(change(file)), [])).chatId;
}

const lastText = (h: LoopHarness) => h.requests.at(-1)?.messages.at(-1)?.content ?? '';

/** The answer of the file with a call that would change the page, and no result. */
function withOpenCall(file: ChatExport): ChatExport {
  const call = {
    executionId: 'open',
    modelCallId: 'call_0',
    name: 'add_note',
    argumentsText: '{"text":"x"}',
  };
  return {
    ...file,
    messages: file.messages.map((message) =>
      message.role === 'assistant' ? { ...message, toolCalls: [call] } : message,
    ),
    runs: file.runs.map((run) => ({ ...run, status: ended('error') })),
  };
}

/** The row of the open call. */
function withExecution(file: ChatExport): ChatExport {
  const answer = file.messages.find(({ role }) => role === 'assistant');
  const { chatId, runId, id: messageId } = answer ?? { chatId: '', runId: '', id: '' };
  const row = { id: 'open', chatId, runId: runId ?? '', messageId, index: 0, name: 'add_note' };
  const state = { effect: 'write', state: 'received', receivedAtMs: 1, startedAtMs: null } as const;
  return { ...file, executions: [{ ...row, ...state }] };
}

describe('a copied chat', () => {
  it('shows the page when its last answer is retried', async () => {
    const h = await createLoopHarness([says('One.'), says('Two.')]);
    await h.send('First');
    const { chatId } = await copiesOf(h).branch(h.chatId, (await messageAt(h, 'assistant', 0)).id);
    const { messages } = await h.deps.journal.load(chatId);
    const messageId = messages.find(({ role }) => role === 'assistant')?.id ?? '';
    await revise({ ...h, chatId }, messageId, null, 'keep');
    expect(lastText(h)).toContain('notes: ["milk"]');
  });

  it('shows the page when its failed run is retried', async () => {
    const h = await createLoopHarness([calls(['count_notes', {}]), fails('auth'), says('Two.')]);
    await h.send('First');
    h.notes.editByHand(['milk', 'tea']);
    const chatId = await imported(h, (file) => file);
    await h.loop.retry(chatId);
    await h.settled();
    expect(lastText(h)).toContain('notes: ["milk","tea"]');
  });

  it.each([
    ['with', withExecution, 'cancelled'],
    ['without', (file: ChatExport) => file, 'outcome_unknown'],
  ])(
    'runs no call of its file when it is retried or continued, %s a row of the call',
    async (_, row, code) => {
      const h = await createLoopHarness([says('One.'), says('Two.'), says('Three.')]);
      await h.send('First');
      const chatId = await imported(h, (file) => row(withOpenCall(file)));
      await h.loop.retry(chatId);
      await h.settled();
      await h.loop.sendUserMessage(chatId, 'More');
      await h.settled();
      expect(h.notes.page.notes).toEqual(['milk']);
      const { messages } = await h.deps.journal.load(chatId);
      expect(messages.at(-1)).toMatchObject({ content: 'Three.' });
      expect(messages[2]).toMatchObject({ role: 'tool', result: { error_code: code } });
    },
  );
});
