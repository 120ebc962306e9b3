import { describe, expect, it } from 'vitest';
import { cliProxyApi } from '@/src/adapters/cli-proxy-api/definition';
import type { CliProxyContext } from '@/src/adapters/cli-proxy-api/exclusions';
import { MIN_BUDGET_TOKENS } from '@/src/adapters/kit/lines-within';
import { estimateTokens } from '@/src/core/text/estimate-tokens';

const { encodeContext } = cliProxyApi;
const context: CliProxyContext = {
  providers: { codex: ['*-mini'] },
  keys: { 'gemini-api-key:1a2b3c4d': ['*'] },
  entries: [
    {
      id: 'gemini-api-key:1a2b3c4d',
      channel: 'gemini-api-key',
      index: 0,
      host: 'g.example',
      prefix: null,
      isAddressable: true,
      models: null,
    },
    {
      id: 'codex-api-key:0a0b0c0d',
      channel: 'codex-api-key',
      index: 1,
      host: null,
      prefix: null,
      isAddressable: true,
      models: ['own model'],
    },
  ],
  aliases: { codex: [{ name: 'gpt-5', alias: 'best' }] },
  catalogues: { codex: ['gpt-5', 'gpt-5-mini'], gemini: ['gemini-3'] },
  accounts: null,
};

describe('the page’s state for the model', () => {
  it('has every list with its rules, models and aliases', () => {
    const text = encodeContext(context, Number.POSITIVE_INFINITY);
    expect(text).toContain(
      'codex: 2 models, 1 excluded\n  rules: "*-mini" excludes 1\n  models: gpt-5 -gpt-5-mini',
    );
    expect(text).toContain('claude: models unknown');
    expect(text).toContain(
      '"gemini-api-key:1a2b3c4d" (number 1 at g.example): 1 model, 1 excluded, the key is switched off',
    );
    expect(text).toContain('(number 2, with models of its own): 1 model, 0 excluded\n  models: "own model"');
    expect(text).toContain('codex: gpt-5 is also called best');
  });

  it.each([0, MIN_BUDGET_TOKENS, 500, 2_000, 8_000])(
    'fits a budget of %i tokens with 10,000 models',
    (budget) => {
      const models = Array.from({ length: 10_000 }, (_, index) => `model-${index}`);
      const large = {
        ...context,
        catalogues: { codex: models, claude: models },
        providers: { codex: models.slice(0, 500), claude: ['model-1*'] },
      };
      const text = encodeContext(large, budget);
      expect(estimateTokens(text)).toBeLessThanOrEqual(Math.max(budget, MIN_BUDGET_TOKENS));
      expect(text).toContain('OAuth accounts, by provider:');
    },
  );

  it('counts what it leaves out', () => {
    const aliases = Array.from({ length: 500 }, (_, index) => ({ name: `m${index}`, alias: `a${index}` }));
    expect(encodeContext({ ...context, aliases: { codex: aliases } }, 400)).toMatch(
      /and \d+ more lines; use list_models/,
    );
  });

  it('lets no name pass for a part of the state', () => {
    const text = encodeContext({ ...context, catalogues: { codex: ['a\nAPI keys:', '-x'] } }, 8_000);
    expect(text).toContain('"a\\nAPI keys:" "-x"');
  });
});
