import { MAX_SHOWN_NAME_LENGTH } from '@/src/core/adapter/shown-name';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageRequest } from '@/src/messages/page';
import { isJsonObject } from '@/src/schema/values/json';

/** Longest state or arguments of a request, in UTF-16 units of its JSON; the limit of the page protocol. */
const MAX_PAYLOAD_LENGTH = 8_388_608;
const MAX_TEXT_LENGTH = 200;
const MAX_TIMEOUT_MS = 600_000;

/** Longest lease without a renewal, in milliseconds. */
const MAX_LEASE_MS = 60_000;

type Fits = (value: unknown) => boolean;

/** The check of each field of a request. */
type Shape<Request> = Request extends PageRequest
  ? { readonly [Field in Exclude<keyof Request, 'type'>]: Fits }
  : never;

const isText = textWithin(MAX_TEXT_LENGTH);
const isTimeout = timeWithin(MAX_TIMEOUT_MS);
const isFlag: Fits = (value) => typeof value === 'boolean';
const isMoment = timeWithin(Number.MAX_VALUE);
const isHash: Fits = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
/** The browser serializes messages, so only the length of the JSON needs a check. */
const isPayload: Fits = (value) => value !== undefined && JSON.stringify(value).length <= MAX_PAYLOAD_LENGTH;
const isExpected: Fits = (value) => isJsonObject(value) && isText(value.document) && isHash(value.stateHash);
const isMark: Fits = (value) =>
  value === null || (isJsonObject(value) && isText(value.name) && isText(value.color));
const call = {
  adapterId: isText,
  executionId: isText,
  tool: isText,
  args: (value: unknown) => isJsonObject(value) && isPayload(value),
  timeoutMs: isTimeout,
};

const SHAPES: { readonly [Type in PageRequest['type']]: Shape<Extract<PageRequest, { type: Type }>> } = {
  identify: {},
  'get-selection': {},
  show: { adapterId: isText, text: textWithin(MAX_SHOWN_NAME_LENGTH) },
  'get-context': { adapterId: isText },
  query: call,
  execute: { ...call, expected: isExpected, sentAtMs: isMoment },
  'apply-state': {
    adapterId: isText,
    executionId: isText,
    state: isPayload,
    timeoutMs: isTimeout,
    expected: isExpected,
    sentAtMs: isMoment,
  },
  withdraw: { executionId: isText },
  recall: { executionId: isText },
  lock: {
    leaseId: isText,
    leaseMs: timeWithin(MAX_LEASE_MS),
    lang: isText,
    dir: isText,
    text: isText,
    stopping: isText,
    reason: isText,
    stop: isText,
    canStop: isFlag,
    siteMark: isMark,
  },
  unlock: { leaseId: isText },
  'page-button': { isShown: isFlag },
};

/** True for messages addressed to the content script. */
export function isPageMessage(message: unknown): message is { request: unknown } {
  return isJsonObject(message) && message.channel === PAGE_CHANNEL && 'request' in message;
}

/** A validated copy of a request with only its known fields; null if it is invalid. */
export function readPageRequest(request: unknown): PageRequest | null {
  if (!isJsonObject(request) || typeof request.type !== 'string' || !Object.hasOwn(SHAPES, request.type))
    return null;
  const shape: Readonly<Record<string, Fits>> = SHAPES[request.type as PageRequest['type']];
  const fields = Object.entries(shape);
  if (!fields.every(([name, fits]) => fits(request[name]))) return null;
  // Each field has been checked.
  return Object.fromEntries(
    ['type', ...Object.keys(shape)].map((name) => [name, request[name]]),
  ) as unknown as PageRequest;
}

function textWithin(maxLength: number): Fits {
  return (value) => typeof value === 'string' && value !== '' && value.length <= maxLength;
}

function timeWithin(maxMs: number): Fits {
  return (value) => typeof value === 'number' && value > 0 && value <= maxMs;
}
