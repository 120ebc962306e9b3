import { expect, it } from 'vitest';
import { bareToolName } from '@/src/core/records/bare-tool-name';
import { wireToolName } from '@/src/core/tools/tool-name';

it.each([
  ['add_rule', 'add_rule', 'add_rule'],
  ['functions.add_rule', 'add_rule', 'add_rule'],
  ['function:add_rule', 'add_rule', 'add_rule'],
  ['tools/add_rule', 'add_rule', 'add_rule'],
  ['tool.add_rule', 'add_rule', 'add_rule'],
  ['default_api.add_rule', 'add_rule', 'add_rule'],
  ['my.functions.add', 'my.functions.add', 'my_functions_add'],
  ['functionsadd', 'functionsadd', 'functionsadd'],
  ['add rule\n', 'add rule\n', 'add_rule_'],
  ['größe', 'größe', 'gr__e'],
  ['', '', 'unnamed'],
  ['n'.repeat(65), 'n'.repeat(65), 'n'.repeat(64)],
])('%j is the tool %j and is sent as %j', (name, bare, wire) => {
  expect(bareToolName(name)).toBe(bare);
  expect(wireToolName(name)).toBe(wire);
});
