import { expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { createGateRig, PLACE, SOURCE, signal } from './gate-rig';

it('issues a token for a page state only with the user’s click in this chat', async () => {
  const rig = createGateRig([]);
  const source = SOURCE;
  const from = { context: { notes: ['ale'] }, stateHash: rig.hash(), source };
  const change = { executionId: 'x', state: { notes: ['bun'] }, from };
  const token = await rig.gate.authorizeState(rig.record, change, rig.consents.give('c'), signal);
  expect(token).toMatchObject({
    executionId: 'x',
    chatId: 'c',
    place: PLACE,
    expected: { document: 'd', stateHash: rig.hash() },
    effectHash: hashJson({ effect: 'state', state: { notes: ['bun'] } }),
    basis: 'user',
  });
  for (const consent of [{ subject: 'c' }, rig.consents.give('other')]) {
    await expect(rig.gate.authorizeState(rig.record, change, consent, signal)).rejects.toMatchObject({
      code: 'write-refused',
    });
  }
});
