import { type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { chooseFromMenu } from '@/tests/drive/menu';
import { callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { type TestPlayground, withTestPlayground } from '@/tests/fakes/test-playground';
import { createApprovalView } from './approval-view';
import { attachLooks } from './attach-looks';
import { connectByCommand } from './connect-by-command';
import { expectAccessible } from './expect-accessible';
import type { OpenPanel } from './fixtures';
import { makeChatAbout } from './make-chat-about';
import { sendCommand } from './send-command';
import { test as base, expect } from './strict-test';
import { thorough } from './thorough';

const NAMES = ['north', 'south', 'west'] as const;
type Name = (typeof NAMES)[number];

const HIDE = { pattern: '*-preview*', targets: ['all'] };

interface Site {
  playground: TestPlayground;
  filterPage: FilterPage;
}

/** Three proxies that are open in tabs, and a chat about all of them in a panel beside the first. */
const test = base.extend<{ sites: Record<Name, Site>; panel: OpenPanel }>({
  sites: async ({ steward }, use) => {
    const open = async (
      name: Name,
      rest: readonly Name[],
      made: Partial<Record<Name, Site>>,
    ): Promise<void> =>
      withTestPlayground(async (playground) => {
        const page = await steward.context.newPage();
        const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
        await filterPage.chooseProvider('openai');
        const all = { ...made, [name]: { playground, filterPage } };
        const [next, ...others] = rest;
        if (next === undefined) await use(all as Record<Name, Site>);
        else await open(next, others, all);
      });
    await open('north', ['south', 'west'], {});
  },

  panel: async ({ sites, openPanel, endpoint }, use) => {
    // Each page has been asked about once, so its site is known.
    for (const name of ['west', 'south'] as const) {
      const { page } = sites[name].filterPage;
      await page.bringToFront();
      const beside = await openPanel(page);
      await expect(beside.pageLine).toContainText('models');
      await beside.close();
    }
    const panel = await openPanel(sites.north.filterPage.page);
    await connectByCommand(panel, endpoint);
    for (const [index, name] of NAMES.entries()) {
      const color = (['red', 'blue', 'green'] as const)[index];
      await sendCommand(panel.page, {
        type: 'mark-site',
        origin: originOf(sites[name]),
        mark: { name, color },
      });
    }
    await use(panel);
  },
});

function originOf({ playground }: Site): string {
  return new URL(playground.url).origin;
}

/** The saved ignore rules of openai on each site. */
async function saved(sites: Record<Name, Site>) {
  const rules = NAMES.map(async (name) => {
    const { saved } = await sites[name].filterPage.readState();
    return [name, saved.openai?.ignore ?? []];
  });
  return Object.fromEntries(await Promise.all(rules));
}

test(
  'one request is shown for three proxies on one card, and carried out on those that the user ticks',
  thorough({ tag: '@both-browsers' }),
  async ({ panel, sites, endpoint }, testInfo) => {
    test.setTimeout(120_000);
    endpoint.behave(
      inTurn(
        callsAll(
          ['add_ignore_rule', JSON.stringify(HIDE)],
          ['save_changes', JSON.stringify({ targets: ['all'] })],
        ),
        says('The previews are gone from two proxies.'),
      ),
    );
    await makeChatAbout(
      panel.page,
      NAMES.map((name) => originOf(sites[name])),
    );
    await panel.ask('Hide all preview models of openai everywhere, and save.');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    await attachLooks(panel.page, testInfo, 'several-sites-card', [360, 252]);
    await expectAccessible(panel.page, 'card of several sites');
    await view.call('south').getByRole('checkbox').first().uncheck();
    await view.approve();
    await panel.answered('The previews are gone from two proxies.');
    expect(await saved(sites)).toEqual({ north: ['*-preview*'], south: [], west: ['*-preview*'] });
    await attachLooks(panel.page, testInfo, 'several-sites-result', [360, 252]);
  },
);

test(
  'a chat that leaves out the page in its tab is about the other proxies, and can be asked',
  thorough({ tag: '@both-browsers' }),
  async ({ panel, endpoint }) => {
    endpoint.behave(says('These are two proxies.'));
    await chooseFromMenu(panel.page, 'Several sites…');
    const sheet = panel.page.getByRole('dialog', { name: 'Several sites' });
    for (const name of NAMES) {
      await sheet.getByRole('checkbox', { name: new RegExp(name) }).setChecked(name !== 'north');
    }
    await sheet.getByRole('button', { name: 'Use 2 sites' }).press('Enter');
    await expect(sheet).toBeHidden();
    const pageLine = panel.page.getByTestId('page-line');
    // The line of one page has two buttons.
    await expect(pageLine).toHaveText('2 sites');
    const line = pageLine.getByRole('button');
    await expect(line).not.toHaveAttribute('title', /north/);
    await panel.ask('What are they?');
    await panel.answered('These are two proxies.');
  },
);

test(
  'two proxies are compared, and one is made like the other after its preview',
  thorough({ tag: '@approvals' }),
  async ({ panel, sites }, testInfo) => {
    const { page } = panel;
    await sites.north.filterPage.addIgnoreRule('*-preview*');
    await makeChatAbout(
      page,
      NAMES.map((name) => originOf(sites[name])),
    );
    await chooseFromMenu(page, 'Compare sites');
    const sheet = page.getByRole('dialog', { name: 'Compare sites' });
    await expect(sheet.getByText('*-preview*')).toBeVisible();
    await attachLooks(page, testInfo, 'compare-sites', [360, 252]);
    await expectAccessible(page, 'comparison of two sites');
    await sheet.getByRole('button', { name: 'Make the second like the first…' }).click();
    await sheet.getByRole('button', { name: 'Make them alike' }).click();
    await expect(sheet.getByText('*-preview*')).toBeHidden();
    const drafts = async (name: Name) =>
      (await sites[name].filterPage.readState()).drafts.openai?.ignore ?? [];
    expect(await drafts('south')).toEqual(['*-preview*']);
    expect(await drafts('west')).toEqual([]);
  },
);
