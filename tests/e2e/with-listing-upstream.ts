import { withFilterPlayground } from '@/tests/fakes/filter-playground';
import { type RawEndpoint, startRawEndpoint } from '@/tests/fakes/raw-endpoint';
import { ENV_FILE } from '@/tests/fakes/test-playground';

/** A server from which a proxy gets the names of its models. `list` replaces them. */
export type ListingUpstream = RawEndpoint & { list(names: readonly string[]): void };

/** Runs `use` with an upstream that lists these models at first. */
export async function withListingUpstream(
  first: readonly string[],
  use: (upstream: ListingUpstream) => Promise<void>,
): Promise<void> {
  let listed = first;
  const server = await startRawEndpoint(async (reply) => {
    reply.head(200, { 'content-type': 'application/json' });
    await reply.write(JSON.stringify({ data: listed.map((id) => ({ id })) }));
    reply.end();
  });
  await use({
    ...server,
    list(names) {
      listed = names;
    },
  });
  await server.close();
}

/** Runs `use` with a playground with this number of models besides those of the upstream. */
export async function withPlaygroundOf(
  { baseUrl }: ListingUpstream,
  models: number,
  use: (playground: PlaygroundWithKey) => Promise<void>,
): Promise<void> {
  const apiKey = `test-${crypto.randomUUID()}`;
  const options = { apiKey, models, latencyMs: 0, upstreamBaseUrl: baseUrl, envText: ENV_FILE };
  await withFilterPlayground(options, (playground) => use({ ...playground, apiKey }));
}

type PlaygroundWithKey = Parameters<Parameters<typeof withFilterPlayground>[1]>[0] & { apiKey: string };
