import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListenError } from '@/playground/server/serve-app';
import { PLAYGROUND_DEFAULTS, startPlayground } from '@/playground/server/start-playground';
import { startPlaygrounds } from '@/playground/server/start-playgrounds';

/** The folder for the demo's screenshots and rules. */
export const OUTPUT_FOLDER = 'demo-output';

const ENV_FILE = join(OUTPUT_FOLDER, 'playground.env');
const FIRST_LINES = '# The demo’s proxy keeps its rules here\nPROXY_TITLE=Demo\n';

export type DemoPlayground = Awaited<ReturnType<typeof startDemoPlayground>>;

/** Removes the output of an earlier demo. */
export function emptyOutput(): void {
  rmSync(OUTPUT_FOLDER, { recursive: true, force: true });
  mkdirSync(OUTPUT_FOLDER);
}

/**
 * Starts a playground with its own key, whose rules are in demo-output/, on the default port, or on a free one if that is in use. More than
 * one are on neighbouring ports, with the same key.
 */
export async function startDemoPlayground(proxies: number) {
  if (proxies === 1) writeFileSync(ENV_FILE, FIRST_LINES);
  const { host, port } = PLAYGROUND_DEFAULTS;
  const apiKey = `demo-${crypto.randomUUID()}`;
  const optionsAt = (on: number) => ({ host, port: on, envFile: ENV_FILE, apiKey });
  const [first, ...others] = await startPlaygrounds(proxies, optionsAt(port)).catch((error) => {
    if (!(error instanceof ListenError)) throw error;
    return startPlaygrounds(proxies, optionsAt(0));
  });
  let server = first;
  return {
    url: server.url,
    apiKey,
    /** The addresses of all proxies, in their order. */
    urls: [server, ...others].map(({ url }) => url),
    readEnvFile: () => readFileSync(ENV_FILE, 'utf8'),
    /** Restarts it at the same URL, which makes it apply the rules saved meanwhile. */
    async restart() {
      const usedPort = Number(new URL(server.url).port);
      await server.close();
      server = await startPlayground(optionsAt(usedPort));
    },
    async close() {
      for (const one of [server, ...others]) await one.close();
    },
  };
}
