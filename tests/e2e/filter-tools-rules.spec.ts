import { ENV_FILE } from '@/tests/fakes/test-playground';
import { modelNames } from './page-rules';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';
import { fails, gives, type Step } from './tool-step';

const provider = 'openai';

/** The models that this test's patterns match, determined by their names. */
const named = (all: readonly string[]) => ({
  previews: all.filter((name) => name.includes('-preview')),
  audio: all.filter((name) => name.startsWith('gpt-4o-audio')),
  /** By `gpt-4o-*`. */
  kept: all.filter((name) => name.startsWith('gpt-4o-')),
  keptPreviews: all.filter((name) => name.startsWith('gpt-4o-') && name.includes('-preview')),
});

function ignoring(all: readonly string[]): Step[] {
  const { previews } = named(all);
  const pattern = '*-preview*';
  const effect = { affected_models: previews, newly_hidden: previews, replaced_rules: [] };
  const existing_rules = [pattern];
  return [
    ['add_ignore_rule', { pattern }, gives({ provider, pattern, ...effect })],
    ['add_ignore_rule', { pattern }, fails('duplicate_rule', { provider, pattern, existing_rules })],
    [
      'add_ignore_rule',
      { pattern: '*-preview-2024*' },
      fails('already_covered', { provider, pattern: '*-preview-2024*', existing_rules }),
    ],
    ['add_ignore_rule', { pattern: 'gpt-4,o1' }, fails('invalid_pattern', { pattern: 'gpt-4,o1' }, 'comma')],
    [
      'remove_ignore_rule',
      { pattern: 'preview' },
      fails('rule_not_found', { provider, pattern: 'preview', near_rules: [pattern] }),
    ],
  ];
}

function keeping(all: readonly string[]): Step[] {
  const { audio, kept, keptPreviews } = named(all);
  const pattern = 'gpt-4o-*';
  const isAudio = (name: string) => audio.includes(name);
  return [
    [
      'add_whitelist_rule',
      { pattern: 'gpt-4o-audio*' },
      gives({
        provider,
        pattern: 'gpt-4o-audio*',
        affected_models: audio,
        brought_back: keptPreviews.filter(isAudio),
        replaced_rules: [],
      }),
    ],
    [
      'add_whitelist_rule',
      { pattern },
      gives({
        provider,
        pattern,
        affected_models: kept,
        brought_back: keptPreviews.filter((name) => !isAudio(name)),
        replaced_rules: ['gpt-4o-audio*'],
      }),
    ],
    [
      'add_whitelist_rule',
      { pattern },
      fails('duplicate_rule', { provider, pattern, existing_rules: [pattern] }),
    ],
    [
      'add_whitelist_rule',
      { pattern: 'gpt-4o-mini' },
      fails('already_covered', { provider, pattern: 'gpt-4o-mini', existing_rules: [pattern] }),
    ],
    ['add_whitelist_rule', { pattern: ' gpt-4o' }, fails('invalid_pattern', { pattern: ' gpt-4o' })],
    [
      'remove_whitelist_rule',
      { pattern: '*-preview*' },
      fails(
        'rule_not_found',
        { provider, pattern: '*-preview*', near_rules: [] },
        'It is in the ignore list.',
      ),
    ],
  ];
}

function removing(all: readonly string[]): Step[] {
  const { previews, kept, keptPreviews } = named(all);
  return [
    [
      'remove_whitelist_rule',
      { pattern: 'gpt-4o-*' },
      gives({ provider, pattern: 'gpt-4o-*', affected_models: kept, newly_hidden: keptPreviews }),
    ],
    [
      'remove_ignore_rule',
      { pattern: '*-preview*' },
      gives({ provider, pattern: '*-preview*', affected_models: previews, brought_back: previews }),
    ],
    [
      'remove_ignore_rule',
      { pattern: '*-preview*' },
      fails('rule_not_found', { provider, pattern: '*-preview*', near_rules: [] }),
    ],
  ];
}

test(
  'adds and removes single rules, and gives the reason if that is impossible',
  thorough(FILTER),
  async ({ scenario, filterPage, playground }) => {
    const listed = await playground.listModelIds();
    const all = await modelNames(filterPage, provider);
    const { previews, kept, keptPreviews } = named(all);
    const hidden = previews.length - keptPreviews.length;

    await scenario.runCalls(ignoring(all), keeping(all));
    expect((await filterPage.readState()).drafts).toEqual({
      openai: { ignore: ['*-preview*'], whitelist: ['gpt-4o-*'] },
    });
    await expect(filterPage.rule('ignore', '*-preview*')).toContainText(`hides ${hidden}`);
    await expect(filterPage.rule('whitelist', 'gpt-4o-*')).toContainText(`keeps ${kept.length}`);
    await expect(filterPage.rules('whitelist').getByRole('listitem')).toHaveCount(1);
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes');
    expect(await filterPage.counts()).toEqual({ models: all.length, visible: all.length - hidden, hidden });

    await scenario.runCalls(removing(all));
    expect((await filterPage.readState()).drafts).toEqual({});
    await expect(filterPage.page.getByRole('listitem')).toHaveCount(0);
    await expect(filterPage.unsavedMark).toBeHidden();
    expect(await filterPage.counts()).toEqual({ models: all.length, visible: all.length, hidden: 0 });
    // Nothing was saved, whatever the page showed meanwhile.
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    expect(await playground.listModelIds()).toEqual(listed);
  },
);
