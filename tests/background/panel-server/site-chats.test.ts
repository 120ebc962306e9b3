import { beforeEach, expect, it } from 'vitest';
import { createSiteChats, type NamedSite } from '@/src/background/panel-server/site-chats';
import { deleteChatRows } from '@/src/background/storage/delete-chat';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Message } from '@/src/schema/message';
import type { StoredRun } from '@/src/schema/run';
import type { StewardDatabase } from '@/src/store/db';
import { createNumberedIds, createTickingClock } from '../../fakes/ticking-clock';
import { ownDatabase } from '../own-database';

const site = (name: string): NamedSite => ({
  name,
  binding: { adapterId: 'notes', origin: `http://${name}.test`, instanceId: 'i', title: 'Notes' },
});
const [A, B, C] = [site('a'), site('b'), site('c')] as const;

let db: StewardDatabase;
let unbound: string[];

function chats() {
  return createSiteChats({
    db,
    bindings: { unbind: async (chatId) => void unbound.push(chatId) },
    open: async ({ binding, settings }) => addChat('opened', binding, settings),
    clock: createTickingClock(1_000),
    ids: createNumberedIds(),
  });
}

async function addChat(
  id: string,
  binding = A.binding as NamedSite['binding'] | null,
  settings = newChatSettings(),
) {
  const chat = newChat({ id, title: id, atMs: 0, binding, settings, lastStateHash: 'h' });
  await db.chats.add(chat);
  return chat;
}

async function addMessage(chatId: string): Promise<void> {
  const place = { id: 'm', chatId, runId: null, position: 0, createdAtMs: 0, discardedBy: null };
  const message: Message = { ...place, role: 'user', content: 'Hello', changes: [], nonce: 'n' };
  await db.messages.add(message);
}

/** The sites of a chat, as its members have them. */
async function sitesOf(chatId: string) {
  const targets = (await db.chats.get(chatId))?.targets;
  const members = await db.chats.bulkGet(targets?.map((target) => target.chatId) ?? []);
  return targets?.map(({ name }, index) => [name, members[index]?.binding?.origin, members[index]?.memberOf]);
}

beforeEach(() => {
  db = ownDatabase();
  unbound = [];
});

it('makes an empty chat one about several sites, with a member for each', async () => {
  await addChat('chat');
  expect(await chats().choose('chat', [A, B])).toEqual({ chatId: 'chat' });
  expect(await sitesOf('chat')).toEqual([
    ['a', 'http://a.test', 'chat'],
    ['b', 'http://b.test', 'chat'],
  ]);
});

it('leaves a chat with messages about one page as it is, and makes a new one about the sites', async () => {
  await addChat('chat');
  await addMessage('chat');
  expect(await chats().choose('chat', [B, C])).toEqual({ chatId: 'opened' });
  expect((await db.chats.get('chat'))?.targets).toBeUndefined();
  expect((await sitesOf('opened'))?.map(([name]) => name)).toEqual(['b', 'c']);
});

it('keeps the members of sites that stay, and those that are left out for later', async () => {
  await addChat('chat');
  const { choose } = chats();
  await choose('chat', [A, B]);
  const [first] = (await db.chats.get('chat'))?.targets ?? [];
  await choose('chat', [C, A]);
  const after = await db.chats.get('chat');
  expect(after?.targets?.map(({ name }) => name)).toEqual(['c', 'a']);
  expect(after?.targets?.[1]).toEqual(first);
  expect(await db.chats.count()).toBe(4);
  // Its first site is another page, which the conversation doesn't know yet.
  expect(after).toMatchObject({ binding: C.binding, lastStateHash: null });
  expect(unbound).toEqual(['chat']);
});

it('makes it a chat about one page again if one site is chosen', async () => {
  await addChat('chat');
  const { choose } = chats();
  await choose('chat', [A, B]);
  await choose('chat', [A]);
  expect((await db.chats.get('chat'))?.targets).toBeUndefined();
});

it('is refused during a run', async () => {
  await addChat('chat');
  const run = { id: 'r', chatId: 'chat', startedAtMs: 0, status: { state: 'processing' } };
  await db.runs.add(run as StoredRun);
  await expect(chats().choose('chat', [A, B])).rejects.toMatchObject({ code: 'busy' });
  expect(await sitesOf('chat')).toBeUndefined();
});

it('is refused without a site', async () => {
  await addChat('chat');
  await expect(chats().choose('chat', [])).rejects.toMatchObject({ code: 'invalid-message' });
});

it.each([
  ['plans first', { planMode: true }, { planMode: false, approvalPolicy: 'ask-every-change' }],
  [
    'only reads',
    { planMode: true, approvalPolicy: 'read-only' },
    { planMode: false, approvalPolicy: 'read-only' },
  ],
  ['allows a tool', { permissions: { publish: 'allow' } }, { permissions: { publish: 'allow' } }],
] as const)('gives members the settings of the leading chat, which %s', async (_, settings, expected) => {
  const leading = await addChat('chat', A.binding, { ...newChatSettings(), ...settings });
  await addChat('member');
  await chats().follow('member', leading);
  expect((await db.chats.get('member'))?.settings).toMatchObject(expected);
});

it('deletes the members with the chat that leads them', async () => {
  await addChat('chat');
  await addChat('other');
  await chats().choose('chat', [A, B]);
  await db.chats.update('chat', { deletedAtMs: 5 });
  await deleteChatRows(db, { chatId: 'chat', deletedAtMs: 5 });
  expect(await db.chats.toCollection().primaryKeys()).toEqual(['other']);
});
