import { describe, expect, it } from 'vitest';
import { REPLACE, rollTo } from '../../core/checkpoints/take-responses';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { verifyChain } from '../../fakes/verify-chain';

const ORIGIN = 'http://notes.test';

describe('a restore adds an audit entry', () => {
  async function withEggs() {
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')]);
    await h.send('Add eggs');
    const checkpointId = async (index: number) => (await h.checkpoints()).at(index)?.id ?? 'none';
    return {
      h,
      full: h.notes.hash(),
      checkpointId,
      id: await checkpointId(0),
      async entries() {
        const entries = await h.db.audit.orderBy('[origin+sequence]').toArray();
        const head = await h.db.auditHeads.get(ORIGIN);
        if (head === undefined) throw new Error('no head');
        expect(verifyChain(entries, head)).toMatchObject({ kind: 'intact', count: head.sequence });
        return entries;
      },
    };
  }

  it('for a rollback, and for the one that reverts it', async () => {
    const { h, full, id, checkpointId, entries } = await withEggs();
    await rollTo(h, id);
    const empty = h.notes.hash();
    const safety = await checkpointId(-1);
    await rollTo(h, safety);
    const shared = {
      origin: ORIGIN,
      chatId: h.chatId,
      action: 'rollback',
      decision: 'user',
      ...{ runId: null, messageId: null, executionId: null, success: true, errorCode: null, note: '' },
    };
    const asked = (of: string) => JSON.stringify({ checkpointId: of, ...REPLACE });
    expect((await entries()).slice(1)).toMatchObject([
      {
        ...shared,
        subject: 'Before: add_note("eggs")',
        proposed: asked(id),
        ran: asked(id),
        stateHashBefore: full,
        stateHashAfter: empty,
      },
      {
        ...shared,
        subject: 'Redone: what was rolled back',
        proposed: asked(safety),
        stateHashBefore: empty,
        stateHashAfter: full,
      },
    ]);
  });

  it('for an undo', async () => {
    const { h, full, id, entries } = await withEggs();
    const { stateHash } = await h.rollback.previewUndo(h.chatId, id);
    await h.rollback.undo(h.chatId, id, stateHash);
    expect((await entries()).at(-1)).toMatchObject({
      action: 'undo',
      decision: 'user',
      subject: 'add_note("eggs")',
      proposed: JSON.stringify({ checkpointId: id }),
      ran: JSON.stringify({ checkpointId: id }),
      stateHashBefore: full,
      stateHashAfter: h.notes.hash(),
    });
  });
});
