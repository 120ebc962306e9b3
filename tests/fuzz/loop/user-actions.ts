import fc from 'fast-check';
import type { ChatWorld } from './chat-world';
import { chatDeed, control, type FuzzAction } from './fuzz-action';
import { askingTurn, endingScripts, scriptText, type Turn, turns } from './scripted-response';

function say(world: ChatWorld): void {
  const text = world.spoken.nextText();
  const tell = world.spoken.note(text);
  const { loop, serially } = world.worker();
  void world
    .attempt('sending a message', () =>
      serially(world.chatId, () => loop.sendUserMessage(world.chatId, text)),
    )
    .then((accepted) => tell(accepted === null ? 'refused' : accepted.kind));
}

function putIntoSlot(world: ChatWorld, text: string | null): void {
  const tell = world.spoken.note(text);
  const { loop, serially } = world.worker();
  void world
    .attempt('changing the queue', async () => {
      await serially(world.chatId, () => loop.queueMessage(world.chatId, text));
      return true;
    })
    .then((done) => tell(done === null ? 'refused' : 'in-slot'));
}

/** The user sends a message, and the model follows the script. */
export function messagesWith(scripts: fc.Arbitrary<Turn[]>): fc.Arbitrary<FuzzAction> {
  return scripts.map((script) =>
    chatDeed(`The user writes; the model ${scriptText(script)}`, (world) => {
      world.endpoint.expect(script);
      say(world);
    }),
  );
}

export const messages = messagesWith(turns(5));

/** Runs that change the page and end without another request. */
export const endingRuns = messagesWith(endingScripts);

export const questions = fc.tuple(askingTurn, turns(2)).map(([asking, then]) =>
  chatDeed(`The user writes; until it asks, the model ${scriptText([asking, ...then])}`, async (world) => {
    world.endpoint.expect([asking, ...then]);
    say(world);
    await world.pacer.releaseUntil('journal: askApproval');
  }),
);

export const queue = fc.oneof(
  fc.constant(chatDeed('The user edits the queued message', (w) => putIntoSlot(w, w.spoken.nextText()))),
  fc.constant(chatDeed('The user withdraws the queued message', (w) => putIntoSlot(w, null))),
);

export const pauses = control('The user pauses', (loop, chatId) => loop.pause(chatId));

export const holds = fc.oneof(
  control('The user stops the run', (loop, chatId) => loop.stopGracefully(chatId)),
  // Cancel doesn't wait for other controls.
  fc.constant(
    chatDeed('The user cancels', (world) => {
      world.trouble.count += 1;
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
);
