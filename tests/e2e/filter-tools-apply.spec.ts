import { ENV_FILE } from '@/tests/fakes/test-playground';
import { modelNames, setRules } from './page-rules';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';
import { fails, gives, type Step } from './tool-step';

const ignore = (pattern: string) => ({ rule_type: 'ignore', pattern });
const whitelist = (pattern: string) => ({ rule_type: 'whitelist', pattern });

const SETS = [
  { provider: 'openai', ignore: ['*-preview*', 'tts-1'], whitelist: ['o1-preview*'] },
  { provider: 'gemini', ignore: ['*-exp*'], whitelist: [] },
];

/** The models that SETS hide. */
const HIDDEN: Readonly<Record<string, (name: string) => boolean>> = {
  openai: (name) => (name.includes('-preview') && !name.startsWith('o1-')) || name === 'tts-1',
  gemini: (name) => name.includes('-exp'),
};

const BEFORE = {
  gemini: { ignore: ['gemma-*'], whitelist: ['gemma-3*'] },
  mistral: { ignore: ['open-*'], whitelist: [] },
};

const AFTER = {
  gemini: { ignore: ['*-exp*'], whitelist: [] },
  mistral: BEFORE.mistral,
  openai: { ignore: ['*-preview*', 'tts-1'], whitelist: ['o1-preview*'] },
};

const REFUSED: Step = [
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
      { provider: 'openai', ...ignore('a,b'), why: expect.stringContaining('comma') },
      { provider: 'openai', ...ignore('o1'), why: 'it is listed twice' },
      { provider: 'gemini', why: 'it has more than one rule set' },
    ],
  }),
];

/** SETS replace BEFORE. */
function applied(openai: readonly string[], gemini: readonly string[]): Step {
  const hiddenOpenai = openai.filter((name) => HIDDEN.openai?.(name));
  const hiddenGemini = gemini.filter((name) => HIDDEN.gemini?.(name));
  const back = gemini.filter((name) => name.startsWith('gemma-') && !name.startsWith('gemma-3'));
  return [
    'apply_rules',
    { rule_sets: SETS },
    gives({
      providers: ['openai', 'gemini'],
      rule_sets: [
        {
          provider: 'openai',
          added_rules: [ignore('*-preview*'), ignore('tts-1'), whitelist('o1-preview*')],
          removed_rules: [],
          newly_hidden: hiddenOpenai,
          brought_back: [],
          unchanged: openai.length - hiddenOpenai.length,
          rules_without_effect: [],
        },
        {
          provider: 'gemini',
          added_rules: [ignore('*-exp*')],
          removed_rules: [ignore('gemma-*'), whitelist('gemma-3*')],
          newly_hidden: hiddenGemini,
          brought_back: back,
          unchanged: gemini.length - hiddenGemini.length - back.length,
          rules_without_effect: [],
        },
      ],
    }),
  ];
}

test(
  'applies rules of two providers in one write or not at all, and the proxy’s list changes with the save',
  thorough(FILTER),
  async ({ scenario, filterPage, playground }) => {
    const listed = await playground.listModelIds();
    const openai = await modelNames(filterPage, 'openai');
    const gemini = await modelNames(filterPage, 'gemini');
    await setRules(filterPage, BEFORE);
    await scenario.runCalls([REFUSED]);
    expect((await filterPage.readState()).drafts).toEqual(BEFORE);

    await scenario.runCalls([applied(openai, gemini)]);
    expect(await filterPage.readRestorableState()).toEqual({ provider: 'openai', drafts: AFTER, search: '' });
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes: gemini, mistral, openai');
    await expect(filterPage.rule('ignore', 'tts-1')).toContainText('hides 1');
    await expect(filterPage.rule('whitelist', 'o1-preview*')).toContainText('keeps 2');
    const hidden = openai.filter((name) => HIDDEN.openai?.(name)).length;
    expect(await filterPage.counts()).toEqual({
      models: openai.length,
      visible: openai.length - hidden,
      hidden,
    });
    expect(await playground.readEnvFile()).toBe(ENV_FILE);

    await scenario.runCalls([
      ['apply_rules', { rule_sets: SETS }, fails('nothing_to_change', { providers: ['openai', 'gemini'] })],
      ['save_changes', {}, gives({ providers: ['gemini', 'mistral', 'openai'], effective: 'now' })],
    ]);
    await expect(filterPage.unsavedMark).toBeHidden();
    expect((await filterPage.readState()).saved).toEqual(AFTER);
    const file = await playground.readEnvFile();
    expect(file.startsWith(ENV_FILE)).toBe(true);
    expect(file.slice(ENV_FILE.length).split('\n').sort()).toEqual([
      '',
      "IGNORE_MODELS_GEMINI='*-exp*'",
      "IGNORE_MODELS_MISTRAL='open-*'",
      "IGNORE_MODELS_OPENAI='*-preview*,tts-1'",
      "WHITELIST_MODELS_OPENAI='o1-preview*'",
    ]);
    const isHidden = (id: string) => {
      const [provider = '', name = ''] = id.split(/\/(.*)/s);
      return id.startsWith('mistral/open-') || HIDDEN[provider]?.(name) === true;
    };
    expect(await playground.listModelIds()).toEqual(listed.filter((id) => !isHidden(id)));
  },
);
