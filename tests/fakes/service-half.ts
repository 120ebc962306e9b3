import { setTimeout } from 'node:timers/promises';
import { createPageService } from '@/src/background/page/page-service';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';

/** Servers of the tests apply a change this many times as fast as real ones, so the halves wait shorter for it. */
const SPEED = 20;

/** The real state half of an adapter at a server, with its key. `send`: sends its requests. */
export function serviceHalfAt(
  adapter: ServiceAdapter,
  origin: string,
  key: string,
  send: typeof fetch = fetch,
): StateHalf {
  const keys = {
    keyOf: async () => ({ adapterId: adapter.id, origin, key, refusal: null }),
    refuse: async () => undefined,
  };
  const service = createPageService({ clock: Date, keys, fetch: send }, adapter, origin);
  return adapter.createHalf(service, Date, { sleep: (delayMs) => setTimeout(delayMs / SPEED) });
}
