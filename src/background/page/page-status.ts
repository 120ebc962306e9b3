import { accentProblems } from '@/src/core/adapter/accent';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageToolsIn, withPageTools } from '@/src/core/adapter/adapter-of-chat';
import { modelStrip } from '@/src/core/adapter/model-strip';
import { goesLive, isReadOnly } from '@/src/core/adapter/saving';
import { globsFittingNothing } from '@/src/core/context/part-globs';
import type { StewardError } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/page-status';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Json } from '@/src/schema/values/json';
import { countMarks, type ModelCounts } from '@/src/schema/values/model-strip';
import { type Said, say } from '@/src/schema/values/said';
import { isCrash } from './page-errors';

/**
 * Status of a page that was read. `settings`: those of the chat, which may leave out parts of the page. `place`: where
 * the page is open, whether Steward keeps its access to the site, and whether the page can show what is named.
 */
export async function connectedStatus(
  adapter: AdapterDefinition,
  context: Json,
  settings: Pick<ChatSettings, 'leftOutParts'>,
  place: Pick<
    Extract<PageStatus, { state: 'connected' }>,
    'tabId' | 'origin' | 'isLasting' | 'canShow' | 'siteVersion'
  >,
): Promise<PageStatus> {
  const pageTools = pageToolsIn(adapter, context);
  const definition = withPageTools(adapter, pageTools);
  const line = definition.pageLine(context);
  return {
    state: 'connected',
    ...place,
    line: {
      ...line,
      name: definition.isShared === true ? new URL(place.origin).host : line.name,
      facts: [...unfitGlobs(definition, context, settings), ...line.facts],
    },
    models: await modelCounts(definition, context),
    hasRules: definition.ruleUse !== undefined,
    goesLive: goesLive(definition, context),
    isReadOnly: isReadOnly(definition),
    offersTools: pageTools.length > 0,
    // An adapter may have none of these.
    accent: readableAccent(definition),
    suggestions: definition.suggestions?.(context) ?? [],
    proposedBaseUrl: definition.proposedBaseUrl?.(place.origin) ?? null,
  };
}

/** The models of the page by state, compared with the saved ones; null for a page without models. */
async function modelCounts(definition: AdapterDefinition, context: Json): Promise<ModelCounts | null> {
  const { saving } = definition;
  const to = definition.restorableState(context);
  const saved = goesLive(definition, context)
    ? null
    : saving?.stateFromSaved(context, saving.savedState(context));
  const from = saved ?? to; // Nothing to compare with.
  const strip = await modelStrip(definition, context, { from, to });
  return strip && countMarks(strip);
}

function readableAccent({ accent }: AdapterDefinition) {
  return accent === undefined || accentProblems(accent).length > 0 ? null : accent;
}

/**
 * Names the globs of left-out parts that fit no part of the page: nothing is left out for them. Empty if each glob fits
 * a part.
 */
function unfitGlobs(
  { parts }: AdapterDefinition,
  context: Json,
  { leftOutParts }: Pick<ChatSettings, 'leftOutParts'>,
): Said[] {
  if (parts === undefined || leftOutParts.length === 0) return [];
  const keys = parts.list(context).map(({ key }) => key);
  const unfit = globsFittingNothing(leftOutParts, keys);
  return unfit.length === 0 ? [] : [say('said.page.noPartFits', { globs: unfit })];
}

/** The status of a page that could not be read. `keyName`: the name of the key that its adapter needs; null if it needs none. */
export function failedStatus(
  error: StewardError,
  { adapterId, origin }: PageBinding,
  keyName: Said | null,
): PageStatus {
  if (error.code === 'permission-missing') return { state: 'not-allowed', url: origin };
  if (error.code === 'timeout') return { state: 'silent', url: origin };
  const { said: message, remedy } = error;
  if (error.code === 'page-key' && keyName !== null) {
    return { state: 'key-needed', url: origin, adapterId, keyName, message, remedy };
  }
  if (error.code === 'page-protocol' || error.code === 'too-complex' || isCrash(error)) {
    return { state: 'incompatible', url: origin, message, remedy };
  }
  return { state: 'gone' };
}
