import { expect, it } from 'vitest';
import { policyAuditEntry } from '@/src/core/policy/policy-audit-entry';
import { createGateRig, PLACE } from './gate-rig';

const made = { id: 'a', atMs: 5 };

it('a policy change gets an audit entry by the user, with the whole new policy', () => {
  const { chat } = createGateRig([]);
  const settings = { ...chat.settings, permissions: { publish: 'allow' as const } };
  expect(policyAuditEntry(chat, settings, ['publish: runs without asking', 'no plan first'], made)).toEqual({
    ...made,
    origin: PLACE.origin,
    chatId: 'c',
    runId: null,
    messageId: null,
    executionId: null,
    action: 'policy',
    subject: 'publish: runs without asking; no plan first',
    proposed: '{"approvalPolicy":"default","permissions":{"publish":"allow"},"planMode":false}',
    decision: 'user',
    note: '',
    ran: null,
    success: true,
    errorCode: null,
    stateHashBefore: null,
    stateHashAfter: null,
    savedBefore: null,
  });
});

it('a policy change of a chat without a page rejects with page-unknown', () => {
  const { chat } = createGateRig([]);
  expect(() => policyAuditEntry({ ...chat, binding: null }, chat.settings, [], made)).toThrow(
    expect.objectContaining({ code: 'page-unknown' }),
  );
});
