import fc, { type AsyncCommand } from 'fast-check';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { ChatWorld } from './chat-world';
import type { World } from './world';

/** One action of the user, the model, the page or the environment. A case is a sequence of actions. */
export interface FuzzAction {
  /**
   * Describes the action in a counterexample. `chatId`: the chat in which it happens; actions outside chats
   * ignore it.
   */
  sentence(chatId: string): string;
  act(world: ChatWorld): unknown;
}

/** An action in one chat. Its consequences are separate steps, which may happen later. */
export function chatAction(sentence: string, act: (world: ChatWorld) => unknown): FuzzAction {
  return { sentence: (chatId) => `${chatId}: ${sentence}`, act };
}

/** An action outside the chats: on the page, the worker or the clock. */
export function worldAction(sentence: string, act: (world: World) => unknown): FuzzAction {
  return { sentence: () => sentence, act };
}

/** Actions, each directly after the one before, in the same chat unless `inOtherChat` is used. */
export function inSequence(...actions: fc.Arbitrary<FuzzAction>[]): fc.Arbitrary<FuzzAction> {
  return fc.tuple(...actions).map((all) => ({
    sentence: (chatId) => all.map(({ sentence }) => sentence(chatId)).join('; right then: '),
    async act(world) {
      for (const one of all) await one.act(world);
    },
  }));
}

/** The same action in the other chat, if there is one. */
export function inOtherChat(actions: fc.Arbitrary<FuzzAction>): fc.Arbitrary<FuzzAction> {
  return actions.map(({ sentence, act }) => ({
    sentence: (chatId) => sentence(`not ${chatId}`),
    act: (world) => act(world.chats.find(({ chatId }) => chatId !== world.chatId) ?? world),
  }));
}

/** Uses a control of the loop. A chat's controls run one after another, as in the background. */
export function control(
  sentence: string,
  use: (loop: AgentLoop, chatId: string) => Promise<unknown>,
): fc.Arbitrary<FuzzAction> {
  return fc.constant(
    chatAction(sentence, ({ worker, chatId, attempt }) => {
      const { loop, serially } = worker();
      void attempt(sentence, () => serially(chatId, () => use(loop, chatId)));
    }),
  );
}

/** The fast-check command that performs an action in the nth chat. */
export function toCommand({ sentence, act }: FuzzAction, nth: number): AsyncCommand<object, World> {
  return {
    check: () => true,
    async run(_model, world) {
      const chat = world.chats[nth] ?? world.chats[0];
      if (chat === undefined) throw new Error('a world without a chat');
      world.logAction(sentence(chat.chatId));
      // No two actions happen within the same millisecond.
      world.pass(1);
      await world.steps.release(0);
      await act(chat);
      await world.steps.release(0);
      world.problems.assertNone();
    },
    toString: () => sentence(`Chat ${nth + 1}`),
  };
}
