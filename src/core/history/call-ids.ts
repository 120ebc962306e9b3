import type { ToolCall } from '@/src/schema/message';
import { hashTexts } from '../hash';

/**
 * Returns the id that a call and its result have in one request.
 *
 * @param isOwn true if the request's server sent the call. Only read at the first use of a call, which is for the call
 * itself; the later use for its result gets the same id
 */
export type CallIds = (call: Pick<ToolCall, 'executionId' | 'modelCallId'>, isOwn: boolean) => string;

/** Length of a generated id, in characters. Mistral requires exactly this length; other servers accept it. */
const LENGTH = 9;

/**
 * Creates ids for the calls of one request. Call the returned function in the order of the calls. A call keeps the
 * model's id if the request goes to the server that sent the id, and no earlier call of the request has the same id:
 * some servers check the form of ids, and some proxies store data in them. Any other call gets nine letters and digits,
 * which are the same in each request.
 */
export function createCallIds(): CallIds {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  return ({ executionId, modelCallId }, isOwn) => {
    const existing = ids.get(executionId);
    if (existing !== undefined) return existing;
    let id = isOwn ? modelCallId : '';
    for (let seed = executionId; id === '' || taken.has(id); seed = id)
      id = hashTexts([seed]).slice(0, LENGTH);
    ids.set(executionId, id);
    taken.add(id);
    return id;
  };
}
