import type { Chat } from '@/src/schema/chat';
import type { Recipe, RecipeCall } from '@/src/schema/recipe';
import { type SaidText, say } from '@/src/schema/values/said';
import { textError } from '../errors';
import { linesOf } from '../tools/call-lines';
import { validateCall } from '../tools/validate-call';
import { adapterFor } from './adapter-of-chat';
import type { AdapterPort } from './adapter-port';
import { ALL_SITES } from './several-sites';

/** Texts that the user may choose differently: not empty, not long, and of one line. */
const CHOICE = /^.{1,200}$/u;

/** The texts in the arguments of calls, such as models, patterns and providers, each once. */
export function choicesIn(calls: readonly RecipeCall[]): string[] {
  const texts = new Set<string>();
  withChoices(calls, { get: (text) => texts.add(text) && text });
  return [...texts].filter((text) => CHOICE.test(text));
}

/** Calls with the chosen texts in their arguments, by those in whose places they are; a text without a choice stays. */
export function withChoices(
  calls: readonly RecipeCall[],
  chosen: Pick<ReadonlyMap<string, string>, 'get'>,
): RecipeCall[] {
  return calls.map(({ name, args }) => ({
    name,
    args: JSON.parse(JSON.stringify(args), (_, value) =>
      typeof value === 'string' ? (chosen.get(value) ?? value) : value,
    ),
  }));
}

/**
 * The calls of a recipe in a chat, on all of its sites, and a message that says which. Throws `invalid-message`, with the reason as details,
 * if a call doesn't fit the tools of the chat's page, or the recipe is for another kind of page.
 */
export function recipeOfChat(
  chat: Chat,
  adapters: AdapterPort,
  name: string,
  { adapterId, calls: kept }: Recipe,
): { text: SaidText; calls: RecipeCall[] } {
  const { id, tools } = adapterFor(chat, adapters);
  const lineOf = linesOf(tools);
  const targets = chat.targets && { targets: [ALL_SITES] };
  const calls = kept.map((call) => ({ ...call, args: { ...call.args, ...targets } }));
  const lines = calls.map((call) => {
    const line = lineOf(call.name, call.args);
    const checked = validateCall(tools, { name: call.name, argumentsText: JSON.stringify(call.args) });
    if (checked.kind === 'valid' && id === adapterId) return line;
    const details =
      checked.kind === 'valid' ? `It was kept on a page of ${adapterId}.` : checked.result.message;
    throw textError('invalid-message', say('error.recipe.unfit', { name, call: line }), { details });
  });
  return { text: say('said.recipe.run', { name, calls: lines }), calls };
}
