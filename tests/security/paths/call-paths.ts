import { choicesFor, decideApproval } from '@/tests/world/approvals';
import { APPROVED_SAVE, type PagePath } from './page-path';
import { codeOf, forgedConsent, type PathWorld, type ScriptedCall } from './path-world';

const ADD: ScriptedCall[] = [['add_ignore_rule', { pattern: 'gpt-4*' }]];

/** A call that the policy allows, and denies if the user set it so. */
function byPolicy(tool: string, args: ScriptedCall[1], reaches: string): PagePath {
  return {
    name: `${tool}, by the policy`,
    calls: [[tool, args]],
    reaches: [reaches],
    authorized: (world) => world.runTask(),
    async unauthorized(world) {
      await world.setPolicy({ permissions: { [tool]: 'deny' } });
      await world.runTask();
      return world.outcome();
    },
    refusal: /^denied/,
  };
}

/** A call that waits for the user, and an attempt to run it without them. */
function needsApproval(name: string, refusal: RegExp, unauthorized: PagePath['unauthorized']): PagePath {
  return {
    name,
    ...APPROVED_SAVE,
    async unauthorized(world) {
      await world.runTask();
      return unauthorized(world);
    },
    refusal,
  };
}

/**
 * The worker dies while the approval request is pending, and the next one finds the stored data as `change`
 * leaves it.
 */
function foundInDatabase(name: string, change: (world: PathWorld) => Promise<unknown>): PagePath {
  return needsApproval(name, /waiting-for-approval$/, async (world) => {
    await change(world);
    world.restartWorker();
    // Long enough to recover the run and to run what it finds.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await world.settled();
    return world.outcome();
  });
}

/** Every path from a call of the model to the page. */
export const CALL_PATHS: readonly PagePath[] = [
  byPolicy('add_ignore_rule', { pattern: 'gpt-4*' }, 'apply-state'),
  byPolicy('switch_provider', { provider: 'openai' }, 'switch-provider'),
  byPolicy('refresh_models', {}, 'refresh'),
  needsApproval('a call that needs approval, refused', /^rejected/, async (world) => {
    await world.refuse();
    return world.outcome();
  }),
  needsApproval(
    'a call that needs approval, on a page that was switched off',
    /^turned-off/,
    async (world) => {
      await world.command({ type: 'switch-steward', origin: null, isOn: false });
      return codeOf(world.approve());
    },
  ),
  needsApproval('a call that needs approval, unanswered', /waiting-for-approval$/, (world) =>
    world.outcome(),
  ),
  needsApproval(
    'a call that needs approval of a run that is stopped',
    /stopped|waiting-for-system-input/,
    async (world) => {
      await world.command({ type: 'control-run', chatId: world.chatId, action: 'stop' });
      return world.outcome();
    },
  ),
  needsApproval('a call that needs approval, decided without a click', /^write-refused/, async (world) => {
    const { id, calls, preview } = await world.pendingApproval();
    const answer = { digest: preview.digest, choices: choicesFor(calls), allowTools: [] };
    return codeOf(world.backgroundParts().loop.decideApproval(id, answer, forgedConsent(id)));
  }),
  needsApproval(
    'a call that needs approval, with its status asked for',
    /illegal-transition|busy/,
    async (world) => {
      const status = { state: 'waiting-for-tools' } as const;
      return codeOf(world.backgroundParts().loop.requestStatus(world.chatId, status));
    },
  ),
  needsApproval(
    'a call that needs approval, with its status queued',
    /waiting-for-approval$/,
    async (world) => {
      const status = { state: 'waiting-for-tools' } as const;
      const [run] = await world.db.runs.toArray();
      await codeOf(world.backgroundParts().loop.queueStatus(world.chatId, run?.id ?? null, status));
      return world.outcome();
    },
  ),
  needsApproval(
    'a call that needs approval, with a result from outside',
    /not-found|invalid|illegal|approval/,
    async (world) => {
      const executionId = (await world.pendingApproval()).calls[0]?.executionId ?? '';
      return codeOf(
        world.backgroundParts().loop.provideToolResult(executionId, { success: true, message: 'Done.' }),
      );
    },
  ),
  foundInDatabase('a call that needs approval, with another status in the database', (world) => {
    return world.db.runs.toCollection().modify({ status: { state: 'waiting-for-tools' } });
  }),
  foundInDatabase('a call that needs approval, without its approval request', (world) => {
    return world.db.approvals.clear();
  }),
  ...(['true', '"ALLOW"', '["allow"]', '{"allow":true}', '1', 'null', '{"toString":"allow"}'] as const).map(
    (shape) =>
      foundInDatabase(`a call that needs approval, with the permission ${shape}`, ({ db }) =>
        db.chats.toCollection().modify((chat) => {
          Object.assign(chat.settings, { permissions: { save_changes: JSON.parse(shape) } });
        }),
      ),
  ),
  foundInDatabase('a call that needs approval, with permissions on the prototype', ({ db }) =>
    db.chats.toCollection().modify((chat) => {
      Object.assign(chat.settings, { permissions: JSON.parse('{"__proto__":{"save_changes":"allow"}}') });
    }),
  ),
  {
    name: 'an edited call',
    calls: ADD,
    reaches: ['apply-state'],
    async authorized(world) {
      await world.setPolicy({ approvalPolicy: 'ask-every-change' });
      await world.runTask();
      await world.approve({ pattern: 'o1*' });
      const [change] = world.page.changes();
      if (!JSON.stringify(change).includes('"o1*"')) throw new Error('The page received other arguments.');
    },
    async unauthorized(world) {
      await world.setPolicy({ approvalPolicy: 'ask-every-change' });
      await world.runTask();
      const { id, calls, preview } = await world.pendingApproval();
      return codeOf(
        decideApproval(world, {
          approvalId: id,
          // The digest for the arguments as the model wrote them.
          digest: preview.digest,
          choices: choicesFor(calls, { args: { pattern: 'o1*' } }),
        }),
      );
    },
    refusal: /^page-changed/,
  },
  {
    name: 'a plan',
    calls: ADD,
    reaches: ['apply-state'],
    async authorized(world) {
      await world.setPolicy({ planMode: true });
      await world.runTask();
      await world.approve();
    },
    async unauthorized(world) {
      // Applies also to a tool that the user has allowed.
      await world.setPolicy({ planMode: true, permissions: { add_ignore_rule: 'allow' } });
      await world.runTask();
      return world.outcome();
    },
    refusal: /waiting-for-approval$/,
  },
];
