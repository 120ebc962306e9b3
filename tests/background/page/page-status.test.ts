import { expect, it } from 'vitest';
import { anyPage } from '@/src/adapters/any-page/definition';
import { connectedStatus } from '@/src/background/page/page-status';
import { say } from '@/src/schema/values/said';

const SALARIES = { key: 'salaries', heading: 'Salaries', text: ['One'], tables: [], fields: [], links: [] };
const PLACE = { tabId: 1, origin: 'https://site.example', isLasting: false, canShow: false };
const PAGE = {
  visit: 'v',
  address: 'https://site.example/',
  title: 'Staff',
  sections: [SALARIES],
  isCut: false,
  tools: [],
  toolsLeftOut: 0,
};

it.each<[string[], string[]]>([
  [[], []],
  [['salaries/**'], []],
  [
    ['salaries/**', 'pay/**', '**/links'],
    ['pay/**', '**/links'],
  ],
  [['pay/**'], ['pay/**']],
])(
  'the line of a page of which %j is to be left out begins with what fits nothing',
  async (leftOutParts, unfit) => {
    const status = await connectedStatus(anyPage, PAGE, { leftOutParts }, PLACE);
    const first = unfit.length === 0 ? [] : [say('said.page.noPartFits', { globs: unfit })];
    expect(status).toMatchObject({ line: { facts: [...first, 'read only'] } });
  },
);

it.each([
  ['of enough contrast is the panel’s', { light: '#3a3f42', dark: '#5a6165' }, true],
  ['on which white text can’t be read is not used', { light: '#5cc4bf', dark: '#1d7272' }, false],
])('an accent %s', async (_what, accent, isUsed) => {
  const status = await connectedStatus({ ...anyPage, accent }, PAGE, { leftOutParts: [] }, PLACE);
  expect(status).toMatchObject({ accent: isUsed ? accent : null });
});
