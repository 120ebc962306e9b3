import { undecidedCalls } from '@/src/core/policy/approval-request';
import { hasEnded } from '@/src/core/records/transition';
import type { Run } from '@/src/schema/run';
import type { PageFaults } from '@/tests/fakes/model-filter-page';
import { choicesFor, decideApproval, pendingApproval, previewChoices } from '@/tests/world/approvals';
import { type StewardInMemory, startSteward } from '@/tests/world/steward-in-memory';
import { streamOfResponse } from '@/tests/world/wire-in-memory';
import { createSaveChecker, type SaveChecker } from './save-checker';
import type { SaveScenario } from './save-scenario';
import type { AdminAction } from './second-admin';

/** Number of answers in one run after which the user stops it. */
const MAX_ANSWERS = 8;

/**
 * The other admin's actions, each at a moment: its number, or the name of all moments at which it happens.
 */
export type AdminSchedule = readonly { at: number | string; action: AdminAction }[];

/** The result of a scenario. */
export interface ScenarioResult {
  /** Moments at which the other admin could have acted. */
  moments: string[];
  saves: number;
  problems: string[];
}

/**
 * Runs a scenario on the whole background, while another admin acts: before each request to the page or the
 * model, while a card is shown, and between its last preview and the click.
 */
export async function playScenario(
  scenario: SaveScenario,
  schedule: AdminSchedule,
  faults: PageFaults,
): Promise<ScenarioResult> {
  const moments: string[] = [];
  let isReady = false;
  let checker: SaveChecker | null = null;
  let requests = 0;
  const script = scenario.runs.flatMap((responses) => [...responses, []]);
  const starts = scenario.runs.map((_, run) =>
    scenario.runs.slice(0, run).reduce((sum, responses) => sum + responses.length + 1, 0),
  );

  function moment(name: string): void {
    if (!isReady) return;
    checker?.beforeAct();
    const now = moments.push(name) - 1;
    for (const { at, action } of schedule) if (at === now || at === name) action.act(steward.page.fake);
  }

  const steward = await startSteward({
    context: scenario.context,
    endpoint() {
      if (starts.includes(requests)) checker?.onRunStart();
      moment('request to the model');
      const calls = script[requests] ?? [];
      requests += 1;
      return streamOfResponse({
        text: 'Yes.',
        calls,
        idPrefix: `call_${requests}`,
      });
    },
  });
  const { chatId, page } = steward;
  const saveChecker = createSaveChecker(page.fake);
  checker = saveChecker;
  page.fake.faults = {
    ...faults,
    beforeEach(kind) {
      moment(`page request: ${kind}`);
      saveChecker.beforeRequest(kind, lastExecutionId(steward));
    },
  };
  try {
    await steward.command({ type: 'set-policy', chatId, ...scenario.policy });
    isReady = true;
    for (const _ of scenario.runs) await playRun(steward, scenario, saveChecker, moment);
    moment('end');
    return { moments, saves: saveChecker.saves(), problems: saveChecker.problems() };
  } catch (error) {
    const problem = `it threw: ${error instanceof Error ? error.stack : error}`;
    return { moments, saves: saveChecker.saves(), problems: [...saveChecker.problems(), problem] };
  } finally {
    isReady = false;
    await steward.close();
  }
}

async function playRun(
  steward: StewardInMemory,
  scenario: SaveScenario,
  checker: SaveChecker,
  moment: (name: string) => void,
): Promise<void> {
  const { chatId } = steward;
  let run = await steward.say('Save it.');
  for (let count = 0; count < MAX_ANSWERS && needsApproval(run); count += 1) {
    moment('card shown');
    if (scenario.restartsAtCard) steward.restartWorker();
    await approve(steward, scenario, checker, moment);
    run = await steward.settled();
  }
  if (needsApproval(run) || !hasEnded(run.status))
    await steward.command({ type: 'control-run', chatId, action: 'stop' });
}

/** The user previews the card, and approves what it shows. */
async function approve(
  steward: StewardInMemory,
  { decidesSingly, allowsFurtherSaves }: SaveScenario,
  checker: SaveChecker,
  moment: (name: string) => void,
): Promise<void> {
  const approval = await pendingApproval(steward);
  if (approval === undefined) return;
  const done = await steward.db.executions.filter(({ state }) => state === 'done').primaryKeys();
  const open = undecidedCalls(approval, new Set(done));
  const openCalls = open.slice(0, decidesSingly ? 1 + open.findIndex(({ isAsked }) => isAsked) : undefined);
  const choices = choicesFor(openCalls);
  const preview = await previewChoices(steward, approval.id, choices);
  moment('before the click');
  checker.onApproval(openCalls, preview);
  // The card offers "don't ask again" only for the tools of those of its calls that need approval.
  const isOffered = openCalls.some(({ tool, isAsked }) => isAsked && tool === 'save_changes');
  const allowTools = allowsFurtherSaves && isOffered ? ['save_changes'] : [];
  await decideApproval(steward, { approvalId: approval.id, digest: preview.digest, choices, allowTools })
    // The page has changed since the preview: the user previews again in the next round.
    .catch(() => undefined);
}

function needsApproval({ status }: Run): boolean {
  return status.state === 'waiting-for-approval';
}

/** The call that the page is handling: the last one that it was asked to run. */
function lastExecutionId({ browser }: StewardInMemory): string | null {
  const last = browser.tabMessages.findLast(({ message }) => requestOf(message)?.type === 'execute');
  return requestOf(last?.message)?.executionId ?? null;
}

function requestOf(message: unknown): { type: string; executionId?: string } | undefined {
  return (message as { request?: { type: string; executionId?: string } } | undefined)?.request;
}
