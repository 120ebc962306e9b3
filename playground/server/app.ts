import { Hono } from 'hono';
import type { DemoReply, DemoRequest } from '../demo-model/demo-reply';
import { createAdminRoutes } from './admin-routes';
import { detailError, isOpenAiPath, openAiError } from './api-errors';
import type { Catalogue } from './catalogue';
import { createCatalogueRoutes } from './catalogue-routes';
import { createChatRoutes } from './chat-routes';
import { type EnvFile, EnvFileError } from './env-file';
import { createModelRoutes } from './model-routes';
import { requireApiKey } from './require-api-key';
import { servePage } from './serve-page';

/** What the proxy is made of. */
export interface AppDeps {
  catalogue: Catalogue;
  /** The saved rules. Read anew by each request that needs them, since other programs may write the file. */
  envFile: EnvFile;
  /** Decides what the demo model answers. */
  planReply: (request: DemoRequest) => DemoReply;
  /** The pause between two chunks of a stream. */
  latencyMs: number;
  /** What clients must send as a Bearer token to everything under /v1; null lets everyone in. */
  apiKey: string | null;
  /** The folder of the built page. */
  pageFolder: string;
}

/**
 * The playground: a small LLM proxy whose model list is filtered by the saved rules, its admin API, and the page
 * that edits the rules. It listens to nothing by itself.
 */
export function createApp(deps: AppDeps): Hono {
  const app = new Hono();
  app.use('/v1/*', requireApiKey(deps.apiKey));
  app.route('/v1', createModelRoutes(deps));
  app.route('/v1', createChatRoutes(deps));
  app.route('/v1', createCatalogueRoutes(deps));
  app.route('/v1', createAdminRoutes(deps));
  app.all('/v1/*', (context) =>
    detailError(context, 404, `The playground has no route ${context.req.method} ${context.req.path}.`),
  );
  app.route('/', servePage(deps.pageFolder));
  app.onError((error, context) => {
    if (!(error instanceof EnvFileError)) console.error(error);
    const message = error instanceof EnvFileError ? error.message : `The playground failed: ${error.message}`;
    return isOpenAiPath(context.req.path)
      ? openAiError(context, 500, { message, type: 'server_error', param: null, code: 'internal_error' })
      : detailError(context, 500, message);
  });
  return app;
}
