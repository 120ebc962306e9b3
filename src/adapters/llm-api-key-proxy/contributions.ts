import type { PromptContribution } from '@/src/core/prompts/prompt-contribution';
import { contributions as ofModelFilter } from '../model-filter/contributions';

/** The pattern syntax is the same as on the model-filter page, since the proxies compare rules with the same code. */
const PATTERN_SYNTAX = ofModelFilter
  .filter(({ key }) => key === 'model-filter:pattern-syntax')
  .map((contribution) => ({ ...contribution, key: 'llm-api-key-proxy:pattern-syntax' }));

/** The prompt on LLM-API-Key-Proxy's web UI. The page's state is sent with the run's user message instead. */
export const contributions: readonly PromptContribution[] = [
  {
    key: 'llm-api-key-proxy:domain',
    section: 'Context',
    priority: 500,
    content: {
      type: 'text',
      text: `The page is the web UI of an LLM-API-Key-Proxy. Each provider has two ordered lists of rules in the server's .env file. An ignore rule hides the models that it matches from the proxy's model list; a whitelist rule keeps the models that it matches, whatever the ignore rules say. A whitelist by itself hides nothing: "only X" needs the ignore rule "*" as well. Hiding doesn't stop clients that ask for a model by name. The page itself only shows the rules; Steward changes them over the server's admin API.`,
    },
  },
  ...PATTERN_SYNTAX,
  {
    key: 'llm-api-key-proxy:restart',
    section: 'Guidelines',
    priority: 500,
    content: {
      type: 'text',
      text: `A change is saved in the server's .env file at once, and the proxy applies it when it is restarted, not before: its "Reload" answers success and changes nothing. So after a change, say "saved, restart needed", never that models are hidden. When the user says that the proxy was restarted, call check_rules_in_force. Rules that only the process's environment sets appear nowhere and win over the file.`,
    },
  },
  {
    key: 'llm-api-key-proxy:limits',
    section: 'Guidelines',
    priority: 490,
    content: {
      type: 'text',
      text: `The page state lists the models that clients get now. Models that the proxy hides now are in no list, so don't claim to know which models come back when rules are removed. A request that names no provider and fits several: ask which, or do it for each of them if the user says all. The rules of a provider with a name like x-ai can't be changed here, since its lines in the file can't be removed again.`,
    },
  },
];
