import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { testAdapter } from '@/scripts/adapter/test-adapter';

it.each([
  [['model-filter', '--rule', 'atom'], 'There is no rule atom. The rules are: declarations, identity, '],
  [['model-filter', '--rule', 'hash', '--rule', 'x', '--rule', 'y'], 'There is no rule x, y. '],
  [
    ['model-filter', '--rule', 'atomic', '--url', 'https://a.example/'],
    'no rule atomic for a live page. The rules are: identity',
  ],
  [['no-such-adapter', '--rule', 'hash'], 'There is no src/adapters/no-such-adapter/definition.ts.'],
])('%j is refused before anything is started', async (args, message) => {
  await expect(testAdapter(args, '.')).rejects.toThrow(message);
});

it('stories are chosen by the rules that their titles end with', () => {
  const listed = (grep: string) =>
    spawnSync(
      'npx',
      ['playwright', 'test', '--list', '--project=chromium', 'adapter-conformance.spec', '--grep', grep],
      {
        encoding: 'utf8',
        env: { ...process.env, STEWARD_ADAPTER: 'model-filter' },
      },
    ).stdout;
  expect(listed('\\((hash|diff)\\)')).toMatch(/\(hash\).*\(diff\).*Total: 2 tests/s);
});
