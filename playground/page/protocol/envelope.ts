import { z } from 'zod';
import { parseJson } from '../../parse-json';

/** Name of the protocol in every message. */
const PROTOCOL = 'steward-page';
/** Protocol version that this page implements. */
export const PROTOCOL_VERSION = 1;
/** Longest `detail`, in UTF-16 units. */
export const MAX_DETAIL_LENGTH = 8_388_608;

/** Names of the events on `document`. */
export const REQUEST_EVENT = 'steward:request';
export const RESPONSE_EVENT = 'steward:response';
export const NOTICE_EVENT = 'steward:notice';

/** The reason why a request failed. */
export type ProtocolErrorCode =
  | 'unsupported-version'
  | 'unknown-type'
  | 'unknown-action'
  | 'bad-request'
  | 'state-refused'
  | 'revision-mismatch'
  | 'action-failed'
  | 'saved-changed'
  | 'not-in-view'
  | 'not-ready';

/** The body of a response. */
export type ResponseBody =
  | { ok: true; result: object }
  | { ok: false; error: { code: ProtocolErrorCode; message: string } };

const requestEnvelope = z.object({
  protocol: z.literal(PROTOCOL),
  version: z.number(),
  requestId: z.string().min(1),
  type: z.string(),
  body: z.unknown(),
});

/** A well-formed request. Its body is validated according to its type. */
export type RequestEnvelope = z.infer<typeof requestEnvelope>;

/** Parses the detail of a request event; null if it is not a well-formed request. */
export function parseRequest(detail: unknown): RequestEnvelope | null {
  if (typeof detail !== 'string' || detail.length > MAX_DETAIL_LENGTH) return null;
  // The protocol requires that malformed requests are ignored.
  const parsed = requestEnvelope.safeParse(parseJson(detail));
  return parsed.success ? parsed.data : null;
}

/** The detail of a response. A response that exceeds the size limit is replaced by an error. */
export function responseDetail(request: RequestEnvelope, body: ResponseBody): string {
  const { protocol, version, requestId, type } = request;
  const detail = JSON.stringify({ protocol, version, requestId, type, body });
  if (detail.length <= MAX_DETAIL_LENGTH) return detail;
  const message = `The answer has ${detail.length} characters; at most ${MAX_DETAIL_LENGTH} can be sent.`;
  const tooLong = { ok: false, error: { code: 'action-failed', message } } satisfies ResponseBody;
  return JSON.stringify({ protocol, version, requestId, type, body: tooLong });
}

/** The detail of a change notice. */
export function noticeDetail(revision: number): string {
  return JSON.stringify({
    protocol: PROTOCOL,
    version: PROTOCOL_VERSION,
    type: 'state-changed',
    body: { revision },
  });
}
