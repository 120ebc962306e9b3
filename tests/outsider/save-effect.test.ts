import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FilterRig, startFilterRig } from '@/tests/fuzz/filter/filter-rig';

const NAMES = { openai: ['gpt-4', 'gpt-4o', 'o1'] };

let rig: FilterRig;
beforeAll(async () => {
  rig = await startFilterRig();
});
afterAll(() => rig.close());

it.each([
  [false, 'now', ['openai/o1']],
  [true, 'after-restart', ['openai/gpt-4', 'openai/gpt-4o', 'openai/o1']],
])(
  'a save’s reported effect agrees with the proxy’s list (on restart only: %s)',
  async (applyOnRestart, effective, listed) => {
    const page = await rig.open(NAMES, { applyOnRestart });
    await page.run('add_ignore_rule', { pattern: 'gpt*' });
    expect(await page.run('save_changes', {})).toMatchObject({
      success: true,
      data: { providers: ['openai'], effective },
    });
    expect(await page.listIds()).toEqual(listed);
    expect(await page.readSaved()).toEqual({ openai: { ignore: ['gpt*'], whitelist: [] } });
  },
);
