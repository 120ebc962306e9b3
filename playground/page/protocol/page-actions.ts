import { z } from 'zod';
import { changedProviders, type RuleSets } from '../../filter/rule-sets';
import { ruleSets } from '../../rule-set-schema';
import type { PageController, PageStore } from '../state/page-controller';
import { done, ProtocolFailure, parsePart } from './protocol-failure';

/** Dependencies of the actions. */
interface ActionPage {
  store: PageStore;
  controller: PageController;
  /** The names of all providers. */
  providers: readonly string[];
}

/** An action. Resolves with its result once it has taken effect. */
type PageActionRun = (args: unknown, page: ActionPage) => Promise<object>;

/** Creates an action whose arguments must match a schema. Rejects an unknown provider in the arguments. */
function action<Args extends object>(
  schema: z.ZodType<Args>,
  run: (args: Args, page: ActionPage) => Promise<object> | object,
): PageActionRun {
  return async (args, page) => {
    const parsed = parsePart(schema, args, 'args');
    const provider = 'provider' in parsed ? String(parsed.provider) : null;
    if (provider === null || page.providers.includes(provider)) return run(parsed, page);
    const known = page.providers.join(', ');
    const message = `There is no provider ${JSON.stringify(provider)}. There are: ${known}.`;
    throw new ProtocolFailure('action-failed', message);
  };
}

const noArgs = z.strictObject({});
const providerArgs = z.strictObject({ provider: z.string() });

/** The actions that this page offers. Each throws a ProtocolFailure if it fails. */
export const PAGE_ACTIONS: ReadonlyMap<string, PageActionRun> = new Map([
  ['save', action(z.strictObject({ replaces: ruleSets }), ({ replaces }, page) => save(page, replaces))],
  ['read-saved', action(noArgs, (_, page) => readSaved(page))],
  ['discard', action(noArgs, (_, { controller }) => ({ providers: done(controller.discard()) }))],
  [
    'load-models',
    action(providerArgs, async ({ provider }, { controller }) => ({
      provider,
      count: done(await controller.loadModels(provider)),
    })),
  ],
  [
    'refresh',
    action(z.strictObject({ provider: z.string().optional() }), async ({ provider }, { controller }) =>
      done(await controller.refresh(provider)),
    ),
  ],
  [
    'switch-provider',
    action(providerArgs, async ({ provider }, { controller }) => ({
      provider,
      count: done(await controller.selectProvider(provider)),
    })),
  ],
]);

/** Conflicts that were reported to the requester, by `saved-changed` or `read-saved`. */
const toldConflicts = new WeakSet<object>();

/**
 * Replaces exactly the saved rules that the request names. If saved rules changed while the page has unsaved changes,
 * the first save only reports that; the next one overwrites them.
 */
async function save({ store, controller }: ActionPage, replaces: RuleSets): Promise<object> {
  const { conflict, saved } = store.getState();
  if (changedProviders(replaces, saved).length > 0) {
    throw new ProtocolFailure('saved-changed', 'The saved rules are not those that the save was to replace.');
  }
  if (conflict !== null && toldConflicts.has(conflict)) store.dispatch({ type: 'drafts-kept' });
  const outcome = await controller.save();
  if (!outcome.ok && outcome.code === 'saved-changed') markTold(store);
  return done(outcome);
}

/** Reads the saved rules. The result also names the providers of an open conflict that was not reported yet. */
async function readSaved({ store, controller }: ActionPage): Promise<object> {
  const changed = done(await controller.readSaved());
  const { conflict, saved } = store.getState();
  const isNews = conflict !== null && !toldConflicts.has(conflict);
  const open = isNews ? changedProviders(conflict.before, saved) : [];
  markTold(store);
  return { changed: [...new Set([...changed, ...open])].sort() };
}

function markTold(store: PageStore): void {
  const { conflict } = store.getState();
  if (conflict !== null) toldConflicts.add(conflict);
}
