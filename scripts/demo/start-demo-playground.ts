import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListenError } from '@/playground/server/serve-app';
import { PLAYGROUND_DEFAULTS, startPlayground } from '@/playground/server/start-playground';

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

/** Starts a playground with its own key, whose rules are in demo-output/, on the default port, or on a free one if that is in use. */
export async function startDemoPlayground() {
  writeFileSync(ENV_FILE, FIRST_LINES);
  const { host, port } = PLAYGROUND_DEFAULTS;
  const apiKey = `demo-${crypto.randomUUID()}`;
  const start = (on: number) => startPlayground({ host, port: on, envFile: ENV_FILE, apiKey });
  let server = await start(port).catch((error) => {
    if (!(error instanceof ListenError)) throw error;
    return start(0);
  });
  return {
    url: server.url,
    apiKey,
    readEnvFile: () => readFileSync(ENV_FILE, 'utf8'),
    /** Restarts it at the same URL, which makes it apply the rules saved meanwhile. */
    async restart() {
      const usedPort = Number(new URL(server.url).port);
      await server.close();
      server = await start(usedPort);
    },
    close: () => server.close(),
  };
}
