import { expect, it } from 'vitest';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Run } from '@/src/schema/run';
import { siteChanges } from '@/src/store/queries';
import { aListedCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { aChat } from '../background/a-chat';
import { aMessage } from './a-message';
import { openWriter } from './open-writer';

const writer = openWriter();
const BINDING = { adapterId: 'a', origin: 'https://a.test', instanceId: 'i', title: 'A' };

const CALL = { executionId: 'x', name: 'add', args: {}, success: true, message: 'Added.' };

/** A site’s chat whose calls belong to this answer of the leading chat; null for calls of its own. `undone`: the checkpoint of its undo. */
async function changed(name: string, carriesOut: string | null, undone = ''): Promise<void> {
  const chatId = `of ${name}`;
  const id = `answer ${name}`;
  await writer.chats.add({ ...aChat({ id: chatId, title: name, binding: BINDING }), memberOf: 'c' });
  await writer.messages.bulkAdd([
    aMessage(1, { id, chatId, runId: `run ${name}`, role: 'assistant' }),
    aMessage(2, { id: `rollback ${name}`, chatId, role: 'rollback', kind: 'undo', checkpointId: undone }),
  ]);
  const status = { state: 'done', outcome: 'completed' };
  await writer.runs.add({ id: `run ${name}`, chatId, status, ...(carriesOut && { carriesOut }) } as Run);
  const { request, results, ...checkpoint } = aListedCheckpoint({
    ...{ id: `k ${name}`, chatId, messageId: id, calls: [CALL], createdAtMs: Number(carriesOut?.slice(1)) },
  });
  await writer.checkpoints.add({ ...checkpoint, page: BINDING, content: {} } as unknown as Checkpoint);
}

it('the changes of a chat about several sites are those that are left of its answers’ parts, the newest answer first, also on removed sites', async () => {
  const targets = ['north', 'south', 'west', 'up'].map((name) => ({ name, chatId: `of ${name}` }));
  await writer.chats.add({ ...aChat({}), targets });
  await changed('north', 'm1');
  await changed('south', null);
  await changed('west', 'm2');
  await changed('east', 'm1');
  await changed('up', 'm2', 'k up');
  expect(await siteChanges('c')).toMatchObject([
    [{ name: 'west', messageId: 'm2', checkpoint: { id: 'k west' } }],
    [
      { name: 'north', messageId: 'm1', checkpoint: { id: 'k north' } },
      { name: 'east', chatId: 'of east', messageId: 'm1', checkpoint: { id: 'k east' } },
    ],
  ]);
});

it('a chat about one page has no changes of sites', async () => {
  await writer.chats.add(aChat({}));
  expect(await siteChanges('c')).toEqual([]);
});
