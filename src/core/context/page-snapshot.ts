import type { ChatSettings } from '@/src/schema/chat-settings';
import type { ContextItem } from '@/src/schema/snapshot';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { hashJson } from '../hash';
import type { PageReading } from '../ports/page-port';
import { heldContributions } from '../prompts/prompt-contribution';
import { estimateTokens } from '../text/estimate-tokens';
import { pageDataBlock } from './page-data-block';
import { matcherOf } from './part-globs';
import { shownContext } from './shown-context';

/** State of the page as the requests of a run contain it. */
export interface PageSnapshot {
  /** The page's state as a block of page data. */
  text: string;
  /** Number of the snapshot in its chat, from 1. */
  snapshotId: number;
  /** All parts of the page, including those that the chat leaves out. */
  items: ContextItem[];
  /** Keys of the conditional contributions that apply to this state, see {@link heldContributions}. */
  contributions: string[];
  size: SnapshotSize;
}

/** The size of a page's state in relation to its budget. */
export interface SnapshotSize {
  /** Estimated number of tokens of the page's state. */
  tokens: number;
  /** True if the state was shortened to fit the budget. */
  isCut: boolean;
}

export interface SnapshotRequest {
  snapshotId: number;
  /** Delimits the block of page data; see {@link pageDataBlock}. */
  nonce: string;
  settings: Pick<ChatSettings, 'contextBudgetTokens' | 'leftOutParts'>;
}

/** Key of the only part of a page whose adapter doesn't divide it. */
const WHOLE_PAGE = 'page';

/** Encodes one reading of the page within the chat's token budget, without the parts that the chat leaves out. */
export function takeSnapshot(
  adapter: AdapterDefinition,
  reading: Pick<PageReading, 'context' | 'source'>,
  { snapshotId, nonce, settings }: SnapshotRequest,
): PageSnapshot {
  const budgetTokens = settings.contextBudgetTokens;
  const isLeftOut = matcherOf(settings.leftOutParts);
  const shown = shownContext(adapter, settings, reading.context);
  const capturedAtMs = reading.source.askedAtMs;
  const items = partsOf(adapter, reading.context).map(({ key, content }) => ({
    key,
    hash: hashJson(content),
    capturedAtMs,
    isSent: adapter.parts === undefined || !isLeftOut(key),
  }));
  const encoded = adapter.encodeContext(shown, budgetTokens);
  // Each list is cut on its own, so a state can be cut and still be far below the budget.
  const isCut = adapter.encodeContext(shown, budgetTokens * ROOMIER) !== encoded;
  // The kind of the page, written as the names of tools are: `model_filter`.
  const windowType = adapter.id.replaceAll('-', '_');
  return {
    text: pageDataBlock('page-state', nonce, `window_type: ${windowType}\n${encoded}`),
    snapshotId,
    items,
    contributions: heldContributions(adapter.contributions, reading.context),
    size: { tokens: estimateTokens(encoded), isCut },
  };
}

/**
 * A state was cut if a budget this many times larger gives a longer text. The budget of this check is limited,
 * since a page may hold megabytes.
 */
const ROOMIER = 8;

function partsOf(adapter: AdapterDefinition, context: Json): { key: string; content: Json }[] {
  // A page that its adapter doesn't divide is one part.
  return adapter.parts?.list(context) ?? [{ key: WHOLE_PAGE, content: context }];
}
