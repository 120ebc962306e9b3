import type { Hono } from 'hono';
import { DEMO_MODEL_ID } from '../demo-model-card';
import { faultChats } from './fault-chats';
import { faultModels } from './fault-models';
import { createFaultRoutes } from './fault-routes';
import { createFaultSwitch } from './fault-switch';

export interface FaultOptions {
  /** Target of the fault `redirect`. */
  redirectUrl: string;
}

/**
 * Adds fault injection to an app, before its own routes: the admin route that sets a fault for all requests,
 * and the middleware that applies this fault, or the one in a request's header, to chat completions and model
 * lists.
 */
export function addFaults(app: Hono, options: FaultOptions): void {
  const faults = createFaultSwitch();
  const deps = { ...options, faults, goneModel: { id: DEMO_MODEL_ID } };
  app.route('/v1', createFaultRoutes(faults));
  app.use('/v1/chat/completions', faultChats(deps));
  app.use('/v1/models/*', faultModels(deps));
}
