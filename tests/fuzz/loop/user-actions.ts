import fc from 'fast-check';
import type { ChatWorld } from './chat-world';
import { chatAction, control, type FuzzAction } from './fuzz-action';
import {
  endingScripts,
  responseNeedingApproval,
  type ScriptedResponse,
  scriptedResponses,
  scriptText,
} from './scripted-response';

function sendMessage(world: ChatWorld): void {
  const text = world.messageTracker.nextText();
  const setFate = world.messageTracker.track(text);
  const { loop, serially } = world.worker();
  void world
    .attempt('sending a message', () =>
      serially(world.chatId, () => loop.sendUserMessage(world.chatId, text)),
    )
    .then((accepted) => setFate(accepted === null ? 'refused' : accepted.kind));
}

function withdraw(world: ChatWorld): void {
  const queued = world.tables.chats.get(world.chatId)?.pendingMessage ?? null;
  if (queued === null) return;
  const setFate = world.messageTracker.track(null);
  const { loop } = world.worker();
  void world
    .attempt('withdrawing the queued message', async () => {
      await loop.withdrawMessage(world.chatId, queued.queuedAtMs);
      return true;
    })
    .then((done) => setFate(done === null ? 'refused' : 'withdrawn'));
}

/** The user sends a message, and the model follows the script. */
export function messagesWith(scripts: fc.Arbitrary<ScriptedResponse[]>): fc.Arbitrary<FuzzAction> {
  return scripts.map((script) =>
    chatAction(`The user writes; the model ${scriptText(script)}`, (world) => {
      world.endpoint.addResponses(script);
      sendMessage(world);
    }),
  );
}

export const messages = messagesWith(scriptedResponses(5));

/** Runs that change the page and end without another request. */
export const endingRuns = messagesWith(endingScripts);

export const runsNeedingApproval = fc
  .tuple(responseNeedingApproval, scriptedResponses(2))
  .map(([first, then]) =>
    chatAction(
      `The user writes; until it needs approval, the model ${scriptText([first, ...then])}`,
      async (world) => {
        world.endpoint.addResponses([first, ...then]);
        sendMessage(world);
        await world.steps.releaseUntil('journal: addApproval');
      },
    ),
  );

export const withdrawals = fc.constant(chatAction('The user withdraws the queued message', withdraw));

export const pauses = control('The user pauses', (loop, chatId) => loop.pause(chatId));

export const holds = fc.oneof(
  control('The user stops the run', (loop, chatId) => loop.stopGracefully(chatId)),
  // Cancel doesn't wait for other controls.
  fc.constant(
    chatAction('The user cancels', (world) => {
      world.faultState.count += 1;
      const { loop } = world.worker();
      void world.attempt('cancelling', () => loop.stop(world.chatId));
    }),
  ),
  pauses,
);

export const resumes = control('The user resumes', (loop, chatId) => loop.resume(chatId));

export const resumptions = fc.oneof(
  resumes,
  control('The user chooses Continue', (loop, chatId) => loop.continueRun(chatId)),
  control('The user chooses Retry', (loop, chatId) => loop.retry(chatId)),
  control('The user continues an answer that broke off', (loop, chatId) => loop.continueAnswer(chatId)),
);
