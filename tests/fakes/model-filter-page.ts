import type { ModelFilterContext, RulesByProvider } from '@/src/adapters/model-filter/model-filter-context';

/** Departures from good behaviour that a test may ask for. */
export interface PageFaults {
  /** Requests of these types are never answered. */
  silent?: string[];
  /** What the page answers instead of its own answer, by request type. */
  bodies?: Record<string, unknown>;
  /** Runs before a request is handled: the place for a person's hand in between. Removed after it ran. */
  before?: Record<string, () => void>;
  /** `apply-state` and actions report success, but change nothing. */
  ignoresWrites?: boolean;
}

/** A page of type `model-filter` in memory: the page's side of docs/page-protocol.md, small and whole. */
export interface FakeModelFilterPage {
  readonly state: ModelFilterContext;
  readonly requests: { type: string; body: Record<string, unknown> }[];
  faults: PageFaults;
  /** A change by the person in front of the page. */
  change(edit: (state: ModelFilterContext) => void): void;
  /** Takes the page off the document. */
  remove(): void;
}

type Body = { ok: true; result: unknown } | { ok: false; error: { code: string; message: string } };

/** A plain state to start from: provider `openai` with a few models, nothing saved. */
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

  function applyState(wanted: Record<string, unknown>): Body {
    const { provider, drafts, search } = wanted as Pick<ModelFilterContext, 'provider' | 'drafts' | 'search'>;
    const problem = stateProblem(state, provider, drafts);
    if (problem !== null) return refusal('state-refused', problem);
    Object.assign(state, { provider, drafts: withoutEmpty(drafts), search });
    changed();
    return { ok: true, result: { revision } };
  }

  function runAction(name: unknown): Body {
    if (name === 'save') state.saved = structuredClone(state.drafts);
    else if (name === 'discard') state.drafts = structuredClone(state.saved);
    else return refusal('unknown-action', String(name));
    changed();
    return { ok: true, result: { revision, result: {} } };
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
            actions: ['save', 'discard'],
          },
        };
      case 'get-state':
        return { ok: true, result: { revision, state } };
      case 'apply-state':
        return guarded(body.ifRevision, () => applyState(body.state as Record<string, unknown>));
      case 'action':
        return guarded(body.ifRevision, () => runAction(body.name));
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
    const before = page.faults.before?.[request.type];
    delete page.faults.before?.[request.type];
    before?.();
    if (page.faults.silent?.includes(request.type)) return;
    const body = page.faults.bodies?.[request.type] ?? handle(request.type, request.body);
    document.dispatchEvent(
      new CustomEvent('steward:response', { detail: JSON.stringify({ ...request, body }) }),
    );
  };
  document.addEventListener('steward:request', onRequest);

  const page: FakeModelFilterPage = {
    state,
    requests,
    faults: {},
    change(edit) {
      edit(state);
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
