import { assertNever } from '@/src/core/assert-never';
import type { JsonObject } from '@/src/core/json';
import type { ReadOnlyToolPage } from '../../dry-runner';
import type { ToolPage } from '../../tool-runner';
import {
  loadedModels,
  type ModelFilterContext,
  normalisedRules,
  restorableState,
  unsavedProviders,
} from '../model-filter-context';
import type { PageAccess, PageAction, PageWrite } from '../page-access';
import { type PageOperation, performOperation } from '../page-operation';
import { readWriteOutcome } from '../read-write-outcome';
import { isSameBasis } from './is-same-basis';

/** A model-filter page in memory, on which tools run as on the real one. */
export interface MemoryPage {
  /** How it stands now. */
  context(): ModelFilterContext;
  /** What a tool reaches it by. Only what the page can show is asked of the real one. */
  readonly hands: ToolPage;
  /** The step by which the page was changed since this was last asked; null if it wasn't. */
  takeStep(): JsonObject | null;
  /** Takes back what a step changed, whose effect can't be worked out. `earlier`: a context that this page has had. */
  takeBack(earlier: ModelFilterContext): void;
  /** The ids of a provider's models, fetched if they aren't loaded yet; null if they can't be. */
  modelsOf(provider: string): Promise<readonly string[] | null>;
  /** The real page when it was last looked at; null if it isn't any more what this one started from. */
  realPage(): ModelFilterContext | null;
}

/** A page in memory that starts as the real one is. Rejects as `eyes` do. */
export async function openMemoryPage(eyes: ReadOnlyToolPage): Promise<MemoryPage> {
  // Parsed by this adapter's own schema, here and below.
  const start = (await eyes.read()) as ModelFilterContext;
  let seen = start;
  let context: ModelFilterContext = { ...start, ...restorableState(start) };
  let step: JsonObject | null = null;
  /** What the page said to being asked for models, by provider: asked twice, it would be waited for twice. */
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
    const outcome = readWriteOutcome(await eyes.look(operation));
    loads.set(provider, outcome);
    seen = (await eyes.read()) as ModelFilterContext;
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

  // Nobody else changes this page, so it is always in the state that a step starts from.
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
    hands: {
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
    takeBack(earlier) {
      // Models that were loaded meanwhile stay.
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
