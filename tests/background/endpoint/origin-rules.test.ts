import { expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { createOriginRules, originRulesFor } from '@/src/background/endpoint/origin-rules';

it('makes one rule per origin, for requests of the extension only', () => {
  const rules = originRulesFor(
    ['http://127.0.0.1:8787/v1', 'https://llm.example/openai/v1'],
    'extension-host',
  );

  expect(rules.map(({ id, condition }) => [id, condition.urlFilter])).toEqual([
    [1, '|http://127.0.0.1:8787/'],
    [2, '|https://llm.example/'],
  ]);
  for (const { condition, action } of rules) {
    expect(condition).toMatchObject({
      initiatorDomains: ['extension-host'],
      resourceTypes: ['xmlhttprequest', 'other'],
    });
    expect(action).toEqual({
      type: 'modifyHeaders',
      requestHeaders: [
        { header: 'origin', operation: 'remove' },
        { header: 'referer', operation: 'remove' },
      ],
    });
  }
});

it.each([
  ['no rule without connections', [], 0],
  ['one rule for two connections to the same origin', ['http://x/v1', 'http://x/v2'], 1],
  ['two rules for two ports of a host', ['http://x:1/v1', 'http://x:2/v1'], 2],
])('has %s', (_, baseUrls, count) => {
  expect(originRulesFor(baseUrls, 'extension-host')).toHaveLength(count);
});

it('keeps the rule of an endpoint that is tested until its test ends, whatever else is saved or tested', async () => {
  let rules: { id: number; condition: { urlFilter?: string } }[] = [];
  const declarativeNetRequest = {
    getSessionRules: async () => rules,
    updateSessionRules: async ({ addRules }: { addRules: typeof rules }) => {
      rules = addRules;
    },
  };
  Object.assign(browser, { declarativeNetRequest });
  const origins = () => rules.map(({ condition }) => condition.urlFilter);
  const originRules = createOriginRules({ baseUrls: async () => ['http://stored/v1'] });
  const duringTest = await originRules.runWithRule('http://tested/v1', async () => {
    const before = origins();
    await originRules.runWithRule('http://other/v1', async () => undefined);
    await originRules.refresh();
    return { before, after: origins() };
  });
  const withTested = ['|http://stored/', '|http://tested/'];
  expect(duringTest).toEqual({ before: withTested, after: withTested });
  await expect(
    originRules.runWithRule('http://tested/v1', () => Promise.reject(new Error('No.'))),
  ).rejects.toThrow('No.');
  expect(origins()).toEqual(['|http://stored/']);
});
