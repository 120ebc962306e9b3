import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlayground } from '@/playground/server/start-playground';
import { listModelIds } from '@/scripts/drive/list-model-ids';

/** A playground of a test's own, in either browser. */
export interface TestPlayground {
  url: string;
  apiKey: string;
  /** The file that holds the saved rules. */
  readEnvFile(): Promise<string>;
  /** The ids that a client of the proxy sees now. */
  listModelIds(): Promise<string[]>;
}

/** What the saved rules look like before anybody touched them; a comment and a line of somebody else must survive. */
export const ENV_FILE = '# The proxy of the tests\nOPENAI_API_BASE=http://127.0.0.1:9\n';

/** Starts a real playground on a free port, lends it to `use`, and leaves nothing behind. */
export async function withTestPlayground(use: (playground: TestPlayground) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-playground-'));
  const envFile = join(folder, 'playground.env');
  await writeFile(envFile, ENV_FILE);
  const apiKey = `test-${crypto.randomUUID()}`;
  const server = await startPlayground({
    port: 0,
    host: '127.0.0.1',
    envFile,
    models: 400,
    latencyMs: 5,
    apiKey,
    faults: true,
  });
  try {
    await use({
      url: server.url,
      apiKey,
      readEnvFile: () => readFile(envFile, 'utf8'),
      listModelIds: () => listModelIds(`${server.url}/v1`, apiKey),
    });
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}
