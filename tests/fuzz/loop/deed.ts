import fc, { type AsyncCommand } from 'fast-check';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { ChatWorld } from './chat-world';
import type { World } from './world';

/** Something that somebody does, or that happens. */
export interface Deed {
  /** In words; `chatId`: where it is done, if it is done in a chat. */
  sentence(chatId: string): string;
  act(world: ChatWorld): unknown;
}

/** A deed that concerns one chat; what follows from it happens in its own time. */
export function chatDeed(sentence: string, act: (world: ChatWorld) => unknown): Deed {
  return { sentence: (chatId) => `${chatId}: ${sentence}`, act };
}

/** A deed that concerns the page, the worker or time. */
export function deed(sentence: string, act: (world: World) => unknown): Deed {
  return { sentence: () => sentence, act };
}

/** Two deeds of which the second is done right after the first, usually in the same chat. */
export function inOneGo(first: fc.Arbitrary<Deed>, second: fc.Arbitrary<Deed>): fc.Arbitrary<Deed> {
  return fc.tuple(first, second).map(([one, other]) => ({
    sentence: (chatId) => `${one.sentence(chatId)}; right then: ${other.sentence(chatId)}`,
    async act(world) {
      await one.act(world);
      await other.act(world);
    },
  }));
}

/** The same in the other chat; where there is none, in the same. */
export function elsewhere(deeds: fc.Arbitrary<Deed>): fc.Arbitrary<Deed> {
  return deeds.map(({ sentence, act }) => ({
    sentence: (chatId) => sentence(`not ${chatId}`),
    act: (world) => act(world.chats.find(({ chatId }) => chatId !== world.chatId) ?? world),
  }));
}

/** One of the loop's controls is used, after others of the chat. */
export function control(
  sentence: string,
  use: (loop: AgentLoop, chatId: string) => Promise<unknown>,
): fc.Arbitrary<Deed> {
  return fc.constant(
    chatDeed(sentence, ({ worker, chatId, attempt }) => {
      const { loop, serially } = worker();
      void attempt(sentence, () => serially(chatId, () => use(loop, chatId)));
    }),
  );
}

/** A deed done in one of the chats, at once. */
export function commandOf({ sentence, act }: Deed, nth: number): AsyncCommand<object, World> {
  return {
    check: () => true,
    async run(_model, world) {
      const chat = world.chats[nth] ?? world.chats[0];
      if (chat === undefined) throw new Error('a world without a chat');
      world.tell(sentence(chat.chatId));
      // No two deeds happen within the same millisecond.
      world.pass(1);
      await world.pacer.release(0);
      await act(chat);
      await world.pacer.release(0);
      world.problems.assertNone();
    },
    toString: () => sentence(`Chat ${nth + 1}`),
  };
}
