/// <reference types="chrome" />
import type { Page } from '@playwright/test';
import { type ChatAnswer, calls, says } from '@/tests/fakes/chat-answers';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { expect, test } from './strict-test';

const CHATS = 10;

/** Time limit of all runs together; one after the other has the page. */
const RUNS_TIMEOUT_MS = 60_000;

const patternOf = (number: number) => `*chat-${number}-*`;
const ROLES = ['user', 'assistant', 'tool', 'assistant', 'system-title', 'title'];
/** The endpoint names a chat after the user's words. */
const titleOf = (number: number) => `Add rule number ${number}`;
const answerOf = (number: number) => `Rule ${number} is there.`;

/** Answers each chat in its own words after a time of its own: first with a change of the page, then with a text. */
function answersInAnyOrder(): ChatAnswer {
  // The same in each run of the test, and in another order for each request.
  let requests = 0;
  return async (reply, request) => {
    const { messages } = JSON.parse(request.body) as { messages: { role: string; content: string | null }[] };
    const text = messages.map(({ content }) => content).join('\n');
    const number = Number(text.match(/Add rule number (\d+)\./)?.[1]);
    requests += 1;
    await new Promise((resolve) => setTimeout(resolve, (requests * 7_919) % 241));
    const isDone = messages.some(({ role }) => role === 'tool');
    const args = JSON.stringify({ pattern: patternOf(number) });
    await (isDone ? says(answerOf(number)) : calls('add_ignore_rule', args))(reply, request);
  };
}

/** Tables are read in the order of their ids. */
const orderOf = ({ position, sequence }: Record<string, unknown>) => Number(position ?? sequence);

async function newChat(panel: Page, chatId: string): Promise<string> {
  const reply = await panel.evaluate(
    (id) =>
      chrome.runtime.sendMessage({
        channel: 'steward/command',
        command: { type: 'new-chat', chatId: id, windowId: null },
      }),
    chatId,
  );
  return reply.value.chatId;
}

test('ten chats that run at the same time share nothing, and write the page one after the other', {
  tag: ['@chats', '@thorough'],
}, async ({ startedChat: { panel }, endpoint, filterPage }) => {
  test.setTimeout(120_000);
  const { page } = panel;
  const [first] = await readTable(page, 'chats');
  const ids: string[] = [];
  for (let number = 0; number < CHATS; number += 1) ids.push(await newChat(page, String(first?.id)));
  endpoint.behave(answersInAnyOrder());
  await Promise.all(
    ids.map((chatId, number) =>
      sendCommand(page, { type: 'send-message', chatId, text: `Add rule number ${number}.` }),
    ),
  );
  const outcomes = async () => {
    const runs = await readTable(page, 'runs');
    return ids.map(
      (id) => (runs.find(({ chatId }) => chatId === id)?.status as { outcome?: string })?.outcome,
    );
  };
  await expect.poll(outcomes, { timeout: RUNS_TIMEOUT_MS }).toEqual(ids.map(() => 'completed'));
  // Each chat then asks for its title.
  const titles = async () => {
    const chats = await readTable(page, 'chats');
    return ids.map((chatId) => chats.find(({ id }) => id === chatId)?.title);
  };
  await expect.poll(titles, { timeout: RUNS_TIMEOUT_MS }).toEqual(ids.map((_, number) => titleOf(number)));

  const rules = (await filterPage.readState()).drafts.openai?.ignore ?? [];
  expect(rules.filter((rule) => rule.startsWith('*chat-')).sort()).toEqual(
    ids.map((_, number) => patternOf(number)).sort(),
  );

  const [messages, executions, checkpoints, usage, steps] = await Promise.all(
    ['messages', 'executions', 'checkpoints', 'usage', 'pageSteps'].map((table) => readTable(page, table)),
  );
  for (const [number, chatId] of ids.entries()) {
    const own = (rows: Record<string, unknown>[] | undefined) =>
      (rows ?? []).filter((row) => row.chatId === chatId).sort((a, b) => orderOf(a) - orderOf(b));
    expect(own(messages).map(({ role }) => role)).toEqual(ROLES);
    expect(own(messages)[3]).toMatchObject({ content: answerOf(number) });
    expect(own(messages)[1]).toMatchObject({
      toolCalls: [{ argumentsText: JSON.stringify({ pattern: patternOf(number) }) }],
    });
    expect(own(messages)[2]).toMatchObject({ result: { success: true } });
    expect(own(executions)).toHaveLength(1);
    expect(own(checkpoints).map(({ reason }) => reason)).toEqual(['session-start', 'before-changes']);
    expect(own(usage).map(({ messageId }) => messageId)).toEqual(
      own(messages).flatMap(({ role, id }) => (role === 'assistant' || role === 'title' ? [id] : [])),
    );
    // The change of the page is attributed to this chat, and to no other.
    const caused = (steps ?? []).filter(({ cause }) => (cause as { chatId?: string })?.chatId === chatId);
    expect(caused).not.toEqual([]);
    for (const step of caused) {
      const others = ids.flatMap((_, other) => (other === number ? [] : patternOf(other)));
      const text = JSON.stringify(step);
      expect(text).toContain(patternOf(number));
      expect(others.filter((pattern) => text.includes(pattern))).toEqual([]);
    }
  }

  // Each write started from the page as the one before had left it.
  const writes = (executions ?? [])
    .filter(({ chatId }) => ids.includes(String(chatId)))
    .sort((a, b) => Number(a.startedAtMs) - Number(b.startedAtMs));
  const before = writes.map(({ write }) => (write as { before: { stateHash: string } }).before.stateHash);
  const left = writes.map(({ leftStateHash }) => leftStateHash);
  expect(before.slice(1)).toEqual(left.slice(0, -1));
});
