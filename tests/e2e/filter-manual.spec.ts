import type { FilterPage, RuleKind } from '@/tests/drive/filter-page';
import { allModelsLoaded, modelNames, setRules } from './page-rules';
import { readTable } from './read-table';
import { thorough } from './thorough';
import { expect, FILTER, type ToolScenario, test } from './tool-scenario';
import { gives } from './tool-step';

/** A change as a message reports it, without its time. */
type ReportedChange = Record<string, unknown> & { type: string };

type TimedChange = ReportedChange & { timestamp: string };

const ruleChange =
  (type: string) =>
  (rule_type: RuleKind, pattern: string, provider = 'openai'): ReportedChange => ({
    type,
    rule_type,
    pattern,
    provider,
  });
const added = ruleChange('rule_added');
const removed = ruleChange('rule_removed');

test(
  'the user’s changes between two messages are reported once and in order, and undone ones not at all',
  thorough(FILTER),
  async ({ startScenario, filterPage, endpoint }) => {
    const user = createUserActions(filterPage);
    await allModelsLoaded(filterPage);
    const openai = await modelNames(filterPage, 'openai');
    await setRules(filterPage, { openai: { ignore: ['*-preview*', 'gpt-3*'], whitelist: [] } });
    const scenario = await startScenario();
    expect(readChanges(await scenario.say('Hello'))).toEqual([]);

    const first = createChangeLog(scenario);
    await first.add(() => filterPage.addRules('ignore', '*audio*'), added('ignore', '*audio*'));
    await first.add(() => user.removeRule('ignore', 'gpt-3*'), removed('ignore', 'gpt-3*'));
    await first.add(() => user.replaceRules('ignore', ['*audio*', '*-preview*']), {
      type: 'rules_reordered',
      rule_type: 'ignore',
      provider: 'openai',
    });
    await first.add(() => filterPage.addRules('whitelist', 'o1-preview*'), added('whitelist', 'o1-preview*'));
    await first.add(() => filterPage.searchBox.fill('gpt'), { type: 'search_changed', query: 'gpt' });
    const passing = added('ignore', 'tts-1');
    await first.add(() => filterPage.addRules('ignore', 'tts-1'), passing);
    await user.listModels('openai', ['gpt-6', ...openai]);
    await first.add(user.refresh, {
      type: 'models_refreshed',
      provider: 'openai',
      new_count: openai.length + 1,
      by: 'the page itself',
    });
    await first.revert(() => user.removeRule('ignore', 'tts-1'), passing);
    await first.add(() => filterPage.chooseProvider('gemini'), {
      type: 'provider_changed',
      from: 'openai',
      to: 'gemini',
    });
    await first.add(() => filterPage.addRules('ignore', '*-exp*'), added('ignore', '*-exp*', 'gemini'));
    await first.add(() => filterPage.saveButton.click(), { type: 'changes_saved' });
    first.expectReported(await scenario.say('What did I do?'));

    // Neither these nor the model's own changes are reported again.
    const aqa = { provider: 'gemini', pattern: 'aqa' };
    await scenario.runCalls([
      [
        'add_ignore_rule',
        { pattern: 'aqa' },
        gives({ ...aqa, affected_models: ['aqa'], newly_hidden: ['aqa'], replaced_rules: [] }),
      ],
    ]);
    const { messages } = endpoint.chats().at(-1)?.body ?? { messages: [] };
    expect(readChanges(messages.findLast(({ role }) => role === 'user')?.content ?? '')).toEqual([]);
    expect(readChanges(await scenario.say('And now?'))).toEqual([]);

    const second = createChangeLog(scenario);
    await second.add(() => filterPage.chooseProvider('openai'), {
      type: 'provider_changed',
      from: 'gemini',
      to: 'openai',
    });
    await second.add(user.clearSearch, { type: 'search_changed', query: '' });
    const draft = added('ignore', 'whisper-1');
    await second.add(() => filterPage.addRules('ignore', 'whisper-1'), draft);
    // Of the two unsaved rules, the model knows only its own.
    await second.revert(user.discard, draft, removed('ignore', 'aqa', 'gemini'), {
      type: 'changes_discarded',
    });
    second.expectReported(await scenario.say('And what now?'));
    expect(readChanges(await scenario.say('Anything else?'))).toEqual([]);
  },
);

/** Records the changes made by hand, and waits until Steward has observed each before the next. */
function createChangeLog({ panel }: ToolScenario) {
  const earliestMs = Date.now();
  const reported: ReportedChange[] = [];

  async function seen(): Promise<ReportedChange[]> {
    const [known] = await readTable(panel.page, 'contexts');
    const notes = (known?.seen ?? []) as TimedChange[];
    return notes.map(({ timestamp: _when, ...what }) => what);
  }

  async function revert(
    act: () => Promise<void>,
    gone: ReportedChange | null,
    ...come: ReportedChange[]
  ): Promise<void> {
    await act();
    if (gone !== null) reported.splice(reported.indexOf(gone), 1);
    reported.push(...come);
    await expect.poll(seen).toEqual(reported);
  }

  return {
    /** Performs an action that results in this change. */
    add: (act: () => Promise<void>, change: ReportedChange) => revert(act, null, change),
    /** Performs an action that reverts an earlier change, and results in others. */
    revert,
    /** Fails unless a message reports exactly these changes, oldest first, each with its time. */
    expectReported(message: string): void {
      const changes = readChanges(message);
      expect(changes.map(({ timestamp: _when, ...what }) => what)).toEqual(reported);
      const timesMs = changes.map(({ timestamp }) => Date.parse(timestamp));
      expect(timesMs).toEqual([...timesMs].sort((a, b) => a - b));
      expect(timesMs[0]).toBeGreaterThanOrEqual(earliestMs);
      expect(timesMs.at(-1)).toBeLessThanOrEqual(Date.now());
    },
  };
}

/** The changes that a message reports (docs/page-context.md). */
function readChanges(message: string): TimedChange[] {
  const [, text] =
    /<changes-since-last-message id="[^"]+">\n([\s\S]*?)\n<\/changes-since-last-message/.exec(message) ?? [];
  return (text?.split('\n') ?? []).map((line) => {
    const [, timestamp = '', type = '', fields = ''] = /^(\S+Z) (\S+) (\{.*\})$/.exec(line) ?? [];
    return { type, timestamp, ...(JSON.parse(fields) as object) };
  });
}

/** The user's actions with the page's own controls. */
function createUserActions({ page, rules }: FilterPage) {
  const banner = page.getByRole('banner');
  const button = (name: string) => banner.getByRole('button', { name, exact: true });
  return {
    refresh: () => button('Refresh').click(),
    discard: () => button('Discard').click(),
    clearSearch: () => button('Clear search').click(),
    removeRule: (kind: RuleKind, pattern: string) =>
      rules(kind)
        .getByRole('button', { name: `Remove ${kind} rule ${pattern}` })
        .click(),
    async replaceRules(kind: RuleKind, patterns: readonly string[]): Promise<void> {
      await rules(kind)
        .getByRole('button', { name: `Import ${kind} rules` })
        .click();
      const dialog = page.getByRole('dialog', { name: `Import ${kind} rules` });
      await dialog.getByText('Replace', { exact: false }).first().click();
      await dialog.getByRole('textbox').fill(patterns.join('\n'));
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
    /** From now on the proxy has these models of a provider. */
    async listModels(provider: string, names: readonly string[]): Promise<void> {
      const models = names.map((name) => `${provider}/${name}`);
      await page.route(`**/v1/admin/catalogue/${provider}`, (route) =>
        route.fulfill({ json: { provider, models } }),
      );
    },
  };
}
