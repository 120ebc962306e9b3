import { expect, it } from 'vitest';
import { messageImage } from '../../fakes/an-image';
import { createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { messageAt, revise } from './revise';

const image = messageImage('a');

it('a message with images starts a run, and is sent with them', async () => {
  const h = await createLoopHarness([says('A dialog.')]);
  await h.write('What is it?', [image]);
  const { conversation } = await h.settled();
  expect(conversation[0]).toMatchObject({ role: 'user', content: 'What is it?', images: [image] });
  expect(h.requests[0]?.messages.at(-1)).toMatchObject({ role: 'user', images: [image] });
  // The tokens of an image are too uncertain to be compared with what the endpoint reports.
  expect((await h.db.usage.toArray())[0]).not.toHaveProperty('sentTokens');
});

it('a message with images that waits in the queue joins the run with them', async () => {
  const { h, release } = await duringRequest(says('First.'), says('Second.'));
  await h.write('And this?', [image]);
  expect((await h.record()).chat.pendingMessage).toMatchObject({ text: 'And this?', images: [image] });
  release();
  const { conversation } = await h.settled();
  expect(conversation.find(({ role, position }) => role === 'user' && position > 0)).toMatchObject({
    content: 'And this?',
    images: [image],
  });
  expect(h.requests[1]?.messages.at(-1)).toMatchObject({ role: 'user', images: [image] });
});

it('an edited message keeps its images', async () => {
  const h = await createLoopHarness([says('One.'), says('Two.')]);
  await h.write('What is it?', [image]);
  await h.settled();
  const { id } = await messageAt(h, 'user', 0);
  const { record } = await revise(h, id, 'What is in it?', 'keep');
  expect(record.conversation.find(({ role }) => role === 'user')).toMatchObject({
    content: 'What is in it?',
    images: [image],
    editOf: id,
  });
});

it('a message without images has no field for them', async () => {
  const { conversation } = await userSends('Are you there?', [says('Yes.')]);
  expect(conversation[0]).not.toHaveProperty('images');
});
