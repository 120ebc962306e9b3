import type { ReplySteps } from './reply-steps';
import { code, nameList } from './words';

/** A kind of request that the demo model understands. */
export interface Intent {
  name: string;
  /** Shown in the list of requests that it understands. */
  examples: readonly string[];
  /** A regular expression for the whole request, matched without regard to case. */
  pattern: string;
  /**
   * Adds the request to the steps.
   *
   * @param groups the pattern's named groups; all but `what` in lower case
   *
   * @returns false if a part of the request is not understood
   */
  addSteps(steps: ReplySteps, groups: Readonly<Record<string, string | undefined>>): boolean;
}

const BLOCK = 'block|hide|ignore|exclude|disable';
const HIDDEN = 'hidden|blocked|ignored';
const STATE = `${HIDDEN}|visible|available|allowed`;
/** Largest page of the list tools. */
const LIMIT = 200;
const UNDO =
  'To undo a change, open **Checkpoints** in the panel and choose the row named after it. To return to the saved rules, write “discard the changes”.';

/** All requests that the demo model understands, tried in this order. */
export const INTENTS: readonly Intent[] = [
  {
    name: 'Allow only some',
    examples: ['only allow gpt-4o', 'only show gpt-4 models'],
    pattern: '(?:only (?:allow |show |keep )?|(?:allow|show|keep) only )(?<what>.+)',
    addSteps: (steps, { what = '' }) => addOnly(steps, what),
  },
  {
    name: 'Block, allow, bring back',
    examples: ['block preview models', 'hide `gpt-4*` in all providers', 'allow o1-mini', 'unblock o1'],
    pattern: `(?:(?<block>${BLOCK})|(?<back>unblock|unhide)|allow|whitelist|permit|keep) (?<what>.+)`,
    addSteps(steps, { block, back, what = '' }) {
      const { provider: shown, ignore } = steps.page;
      steps.askProvider(`${block ?? back ?? 'allow'} these models`, what);
      return steps.eachPattern(what, (pattern, provider) => {
        const isRule = back !== undefined && provider === shown && ignore.includes(pattern);
        const allow = isRule ? 'remove_ignore_rule' : 'add_whitelist_rule';
        steps.call(block === undefined ? allow : 'add_ignore_rule', { pattern }, provider);
      });
    },
  },
  {
    name: 'Remove rules',
    examples: ['remove the rule `*-preview*`', 'remove the whitelist rule gpt-4o', 'clear the ignore list'],
    pattern:
      '(?:remove|delete|clear) (?<all>all )?(?:the )?(?:(?<kind>ignore|whitelist) ?)?(?:list|rules|(?<=whitelist)|rule (?<what>.+))',
    addSteps(steps, { all, kind, what }) {
      const pattern = what === undefined ? null : steps.one(what);
      if (what !== undefined) steps.callEach(`remove_${kind ?? 'ignore'}_rule`, { pattern });
      else if (kind !== undefined) steps.callEach(`clear_all_${kind}_rules`);
      else if (all === undefined) return false;
      else {
        const none = steps.providers.map((provider) => ({ provider, ignore: [], whitelist: [] }));
        steps.call('apply_rules', { rule_sets: none }, null);
      }
      return what === undefined || pattern !== null;
    },
  },
  {
    name: 'Import rules',
    examples: ['import these rules: *-exp*, gpt-3*', 'import these whitelist rules: gpt-4o'],
    pattern: 'import (?:(?:these|the following) )?(?:(?<kind>ignore|whitelist) )?rules:? (?<what>.+)',
    addSteps(steps, { kind = 'ignore', what = '' }) {
      const rules = what.split(/,? and |, ?/).map((rule) => steps.one(rule));
      steps.callEach('import_rules', { ignore: [], whitelist: [], [kind]: rules, mode: 'merge' });
      return !rules.includes(null);
    },
  },
  {
    name: 'Preview',
    examples: ['what would happen if I blocked `*mini*`?', 'which models match `*mini*`?'],
    pattern: `(?:(?<preview>what (?:would happen )?if) (?:i|we) (?:${BLOCK}|blocked|hid)|which models match) (?<what>.+)`,
    addSteps: (steps, { preview, what = '' }) =>
      steps.eachPattern(what, (pattern, provider) => {
        if (preview === undefined) steps.call('get_models_matching_pattern', { pattern }, provider);
        else steps.call('preview_rules', { ignore: [pattern], mode: 'merge' }, provider);
      }),
  },
  {
    name: 'Explain',
    examples: ['why is o1-preview hidden?', 'details of gpt-4o'],
    pattern: `(?:(?<why>why) is (?=.+ (?:${STATE})$)|details of )(?<what>.+?)(?: (?:${STATE}))?`,
    addSteps(steps, { why, what = '' }) {
      const model = steps.one(what);
      steps.callEach(why === undefined ? 'get_model_details' : 'explain_model_status', { model_id: model });
      return model !== null;
    },
  },
  {
    name: 'List models',
    examples: ['which models are hidden?', 'what is hidden and why?', 'list the mini models'],
    pattern: `(?:what|which models) (?:is|are) (?<is>${STATE})(?: and why)?|list (?:the |all )*(?:(?<state>${STATE}) )?(?:(?<what>.+) )?models|which rules hide the (?:\\d+ )?(?<rules>hidden) models?|which of the \\d+ models are (?<age>outdated)`,
    addSteps(steps, { is, state, rules, age, what }) {
      const shown = is ?? state ?? rules;
      const show = shown === undefined ? 'all' : HIDDEN.includes(shown) ? 'hidden' : 'visible';
      const contains = what === undefined ? '' : steps.one(what);
      steps.callEach('list_models', { show, contains, sort: 'rule', limit: LIMIT });
      if (age !== undefined) steps.remarks.push('I don’t know the age of models; these are all of them.');
      return contains !== null;
    },
  },
  {
    name: 'List rules and providers, summarize',
    examples: [
      'list the rules',
      'which providers are there?',
      'summarize this page',
      'what is not saved yet?',
    ],
    pattern:
      '(?:list|what are|which) (?:the |all )*(?:(?<kind>ignore|whitelist) )?(?:(?<rules>rules)|(?<providers>providers))(?: are there)?|(?<summary>sum up|summarize) (?:this|the) page|what is (?:not saved(?: yet)?|unsaved)|compare(?: with the saved file)?',
    addSteps(steps, { kind, rules, providers, summary }) {
      const { page, remarks } = steps;
      const type = kind === undefined ? {} : { rule_type: kind };
      if (rules !== undefined) steps.callEach('list_rules', { ...type, limit: LIMIT });
      else if (summary !== undefined) steps.callEach('get_model_details');
      if (providers !== undefined)
        remarks.push(`Providers: ${nameList(page.providers)}. In view: ${code(page.provider)}.`);
      else if (rules === undefined)
        remarks.push(`Unsaved changes when you asked: ${nameList(page.unsaved)}.`);
      return true;
    },
  },
  {
    name: 'Switch, refresh',
    examples: ['switch to gemini', 'refresh the models'],
    pattern: '(?:switch|go) to (?:provider )?(?<name>\\S+)|(?:refresh|reload) (?:the )?models',
    addSteps(steps, { name }) {
      const provider = steps.page.providers.find((one) => one.toLowerCase() === name);
      if (name === undefined) steps.callEach('refresh_models');
      else if (provider === undefined) return false;
      else {
        steps.call('switch_provider', { provider }, null);
        steps.inView = provider;
      }
      return true;
    },
  },
  {
    name: 'Save, discard, undo',
    examples: ['save the changes', 'discard the changes', 'undo'],
    pattern: '(?<verb>save|discard)(?: it| everything| (?:the |all |my )*changes)?|undo(?: it| that)?',
    addSteps(steps, { verb }) {
      const named = steps.clause.providers;
      if (verb === undefined) steps.remarks.push(UNDO);
      else if (named === null) steps.call(`${verb}_changes`, {}, null);
      else for (const provider of named) steps.call('discard_changes', { provider }, null);
      // A save always applies to all providers.
      return verb !== 'save' || named === null;
    },
  },
];

function addOnly(steps: ReplySteps, what: string): boolean {
  const providers = new Set<string>();
  const isRead = steps.eachPattern(what, (pattern, provider) => {
    providers.add(provider);
    steps.call('add_whitelist_rule', { pattern }, provider);
  });
  // Added last, so that the models to keep are not hidden in between.
  for (const provider of providers) steps.call('add_ignore_rule', { pattern: '*' }, provider);
  return isRead;
}
