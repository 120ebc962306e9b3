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

/** The chat's settings, with the user's own permission for the tool `it`. */
const chatWith = (own: Permission | 'none', approvalPolicy: PolicySettings['approvalPolicy']) => ({
  ...newChatSettings(),
  approvalPolicy,
  permissions: own === 'none' ? {} : { it: own, page_add_user: own },
});

it.each<[string, Record<string, Permission>, string, Permission, Permission]>([
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

type Row = [effect: Effect, byDefault: Permission, own: Permission | 'none', expected: Permission];

/** Each of the user's own permissions for a write. */
const OWN: Row[] = (['allow', 'ask', 'deny'] as const).map((own) => ['write', 'allow', own, own]);

const CAUTIOUS: Row[] = [
  ['write', 'allow', 'none', 'ask'],
  ['commit', 'allow', 'none', 'ask'],
  ['write', 'ask', 'none', 'ask'],
  ['commit', 'deny', 'none', 'deny'],
  ['read', 'allow', 'none', 'allow'],
  ['navigate', 'allow', 'none', 'allow'],
  ...OWN,
];

describe.each<[string, PolicySettings['approvalPolicy'], goesLive: boolean, Row[]]>([
  [
    'the policy is to ask if risky',
    'default',
    false,
    [
      ['write', 'ask', 'none', 'ask'],
      ['write', 'ask', 'allow', 'allow'],
      ...OWN,
      // A read has no preview that could be approved.
      ['read', 'allow', 'ask', 'deny'],
      ['navigate', 'allow', 'ask', 'ask'],
      ['commit', 'allow', 'ask', 'ask'],
      // A message always asks.
      ['message', 'allow', 'none', 'ask'],
      ['message', 'allow', 'allow', 'ask'],
      ['message', 'allow', 'ask', 'ask'],
      ['message', 'allow', 'deny', 'deny'],
    ],
  ],
  ['the policy is to ask before every change', 'ask-every-change', false, CAUTIOUS],
  ['changes go live at once', 'default', true, CAUTIOUS],
  [
    'the chat is read-only',
    'read-only',
    false,
    [
      ['read', 'allow', 'none', 'allow'],
      ['read', 'allow', 'deny', 'deny'],
      ['navigate', 'allow', 'none', 'allow'],
      ['write', 'allow', 'none', 'deny'],
      ['write', 'allow', 'allow', 'deny'],
      ['commit', 'allow', 'ask', 'deny'],
      ['message', 'allow', 'allow', 'deny'],
    ],
  ],
])('if %s', (_what, approvalPolicy, goesLive, rows) => {
  it.each(rows)(
    'a %s with the default %s and the user’s own %s becomes %s',
    (effect, byDefault, own, expected) => {
      const settings = chatWith(own, approvalPolicy);
      expect(permissionFor(settings, tool('it', byDefault, effect), goesLive)).toBe(expected);
    },
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
  'a tool of the page %s %o, with the user’s own permission “%s”, becomes %s, and “deny” in a read-only chat',
  (_what, made, own, expected) => {
    const [ofPage] = pageToolDefinitions([pageTool(made)]);
    expect(ofPage && permissionFor(chatWith(own, 'default'), ofPage, false)).toBe(expected);
    expect(ofPage && permissionFor(chatWith(own, 'read-only'), ofPage, false)).toBe('deny');
  },
);

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
