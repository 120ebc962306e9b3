import { describe, expect, it } from 'vitest';
import { requireAllowed, underPolicy } from '@/src/core/policy/under-policy';
import { newChatSettings } from '@/src/core/records/chat';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { allowsAddress, type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';

const CHOSEN: ChatSettings = {
  ...newChatSettings(),
  permissions: { save_changes: 'allow', add_rule: 'allow', clear_rules: 'deny' },
};

describe('a chat’s settings under a policy', () => {
  it.each<[string, Partial<ManagedPolicy>, Partial<ChatSettings>]>([
    ['without entries are as chosen', {}, CHOSEN],
    [
      'that demands approvals lose what the user allowed',
      { mostPermission: 'ask-every-change' },
      { approvalPolicy: 'ask-every-change', permissions: { clear_rules: 'deny' } },
    ],
    ['that is read-only are read-only', { mostPermission: 'read-only' }, { approvalPolicy: 'read-only' }],
    [
      'with a tool that always asks keep a refusal of it',
      { askTools: ['save_changes', 'clear_rules', 'constructor'] },
      {
        permissions: {
          save_changes: 'ask',
          add_rule: 'allow',
          clear_rules: 'deny',
          constructor: 'ask',
        } as never,
      },
    ],
    ['with values of its own have these', { chatSettings: { roundsPerRun: 3 } }, { roundsPerRun: 3 }],
  ])('%s', (_, policy, expected) => {
    expect(underPolicy(CHOSEN, { ...NO_POLICY, ...policy })).toMatchObject(expected);
  });

  it('that chose more than the policy are refused', () => {
    const policy: ManagedPolicy = {
      ...NO_POLICY,
      mostPermission: 'ask-every-change',
      chatSettings: { roundsPerRun: 3 },
    };
    const allowed = underPolicy(CHOSEN, policy);
    expect(() => requireAllowed(allowed, allowed, policy)).not.toThrow();
    expect(() => requireAllowed(allowed, { ...allowed, approvalPolicy: 'read-only' }, policy)).not.toThrow();
    for (const more of [
      { approvalPolicy: 'default' },
      { roundsPerRun: 4 },
      { permissions: { add_rule: 'allow' } },
    ] as const) {
      expect(() => requireAllowed(allowed, { ...allowed, ...more }, policy)).toThrow('has set this');
    }
  });
});

it.each([
  ['https://proxy.example', 'https://proxy.example/admin', true],
  ['https://proxy.example', 'https://proxy.example:8443/', true],
  ['https://proxy.example:443', 'https://proxy.example/', true],
  ['https://proxy.example:443', 'https://proxy.example:8443/', false],
  ['https://proxy.example:8443', 'https://proxy.example:8443/', true],
  ['https://proxy.example:8443', 'https://proxy.example/', false],
  ['https://proxy.example', 'http://proxy.example/', false],
  ['https://proxy.example', 'https://a.proxy.example/', false],
  ['https://*.proxy.example', 'https://a.proxy.example/', true],
  ['https://*.proxy.example', 'https://proxy.example/', true],
  ['https://*.proxy.example', 'https://evilproxy.example/', false],
  ['http://127.0.0.1:8317', 'http://127.0.0.1:8317/v1', true],
  ['http://[::1]:8317', 'http://[::1]:8317/v1', true],
  ['https://proxy.example', '', false],
])('the address %s and the URL %s: %s', (address, url, expected) => {
  expect(allowsAddress([address], url)).toBe(expected);
  expect(allowsAddress(null, url)).toBe(true);
  expect(allowsAddress([], url)).toBe(false);
});
