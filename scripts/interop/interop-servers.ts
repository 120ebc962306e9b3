/** A server that `npm run test:interop` can drive an adapter against. */
export interface InteropServer {
  /** The option that takes its address, without the dashes. */
  option: string;
  name: string;
  /** Its key, in the middle of a sentence, e.g. "its management key". */
  key: string;
  /** An example of its address, with the page that has to be there. */
  address: string;
  /** Other things that the server needs. */
  needs: string;
  /** Playwright's name of the test file. */
  spec: string;
  /** The variables of the environment in which the tests get address and key. */
  env: { origin: string; key: string };
}

/** Every such server, in the order of the help. */
export const INTEROP_SERVERS: readonly InteropServer[] = [
  {
    option: 'cli-proxy-api',
    name: 'CLIProxyAPI',
    key: 'its management key',
    address: 'http://127.0.0.1:8317, with /management.html',
    needs: 'a client API key, and an OAuth account or API key whose models appear in /v1/models',
    spec: 'tests/interop/cli-proxy.spec.ts',
    env: { origin: 'INTEROP_CLI_PROXY_ORIGIN', key: 'INTEROP_CLI_PROXY_KEY' },
  },
  {
    option: 'open-webui',
    name: 'Open WebUI',
    key: 'the session token of an administrator: what a signed-in page keeps as “token” in its local storage',
    address: 'http://127.0.0.1:8080',
    needs:
      'an API key of that administrator, and a connection that offers at least two models with "preview" in their ids',
    spec: 'tests/interop/open-webui.spec.ts',
    env: { origin: 'INTEROP_OPEN_WEBUI_ORIGIN', key: 'INTEROP_OPEN_WEBUI_KEY' },
  },
];
