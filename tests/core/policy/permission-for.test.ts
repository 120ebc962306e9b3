import { expect, it } from 'vitest';
import { z } from 'zod';
import { newChatSettings } from '@/src/core/chat/chat';
import { permissionFor } from '@/src/core/policy/permission-for';
import { defineTool } from '@/src/core/tools/define-tool';
import type { Permission } from '@/src/core/tools/tool-definition';

const tool = (name: string, defaultPermission: Permission) =>
  defineTool({
    name,
    description: 'Does it.',
    input: z.strictObject({}),
    effect: 'write',
    defaultPermission,
  });

it.each<[string, Record<string, Permission>, string, Permission, Permission]>([
  ['the tool’s default where the chat says nothing', {}, 'save', 'ask', 'ask'],
  ['the chat’s word where it has one', { save: 'allow' }, 'save', 'ask', 'allow'],
  ['the chat’s refusal', { save: 'deny' }, 'save', 'allow', 'deny'],
  ['the default where the chat speaks of another tool', { load: 'deny' }, 'save', 'allow', 'allow'],
  ['the default of a tool named like a member of every object', {}, 'constructor', 'ask', 'ask'],
  ['the chat’s word for such a tool', JSON.parse('{"constructor":"deny"}'), 'constructor', 'ask', 'deny'],
])('the permission is %s', (_what, permissions, name, byDefault, expected) => {
  expect(permissionFor({ ...newChatSettings(), permissions }, tool(name, byDefault))).toBe(expected);
});
