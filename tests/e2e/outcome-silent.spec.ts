import { startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { beginAsking } from './approval-fixtures';
import { test as loudTest } from './fixtures';
import { gate } from './gate';
import {
  auditRows,
  type Call,
  CONCLUSION,
  expect,
  ignoreRules,
  OUTCOME,
  stopInTime,
  test,
} from './outcome-fixtures';
import { blockScripts, createPageFaults, holdAlert, openAlert, pauseScripts } from './page-faults';
import { readTable } from './read-table';
import { workerId } from './worker-id';

const HIDE_AUDIO: Call = ['add_ignore_rule', { pattern: '*audio*' }];
const HIDE_VISION: Call = ['add_ignore_rule', { pattern: '*vision*' }];
const ADD_AUDIO = calls('add_ignore_rule', '{"pattern":"*audio*"}');

/** How long one look at a silent page may take until the panel shows that the page doesn't answer. */
const LOOK_LIMIT_MS = 13_000;
/** How long a write to a silent page may take until the panel shows how it stands: the tool's limit, and a last look. */
const WRITE_LIMIT_MS = 50_000;

test(
  'Stop ends a run within a second while the page shows an alert, and nothing is written after it',
  OUTCOME,
  async ({ asking, endpoint, filterPage }) => {
    const { panel } = asking;
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says(CONCLUSION)));
    await panel.ask('Hide audio');
    const alert = await openAlert(filterPage.page, panel.page);
    open();
    await expect(panel.toolCards('add_ignore_rule')).toBeVisible();
    await stopInTime(panel);
    await alert.dismiss();

    asking.modelWill([HIDE_VISION]);
    await panel.ask('Hide vision instead');
    await expect(panel.said(CONCLUSION)).toBeVisible();
    await panel.finished();
    expect(asking.results()).toMatchObject([{ success: true }]);
    expect(await ignoreRules(filterPage)).toEqual(['*vision*']);
  },
);

test(
  'Stop during a write that an alert holds up records it as uncertain, and the rule is not added twice',
  OUTCOME,
  async ({ asking, faults, filterPage }) => {
    const { panel } = asking;
    asking.modelWill([HIDE_AUDIO, HIDE_VISION]);
    await faults.disturb('apply-state', { kind: 'alert-before' });
    const alert = holdAlert(filterPage.page, panel.page);
    await panel.ask('Hide audio and vision');
    await alert.opened;
    await stopInTime(panel);
    const results = (await readTable(panel.page, 'messages')).filter(({ role }) => role === 'tool');
    expect(JSON.stringify(results[0]?.result)).toMatch(/uncertain/i);
    await alert.dismiss();

    asking.modelWill([HIDE_AUDIO]);
    await panel.ask('Hide audio alone');
    await expect(panel.said(CONCLUSION)).toBeVisible();
    await panel.finished();
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
  },
);

test(
  'a write whose answer an alert holds up beyond all limits is settled by Retry once the alert is dismissed',
  OUTCOME,
  async ({ asking, faults, filterPage }) => {
    test.slow();
    const { panel } = asking;
    asking.modelWill([HIDE_AUDIO]);
    await faults.disturb('apply-state', { kind: 'alert-after' });
    const alert = holdAlert(filterPage.page, panel.page);
    await panel.ask('Hide audio');
    await alert.opened;
    await expect(panel.alert).toContainText(/answer/, { timeout: WRITE_LIMIT_MS });
    await alert.dismiss();
    await panel.retry();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    await panel.finished();
    expect(asking.results()).toMatchObject([{ success: true }]);
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
    expect(await auditRows(panel)).toMatchObject([{ action: 'call', success: true }]);
  },
);

