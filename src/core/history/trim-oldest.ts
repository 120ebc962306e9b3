import { say } from '@/src/schema/values/said';
import { textError } from '../errors';
import { inOrder } from './message-order';
import { messageTokens } from './message-tokens';
import type { RequestMessage } from './request-message';

/**
 * Share of the budget to which a request is trimmed. Each trimming changes the start of the request and so voids the provider's
 * cache; with this margin the next requests keep the same start.
 */
const TRIMMED_SHARE = 0.9;

/** Tokens for joining the two messages that are never left out, if everything between them is. */
const JOINT_TOKENS = 1;

/**
 * Leaves out the oldest messages of a request above the budget. Before the first required message, a message of the user is left
 * out together with everything up to the next one. After it, messages are left out one by one, each call with its results.
 * Messages with one of the required ids stay, and the last results, if the model hasn't answered them. The choice depends on the
 * record alone, and a longer record only adds to what is left out.
 *
 * @param messages in order, without the system prompt
 * @param fixedTokens tokens of the system prompt and the tools
 * @throws `over-budget` if what always stays exceeds the budget
 */
export function trimOldest(
  messages: readonly RequestMessage[],
  budget: { budgetTokens: number; fixedTokens: number },
  required: ReadonlySet<string>,
): { remaining: RequestMessage[]; trimmed: RequestMessage[] } {
  const pieces = piecesOf(messages, required);
  const trimmed = new Set(piecesToTrim(pieces, budget).flatMap((piece) => piece.messages));
  if (trimmed.size === 0) return { remaining: [...messages], trimmed: [] };
  return {
    remaining: inOrder(messages.filter((requestMessage) => !trimmed.has(requestMessage))),
    trimmed: [...trimmed],
  };
}

/** Messages that are left out together. */
interface Piece {
  messages: RequestMessage[];
  tokens: number;
  stays: boolean;
}

function piecesOf(messages: readonly RequestMessage[], required: ReadonlySet<string>): Piece[] {
  const open = messages.at(-1)?.message.role === 'tool' ? messages.at(-1) : undefined;
  const pieces: Piece[] = [];
  let isAfterRequired = false;
  for (const requestMessage of messages) {
    const last = pieces.at(-1);
    const { role } = requestMessage.message;
    const isRequired = requestMessage.sources.some(({ id }) => required.has(id));
    const continues = role === 'tool' || (role === 'assistant' && !isAfterRequired);
    const tokens = messageTokens(requestMessage.message);
    const stays = isRequired || requestMessage === open;
    if (last !== undefined && continues) {
      last.messages.push(requestMessage);
      last.tokens += tokens;
      last.stays ||= stays;
    } else pieces.push({ messages: [requestMessage], tokens, stays });
    isAfterRequired ||= isRequired;
  }
  return pieces;
}

/** Adds piece after piece, as the chat's requests did, so that each request is trimmed at the same places as the one before it. */
function piecesToTrim(
  pieces: readonly Piece[],
  { budgetTokens, fixedTokens }: { budgetTokens: number; fixedTokens: number },
): Piece[] {
  const low = Math.floor(budgetTokens * TRIMMED_SHARE);
  const candidates = pieces.filter(({ stays }) => !stays);
  let total = fixedTokens + JOINT_TOKENS;
  let trimmed = 0;
  const trim = (available: number) => {
    if (total <= budgetTokens) return;
    for (const { tokens } of candidates.slice(trimmed, available)) {
      if (total <= low) return;
      total -= tokens;
      trimmed += 1;
    }
  };
  let reached = 0;
  for (const piece of pieces) {
    total += piece.tokens;
    trim(reached);
    if (!piece.stays) reached += 1;
  }
  trim(candidates.length);
  if (total > budgetTokens) {
    throw textError('over-budget', say('error.history.overBudget', { budget: budgetTokens }), {
      details: `About ${total} tokens are needed.`,
    });
  }
  return candidates.slice(0, trimmed);
}
