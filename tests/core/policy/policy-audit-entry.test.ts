import { expect, it } from 'vitest';
import { policyAuditEntry } from '@/src/core/policy/policy-audit-entry';
import { createGateRig, PLACE } from './gate-rig';

const made = { id: 'a', atMs: 5 };

it('a change of what Steward may do is an audit row of the user’s own, with the whole policy as it is now', () => {
  const { chat } = createGateRig([]);
  const settings = { ...chat.settings, permissions: { publish: 'allow' as const } };
  expect(policyAuditEntry(chat, settings, ['publish: runs without asking', 'plan first: off'], made)).toEqual(
    {
      ...made,
      origin: PLACE.origin,
      chatId: 'c',
      runId: null,
      messageId: null,
      executionId: null,
      action: 'policy',
      subject: 'publish: runs without asking; plan first: off',
      proposed: '{"approvalPolicy":"default","permissions":{"publish":"allow"},"planMode":false}',
      decision: 'user',
      note: '',
      ran: null,
      success: true,
      errorCode: null,
      stateHashBefore: null,
      stateHashAfter: null,
      savedBefore: null,
    },
  );
});

it('a chat about no page has no journal to write to', () => {
  const { chat } = createGateRig([]);
  expect(() => policyAuditEntry({ ...chat, binding: null }, chat.settings, [], made)).toThrow(
    expect.objectContaining({ code: 'page-unknown' }),
  );
});
