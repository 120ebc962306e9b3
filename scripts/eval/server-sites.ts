import { cliProxyApi } from '@/src/adapters/cli-proxy-api/definition';
import { cliProxyService } from '@/src/adapters/cli-proxy-api/service';
import { llmApiKeyProxy } from '@/src/adapters/llm-api-key-proxy/definition';
import { llmProxyService } from '@/src/adapters/llm-api-key-proxy/service';
import { newApi } from '@/src/adapters/new-api/definition';
import { newApiService } from '@/src/adapters/new-api/service';
import { openWebui } from '@/src/adapters/open-webui/definition';
import { openWebuiService } from '@/src/adapters/open-webui/service';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { PageHalf } from '@/src/core/adapter/page-half';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { startLlmProxyDouble } from '@/tests/fakes/llm-proxy/start-llm-proxy-double';
import { servedOf } from '@/tests/fakes/new-api/served';
import { startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import { startOpenWebuiDouble } from '@/tests/fakes/open-webui/start-open-webui-double';
import { siteOf } from '@/tests/fakes/page-site';
import { serviceHalfAt } from '@/tests/fakes/service-half';
import { createBareDocument } from '@/tests/world/bare-document';
import type { EvalSite, Facts } from './eval-task';

/** A double of a server, as far as all have the same. */
interface Double {
  origin: string;
  close(): Promise<void>;
}

function siteAt(
  double: Double,
  key: string,
  { definition, service }: { definition: unknown; service: ServiceAdapter },
  facts: () => Promise<Facts>,
): EvalSite {
  const half: PageHalf = {
    detect: async () => ({ instanceId: 'double', title: service.id }),
    subscribe: () => undefined,
    ...serviceHalfAt(service, double.origin, key),
  };
  // Its state is read each time, so no reading is known to be the newest.
  const site = siteOf(definition as AdapterDefinition, half, createBareDocument(), () => false);
  return {
    ...site,
    facts,
    isSaved: () => false,
    beforeResponse: () => undefined,
    close: double.close,
  };
}

/** A double of LLM-API-Key-Proxy. Its facts are the models that clients get after a restart, by provider. */
export async function openLlmProxy(): Promise<EvalSite> {
  const double = await startLlmProxyDouble();
  // A proxy without a key would take every request.
  const key = double.key ?? '';
  return siteAt(double, key, { definition: llmApiKeyProxy, service: llmProxyService }, async () => {
    double.process.restart();
    return byPrefix(double.process.served());
  });
}

/** A double of CLIProxyAPI. Its facts are the models that clients get. */
export async function openCliProxy(): Promise<EvalSite> {
  const double = await startCliProxyDouble({ reloadMs: 0 });
  const parts = { definition: cliProxyApi, service: cliProxyService };
  return siteAt(double, double.key, parts, async () => ({ clients: [...new Set(await double.served())] }));
}

/** A double of Open WebUI. Its facts are the models that users can choose, those hidden from their lists, and those whose calls are served. */
export async function openOpenWebui(): Promise<EvalSite> {
  const double = await startOpenWebuiDouble();
  const parts = { definition: openWebui, service: openWebuiService };
  return siteAt(double, double.key, parts, async () => ({
    choosable: await double.choosable(),
    callable: double.callable(),
    hidden: double.stored.filter(({ meta }) => meta.hidden === true).map(({ id }) => id),
  }));
}

/** A double of new-api. Its facts are the models of each channel that is on, and what the groups' clients can call. */
export async function openNewApi(): Promise<EvalSite> {
  const double = await startNewApiDouble();
  const parts = { definition: newApi, service: newApiService };
  return siteAt(double, double.session.accessToken, parts, async () => ({
    served: servedOf(double.channels),
    on: double.channels.filter(({ status }) => status === 1).map(({ name }) => name),
  }));
}

function byPrefix(ids: readonly string[]): Facts {
  const groups: Record<string, string[]> = {};
  for (const id of ids) {
    const provider = id.slice(0, id.indexOf('/'));
    groups[provider] = [...(groups[provider] ?? []), id]; // The first of its provider.
  }
  return groups;
}
