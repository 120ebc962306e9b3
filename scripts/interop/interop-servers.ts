/** A server that `npm run test:interop` can drive an adapter against. */
export interface InteropServer {
  /** The option that takes its address, without the dashes. */
  option: string;
  name: string;
  /** Its key, in the middle of a sentence, e.g. "its management key". */
  key: string;
  /** False if some of these servers need no key. */
  needsKey: boolean;
  /** An example of its address, with the page that has to be there. */
  address: string;
  /** Other things that the server needs. */
  needs: string;
  /** The test file. */
  spec: string;
  /** The variables of the environment in which the tests get address and key. */
  env: { origin: string; key: string };
  /** An option for this server alone; null if it has none. */
  further: { option: string; argument: string; help: string; env: string } | null;
}

/** Every such server, in the order of the help. */
export const INTEROP_SERVERS: readonly InteropServer[] = [
  {
    option: 'cli-proxy-api',
    name: 'CLIProxyAPI',
    key: 'its management key',
    needsKey: true,
    address: 'http://127.0.0.1:8317, with /management.html',
    needs: 'a client API key, and an OAuth account or API key whose models appear in /v1/models',
    spec: 'tests/interop/cli-proxy.spec.ts',
    env: { origin: 'INTEROP_CLI_PROXY_ORIGIN', key: 'INTEROP_CLI_PROXY_KEY' },
    further: null,
  },
  {
    option: 'llm-api-key-proxy',
    name: 'LLM-API-Key-Proxy with web UI',
    key: 'its PROXY_API_KEY; left out if it has none',
    needsKey: false,
    address: 'http://127.0.0.1:8000, with /ui',
    needs: 'a provider with models in /v1/models',
    spec: 'tests/interop/llm-api-key-proxy.spec.ts',
    env: { origin: 'INTEROP_LLM_PROXY_ORIGIN', key: 'INTEROP_LLM_PROXY_KEY' },
    further: {
      option: 'restart',
      argument: 'COMMAND',
      help: 'restarts it; without it, nothing is tried that holds after a restart only',
      env: 'INTEROP_LLM_PROXY_RESTART',
    },
  },
  {
    option: 'open-webui',
    name: 'Open WebUI',
    key: 'the session token of an administrator: what a signed-in page keeps as “token” in its local storage',
    needsKey: true,
    address: 'http://127.0.0.1:8080',
    needs:
      'an API key of that administrator, and a connection that offers at least two models with "preview" in their ids',
    spec: 'tests/interop/open-webui.spec.ts',
    env: { origin: 'INTEROP_OPEN_WEBUI_ORIGIN', key: 'INTEROP_OPEN_WEBUI_KEY' },
    further: null,
  },
];
