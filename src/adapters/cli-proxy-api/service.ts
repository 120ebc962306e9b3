import { z } from 'zod';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type {
  PageService,
  ServiceAdapter,
  ServiceAnswer,
  ServiceClosure,
} from '@/src/core/adapter/service-adapter';
import { isStewardError } from '@/src/core/errors';
import { isSameJson } from '@/src/core/hash';
import type { Clock, Timer } from '@/src/core/ports/clock';
import type { ToolResult } from '@/src/schema/tool-result';
import { type Said, say } from '@/src/schema/values/said';
import { sameTexts } from '../kit/rules/list-changes';
import { ruleCalls } from '../kit/rules/rule-calls';
import { createRuleListHalf } from '../kit/rules/rule-list-half';
import { assertReadable, differingLists } from '../kit/rules/rule-lists';
import { reasonIn, refusalOf } from '../kit/service-errors';
import { counted, countOf, inForce, listed } from '../kit/tool-results';
import { without } from '../kit/without';
import { cliProxyApi } from './definition';
import { type CliProxyContext, exclusionLists, normaliseRules, restorableState, rulesOf } from './exclusions';
import { createManagementApi, type ProxyConfig, REASON, readIds, withoutPlace } from './management-api';
import { exclusionTools } from './tools';

const texts = z.array(z.string());

/** Reads and changes the exclusions of a CLIProxyAPI server over its management API. */
export const cliProxyService: ServiceAdapter = {
  id: 'cli-proxy-api',
  keyName: say('cli-proxy-api.key.name'),
  // The server counts a request without a key as a failure, and bans the address after five.
  mayNeedNoKey: false,
  keyHeaders: (key) => ({ 'X-Management-Key': key }),
  keyRefusal,
  closure,
  createHalf: createStateHalf,
};

function createStateHalf(service: PageService, clock: Clock, timer: Timer): StateHalf {
  const api = createManagementApi(service, clock);
  /** The latest reading, with the positions of the keys. */
  let newest: ProxyConfig | null = null;

  async function readConfig(signal: AbortSignal): Promise<ProxyConfig> {
    const config = await api.config(signal);
    assertReadable({ ...config.providers, ...config.keys });
    newest = config;
    return config;
  }

  return createRuleListHalf(cliProxyApi, {
    stepSchema: z.object({
      list: z.object({ kind: z.enum(['provider', 'key']), id: z.string() }),
      before: texts,
      after: texts.transform(normaliseRules),
    }),
    async context(signal) {
      const { providers, keys, entries, aliases } = await readConfig(signal);
      const context: CliProxyContext = {
        providers,
        keys,
        entries,
        aliases,
        catalogues: await api.catalogues(signal),
        accounts: await api.accounts(signal),
      };
      return context;
    },
    state: async (signal) => restorableState(await readConfig(signal)),
    async write({ list, before, after }, signal) {
      const place = newest?.places.get(list.id);
      const refusal = await refusalOf(api.setRules(list, place, after, signal));
      if (refusal === null) return;
      // If the server fails to write its file, it keeps the new rules in memory, does not apply them, and would write
      // them with the next change. It refuses this second request too, but then reloads the rules of its file.
      if (sameTexts(rulesOf(await readConfig(signal), list), after)) {
        await refusalOf(api.setRules(list, place, before, signal));
      }
      throw refusal;
    },
    rulesIn: rulesOf,
    differing: (one, other) => differingLists(exclusionLists, one, other),
    nameOf: ({ id }) => id,
    problem({ list }) {
      const place = newest?.places.get(list.id);
      const isPlaced = list.kind === 'provider' || (place !== null && place !== undefined);
      return isPlaced ? null : withoutPlace(list, place);
    },
    async watch(signal) {
      const { clientKey } = newest ?? (await readConfig(signal));
      return watchModels(timer, async () => {
        if (clientKey !== null) return readIds(service, clientKey, signal);
        const served = await api.accounts(signal);
        return served && Object.values(served).flat();
      });
    },
  });
}

/**
 * The server counts wrong keys and requests without a key, and bans the address for 30 minutes after five. So a refused
 * key ends all requests until the user enters another one.
 */
function keyRefusal({ status }: ServiceAnswer): Said | null {
  return status === 401 ? say('cli-proxy-api.key.refused') : null;
}

/** The server refuses the address, whatever the key: other programs on this computer may have caused a ban. */
function closure(answer: ServiceAnswer): ServiceClosure | null {
  if (answer.status !== 403) return null;
  const reason = reasonIn(answer, REASON);
  const [, minutes, seconds] = /again in (?:(\d+)m)?(\d+)s/.exec(reason ?? '') ?? [];
  return {
    message:
      reason === null
        ? say('cli-proxy-api.error.closed')
        : say('cli-proxy-api.error.closedWithReason', { reason }),
    remedy: say('cli-proxy-api.error.closedRemedy'),
    // Durations below a minute have no minutes.
    waitMs: (Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000,
  };
}

/**
 * Time limit for repeated readings of the models, in milliseconds: the server answers a change before it has reloaded.
 */
const RELOAD_LIMIT_MS = 2_500;
const READ_EVERY_MS = 250;

/**
 * Reads what is served before a change of rules. The returned function reports how it differs afterwards. It does not expect certain
 * names, because aliases, prefixes and other accounts decide which names are served. `readOnce` resolves with null if that can't be read.
 */
async function watchModels(
  timer: Timer,
  readOnce: () => Promise<string[] | null>,
): Promise<() => Promise<Pick<ToolResult, 'message' | 'data'>>> {
  const read = () =>
    readOnce().catch((error: unknown) => {
      // The change itself does not depend on this list.
      if (isStewardError(error)) return null;
      throw error;
    });
  const before = await read();
  return async () => {
    let now = before;
    for (let waitedMs = 0; now !== null && waitedMs <= RELOAD_LIMIT_MS; waitedMs += READ_EVERY_MS) {
      const next = await read();
      // The server registers accounts one after another, so the list may be incomplete when it first differs.
      const isSettled = !isSameJson(now, before) && isSameJson(next, now);
      now = next;
      if (isSettled) break;
      await timer.sleep(READ_EVERY_MS);
    }
    if (before === null || now === null) {
      return inForce('unknown', 'Unknown which models clients get now: what is served could not be read.');
    }
    return differenceInWords(without(before, now), without(now, before));
  };
}

function differenceInWords(lost: string[], got: string[]): Pick<ToolResult, 'message' | 'data'> {
  const parts = counted(
    [lost.length, `don’t get ${countOf(lost.length, 'model')} any more`],
    [got.length, `get ${countOf(got.length, 'model')} that they didn’t get before`],
  );
  const { message, data } =
    parts.length === 0
      ? inForce(
          'unknown',
          'Clients get the same models as before: other accounts or keys decide about them, the account or key isn’t in use, or the server has not applied the change yet.',
        )
      : inForce('yes', `Checked: clients ${parts.join(', and ')}.`);
  return { message, data: { ...data, ...listed('clients_lost', lost), ...listed('clients_got', got) } };
}

/** The tools of the page, and their dry run. */
export const cliProxyCalls = ruleCalls(cliProxyApi, exclusionTools);
