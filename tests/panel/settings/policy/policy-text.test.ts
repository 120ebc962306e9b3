import { describe, expect, it } from 'vitest';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { policyOf } from '@/src/core/policy/policy-settings';
import { newChatSettings } from '@/src/core/records/chat';
import {
  type PermissionsChoice,
  permissionsChoice,
  policyLabel,
} from '@/src/panel/settings/policy/permissions-choice';
import {
  PERMISSIONS_CHOICES,
  TOOL_GROUPS,
  toolRule,
  withPermission,
  withPermissions,
} from '@/src/panel/settings/policy/policy-text';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { APPROVAL_POLICIES, type Effect, type Permission } from '@/src/schema/values/policy';
import { pageTool } from '../../../fakes/page-tool';

const policy = (changes: Partial<PolicySettings> = {}): PolicySettings => ({
  ...policyOf(newChatSettings()),
  ...changes,
});
const tool = (effect: Effect, defaultPermission: Permission = 'allow') => ({
  name: 'it',
  effect,
  defaultPermission,
});
const ASK_ALL = { approvalPolicy: 'ask-every-change' } as const;

it('every predefined policy can be chosen, and plan mode beside them', () => {
  const values = PERMISSIONS_CHOICES;
  expect(values.toSorted()).toEqual([...APPROVAL_POLICIES, 'plan'].toSorted());
});

it.each<[Partial<PolicySettings>, PermissionsChoice]>([
  [{}, 'default'],
  [ASK_ALL, 'ask-every-change'],
  [{ planMode: true }, 'plan'],
  [{ ...ASK_ALL, planMode: true }, 'plan'],
  [{ approvalPolicy: 'read-only', planMode: true }, 'read-only'],
])('%j is shown as %s', (changes, choice) => {
  expect(permissionsChoice(policy(changes))).toBe(choice);
});

it.each<[Partial<PolicySettings>, PermissionsChoice, Partial<PolicySettings>]>([
  [{ planMode: true }, 'default', {}],
  [{ planMode: true }, 'read-only', { approvalPolicy: 'read-only' }],
  [ASK_ALL, 'plan', { ...ASK_ALL, planMode: true }],
  [{ approvalPolicy: 'read-only' }, 'plan', { planMode: true }],
])('%j with the choice %s becomes %j, and keeps the rules for tools', (before, choice, after) => {
  const permissions = { save: 'deny' as const };
  expect(withPermissions(policy({ ...before, permissions }), choice)).toEqual(
    policy({ ...after, permissions }),
  );
});

it('every tool of the filter page is in exactly one group', () => {
  const effects: readonly Effect[] = TOOL_GROUPS;
  expect(new Set(effects).size).toBe(effects.length);
  expect(modelFilter.tools.filter(({ effect }) => !effects.includes(effect))).toEqual([]);
});

it.each<[Partial<PolicySettings>, string]>([
  [{}, 'Ask if risky'],
  [ASK_ALL, 'Always ask'],
  [{ permissions: { save: 'ask' } }, 'Custom rules'],
  [{ ...ASK_ALL, permissions: { save: 'allow' } }, 'Custom rules'],
  [{ planMode: true }, 'Plan first'],
  [{ approvalPolicy: 'read-only', planMode: true, permissions: { save: 'allow' } }, 'Read only'],
  [{ ...ASK_ALL, permissions: { save: 'allow' }, planMode: true }, 'Plan first'],
])('%j has the label %s', (changes, expected) => {
  expect(policyLabel(policy(changes))).toBe(expected);
});

it('a tool of the page can’t be allowed, whatever it claims', () => {
  const ofPage = { ...tool('commit', 'ask'), pageTool: pageTool({ hints: { readOnly: true } }) };
  const choices = toolRule(policy(), ofPage, false).choices.map(({ label }) => label);
  expect(choices).toEqual(['Default: ask', 'Ask', 'Never']);
});

