import { expect, it } from 'vitest';
import { originRulesFor } from '@/src/background/endpoint/origin-rules';

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
