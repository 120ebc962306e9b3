import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { permissionFor } from '@/src/core/policy/permission-for';
import { newChatSettings } from '@/src/core/records/chat';
import { defineTool } from '@/src/core/tools/define-tool';
import { pageToolDefinitions } from '@/src/core/tools/page-tools';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { Effect, Permission } from '@/src/schema/values/policy';
import { pageTool } from '../../fakes/page-tool';

const tool = (name: string, defaultPermission: Permission, effect: Effect = 'write') =>
  defineTool({ name, description: 'Does it.', input: z.strictObject({}), effect, defaultPermission });

it.each<[string, Record<string, Permission>, string, Permission, Permission]>([
  ['the tool’s default if the chat has none', {}, 'save', 'ask', 'ask'],
  ['the chat’s permission if it has one', { save: 'allow' }, 'save', 'ask', 'allow'],
  ['the chat’s refusal', { save: 'deny' }, 'save', 'allow', 'deny'],
  ['the default if the chat has one for another tool', { load: 'deny' }, 'save', 'allow', 'allow'],
  ['the default of a tool named like a member of every object', {}, 'constructor', 'ask', 'ask'],
  [
    'the chat’s permission for such a tool',
    JSON.parse('{"constructor":"deny"}'),
    'constructor',
    'ask',
    'deny',
  ],
])('the permission is %s', (_what, permissions, name, byDefault, expected) => {
  expect(permissionFor({ ...newChatSettings(), permissions }, tool(name, byDefault), false)).toBe(expected);
});

const CAUTIOUS: [string, PolicySettings['approvalPolicy'], goesLive: boolean][] = [
  ['the policy is to ask before every change', 'ask-every-change', false],
  ['changes go live at once', 'default', true],
  ['both', 'ask-every-change', true],
];

it.each<[Permission | 'none', Permission]>([
  ['none', 'ask'],
  ['allow', 'ask'],
  ['ask', 'ask'],
  ['deny', 'deny'],
])('a message with the user’s own permission “%s” becomes %s', (own, expected) => {
  const permissions: Record<string, Permission> = own === 'none' ? {} : { it: own };
  expect(permissionFor({ ...newChatSettings(), permissions }, tool('it', 'allow', 'message'), false)).toBe(
    expected,
  );
});

it.each<[string, Parameters<typeof pageTool>[0], Permission | 'none', Permission]>([
  ['without hints', {}, 'none', 'ask'],
  ['without hints', {}, 'allow', 'ask'],
  ['without hints', {}, 'deny', 'deny'],
  ['that claims to read', { hints: { readOnly: true } }, 'none', 'ask'],
  ['that claims to read', { hints: { readOnly: true } }, 'allow', 'ask'],
  [
    'that claims to read, with consequences',
    { hints: { readOnly: true, consequential: true } },
    'allow',
    'ask',
  ],
])(
  'a tool of the page %s %o, with the user’s own permission “%s”, becomes %s',
  (_what, made, own, expected) => {
    const permissions: Record<string, Permission> = own === 'none' ? {} : { page_add_user: own };
    const [ofPage] = pageToolDefinitions([pageTool(made)]);
    expect(ofPage && permissionFor({ ...newChatSettings(), permissions }, ofPage, false)).toBe(expected);
  },
);

describe.each(CAUTIOUS)('if %s', (_, approvalPolicy, goesLive) => {
  it.each<[Effect, Permission, Permission]>([
    ['write', 'allow', 'ask'],
    ['commit', 'allow', 'ask'],
    ['write', 'ask', 'ask'],
    ['commit', 'deny', 'deny'],
    ['read', 'allow', 'allow'],
    ['navigate', 'allow', 'allow'],
  ])('a %s with the default %s becomes %s', (effect, byDefault, expected) => {
    const settings = { ...newChatSettings(), approvalPolicy };
    expect(permissionFor(settings, tool('it', byDefault, effect), goesLive)).toBe(expected);
  });

  it.each<Permission>(['allow', 'ask', 'deny'])('the user’s own “%s” overrides it', (own) => {
    const settings = { ...newChatSettings(), approvalPolicy, permissions: { it: own } };
    expect(permissionFor(settings, tool('it', 'allow'), goesLive)).toBe(own);
  });
});

it.each<[Effect, Permission]>([
  ['read', 'deny'],
  ['navigate', 'ask'],
  ['write', 'ask'],
  ['commit', 'ask'],
])('“ask” for a %s becomes %s, since a read has no preview', (effect, expected) => {
  const settings = { ...newChatSettings(), permissions: { it: 'ask' as const } };
  expect(permissionFor(settings, tool('it', 'allow', effect), false)).toBe(expected);
});

it('a new chat requests approval for commits and mass changes of the filter page', () => {
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

describe('in a read-only chat', () => {
  it.each<[Effect, Permission | 'none', Permission]>([
    ['read', 'none', 'allow'],
    ['read', 'deny', 'deny'],
    ['navigate', 'none', 'allow'],
    ['write', 'none', 'deny'],
    ['write', 'allow', 'deny'],
    ['commit', 'ask', 'deny'],
    ['message', 'allow', 'deny'],
  ])('a %s with the user’s own permission “%s” becomes %s', (effect, own, expected) => {
    const permissions: Record<string, Permission> = own === 'none' ? {} : { it: own };
    const settings = { ...newChatSettings(), approvalPolicy: 'read-only' as const, permissions };
    expect(permissionFor(settings, tool('it', 'allow', effect), false)).toBe(expected);
  });

  it('a tool of the page is refused, whatever it claims about itself', () => {
    const [ofPage] = pageToolDefinitions([pageTool({ hints: { readOnly: true } })]);
    const settings = { ...newChatSettings(), approvalPolicy: 'read-only' as const };
    expect(ofPage && permissionFor(settings, ofPage, false)).toBe('deny');
  });
});
