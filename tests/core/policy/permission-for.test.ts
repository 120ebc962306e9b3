import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { permissionFor } from '@/src/core/policy/permission-for';
import { newChatSettings, type PolicySettings } from '@/src/core/records/chat';
import type { Effect, Permission } from '@/src/core/records/tool-effect';
import { defineTool } from '@/src/core/tools/define-tool';

const tool = (name: string, defaultPermission: Permission, effect: Effect = 'write') =>
  defineTool({ name, description: 'Does it.', input: z.strictObject({}), effect, defaultPermission });

it.each<[string, Record<string, Permission>, string, Permission, Permission]>([
  ['the tool’s default where the chat says nothing', {}, 'save', 'ask', 'ask'],
  ['the chat’s word where it has one', { save: 'allow' }, 'save', 'ask', 'allow'],
  ['the chat’s refusal', { save: 'deny' }, 'save', 'allow', 'deny'],
  ['the default where the chat speaks of another tool', { load: 'deny' }, 'save', 'allow', 'allow'],
  ['the default of a tool named like a member of every object', {}, 'constructor', 'ask', 'ask'],
  ['the chat’s word for such a tool', JSON.parse('{"constructor":"deny"}'), 'constructor', 'ask', 'deny'],
])('the permission is %s', (_what, permissions, name, byDefault, expected) => {
  expect(permissionFor({ ...newChatSettings(), permissions }, tool(name, byDefault), false)).toBe(expected);
});

const CAUTIOUS: [string, PolicySettings['approvalPolicy'], goesLive: boolean][] = [
  ['the policy is to ask before every change', 'ask-every-change', false],
  ['changes go live at once', 'default', true],
  ['both', 'ask-every-change', true],
];

describe.each(CAUTIOUS)('where %s', (_, approvalPolicy, goesLive) => {
  it.each<[Effect, Permission, Permission]>([
    ['write', 'allow', 'ask'],
    ['commit', 'allow', 'ask'],
    ['write', 'ask', 'ask'],
    ['commit', 'deny', 'deny'],
    ['read', 'allow', 'allow'],
    ['navigate', 'allow', 'allow'],
  ])('a %s that is set to %s comes to %s', (effect, byDefault, expected) => {
    const settings = { ...newChatSettings(), approvalPolicy };
    expect(permissionFor(settings, tool('it', byDefault, effect), goesLive)).toBe(expected);
  });

  it.each<Permission>(['allow', 'ask', 'deny'])('the user’s own “%s” comes first', (own) => {
    const settings = { ...newChatSettings(), approvalPolicy, permissions: { it: own } };
    expect(permissionFor(settings, tool('it', 'allow'), goesLive)).toBe(own);
  });
});

it.each<[Effect, Permission]>([
  ['read', 'deny'],
  ['navigate', 'ask'],
  ['write', 'ask'],
  ['commit', 'ask'],
])('a question about a %s comes to %s: what only looks has no preview', (effect, expected) => {
  const settings = { ...newChatSettings(), permissions: { it: 'ask' as const } };
  expect(permissionFor(settings, tool('it', 'allow', effect), false)).toBe(expected);
});

it('what leaves the filter page, or drops and replaces much, asks in a new chat', () => {
  const asking = modelFilter.tools.filter((one) => permissionFor(newChatSettings(), one, false) === 'ask');
  expect(asking.map(({ name }) => name)).toEqual([
    'clear_all_ignore_rules',
    'clear_all_whitelist_rules',
    'import_rules',
    'apply_rules',
    'save_changes',
    'discard_changes',
  ]);
});
