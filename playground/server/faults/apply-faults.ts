import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { detailError, openAiError } from '../api-errors';
import { DEMO_MODEL_ID } from '../demo-model-card';
import { readBody } from '../read-body';
import { breakResponse, isBodyFault } from './break-body';
import { FAULT_NAMES, type FaultName } from './fault-name';
import { isRefusal, refuse } from './refusal';
import { orderedMessages, roleOrderProblem } from './role-order';

export interface FaultOptions {
  /** Target of the fault `redirect`. */
  redirectUrl: string;
}

const CLIENT_CLOSED = 499;

const setting = z.strictObject({
  fault: z.enum(FAULT_NAMES).nullable(),
  times: z.number().int().min(1).nullable().default(null),
});
/** The parts of a chat completion that faults depend on. The route itself refuses other bodies. */
const chatBody = z.looseObject({
  model: z.string().optional(),
  tools: z.array(z.unknown()).optional(),
  messages: orderedMessages,
});
const modelList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

/**
 * Adds fault injection to an app, before its own routes: the admin route that sets a fault, and the middleware that
 * applies it to chat completions and model lists.
 */
export function applyFaults(app: Hono, { redirectUrl }: FaultOptions): void {
  /** The fault for all requests, and the number of chat completions that it still applies to; null is unlimited. */
  let current: z.infer<typeof setting> = { fault: null, times: null };
  /** The model that `model-gone` refused last. */
  let goneModel: string = DEMO_MODEL_ID;
  const set = (next: typeof current) => {
    current = next.fault === null ? { fault: null, times: null } : next;
  };

  /** The fault for one chat completion; counts as a use. */
  const takeForChat = (): FaultName | null => {
    const { fault, times } = current;
    if (times !== null) set(times > 1 ? { fault, times: times - 1 } : { fault: null, times: null });
    return fault;
  };

  app.get('/v1/admin/faults', (context) => context.json(current));
  app.put('/v1/admin/faults', async (context) => {
    const body = await readBody(context.req, setting);
    if (!body.ok) return detailError(context, 422, body.problem);
    set(body.value);
    return context.json(current);
  });

  app.use('/v1/chat/completions', async (context, next) => {
    const fault = takeForChat();
    if (fault === 'stall-before-first-byte') return waitForAbort(context);
    const { model, problem } = await readChat(context, fault);
    if (problem !== null) return badRequest(context, problem.message, problem.param);
    if (fault === 'model-gone') goneModel = model ?? goneModel;
    if (isRefusal(fault)) return refuse(context, fault, { model: goneModel, redirectUrl });
    await next();
    if (isBodyFault(fault)) breakResponse(context, fault);
  });

  // A list does not count as a use, so that it cannot use up a fault meant for a chat completion.
  app.use('/v1/models', async (context, next) => {
    const { fault } = current;
    if (fault === 'stall-before-first-byte') return waitForAbort(context);
    const isGone = fault === 'model-gone';
    // An error event belongs to a stream, and a list is not streamed.
    if (!isGone && fault !== 'error-event-200' && isRefusal(fault))
      return refuse(context, fault, { model: goneModel, redirectUrl });
    await next();
    if (fault === 'slow') breakResponse(context, fault);
    if (isGone) await leaveOut(context, goneModel);
  });
}

/** The model that a chat completion names, and the problem that a fault finds in the request. */
async function readChat(context: Context, fault: FaultName | null) {
  const body = await readBody(context.req, chatBody);
  const { model, tools = [], messages } = body.ok ? body.value : { messages: [] };
  const orderProblem = fault === 'strict-role-order' && body.ok ? roleOrderProblem(messages) : null;
  if (orderProblem !== null) return { model, problem: { message: orderProblem, param: 'messages' } };
  const hasTools = fault === 'tools-refused' && tools.length > 0;
  const problem = hasTools ? { message: 'This model does not support tools.', param: 'tools' } : null;
  return { model, problem };
}

function badRequest(context: Context, message: string, param: string | null): Response {
  return openAiError(context, 400, { message, type: 'invalid_request_error', param, code: null });
}

/** Resolves once the client has closed the connection, with a response that nobody receives. */
async function waitForAbort(context: Context): Promise<Response> {
  const { signal } = context.req.raw;
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return new Response(null, { status: CLIENT_CLOSED });
}

/** Removes a model from the list in the response. */
async function leaveOut(context: Context, id: string): Promise<void> {
  if (!context.res.ok) return;
  const list = modelList.parse(await context.res.json());
  context.res = undefined;
  context.res = context.json({ ...list, data: list.data.filter((model) => model.id !== id) });
}
