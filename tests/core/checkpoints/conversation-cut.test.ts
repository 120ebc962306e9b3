import { describe, expect, it } from 'vitest';
import { conversationCut, isSpoken } from '@/src/core/checkpoints/conversation-cut';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Message } from '@/src/schema/message';
import { messageImage } from '../../fakes/an-image';
import { aCheckpoint } from './a-checkpoint';

/** Messages given as role, run, and whether they were set aside; positions count from 0. */
function record(
  ...entries: [role: Message['role'], runId: string | null, discardedBy?: string][]
): Message[] {
  return entries.map(
    ([role, runId, discardedBy = null], position) =>
      ({
        role,
        id: `${role} ${position}`,
        runId,
        position,
        discardedBy,
        content: `text ${position}`,
      }) as Message,
  );
}

function cut(messages: Message[], fields: Partial<Checkpoint>) {
  const { setAside, bringBack, givenBack } = conversationCut(
    messages,
    aCheckpoint({ runId: 'r2', ...fields }),
  );
  return {
    setAside: setAside.map(({ id }) => id),
    bringBack: bringBack.map(({ id }) => id),
    composerText: givenBack?.text ?? null,
  };
}

const twoRuns = record(
  ['user', 'r1'],
  ['assistant', 'r1'],
  ['user', 'r2'],
  ['assistant', 'r2'],
  ['tool', 'r2'],
  ['assistant', 'r2'],
);

describe('the messages that a rollback moves', () => {
  it('are those from the user’s message on, if its first response is rolled back', () => {
    expect(cut(twoRuns, { position: 3 })).toEqual({
      setAside: ['user 2', 'assistant 3', 'tool 4', 'assistant 5'],
      bringBack: [],
      composerText: 'text 2',
    });
  });

  it('are those from the response on, if the run keeps an earlier one', () => {
    expect(cut(twoRuns, { position: 5 })).toEqual({
      setAside: ['assistant 5'],
      bringBack: [],
      composerText: null,
    });
  });

  it('are those from its position on, for a checkpoint without a run', () => {
    expect(cut(twoRuns, { position: 3, runId: null })).toMatchObject({
      composerText: null,
      setAside: { length: 3 },
    });
    expect(cut(twoRuns, { position: 0, runId: null }).setAside).toHaveLength(6);
  });

  it('include all user messages before the first response, whose text is returned for the composer', () => {
    const messages = record(['user', 'r2'], ['system', 'r2'], ['user', 'r2'], ['assistant', 'r2']);
    expect(cut(messages, { position: 3 })).toMatchObject({
      setAside: { length: 4 },
      composerText: 'text 0\n\ntext 2',
    });
  });

  it('return no text for the composer if an event began the run', () => {
    const messages = record(['system', 'r2'], ['assistant', 'r2']);
    expect(cut(messages, { position: 1 })).toMatchObject({ setAside: { length: 2 }, composerText: null });
  });

  it('exclude messages that are already set aside', () => {
    const messages = record(
      ['user', 'r2', 'old'],
      ['assistant', 'r2', 'old'],
      ['user', 'r2'],
      ['assistant', 'r2'],
    );
    expect(cut(messages, { position: 3 })).toEqual({
      setAside: ['user 2', 'assistant 3'],
      bringBack: [],
      composerText: 'text 2',
    });
  });

  it('are the differences from the stored conversation, for a safety checkpoint', () => {
    const messages = record(
      ['user', 'r1'],
      ['assistant', 'r1', 'old'],
      ['user', 'r2', 'old'],
      ['rollback', null],
    );
    expect(cut(messages, { conversation: ['user 0', 'assistant 1'], runId: null })).toEqual({
      setAside: ['rollback 3'],
      bringBack: ['assistant 1'],
      composerText: null,
    });
  });

  it.each([
    ['user', true],
    ['assistant', true],
    ['tool', false],
    ['rollback', false],
    ['accounting', false],
    ['system', false],
  ] as const)('counts a %s entry as said: %s', (role, said) => {
    const [message] = record([role, null]);
    expect(message !== undefined && isSpoken(message)).toBe(said);
  });
});

describe('the images of a user message that is set aside', () => {
  const image = messageImage('a');
  const [first, answer, second, ...rest] = twoRuns;
  const withImage = [first, answer, { ...second, images: [image] }, ...rest] as Message[];

  it('are named together with its text', () => {
    const opening = aCheckpoint({ runId: 'r2', position: 3 });
    expect(conversationCut(withImage, opening)).toMatchObject({
      givenBack: { text: 'text 2', images: [image] },
    });
  });

  it('are not named without one', () => {
    const opening = aCheckpoint({ runId: 'r2', position: 3 });
    expect(conversationCut(twoRuns, opening).givenBack).toEqual({ text: 'text 2' });
    const later = aCheckpoint({ runId: 'r2', position: 5 });
    expect(conversationCut(withImage, later).givenBack).toBeNull();
  });
});
