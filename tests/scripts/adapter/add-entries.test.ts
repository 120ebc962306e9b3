import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REGISTRIES } from '@/scripts/adapter/add-entries';
import type { NewAdapter } from '@/scripts/adapter/template-kinds';

const adapter: NewAdapter = {
  id: 'rate-limits',
  title: 'Rate limits',
  match: 'https://a.example/*',
  kind: 'dom',
  changes: 'live',
  identity: 'site',
  noun: 'switch',
  value: 'boolean',
};

it.each([
  ['src/adapters/kit/registry.ts', "'rate-limits', 'any-page'] as const;"],
  ['src/adapters/background.ts', "'rate-limits': {}"],
  ['src/adapters/index.ts', "import { rateLimits } from './rate-limits/definition';"],
  ['src/adapters/index.ts', "'rate-limits': rateLimits"],
  ['src/adapters/page-halves.ts', "import { rateLimitsSign } from './rate-limits/sign';"],
  [
    'src/adapters/page-halves.ts',
    "'rate-limits': { sign: rateLimitsSign, load: async () => (await import('./rate-limits/page')).createRateLimitsPage }",
  ],
  ['README.md', '| Rate limits: `https://a.example/*` | yes | yes | adapter `rate-limits` |'],
  ['README.zh-CN.md', '| Rate limits: `https://a.example/*` | 可以 | 可以 | 适配器 `rate-limits` |'],
  ['README.ja.md', '| Rate limits: `https://a.example/*` | 可 | 可 | アダプター `rate-limits` |'],
])('a new adapter gets its entry in %s', (path, entry) => {
  const before = readFileSync(path, 'utf8');
  const after = REGISTRIES[path]?.(before, adapter) ?? '';
  expect(after).toContain(entry);
  // A second adapter is added behind the first.
  const again = REGISTRIES[path]?.(after, { ...adapter, id: 'second' }) ?? '';
  expect(again).toContain(entry.replace(" 'any-page'] as const;", ''));
  expect(again).toContain('second');
});

it.each([
  ['an adapter for lists of rules', "'rate-limits': { ...rateLimitsCalls, service: rateLimitsService }"],
  [
    'its tools and its service',
    "import { rateLimitsCalls, rateLimitsService } from './rate-limits/service';",
  ],
])('the background gets the entry of %s', (_, entry) => {
  const path = 'src/adapters/background.ts';
  const after = REGISTRIES[path]?.(readFileSync(path, 'utf8'), { ...adapter, kind: 'rule-list' });
  expect(after).toContain(entry);
});

it('a list with one entry in each line, as the formatter writes a long one, gets no empty entry', () => {
  const list = "export const ADAPTER_IDS = [\n  'first',\n  'any-page',\n] as const;\n";
  const after = REGISTRIES['src/adapters/kit/registry.ts']?.(list, adapter);
  expect(after).toBe("export const ADAPTER_IDS = [\n  'first',\n  'rate-limits', 'any-page'] as const;\n");
});

it('a registry that was rewritten is reported instead of skipped', () => {
  expect(() => REGISTRIES['src/adapters/index.ts']?.("import 'x';\n", adapter)).toThrow('by hand');
});
