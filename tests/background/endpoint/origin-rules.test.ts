import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { createOriginRules } from '@/src/background/endpoint/origin-rules';

interface SessionRule {
  id: number;
  condition: { urlFilter: string };
}

let rules: SessionRule[];
let isRefused: boolean;

beforeEach(() => {
  rules = [];
  isRefused = false;
  const declarativeNetRequest = {
    getSessionRules: async () => [...rules],
    async updateSessionRules({ addRules }: { addRules: SessionRule[] }) {
      if (isRefused) throw new Error('No.');
      if (addRules.some(({ id }) => rules.some((rule) => rule.id === id)))
        throw new Error('Each id is unique.');
      rules.push(...addRules);
    },
  };
  Object.assign(browser, { declarativeNetRequest });
});

const filters = () => rules.map(({ condition }) => condition.urlFilter);

it('adds one rule per origin, for requests of the extension only', async () => {
  const removeOrigin = createOriginRules();
  const urls = ['http://x:1/v1/models', 'http://x:1/v1/chat/completions', 'http://x:2/v1', 'https://x/v1'];
  await Promise.all(urls.map(removeOrigin));
  await removeOrigin('http://x:1/v1/models');

  expect(filters()).toEqual(['|http://x:1/', '|http://x:2/', '|https://x/']);
  expect(rules[0]).toEqual({
    id: 1,
    condition: {
      initiatorDomains: [new URL(browser.runtime.getURL('/')).hostname],
      urlFilter: '|http://x:1/',
      resourceTypes: ['xmlhttprequest', 'other'],
    },
    action: {
      type: 'modifyHeaders',
      requestHeaders: [
        { header: 'origin', operation: 'remove' },
        { header: 'referer', operation: 'remove' },
      ],
    },
  });
});

it('keeps the rules that an earlier worker of this browser session has added', async () => {
  await createOriginRules()('http://x/v1');
  const removeOrigin = createOriginRules();
  for (const url of ['http://y/v1', 'http://x/v1']) await removeOrigin(url);
  expect(filters()).toEqual(['|http://x/', '|http://y/']);
});

it('tries again after the browser has refused a rule', async () => {
  const removeOrigin = createOriginRules();
  isRefused = true;
  await expect(removeOrigin('http://x/v1')).rejects.toThrow('No.');
  isRefused = false;
  await removeOrigin('http://x/v1');
  expect(filters()).toEqual(['|http://x/']);
});
