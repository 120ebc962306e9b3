import { z } from 'zod';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type {
  PageService,
  ServiceAdapter,
  ServiceAnswer,
  ServiceClosure,
} from '@/src/core/adapter/service-adapter';
import type { Clock } from '@/src/core/ports/clock';
import { assertReadable } from '../kit/rule-list/rule-bound';
import { createRuleListHalf, refusalOf } from '../kit/rule-list/rule-list-half';
import { watchClientModels } from './client-models';
import { differingLists, listLabel, rulesOf } from './exclusion-list';
import { createManagementApi, reasonIn, withoutPlace } from './management-api';
import { normaliseRules } from './matcher';
import type { ProxyConfig } from './proxy-config';
import { type CliProxyContext, restorableState } from './proxy-context';
import { sameRules } from './rule-lists';

const ID = 'cli-proxy-api';
const texts = z.array(z.string());

/** Reads and changes the exclusions of a CLIProxyAPI server over its management API. */
export const cliProxyService: ServiceAdapter = {
  id: ID,
  keyName: 'management key',
  // It counts a request without a key as a failure, and bans the address after five.
  mayNeedNoKey: false,
  keyHeaders: (key) => ({ 'X-Management-Key': key }),
  keyRefusal,
  closure,
  createHalf: createStateHalf,
};

function createStateHalf(service: PageService, clock: Clock): StateHalf {
  const api = createManagementApi(service, clock);
  /** The newest reading, with the keys' places in it. */
  let newest: ProxyConfig | null = null;

  async function readConfig(signal: AbortSignal): Promise<ProxyConfig> {
    const config = await api.config(signal);
    assertReadable({ ...config.providers, ...config.keys });
    newest = config;
    return config;
  }

  return createRuleListHalf({
    id: ID,
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
      };
      return context;
    },
    // The host passes only contexts that this half resolved with.
    stateOf: (context) => restorableState(context as CliProxyContext),
    async state(signal) {
      const { providers, keys } = await readConfig(signal);
      return { providers, keys };
    },
    rules: async (list, signal) => rulesOf(await readConfig(signal), list),
    async write({ list, before, after }, signal) {
      const place = newest?.places.get(list.id);
      const refusal = await refusalOf(api.setRules(list, place, after, signal));
      if (refusal === null) return;
      // A server that can't write its file has the new rules in memory, applies none of them, and would write them with the
      // next change. It refuses this request, too, but then has the rules of its file again.
      if (sameRules(rulesOf(await readConfig(signal), list), after)) {
        await refusalOf(api.setRules(list, place, before, signal));
      }
      throw refusal;
    },
    rulesIn: rulesOf,
    differing: differingLists,
    nameOf: listLabel,
    problem({ list }) {
      const place = newest?.places.get(list.id);
      const isPlaced = list.kind === 'provider' || (place !== null && place !== undefined);
      return isPlaced ? null : withoutPlace(list, place);
    },
    async watch(signal) {
      const { clientKey } = newest ?? (await readConfig(signal));
      return watchClientModels(service, clientKey, signal);
    },
  });
}

/**
 * The server counts each wrong key, and a request without one, and bans the address for 30 minutes after five. So a refused key
 * ends all requests until the user enters another one.
 */
function keyRefusal({ status }: ServiceAnswer): string | null {
  return status === 401
    ? 'The server refuses the management key. After five wrong keys it bans this computer’s address for 30 minutes.'
    : null;
}

/** The server refuses the address, whatever the key: other programs on this computer may have had it banned. */
function closure({ status, body }: ServiceAnswer): ServiceClosure | null {
  if (status !== 403) return null;
  const reason = reasonIn(body);
  const [, minutes, seconds] = /again in (?:(\d+)m)?(\d+)s/.exec(reason) ?? [];
  return {
    message: `The server refuses to be managed from here (${reason}).`,
    remedy: 'The key stays stored. See remote-management in the server’s configuration.',
    // Less than a minute is written without minutes.
    waitMs: (Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000,
  };
}
