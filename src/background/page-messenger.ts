import { browser } from 'wxt/browser';
import type { z } from 'zod';
import { fromErrorInfo } from '@/src/core/errors';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageAnswers, PageRequest, PageRequestMessage } from '@/src/messages/page';
import { pageReplySchemas } from '@/src/messages/page-answers';
import { badAnswer, notAllowed, pageGone } from './page-errors';

/** A document with Steward's content script in it. A reload makes another one. */
export interface PageDocument {
  tabId: number;
  /** Null where the browser doesn't tell; then the tab's top frame is meant. */
  documentId: string | null;
}

/** Where the content script lies in the build. */
const CONTENT_SCRIPT = '/content-scripts/content.js';

/**
 * Puts the content script into a tab's top frame; it notices a second injection itself.
 * Rejects with `permission-missing` or `page-gone`.
 */
export async function injectInto(tabId: number): Promise<PageDocument> {
  try {
    const [injection] = await browser.scripting.executeScript({
      target: { tabId },
      files: [CONTENT_SCRIPT],
    });
    return { tabId, documentId: injection?.documentId ?? null };
  } catch (error) {
    const text = String(error);
    if (/cannot access|must request permission|missing host permission|cannot be scripted/i.test(text)) {
      throw notAllowed(text);
    }
    throw pageGone(text);
  }
}

/** Asks a document and parses its answer: the only way anything is said to a page. */
export async function askPage<Type extends PageRequest['type']>(
  document: PageDocument,
  request: Extract<PageRequest, { type: Type }>,
): Promise<PageAnswers[Type]> {
  const message: PageRequestMessage = { channel: PAGE_CHANNEL, request };
  const target = document.documentId === null ? { frameId: 0 } : { documentId: document.documentId };
  let raw: unknown;
  try {
    raw = await browser.tabs.sendMessage(document.tabId, message, target);
  } catch (error) {
    throw pageGone(String(error));
  }
  if (raw === undefined) throw pageGone('The content script gave no answer.');
  const schema: z.ZodType = pageReplySchemas[request.type];
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw badAnswer(parsed.error.message);
  // The schema of this very request type accepted it.
  const reply = parsed.data as
    | { ok: true; value: PageAnswers[Type] }
    | { ok: false; error: Parameters<typeof fromErrorInfo>[0] };
  if (!reply.ok) throw fromErrorInfo(reply.error);
  return reply.value;
}
