import type { Page } from '@playwright/test';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import type { OpenPanel } from './fixtures';
import {
  ADD_AUDIO_RESPONSE,
  CONCLUSION,
  expect,
  HIDE_AUDIO,
  HIDE_VISION,
  holdResponse,
  ignoreRules,
  OUTCOME,
  reportedChanges,
  stopInTime,
  test,
} from './outcome-fixtures';
import { blockScripts, holdAlert, openAlert } from './page-faults';
import { readTable } from './read-table';
import { thorough } from './thorough';

/** Ways in which a page stops answering. `begin` resolves to a function that ends it. */
const SILENCES: {
  title: string;
  begin: (page: Page, panel: Page, steward: StewardBrowser) => Promise<() => Promise<void>>;
}[] = [
  {
    title: 'shows an alert',
    begin: async (page, panel) => {
      const alert = await openAlert(page, panel);
      return alert.dismiss;
    },
  },
  {
    title: 'is paused in a debugger',
    begin: async (page, _panel, steward) => {
      const scripts = await steward.pauseScripts(page);
      return scripts.resume;
    },
  },
  {
    title: 'is busy in a long loop',
    begin: async (page) => {
      await blockScripts(page, 4_000);
      // The next statement runs when the loop has ended.
      return () => page.evaluate(() => undefined);
    },
  },
];

test(
  'Stop ends a run within a second while the page doesn’t answer, and nothing is written after it',
  OUTCOME,
  async ({ scenario, endpoint, filterPage, steward }) => {
    const { panel } = scenario;
    for (const [index, { title, begin }] of SILENCES.entries()) {
      await test.step(`the page ${title}`, async () => {
        const rules = await ignoreRules(filterPage);
        const sent = endpoint.chats().length;
        const open = holdResponse(endpoint, ADD_AUDIO_RESPONSE);
        await panel.ask(`Hide audio while it ${title}`);
        // The page is read right before a request, so it stops answering only after that.
        await expect.poll(() => endpoint.chats().length).toBe(sent + 1);
        const end = await begin(filterPage.page, panel.page, steward);
        open();
        await expect(panel.toolCards('add_ignore_rule')).toHaveCount(2 * index + 1);
        await stopInTime(panel);
        await end();

        scenario.modelWill([['add_ignore_rule', { pattern: `*${index}*` }]], `That was ${index}.`);
        await panel.converse(`Hide ${index} instead`, `That was ${index}.`);
        expect(scenario.results()).toMatchObject([{ success: true }]);
        expect(await ignoreRules(filterPage)).toEqual([...rules, `*${index}*`]);
      });
    }
  },
);

test(
  'Stop during a write that an alert delays records it as uncertain, and the rule is not added twice',
  thorough(OUTCOME),
  async ({ scenario, endpoint, faults, filterPage }) => {
    const { panel } = scenario;
    scenario.modelWill([HIDE_AUDIO, HIDE_VISION]);
    await faults.disturb('apply-state', { kind: 'alert-before' });
    const alert = holdAlert(filterPage.page, panel.page);
    await panel.ask('Hide audio and vision');
    await alert.opened;
    await stopInTime(panel);
    expect(await storedResults(panel)).toMatchObject([
      { success: false, error_code: 'outcome_unknown' },
      { success: false, error_code: 'cancelled' },
    ]);
    await alert.dismiss();

    scenario.modelWill([HIDE_AUDIO]);
    await panel.converse('Hide audio alone', CONCLUSION);
    expect(scenario.results()).toMatchObject([{ success: false, error_code: 'duplicate_rule' }]);
    expect(reportedChanges(endpoint)).toEqual([]);
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
  },
);

/** The stored results of all calls, in order. */
async function storedResults(panel: OpenPanel): Promise<unknown[]> {
  const messages = (await readTable(panel.page, 'messages')).filter(({ role }) => role === 'tool');
  return messages.sort((a, b) => Number(a.position) - Number(b.position)).map(({ result }) => result);
}
