import type { PageServices } from '@/src/background/page/page-services';

/** No adapter has a part in the background: every state half runs in the page. */
export const noServices: PageServices = {
  serves: () => false,
  wayTo: async () => null,
  keyNameOf: () => null,
  request: () => Promise.reject(new Error('no adapter reads its pages from the background')),
};
