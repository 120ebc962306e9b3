import { z } from 'zod';
import { assertNever } from '../../assert-never';
import type { PageController, PageStore } from '../state/page-controller';
import type { PageState } from '../state/page-state';
import { PROTOCOL_VERSION, type RequestEnvelope, type ResponseBody } from './envelope';
import { PAGE_ACTIONS } from './page-actions';
import { parseBody } from './parse-body';
import { ProtocolFailure } from './protocol-failure';
import { type ProtocolState, protocolStateOf } from './protocol-state';
import { checkRestorable, restorableStateSchema } from './restorable-state';

/** Dependencies of the page protocol. */
export interface ProtocolDeps {
  store: PageStore;
  controller: PageController;
  title: string;
  /** Starts the notices. Calling it again has no effect. */
  subscribe(): void;
}

const ifRevision = z.int().nonnegative().nullable();
const noBody = z.strictObject({});
const applyStateBody = z.strictObject({
  state: restorableStateSchema,
  ifRevision,
  discard: z.literal(true).optional(),
});
const actionBody = z.strictObject({ name: z.string(), args: z.unknown(), ifRevision });

/**
 * Carries out a request and returns the body of its response. Everything before the first server call, and
 * all of `apply-state`, runs synchronously, so that no click can change the page between the revision check
 * and the effect.
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
  switch (type) {
    case 'hello':
      parseBody(noBody, body, 'body');
      return hello(deps);
    case 'get-state':
      parseBody(noBody, body, 'body');
      return { revision: deps.store.getState().revision, state: readyState(deps) };
    case 'apply-state':
      return applyState(body, deps);
    case 'action':
      return runAction(body, deps);
    case 'subscribe':
      parseBody(noBody, body, 'body');
      deps.subscribe();
      return {};
    default:
      throw new ProtocolFailure('unknown-type', `This page knows no request ${JSON.stringify(type)}.`);
  }
}

function hello({ store, title }: ProtocolDeps): object {
  const state = store.getState();
  const { catalogue } = state;
  if (catalogue.status !== 'ready') throw notReady(state);
  return {
    pageType: 'model-filter',
    instanceId: catalogue.instanceId,
    title,
    actions: [...PAGE_ACTIONS.keys()],
  };
}

function applyState(body: unknown, deps: ProtocolDeps): object {
  const wanted = parseBody(applyStateBody, body, 'body');
  const { providers } = readyState(deps);
  checkRevision(wanted.ifRevision, deps);
  checkRestorable(wanted.state, providers);
  deps.controller.applyState(wanted.state, wanted.discard === true);
  return { revision: deps.store.getState().revision };
}

async function runAction(body: unknown, deps: ProtocolDeps): Promise<object> {
  const wanted = parseBody(actionBody, body, 'body');
  const action = PAGE_ACTIONS.get(wanted.name);
  if (!action) {
    throw new ProtocolFailure('unknown-action', `This page knows no action ${JSON.stringify(wanted.name)}.`);
  }
  const { providers } = readyState(deps);
  checkRevision(wanted.ifRevision, deps);
  const result = await action(wanted.args, { ...deps, providers });
  return { revision: deps.store.getState().revision, result };
}

function checkRevision(wanted: number | null, { store }: ProtocolDeps): void {
  const { revision } = store.getState();
  if (wanted === null || wanted === revision) return;
  throw new ProtocolFailure(
    'revision-mismatch',
    `The page is at revision ${revision}, not ${wanted}. Nothing was done.`,
  );
}

function readyState({ store }: ProtocolDeps): ProtocolState {
  const state = store.getState();
  const ready = protocolStateOf(state);
  if (!ready) throw notReady(state);
  return ready;
}

function notReady({ catalogue }: PageState): ProtocolFailure {
  switch (catalogue.status) {
    case 'loading':
      return new ProtocolFailure('not-ready', 'The page is still loading.');
    case 'locked':
      return new ProtocolFailure('not-ready', 'The page waits for its API key.');
    case 'failed':
      return new ProtocolFailure('not-ready', `The page could not load: ${catalogue.message}`);
    case 'ready':
      return new ProtocolFailure('not-ready', 'The proxy has no providers.');
    default:
      return assertNever(catalogue);
  }
}
