import { assertNever } from '@/src/core/assert-never';
import { canonicalJson } from '@/src/core/hash';
import type { JsonObject } from '@/src/schema/values/json';
import type { ReadOnlyToolPage, ToolPage } from '../../kit/calls';
import { sameTexts } from '../../kit/rule-list/list-changes';
import {
  loadedModels,
  type ModelFilterContext,
  normalisedRules,
  restorableState,
  unsavedProviders,
} from '../model-filter-context';
import {
  type PageAccess,
  type PageAction,
  type PageOperation,
  type PageWrite,
  performOperation,
  readWriteOutcome,
} from '../page-access';

/** A model-filter page in memory, on which tools run as on the real page. */
export interface MemoryPage {
  /** The current context. */
  context(): ModelFilterContext;
  /** The page as its tools access it. Only loading models reaches the real page. */
  readonly toolPage: ToolPage;
  /** The changing step since the last call of this function; null if there was none. */
  takeStep(): JsonObject | null;
  /** Reverts the page to a context that it had before, keeping loaded models. */
  revert(earlier: ModelFilterContext): void;
  /** The ids of a provider's models, fetched if they aren't loaded yet; null if they can't be loaded. */
  modelsOf(provider: string): Promise<readonly string[] | null>;
  /** The context of the real page at its last read; null if its rules or view changed since the start. */
  realPage(): ModelFilterContext | null;
}

/** Opens a copy of the real page. Rejects as `real` does. */
export async function openMemoryPage(real: ReadOnlyToolPage): Promise<MemoryPage> {
  // Parsed by this adapter's schema, here and below.
  const start = (await real.read()) as ModelFilterContext;
  let seen = start;
  let context: ModelFilterContext = { ...start, ...restorableState(start) };
  let step: JsonObject | null = null;
  /** Answers to load requests by provider, so that each provider is requested only once. */
  const loads = new Map<string, PageWrite>();

  async function load(provider: string): Promise<PageWrite> {
    const earlier = loads.get(provider);
    if (earlier !== undefined) return earlier;
    const operation: PageOperation = {
      operation: 'act',
      from: null,
      name: 'load-models',
      args: { provider },
    };
    const outcome = readWriteOutcome(await real.look(operation));
    loads.set(provider, outcome);
    seen = (await real.read()) as ModelFilterContext;
    const { loading, error } = seen.provider === context.provider ? seen : context;
    context = { ...context, models: { ...context.models, ...seen.models }, loading, error };
    return outcome;
  }

  async function act({ name, args }: PageAction): Promise<PageWrite> {
    switch (name) {
      case 'load-models':
        return load(String(args.provider));
      case 'read-saved':
        return done({ changed: [] });
      case 'save': {
        const providers = unsavedProviders(context);
        context = { ...context, saved: normalisedRules(context.drafts) };
        return done({ providers, effective: 'unknown' });
      }
      case 'refresh':
        return done(null);
      case 'switch-provider':
        context = { ...context, provider: String(args.provider), loading: false, error: null };
        return done(null);
      default:
        return assertNever(name);
    }
  }

  // Nobody else changes this page, so the state to start from needs no check.
  const access: PageAccess = {
    read: async () => context,
    async apply(_from, to, options) {
      const counted = options?.discard ? { discards: (context.discards ?? 0) + 1 } : {};
      context = { ...context, ...to, drafts: normalisedRules(to.drafts), ...counted };
      return done(null);
    },
    act: (_from, action) => act(action),
  };

  return {
    context: () => context,
    toolPage: {
      read: access.read,
      look: (operation) => performOperation(access, operation as PageOperation),
      change(operation) {
        step = operation;
        return performOperation(access, operation as PageOperation);
      },
    },
    takeStep() {
      const taken = step;
      step = null;
      return taken;
    },
    revert(earlier) {
      // Models loaded in the meantime stay.
      context = { ...earlier, models: context.models };
    },
    async modelsOf(provider) {
      if (loadedModels(context, provider) === null) await load(provider);
      return loadedModels(context, provider);
    },
    realPage: () => (isSameBasis(start, seen) ? seen : null),
  };
}

function done(result: unknown): PageWrite {
  return { outcome: 'done', result };
}

/**
 * True if a dry run computed on the earlier context is still valid on the later one: rules, view, providers
 * and the models known before are equal. More models may be loaded by then.
 */
function isSameBasis(earlier: ModelFilterContext, later: ModelFilterContext): boolean {
  if (earlier === later) return true;
  const sameModels = Object.entries(earlier.models).every(([provider, ids]) =>
    sameTexts(ids, loadedModels(later, provider) ?? []),
  );
  return sameModels && basisText(earlier) === basisText(later);
}

function basisText({ provider, providers, drafts, saved, search, live }: ModelFilterContext): string {
  const rules = [normalisedRules(drafts), normalisedRules(saved)];
  return canonicalJson([provider, providers, rules, search, live === true]);
}
