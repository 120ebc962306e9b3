import { shownEffect } from '@/src/core/policy/shown-effect';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { Approval, ApprovalCall, CallDecision, ShownEffect } from '@/src/schema/approval';
import { choicesFor, previewChoices } from '@/tests/world/approvals';
import type { TabInMemory } from '@/tests/world/browser-in-memory';
import { APPROVED_SAVE, type PagePath } from './page-path';
import type { PathWorld } from './path-world';

/**
 * The approval request as if the user had approved it, with the same effect that a real approval would
 * contain.
 */
function approvedCopy(approval: Approval): Approval {
  const calls = approval.calls.map((call) => {
    const computed = approval.preview.dryRun.calls.find(
      ({ executionId }) => executionId === call.executionId,
    );
    if (computed?.kind !== 'change') throw new Error('The call changes nothing.');
    const decision: CallDecision = {
      verdict: 'approved',
      args: computed.args,
      isEdited: false,
      note: '',
      atMs: approval.createdAtMs,
    };
    return { ...call, decision, shown: shownEffect(call.tool, computed, new Set()) };
  });
  return { ...approval, calls, state: 'decided', decidedAtMs: approval.createdAtMs };
}

/**
 * Replaces the pending approval request by an approval for another object, as a manipulated database could
 * contain it.
 */
function foreignApproval(name: string, change: (approval: Approval) => Approval): PagePath {
  return {
    name: `an approval of another ${name}`,
    ...APPROVED_SAVE,
    async unauthorized(world) {
      await world.runTask();
      const approval = await world.pendingApproval();
      await world.db.approvals.put(change(approvedCopy(approval)));
      await world.db.runs.toCollection().modify({ status: { state: 'waiting-for-tools' } });
      await restartIdleWorker(world);
      return world.outcome();
    },
    refusal: /waiting-for-approval$/,
  };
}

/**
 * Makes the worker die at the first request to the page for which `isMoment` holds: from then on its requests
 * are never answered. Resolves when it is dead.
 */
function killWorkerAt(
  world: PathWorld,
  isMoment: (type: string) => Promise<boolean>,
  isDelivered: boolean,
): Promise<void> {
  const tab = onlyTab(world);
  const { answer } = world.page;
  return new Promise((died) => {
    tab.answer = async (message, sender) => {
      if (!(await isMoment(typeOf(message)))) return answer(message, sender);
      tab.answer = () => new Promise(() => undefined);
      if (isDelivered) await answer(message, sender);
      died();
      return new Promise(() => undefined);
    };
  });
}

/** The worker dies at this request to the page after the user's approval, and another one starts. `meanwhile`: happens between the two. */
async function resume(
  world: PathWorld,
  at: 'get-context' | 'execute',
  isDelivered: boolean,
  meanwhile = () => {},
): Promise<void> {
  await killWorkerAfterApproval(world, at, isDelivered);
  meanwhile();
  await restartIdleWorker(world);
}

/** Starts another worker once the old one has no more steps to run. */
async function restartIdleWorker(world: PathWorld): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  onlyTab(world).answer = world.page.answer;
  world.restartWorker();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  await world.settled();
}

/** Longer than any step that doesn't wait for the page. */
const IDLE_MS = 50;

function onlyTab({ browser }: PathWorld): TabInMemory {
  const [tab] = [...browser.tabs.values()];
  if (tab === undefined) throw new Error('There is no tab.');
  return tab;
}

/** The user approves, and the worker dies at the given request to the page. */
async function killWorkerAfterApproval(
  world: PathWorld,
  at: 'get-context' | 'execute',
  isDelivered: boolean,
): Promise<void> {
  await world.runTask();
  const { id } = await world.pendingApproval();
  const isMoment = async (type: string) =>
    type === at && (at === 'execute' || (await world.db.approvals.get(id))?.state === 'decided');
  const died = killWorkerAt(world, isMoment, isDelivered);
  void world.approve().catch(() => undefined);
  await died;
}

