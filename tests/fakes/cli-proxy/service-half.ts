import { cliProxyService, createStateHalf } from '@/src/adapters/cli-proxy-api/service';
import { createPageService } from '@/src/background/services/page-service';
import type { StateHalf } from '@/src/core/adapter/page-half';

/** The adapter's real state half at a server, with its key. */
export function serviceHalfAt(origin: string, key: string): StateHalf {
  const keys = {
    keyOf: async () => ({ adapterId: cliProxyService.id, origin, key, refusal: null }),
    refuse: async () => undefined,
  };
  return createStateHalf(createPageService({ keys, fetch }, cliProxyService, origin), () => Date.now());
}
