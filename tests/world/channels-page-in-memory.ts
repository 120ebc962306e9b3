import { createChannelsHalf } from '@/src/adapters/new-api/channels-half';
import type { PageService } from '@/src/core/adapter/service-adapter';
import { type RoutedChannels, routeOfChannels } from '@/tests/fakes/new-api/channel-routes';
import { hostOf } from '@/tests/fakes/page-adapter';
import { PAGE_ORIGIN } from './addresses';
import { createBareDocument } from './bare-document';
import type { PageInMemory } from './page-in-memory';

/** A new-api server whose channels a page shows. */
export interface ChannelsServer extends RoutedChannels {
  /** The models that an upstream lists, by the channel's id; missing for those of the double. */
  upstreams: Readonly<Record<number, readonly string[]>>;
  /** The message with which the server refuses each change; null if it takes them. */
  refusal: string | null;
}

/** A new-api's page in a tab: the real half and the content script's host, at the routes of the double. */
export function createChannelsPage(
  extensionId: string,
  server: ChannelsServer,
): Pick<PageInMemory, 'answer' | 'changes'> {
  const made: ReturnType<PageInMemory['changes']> = [];
  const request: PageService['request'] = async ({ method, path, body }) => {
    const { status, body: answer } = answerOf(server, method, new URL(path, PAGE_ORIGIN), body);
    if (method !== 'GET') made.push({ what: `${method} ${path}`, body: Object(body) });
    return { status, body: structuredClone(answer) as never, withoutKey: (text) => text };
  };
  const { half } = createChannelsHalf({ origin: PAGE_ORIGIN, request }, false);
  const page = {
    ...half,
    detect: async () => ({ instanceId: PAGE_ORIGIN, title: 'new-api' }),
    subscribe: () => undefined,
  };
  const host = hostOf(page, createBareDocument(), extensionId);
  return { answer: (message, sender) => host.handleMessage(message, sender), changes: () => made };
}

function answerOf(server: ChannelsServer, method: string, url: URL, body: unknown) {
  const path = url.pathname;
  const listed = server.upstreams[Number(/\/fetch_models\/(\d+)$/.exec(path)?.[1])];
  const done = (data: unknown) => ({ status: 200, body: { success: true, data } });
  if (path === '/api/status') return done({ self_use_mode_enabled: server.isSelfUse });
  if (listed !== undefined) return done(listed);
  if (method !== 'GET' && server.refusal !== null)
    return { status: 200, body: { success: false, message: server.refusal } };
  return routeOfChannels(server, { method, url, body });
}