test(
  'a rollback preview of a page in an alert fails visibly within its limit, and works after the alert',
  OUTCOME,
  async ({ asking, filterPage }) => {
    const { panel } = asking;
    asking.modelWill([HIDE_AUDIO]);
    await panel.ask('Hide audio');
    await expect(panel.said(CONCLUSION)).toBeVisible();
    await panel.finished();

    const alert = await openAlert(filterPage.page, panel.page);
    await panel.openCheckpoints();
    await panel.checkpoints.getByRole('radio', { name: 'Before add_ignore_rule(' }).first().check();
    await expect(panel.checkpoints.getByRole('alert')).toContainText(/answer/, { timeout: LOOK_LIMIT_MS });
    await panel.page.keyboard.press('Escape');
    await expect(panel.checkpoints).toBeHidden();
    await panel.message.fill('Still here');
    await alert.dismiss();

    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Before add_ignore_rule(');
    await panel.rollBack();
    expect(await ignoreRules(filterPage)).toEqual([]);
  },
);

test(
  'a message sent to a page with paused scripts fails visibly and stays in the composer; resumed, it is sent',
  OUTCOME,
  async ({ asking, filterPage }) => {
    const { panel } = asking;
    asking.modelWill([HIDE_AUDIO]);
    const scripts = await pauseScripts(filterPage.page);
    await panel.send('Hide audio');
    await expect(panel.alert).toContainText(/answer/, { timeout: LOOK_LIMIT_MS });
    await expect(panel.message).toHaveValue('Hide audio');
    await scripts.resume();
    await panel.page.getByRole('button', { name: 'Send' }).click();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    await panel.finished();
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
  },
);

test(
  'a call on a page with paused scripts ends the run with an error within its limit; resumed, Retry goes on',
  OUTCOME,
  async ({ asking, endpoint, filterPage }) => {
    test.slow();
    const { panel } = asking;
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says(CONCLUSION)));
    await panel.ask('Hide audio');
    const scripts = await pauseScripts(filterPage.page);
    open();
    await expect(panel.alert).toContainText(/answer/, { timeout: WRITE_LIMIT_MS });
    await scripts.resume();
    await panel.retry();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    await panel.finished();
    expect(asking.results()).toMatchObject([{ success: true }]);
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
  },
);

test(
  'a run waits for a page whose script is busy for 6 s, and goes on by itself',
  OUTCOME,
  async ({ asking, endpoint, filterPage }) => {
    const { panel } = asking;
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says(CONCLUSION)));
    await panel.ask('Hide audio');
    await blockScripts(filterPage.page, 6_000);
    open();
    await expect(panel.said(CONCLUSION)).toBeVisible({ timeout: 15_000 });
    await panel.finished();
    await expect(panel.alert).toHaveCount(0);
    expect(asking.results()).toMatchObject([{ success: true }]);
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
  },
);

// Without the other stories' check of the worker's console, which ends with the worker.
loudTest(
  'a worker that restarts while the page shows an alert reports the open write, which happens once',
  OUTCOME,
  async ({ filterPage, openPanel, playground, steward }) => {
    loudTest.slow();
    const endpoint = await startChangingEndpoint(says('Not yet.'));
    try {
      const panel = await openPanel(filterPage.page);
      const asking = await beginAsking(panel, endpoint, playground);
      const faults = await createPageFaults(filterPage.page);
      asking.modelWill([HIDE_AUDIO]);
      await faults.disturb('apply-state', { kind: 'alert-after' });
      const alert = holdAlert(filterPage.page, panel.page);
      await panel.ask('Hide audio');
      await alert.opened;
      const before = await workerId(panel.page);
      await steward.killWorker();
      await expect.poll(() => workerId(panel.page)).not.toBe(before);
      await expect(panel.alert).toContainText(/answer/, { timeout: WRITE_LIMIT_MS });
      await alert.dismiss();
      await panel.retry();
      await expect(panel.said(CONCLUSION)).toBeVisible();
      await panel.finished();
      expect(asking.results()).toMatchObject([{ success: true }]);
      expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
      expect(await auditRows(panel)).toMatchObject([{ action: 'call', success: true }]);
    } finally {
      await endpoint.close();
    }
  },
);
