import type { FinishReason } from '@/src/schema/message';
import type { TokenCounts } from '@/src/schema/usage';
import type { Json } from '@/src/schema/values/json';
import { assertNever } from '../assert-never';
import { StewardError } from '../errors';
import type { AIStreamChunk } from './ai-service';
import { answerTooLargeError, MAX_CALLS_LENGTH, MAX_TEXT_LENGTH } from './answer-limits';
import { type AssembledPart, createCallAssembler } from './call-assembler';

/** A complete response, assembled after its stream ended. */
export interface AssembledResponse {
  content: string;
  reasoning: string;
  /**
   * In the order of their indices. `modelCallId` is never empty; `argumentsText` is unparsed, as received.
   */
  toolCalls: { modelCallId: string; name: string; argumentsText: string }[];
  /** The last one received; `unknown` if there was none. */
  finishReason: FinishReason;
  usage: AssembledUsage | null;
}

export interface AssembledUsage {
  counts: TokenCounts;
  raw: Json;
}

export interface ResponseAssembler {
  /**
   * Adds a chunk. Returns what it added to a call, or null for other chunks. A restart discards everything
   * before it except the usage. Throws `protocol` at the first call beyond {@link MAX_CALLS}, and beyond
   * {@link MAX_TEXT_LENGTH} or {@link MAX_CALLS_LENGTH}.
   */
  add(chunk: AIStreamChunk): AssembledPart | null;
  /**
   * Returns the complete response. Call once, after the last chunk. Throws `protocol` for a call without a
   * name, for a call in the text, and for a response with neither visible text nor a call. Reasoning alone is accepted if the model
   * reached its length limit.
   */
  finish(): AssembledResponse;
  /** Text and reasoning received so far. */
  texts(): Pick<AssembledResponse, 'content' | 'reasoning'>;
  /**
   * The last usage that the endpoint reported; null if there is none.
   */
  usage(): AssembledUsage | null;
}

export function createResponseAssembler(deps: { newId(): string }): ResponseAssembler {
  let callAssembler = createCallAssembler();
  let texts = { content: '', reasoning: '' };
  let callsLength = 0;
  let finishReason: FinishReason = 'unknown';
  let reasonWord = '';
  let usage: AssembledUsage | null = null;

  return {
    add(chunk) {
      switch (chunk.type) {
        case 'restart':
          callAssembler = createCallAssembler();
          texts = { content: '', reasoning: '' };
          callsLength = 0;
          finishReason = 'unknown';
          return null;
        case 'content':
        case 'reasoning':
          texts[chunk.type] += chunk.text;
          if (texts.content.length + texts.reasoning.length > MAX_TEXT_LENGTH)
            throw answerTooLargeError('text');
          return null;
        case 'tool-call-part':
          callsLength += lengthOf(chunk);
          if (callsLength > MAX_CALLS_LENGTH) throw answerTooLargeError('calls');
          return callAssembler.add(chunk);
        case 'usage':
          usage = { counts: chunk.counts, raw: chunk.raw };
          return null;
        case 'cache-marks-refused':
        case 'queued':
        case 'sent':
          return null;
        case 'finish':
          finishReason = chunk.reason;
          reasonWord = chunk.word ?? chunk.reason;
          return null;
        default:
          return assertNever(chunk);
      }
    },
    finish() {
      const toolCalls = callAssembler
        .calls()
        .map(({ id, ...call }) => ({ modelCallId: id ?? deps.newId(), ...call }));
      if (toolCalls.length === 0 && hasWrittenCall(texts.content)) throw writtenCall();
      const isCutInThought = texts.reasoning !== '' && finishReason === 'length';
      if (isBlank(texts.content) && toolCalls.length === 0 && !isCutInThought)
        throw emptyResponse(finishReason, reasonWord);
      return { ...texts, toolCalls, finishReason, usage };
    },
    texts: () => texts,
    usage: () => usage,
  };
}

/** The id counts too: it is stored with the call and sent with each later request. */
function lengthOf(part: Extract<AIStreamChunk, { type: 'tool-call-part' }>): number {
  return (part.id ?? '').length + (part.name ?? '').length + part.argumentsText.length;
}

/** True if a text has no visible characters. */
function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** Forms in which models write calls as text. The first starts the text, the second a line; the others may follow text in their line. */
const WRITTEN_CALLS = [
  // Llama and others, as the whole answer; Phi.
  /^\s*(?:functools)?\[?\s*\{\s*(?:"type"\s*:\s*"function"\s*,\s*)?"name"\s*:\s*"[^"]+"\s*,\s*"(?:arguments|parameters)"\s*:\s*\{/,
  // Qwen, Mistral, gpt-oss, Claude.
  /^[ \t]*(?:<function=\w|<invoke name="|\[TOOL_CALLS\]|(?:<\|start\|>\w+)?<\|channel\|>\w+ to=)/m,
  // Hermes, MiniMax; GLM.
  /(?<!`)<(?:\w{1,20}:)?(?:tool_call|function_calls?)>\s*(?:[{<]|[\w.-]+(?:\s*<arg_key>|\n<\/tool_call>))/,
  // DeepSeek, Kimi.
  /(?<!`)<[|｜]tool[_▁]calls?[_▁](?:section_)?begin[|｜]>/,
  // Llama, Granite.
  /(?<!`)<\|(?:python_tag|tool_call)\|>\s*[[{\w]/,
];

/** True if a text has a call outside of its code blocks: a server without a parser for them leaves it there. */
function hasWrittenCall(text: string): boolean {
  const prose = text.replace(/^[ \t]*```.*?(?:^[ \t]*```|(?!.))/gms, '');
  return WRITTEN_CALLS.some((form) => form.test(prose));
}

function writtenCall(): StewardError {
  return new StewardError('protocol', 'The model wrote a tool call as text, so nothing was done.', {
    remedy:
      'Try again, or choose another model; a local server may need its parser for tool calls turned on.',
  });
}

function emptyResponse(finishReason: FinishReason, word: string): StewardError {
  const details = `finish reason: ${word || finishReason}`;
  return finishReason === 'content_filter'
    ? new StewardError('protocol', 'The endpoint’s content filter held the model’s answer back.', {
        remedy: 'Put the request in other words, or choose another model.',
        details,
      })
    : new StewardError(
        'answer-unusable',
        'The model sent an empty answer, with neither text nor a tool call.',
        {
          remedy: 'Try again; if it happens often, choose another model.',
          details,
        },
      );
}
