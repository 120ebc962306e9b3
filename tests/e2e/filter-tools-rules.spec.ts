import { ENV_FILE } from '@/tests/fakes/test-playground';
import { expect, FILTER, fails, gives, modelNames, setRules, test } from './tool-story';

const isPreview = (name: string) => /-preview/.test(name);
/** What `gpt-4o-*` matches. */
const isGpt4oKind = (name: string) => name.startsWith('gpt-4o-');

test(
  'rules are added and removed one by one, and what can’t be done says why',
  FILTER,
  async ({ story, filterPage, playground }) => {
    const listed = await playground.listModelIds();
    const all = await modelNames(filterPage, 'openai');
    const previews = all.filter(isPreview);
    const kept = all.filter(isGpt4oKind);
    const keptPreviews = kept.filter(isPreview);
    const hidden = previews.filter((name) => !isGpt4oKind(name));
    const provider = 'openai';

    await story.carryOut([
      [
        'add_ignore_rule',
        { pattern: '*-preview*' },
        gives({
          provider,
          pattern: '*-preview*',
          affected_models: previews,
          newly_hidden: previews,
          replaced_rules: [],
        }),
      ],
      [
        'add_ignore_rule',
        { pattern: '*-preview*' },
        fails('duplicate_rule', { provider, pattern: '*-preview*', existing_rules: ['*-preview*'] }),
      ],
      [
        'add_ignore_rule',
        { pattern: '*-preview-2024*' },
        fails('already_covered', { provider, pattern: '*-preview-2024*', existing_rules: ['*-preview*'] }),
      ],
      ['add_ignore_rule', { pattern: 'gpt-4,o1' }, fails('invalid_pattern', { pattern: 'gpt-4,o1' })],
      [
        'add_whitelist_rule',
        { pattern: 'gpt-4o-audio*' },
        gives({
          provider,
          pattern: 'gpt-4o-audio*',
          affected_models: all.filter((name) => name.startsWith('gpt-4o-audio')),
          brought_back: keptPreviews.filter((name) => name.startsWith('gpt-4o-audio')),
          replaced_rules: [],
        }),
      ],
      [
        'add_whitelist_rule',
        { pattern: 'gpt-4o-*' },
        gives({
          provider,
          pattern: 'gpt-4o-*',
          affected_models: kept,
          brought_back: keptPreviews.filter((name) => !name.startsWith('gpt-4o-audio')),
          replaced_rules: ['gpt-4o-audio*'],
        }),
      ],
      [
        'add_whitelist_rule',
        { pattern: 'gpt-4o-mini' },
        fails('already_covered', { provider, pattern: 'gpt-4o-mini', existing_rules: ['gpt-4o-*'] }),
      ],
      ['add_whitelist_rule', { pattern: ' gpt-4o' }, fails('invalid_pattern', { pattern: ' gpt-4o' })],
      [
        'remove_ignore_rule',
        { pattern: 'preview' },
        fails('rule_not_found', { provider, pattern: 'preview', near_rules: ['*-preview*'] }),
      ],
      [
        'remove_whitelist_rule',
        { pattern: '*-preview*' },
        fails('rule_not_found', { provider, pattern: '*-preview*', near_rules: [] }),
      ],
    ]);
    expect((await filterPage.readState()).drafts).toEqual({
      openai: { ignore: ['*-preview*'], whitelist: ['gpt-4o-*'] },
    });
    await expect(filterPage.rule('ignore', '*-preview*')).toContainText(`hides ${hidden.length}`);
    await expect(filterPage.rule('whitelist', 'gpt-4o-*')).toContainText(`keeps ${kept.length}`);
    await expect(filterPage.rules('whitelist').getByRole('listitem')).toHaveCount(1);
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes');
    expect(await filterPage.counts()).toEqual({
      models: all.length,
      visible: all.length - hidden.length,
      hidden: hidden.length,
    });

    await story.carryOut([
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
    ]);
    expect((await filterPage.readState()).drafts).toEqual({});
    await expect(filterPage.page.getByRole('listitem')).toHaveCount(0);
    await expect(filterPage.unsavedMark).toBeHidden();
    expect(await filterPage.counts()).toEqual({ models: all.length, visible: all.length, hidden: 0 });
    // Whatever the page showed meanwhile, nobody saved anything.
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    expect(await playground.listModelIds()).toEqual(listed);
  },
);

