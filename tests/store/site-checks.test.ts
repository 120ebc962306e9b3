import { expect, it } from 'vitest';
import type { AuditEntry } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { siteChecks } from '@/src/store/queries';
import { aChat } from '../background/a-chat';
import { aMessage } from './a-message';
import { openWriter } from './open-writer';

const writer = openWriter();
const FOUND = { value: 'no', evidence: { id: 'kit.force.still', values: { models: ['gpt-4'] } } };

/** A site’s chat whose newest run carries out this response; with these entries in the audit. */
async function site(
  name: string,
  carriesOut: string,
  entries: [AuditEntry['action'], unknown][],
  made = true,
) {
  const chatId = `of ${name}`;
  await writer.chats.add({ ...aChat({ id: chatId, title: name }), memberOf: 'c' });
  const toolCalls = ['add', 'save', 'count'].map((tool) => ({
    executionId: tool === 'add' ? `x ${name}` : `${tool} ${name}`,
    ...{ modelCallId: tool, name: tool, argumentsText: '{}' },
  }));
  for (const [index, { executionId, name: tool }] of toolCalls.entries()) {
    const effect = tool === 'count' ? 'read' : 'write';
    await writer.executions.add({ id: executionId, name: tool, effect } as Execution);
    const result = { success: tool !== 'save' && made, message: '' };
    const fields = { id: `${tool} of ${name}`, chatId, runId: `run ${name}`, role: 'tool' as const };
    await writer.messages.add(aMessage(index + 2, { ...fields, executionId, result } as Partial<Message>));
  }
  const answer = aMessage(1, { id: `answer ${name}`, chatId, runId: `run ${name}`, role: 'assistant' });
  await writer.messages.add({ ...answer, toolCalls } as typeof answer);
  const status = { state: 'done', outcome: 'completed' };
  await writer.runs.add({ id: `run ${name}`, chatId, status, startedAtMs: 1, carriesOut } as Run);
  await writer.audit.bulkAdd(
    entries.map(([action, proposed], index) => ({
      ...({ id: `${name} ${index}`, origin: name, executionId: `x ${name}`, action } as AuditEntry),
      sequence: index + 1,
      proposed: typeof proposed === 'string' ? proposed : JSON.stringify(proposed),
      atMs: index,
    })),
  );
}

it('the newest check of each site is read, of those that the response’s calls changed, by the names in their results', async () => {
  const names = ['north', 'south', 'west', 'east', 'spare', 'refused'];
  await writer.chats.add({
    ...aChat({}),
    targets: names.map((name) => ({ name: `new ${name}`, chatId: `of ${name}` })),
  });
  await site('north', 'm', [
    ['call', {}],
    ['check', FOUND],
    ['check', { value: 'yes', evidence: 'Checked.' }],
    ['undo', {}],
  ]);
  await site('south', 'm', [['check', FOUND]]);
  await site('west', 'later', [['check', FOUND]]);
  await site('east', 'm', [['call', {}]]);
  await site('spare', 'm', [['check', 'changed by hand']]);
  await site('refused', 'm', [['call', {}]], false);
  const last = await writer.runs.get('run south');
  await writer.runs.add({ ...last, id: 'later', startedAtMs: 2, carriesOut: 'later' } as Run);
  expect(await siteChecks('c', 'm')).toEqual([
    { site: 'north', tool: 'add', check: { value: 'yes', evidence: 'Checked.', atMs: 2 }, isNewest: true },
    { site: 'south', tool: 'add', check: { ...FOUND, atMs: 0 }, isNewest: false },
    { site: 'east', tool: 'add', check: null, isNewest: true },
    { site: 'spare', tool: 'add', check: null, isNewest: true },
  ]);
});
