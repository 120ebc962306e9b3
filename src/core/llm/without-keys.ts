import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { isStewardError, StewardError } from '../errors';
import type { Endpoint } from '../records/endpoint';
import { endpointSecrets, isRemovable, KEY_REMOVED } from '../secrets/known-secrets';
import { createSecretRemover, type SecretFilter, type SecretRemover } from '../secrets/secret-filter';
import type { AIService, AIStreamChunk } from './ai-service';
import { createCallAssembler } from './call-assembler';
import { joinedMembers } from './members';

/**
 * Decorates a service so that its answers never contain a secret of the connection: not in texts, calls,
 * usage, lists of models or errors. Everything that an endpoint echoes passes through here before it is
 * stored, shown, exported or written to a page.
 */
export function withoutKeys(ai: AIService): AIService {
  return {
    async *stream(endpoint, request, signal) {
      const secrets = removableSecrets(endpoint);
      if (secrets.length === 0) {
        yield* ai.stream(endpoint, request, signal);
        return;
      }
      const remover = createSecretRemover(secrets);
      const filter = createAnswerFilter(remover);
      try {
        for await (const chunk of ai.stream(endpoint, request, signal)) yield* filter.add(chunk);
      } catch (error) {
        throw withoutKeysInError(error, remover);
      }
      yield* filter.end();
    },
    async listModels(endpoint, signal) {
      const remover = createSecretRemover(removableSecrets(endpoint));
      try {
        const models = await ai.listModels(endpoint, signal);
        return models.map(({ id, ownedBy, ...figures }) => ({
          ...figures,
          id: remover.remove(id),
          ownedBy: ownedBy === null ? null : remover.remove(ownedBy),
        }));
      } catch (error) {
        throw withoutKeysInError(error, remover);
      }
    },
  };
}

function removableSecrets(endpoint: Endpoint): string[] {
  return endpointSecrets(endpoint).filter(isRemovable);
}

/** A call whose name and arguments are filtered separately: a secret may be split over parts of a stream. */
interface FilteredCall {
  name: SecretFilter;
  argumentsText: SecretFilter;
  hasArguments: boolean;
  /** Held back, then joined and passed on at the end, because a secret may be split over several pieces. */
  members: JsonObject[];
}

type ToolCallPart = Extract<AIStreamChunk, { type: 'tool-call-part' }>;

/** Each chunk yields at least one, possibly empty, so that the caller learns that the answer has started. */
function createAnswerFilter(remover: SecretRemover) {
  let texts = { reasoning: remover.filter(), content: remover.filter() };
  // Parts are assigned to calls here and passed on with a unique index per call, so that a later assembler
  // finds the same calls, whatever is held back.
  let assembler = createCallAssembler();
  let calls = new Map<number, FilteredCall>();
  let members: JsonObject[] = [];

  function* addPart(part: ToolCallPart): Generator<AIStreamChunk> {
    const { index, name, argumentsText } = assembler.add(part);
    const id = part.id === null ? null : remover.remove(part.id);
    // This is the first part of its call.
    const call = calls.get(index) ?? {
      name: remover.filter(),
      argumentsText: remover.filter(),
      hasArguments: false,
      members: [],
    };
    calls.set(index, call);
    call.hasArguments ||= /\S/.test(argumentsText);
    if (part.members !== undefined) call.members.push(part.members);
    // Once the arguments have started, the name is complete: another piece would belong to another call.
    const namePiece = call.name.add(name) + (call.hasArguments ? call.name.end() : '');
    // Without an id, so that it counts as a piece of the name and not as a repetition.
    if (namePiece !== '') yield partOf(index, { name: namePiece });
    yield partOf(index, { id, argumentsText: call.argumentsText.add(argumentsText) });
  }

  return {
    *add(chunk: AIStreamChunk): Generator<AIStreamChunk> {
      switch (chunk.type) {
        case 'restart':
          texts = { reasoning: remover.filter(), content: remover.filter() };
          assembler = createCallAssembler();
          calls = new Map();
          members = [];
          return yield chunk;
        case 'content':
        case 'reasoning':
          return yield { type: chunk.type, text: texts[chunk.type].add(chunk.text) };
        case 'tool-call-part':
          return yield* addPart(chunk);
        case 'members':
          members.push(chunk.members);
          return yield { type: 'members', members: {} };
        case 'cache-marks-refused':
          return yield { ...chunk, reason: remover.remove(chunk.reason) };
        case 'finish':
          return yield chunk.word === undefined ? chunk : { ...chunk, word: remover.remove(chunk.word) };
        case 'usage':
          return yield { ...chunk, raw: withoutKeysInJson(chunk.raw, remover) };
        default:
          return yield chunk;
      }
    },
    *end(): Generator<AIStreamChunk> {
      for (const type of ['reasoning', 'content'] as const) {
        const text = texts[type].end();
        if (text !== '') yield { type, text };
      }
      for (const [index, call] of calls) {
        const name = call.name.end();
        if (name !== '') yield partOf(index, { name });
        const argumentsText = call.argumentsText.end();
        if (argumentsText !== '') yield partOf(index, { argumentsText });
        if (call.members.length > 0)
          yield partOf(index, { members: withoutKeysInMembers(call.members, remover) });
      }
      if (members.length > 0) yield { type: 'members', members: withoutKeysInMembers(members, remover) };
    },
  };
}

function partOf(index: number, fields: Partial<ToolCallPart>): ToolCallPart {
  return { type: 'tool-call-part', index, id: null, name: null, argumentsText: '', ...fields };
}

/** The joined members without secrets; none if they can't be examined. */
function withoutKeysInMembers(pieces: readonly JsonObject[], remover: SecretRemover): JsonObject {
  const shown = withoutKeysInJson(joinedMembers(pieces), remover);
  return isJsonObject(shown) ? shown : {};
}

/** Removes secrets from raw JSON. If that breaks the JSON, only the placeholder is kept. */
function withoutKeysInJson(value: Json, remover: SecretRemover): Json {
  try {
    const text = JSON.stringify(value);
    const removed = remover.remove(text);
    return removed === text ? value : JSON.parse(removed);
  } catch {
    // A value that can't be examined may contain a key, so nothing of it remains.
    return KEY_REMOVED;
  }
}

function withoutKeysInError(error: unknown, { remove }: SecretRemover): unknown {
  if (!isStewardError(error)) return error;
  const { code, said, remedy, details, report, cause } = error;
  const facts = { said, remedy, details };
  const text = JSON.stringify(facts);
  const removed = remove(text);
  if (removed === text) return error;
  const { said: shown, ...rest }: typeof facts = JSON.parse(removed);
  return new StewardError(code, shown, { ...rest, report, cause });
}
