import type { JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { textError } from '../errors';
import { readArguments } from '../tools/read-arguments';
import type { AIStreamChunk } from './ai-service';
import { beginsObject, createJsonScan, type JsonScan } from './json-scan';
import { joinedMembers } from './members';

type ToolCallPart = Extract<AIStreamChunk, { type: 'tool-call-part' }>;

/** Texts that one part adds to the call at `index`. The name is empty if it was a repetition. */
export interface AssembledPart {
  index: number;
  name: string;
  argumentsText: string;
}

interface AssembledCall {
  /** Null if no part had one. */
  id: string | null;
  name: string;
  /** As received, not parsed. {@link argumentsOf} removes an empty object at its start. */
  argumentsText: string;
  /** Missing if there are none. */
  members?: JsonObject;
}

export interface CallAssembler {
  /** Throws `protocol` at the first call beyond {@link MAX_CALLS}. */
  add(part: ToolCallPart): AssembledPart;
  /**
   * True if the parts may belong to the calls of two answers: arguments began again, within a call or at the index of an
   * incomplete call, or one id came at two indices with equal or incomplete arguments.
   */
  areUnclear(): boolean;
  /**
   * All calls in the order of their indices. A call without name, id and arguments is left out, because some servers
   * send an empty call with each answer. Throws `answer-unusable` for any other call without a name.
   */
  calls(): AssembledCall[];
}

/** Maximum number of calls in one response. Real responses may have hundreds; an endpoint that sends more is faulty. */
export const MAX_CALLS = 1_000;

interface GrowingCall extends AssembledCall {
  index: number;
  /** Its index in the stream. */
  at: number | null;
  /** True if its arguments began a second time. */
  hasBegunAgain: boolean;
  /** Parses the arguments incrementally. */
  scan: JsonScan;
  /**
   * True if a part repeated the name after complete arguments. The next object then belongs to another call
   * of the same tool.
   */
  isNamedAgain: boolean;
  memberPieces: JsonObject[];
}

/**
 * Assigns the parts of a stream to calls, and joins the parts of each call.
 *
 * A part is compared with one call: the newest with the part's `id`, else the newest; only calls at the
 * part's `index` are considered if it has one. (Without an index, a name with no id or an unknown one
 * starts a call.) Some servers number the parts of a call, or repeat its name with each part: arguments that continue
 * an incomplete call belong to it then. The part starts another call if it can't belong to that one:
 *
 * - It has a name and another id. Some servers number all parallel calls 0.
 * - It has another name, and either no index, or the call already has arguments. Some servers give all calls
 *   one id, and some send neither index nor id. At an index, before any arguments, another name is a piece of
 *   the name.
 * - It has the same name and starts a JSON object, and the call's arguments are complete. If it has only the
 *   name, the next object without a name starts the other call.
 *
 * A name equal to the call's name so far is a repetition if it comes with an id or with arguments, or after
 * arguments: servers that repeat names send complete parts. Otherwise it is the second of two equal pieces,
 * such as "go" and "go" of "gogo".
 *
 * A part with the id and index of a complete call and the same arguments, which may be encoded twice, is a
 * repetition, such as the last one of some proxies, and adds nothing.
 *
 * A call keeps its index from the stream if that is free, or else gets the next one. Empty ids and names
 * count as missing.
 */
export function createCallAssembler(): CallAssembler {
  const calls: GrowingCall[] = [];
  const callsAt = new Map<number, GrowingCall[]>();

  function open({ index, id }: ToolCallPart): GrowingCall {
    if (calls.length === MAX_CALLS) {
      throw textError('protocol', say('error.llm.tooManyCalls', { count: MAX_CALLS }), {
        remedy: 'remedy.askForLess',
      });
    }
    const isTaken = index === null || calls.some((call) => call.index === index);
    const next = Math.max(-1, ...calls.map((call) => call.index)) + 1;
    const call: GrowingCall = {
      index: index === null || isTaken ? next : index,
      at: index,
      id,
      name: '',
      argumentsText: '',
      hasBegunAgain: false,
      scan: createJsonScan(),
      isNamedAgain: false,
      memberPieces: [],
    };
    calls.push(call);
    // No other call has begun at this index.
    if (index !== null) callsAt.set(index, [...(callsAt.get(index) ?? []), call]);
    return call;
  }

  /** The call that a part is compared with. */
  function candidateFor(part: ToolCallPart): GrowingCall | undefined {
    const { index, id, name } = part;
    // No call has begun at this index, so there is no candidate.
    const candidates = index === null ? calls : (callsAt.get(index) ?? []);
    const withId = id === null ? undefined : candidates.findLast((call) => call.id === id);
    if (withId !== undefined) return withId;
    const last = candidates.at(-1);
    const newest = calls.at(-1);
    // Some servers number the parts rather than the calls: arguments at a new index, without name and id, continue a
    // call whose arguments are incomplete.
    const isNameless = id === null && name === null && hasArguments(part);
    if (last === undefined && isNameless && newest?.scan.isComplete() === false && newest.name !== '')
      return newest;
    if (index !== null) return last;
    if (name !== null) return last !== undefined && goesOn(part, last) ? last : undefined;
    // Some servers give each part its own id; such a part has arguments. An id alone starts a call.
    return id === null || (hasArguments(part) && last?.scan.isComplete() === false) ? last : undefined;
  }

  return {
    add(raw) {
      const part = { ...raw, id: raw.id || null, name: raw.name || null };
      const call = candidateFor(part);
      if (call !== undefined && isWholeAgain(part, call)) {
        return { index: call.index, name: '', argumentsText: '' };
      }
      if (call !== undefined && !beginsAnother(part, call)) return extend(call, part);
      // Arguments without a name start another call of the tool whose name was repeated.
      return extend(open(part), { ...part, name: part.name ?? call?.name ?? null });
    },
    areUnclear() {
      if (calls.some((call) => call.hasBegunAgain && readArguments(argumentsOf(call)) === null)) return true;
      return calls.some((call, position) =>
        calls
          .slice(position + 1)
          .filter(({ at }) => at !== null && call.at !== null)
          .some((other) => (call.at === other.at ? isIncomplete(call) : areOneCall(call, other))),
      );
    },
    calls() {
      return calls
        .filter((call) => call.name !== '' || call.id !== null || hasArguments(call))
        .toSorted((a, b) => a.index - b.index)
        .map((call) => {
          const { id, name, memberPieces } = call;
          if (name === '') {
            throw textError('answer-unusable', 'error.llm.namelessCall', {
              remedy: 'remedy.tryAgainOrModel',
              // Without the arguments, because they may contain anything from the page.
              details: `call ${call.index}, with arguments of ${call.argumentsText.length} characters`,
            });
          }
          const members = memberPieces.length === 0 ? {} : { members: joinedMembers(memberPieces) };
          return { id, name, argumentsText: argumentsOf(call), ...members };
        });
    },
  };
}

function isWholeAgain(part: ToolCallPart, call: GrowingCall): boolean {
  if (part.index === null || part.id === null || part.id !== call.id || !call.scan.isComplete()) return false;
  if (part.name !== null && part.name !== call.name) return false;
  // A short part can't be the whole call, and decoding a long call for each one would take minutes.
  if (!hasArguments(part) || 2 * part.argumentsText.length < call.argumentsText.length) return false;
  const [again, before] = [part.argumentsText, argumentsOf(call)].map(readArguments);
  return again != null && JSON.stringify(again.value) === JSON.stringify(before?.value);
}

function beginsAnother(part: ToolCallPart, call: GrowingCall): boolean {
  if (part.name === null) return call.isNamedAgain && beginsObject(part.argumentsText);
  if (call.name === '' || goesOn(part, call)) return false;
  if (part.id !== null && call.id !== null && part.id !== call.id) return true;
  if (part.name === call.name) return call.scan.isComplete() && beginsObject(part.argumentsText);
  return part.index === null || call.scan.hasBegun();
}

/**
 * True if the part continues this call although the part has an id: it repeats the name of a call whose arguments are
 * incomplete, and its own arguments can't begin a JSON object. Some servers send the name and an id with each part of a
 * call.
 */
function goesOn({ name, id, argumentsText }: ToolCallPart, call: GrowingCall): boolean {
  return isIncomplete(call) && id !== null && name === call.name && /^\s*[^\s{]/.test(argumentsText);
}

function isIncomplete({ scan }: GrowingCall): boolean {
  return scan.hasBegun() && !scan.isComplete();
}

/** True if two calls with one id, at different indices, can't be two calls of one answer. Some servers give all calls one id. */
function areOneCall(call: GrowingCall, other: GrowingCall): boolean {
  if (call.id === null || call.id !== other.id) return false;
  const areEqual = call.name === other.name && call.argumentsText === other.argumentsText;
  return other.name === '' || isIncomplete(call) || isIncomplete(other) || (areEqual && hasArguments(call));
}

function extend(call: GrowingCall, part: ToolCallPart): AssembledPart {
  const { argumentsText } = part;
  const isRepetition = part.name === call.name && !isPiece(part, call);
  const name = isRepetition || part.name === null ? '' : part.name;
  // Some proxies send an empty object first.
  const isWhole = call.scan.isComplete() && !/^\s*\{\s*\}\s*$/.test(call.argumentsText);
  call.hasBegunAgain ||=
    beginsObject(argumentsText) && call.scan.hasBegun() && (part.name !== null || isWhole);
  call.isNamedAgain ||= isRepetition && call.scan.isComplete();
  call.id ??= part.id;
  call.name += name;
  call.argumentsText += argumentsText;
  call.scan.add(argumentsText);
  if (part.members !== undefined) call.memberPieces.push(part.members);
  return { index: call.index, name, argumentsText };
}

/**
 * Removes an empty object before the arguments: some proxies start a call with `{}` and then send the
 * arguments.
 */
function argumentsOf({ argumentsText, scan }: GrowingCall): string {
  return scan.isComplete() ? argumentsText.replace(/^\s*\{\s*\}\s*(?=\{)/, '') : argumentsText;
}

/** True if a name that equals the call's name is the second of two equal pieces, not a repetition. */
function isPiece(part: ToolCallPart, call: GrowingCall): boolean {
  return part.id === null && !hasArguments(part) && !call.scan.hasBegun();
}

function hasArguments({ argumentsText }: Pick<ToolCallPart, 'argumentsText'>): boolean {
  return /\S/.test(argumentsText);
}
