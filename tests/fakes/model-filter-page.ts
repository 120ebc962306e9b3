import type { RulesByProvider } from '@/src/adapters/kit/rules/provider-rules';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';

/** Deviations from correct behaviour. Requests are identified by their types, actions by their names. */
export interface PageFaults {
  /** Requests that are never answered. */
  silent?: string[];
  /** Answers that replace the page's own, by request. */
  bodies?: Record<string, unknown>;
  /** Runs once before a request is handled, e.g. to simulate a change by the user; then it is removed. */
  before?: Record<string, () => void>;
  /** `apply-state` and actions report success, but change nothing. */
  ignoresWrites?: boolean;
  /** `save` ignores what it was asked to replace, and overwrites whatever the file contains. */
  overwritesAnything?: boolean;
  /** Runs before each request is handled; isn't removed. */
  beforeEach?: (kind: string) => void;
}

/** The proxy behind a fake page. */
interface FakeProxy {
  /** The proxy's models by provider; those of other providers can't be fetched. */
  models: { [provider: string]: string[] };
  /** The rules in the proxy's file. */
  file: RulesByProvider;
  /** The effect that the page reports for a save. */
  effective: unknown;
}

/**
 * A page of type `model-filter` in memory: a small and complete implementation of the page's side of
 * docs/page-protocol.md.
 */
export interface FakeModelFilterPage {
  readonly state: ModelFilterContext;
  readonly requests: { type: string; body: Record<string, unknown> }[];
  faults: PageFaults;
  /** The proxy's state; a test may change it, as another admin would. */
  readonly proxy: FakeProxy;
  /** A change by the user on the page. */
  change(edit: (state: ModelFilterContext) => void): void;
  /** The page reloads the proxy's file by itself. */
  readFile(): void;
  /** Removes the page from the document. */
  remove(): void;
}

type Body = { ok: true; result: unknown } | { ok: false; error: { code: string; message: string } };

/** A plain initial state: provider `openai` with a few models, nothing saved. */
export function modelFilterState(overrides: Partial<ModelFilterContext> = {}): ModelFilterContext {
  return {
    provider: 'openai',
    providers: ['gemini', 'openai', 'openrouter'],
    models: {
      openai: ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-turbo', 'gpt-4o', 'gpt-4o-preview', 'o1', 'o1-preview'].map(
        (name) => `openai/${name}`,
      ),
    },
    drafts: {},
    saved: {},
    search: '',
    highlight: { rule: null, models: [] },
    loading: false,
    error: null,
    ...overrides,
  };
}

