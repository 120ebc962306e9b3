import type { FilterPage } from '@/tests/drive/filter-page';
import { calls, callsAll, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { gate } from './gate';
import { expect, test } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@filter';

const WORKING = 'Steward is working on this page';
const LOCKED = 'Locked while Steward works. Stop to edit by hand.';

const NEVER = new Promise<void>(() => undefined);

/** The page's controls by which a user would change something. */
function controls({ page }: FilterPage) {
  return {
    search: page.getByRole('searchbox', { name: 'Search models' }),
    removeMini: page.getByRole('button', { name: 'Remove ignore rule *mini*' }),
    addRule: page.getByRole('textbox', { name: 'Add ignore rule' }),
  };
}

/** Clicks in the middle of a control, whatever the effect. */
async function clickOn(filterPage: FilterPage, control: keyof ReturnType<typeof controls>): Promise<void> {
  const box = await controls(filterPage)[control].boundingBox();
  if (box === null) throw new Error(`The page shows no ${control}.`);
  await filterPage.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test(
  'during a run the page can’t be edited by hand and shows why; it can be scrolled and copied',
  inBothBrowsers({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage, playground, steward }) => {
    const { page } = filterPage;
    const { search } = controls(filterPage);
    const bar = await steward.lockBar(page);
    const before = await filterPage.readRestorableState();
    await search.focus();
    const { opened, open } = gate();
    endpoint.behave(thinksUntil(opened, says('Done.')));
    await panel.ask('Look around');
    await expect.poll(bar.text).toBe(WORKING);
    expect((await bar.read())?.reason).toBe('');

    await page.keyboard.type('gpt');
    await expect.poll(bar.reason).toBe(LOCKED);
    await expect(search).toHaveValue('');
    await clickOn(filterPage, 'removeMini');
    await clickOn(filterPage, 'addRule');
    await page.keyboard.type('*vision*');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await expect(filterPage.ignoreRule('*mini*')).toBeVisible();
    expect(await filterPage.readRestorableState()).toEqual(before);
    expect(await playground.readEnvFile()).toBe(ENV_FILE);

    // Actions without a change work as usual.
    const scrolled = page.waitForFunction(() =>
      [...document.querySelectorAll('*')].some((element) => element.scrollTop > 0),
    );
    const pane = page.getByRole('region', { name: 'All models' });
    await pane.hover();
    await page.mouse.wheel(0, 200);
    await scrolled;
    // A handle of the promise: the listener is there before the keys are pressed.
    const copied = await page.evaluateHandle(() => ({
      text: new Promise((done) => document.addEventListener('copy', () => done('copied'), { once: true })),
    }));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    expect(await copied.evaluate(({ text }) => text)).toBe('copied');

    open();
    await panel.finished();
    await expect.poll(bar.read).toBeNull();
    await search.fill('gpt');
    await expect.poll(async () => (await filterPage.readState()).search).toBe('gpt');
  },
);

test(
  'Steward’s own changes pass the lock, and the page stays locked during an approval and the approved call',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage, steward }) => {
    const bar = await steward.lockBar(filterPage.page);
    const { opened, open } = gate();
    endpoint.behave(
      inTurn(
        callsAll(
          ['add_ignore_rule', '{"pattern":"*audio*"}'],
          ['add_ignore_rule', '{"pattern":"*vision*"}'],
          ['save_changes', '{}'],
        ),
        thinksUntil(opened, says('Done.')),
      ),
    );
    await panel.ask('Hide audio and vision, and save');
    await expect(panel.approval).toBeVisible();
    await expect.poll(bar.text).toBe('Waiting for your approval in the side panel');
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*', '*vision*']);
    await clickOn(filterPage, 'removeMini');
    await expect.poll(bar.reason).toBe(LOCKED);
    expect((await filterPage.readState()).drafts.openai?.ignore).toContain('*mini*');

    await panel.approve();
    await expect.poll(bar.text).toBe(WORKING);
    await expect(filterPage.unsavedMark).toBeHidden();
    open();
    await panel.finished();
    await expect.poll(bar.read).toBeNull();
  },
);

