import { browser } from 'wxt/browser';
import type { z } from 'zod';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { fromErrorInfo, isStewardError } from '@/src/core/errors';
import { answerTooLarge, pageGone, pageSilent } from '@/src/core/shared-errors';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageAnswers, PageRequest, PageRequestMessage } from '@/src/messages/page';
import { exceededBound } from '@/src/schema/values/json-bounds';
import { closedToExtensions, notAllowed } from '../sites/access-errors';
import { badAnswer, pageCrashed, schemaErrors } from './page-errors';
import { type WaitLimit, withinLimit } from './page-limits';
import { isVirtual } from './virtual-tab';

/** A document with Steward's content script. A reload creates another one. */
export interface PageDocument {
  tabId: number;
  /** Null if the browser doesn't report it; then the tab's top frame is used. */
  documentId: string | null;
}

/** Time limit for starting the content script, in milliseconds. */
const INJECTION_LIMIT_MS = 5_000;

/** Chromium's error for pages that no permission opens, also if it hides their address. */
const NO_PERMISSION_HELPS = /cannot access a chrome(-\w+)?:\/\/ url|gallery cannot be scripted/i;

/**
 * Injects the content script into a tab's top frame; it ignores a second injection. `url` is undefined if the browser hides the
 * address. Rejects with `permission-missing`; with `page-unknown` if no permission helps; with `page-gone`; or with `timeout` if the
 * page's scripts are blocked, for example by a dialog or a debugger.
 */
export function injectInto(
  tabId: number,
  url: string | undefined,
  signal?: AbortSignal,
): Promise<PageDocument> {
  return inject({ tabId }, 'content', url, signal);
}

/**
 * Injects an adapter's script into a document with the content script; a second injection changes nothing. Rejects as
 * {@link injectInto}.
 */
export async function injectAdapter(
  { tabId, documentId }: PageDocument,
  { id }: Pick<AdapterDefinition, 'id'>,
  signal?: AbortSignal,
): Promise<void> {
  const target = documentId === null ? { tabId } : { tabId, documentIds: [documentId] };
  await inject(target, id, undefined, signal);
}

async function inject(
  target: { tabId: number; documentIds?: string[] },
  script: string,
  url: string | undefined,
  signal?: AbortSignal,
): Promise<PageDocument> {
  const { tabId } = target;
  // WXT's type of paths has only the content script's.
  const path = `/content-scripts/${script}.js` as '/content-scripts/content.js';
  const limit = { limitMs: INJECTION_LIMIT_MS, signal, graceMs: 0 };
  try {
    const injected = browser.scripting.executeScript({ target, files: [path] });
    const [injection] = await withinLimit(injected, limit, () => pageSilent(INJECTION_LIMIT_MS, null));
    // Firefox reports success on its own pages, with null in place of a document.
    if (injection == null) throw notAllowed('The browser ran no script in the page.');
    return { tabId, documentId: injection.documentId ?? null };
  } catch (error) {
    if (isStewardError(error) || signal?.aborted) throw error;
    const text = String(error);
    if (/cannot access|must request permission|missing host permission|cannot be scripted/i.test(text)) {
      // The browser gives the same error if the tab has no document.
      const { status } = await browser.tabs.get(tabId);
      if (status === 'unloaded') throw pageCrashed(text);
      // A browser shows the address only where it gave access. So a refusal there (a PDF, its own sites) is final.
      throw url !== undefined || NO_PERMISSION_HELPS.test(text) ? closedToExtensions(text) : notAllowed(text);
    }
    throw pageGone(text);
  }
}

/**
 * Sends a request to a document and parses its answer. The only function that sends anything to a page.
 * Rejects with `timeout` if no answer comes within the limit, and with `page-gone` for a page that is used without a document.
 */
export async function requestFromPage<Type extends PageRequest['type']>(
  document: PageDocument,
  request: Extract<PageRequest, { type: Type }>,
  limit: WaitLimit,
): Promise<PageAnswers[Type]> {
  if (isVirtual(document.tabId)) throw pageGone('The page is used without its tab.');
  const message: PageRequestMessage = { channel: PAGE_CHANNEL, request };
  const target = document.documentId === null ? { frameId: 0 } : { documentId: document.documentId };
  let raw: unknown;
  try {
    const sent = browser.tabs.sendMessage(document.tabId, message, target);
    raw = await withinLimit(sent, limit, () => pageSilent(limit.limitMs, null));
  } catch (error) {
    if (isStewardError(error) || limit.signal?.aborted) throw error;
    throw pageGone(String(error));
  }
  if (raw === undefined) throw pageGone('The content script gave no answer.');
  // Most starts of the worker need no page's answer, and so don't build these schemas.
  const { PAGE_REPLY_BOUNDS, pageReplySchemas } = await import('@/src/messages/page-answers');
  const exceeded = exceededBound(raw, PAGE_REPLY_BOUNDS);
  if (exceeded !== null) throw answerTooLarge(`more than ${PAGE_REPLY_BOUNDS[exceeded]} ${exceeded}`);
  const schema: z.ZodType = pageReplySchemas[request.type];
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw badAnswer(schemaErrors(parsed.error));
  // Parsed by the schema of this request type.
  const reply = parsed.data as
    | { ok: true; value: PageAnswers[Type] }
    | { ok: false; error: Parameters<typeof fromErrorInfo>[0] };
  if (!reply.ok) throw fromErrorInfo(reply.error);
  return reply.value;
}
