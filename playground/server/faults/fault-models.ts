import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { assertNever } from '../../assert-never';
import { openAiError } from '../api-errors';
import { askedFault } from './asked-fault';
import { breakResponse } from './break-response';
import type { FaultDeps } from './fault-deps';
import { refuse } from './refusal';
import { waitForAbort } from './wait-for-abort';

const LIST_PATH = '/v1/models';

const modelList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

/**
 * Injects faults that apply to model lists: the fault of the request's header, or that of the switch. A list
 * doesn't count as a use, so that it can't use up a fault meant for a chat.
 */
export function faultModels({ faults, redirectUrl, goneModel }: FaultDeps): MiddlewareHandler {
  return async (context, next) => {
    const asked = askedFault(context.req);
    if (!asked.ok) {
      const { problem: message } = asked;
      return openAiError(context, 400, { message, type: 'invalid_request_error', param: null, code: null });
    }
    const fault = asked.fault ?? faults.read().fault;
    switch (fault) {
      case null:
      case 'stall-mid-stream':
      case 'cut':
      case 'malformed-chunk':
      case 'strict-role-order':
      case 'tools-refused':
      // An event of a stream; a list is none.
      case 'error-event-200':
        return next();
      case 'slow':
        await next();
        return breakResponse(context, fault);
      case 'stall-before-first-byte':
        return waitForAbort(context.req.raw.signal);
      case 'model-gone':
        if (isPathOf(context.req.path, goneModel.id)) {
          return refuse(context, fault, goneModel.id, redirectUrl);
        }
        await next();
        return leaveOut(context, goneModel.id);
      case 'html-200':
      case 'json-error-200':
      case '401':
      case '403':
      case '404':
      case '429':
      case '500':
      case 'redirect':
        return refuse(context, fault, goneModel.id, redirectUrl);
      default:
        return assertNever(fault);
    }
  };
}

/** True if a path is that of the given model. Clients may or may not encode the slashes of its id. */
function isPathOf(path: string, id: string): boolean {
  return [id, encodeURIComponent(id)].some((written) => path === `${LIST_PATH}/${written}`);
}

/** Removes a model from the list in the response. */
async function leaveOut(context: Context, id: string): Promise<void> {
  if (context.req.path !== LIST_PATH || !context.res.ok) return;
  const list = modelList.parse(await context.res.json());
  const shown = { ...list, data: list.data.filter((model) => model.id !== id) };
  context.res = undefined;
  context.res = context.json(shown);
}
