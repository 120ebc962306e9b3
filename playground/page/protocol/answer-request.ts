import { z } from 'zod';
import type { PageController, PageStore } from '../state/page-controller';
import type { PageState } from '../state/page-state';
import { highlightOf, isLoading, loadErrorOf } from '../state/page-view';
import { PROTOCOL_VERSION, type RequestEnvelope, type ResponseBody } from './envelope';
import { PAGE_ACTIONS } from './page-actions';
import { ProtocolFailure, parsePart } from './protocol-failure';
import { checkRestorable, restorableStateSchema } from './restorable-state';

/** Dependencies of the page protocol. */
export interface ProtocolDeps {
  store: PageStore;
  controller: PageController;
  title: string;
  /** Starts the notices. Further calls have no effect. */
  subscribe(): void;
}

const ifRevision = z.int().nonnegative().nullable();
const noBody = z.strictObject({});
const applyStateBody = z.strictObject({
  state: restorableStateSchema,
  ifRevision,
  discard: z.literal(true).optional(),
});
const showBody = z.strictObject({ name: z.string() });
const actionBody = z.strictObject({ name: z.string(), args: z.unknown(), ifRevision });

/**
 * Executes a request and returns the body of its response. Everything before the first server call, and all of
 * `apply-state`, runs synchronously, so that no click can change the page between the revision check and the effect.
 */
export async function answerRequest(request: RequestEnvelope, deps: ProtocolDeps): Promise<ResponseBody> {
  try {
    return { ok: true, result: await resultOf(request, deps) };
  } catch (error) {
    if (error instanceof ProtocolFailure) {
      return { ok: false, error: { code: error.code, message: error.message } };
    }
    const message = `The page failed: ${error instanceof Error ? error.message : String(error)}`;
    return { ok: false, error: { code: 'action-failed', message } };
  }
}

async function resultOf({ version, type, body }: RequestEnvelope, deps: ProtocolDeps): Promise<object> {
  if (version !== PROTOCOL_VERSION) {
    throw new ProtocolFailure('unsupported-version', `This page speaks version ${PROTOCOL_VERSION}.`);
  }
  const { store, title } = deps;
  const { revision } = store.getState();
  switch (type) {
    case 'hello': {
      parsePart(noBody, body, 'body');
      const { instanceId } = catalogueOf(store.getState());
      const actions = [...PAGE_ACTIONS.keys()];
      return { pageType: 'model-filter', instanceId, title, actions, canShow: true };
    }
    case 'get-state':
      parsePart(noBody, body, 'body');
      return { revision, state: protocolStateOf(store.getState()) };
    case 'apply-state':
      return applyState(body, deps);
    case 'action':
      return runAction(body, deps);
    case 'show':
      if (deps.controller.show(parsePart(showBody, body, 'body').name)) return {};
      throw new ProtocolFailure('not-in-view', 'Neither a model nor a rule of this name is in view.');
    case 'subscribe':
      parsePart(noBody, body, 'body');
      deps.subscribe();
      return {};
    default:
      throw new ProtocolFailure('unknown-type', `This page knows no request ${JSON.stringify(type)}.`);
  }
}

function applyState(body: unknown, deps: ProtocolDeps): object {
  const wanted = parsePart(applyStateBody, body, 'body');
  const { providers } = protocolStateOf(deps.store.getState());
  checkRevision(wanted.ifRevision, deps);
  checkRestorable(wanted.state, providers);
  deps.controller.applyState(wanted.state, wanted.discard === true);
  return { revision: deps.store.getState().revision };
}

async function runAction(body: unknown, deps: ProtocolDeps): Promise<object> {
  const wanted = parsePart(actionBody, body, 'body');
  const action = PAGE_ACTIONS.get(wanted.name);
  if (!action) {
    throw new ProtocolFailure('unknown-action', `This page knows no action ${JSON.stringify(wanted.name)}.`);
  }
  const { providers } = protocolStateOf(deps.store.getState());
  checkRevision(wanted.ifRevision, deps);
  const result = await action(wanted.args, { ...deps, providers });
  return { revision: deps.store.getState().revision, result };
}

function checkRevision(wanted: number | null, { store }: ProtocolDeps): void {
  const { revision } = store.getState();
  if (wanted === null || wanted === revision) return;
  const message = `The page is at revision ${revision}, not ${wanted}. Nothing was done.`;
  throw new ProtocolFailure('revision-mismatch', message);
}

/** The state of a `model-filter` page in the page protocol. Throws `not-ready` without catalogue or provider. */
function protocolStateOf(state: PageState) {
  const providers = catalogueOf(state).providers.map(({ name }) => name);
  const { provider, models, drafts, saved, search, discards } = state;
  if (provider === null) throw new ProtocolFailure('not-ready', 'The proxy has no providers.');
  const view = { highlight: highlightOf(state), loading: isLoading(state), error: loadErrorOf(state) };
  return { provider, providers, models, drafts, saved, search, ...view, discards };
}

function catalogueOf({ catalogue }: PageState) {
  if (catalogue.status === 'ready') return catalogue;
  const reasons = {
    loading: 'The page is still loading.',
    locked: 'The page waits for its API key.',
    failed: `The page could not load: ${'message' in catalogue ? catalogue.message : ''}`,
  };
  throw new ProtocolFailure('not-ready', reasons[catalogue.status]);
}
