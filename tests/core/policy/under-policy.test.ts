import { describe, expect, it } from 'vitest';
import { allowing, changePolicy, policyChange } from '@/src/core/policy/change-policy';
import { policyOf } from '@/src/core/policy/policy-settings';
import { ownSettings, underPolicy, withOwnPatch } from '@/src/core/policy/under-policy';
import { newChatSettings } from '@/src/core/records/chat';
import type { ChatSettings, PolicySettings, StoredSettings } from '@/src/schema/chat-settings';
import { allowsAddress, type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';
import { copiedChat } from '@/tests/fakes/copied-chat';

const CHOSEN: StoredSettings = {
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

  it('that are patched with the organisation’s value keep the user’s, and another value is refused', () => {
    const policy: ManagedPolicy = { ...NO_POLICY, chatSettings: { roundsPerRun: 3, tokenBudget: null } };
    const own = ownSettings(underPolicy(CHOSEN, policy));
    expect(own).toBe(CHOSEN);
    expect(withOwnPatch(own, { roundsPerRun: 3, streaming: false }, policy)).toEqual({
      ...CHOSEN,
      streaming: false,
    });
    for (const patch of [{ roundsPerRun: 4 }, { tokenBudget: 5 }]) {
      expect(() => withOwnPatch(own, patch, policy)).toThrow('has set this');
    }
  });
});

describe('a change of what the assistant may do', () => {
  const ASKS: ManagedPolicy = { ...NO_POLICY, mostPermission: 'ask-every-change', askTools: ['find_note'] };
  const chatUnder = (policy: ManagedPolicy) => ({ ...copiedChat(), settings: underPolicy(CHOSEN, policy) });
  const changed = (policy: ManagedPolicy, wanted: Partial<PolicySettings>) => {
    const chat = chatUnder(policy);
    const change = policyChange(chat.settings, { ...policyOf(chat.settings), ...wanted });
    return changePolicy(chat, change, policy, { id: 'a', atMs: 1 });
  };

  it.each<[string, Partial<PolicySettings>]>([
    ['the predefined policy', { approvalPolicy: 'default' }],
    ['a permission', { permissions: { add_rule: 'allow' } }],
    ['a permission of a tool that asks', { permissions: { find_note: 'allow' } }],
    ['no rule of a tool that asks', { permissions: { clear_rules: 'deny' } }],
  ])('that the organisation doesn’t allow is refused: %s', (_, wanted) => {
    expect(() => changed(ASKS, wanted)).toThrow('has set this');
  });

  it('stores what the user changed, and nothing that the organisation has set', () => {
    const { permissions } = chatUnder(ASKS).settings;
    const { settings, changes } = changed(ASKS, {
      planMode: true,
      permissions: { ...permissions, discard: 'deny' },
    });
    expect(settings).toEqual({
      ...CHOSEN,
      planMode: true,
      permissions: { ...CHOSEN.permissions, discard: 'deny' },
    });
    expect(changes).toEqual(['plans first', 'discard: never runs']);
  });

  it('that the user makes beside the organisation’s values stores none of them, also once that policy has ended', () => {
    const shown = policyOf(chatUnder(ASKS).settings);
    const change = policyChange(shown, { ...shown, planMode: true });
    const { settings } = changePolicy(chatUnder(NO_POLICY), change, NO_POLICY, { id: 'a', atMs: 1 });
    expect(settings).toEqual({ ...CHOSEN, planMode: true });
  });

  it('for tools that asked is refused under a policy, and changes nothing if they were allowed before', () => {
    for (const policy of [ASKS, { ...NO_POLICY, askTools: ['add_rule'] }]) {
      const chat = chatUnder(policy);
      const change = allowing(['add_rule']);
      expect(() => changePolicy(chat, change, policy, { id: 'a', atMs: 1 })).toThrow('has set this');
    }
    const chat = chatUnder(NO_POLICY);
    const again = changePolicy(chat, allowing(['add_rule']), NO_POLICY, {
      id: 'a',
      atMs: 1,
    });
    expect(again).toMatchObject({ settings: CHOSEN, changes: [] });
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