test(
  'lists are previewed, imported and cleared, and what can’t be a rule is told one by one',
  FILTER,
  async ({ story, filterPage }) => {
    const all = await modelNames(filterPage, 'openai');
    const startingWith = (text: string) => all.filter((name) => name.startsWith(text));
    const provider = 'openai';
    await setRules(filterPage, { openai: { ignore: ['gpt-4o*'], whitelist: [] } });
    const gpt4o = startingWith('gpt-4o');
    const gpt3 = startingWith('gpt-3');
    const given = {
      ignore: ['gpt-3*', 'gpt-4o-mini', 'gpt-4o*', 'a,b'],
      whitelist: ['gpt-4o'],
      mode: 'merge',
    };
    const merged = {
      provider,
      mode: 'merge',
      outcomes: [
        { rule_type: 'ignore', pattern: 'gpt-3*', outcome: 'added' },
        { rule_type: 'ignore', pattern: 'gpt-4o-mini', outcome: 'covered', covered_by: ['gpt-4o*'] },
        { rule_type: 'ignore', pattern: 'gpt-4o*', outcome: 'duplicate' },
        { rule_type: 'ignore', pattern: 'a,b', outcome: 'invalid', why: expect.stringContaining('comma') },
        { rule_type: 'whitelist', pattern: 'gpt-4o', outcome: 'added' },
      ],
      removed_rules: [],
      newly_hidden: gpt3,
      brought_back: ['gpt-4o'],
      unchanged: all.length - gpt3.length - 1,
      rules_without_effect: [],
    };

    await story.carryOut([
      ['preview_rules', given, gives(merged)],
      // Replacing takes all or nothing.
      [
        'preview_rules',
        { ...given, mode: 'replace' },
        fails('invalid_pattern', {
          provider,
          outcomes: [
            {
              rule_type: 'ignore',
              pattern: 'a,b',
              outcome: 'invalid',
              why: expect.stringContaining('comma'),
            },
          ],
        }),
      ],
    ]);
    expect((await filterPage.readState()).drafts).toEqual({ openai: { ignore: ['gpt-4o*'], whitelist: [] } });

    // What was previewed is what happens.
    await story.carryOut([['import_rules', given, gives(merged)]]);
    expect((await filterPage.readState()).drafts).toEqual({
      openai: { ignore: ['gpt-4o*', 'gpt-3*'], whitelist: ['gpt-4o'] },
    });
    await expect(filterPage.rule('ignore', 'gpt-4o*')).toContainText(`hides ${gpt4o.length - 1}`);
    await expect(filterPage.rule('ignore', 'gpt-3*')).toContainText(`hides ${gpt3.length}`);
    await expect(filterPage.rule('whitelist', 'gpt-4o')).toContainText('keeps 1');

    await story.carryOut([
      [
        'import_rules',
        { ignore: ['o1*', 'gpt-3*', 'o1*', 'nothing-like-it'], whitelist: [], mode: 'replace' },
        gives({
          provider,
          mode: 'replace',
          outcomes: [
            { rule_type: 'ignore', pattern: 'o1*', outcome: 'added' },
            { rule_type: 'ignore', pattern: 'gpt-3*', outcome: 'kept' },
            { rule_type: 'ignore', pattern: 'o1*', outcome: 'duplicate' },
            { rule_type: 'ignore', pattern: 'nothing-like-it', outcome: 'added' },
          ],
          removed_rules: [
            { rule_type: 'ignore', pattern: 'gpt-4o*' },
            { rule_type: 'whitelist', pattern: 'gpt-4o' },
          ],
          newly_hidden: startingWith('o1'),
          brought_back: gpt4o.filter((name) => name !== 'gpt-4o'),
          unchanged: all.length - startingWith('o1').length - (gpt4o.length - 1),
          rules_without_effect: [
            { rule_type: 'ignore', pattern: 'nothing-like-it', why: 'matches no model' },
          ],
        }),
      ],
      [
        'preview_rules',
        { ignore: ['gpt-3*'], mode: 'merge' },
        gives({
          provider,
          mode: 'merge',
          outcomes: [{ rule_type: 'ignore', pattern: 'gpt-3*', outcome: 'duplicate' }],
          removed_rules: [],
          newly_hidden: [],
          brought_back: [],
          unchanged: all.length,
          rules_without_effect: [
            { rule_type: 'ignore', pattern: 'nothing-like-it', why: 'matches no model' },
          ],
        }),
      ],
      ['clear_all_whitelist_rules', {}, fails('nothing_to_change', { provider })],
      [
        'clear_all_ignore_rules',
        {},
        gives({
          provider,
          removed_rules: ['o1*', 'gpt-3*', 'nothing-like-it'],
          removed_count: 3,
          brought_back: all.filter((name) => name.startsWith('o1') || name.startsWith('gpt-3')),
        }),
      ],
    ]);
    expect((await filterPage.readState()).drafts).toEqual({});
    expect(await filterPage.counts()).toEqual({ models: all.length, visible: all.length, hidden: 0 });

    await setRules(filterPage, { openai: { ignore: ['*'], whitelist: ['gpt-4o', 'o1*'] } });
    await story.carryOut([
      [
        'clear_all_whitelist_rules',
        {},
        gives({
          provider,
          removed_rules: ['gpt-4o', 'o1*'],
          removed_count: 2,
          newly_hidden: ['gpt-4o', ...startingWith('o1')],
        }),
      ],
      [
        'import_rules',
        { ignore: ['*'], whitelist: [], mode: 'merge' },
        fails('nothing_to_change', {
          provider,
          mode: 'merge',
          outcomes: [{ rule_type: 'ignore', pattern: '*', outcome: 'duplicate' }],
        }),
      ],
    ]);
    expect(await filterPage.counts()).toEqual({ models: all.length, visible: 0, hidden: all.length });
  },
);