export function createFakeModelFilterPage(
  document: Document,
  initial: ModelFilterContext = modelFilterState(),
): FakeModelFilterPage {
  const state = structuredClone(initial);
  const proxy: FakeProxy = {
    models: structuredClone(initial.models),
    file: structuredClone(initial.saved),
    effective: 'now',
  };
  const requests: FakeModelFilterPage['requests'] = [];
  let revision = 1;
  let isSubscribed = false;
  const meta = document.createElement('meta');
  meta.name = 'steward-page-protocol';
  meta.content = '1';
  document.head.append(meta);

  function changed(): void {
    revision += 1;
    if (!isSubscribed) return;
    const notice = { protocol: 'steward-page', version: 1, type: 'state-changed', body: { revision } };
    document.dispatchEvent(new CustomEvent('steward:notice', { detail: JSON.stringify(notice) }));
  }

  function guarded(ifRevision: unknown, act: () => Body): Body {
    if (ifRevision !== null && ifRevision !== revision) {
      return refusal('revision-mismatch', `The page is at revision ${revision}.`);
    }
    return page.faults.ignoresWrites ? { ok: true, result: { revision, result: {} } } : act();
  }

  function applyState(wanted: Record<string, unknown>, isDiscard: boolean): Body {
    const { provider, drafts, search } = wanted as Pick<ModelFilterContext, 'provider' | 'drafts' | 'search'>;
    const problem = stateProblem(state, provider, drafts);
    if (problem !== null) return refusal('state-refused', problem);
    Object.assign(state, { provider, drafts: withoutEmpty(drafts), search });
    if (isDiscard) state.discards = (state.discards ?? 0) + 1;
    changed();
    return { ok: true, result: { revision } };
  }

  function fetched(provider: string): Body {
    const ids = proxy.models[provider];
    if (ids === undefined) return refusal('action-failed', `The proxy has no models of ${provider}.`);
    state.models[provider] = [...ids];
    if (provider === state.provider) Object.assign(state, { loading: false, error: null });
    return { ok: true, result: { provider, count: ids.length } };
  }

  function changedInFile(): string[] {
    return Object.keys({ ...state.saved, ...proxy.file }).filter(
      (name) => !sameIn(proxy.file, state.saved, name),
    );
  }

  function readSaved(): Body {
    const changed = changedInFile().sort();
    const edited = (name: string) => !sameIn(state.drafts, state.saved, name);
    const kept = Object.entries(state.drafts).filter(([name]) => !changed.includes(name) || edited(name));
    const followed = Object.entries(proxy.file).filter(([name]) => changed.includes(name) && !edited(name));
    state.drafts = withoutEmpty(Object.fromEntries([...kept, ...followed]));
    state.saved = structuredClone(proxy.file);
    return { ok: true, result: { changed } };
  }

  function save(replaces: unknown): Body {
    const isNamed = canonicalJson(replaces as Json) === canonicalJson(withoutEmpty(state.saved));
    const mayReplace = page.faults.overwritesAnything || (isNamed && changedInFile().length === 0);
    if (!mayReplace) return refusal('saved-changed', 'The file was changed.');
    const providers = Object.keys({ ...state.saved, ...state.drafts }).filter(
      (name) => !sameIn(state.drafts, state.saved, name),
    );
    proxy.file = structuredClone(state.drafts);
    state.saved = structuredClone(state.drafts);
    return { ok: true, result: { providers, effective: proxy.effective } };
  }

  function switchTo(provider: string): Body {
    if (!state.providers.includes(provider)) return refusal('action-failed', 'There is no such provider.');
    state.provider = provider;
    return state.models[provider] === undefined
      ? fetched(provider)
      : { ok: true, result: { provider, count: state.models[provider].length } };
  }

  function runAction(name: unknown, args: Record<string, unknown>): Body {
    const provider = String(args.provider ?? state.provider);
    const actions: Record<string, () => Body> = {
      save: () => save(args.replaces),
      'read-saved': readSaved,
      'load-models': () => fetched(provider),
      refresh: () => fetched(provider),
      'switch-provider': () => switchTo(provider),
    };
    const body = actions[String(name)]?.() ?? refusal('unknown-action', String(name));
    changed();
    return body.ok ? { ok: true, result: { revision, result: body.result } } : body;
  }

  function handle(type: string, body: Record<string, unknown>): Body {
    switch (type) {
      case 'hello':
        return {
          ok: true,
          result: {
            pageType: 'model-filter',
            instanceId: 'fake',
            title: 'Fake',
            actions: ['save', 'read-saved', 'load-models', 'refresh', 'switch-provider'],
          },
        };
      case 'get-state':
        return { ok: true, result: { revision, state } };
      case 'apply-state':
        return guarded(body.ifRevision, () =>
          applyState(body.state as Record<string, unknown>, body.discard === true),
        );
      case 'action':
        return guarded(body.ifRevision, () => runAction(body.name, body.args as Record<string, unknown>));
      case 'subscribe':
        isSubscribed = true;
        return { ok: true, result: {} };
      default:
        return refusal('unknown-type', type);
    }
  }

  const onRequest = (event: Event) => {
    const request = JSON.parse((event as CustomEvent<string>).detail);
    requests.push({ type: request.type, body: request.body });
    const kind = request.type === 'action' ? request.body.name : request.type;
    page.faults.beforeEach?.(kind);
    const before = page.faults.before?.[kind];
    delete page.faults.before?.[kind];
    before?.();
    if (page.faults.silent?.includes(kind)) return;
    const body = page.faults.bodies?.[kind] ?? handle(request.type, request.body);
    document.dispatchEvent(
      new CustomEvent('steward:response', { detail: JSON.stringify({ ...request, body }) }),
    );
  };
  document.addEventListener('steward:request', onRequest);

  const page: FakeModelFilterPage = {
    state,
    requests,
    proxy,
    faults: {},
    change(edit) {
      edit(state);
      changed();
    },
    readFile() {
      readSaved();
      changed();
    },
    remove() {
      document.removeEventListener('steward:request', onRequest);
      meta.remove();
    },
  };
  return page;
}

function refusal(code: string, message: string): Body {
  return { ok: false, error: { code, message } };
}

function sameIn(left: RulesByProvider, right: RulesByProvider, provider: string): boolean {
  const textOf = (rules: RulesByProvider) =>
    JSON.stringify(rules[provider] ?? { ignore: [], whitelist: [] }, ['ignore', 'whitelist']);
  return textOf(left) === textOf(right);
}

function stateProblem(state: ModelFilterContext, provider: string, drafts: RulesByProvider): string | null {
  if (!state.providers.includes(provider)) return `There is no provider ${provider}.`;
  for (const [name, { ignore, whitelist }] of Object.entries(drafts)) {
    if (!state.providers.includes(name)) return `There is no provider ${name}.`;
    for (const list of [ignore, whitelist]) {
      if (new Set(list).size < list.length) return 'A rule is listed twice.';
      if (list.some((rule) => rule === '' || rule !== rule.trim() || /[,\r\n]/.test(rule)))
        return 'A rule is none.';
    }
  }
  return null;
}

function withoutEmpty(rules: RulesByProvider): RulesByProvider {
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([, { ignore, whitelist }]) => ignore.length + whitelist.length > 0)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
