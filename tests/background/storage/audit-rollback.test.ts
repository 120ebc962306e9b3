import { describe, expect, it } from 'vitest';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { verifyChain } from '../../fakes/verify-chain';

const ORIGIN = 'http://notes.test';

type Harness = Awaited<ReturnType<typeof createLoopHarness>>;

async function harness(): Promise<Harness> {
  const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')]);
  await h.send('Add eggs');
  return h;
}

async function rollBack(h: Harness, checkpointId: string) {
  const { stateHash } = await h.rollback.preview(h.chatId, checkpointId);
  return h.rollback.perform(h.chatId, checkpointId, stateHash, { strategy: 'replace' });
}

const journal = (h: Harness) => h.db.audit.orderBy('[origin+sequence]').toArray();

async function checkpoint(h: Harness, index: number) {
  const found = (await h.checkpoints()).at(index);
  if (found === undefined) throw new Error(`no checkpoint ${index}`);
  return found;
}

async function expectWhole(h: Harness) {
  const head = await h.db.auditHeads.get(ORIGIN);
  if (head === undefined) throw new Error('no head');
  expect(verifyChain(await journal(h), head)).toMatchObject({ kind: 'intact', count: head.sequence });
}

describe('a restore adds an audit entry', () => {
  it('for a rollback, and for the one that reverts it', async () => {
    const h = await harness();
    const full = h.notes.hash();
    const { id } = await checkpoint(h, 0);
    await rollBack(h, id);
    const empty = h.notes.hash();
    const safety = await checkpoint(h, -1);
    await rollBack(h, safety.id);

    const [, rollback, redo] = await journal(h);
    const shared = {
      origin: ORIGIN,
      chatId: h.chatId,
      action: 'rollback',
      decision: 'user',
      runId: null,
      messageId: null,
      executionId: null,
      success: true,
      errorCode: null,
      note: '',
    };
    const asked = (checkpointId: string) => JSON.stringify({ checkpointId, strategy: 'replace' });
    expect(rollback).toMatchObject({
      ...shared,
      subject: 'Before: add_note("eggs")',
      proposed: asked(id),
      ran: asked(id),
      stateHashBefore: full,
      stateHashAfter: empty,
    });
    expect(redo).toMatchObject({
      ...shared,
      subject: 'Redone: what was rolled back',
      proposed: asked(safety.id),
      stateHashBefore: empty,
      stateHashAfter: full,
    });
    await expectWhole(h);
  });

  it('for an undo', async () => {
    const h = await harness();
    const full = h.notes.hash();
    const { id } = await checkpoint(h, 0);
    const { stateHash } = await h.rollback.previewUndo(h.chatId, id);
    await h.rollback.undo(h.chatId, id, stateHash);
    expect((await journal(h)).at(-1)).toMatchObject({
      action: 'undo',
      decision: 'user',
      subject: 'add_note("eggs")',
      proposed: JSON.stringify({ checkpointId: id }),
      ran: JSON.stringify({ checkpointId: id }),
      stateHashBefore: full,
      stateHashAfter: h.notes.hash(),
    });
    await expectWhole(h);
  });
});
