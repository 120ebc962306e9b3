import { shownEffect } from '@/src/core/policy/shown-effect';
import type { Approval, CallDecision, ShownEffect } from '@/src/core/records/approval';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { TabInMemory } from '../world/browser-in-memory';
import type { PagePath } from './page-path';
import type { PathWorld } from './path-world';

/**
 * The approval request as if the user had approved it, with the same effect that a real approval would
 * contain.
 */
function approvedCopy(question: Approval): Approval {
  const calls = question.calls.map((call) => {
    const plan = question.preview.dryRun.calls.find(({ executionId }) => executionId === call.executionId);
    if (plan?.kind !== 'change') throw new Error('The call changes nothing.');
    const decision: CallDecision = {
      verdict: 'approved',
      args: plan.args,
      isEdited: false,
      note: '',
      atMs: question.createdAtMs,
    };
    return { ...call, decision, shown: shownEffect(call.tool, plan, new Set()) };
  });
  return { ...question, calls, state: 'decided', decidedAtMs: question.createdAtMs };
}

/**
 * Replaces the pending approval request by an approval for another object, as a manipulated database could
 * contain it.
 */
function foreign(name: string, change: (approval: Approval) => Approval): PagePath {
  return {
    name: `an approval of another ${name}`,
    calls: [['save_changes', {}]],
    reaches: ['save'],
    async withRight(world) {
      await world.work();
      await world.approve();
    },
    async withoutRight(world) {
      await world.work();
      const question = await world.question();
      await world.db.approvals.put(change(approvedCopy(question)));
      await world.db.runs.toCollection().modify({ status: { state: 'waiting-for-tools' } });
      await bearAgain(world);
      return world.says();
    },
    refusal: /waiting-for-approval$/,
  };
}

/**
 * Makes the worker die at the first request to the page for which `isTime` holds: from then on its requests
 * are never answered. Resolves when it is dead.
 */
function dieAt(
  world: PathWorld,
  isTime: (type: string) => Promise<boolean>,
  isDelivered: boolean,
): Promise<void> {
  const tab = onlyTab(world);
  const { answer } = world.page;
  return new Promise((died) => {
    tab.answer = async (message, sender) => {
      if (!(await isTime(typeOf(message)))) return answer(message, sender);
      tab.answer = () => new Promise(() => undefined);
      if (isDelivered) await answer(message, sender);
      died();
      return new Promise(() => undefined);
    };
  });
}

/** Starts another worker once the old one has no more steps to run. */
async function bearAgain(world: PathWorld): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, STANDSTILL_MS));
  onlyTab(world).answer = world.page.answer;
  world.restartWorker();
  await new Promise((resolve) => setTimeout(resolve, STANDSTILL_MS));
  await world.settled();
}

/** Longer than any step that doesn't wait for the page. */
const STANDSTILL_MS = 50;

function onlyTab({ browser }: PathWorld): TabInMemory {
  const [tab] = [...browser.tabs.values()];
  if (tab === undefined) throw new Error('There is no tab.');
  return tab;
}

/** The user approves, and the worker dies at the given request to the page. */
async function dieAfterApproval(
  world: PathWorld,
  at: 'get-context' | 'execute',
  isDelivered: boolean,
): Promise<void> {
  await world.work();
  const { id } = await world.question();
  const isTime = async (type: string) =>
    type === at && (at === 'execute' || (await world.db.approvals.get(id))?.state === 'decided');
  const died = dieAt(world, isTime, isDelivered);
  void world.approve().catch(() => undefined);
  await died;
}

/** Paths on which a worker finds a call in the database that an earlier worker started. */
export const RECORD_PATHS: readonly PagePath[] = [
  foreign('chat', (approval) => ({ ...approval, chatId: 'other' })),
  foreign('run', (approval) => ({ ...approval, runId: 'other' })),
  foreign('response', (approval) => ({ ...approval, messageId: 'other' })),
  foreign('call', (approval) => ({
    ...approval,
    calls: approval.calls.map((call) => ({ ...call, executionId: 'other' })),
  })),
  foreign('tool', (approval) => ({
    ...approval,
    calls: approval.calls.map((call) => ({ ...call, tool: 'add_ignore_rule' })),
  })),
  foreign('effect', (approval) => ({
    ...approval,
    calls: approval.calls.map((call) => ({ ...call, shown: foreignShown(call.shown, 'effectHash') })),
  })),
  foreign('state of the page', (approval) => ({
    ...approval,
    calls: approval.calls.map((call) => ({ ...call, shown: foreignShown(call.shown, 'stateHashBefore') })),
  })),
  foreign('saved state', (approval) => ({
    ...approval,
    calls: approval.calls.map((call) => ({ ...call, shown: foreignShown(call.shown, 'savedHashBefore') })),
  })),
  {
    name: 'a resumed run whose worker died between approval and execution',
    calls: [['save_changes', {}]],
    reaches: ['save'],
    async withRight(world) {
      await dieAfterApproval(world, 'get-context', false);
      await bearAgain(world);
    },
    async withoutRight(world) {
      await dieAfterApproval(world, 'get-context', false);
      world.page.fake.change((state) => {
        state.drafts = { openai: { ignore: ['*'], whitelist: [] } };
      });
      await bearAgain(world);
      return world.says();
    },
    refusal: /waiting-for-approval$|page_changed/,
  },
  {
    name: 'a resumed run whose worker died while the call was on its way',
    calls: [['save_changes', {}]],
    reaches: ['save'],
    async withRight(world) {
      await dieAfterApproval(world, 'execute', true);
      await bearAgain(world);
    },
    async withoutRight(world) {
      await dieAfterApproval(world, 'execute', false);
      await bearAgain(world);
      return world.says();
    },
    refusal: /not_applied/,
  },
  {
    name: 'a request sent to the page a second time',
    calls: [['save_changes', {}]],
    reaches: ['save'],
    async withRight(world) {
      await world.work();
      await world.approve();
      const [sent] = world.browser.asked.filter(({ message }) => typeOf(message) === 'execute');
      await world.page.answer(sent?.message, { id: world.browser.extensionId });
    },
    async withoutRight(world) {
      await world.work();
      const request = { type: 'execute', adapterId: 'model-filter', executionId: 'e', tool: 'save_changes' };
      const args = { operation: 'act', from: null, name: 'save', args: { replaces: {} } };
      const reply = await world.page.answer(
        {
          channel: PAGE_CHANNEL,
          request: {
            ...request,
            args,
            timeoutMs: 1_000,
            expectedStateHash: 'f'.repeat(64),
            sentAtMs: Date.now(),
          },
        },
        { id: world.browser.extensionId },
      );
      return JSON.stringify(reply);
    },
    refusal: /page-changed/,
  },
];

function foreignShown(shown: ShownEffect | null, member: keyof ShownEffect): ShownEffect | null {
  return shown === null ? null : { ...shown, [member]: 'f'.repeat(64) };
}

function typeOf(message: unknown): string {
  return (message as { request: { type: string } }).request.type;
}