test(
  'Stop on the bar ends the run and unlocks the page, by mouse and by keyboard, while the page shows a modal dialog, too',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage, steward }) => {
    const bar = await steward.lockBar(filterPage.page);
    endpoint.behave(thinksUntil(NEVER, says('Never.')));
    await panel.ask('Think for ever');
    await expect.poll(async () => (await bar.read())?.stop).toBeTruthy();
    // A script of the page can find the bar, but neither read it nor click its button.
    const found = await filterPage.page.evaluate(() => {
      const host = document.querySelector('steward-lock');
      host?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      return { isThere: host !== null, root: host?.shadowRoot ?? null };
    });
    expect(found).toEqual({ isThere: true, root: null });
    expect(await bar.text()).toBe(WORKING);

    await bar.stop();
    await panel.finished();
    await expect.poll(bar.read).toBeNull();
    await expect(panel.alert).toHaveCount(0);
    await filterPage.addIgnoreRule('*vision*');
    await expect(filterPage.ignoreRule('*vision*')).toBeVisible();

    const { page } = filterPage;
    await page.evaluate(() => {
      const dialog = document.createElement('dialog');
      dialog.innerHTML = '<button type="button">Nothing</button>';
      document.body.append(dialog);
      dialog.showModal();
    });
    await panel.ask('Think once more');
    await expect.poll(bar.text).toBe(WORKING);
    await page.keyboard.press('Escape');
    await expect.poll(bar.reason).toBe(LOCKED);
    expect(await page.evaluate(() => document.querySelector('dialog:modal') !== null)).toBe(true);
    const isOnStop = () => page.evaluate(() => document.activeElement?.localName === 'steward-lock');
    for (let tabs = 0; tabs < 5 && !(await isOnStop()); tabs += 1) await page.keyboard.press('Tab');
    expect(await isOnStop()).toBe(true);
    await page.keyboard.press('Enter');
    await panel.finished();
    await expect.poll(bar.read).toBeNull();
  },
);

test(
  'pausing a run unlocks the page, it stays paused over a closed panel, and resuming locks the page again, also once it is reloaded to a policy that forbids styles',
  thorough({ tag }),
  async ({ startedChat: { panel: first }, endpoint, filterPage, openPanel, steward }) => {
    const { page } = filterPage;
    const bar = await steward.lockBar(page);
    const { opened, open } = gate();
    const later = gate();
    endpoint.behave(
      inTurn(
        thinksUntil(opened, calls('add_ignore_rule', '{"pattern":"*audio*"}')),
        thinksUntil(later.opened, says('Nothing to do.')),
      ),
    );
    const paused = 'Paused. Nothing is sent or changed meanwhile.';
    await first.ask('Hide the audio models');
    await expect.poll(bar.text).toBe(WORKING);
    await first.holdRun('Pause');
    await expect(first.said('Pausing after this step…')).toBeVisible();
    open();
    await expect(first.said(paused)).toBeVisible();
    await expect.poll(bar.read).toBeNull();
    await first.close();
    const panel = await openPanel(page);
    await expect(panel.said(paused)).toBeVisible();
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*']);
    // Nothing streams: Escape clears the composer, and the run continues.
    await panel.message.fill('Never mind');
    await panel.message.press('Escape');
    await expect(panel.message).toHaveValue('');

    await panel.conversation.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(async () => (await filterPage.readState()).drafts.openai?.ignore).toContain('*audio*');
    await expect.poll(bar.text).toBe(WORKING);
    await page.route(page.url(), async (route) => {
      const response = await route.fetch();
      const policy = { 'content-security-policy': "default-src 'self'; style-src 'none'" };
      await route.fulfill({ response, headers: { ...response.headers(), ...policy } });
    });
    await page.reload();
    await filterPage.counts();
    await expect.poll(bar.text).toBe(WORKING);
    // Without its style the bar would be in the middle of the window.
    expect((await bar.read())?.stop?.y).toBeLessThan(30);
    later.open();
    await panel.finished();
    await expect.poll(bar.read).toBeNull();
  },
);
