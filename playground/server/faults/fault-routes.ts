import { Hono } from 'hono';
import { z } from 'zod';
import { detailError } from '../api-errors';
import { readBody } from '../read-body';
import { FAULT_NAMES } from './fault-name';
import type { FaultSwitch } from './fault-switch';

const settingBody = z.strictObject({
  fault: z.enum(FAULT_NAMES).nullable(),
  times: z.number().int().min(1).nullable().default(null),
});

/** Routes to read and set the fault for all requests. */
export function createFaultRoutes(faults: FaultSwitch): Hono {
  const routes = new Hono();

  routes.get('/admin/faults', (context) => context.json(faults.read()));

  routes.put('/admin/faults', async (context) => {
    const body = await readBody(context.req, settingBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    faults.set(body.value);
    return context.json(faults.read());
  });

  return routes;
}
