import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlaygroundOptions, startPlayground } from '@/playground/server/start-playground';
import { listModelIds } from '@/tests/drive/list-model-ids';

/** A playground whose rules file a test reads and edits, as an admin with an editor does. */
export interface FilterPlayground {
  url: string;
  /** The path of the file that holds the saved rules. */
  envFile: string;
  readEnvFile(): Promise<string>;
  writeEnvFile(text: string): Promise<void>;
  /** The ids that a client of the proxy sees at present. */
  listModelIds(): Promise<string[]>;
}

/**
 * Starts a real playground on a free port, passes it to `use`, and removes it afterwards. Unless `options` says otherwise it
 * requires no key, and applies saved rules at once, so that a test sees their effect without a restart. `envText`: initial content of its rules file.
 */
export async function withFilterPlayground<Value>(
  { envText, ...options }: PlaygroundOptions & { envText: string },
  use: (playground: FilterPlayground) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-playground-'));
  const envFile = join(folder, 'playground.env');
  await writeFile(envFile, envText);
  const server = await startPlayground({ port: 0, faults: true, applyAtOnce: true, ...options, envFile });
  try {
    return await use({
      url: server.url,
      envFile,
      readEnvFile: () => readFile(envFile, 'utf8'),
      writeEnvFile: (text) => writeFile(envFile, text),
      listModelIds: () => listModelIds(`${server.url}/v1`, options.apiKey ?? ''),
    });
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}
