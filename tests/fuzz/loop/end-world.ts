import { conversation } from '@/src/core/records/message';
import { isActive } from '@/src/core/records/transition';
import type { ChatWorld } from './chat-world';
import { checkWorld } from './check-world';
import { controlResult } from './control-result';
import { callsNeedingApproval, rejectedCall, rejectingChoice } from './seen-preview';
import type { World } from './world';

/** A run must settle within this many rounds of steps, user actions and waits. */
const MAX_ROUNDS = 25;

/**
 * Ends a case: repairs storage, page and models, and supplies what runs wait for, so that every run must settle. Then each
 * chat must answer one more message.
 */
export async function endWorld(world: World): Promise<void> {
  const { page, chats, faultState, faults, problems } = world;
  faultState.failsAt = null;
  // Pending changes of a slow page take effect now.
  faults.recover();
  page.open();
  void world.notice('there');
  for (const chat of chats) {
    chat.chooseModel(true);
    chat.endpoint.dropScript();
    void world.attempt('choosing a model', () => world.worker().loop.noteSettings(chat.chatId));
  }
  for (const { chatId } of chats) {
    if (faultState.wasRefused)
      await controlResult(world, 'the last control', () => world.worker().loop.stop(chatId));
  }
  faultState.wasRefused = false;
  for (const chat of chats) await settleRun(chat);
  await checkWorld(world);
  problems.assertNone();
  for (const chat of chats) await sendLastMessage(chat);
}

/** The user sends one more message, which must be answered. */
async function sendLastMessage(world: ChatWorld): Promise<void> {
  const { chatId, problems } = world;
  const { loop, serially } = world.worker();
  const text = world.messageTracker.nextText();
  const setFate = world.messageTracker.track(text);
  // A queued status takes effect in place of the next request, so there may be no answer.
  const isTaken = world.tables.chats.get(chatId)?.queuedStatus !== null;
  const accepted = await controlResult(world, 'the last control', () =>
    serially(chatId, () => loop.sendUserMessage(chatId, text)),
  );
  setFate(accepted === null ? 'refused' : accepted.kind);
  await settleRun(world);
  await checkWorld(world);
  const record = conversation(world.tables.messages.all());
  const asked = record.findIndex((message) => message.role === 'user' && message.content === text);
  if (asked < 0) problems.add('the last message never reached the model');
  // While an ask_user question of an earlier response is open, no request is sent.
  const isAsking = (await world.run())?.status.state === 'waiting-for-user-input';
  if (!isTaken && !isAsking && !record.slice(asked).some(({ role }) => role === 'assistant')) {
    problems.add('the last message was never answered');
  }
}

async function settleRun(world: ChatWorld): Promise<void> {
  for (let times = 0; times < MAX_ROUNDS; times += 1) {
    await world.steps.releaseAll();
    await checkWorld(world);
    world.problems.assertNone();
    const run = await world.run();
    if (run !== null && (await advanceRun(world, run.status))) continue;
    // A control may still wait for the page.
    if (world.worker().dueAt().length === 0) return;
    world.pass(700_000);
  }
  world.problems.add(`the run doesn’t settle: ${JSON.stringify((await world.run())?.status)}`);
}

/** Supplies what a run waits for. Returns false if the run has settled. */
async function advanceRun(
  world: ChatWorld,
  status: NonNullable<Awaited<ReturnType<ChatWorld['run']>>>['status'],
) {
  const { loop, consents } = world.worker();
  switch (status.state) {
    case 'waiting-for-approval': {
      const approval = world.tables.approvals.get(status.approvalId);
      if (approval === undefined) return false;
      const choices = callsNeedingApproval(world, approval).map(rejectingChoice);
      world.checker.noteAnswer(choices.map(rejectedCall));
      const answer = { digest: approval.preview.digest, choices, allowTools: [] };
      await controlResult(world, 'the last control', () =>
        loop.decideApproval(approval.id, answer, consents.give(approval.id)),
      );
      return true;
    }
    case 'paused':
      await controlResult(world, 'the last control', () => loop.resume(world.chatId));
      return true;
    case 'waiting-for-user-input':
      if (status.reason === 'question') return false;
      await controlResult(world, 'the last control', () => loop.continueRun(world.chatId));
      return true;
    case 'waiting-for-system-input': {
      if (status.outcome !== null) return false;
      const scope = status.requiredScope ?? 'page';
      await controlResult(world, 'the last control', () =>
        loop.addSystemMessage(world.chatId, { scope, text: 'Go on.' }),
      );
      return true;
    }
    default:
      if (!isActive(status)) return false;
      world.pass(700_000);
      return true;
  }
}
