import { describe, expect, it } from 'vitest';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { costText, meterText, windowText } from '@/src/panel/settings/costs/usage-text';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { chatUsage, type ModelTarget } from '@/src/store/chat-usage';
import { accounted, answered, COUNTS, said, titled, used } from '../core/usage/usage-examples';

const MODEL: ModelInfo = {
  id: 'm',
  ownedBy: null,
  contextTokens: 10_000,
  prices: { input: 3e-6, output: 15e-6, cacheRead: null, cacheCreation: null },
};
const SETTINGS = { connectionId: 'k', model: 'm', contextWindowTokens: null };
const MESSAGES = [said('user', 0), answered(1)];
const HISTORY = [used(1, COUNTS)];
/** The usage of a chat in a window of this size, with the endpoint’s models. */
const usageIn = (
  contextWindowTokens: number | null,
  models: ModelInfo[] = [MODEL],
  history = HISTORY,
  messages = MESSAGES,
) => chatUsage({ ...SETTINGS, contextWindowTokens }, messages, history, () => models, null);
function withoutConnection() {
  const { connectionId: _, ...entry } = used(1, COUNTS);
  return entry;
}
/** 1,000 × $3 + 200 × $15 + 30 × $0.30 + 4 × $3.75, each per million tokens. */
const COST = 0.006024;

