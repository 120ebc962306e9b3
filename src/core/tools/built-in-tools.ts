import { z } from 'zod';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { StewardError } from '../errors';
import { LONGEST_WAIT_MS } from '../records/run-status';
import { defineTool } from './define-tool';
import { sendMessage } from './send-message';
import type { ToolDefinition } from './tool-definition';

/** Longest wait that a model can request, in seconds. */
const MAX_WAIT_SECONDS = LONGEST_WAIT_MS / 1_000;

export const ASK_USER = 'ask_user';
export const FINISH_TASK = 'finish_task';

const askUser = defineTool({
  name: ASK_USER,
  line: 'Ask: {question}',
  description:
    'Asks the user a question and waits for their answer, which comes as the next user message. Use it when what they want has several meanings that lead to different changes, or when something only they know is missing. Don’t use it for what the page state or a read tool can tell, to get permission (calls that need approval are put before the user anyway), or to offer further help. Ask one question at a time.',
  input: z
    .strictObject({
      question: z
        .string()
        .min(1)
        .max(1_000)
        .describe('One question, understandable without the rest of the conversation.'),
      choices: z
        .array(z.string().min(1).max(80))
        .max(6)
        .describe(
          'The likely answers, each a few words and different from the others; [] for an open question.',
        ),
      allow_other: z.boolean().default(true).describe('Whether the user may also answer in their own words.'),
    })
    .refine(({ choices }) => new Set(choices).size === choices.length, {
      path: ['choices'],
      error: 'the same choice is listed twice',
    })
    .refine(({ choices, allow_other }) => allow_other || choices.length > 0, {
      path: ['allow_other'],
      error: 'without choices the user has to be able to answer in their own words',
    }),
  effect: 'read',
  executor: 'built-in',
});

const wait = defineTool({
  name: 'wait',
  line: 'Wait: {reason}',
  description:
    'Waits until the page changes or a time is over, whichever comes first; with "time" a change of the page doesn’t count. An event also ends the wait, and so does a message of the user, unless you say otherwise. The user sees the reason. Use it when something outside your tools has to happen before you can go on: a slow page, a user’s step elsewhere. Don’t use it between your own calls (they are carried out in order, and each result is complete) nor to wait for an answer: ask with ask_user.',
  input: z.strictObject({
    reason: z.string().min(1).max(200).describe('What is waited for, in a few words for the user.'),
    for: z
      .enum(['page-change', 'time'])
      .describe('"page-change": until the page’s state changes, at most that long. "time": that long.'),
    seconds: z.int().min(1).max(MAX_WAIT_SECONDS).describe('How long at most, in seconds.'),
    only_from: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'The one sender whose events end the wait, as named in its earlier events; left out, any event does.',
      ),
    user_can_interrupt: z
      .boolean()
      .default(true)
      .describe('Whether a message of the user ends the wait. The user can stop it in any case.'),
  }),
  effect: 'read',
  executor: 'built-in',
  // Above the maximum wait, because the default time limit would end it.
  timeoutMs: (MAX_WAIT_SECONDS + 10) * 1_000,
});

const finishTask = defineTool({
  name: FINISH_TASK,
  line: 'Finish the task',
  description:
    'Ends the work on the task: nothing more is done until the user writes again. Use it alone, when everything that was asked for is done and its results are in, or when it can’t be done. Don’t use it to ask something, or while a call’s result is still missing. An answer without tool calls ends the turn as well, so it isn’t needed after plain conversation.',
  input: z.strictObject({
    summary: z
      .string()
      .min(1)
      .max(2_000)
      .describe('For the user: what was done, what it changed, and what is left open.'),
  }),
  effect: 'read',
  executor: 'built-in',
});

/** The loop's own tools, available in every chat, in the order in which the model sees them. */
export const BUILT_IN_TOOLS: readonly ToolDefinition[] = [askUser, wait, finishTask];

/**
 * All tools of a chat: the adapter's, then the built-in ones. `sendsMessages`: the chat's setting of this name. Throws `internal`
 * if two have the same name, whatever the setting.
 */
export function toolsOf(
  adapterTools: readonly ToolDefinition[],
  { sendsMessages }: Pick<ChatSettings, 'sendsMessages'>,
): readonly ToolDefinition[] {
  const tools = [...adapterTools, ...BUILT_IN_TOOLS, sendMessage];
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return sendsMessages ? tools : tools.slice(0, -1);
  throw new StewardError('internal', `Two tools have the name ${twice}.`, {
    remedy: 'Give the adapter’s tool another name.',
  });
}
