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

it.each<[keyof Exported, string, unknown]>([
  ['messages', 'content', 7],
  ['messages', 'position', -1],
  ['messages', 'role', 'admin'],
  ['runs', 'round', -1],
  ['executions', 'state', 'lost'],
  ['usage', 'atMs', '1'],
])(
  'a chat with a damaged row of %s is refused, and the row and its field %s are named',
  (table, field, value) => {
    const [row] = exported[table] as { id: string }[];
    const damaged = { ...exported, [table]: [{ ...row, [field]: value }] };
    expect(() => readChatFile(JSON.stringify(damaged))).toThrow(
      new RegExp(`, ${table} "${row?.id}", can’t be used because of its field “${field}”`),
    );
  },
);

it('a chat with a row whose id has no text is refused, and the row is named', () => {
  const id = { toString: null, valueOf: null };
  const damaged = { ...exported, runs: [{ ...exported.runs[0], id }] };
  expect(() => readChatFile(JSON.stringify(damaged))).toThrow(/, runs ".*toString.*", .* field “id”/);
});

it.each([
  ['roundsPerRun', 0],
  // The panel couldn't change any limit of a chat with a number that it doesn't take.
  ['requestAttempts', 50],
  ['tokenBudget', 1e15],
])('a chat with the setting %s of %d is refused, and the setting is named', (name, value) => {
  const chat = { ...exported.chat, settings: { ...exported.chat.settings, [name]: value } };
  expect(() => readChatFile(JSON.stringify({ ...exported, chat }))).toThrow(
    `because of its field “settings.${name}”.`,
  );
});

it.each([
  ['chat', 'pendingMessage', { text: 'Do it.', queuedAtMs: 1 }],
  ['runs', 'contextText', 'the page'],
  ['executions', 'write', null],
  ['executions', 'leftStateHash', 'h'],
] as const)('a chat whose %s has the field %s, which no export has, is refused', (table, field, value) => {
  const given = exported[table];
  const forged = Array.isArray(given) ? [{ ...given[0], [field]: value }] : { ...given, [field]: value };
  expect(() => readChatFile(JSON.stringify({ ...exported, [table]: forged }))).toThrow(
    `The file’s field “${field}” can’t be used.`,
  );
});

it.each(['connectionId', 'modelAlias', 'permissions'])(
  'a chat with the setting %s, which the user decides, is refused',
  (name) => {
    const chat = { ...exported.chat, settings: { ...exported.chat.settings, [name]: null } };
    expect(() => readChatFile(JSON.stringify({ ...exported, chat }))).toThrow(`field “${name}”`);
  },
);
