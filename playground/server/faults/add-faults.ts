import type { Hono } from 'hono';
import { DEMO_MODEL_ID } from '../demo-model-card';
import { faultChats } from './fault-chats';
import { faultModels } from './fault-models';
import { createFaultRoutes } from './fault-routes';
import { createFaultSwitch } from './fault-switch';

/** What the faults need to be told. */
export interface FaultOptions {
  /** Where the fault `redirect` leads. */
  redirectUrl: string;
}

/**
 * Adds the fault switches to an app, before its own routes: the admin route that sets a fault for all requests, and
 * what makes chat completions and lists of models go wrong by it or by the header of one request.
 */
export function addFaults(app: Hono, options: FaultOptions): void {
  const faults = createFaultSwitch();
  const deps = { ...options, faults, goneModel: { id: DEMO_MODEL_ID } };
  app.route('/v1', createFaultRoutes(faults));
  app.use('/v1/chat/completions', faultChats(deps));
  app.use('/v1/models/*', faultModels(deps));
}
