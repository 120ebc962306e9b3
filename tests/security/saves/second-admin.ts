import { rulesOf, withRules } from '@/src/adapters/kit/rules/provider-rules';
import type { FakeModelFilterPage } from '@/tests/fakes/model-filter-page';

/** An action of another admin on the proxy, at one moment. */
export interface AdminAction {
  name: string;
  act(page: FakeModelFilterPage): void;
}

/** The other admin writes these ignore rules of a provider to the proxy's file. */
function saves(name: string, provider: string, rules: (ignore: string[]) => string[]): AdminAction {
  return {
    name: `saves ${name}`,
    act({ proxy }) {
      const { ignore, whitelist } = rulesOf(proxy.file, provider);
      proxy.file = withRules(proxy.file, provider, { ignore: [...new Set(rules(ignore))], whitelist });
    },
  };
}

const UNNOTICED_ACTIONS: readonly AdminAction[] = [
  saves('other rules of the same provider', 'openai', () => ['admin-*', 'o1-mini']),
  saves('one more rule', 'openai', (ignore) => [...ignore, 'admin-*']),
  saves('one rule less', 'openai', (ignore) => ignore.slice(1)),
  saves('the same rules in another order', 'openrouter', (ignore) => [...ignore].reverse()),
  saves('no rules', 'openrouter', () => []),
  saves('rules of another provider', 'gemini', () => ['gemini-*']),
  {
    name: 'saves what the page shows, and one rule more',
    act({ proxy, state }) {
      const { ignore, whitelist } = rulesOf(state.drafts, 'openai');
      const more = [...new Set([...ignore, 'admin-*'])];
      proxy.file = withRules(state.drafts, 'openai', { ignore: more, whitelist });
    },
  },
  {
    name: 'adds and removes models',
    act({ proxy }) {
      const models = proxy.models.openai ?? [];
      proxy.models.openai = [...models.slice(2), 'openai/o1-admin', 'openai/o9'].sort();
    },
  },
];

/** Each action, both with and without a notice of the page about it. */
export const ADMIN_ACTIONS: readonly AdminAction[] = [
  ...UNNOTICED_ACTIONS,
  ...UNNOTICED_ACTIONS.map(({ name, act }): AdminAction => {
    return {
      name: `${name}, and the page notices`,
      act(page) {
        act(page);
        page.readFile();
        page.change((state) => {
          if (page.proxy.models.openai !== undefined) state.models.openai = [...page.proxy.models.openai];
        });
      },
    };
  }),
];
