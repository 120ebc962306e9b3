import { fileURLToPath } from 'node:url';
import { planDemoReply } from '../demo-model/plan-demo-reply';
import { createApp } from './app';
import { createCatalogue, DEFAULT_MODEL_COUNT } from './catalogue';
import { createEnvFile } from './env-file';
import { type RunningServer, serveApp } from './serve-app';
import { createUpstream } from './upstream/upstream';
import { readUpstreamSettings } from './upstream/upstream-settings';

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
  /** The address of a real OpenAI-compatible endpoint that answers for every model but the demo one; null for none. */
  upstreamBaseUrl?: string | null;
  /** What the upstream wants as a Bearer token; null sends none. */
  upstreamApiKey?: string | null;
  /** Whether tests may make answers go wrong. */
  faults?: boolean;
  /** Where the fault `redirect` leads. */
  faultRedirectUrl?: string;
}

/** A playground as it starts when nothing is said. */
export const PLAYGROUND_DEFAULTS = {
  envFile: 'playground.env',
  port: 8787,
  host: '127.0.0.1',
  models: DEFAULT_MODEL_COUNT,
  latencyMs: 15,
  apiKey: null,
  upstreamBaseUrl: null,
  upstreamApiKey: null,
  faults: false,
  // The port for discarding what is sent: nobody listens there.
  faultRedirectUrl: 'http://127.0.0.1:9/',
} as const satisfies Required<PlaygroundOptions>;

/** Fixed, so that every playground of one size lists the same models. */
const CATALOGUE_SEED = 1;

const PAGE_FOLDER = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Starts a playground in this process. Rejects with ListenError when the port can't be had, with EnvFileError when the
 * file can't be read, and with UpstreamSettingsError when the upstream's address or key can't be used.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<RunningServer> {
  const settings = { ...PLAYGROUND_DEFAULTS, ...options };
  const upstream = readUpstreamSettings(settings.upstreamBaseUrl, settings.upstreamApiKey);
  const envFile = createEnvFile(settings.envFile);
  await envFile.read();
  const app = createApp({
    catalogue: createCatalogue({ seed: CATALOGUE_SEED, size: settings.models }),
    envFile,
    planReply: planDemoReply,
    latencyMs: settings.latencyMs,
    apiKey: settings.apiKey,
    pageFolder: PAGE_FOLDER,
    ...(upstream === null ? {} : { upstream: createUpstream(upstream) }),
    ...(settings.faults ? { faults: { redirectUrl: settings.faultRedirectUrl } } : {}),
  });
  return serveApp(app, settings);
}
