import type { FilterPage } from '@/tests/drive/filter-page';
import { modelNames } from './page-rules';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';
import { fails, gives } from './tool-step';

const providerSelect = ({ page }: FilterPage) => page.getByRole('combobox', { name: 'Provider' });

test(
  'changes a provider that isn’t in view, and brings it into view on request',
  thorough(FILTER),
  async ({ scenario, filterPage }) => {
    const gemini = await modelNames(filterPage, 'gemini');
    const experiments = gemini.filter((name) => name.includes('-exp'));
    const openai = await modelNames(filterPage, 'openai');
    const rule = { pattern: '*-exp*', provider: 'gemini' };

    await scenario.runCalls([
      [
        'add_ignore_rule',
        rule,
        gives({ ...rule, affected_models: experiments, newly_hidden: experiments, replaced_rules: [] }),
      ],
      [
        'add_whitelist_rule',
        { pattern: 'whisper-1' },
        gives({
          provider: 'openai',
          pattern: 'whisper-1',
          affected_models: ['whisper-1'],
          brought_back: [],
          replaced_rules: [],
        }),
      ],
    ]);
    await expect(providerSelect(filterPage)).toHaveValue('openai');
    await expect(filterPage.rules('ignore').getByRole('listitem')).toHaveCount(0);
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes: gemini, openai');
    expect((await filterPage.counts()).models).toBe(openai.length);
    const drafts = {
      gemini: { ignore: ['*-exp*'], whitelist: [] },
      openai: { ignore: [], whitelist: ['whisper-1'] },
    };
    expect(await filterPage.readRestorableState()).toEqual({ provider: 'openai', drafts, search: '' });

    await scenario.runCalls([
      [
        'switch_provider',
        { provider: 'gemni' },
        fails('provider_not_found', { provider: 'gemni', near_providers: [] }),
      ],
      [
        'switch_provider',
        { provider: 'gemini' },
        gives({ provider: 'gemini', count: gemini.length, unsaved_providers: ['gemini', 'openai'] }),
      ],
      [
        'switch_provider',
        { provider: 'gemini' },
        gives({ provider: 'gemini', count: gemini.length, unsaved_providers: ['gemini', 'openai'] }),
      ],
    ]);
    await expect(providerSelect(filterPage)).toHaveValue('gemini');
    await expect(filterPage.rule('ignore', '*-exp*')).toContainText(`hides ${experiments.length}`);
    expect(await filterPage.counts()).toEqual({
      models: gemini.length,
      visible: gemini.length - experiments.length,
      hidden: experiments.length,
    });
    expect(await filterPage.readRestorableState()).toEqual({ provider: 'gemini', drafts, search: '' });
  },
);
