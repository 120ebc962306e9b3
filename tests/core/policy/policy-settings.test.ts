import { describe, expect, it } from 'vitest';
import { policyAuditEntry } from '@/src/core/policy/policy-audit-entry';
import { ownPermission, policyChanges, policyElsewhere, policyOf } from '@/src/core/policy/policy-settings';
import { newChatSettings } from '@/src/core/records/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { createGateRig, PLACE } from './gate-rig';

const policy = (changes: Partial<PolicySettings> = {}): PolicySettings => ({
  approvalPolicy: 'default',
  permissions: {},
  planMode: false,
  ...changes,
});

it('policyOf returns only the policy settings', () => {
  expect(policyOf(newChatSettings())).toEqual(policy());
});

it.each<[string, PolicySettings['permissions'], string, string | null]>([
  ['the permission if there is one', { save: 'deny' }, 'save', 'deny'],
  ['null for another tool', { save: 'deny' }, 'load', null],
  ['null for a tool named like an inherited property', {}, 'constructor', null],
  ['the permission of a tool with such a name', JSON.parse('{"__proto__":"ask"}'), '__proto__', 'ask'],
])('ownPermission returns %s', (_, permissions, tool, expected) => {
  expect(ownPermission(permissions, tool)).toBe(expected);
});

describe('the policy that another chat inherits', () => {
  it('keeps “ask” and “deny”, and drops “allow”', () => {
    const given = policy({
      approvalPolicy: 'ask-every-change',
      planMode: true,
      permissions: { save: 'allow', add: 'ask', clear: 'deny' },
    });
    expect(policyElsewhere(given)).toEqual({ ...given, permissions: { add: 'ask', clear: 'deny' } });
  });

  it('contains no other settings', () => {
    expect(policyElsewhere(newChatSettings())).toEqual(policy());
  });
});

it.each<[string, Partial<PolicySettings>, Partial<PolicySettings>, string[]]>([
  ['nothing', { permissions: { save: 'ask' } }, { permissions: { save: 'ask' } }, []],
  ['read-only', {}, { approvalPolicy: 'read-only' }, ['read only']],
  ['the default policy again', { approvalPolicy: 'ask-every-change' }, {}, ['asks if risky']],
  ['plan mode switched off', { planMode: true }, {}, ['no plan first']],
  [
    'another permission',
    { permissions: { save: 'allow' } },
    { permissions: { save: 'ask' } },
    ['save: asks first'],
  ],
  ['a refusal', {}, { permissions: { save: 'deny' } }, ['save: never runs']],
  [
    'all at once, tools by name',
    { permissions: { b: 'deny' } },
    { approvalPolicy: 'ask-every-change', planMode: true, permissions: { c: 'ask', a: 'allow' } },
    [
      'asks before every change',
      'plans first',
      'a: runs without asking',
      'b: as the policy says',
      'c: asks first',
    ],
  ],
])('a policy change is described: %s', (_, before, after, expected) => {
  expect(policyChanges(policy(before), policy(after))).toEqual(expected);
});

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
