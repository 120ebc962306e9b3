import fc from 'fast-check';
import { control, deed } from './deed';
import { askingTurn, scriptText, turns } from './turn';
import { CHAT_ID, type World } from './world';

function say(world: World): void {
  const text = world.spoken.nextText();
  const tell = world.spoken.note(text);
  const { loop, serially } = world.worker();
  void world
    .attempt('sending a message', () => serially(CHAT_ID, () => loop.sendUserMessage(CHAT_ID, text)))
    .then((accepted) => tell(accepted === null ? 'refused' : accepted.kind));
}

function putIntoSlot(world: World, text: string | null): void {
  const tell = world.spoken.note(text);
  const { loop, serially } = world.worker();
  void world
    .attempt('changing the queue', async () => {
      await serially(CHAT_ID, () => loop.queueMessage(CHAT_ID, text));
      return true;
    })
    .then((done) => tell(done === null ? 'refused' : 'in-slot'));
}

export const messages = turns(5).map((script) =>
  deed(`The person writes; the model ${scriptText(script)}`, (world) => {
    world.endpoint.expect(script);
    say(world);
  }),
);

export const questions = fc.tuple(askingTurn, turns(2)).map(([asking, then]) =>
  deed(`The person writes; until it asks, the model ${scriptText([asking, ...then])}`, async (world) => {
    world.endpoint.expect([asking, ...then]);
    say(world);
    await world.pacer.releaseUntil('journal: askApproval');
  }),
);

export const queue = fc.oneof(
  fc.constant(deed('The person edits the queued message', (w) => putIntoSlot(w, w.spoken.nextText()))),
  fc.constant(deed('The person withdraws the queued message', (w) => putIntoSlot(w, null))),
);

export const holds = fc.oneof(
  control('The person stops the run', (loop) => loop.stop(CHAT_ID)),
  // Never behind another control.
  fc.constant(
    deed('The person cancels', (world) => {
      world.trouble.isCalm = false;
      const { loop } = world.worker();
      void world.attempt('cancelling', () => loop.cancel(CHAT_ID));
    }),
  ),
  control('The person pauses', (loop) => loop.pause(CHAT_ID)),
);

export const resumptions = fc.oneof(
  control('The person resumes', (loop) => loop.resume(CHAT_ID)),
  control('The person chooses Continue', (loop) => loop.continueRun(CHAT_ID)),
  control('The person chooses Retry', (loop) => loop.retry(CHAT_ID)),
);
