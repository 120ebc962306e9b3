import { z } from 'zod';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { internalError } from '../errors';
import { ASK_USER } from '../records/open-question';
import { LONGEST_WAIT_MS } from '../records/run-status';
import { defineTool } from './define-tool';
import { sendMessage } from './send-message';
import type { ToolDefinition } from './tool-definition';

/** Longest wait that a model can request, in seconds. */
const MAX_WAIT_SECONDS = LONGEST_WAIT_MS / 1_000;

export const FINISH_TASK = 'finish_task';

const askUser = defineTool({
  name: ASK_USER,
  line: 'said.call.askUser',
  description:
    'Asks the user; the next user message is the answer. Use it when a request has several meanings or lacks what only they know. Don’t use it for permission, or for what page or tools tell.',
  input: z
    .strictObject({
      question: z.string().min(1).max(1_000).describe('One question.'),
      choices: z
        .array(z.string().min(1).max(80))
        .max(6)
        .describe('Up to 6 short likely answers; [] if open.'),
      allow_other: z.boolean().default(true).describe('Own words are allowed. Default: true.'),
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
  line: 'said.call.wait',
  description:
    'Waits for a page change, an event, a message or the time limit. Use it when something outside your tools has to happen first. Don’t use it between your own calls, or to get an answer.',
  input: z.strictObject({
    reason: z.string().min(1).max(200).describe('Shown to the user.'),
    for: z.enum(['page-change', 'time']).describe('time: whatever the page does.'),
    seconds: z.int().min(1).max(MAX_WAIT_SECONDS).describe('At most.'),
    only_from: z.string().min(1).max(200).optional().describe('The only sender whose events end it.'),
    user_can_interrupt: z.boolean().default(true).describe('Default: true.'),
  }),
  effect: 'read',
  executor: 'built-in',
  // Above the maximum wait, because the default time limit would end it.
  timeoutMs: (MAX_WAIT_SECONDS + 10) * 1_000,
});

const finishTask = defineTool({
  name: FINISH_TASK,
  line: 'said.call.finishTask',
  description:
    'Ends the task. Use it alone, when all is done and every result is in, or it can’t be done. Don’t use it to ask.',
  input: z.strictObject({
    summary: z.string().min(1).max(2_000).describe('What was done, changed, and is left open.'),
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
  throw internalError('internal', `Two tools have the name ${twice}. Give the adapter’s tool another name.`);
}
