import { fileURLToPath } from 'node:url';
import { planDemoReply } from '../demo-model/plan-demo-reply';
import { createApp } from './app';
import { createCatalogue, DEFAULT_MODEL_COUNT } from './catalogue';
import { createEnvFile } from './env-file';
import { type RunningServer, serveApp } from './serve-app';

/** What a playground can be told. What is left out has the value of {@link PLAYGROUND_DEFAULTS}. */
export interface PlaygroundOptions {
  /** The .env file that holds the saved rules; made at the first save. */
  envFile?: string;
  /** 0 takes a free one. */
  port?: number;
  host?: string;
  /** How many models the catalogue has. */
  models?: number;
  /** The pause between two chunks of a stream. */
  latencyMs?: number;
  /** What clients must send as a Bearer token; null lets everyone in. */
  apiKey?: string | null;
}

/** A playground as it starts when nothing is said. */
export const PLAYGROUND_DEFAULTS = {
  envFile: 'playground.env',
  port: 8787,
  host: '127.0.0.1',
  models: DEFAULT_MODEL_COUNT,
  latencyMs: 15,
  apiKey: null,
} as const satisfies Required<PlaygroundOptions>;

/** Fixed, so that every playground of one size lists the same models. */
const CATALOGUE_SEED = 1;

const PAGE_FOLDER = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Starts a playground in this process. Rejects with ListenError when the port can't be had, and with EnvFileError
 * when the file can't be read.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<RunningServer> {
  const settings = { ...PLAYGROUND_DEFAULTS, ...options };
  const envFile = createEnvFile(settings.envFile);
  await envFile.read();
  const app = createApp({
    catalogue: createCatalogue({ seed: CATALOGUE_SEED, size: settings.models }),
    envFile,
    planReply: planDemoReply,
    latencyMs: settings.latencyMs,
    apiKey: settings.apiKey,
    pageFolder: PAGE_FOLDER,
  });
  return serveApp(app, settings);
}
