import { fileURLToPath } from 'node:url';
import { planDemoReply } from '../demo-model/plan-demo-reply';
import { createApp } from './app';
import { createCatalogue, DEFAULT_MODEL_COUNT } from './catalogue';
import { createEnvFile } from './env-file';
import { readFilters } from './saved-rules';
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
  /** What larger catalogues are made up from; see {@link createCatalogue}. */
  seed?: number;
  /** The one provider that the catalogue has; null for all. */
  singleProvider?: string | null;
  /** Whether saved rules take effect at the next start only, as in a proxy that reads its file once. */
  applyOnRestart?: boolean;
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
  seed: 1,
  singleProvider: null,
  applyOnRestart: false,
  latencyMs: 15,
  apiKey: null,
  upstreamBaseUrl: null,
  upstreamApiKey: null,
  faults: false,
  // The port for discarding what is sent: nobody listens there.
  faultRedirectUrl: 'http://127.0.0.1:9/',
} as const satisfies Required<PlaygroundOptions>;

const PAGE_FOLDER = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Starts a playground in this process. Rejects with ListenError when the port can't be had, with EnvFileError when the
 * file can't be read, and with UpstreamSettingsError when the upstream's address or key can't be used.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<RunningServer> {
  const settings = { ...PLAYGROUND_DEFAULTS, ...options };
  const upstream = readUpstreamSettings(settings.upstreamBaseUrl, settings.upstreamApiKey);
  const envFile = createEnvFile(settings.envFile);
  const rulesAtStart = readFilters(await envFile.read());
  const { singleProvider: provider } = settings;
  const app = createApp({
    catalogue: createCatalogue({
      seed: settings.seed,
      size: settings.models,
      ...(provider === null ? {} : { provider }),
    }),
    envFile,
    ...(settings.applyOnRestart ? { rulesAtStart } : {}),
    planReply: planDemoReply,
    latencyMs: settings.latencyMs,
    apiKey: settings.apiKey,
    pageFolder: PAGE_FOLDER,
    ...(upstream === null ? {} : { upstream: createUpstream(upstream) }),
    ...(settings.faults ? { faults: { redirectUrl: settings.faultRedirectUrl } } : {}),
  });
  return serveApp(app, settings);
}
