import { serviceAdapters } from '@/src/adapters/background';
import { pageAdapters } from '@/src/adapters/page-halves';
import type { PageDetector, PageHalf } from '@/src/core/adapter/page-half';
import { serviceHalfAt } from '@/tests/fakes/service-half';
import { installKit } from './kit-page';

installKit(async (name, document, key) => {
  const adapter = pageAdapters.find(({ id }) => id === name);
  if (adapter === undefined) throw new Error(`There is no ${name} in src/adapters/page-halves.ts.`);
  const half = (await adapter.load())(document);
  return isWhole(half) ? half : withStateHalf(half, document, key);
});

function isWhole(half: PageHalf | PageDetector): half is PageHalf {
  return 'getContext' in half;
}

/** The kit has no background, so that the page's requests are seen: here the state half runs beside its detector. */
function withStateHalf(detector: PageDetector, document: Document, key: string | null): PageHalf {
  const adapter = serviceAdapters.find(({ id }) => id === detector.id);
  if (adapter === undefined)
    throw new Error(`There is no state half of ${detector.id} in src/adapters/service-adapters.ts.`);
  if (key === null) throw new Error(`The fixture of ${detector.id} has no ${adapter.keyName}.`);
  return { ...detector, ...serviceHalfAt(adapter, document.location.origin, key) };
}