describe('a tool under a policy', () => {
  it.each<[string, Partial<PolicySettings>, ReturnType<typeof tool>, goesLive: boolean, string]>([
    ['a change that can be undone', {}, tool('write'), false, 'Runs at once'],
    ['a commit', {}, tool('commit', 'ask'), false, 'Asks first'],
    [
      'a change',
      { approvalPolicy: 'read-only', planMode: true },
      tool('write'),
      false,
      'Refused while read only',
    ],
    ['a read', { approvalPolicy: 'read-only' }, tool('read'), false, 'Runs at once'],
    ['a change whose definition denies it', {}, tool('write', 'deny'), false, 'Never runs'],
    ['a change that goes live', {}, tool('write'), true, 'Asks first'],
    ['a read that the user refuses', { permissions: { it: 'deny' } }, tool('read'), false, 'Never runs'],
    ['a change under plan first', { planMode: true }, tool('write'), false, 'Waits in the plan'],
    [
      'a refused change under plan first',
      { planMode: true, permissions: { it: 'deny' } },
      tool('write'),
      false,
      'Never runs',
    ],
    [
      'a change of the view under plan first',
      { planMode: true },
      tool('navigate'),
      false,
      'Waits in the plan',
    ],
    ['a read under plan first', { planMode: true }, tool('read'), false, 'Runs at once'],
  ])('has a status text: %s', (_, changes, one, goesLive, expected) => {
    expect(toolRule(policy(changes), one, goesLive).status).toBe(expected);
  });

  it.each<[Effect, Partial<PolicySettings>, string[]]>([
    ['write', {}, ['Default: run', 'Run', 'Ask', 'Never']],
    ['write', ASK_ALL, ['Default: ask', 'Run', 'Ask', 'Never']],
    ['write', { permissions: { it: 'deny' } }, ['Default: run', 'Run', 'Ask', 'Never']],
    ['read', ASK_ALL, ['Default: run', 'Run', 'Never']],
  ])('that is a %s under %j offers %j', (effect, changes, expected) => {
    const { choices } = toolRule(policy(changes), tool(effect), false);
    expect(choices.map(({ label }) => label)).toEqual(expected);
  });

  it.each<[string, Partial<PolicySettings>, Effect, goesLive: boolean, string | null]>([
    ['a save that may run', { permissions: { it: 'allow' } }, 'commit', false, 'can’t undo it'],
    ['a live change that may run', { permissions: { it: 'allow' } }, 'write', true, 'no save holds it back'],
    ['a change that may run', { permissions: { it: 'allow' } }, 'write', false, null],
    ['a live read', {}, 'read', true, null],
    ['a view of a live page', {}, 'navigate', true, null],
    ['a save that asks', { permissions: { it: 'ask' } }, 'commit', false, null],
    ['a save that never runs', { permissions: { it: 'deny' } }, 'commit', true, null],
    ['a save in a plan', { permissions: { it: 'allow' }, planMode: true }, 'commit', false, null],
  ])('has a warning or none: %s', (_, changes, effect, goesLive, expected) => {
    const { warning } = toolRule(policy(changes), tool(effect), goesLive);
    if (expected === null) expect(warning).toBeNull();
    else expect(warning).toContain(expected);
  });

  it('returns the user’s own rule', () => {
    expect(toolRule(policy(), tool('write'), false).own).toBeNull();
    expect(toolRule(policy({ permissions: { it: 'ask' } }), tool('write'), false).own).toBe('ask');
  });
});

describe('a new rule for one tool', () => {
  const given = policy({ ...ASK_ALL, permissions: { save: 'deny', add: 'ask' } });

  it.each<[string, Permission | null, PolicySettings['permissions']]>([
    ['save', 'allow', { save: 'allow', add: 'ask' }],
    ['save', null, { add: 'ask' }],
    ['load', 'deny', { save: 'deny', add: 'ask', load: 'deny' }],
    ['load', null, { save: 'deny', add: 'ask' }],
  ])('(%s: %s) keeps the other rules', (name, permission, expected) => {
    expect(withPermission(given, name, permission)).toEqual({ ...given, permissions: expected });
  });
});
