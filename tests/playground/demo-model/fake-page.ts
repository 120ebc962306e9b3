import type { ToolCall } from '../../../playground/demo-model/demo-reply';
import { decideModels, type RuleKind, type RuleSet } from '../../../playground/filter/decide';
import { matchesModel } from '../../../playground/filter/matcher';
import { addRule } from '../../../playground/filter/rules';

export interface ToolResult {
  success: boolean;
  message: string;
  data?: Record<string, unknown>;
  error_code?: string;
}

/** What a page starts with. Providers without rules needn't be named in `rules`. */
export interface FakePageFacts {
  provider: string;
  catalogue: Readonly<Record<string, readonly string[]>>;
  rules: Readonly<Record<string, Partial<RuleSet>>>;
  /** Providers whose rules differ from the file at the start. */
  unsaved: readonly string[];
}

/** A model-filter page of several providers whose tools answer as the extension's do. */
export interface FakePage {
  run(call: ToolCall): ToolResult;
  provider(): string;
  providers: string[];
  rules(provider: string): RuleSet;
  unsaved(): string[];
}

const KINDS = ['ignore', 'whitelist'] as const satisfies readonly RuleKind[];

export function createFakePage({ catalogue, rules, unsaved, provider }: FakePageFacts): FakePage {
  const providers = Object.keys(catalogue).sort();
  let drafts: Record<string, RuleSet> = Object.fromEntries(
    providers.map((name) => [
      name,
      { ignore: rules[name]?.ignore ?? [], whitelist: rules[name]?.whitelist ?? [] },
    ]),
  );
  let saved = {
    ...drafts,
    ...Object.fromEntries(unsaved.map((name) => [name, { ignore: ['was-there'], whitelist: [] }])),
  };
  let view = provider;

  const rulesOf = (name: string): RuleSet => drafts[name] ?? { ignore: [], whitelist: [] };
  const idsOf = (name: string) => (catalogue[name] ?? []).map((model) => `${name}/${model}`);
  const unsavedNow = () =>
    providers.filter((name) => JSON.stringify(drafts[name]) !== JSON.stringify(saved[name]));

  /** Whose visibility changes if a provider had these rules. */
  function effect(name: string, next: RuleSet) {
    const hidden = (set: RuleSet) =>
      decideModels(idsOf(name), set).flatMap((model) => (model.status === 'ignored' ? [model.name] : []));
    const [before, after] = [hidden(rulesOf(name)), hidden(next)];
    const newlyHidden = after.filter((model) => !before.includes(model));
    const broughtBack = before.filter((model) => !after.includes(model));
    const unchanged = idsOf(name).length - newlyHidden.length - broughtBack.length;
    return { newly_hidden: newlyHidden, brought_back: broughtBack, unchanged };
  }

  function change(name: string, next: RuleSet, message: string, data: Record<string, unknown>): ToolResult {
    const what = effect(name, next);
    drafts = { ...drafts, [name]: next };
    const note = unsavedNow().includes(name) ? 'Not saved yet.' : 'The saved file already has it so.';
    return done(`${message} ${note}`, { provider: name, ...what, ...data });
  }

  function add(name: string, kind: RuleKind, pattern: string): ToolResult {
    const added = addRule(rulesOf(name)[kind], pattern, idsOf(name));
    if (added.kind === 'covered')
      return failed('already_covered', 'It is covered.', { existing_rules: [added.by] });
    if (added.kind !== 'added') return failed('duplicate_rule', 'It is there.');
    const next = { ...rulesOf(name), [kind]: added.list };
    const decided = decideModels(idsOf(name), next).filter(
      ({ rule }) => rule?.kind === kind && rule.pattern === pattern,
    );
    const data = {
      pattern,
      affected_models: decided.map((model) => model.name),
      replaced_rules: added.replaced,
    };
    return change(name, next, 'Added.', data);
  }

  function remove(name: string, kind: RuleKind, pattern: string): ToolResult {
    if (!rulesOf(name)[kind].includes(pattern))
      return failed('rule_not_found', `There is no ${kind} rule "${pattern}".`);
    const next = { ...rulesOf(name), [kind]: rulesOf(name)[kind].filter((rule) => rule !== pattern) };
    return change(name, next, 'Removed.', { pattern });
  }

  function clear(name: string, kind: RuleKind): ToolResult {
    const removed = rulesOf(name)[kind];
    if (removed.length === 0)
      return failed('nothing_to_change', `${name} has no ${kind} rules; nothing was removed.`);
    const next = { ...rulesOf(name), [kind]: [] };
    return change(name, next, `Removed ${removed.length} ${kind} rules of ${name}.`, {
      removed_rules: removed,
    });
  }

  function match(name: string, pattern: unknown): ToolResult {
    if (typeof pattern !== 'string') return failed('invalid_parameters', 'pattern: expected text');
    const found = (catalogue[name] ?? []).filter((model) => matchesModel(pattern, `${name}/${model}`));
    if (found.length === 0) return noMatch(name, pattern);
    return done('Found.', { provider: name, pattern, matching_models: found });
  }

  function noMatch(name: string, pattern: string): ToolResult {
    const wider = `*${pattern}*`;
    const count = (catalogue[name] ?? []).filter((model) => matchesModel(wider, `${name}/${model}`)).length;
    const hint = count > 0 ? `"${wider}" would match ${count} models.` : '* stands for any text.';
    return failed('no_match', `No model of ${name} matches "${pattern}". ${hint}`);
  }

  function list(name: string, values: Record<string, unknown>): ToolResult {
    const { show = 'all', contains = '', offset = 0, limit = 100 } = values;
    const shown = decideModels(idsOf(name), rulesOf(name)).filter(
      ({ id, status }) =>
        id.includes(String(contains)) && (show === 'all' || (show === 'hidden') === (status === 'ignored')),
    );
    const part = shown.slice(Number(offset), Number(offset) + Number(limit));
    const end = Number(offset) + part.length;
    return done(`${name} has ${shown.length} models.`, {
      provider: name,
      models: part.map(({ name: model, status, rule }) => ({
        name: model,
        status,
        ...(rule === null ? {} : { rule: { rule_type: rule.kind, pattern: rule.pattern } }),
      })),
      total: shown.length,
      offset,
      next_offset: end < shown.length ? end : null,
    });
  }

  function details(name: string): ToolResult {
    const models = decideModels(idsOf(name), rulesOf(name));
    const named = (isHidden: boolean) =>
      models.flatMap((model) => ((model.status === 'ignored') === isHidden ? [model.name] : []));
    const data = { visible_models: named(false), hidden_models: named(true) };
    return done(`${name} has ${models.length} models.`, { provider: name, total: models.length, ...data });
  }

  /** The rules after an import, and what became of each. */
  function imported(name: string, values: Record<string, unknown>) {
    let next = values.mode === 'replace' ? { ignore: [], whitelist: [] } : rulesOf(name);
    const outcomes = KINDS.flatMap((kind) =>
      textsOf(values[kind]).map((pattern) => {
        const added = addRule(next[kind], pattern, idsOf(name));
        if (added.kind === 'added') next = { ...next, [kind]: added.list };
        const by = added.kind === 'covered' ? { covered_by: [added.by] } : {};
        return { rule_type: kind, pattern, outcome: added.kind, ...by };
      }),
    );
    return { next, outcomes };
  }

  function apply(sets: unknown): ToolResult {
    const given = Array.isArray(sets) ? sets : [];
    const results = given.map((set: { provider: string; ignore: string[]; whitelist: string[] }) =>
      change(set.provider, { ignore: set.ignore, whitelist: set.whitelist }, '', {}),
    );
    const names = given.map((set: { provider: string }) => set.provider);
    return done(`Applied the rules of ${names.join(', ')}.`, {
      providers: names,
      rule_sets: results.map(({ data }) => data),
    });
  }

  function listRules(name: string, { offset, limit }: Record<string, unknown>): ToolResult {
    const rules = KINDS.flatMap((kind) =>
      rulesOf(name)[kind].map((pattern) => ({ rule_type: kind, pattern })),
    );
    const start = Number(offset ?? 0);
    const end = start + Number(limit ?? 100);
    const data = {
      provider: name,
      rules: rules.slice(start, end),
      next_offset: end < rules.length ? end : null,
    };
    return done(`${name} has ${rules.length} rules.`, data);
  }

  function run({ name: tool, arguments: values }: ToolCall): ToolResult {
    const name = typeof values.provider === 'string' ? values.provider : view;
    if (!providers.includes(name)) return failed('provider_not_found', `The page has no provider "${name}".`);
    const kind: RuleKind = tool.includes('whitelist') ? 'whitelist' : 'ignore';
    switch (tool) {
      case 'add_ignore_rule':
      case 'add_whitelist_rule':
        return add(name, kind, String(values.pattern));
      case 'remove_ignore_rule':
      case 'remove_whitelist_rule':
        return remove(name, kind, String(values.pattern));
      case 'clear_all_ignore_rules':
      case 'clear_all_whitelist_rules':
        return clear(name, kind);
      case 'import_rules': {
        const { next, outcomes } = imported(name, values);
        return change(name, next, `Imported into ${name}.`, { outcomes });
      }
      case 'preview_rules': {
        const { next, outcomes } = imported(name, values);
        return done('Nothing was changed.', { provider: name, outcomes, ...effect(name, next) });
      }
      case 'apply_rules':
        return apply(values.rule_sets);
      case 'get_models_matching_pattern':
        return match(name, values.pattern);
      case 'list_models':
        return list(name, values);
      case 'list_rules':
        return listRules(name, values);
      case 'get_model_details':
        return values.model_id === undefined ? details(name) : done('Answer of get_model_details.', {});
      case 'switch_provider':
        view = name;
        return done(`The page shows ${name}.`, { provider: name });
      case 'save_changes': {
        const names = unsavedNow();
        if (names.length === 0) return failed('nothing_to_save', 'The saved file already matches the page.');
        saved = drafts;
        return done(`Saved the rules of ${names.join(', ')}.`, { providers: names });
      }
      case 'discard_changes':
        drafts = saved;
        return done('Discarded the unsaved changes.', {});
      default:
        return done(`Answer of ${tool}.`, {});
    }
  }

  return { run, provider: () => view, providers, rules: rulesOf, unsaved: unsavedNow };
}

function done(message: string, data: Record<string, unknown>): ToolResult {
  return { success: true, message, data };
}

function failed(code: string, message: string, data: Record<string, unknown> = {}): ToolResult {
  return { success: false, message, error_code: code, data };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
