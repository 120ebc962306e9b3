import { z } from 'zod';
import type { Outcome, PageController } from '../state/page-controller';
import { parseBody } from './parse-body';
import { ProtocolFailure } from './protocol-failure';

/** An action by its arguments; answers with its result once it has taken effect. */
type PageActionRun = (
  args: unknown,
  controller: PageController,
  providers: readonly string[],
) => Promise<object>;

const noArgs = z.strictObject({});
const switchArgs = z.strictObject({ provider: z.string() });

/** The actions that this page offers. Each throws a ProtocolFailure when it could not be done. */
export const PAGE_ACTIONS: ReadonlyMap<string, PageActionRun> = new Map<string, PageActionRun>([
  [
    'save',
    async (args, controller) => {
      parseBody(noArgs, args, 'args');
      return { providers: done(await controller.save()) };
    },
  ],
  [
    'discard',
    async (args, controller) => {
      parseBody(noArgs, args, 'args');
      return { providers: done(controller.discard()) };
    },
  ],
  [
    'refresh',
    async (args, controller) => {
      parseBody(noArgs, args, 'args');
      return done(await controller.refresh());
    },
  ],
  [
    'switch-provider',
    async (args, controller, providers) => {
      const { provider } = parseBody(switchArgs, args, 'args');
      if (!providers.includes(provider)) {
        const known = providers.join(', ');
        throw new ProtocolFailure(
          'action-failed',
          `There is no provider ${JSON.stringify(provider)}. There are: ${known}.`,
        );
      }
      return { provider, count: done(await controller.selectProvider(provider)) };
    },
  ],
]);

function done<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new ProtocolFailure('action-failed', outcome.message);
}
