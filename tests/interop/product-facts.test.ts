import { expect, it } from 'vitest';
import { cliProxyApi } from '@/src/adapters/cli-proxy-api/definition';
import { cliProxyService } from '@/src/adapters/cli-proxy-api/service';
import { llmApiKeyProxy } from '@/src/adapters/llm-api-key-proxy/definition';
import { llmProxyService } from '@/src/adapters/llm-api-key-proxy/service';
import { openWebui } from '@/src/adapters/open-webui/definition';
import { openWebuiService } from '@/src/adapters/open-webui/service';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { startLlmProxyDouble } from '@/tests/fakes/llm-proxy/start-llm-proxy-double';
import { startOpenWebuiDouble } from '@/tests/fakes/open-webui/start-open-webui-double';
import { factsAt } from './product-facts';

type Double = { origin: string; key: string | null; close(): Promise<void> };

it.each<[string, () => Promise<Double>, Pick<AdapterDefinition, 'pageLine'>, ServiceAdapter, string]>([
  [
    'CLIProxyAPI',
    () => startCliProxyDouble({ reloadMs: 0 }),
    cliProxyApi,
    cliProxyService,
    '2 exclusion rules',
  ],
  ['LLM-API-Key-Proxy', startLlmProxyDouble, llmApiKeyProxy, llmProxyService, '3 rules'],
  ['Open WebUI', startOpenWebuiDouble, openWebui, openWebuiService, '1 disabled'],
])(
  'the facts of %s that are read from a server equal those of the panel’s page line',
  async (_, start, definition, service, first) => {
    const double = await start();
    const [fact] = await factsAt(double, definition, service);
    await double.close();
    expect(fact).toBe(first);
  },
);
