import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { english } from '@/src/core/text/english';
import type { JsonObject } from '@/src/schema/values/json';
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

describe('rules of two providers', () => {
  const names = {
    gemini: ['gemma-2', 'gemma-3', 'pro', 'pro-exp'],
    openai: ['gpt-4', 'gpt-4-preview', 'o1-preview', 'tts-1'],
  };
  const rule_sets = [
    { provider: 'openai', ignore: ['*-preview', 'tts-1'], whitelist: ['o1-*'] },
    { provider: 'gemini', ignore: ['*-exp'], whitelist: [] },
  ];
  const applied = {
    gemini: { ignore: ['*-exp'], whitelist: [] },
    openai: { ignore: ['*-preview', 'tts-1'], whitelist: ['o1-*'] },
  };

  it('are applied in one step or not at all, and saved together', async () => {
    const page = await rig.open(names);
    const invalid = rule_sets.map((one) => ({ ...one, ignore: ['a,b', ...one.ignore] }));
    expect(await page.run('apply_rules', { rule_sets: invalid })).toMatchObject({
      error_code: 'invalid_rules',
    });
    expect([await page.readDrafts(), page.steps]).toEqual([{}, []]);

    expect(await page.run('apply_rules', { rule_sets })).toMatchObject({ success: true });
    expect(page.steps).toHaveLength(1);
    expect(await page.readDrafts()).toEqual(applied);
    expect(await page.readSaved()).toEqual({});
    expect(await page.listIds()).toHaveLength(8);

    expect(await page.run('save_changes', {})).toMatchObject({
      success: true,
      data: { providers: ['gemini', 'openai'], effective: 'now' },
    });
    expect(await page.readSaved()).toEqual(applied);
    expect(await page.listIds()).toEqual([
      'gemini/gemma-2',
      'gemini/gemma-3',
      'gemini/pro',
      'openai/gpt-4',
      'openai/o1-preview',
    ]);
  });

  it.each<[string, [string, JsonObject][]]>([
    ['one call and a save', [['apply_rules', { rule_sets }]]],
    [
      'several calls and a save',
      [
        ['clear_all_whitelist_rules', { provider: 'openai' }],
        ['add_ignore_rule', { pattern: '*preview', provider: 'openai' }],
        [
          'import_rules',
          { provider: 'gemini', ignore: ['gemma-*', 'pro-*'], whitelist: ['gemma-3'], mode: 'merge' },
        ],
      ],
    ],
  ])('hide from clients exactly the models that the preview of %s names', async (_, made) => {
    const page = await rig.open(names);
    await page.run('import_rules', {
      provider: 'openai',
      ignore: ['gpt-*'],
      whitelist: ['gpt-4'],
      mode: 'merge',
    });
    await page.run('save_changes', {});
    const before = await page.listIds();
    const written = [...made, ['save_changes', {}] as const];
    const { net } = await page.compute(
      written.map(([tool, args], index) => ({ executionId: `e${index}`, tool, args, leftOut: [] })),
    );
    const namesOf = (title: string) =>
      net.effects.find((effect) => english(effect.title) === title)?.names ?? [];
    for (const [tool, args] of written) expect(await page.run(tool, args)).toMatchObject({ success: true });
    const after = await page.listIds();
    const lost = before.filter((id) => !after.includes(id));
    expect(lost.length).toBeGreaterThan(1);
    expect(
      namesOf('Newly hidden from clients')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(lost);
  });
});