test(
  'rules of several providers are applied in one write, and saving makes the proxy’s list follow',
  FILTER,
  async ({ story, filterPage, playground }) => {
    const listed = await playground.listModelIds();
    const openai = await modelNames(filterPage, 'openai');
    const gemini = await modelNames(filterPage, 'gemini');
    await setRules(filterPage, {
      gemini: { ignore: ['gemma-*'], whitelist: ['gemma-3*'] },
      mistral: { ignore: ['open-*'], whitelist: [] },
    });
    const sets = [
      { provider: 'openai', ignore: ['*-preview*', 'tts-1'], whitelist: ['o1-preview*'] },
      { provider: 'gemini', ignore: ['*-exp*'], whitelist: [] },
    ];

    await story.carryOut([
      [
        'apply_rules',
        {
          rule_sets: [
            { provider: 'openai', ignore: ['a,b', 'o1', 'o1'], whitelist: [] },
            { provider: 'gemini', ignore: [], whitelist: [] },
            { provider: 'gemini', ignore: [], whitelist: [] },
          ],
        },
        fails('invalid_rules', {
          problems: [
            {
              provider: 'openai',
              rule_type: 'ignore',
              pattern: 'a,b',
              why: expect.stringContaining('comma'),
            },
            { provider: 'openai', rule_type: 'ignore', pattern: 'o1', why: 'it is listed twice' },
            { provider: 'gemini', why: 'it has more than one rule set' },
          ],
        }),
      ],
    ]);
    expect(Object.keys((await filterPage.readState()).drafts)).toEqual(['gemini', 'mistral']);

    const hiddenOpenai = openai.filter(
      (name) => (isPreview(name) && !name.startsWith('o1-')) || name === 'tts-1',
    );
    const isGemma = (name: string) => name.startsWith('gemma-') && !name.startsWith('gemma-3');
    const hiddenGemini = gemini.filter((name) => name.includes('-exp'));
    await story.carryOut([
      [
        'apply_rules',
        { rule_sets: sets },
        gives({
          providers: ['openai', 'gemini'],
          rule_sets: [
            {
              provider: 'openai',
              added_rules: [
                { rule_type: 'ignore', pattern: '*-preview*' },
                { rule_type: 'ignore', pattern: 'tts-1' },
                { rule_type: 'whitelist', pattern: 'o1-preview*' },
              ],
              removed_rules: [],
              newly_hidden: hiddenOpenai,
              brought_back: [],
              unchanged: openai.length - hiddenOpenai.length,
              rules_without_effect: [],
            },
            {
              provider: 'gemini',
              added_rules: [{ rule_type: 'ignore', pattern: '*-exp*' }],
              removed_rules: [
                { rule_type: 'ignore', pattern: 'gemma-*' },
                { rule_type: 'whitelist', pattern: 'gemma-3*' },
              ],
              newly_hidden: hiddenGemini,
              brought_back: gemini.filter(isGemma),
              unchanged: gemini.length - hiddenGemini.length - gemini.filter(isGemma).length,
              rules_without_effect: [],
            },
          ],
        }),
      ],
    ]);
    const drafts = {
      gemini: { ignore: ['*-exp*'], whitelist: [] },
      mistral: { ignore: ['open-*'], whitelist: [] },
      openai: { ignore: ['*-preview*', 'tts-1'], whitelist: ['o1-preview*'] },
    };
    expect((await filterPage.readState()).drafts).toEqual(drafts);
    expect((await filterPage.readState()).provider).toBe('openai');
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes: gemini, mistral, openai');
    await expect(filterPage.rule('whitelist', 'o1-preview*')).toContainText('keeps 2');
    expect(await playground.readEnvFile()).toBe(ENV_FILE);

    await story.carryOut([
      ['apply_rules', { rule_sets: sets }, fails('nothing_to_change', { providers: ['openai', 'gemini'] })],
      ['save_changes', {}, gives({ providers: ['gemini', 'mistral', 'openai'], effective: 'now' })],
    ]);
    await expect(filterPage.unsavedMark).toBeHidden();
    expect((await filterPage.readState()).saved).toEqual(drafts);
    expect((await playground.readEnvFile()).slice(ENV_FILE.length).split('\n').sort()).toEqual([
      '',
      "IGNORE_MODELS_GEMINI='*-exp*'",
      "IGNORE_MODELS_MISTRAL='open-*'",
      "IGNORE_MODELS_OPENAI='*-preview*,tts-1'",
      "WHITELIST_MODELS_OPENAI='o1-preview*'",
    ]);
    const isHidden = (id: string) =>
      id.startsWith('mistral/open-') ||
      hiddenGemini.includes(id.replace(/^gemini\//, '')) ||
      hiddenOpenai.includes(id.replace(/^openai\//, ''));
    expect(await playground.listModelIds()).toEqual(listed.filter((id) => !isHidden(id)));
  },
);
