import { isDeepStrictEqual } from 'node:util';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { createFakeModelFilterPage } from './model-filter-page';
import { siteOf } from './page-site';

/** The whole model-filter adapter on a page in memory, as the loop uses it. */
export function createModelFilterSite(document: Document, initial: ModelFilterContext) {
  const fake = createFakeModelFilterPage(document, initial);
  const adapter = modelFilter as unknown as AdapterDefinition;
  const half = createModelFilterPage(document);
  const site = siteOf(adapter, half, document, (context) => isDeepStrictEqual(context, fake.state));
  return { ...site, fake };
}