/** Paths on which a worker finds a call in the database that an earlier worker started. */
export const RECORD_PATHS: readonly PagePath[] = [
  foreignApproval('chat', (approval) => ({ ...approval, chatId: 'other' })),
  foreignApproval('run', (approval) => ({ ...approval, runId: 'other' })),
  foreignApproval('response', (approval) => ({ ...approval, messageId: 'other' })),
  foreignCalls('call', () => ({ executionId: 'other' })),
  foreignCalls('tool', () => ({ tool: 'add_ignore_rule' })),
  foreignCalls('effect', foreignShown('effectHash')),
  foreignCalls('state of the page', foreignShown('stateHashBefore')),
  foreignCalls('saved state', foreignShown('savedHashBefore')),
  {
    name: 'an effect that the user was not shown, of a save over another admin’s',
    ...APPROVED_SAVE,
    async unauthorized(world) {
      await world.runTask();
      world.page.fake.proxy.file = { openai: { ignore: ['theirs*'], whitelist: [] } };
      world.page.fake.readFile();
      await world.setPolicy({ permissions: { save_changes: 'allow' } });
      const { id, calls } = await world.pendingApproval();
      const { dryRun } = await previewChoices(world, id, choicesFor(calls));
      const shown = calls.map((call, index) => {
        const computed = dryRun.calls[index];
        return computed === undefined
          ? call
          : { ...call, shown: shownEffect(call.tool, computed, new Set()) };
      });
      await world.db.approvals.update(id, { calls: shown });
      await world.db.runs.toCollection().modify({ status: { state: 'waiting-for-tools' } });
      await restartIdleWorker(world);
      return world.outcome();
    },
    refusal: /waiting-for-approval$/,
  },
  {
    name: 'a resumed run whose worker died between approval and execution',
    calls: [['save_changes', {}]],
    reaches: ['save'],
    authorized: (world) => resume(world, 'get-context', false),
    async unauthorized(world) {
      await resume(world, 'get-context', false, () =>
        world.page.fake.change((state) => {
          state.drafts = { openai: { ignore: ['*'], whitelist: [] } };
        }),
      );
      return world.outcome();
    },
    refusal: /waiting-for-approval$|page_changed/,
  },
  {
    name: 'a resumed run whose worker died while the call was in transit',
    calls: [['save_changes', {}]],
    reaches: ['save'],
    authorized: (world) => resume(world, 'execute', true),
    async unauthorized(world) {
      await resume(world, 'execute', false);
      return world.outcome();
    },
    refusal: /not_applied/,
  },
  {
    name: 'a repeated request to the page',
    calls: [['save_changes', {}]],
    reaches: ['save'],
    async authorized(world) {
      await world.runTask();
      await world.approve();
      const [sent] = world.browser.tabMessages.filter(({ message }) => typeOf(message) === 'execute');
      await world.page.answer(sent?.message, { id: world.browser.extensionId });
    },
    async unauthorized(world) {
      await world.runTask();
      const request = { type: 'execute', adapterId: 'model-filter', executionId: 'e', tool: 'save_changes' };
      const args = { operation: 'act', from: null, name: 'save', args: { replaces: {} } };
      const reply = await world.page.answer(
        {
          channel: PAGE_CHANNEL,
          request: {
            ...request,
            args,
            timeoutMs: 1_000,
            expected: { document: '1-2-3-4', stateHash: 'f'.repeat(64) },
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

/** An approval whose calls are changed so. */
function foreignCalls(name: string, change: (call: ApprovalCall) => Partial<ApprovalCall>): PagePath {
  return foreignApproval(name, (approval) => ({
    ...approval,
    calls: approval.calls.map((call) => ({ ...call, ...change(call) })),
  }));
}

function foreignShown(member: keyof ShownEffect) {
  return ({ shown }: ApprovalCall) => ({ shown: shown && { ...shown, [member]: 'f'.repeat(64) } });
}

function typeOf(message: unknown): string {
  return (message as { request: { type: string } }).request.type;
}
