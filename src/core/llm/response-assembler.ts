import { assertNever } from '../assert-never';
import type { FinishReason, TokenCounts } from '../chat/message';
import { StewardError } from '../errors';
import type { Json } from '../json';
import type { AIStreamChunk } from './ai-service';

/** A response as a whole, once its stream has ended. */
export interface AssembledResponse {
  content: string;
  reasoning: string;
  /** In the order of their indices. `modelCallId` is never empty; `argumentsText` is as it came, unparsed. */
  toolCalls: { modelCallId: string; name: string; argumentsText: string }[];
  /** The last one that the endpoint gave; `unknown` if it gave none. */
  finishReason: FinishReason;
  /** The last that came: endpoints that report more than once report running totals. */
  usage: { counts: TokenCounts; raw: Json } | null;
}

/** What one chunk added to a call: texts to append at `index`. A repeated name adds nothing. */
export interface AssembledPart {
  index: number;
  name: string;
  argumentsText: string;
}

export interface ResponseAssembler {
  /**
   * Counts a chunk in. Answers with what it added to a call, or null for chunks of other types. Throws `protocol` at
   * the first call beyond {@link MAX_CALLS}.
   */
  add(chunk: AIStreamChunk): AssembledPart | null;
  /**
   * The whole; to be called once, after the last chunk. Throws `protocol` for a call that never got a name, and for
   * a response with neither text nor call. Reasoning alone is let through if the model ran into its length limit.
   */
  finish(): AssembledResponse;
}

/** Calls in one response. A person's wish may come to hundreds; what comes to more is an endpoint gone wrong. */
export const MAX_CALLS = 1_000;

type ToolCallPart = Extract<AIStreamChunk, { type: 'tool-call-part' }>;

interface OpenCall {
  index: number;
  id: string | null;
  name: string;
  argumentsText: string;
}

/**
 * Puts the pieces of a streamed response together.
 *
 * Which call a part belongs to: that of its `index`; without one that of its `id`; without both a part with a name
 * starts a new call and any other continues the last one. One exception, because some servers number all parallel
 * calls 0: a part with a name and another id than that of its index starts a new call once the old one has arguments.
 * A call keeps the index of the wire if that is free, or else takes the next one.
 *
 * A name may come in pieces, which are joined, or whole in each part: a piece equal to the whole name so far is a
 * repetition. Empty ids and names count as missing.
 */
export function createResponseAssembler(deps: { newId(): string }): ResponseAssembler {
  const calls: OpenCall[] = [];
  const callOfIndex = new Map<number, OpenCall>();
  const texts = { content: '', reasoning: '' };
  let finishReason: FinishReason = 'unknown';
  let usage: AssembledResponse['usage'] = null;

  function open(part: ToolCallPart): OpenCall {
    if (calls.length === MAX_CALLS) throw tooManyCalls();
    const isTaken = part.index === null || calls.some((call) => call.index === part.index);
    const next = Math.max(-1, ...calls.map((call) => call.index)) + 1;
    const call: OpenCall = {
      index: part.index === null || isTaken ? next : part.index,
      id: part.id,
      name: '',
      argumentsText: '',
    };
    calls.push(call);
    if (part.index !== null) callOfIndex.set(part.index, call);
    return call;
  }

  function addPart(raw: ToolCallPart): AssembledPart {
    const part = { ...raw, id: raw.id || null, name: raw.name || null };
    const call = knownCall(part, calls, callOfIndex) ?? open(part);
    call.id ??= part.id;
    const name = part.name === null || part.name === call.name ? '' : part.name;
    call.name += name;
    call.argumentsText += part.argumentsText;
    return { index: call.index, name, argumentsText: part.argumentsText };
  }

  return {
    add(chunk) {
      switch (chunk.type) {
        case 'content':
        case 'reasoning':
          texts[chunk.type] += chunk.text;
          return null;
        case 'tool-call-part':
          return addPart(chunk);
        case 'usage':
          usage = { counts: chunk.counts, raw: chunk.raw };
          return null;
        case 'finish':
          finishReason = chunk.reason;
          return null;
        default:
          return assertNever(chunk);
      }
    },
    finish() {
      const isCutInThought = texts.reasoning !== '' && finishReason === 'length';
      if (texts.content === '' && calls.length === 0 && !isCutInThought) throw emptyResponse(finishReason);
      const toolCalls = calls
        .toSorted((a, b) => a.index - b.index)
        .map((call) => {
          if (call.name === '') throw namelessCall(call);
          return { modelCallId: call.id ?? deps.newId(), name: call.name, argumentsText: call.argumentsText };
        });
      return { ...texts, toolCalls, finishReason, usage };
    },
  };
}

function knownCall(
  part: ToolCallPart,
  calls: readonly OpenCall[],
  callOfIndex: ReadonlyMap<number, OpenCall>,
): OpenCall | undefined {
  if (part.index !== null) {
    const call = callOfIndex.get(part.index);
    return call !== undefined && startsAnew(part, call) ? undefined : call;
  }
  if (part.id !== null) return calls.findLast((call) => call.id === part.id);
  return part.name === null ? calls.at(-1) : undefined;
}

function startsAnew(part: ToolCallPart, call: OpenCall): boolean {
  return (
    part.name !== null &&
    part.id !== null &&
    call.id !== null &&
    part.id !== call.id &&
    call.argumentsText !== ''
  );
}

function emptyResponse(finishReason: FinishReason): StewardError {
  return finishReason === 'content_filter'
    ? new StewardError('protocol', "The endpoint's content filter held the model's answer back.", {
        remedy: 'Put the request in other words, or choose another model.',
        details: 'finish reason: content_filter',
      })
    : new StewardError('protocol', 'The model answered with neither text nor a tool call.', {
        remedy: 'Try again; if it happens often, choose another model.',
        details: `finish reason: ${finishReason}`,
      });
}

/** What the arguments say is left out: it may be the page's, or anybody's. */
function namelessCall(call: OpenCall): StewardError {
  return new StewardError('protocol', 'The model called a tool without saying which one.', {
    remedy: 'Try again; if it happens often, choose another model.',
    details: `call ${call.index}, with arguments of ${call.argumentsText.length} characters`,
  });
}

function tooManyCalls(): StewardError {
  return new StewardError('protocol', `The model made more than ${MAX_CALLS} tool calls at once.`, {
    remedy: 'Ask for less at a time, or choose another model.',
  });
}
