import type { Chat, Target } from '@/src/schema/chat';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import { compareStates } from '../adapter/compare-states';
import { boundChanges } from '../context/bound-changes';
import { changeLines, pageDataBlock } from '../context/page-data-block';
import { toErrorInfo } from '../errors';
import { comparePage } from '../page-history/compare-page';
import { unreportedChanges } from '../page-history/unreported-changes';
import type { PageReading } from '../ports/page-port';
import { english } from '../text/english';
import { LINE_BREAK } from '../text/line-break';
import type { LoopDeps } from './agent-loop';
import { sentPage } from './sent-page';

/** Most differences from the first site that are listed for each other site. */
const MAX_DIFFERENCES = 20;

type ShowDeps = Pick<LoopDeps, 'adapters' | 'journal' | 'observer' | 'page'>;

/**
 * The sites of a chat about several sites as a block of page data: for each its counts, what others changed since the model last
 * received it, and how it differs from the first, whose whole state stands in the request. The sites' own chats know these states from
 * then on. Empty for a chat about one page.
 *
 * @param first the reading of the first site
 */
export async function sitesAsShown(
  deps: ShowDeps,
  chat: Chat,
  first: PageReading,
  nonce: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (chat.targets === undefined) return '';
  const adapter = adapterFor(chat, deps.adapters);
  const shown = await Promise.all(
    chat.targets.map((site, index) => lookAt(deps, site, index === 0 ? first : null, signal)),
  );
  for (let most = MAX_DIFFERENCES; ; most = Math.floor(most / 2)) {
    const text = shown.map((site) => siteLines(adapter, site, first.context, most)).join('\n');
    // Four characters make about one token.
    if (most > 0 && text.length > chat.settings.contextBudgetTokens * 4) continue;
    return `\n${pageDataBlock('other-sites', nonce, text)}`;
  }
}

interface ShownSite {
  name: string;
  /** The site's state; or the reason why it can't be read. */
  context: Json;
  problem: string | null;
  /** Lines on what others changed; empty for none. */
  changes: string;
}

/** Reads a site, and stores that its chat knows this state. */
async function lookAt(
  deps: ShowDeps,
  { name, chatId }: Target,
  read: PageReading | null,
  signal: AbortSignal | undefined,
): Promise<ShownSite> {
  const member = await deps.journal.chatById(chatId);
  try {
    const found = await comparePage(deps, member, read ?? (await deps.page.readContext(member, signal)));
    const adapter = adapterFor(member, deps.adapters);
    const changes = changeLines(
      boundChanges(adapter, member.settings, unreportedChanges(adapter, member, found)),
    );
    const { reading, place: at } = found;
    const update = { chatId, context: reading.context, at, chat: sentPage(deps, member, reading) };
    await deps.journal.storePageUpdate({ ...update, report: null });
    return { name, context: reading.context, problem: null, changes };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { name, context: null, problem: english(toErrorInfo(error).message), changes: '' };
  }
}

function siteLines(
  adapter: AdapterDefinition,
  { name, context, problem, changes }: ShownSite,
  first: Json,
  most: number,
): string {
  if (problem !== null) return `site ${JSON.stringify(name)}: can’t be read now: ${oneLine(problem)}`;
  const { name: subject, facts } = adapter.pageLine(context);
  const counts = [...(subject === null ? [] : [subject]), ...facts.map(english)].join(' · ');
  const { differences, total } = compareStates(adapter, first, context);
  const listed = differences.slice(0, most);
  const more = total - listed.length;
  return [
    `site ${JSON.stringify(name)}: ${oneLine(counts)} · ${total} differences from the first`,
    ...listed.map(({ kind, text }) => `  ${kind}: ${oneLine(english(text))}`),
    ...(more > 0 ? [`  and ${more} more; compare_sites lists them`] : []),
    ...(changes === '' ? [] : [`  changed since you last received it:\n${changes}`]),
  ].join('\n');
}

/** Text of a page that can't imitate the line of another site. */
function oneLine(text: string): string {
  return text.replace(LINE_BREAK, ' ');
}
