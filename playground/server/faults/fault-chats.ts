import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { assertNever } from '../../assert-never';
import { openAiError } from '../api-errors';
import { readBody } from '../read-body';
import { askedFault } from './asked-fault';
import { breakResponse } from './break-response';
import type { FaultDeps } from './fault-deps';
import { refuse } from './refusal';
import { orderedMessages, roleOrderProblem } from './role-order';
import { waitForAbort } from './wait-for-abort';

const namedModel = z.looseObject({ model: z.string() });
const someTools = z.looseObject({ tools: z.array(z.unknown()).min(1) });
const someMessages = z.looseObject({ messages: orderedMessages });

/**
 * Injects faults into chat completions: the fault of the request's header, or that of the switch, which
 * counts uses.
 */
export function faultChats({ faults, redirectUrl, goneModel }: FaultDeps): MiddlewareHandler {
  return async (context, next) => {
    const asked = askedFault(context.req);
    if (!asked.ok) return badRequest(context, asked.problem, null);
    const fault = asked.fault ?? faults.takeForChat();
    switch (fault) {
      case null:
        return next();
      case 'slow':
      case 'stall-mid-stream':
      case 'cut':
      case 'malformed-chunk':
        await next();
        return breakResponse(context, fault);
      case 'stall-before-first-byte':
        return waitForAbort(context.req.raw.signal);
      case 'strict-role-order':
      case 'tools-refused': {
        const problem = await (fault === 'tools-refused' ? toolsProblem(context) : orderProblem(context));
        return problem === null ? next() : badRequest(context, problem.message, problem.param);
      }
      case 'model-gone':
        goneModel.id = await modelOf(context, goneModel.id);
        return refuse(context, fault, goneModel.id, redirectUrl);
      case 'html-200':
      case 'json-error-200':
      case 'error-event-200':
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

/** The model that a request names; `otherwise` if it names none. */
async function modelOf(context: Context, otherwise: string): Promise<string> {
  const body = await readBody(context.req, namedModel);
  return body.ok ? body.value.model : otherwise;
}

async function toolsProblem(context: Context): Promise<{ message: string; param: string } | null> {
  const body = await readBody(context.req, someTools);
  return body.ok ? { message: 'This model does not support tools.', param: 'tools' } : null;
}

/** Messages that don't match OpenAI's schema are rejected by the route itself. */
async function orderProblem(context: Context): Promise<{ message: string; param: string } | null> {
  const body = await readBody(context.req, someMessages);
  const message = body.ok ? roleOrderProblem(body.value.messages) : null;
  return message === null ? null : { message, param: 'messages' };
}

function badRequest(context: Context, message: string, param: string | null): Response {
  return openAiError(context, 400, { message, type: 'invalid_request_error', param, code: null });
}
