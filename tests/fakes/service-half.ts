import { createPageService } from '@/src/background/page/page-service';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';

/** The real state half of an adapter at a server, with its key. */
export function serviceHalfAt(adapter: ServiceAdapter, origin: string, key: string): StateHalf {
  const keys = {
    keyOf: async () => ({ adapterId: adapter.id, origin, key, refusal: null }),
    refuse: async () => undefined,
  };
  return adapter.createHalf(createPageService({ clock: Date, keys, fetch }, adapter, origin), Date);
}
