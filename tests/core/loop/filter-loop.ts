import { onTestFinished } from 'vitest';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { createLoopHarness, type Turn } from '../../fakes/loop-harness';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createModelFilterSite } from '../../fakes/model-filter-site';

/** A loop about a filter page in memory, with the whole model-filter adapter and its content script. */
export async function filterLoop(
  script: Turn[],
  state: Partial<ModelFilterContext>,
  settings: Partial<ChatSettings>,
) {
  const site = createModelFilterSite(document, modelFilterState(state));
  onTestFinished(site.fake.remove);
  return { h: await createLoopHarness(script, { site, settings }), fake: site.fake };
}
