import type { ApiTool } from '@/src/schema/api-message';
import type { FinishReason, ToolCall } from '@/src/schema/message';
import type { TokenCounts } from '@/src/schema/usage';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { assertNever } from '../assert-never';
import { type StewardError, textError } from '../errors';
import type { AIStreamChunk } from './ai-service';
import { answerTooLargeError, MAX_CALLS_LENGTH, MAX_MEMBERS_LENGTH, MAX_TEXT_LENGTH } from './answer-limits';
import { type AssembledPart, createCallAssembler } from './call-assembler';
import { joinedMembers } from './members';
import { hasWrittenCall, hasWrittenResult } from './written-call';

/** A complete response, assembled after its stream ended. */
export interface AssembledResponse {
  content: string;
  reasoning: string;
  /**
   * In the order of their indices. `modelCallId` is empty if the endpoint sent none. `argumentsText` is the text as
   * received, not parsed.
   */
  toolCalls: Omit<ToolCall, 'executionId'>[];
  /**
   * The unknown members of the message. If these and the unknown members of the calls together exceed {@link
   * MAX_MEMBERS_LENGTH}, all of them are dropped.
   */
  members: JsonObject;
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
   * Adds a chunk. Returns what it added to a call, or null for other chunks. The chunk `restart` discards everything
   * before it except the usage. Throws `protocol` at the first call beyond {@link MAX_CALLS}, and beyond
   * {@link MAX_TEXT_LENGTH} or {@link MAX_CALLS_LENGTH}.
   */
  add(chunk: AIStreamChunk): AssembledPart | null;
  /**
   * Returns the complete response. Call it once, after the last chunk. Throws `answer-unusable` for a response with
   * neither visible text nor a call, or `protocol` if a content filter withheld it; reasoning alone is accepted if the
   * model reached its length limit. Throws `answer-unusable` for a call without a name, and `call-as-text` for a text
   * that is little more than a written call, or that has an invented result.
   */
  finish(): AssembledResponse;
  /** Text and reasoning received so far. */
  texts(): Pick<AssembledResponse, 'content' | 'reasoning'>;
  /** The last usage that the endpoint reported; null if there is none. */
  usage(): AssembledUsage | null;
}

/** The finish chunk of a stream that has none, as some servers end their streams. */
const NOT_ENDED: Extract<AIStreamChunk, { type: 'finish' }> = { type: 'finish', reason: 'unknown' };

/**
 * @param tools the tools of the request; their names and parameters identify a call that the model wrote as text
 * @param hasCalled true if the run has called tools
 */
export function createResponseAssembler(tools: readonly ApiTool[], hasCalled: boolean): ResponseAssembler {
  let callAssembler = createCallAssembler();
  let texts = { content: '', reasoning: '' };
  let callsLength = 0;
  let memberPieces: JsonObject[] = [];
  let membersLength = 0;
  let ending = NOT_ENDED;
  let usage: AssembledUsage | null = null;

  /** Adds the size of these members to the total. False once the total exceeds the bound. */
  function countWithinBound(members: JsonObject): boolean {
    membersLength += JSON.stringify(members).length;
    return membersLength <= MAX_MEMBERS_LENGTH;
  }

  return {
    add(chunk) {
      switch (chunk.type) {
        case 'restart':
          callAssembler = createCallAssembler();
          texts = { content: '', reasoning: '' };
          callsLength = 0;
          memberPieces = [];
          membersLength = 0;
          ending = NOT_ENDED;
          return null;
        case 'content':
        case 'reasoning':
          // Check before adding the piece, so that the text so far is kept.
          if (texts.content.length + texts.reasoning.length + chunk.text.length > MAX_TEXT_LENGTH)
            throw answerTooLargeError('text');
          texts[chunk.type] += chunk.text;
          return null;
        case 'tool-call-part': {
          callsLength += lengthOf(chunk);
          if (callsLength > MAX_CALLS_LENGTH) throw answerTooLargeError('calls');
          if (chunk.members === undefined || countWithinBound(chunk.members)) return callAssembler.add(chunk);
          const { members: _, ...part } = chunk;
          return callAssembler.add(part);
        }
        case 'members':
          if (countWithinBound(chunk.members)) memberPieces.push(chunk.members);
          return null;
        case 'usage':
          usage = { counts: chunk.counts, raw: chunk.raw };
          return null;
        case 'cache-marks-refused':
        case 'queued':
        case 'sent':
          return null;
        case 'finish':
          ending = chunk;
          return null;
        default:
          return assertNever(chunk);
      }
    },
    finish() {
      const finishReason = ending.reason;
      const keepsMembers = membersLength <= MAX_MEMBERS_LENGTH;
      const toolCalls = callAssembler.calls().map(({ id, members, ...call }) => ({
        modelCallId: id ?? '',
        ...call,
        ...(members === undefined || !keepsMembers ? {} : { members }),
      }));
      if (toolCalls.length === 0 && tools.length > 0) assertNotWritten(texts.content, tools, hasCalled);
      const isCutInThought = texts.reasoning !== '' && finishReason === 'length';
      if (isBlank(texts.content) && toolCalls.length === 0 && !isCutInThought) throw emptyResponse(ending);
      return {
        ...texts,
        toolCalls,
        members: keepsMembers ? joinedMembers(memberPieces) : {},
        finishReason,
        usage,
      };
    },
    texts: () => texts,
    usage: () => usage,
  };
}

/** The id counts too: it is stored with the call and sent with each later request. */
function lengthOf(part: Extract<AIStreamChunk, { type: 'tool-call-part' }>): number {
  return (part.id ?? '').length + (part.name ?? '').length + part.argumentsText.length;
}

/** Throws `call-as-text` for a text that is little more than a written call, or that has a result which no tool gave. */
function assertNotWritten(text: string, tools: readonly ApiTool[], hasCalled: boolean): void {
  if (hasWrittenCall(text, tools, hasCalled)) {
    throw hasCalled
      ? textError('call-as-text', 'error.llm.nextCallAsText', { remedy: 'error.llm.callAsTextRemedy' })
      : textError('call-as-text', 'error.llm.callAsText');
  }
  if (hasWrittenResult(text, hasCalled))
    throw textError('call-as-text', 'error.llm.inventedResult', { remedy: 'error.llm.callAsTextRemedy' });
}

/** True if a text has no visible characters. */
function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** Maximum length of an endpoint's finish reason in an error, in UTF-16 units. */
const MAX_WORD_LENGTH = 100;

function emptyResponse({ reason, word }: typeof NOT_ENDED): StewardError {
  const details = `finish reason: ${word?.slice(0, MAX_WORD_LENGTH) || reason}`;
  return reason === 'content_filter'
    ? textError('protocol', 'error.llm.answerFiltered', { remedy: 'remedy.otherWords', details })
    : textError('answer-unusable', 'error.llm.empty', { remedy: 'remedy.tryAgainOrModel', details });
}