describe('the usage of a chat', () => {
  it.each([
    ['the endpoint’s', null, [MODEL], 10_000],
    ['the user’s, whatever the endpoint says', 2_000, [MODEL], 2_000],
    ['the user’s if the endpoint says nothing', 2_000, [], 2_000],
    ['unknown without either', null, [], null],
  ])('has the size of the context window: %s', (_, contextWindowTokens, models, sizeTokens) => {
    const usage = usageIn(contextWindowTokens, models);
    expect(usage.sizeTokens).toBe(sizeTokens);
  });

  it.each([
    ['its own, beside none of the endpoint’s', null, [], 1_024],
    ['its own, if the endpoint’s is larger', null, [MODEL], 1_024],
    ['the endpoint’s, if that is smaller', null, [{ ...MODEL, contextTokens: 1_000 }], 1_000],
    ['the user’s, whatever was read', 2_000, [MODEL], 2_000],
  ])('whose endpoint cuts prompts has the size: %s', (_, contextWindowTokens, models, sizeTokens) => {
    const cut = { readTokens: 1_024, sentTokens: 3_650 };
    const usage = chatUsage({ ...SETTINGS, contextWindowTokens }, MESSAGES, HISTORY, () => models, cut);
    expect(usage).toMatchObject({ sizeTokens, cut });
  });

  it.each([
    [null, [MODEL], 'normal', '12 %', '1,234 of 10,000 tokens, 12 %.'],
    [1_500, [], 'notice', '82 %', '1,234 of 1,500 tokens, 82 %.'],
    [1_300, [], 'warning', '94 %', '1,234 of 1,300 tokens, 94 %.'],
    [null, [], null, '1.23K tokens', '1,234 tokens; the size of the window is unknown.'],
  ])('in a window of %s tokens, is shown by its level and share', (size, models, level, meter, text) => {
    const usage = usageIn(size, models);
    expect(usage.level).toBe(level);
    expect(meterText(usage)).toBe(meter);
    expect(windowText(usage)).toBe(text);
  });

  it('is shown as unknown without counts', () => {
    const usage = usageIn(null, [MODEL], [used(1, null)]);
    expect(usage).toMatchObject({ windowTokens: null, level: null, all: { cost: null } });
    expect(meterText(usage)).toBe('tokens unknown');
    expect(windowText(usage)).toBe(
      'The token count of the last answer is unknown: the endpoint reported none, or the chat was copied.',
    );
    expect(costText(usage.all.cost)).toBe('cost unknown');
  });

  it.each([
    ['that was free', used(1, COUNTS, { connectionId: 'free' }), 0, false, '$0'],
    ['that was deleted', used(1, COUNTS, { connectionId: 'gone' }), null, false, 'cost unknown'],
    ['that costs something', used(1, COUNTS), COST, false, 'about $0.006'],
    ['that is unknown, as the present one does', withoutConnection(), COST, true, 'about $0.006'],
  ])(
    'costs what the model does at the connection that was used, %s',
    (_, entry, dollars, isAssumed, text) => {
      const free = { ...MODEL, prices: { input: 0, output: 0, cacheRead: null, cacheCreation: null } };
      const modelsOf = (id: string | null) => (id === 'k' ? [MODEL] : id === 'free' ? [free] : []);
      const { cost } = chatUsage(SETTINGS, MESSAGES, [entry], modelsOf, null).all;
      expect(cost).toEqual(
        dollars === null
          ? null
          : { dollars: expect.closeTo(dollars), isAssumed, isAbout: dollars > 0, isLowerBound: false },
      );
      expect(costText(cost)).toBe(text);
    },
  );

  it('of a branch has the size of the context that it continues, and no tokens of its own', () => {
    const usage = usageIn(null, [MODEL], [used(1, COUNTS, { isCopied: true })]);
    expect(usage).toMatchObject({
      windowTokens: 1_234,
      all: { totals: { inputTokens: 0 }, cost: null },
      byModel: [],
    });
  });

  it('has tokens and cost by kind and by model', () => {
    const history = [
      used(1, COUNTS),
      used(2, COUNTS, { kind: 'title', runId: null }),
      used(4, COUNTS, { model: 'other' }),
    ];
    const usage = usageIn(null, [MODEL], history, [...MESSAGES, titled(2), answered(4)]);
    const isLowerBound = false;
    expect(usage.byKind).toMatchObject([
      { name: 'response', requests: 2, totals: { inputTokens: 2_000 }, cost: { isLowerBound: true } },
      { name: 'title', requests: 1, totals: { outputTokens: 200 }, cost: { isLowerBound } },
    ]);
    expect(usage.byModel).toMatchObject([
      { name: 'm', requests: 2, totals: { cacheReadTokens: 60 }, cost: { isLowerBound } },
      { name: 'other', requests: 1, totals: { cacheCreationTokens: 4 }, cost: null },
    ]);
    expect(usage.byModel[0]?.cost?.dollars).toBeCloseTo(2 * COST);
    expect(costText(usage.all.cost)).toBe('≥ $0.012');
  });

  it('has a cost that is only a lower bound if an accounting row knows of more tokens than the entries', () => {
    const totals = { inputTokens: 5_000, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
    const usage = usageIn(null, [MODEL], HISTORY, [accounted(0, totals), answered(1)]);
    expect(usage.all.totals.inputTokens).toBe(6_000);
    expect(usage.all.cost?.isLowerBound).toBe(true);
  });

  it.each<[string, ModelInfo[], TokenUsageEntry[], ModelTarget[]]>([
    ['the chat’s model, without a price', [], [], [{ connectionId: 'k', model: 'm' }]],
    ['none, if the endpoint gives its price', [MODEL], HISTORY, []],
    [
      'a model whose price the user entered',
      [{ ...MODEL, prices: { input: 1, output: 1, cacheRead: null, cacheCreation: null, isEntered: true } }],
      HISTORY,
      [{ connectionId: 'k', model: 'm' }],
    ],
    [
      'a model of another connection that requests went to, once',
      [MODEL],
      [...HISTORY, ...[2, 3].map((at) => used(at, COUNTS, { connectionId: 'l', model: 'n' }))],
      [{ connectionId: 'l', model: 'n' }],
    ],
    ['none, if the provider states what requests cost', [], [used(1, COUNTS, { raw: { cost: 1 } })], []],
  ])('has as models whose prices the user may enter: %s', (_, models, history, priceable) => {
    expect(usageIn(null, models, history).priceable).toEqual(priceable);
  });

  it('has the input weighted by its price', () => {
    const usage = usageIn(null);
    expect(usage.effectiveInputTokens).toBeCloseTo(1_000 + 3 + 5);
    expect(usage.all.cost?.dollars).toBeCloseTo(COST);
  });
});
