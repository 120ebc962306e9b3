import { beforeAll, expect, it } from 'vitest';
import { readChatFile } from '@/src/background/storage/archive-documents';
import { exportedChat } from '@/src/store/chat-export';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';

type Exported = NonNullable<Awaited<ReturnType<typeof exportedChat>>>;

let exported: Exported;

beforeAll(async () => {
  const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')]);
  await h.send('Add eggs');
  const chat = await exportedChat(h.db, h.chatId, 0);
  if (chat === null) throw new Error('there is no chat');
  exported = chat;
});

it('an exported chat is read as it was written', () => {
  const { chats, messages, runs, executions, usage } = readChatFile(JSON.stringify(exported));
  const { page, settings, ...chat } = exported.chat;
  const given = JSON.parse(JSON.stringify(exported));
  expect(chats).toMatchObject([{ ...chat, binding: page, settings }]);
  expect({ messages, usage }).toEqual({ messages: given.messages, usage: given.usage });
  expect(runs).toMatchObject(given.runs);
  expect(executions).toMatchObject(given.executions);
});

/** The file with these fields in the first row of one of its lists, or in its chat. */
function forged(table: 'chat' | 'messages' | 'runs' | 'executions' | 'usage', fields: object): string {
  const given = exported[table];
  const changed = Array.isArray(given) ? [{ ...given[0], ...fields }] : { ...given, ...fields };
  return JSON.stringify({ ...exported, [table]: changed });
}

it.each([
  ['messages', 'content', 7],
  ['messages', 'position', -1],
  ['messages', 'role', 'admin'],
  ['runs', 'round', -1],
  ['executions', 'state', 'lost'],
  ['usage', 'atMs', '1'],
] as const)(
  'a chat with a damaged row of %s is refused, and the row and its field %s are named',
  (table, field, value) => {
    const [row] = exported[table] as { id: string }[];
    expect(() => readChatFile(forged(table, { [field]: value }))).toThrow(
      new RegExp(`, ${table} "${row?.id}", can’t be used because of its field “${field}”`),
    );
  },
);

it('a chat with a row whose id has no text is refused, and the row is named', () => {
  const id = { toString: null, valueOf: null };
  expect(() => readChatFile(forged('runs', { id }))).toThrow(/, runs ".*toString.*", .* field “id”/);
});

it.each([
  ['chat', 'pendingMessage', { text: 'Do it.', queuedAtMs: 1 }],
  ['runs', 'contextText', 'the page'],
  ['executions', 'write', null],
  ['executions', 'leftStateHash', 'h'],
] as const)('a chat whose %s has the field %s, which no export has, is refused', (table, field, value) => {
  expect(() => readChatFile(forged(table, { [field]: value }))).toThrow(
    `The file’s field “${field}” can’t be used.`,
  );
});

it.each([
  ['roundsPerRun', 0, 'because of its field “settings.roundsPerRun”.'],
  // The panel couldn't change any limit of a chat with a number that it doesn't take.
  ['requestAttempts', 50, 'because of its field “settings.requestAttempts”.'],
  ['tokenBudget', 1e15, 'because of its field “settings.tokenBudget”.'],
  // The user decides these.
  ['connectionId', null, 'field “connectionId”'],
  ['modelAlias', null, 'field “modelAlias”'],
  ['permissions', null, 'field “permissions”'],
])('a chat with the setting %s of %s is refused, and the setting is named', (name, value, words) => {
  const settings = { ...exported.chat.settings, [name]: value };
  expect(() => readChatFile(forged('chat', { settings }))).toThrow(words);
});
