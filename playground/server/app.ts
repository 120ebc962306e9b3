import { type Context, Hono } from 'hono';
import type { DemoReply } from '../demo-model/demo-reply';
import type { DemoRequest } from '../demo-model/demo-request';
import { createAdminRoutes } from './admin-routes';
import { detailError, isOpenAiPath, openAiError } from './api-errors';
import type { Catalogue } from './catalogue';
import { createCatalogueRoutes } from './catalogue-routes';
import { createChatRoutes } from './chat-routes';
import { closeBrokenAnswers } from './close-broken-answers';
import { type EnvFile, EnvFileError } from './env-file';
import { applyFaults, type FaultOptions } from './faults/apply-faults';
import { createModelRoutes } from './model-routes';
import { createModelSource } from './model-source';
import { requireApiKey } from './require-api-key';
import { type Filters, readFilters } from './saved-rules';
import { servePage } from './serve-page';
import { type Upstream, UpstreamError } from './upstream/upstream';

/** Dependencies of the playground. */
export interface AppDeps {
  catalogue: Catalogue;
  /** The saved rules. Read again for each request, since other programs may write the file. */
  envFile: EnvFile;
  /**
   * The rules that apply until a restart, as in a proxy that reads its file once; null if the current rules of the file
   * apply.
   */
  rulesAtStart: Filters | null;
  /** Computes the demo model's answer. */
  composeReply: (request: DemoRequest) => DemoReply;
  /** Pause between two chunks of a stream, in milliseconds. */
  latencyMs: number;
  /** The Bearer token that clients must send to all paths under /v1; null accepts every request. */
  apiKey: string | null;
  /** Folder of the built page. */
  pageFolder: string;
  /** Lists and answers for further models. Null if only the demo model answers. */
  upstream: Upstream | null;
  /** Enables fault injection, for tests; null disables it. */
  faults: FaultOptions | null;
}

/**
 * Creates the playground: a small LLM proxy whose model list is filtered by the saved rules, its admin API, and the
 * page that edits the rules. Does not listen by itself.
 */
export function createApp(deps: AppDeps): Hono {
  const { catalogue, envFile, upstream, faults } = deps;
  const models = createModelSource(catalogue, upstream);
  const readRules = async () => deps.rulesAtStart ?? readFilters(await envFile.read());
  const app = new Hono();
  app.use('/v1/*', requireApiKey(deps.apiKey));
  app.use('/v1/chat/completions', closeBrokenAnswers);
  if (faults !== null) applyFaults(app, faults);
  app.route('/v1', createModelRoutes({ models, readRules }));
  app.route('/v1', createChatRoutes(deps));
  app.route('/v1', createCatalogueRoutes({ models, envFile }));
  app.route('/v1', createAdminRoutes({ models, envFile }));
  app.all('/v1/*', (context) =>
    detailError(context, 404, `The playground has no route ${context.req.method} ${context.req.path}.`),
  );
  app.route('/', servePage(deps.pageFolder));
  app.onError(answerError);
  return app;
}

function answerError(error: Error, context: Context): Response {
  const isForeseen = error instanceof EnvFileError || error instanceof UpstreamError;
  if (!isForeseen) console.error(error);
  const message = isForeseen ? error.message : `The playground failed: ${error.message}`;
  const status = error instanceof UpstreamError ? 502 : 500;
  if (!isOpenAiPath(context.req.path)) return detailError(context, status, message);
  const code = error instanceof UpstreamError ? error.code : 'internal_error';
  return openAiError(context, status, { message, type: 'server_error', param: null, code });
}
