import { calls, says } from '@/tests/fakes/chat-answers';
import {
  ADD_AUDIO_RESPONSE,
  askForChanges,
  auditRows,
  CONCLUSION,
  chooseBeforeRule,
  expect,
  HIDE_AUDIO,
  HIDE_VISION,
  hideAudio,
  holdResponse,
  ignoreRules,
  OUTCOME,
  reportedChanges,
  test,
} from './outcome-fixtures';
import { blockScripts, holdAlert, openAlert } from './page-faults';
import { restartWorker } from './restart-worker';
import { shortenTimeouts } from './shorten-timeouts';
import { ENDS_WORKER } from './strict-test';
import { thorough } from './thorough';

/** The limit of one read, 10 s, and time for the panel to show the error. */
const READ_LIMIT_MS = 13_000;
/** The worker's limits for a write and for a read, and their shortened values in a test. */
const WRITE_WAITS_MS = [30_500, 10_000];
const HURRIED_MS = 1_500;

test(
  'a write whose answer an alert delays beyond all limits is uncertain, and the model is informed of its outcome after the alert',
  OUTCOME,
  async ({ scenario, endpoint, faults, filterPage, worker }) => {
    const { panel } = scenario;
    await shortenTimeouts(worker, WRITE_WAITS_MS, HURRIED_MS);
    scenario.modelWill([HIDE_AUDIO]);
    await faults.disturb('apply-state', { kind: 'alert-after' });
    const alert = holdAlert(filterPage.page, panel.page);
    await panel.ask('Hide audio');
    await alert.opened;
    await expect(panel.toolCards('add_ignore_rule')).toContainText('It is uncertain', { timeout: 30_000 });
    await alert.dismiss();
    await panel.answered(CONCLUSION);
    expect(scenario.results()).toMatchObject([{ success: false, error_code: 'outcome_unknown' }]);
    expect(reportedChanges(endpoint)).toEqual([{ pattern: '*audio*', by: 'the assistant' }]);
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
    expect(await auditRows(panel)).toMatchObject([{ action: 'call', errorCode: 'outcome_unknown' }]);
  },
);

test(
  'a rollback’s preview of a page in an alert fails visibly; a rollback whose answer an alert delays is reported as unknown, and once the page can be read, the conversation is rolled back, too',
  thorough(OUTCOME),
  async ({ scenario, endpoint, faults, filterPage, worker }) => {
    const { panel } = scenario;
    await shortenTimeouts(worker, WRITE_WAITS_MS, HURRIED_MS);
    await hideAudio(scenario);

    const early = await openAlert(filterPage.page, panel.page);
    await panel.openCheckpoints();
    await panel.checkpoints.getByRole('radio', { name: 'Hide *' }).first().check();
    await expect(panel.checkpoints.getByRole('alert')).toContainText(/answer/, { timeout: READ_LIMIT_MS });
    await panel.page.keyboard.press('Escape');
    await expect(panel.checkpoints).toBeHidden();
    await early.dismiss();

    await chooseBeforeRule(panel);
    await faults.disturb('apply-state', { kind: 'alert-after' });
    const alert = holdAlert(filterPage.page, panel.page);
    await panel.checkpoints.getByRole('button', { name: 'Roll back', exact: true }).click();
    await alert.opened;
    const said = panel.checkpoints.getByRole('alert');
    await expect(said).toContainText('it is uncertain whether the change took effect', { timeout: 30_000 });
    await alert.dismiss();
    expect(await ignoreRules(filterPage)).toEqual([]);
    expect(await auditRows(panel)).toMatchObject([{ action: 'call' }]);

    // The next reading of the page settles the rollback.
    await said.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.said(CONCLUSION)).toBeHidden();
    expect(await auditRows(panel)).toMatchObject([{ action: 'call' }, { action: 'rollback', success: true }]);
    await panel.page.keyboard.press('Escape');
    await askForChanges(panel, endpoint);
    expect(reportedChanges(endpoint)).toEqual([]);
  },
);

test(
  'a run waits for a page whose script is busy for 6 s; a message or a call on a page with paused scripts fails visibly, and goes on once they resume',
  thorough(OUTCOME),
  async ({ scenario, endpoint, filterPage, steward, worker }) => {
    test.slow();
    const { panel } = scenario;
    const open = holdResponse(endpoint, ADD_AUDIO_RESPONSE);
    await panel.ask('Hide audio');
    await blockScripts(filterPage.page, 6_000);
    open();
    await expect(panel.said(CONCLUSION)).toBeVisible({ timeout: 15_000 });
    await panel.finished();
    await expect(panel.alert).toHaveCount(0);
    expect(scenario.results()).toMatchObject([{ success: true }]);
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);

    await shortenTimeouts(worker, WRITE_WAITS_MS, HURRIED_MS);
    scenario.modelWill([HIDE_VISION], 'Vision is hidden.');
    const first = await steward.pauseScripts(filterPage.page);
    await panel.send('Hide vision');
    await expect(panel.alert).toContainText(/answer/, { timeout: READ_LIMIT_MS });
    await expect(panel.message).toHaveValue('Hide vision');
    await first.resume();
    await panel.page.getByRole('button', { name: 'Send' }).click();
    await panel.answered('Vision is hidden.');
    expect(await ignoreRules(filterPage)).toEqual(['*audio*', '*vision*']);

    const call = holdResponse(endpoint, calls('add_ignore_rule', '{"pattern":"*tts*"}'), [
      says('And speech.'),
    ]);
    await panel.ask('And speech');
    const second = await steward.pauseScripts(filterPage.page);
    call();
    await expect(panel.alert).toContainText(/answer/, { timeout: READ_LIMIT_MS });
    await second.resume();
    await panel.retry();
    await panel.answered('And speech.');
    expect(await ignoreRules(filterPage)).toEqual(['*audio*', '*vision*', '*tts*']);
  },
);

test.extend(ENDS_WORKER)(
  'a worker that restarts while the page shows an alert reports the open write, which happens once',
  thorough(OUTCOME),
  async ({ scenario, faults, filterPage, steward }) => {
    const { panel } = scenario;
    scenario.modelWill([HIDE_AUDIO]);
    await faults.disturb('apply-state', { kind: 'alert-after' });
    const alert = holdAlert(filterPage.page, panel.page);
    await panel.ask('Hide audio');
    await alert.opened;
    await restartWorker(steward, panel.page);
    await expect(panel.alert).toContainText(/answer/, { timeout: READ_LIMIT_MS });
    await alert.dismiss();
    await panel.retry();
    await panel.answered(CONCLUSION);
    expect(scenario.results()).toMatchObject([{ success: true }]);
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
    expect(await auditRows(panel)).toMatchObject([{ action: 'call', success: true }]);
  },
);
