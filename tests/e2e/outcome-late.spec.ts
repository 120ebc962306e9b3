import { ENV_FILE } from '@/tests/fakes/test-playground';
import {
  askForChanges,
  auditRows,
  CONCLUSION,
  chooseBeforeRule,
  expect,
  HIDE_AUDIO,
  ignoreRules,
  OUTCOME,
  reportedChanges,
  test,
} from './outcome-fixtures';
import type { PageFaults } from './page-faults';
import { readTable } from './read-table';
import { thorough } from './thorough';

/** Between the limit of a page client, 10 s, and that of a tool, 30 s. */
const LATE_MS = 12_000;
/** Later than all limits. */
const NEVER_MS = 300_000;
/** Longest run: from sending a message until a tool's limit of 30 s has passed and the run has ended. */
const SLOW_RUN_MS = 45_000;

/** Faults after which a write is on the page, so that Steward must find that out by reading the page. */
const FAULTS: { title: string; disturb: (faults: PageFaults) => Promise<void> }[] = [
  {
    title: 'answered unreadably',
    disturb: (faults) => faults.disturb('apply-state', { kind: 'unreadable' }),
  },
  {
    title: 'followed by one unreadable state',
    disturb: (faults) => faults.disturb('get-state', { kind: 'unreadable' }, { after: 'apply-state' }),
  },
  {
    title: 'answered 12 s late',
    disturb: (faults) => faults.disturb('apply-state', { kind: 'late', ms: LATE_MS }),
  },
  {
    title: 'not answered within the tool’s limit',
    disturb: (faults) => faults.disturb('apply-state', { kind: 'late', ms: NEVER_MS }),
  },
];

test(
  'a write that the page applied counts as applied whatever becomes of its answer, and the batch continues',
  thorough(OUTCOME),
  async ({ scenario, endpoint, faults, filterPage }) => {
    test.setTimeout(180_000);
    const { panel } = scenario;
    const patterns: string[] = [];
    for (const [index, { title, disturb }] of FAULTS.entries()) {
      await test.step(`a write that is ${title}`, async () => {
        const pair = [`*audio*${index}`, `*vision*${index}`];
        patterns.push(...pair);
        scenario.modelWill(
          pair.map((pattern) => ['add_ignore_rule', { pattern }]),
          `That was ${index}.`,
        );
        await disturb(faults);
        await panel.ask(`Hide audio and vision, ${index}`);
        await expect(panel.said(`That was ${index}.`)).toBeVisible({ timeout: SLOW_RUN_MS });
        await panel.finished();
        expect(await faults.pending()).toBe(0);
        expect(scenario.results()).toMatchObject([{ success: true }, { success: true }]);
        expect(await ignoreRules(filterPage)).toEqual(patterns);
      });
    }
    expect(await auditRows(panel)).toMatchObject(
      patterns.map(() => ({ action: 'call', success: true, errorCode: null })),
    );
    await expect(panel.toolCards('add_ignore_rule').and(panel.page.locator('[data-state=done]'))).toHaveCount(
      patterns.length,
    );
    await askForChanges(panel, endpoint);
    await expect(panel.alert).toHaveCount(0);
    expect(reportedChanges(endpoint)).toEqual([]);
  },
);

test(
  'a save that the page answers unreadably counts as applied, and the file is written once; a rollback that it answers 12 s late restores page and conversation together',
  thorough(OUTCOME),
  async ({ scenario, endpoint, faults, filterPage, playground }) => {
    test.slow();
    const { panel, view } = scenario;
    const before = await filterPage.readRestorableState();
    scenario.modelWill([HIDE_AUDIO, ['save_changes', {}]]);
    await faults.disturb('save', { kind: 'unreadable' });
    await scenario.ask('Hide audio');
    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible({ timeout: 30_000 });
    await panel.finished();
    expect(scenario.results()).toMatchObject([{ success: true }, { success: true }]);
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*'\n`);
    expect(await auditRows(panel)).toMatchObject([
      { action: 'call', subject: 'add_ignore_rule', success: true },
      { action: 'call', subject: 'save_changes', success: true },
    ]);

    await chooseBeforeRule(panel);
    await faults.disturb('apply-state', { kind: 'late', ms: LATE_MS });
    await panel.checkpoints.getByRole('button', { name: 'Roll back', exact: true }).click();
    await expect(panel.checkpoints).toBeHidden({ timeout: 2 * LATE_MS });
    expect(await filterPage.readRestorableState()).toEqual(before);
    await expect(panel.said('Hide audio')).toHaveCount(0);
    await expect(panel.message).toHaveValue('Hide audio');
    const messages = await readTable(panel.page, 'messages');
    expect(messages.filter(({ role }) => role === 'rollback')).toHaveLength(1);
    const rollbacks = (await auditRows(panel)).filter(({ action }) => action === 'rollback');
    expect(rollbacks).toMatchObject([{ success: true, errorCode: null }]);

    await askForChanges(panel, endpoint);
    await expect(panel.alert).toHaveCount(0);
    expect(reportedChanges(endpoint)).toEqual([]);
  },
);
