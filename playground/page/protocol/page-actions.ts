import { z } from 'zod';
import type { PageController, PageStore } from '../state/page-controller';
import { done } from './done';
import { parseBody } from './parse-body';
import { ProtocolFailure } from './protocol-failure';
import { ruleSets } from './restorable-state';
import { readSavedAction, saveAction } from './save-actions';

/** Dependencies of the actions. */
interface ActionPage {
  store: PageStore;
  controller: PageController;
  /** The names of all providers. */
  providers: readonly string[];
}

/** An action. Resolves with its result once it has taken effect. */
type PageActionRun = (args: unknown, page: ActionPage) => Promise<object>;

const noArgs = z.strictObject({});
const providerArgs = z.strictObject({ provider: z.string() });
const saveArgs = z.strictObject({ replaces: ruleSets });
const refreshArgs = z.strictObject({ provider: z.string().optional() });

/** The actions that this page offers. Each throws a ProtocolFailure if it fails. */
export const PAGE_ACTIONS: ReadonlyMap<string, PageActionRun> = new Map<string, PageActionRun>([
  [
    'save',
    async (args, page) => {
      const { replaces } = parseBody(saveArgs, args, 'args');
      return saveAction(page, replaces);
    },
  ],
  [
    'read-saved',
    async (args, page) => {
      parseBody(noArgs, args, 'args');
      return readSavedAction(page);
    },
  ],
  [
    'discard',
    async (args, { controller }) => {
      parseBody(noArgs, args, 'args');
      return { providers: done(controller.discard()) };
    },
  ],
  [
    'load-models',
    async (args, page) => {
      const { provider } = parseBody(providerArgs, args, 'args');
      checkProvider(provider, page);
      return { provider, count: done(await page.controller.loadModels(provider)) };
    },
  ],
  [
    'refresh',
    async (args, page) => {
      const { provider } = parseBody(refreshArgs, args, 'args');
      if (provider !== undefined) checkProvider(provider, page);
      return done(await page.controller.refresh(provider));
    },
  ],
  [
    'switch-provider',
    async (args, page) => {
      const { provider } = parseBody(providerArgs, args, 'args');
      checkProvider(provider, page);
      return { provider, count: done(await page.controller.selectProvider(provider)) };
    },
  ],
]);

function checkProvider(provider: string, { providers }: ActionPage): void {
  if (providers.includes(provider)) return;
  const message = `There is no provider ${JSON.stringify(provider)}. There are: ${providers.join(', ')}.`;
  throw new ProtocolFailure('action-failed', message);
}
