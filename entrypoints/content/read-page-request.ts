import { MAX_SHOWN_NAME_LENGTH } from '@/src/core/adapter/shown-name';
import type { ExpectedPage } from '@/src/core/records/write-token';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageRequest } from '@/src/messages/page';
import type { Json, JsonObject } from '@/src/schema/values/json';

/** Longest state or arguments of a request, in UTF-16 units of its JSON; the limit of the page protocol. */
const MAX_PAYLOAD_LENGTH = 8_388_608;
const MAX_TEXT_LENGTH = 200;
const MAX_TIMEOUT_MS = 600_000;

/** Longest lease without a renewal. */
const MAX_LEASE_MS = 60_000;

type Fields = Readonly<Record<string, unknown>>;

/** True for messages addressed to the content script. */
export function isPageMessage(message: unknown): message is { request: unknown } {
  return isObject(message) && message.channel === PAGE_CHANNEL && 'request' in message;
}

/** A validated copy of a request with only its known fields; null if it is invalid. */
export function readPageRequest(request: unknown): PageRequest | null {
  if (!isObject(request)) return null;
  const { adapterId, executionId, leaseId } = request;
  switch (request.type) {
    case 'identify':
    case 'get-selection':
      return { type: request.type };
    case 'show':
      return isText(adapterId) && isTextWithin(request.text, MAX_SHOWN_NAME_LENGTH)
        ? { type: 'show', adapterId, text: request.text }
        : null;
    case 'get-context':
      return isText(adapterId) ? { type: 'get-context', adapterId } : null;
    case 'query':
      return isText(adapterId) && isText(executionId) ? readCall(request, adapterId, executionId) : null;
    case 'execute':
      return isText(adapterId) && isText(executionId) ? readExecute(request, adapterId, executionId) : null;
    case 'apply-state':
      return isText(adapterId) && isText(executionId)
        ? readApplyState(request, adapterId, executionId)
        : null;
    case 'withdraw':
    case 'recall':
      return isText(executionId) ? { type: request.type, executionId } : null;
    case 'lock':
      return isText(leaseId) ? readLock(request, leaseId) : null;
    case 'unlock':
      return isText(leaseId) ? { type: 'unlock', leaseId } : null;
    case 'page-button':
      return typeof request.isShown === 'boolean' ? { type: 'page-button', isShown: request.isShown } : null;
    default:
      return null;
  }
}

function readCall(request: Fields, adapterId: string, executionId: string) {
  const { tool, args, timeoutMs } = request;
  if (!isText(tool) || !isTime(timeoutMs, MAX_TIMEOUT_MS) || !isObject(args) || !isPayload(args)) return null;
  return { type: 'query' as const, adapterId, executionId, tool, args: args as JsonObject, timeoutMs };
}

function readExecute(request: Fields, adapterId: string, executionId: string): PageRequest | null {
  const { sentAtMs } = request;
  const expected = readExpected(request.expected);
  const call = readCall(request, adapterId, executionId);
  if (call === null || expected === null || !isMoment(sentAtMs)) return null;
  return { ...call, type: 'execute', expected, sentAtMs };
}

function readApplyState(request: Fields, adapterId: string, executionId: string): PageRequest | null {
  const { state, timeoutMs, sentAtMs } = request;
  const expected = readExpected(request.expected);
  if (!isTime(timeoutMs, MAX_TIMEOUT_MS) || !isMoment(sentAtMs)) return null;
  if (expected === null || !isPayload(state)) return null;
  return { type: 'apply-state', adapterId, executionId, state, timeoutMs, expected, sentAtMs };
}

function readExpected(value: unknown): ExpectedPage | null {
  if (!isObject(value)) return null;
  const { document: name, stateHash } = value;
  return isText(name) && isHash(stateHash) ? { document: name, stateHash } : null;
}

function readLock(request: Fields, leaseId: string): PageRequest | null {
  const { leaseMs, text, canStop } = request;
  if (!isTime(leaseMs, MAX_LEASE_MS) || !isText(text) || typeof canStop !== 'boolean') return null;
  return { type: 'lock', leaseId, leaseMs, text, canStop };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return isTextWithin(value, MAX_TEXT_LENGTH);
}

function isTextWithin(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}

function isTime(value: unknown, maxMs: number): value is number {
  return typeof value === 'number' && value > 0 && value <= maxMs;
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

/** The browser serializes messages, so only the length of the JSON needs a check. */
function isPayload(value: unknown): value is Json {
  return value !== undefined && JSON.stringify(value).length <= MAX_PAYLOAD_LENGTH;
}
