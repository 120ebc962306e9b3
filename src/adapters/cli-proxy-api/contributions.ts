import type { PromptContribution } from '@/src/core/prompts/prompt-contribution';

/** The prompt on CLIProxyAPI's management page. The page's state is sent with the run's user message instead. */
export const contributions: readonly PromptContribution[] = [
  {
    key: 'cli-proxy-api:domain',
    section: 'Context',
    priority: 500,
    content: {
      type: 'text',
      text: `The page manages a CLIProxyAPI server, which offers models of several accounts and API keys under one address. Exclusion rules keep models from being served. Each OAuth provider has a list of rules that applies to all of its accounts; each API key has its own list, and the provider's list doesn't apply to it. There are no exceptions and no allow-list: "all but X" takes one rule for each other model. A model that is excluded for one account or key is still served by the others; one that nothing serves can't be called at all. The rule "*" on an API key means that the key is switched off.`,
    },
  },
  {
    key: 'cli-proxy-api:patterns',
    section: 'Instructions',
    priority: 500,
    content: {
      type: 'text',
      text: `A rule is compared with the id under which its list in the page state has a model, and has to fit all of it: for a provider and for an API key without models of its own, the upstream id; for an API key with models of its own, the key's alias for the model, if it has one. A provider's aliases, and prefixes, come after the rules. Case doesn't matter. Only * is special: any run of characters. A rule without * excludes one model. Rules are stored in lower case; their order has no meaning. In the page state, a model with a minus sign before its name is excluded.`,
    },
  },
  {
    key: 'cli-proxy-api:effect',
    section: 'Guidelines',
    priority: 500,
    content: {
      type: 'text',
      text: `Every change takes effect for clients at once; nothing is saved separately. Say which models it concerns. Steward changes the rules on the server, so an editor that is open on the page shows the ones from before: tell the user to reload the page before saving there. If a request names no provider and several have such models, ask which, or do it for each of them if the user says all.`,
    },
  },
];
