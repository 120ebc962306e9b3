import type { CDPSession, Page } from 'playwright';
import { createLockBar, type LockBar, type LockBarView } from '../lock-bar';

/** The fields of a DevTools DOM node that are used here. */
interface DomNode {
  nodeId: number;
  nodeName: string;
  nodeValue: string;
  /** Names and values, alternating. */
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
}

/** The bar over a page's document, as DevTools see it. */
export async function createChromiumLockBar(page: Page): Promise<LockBar> {
  const session = await page.context().newCDPSession(page);
  return createLockBar(page, async () => {
    try {
      return await readLockBar(session);
    } catch (error) {
      // The bar may disappear between the two requests to DevTools.
      if (String(error).includes('Could not find node')) return null;
      throw error;
    }
  });
}

async function readLockBar(session: CDPSession): Promise<LockBarView | null> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const host = find(root as DomNode, 'STEWARD-LOCK');
  if (host === null) return null;
  const [status, reason] = findAll(host, 'P');
  const name = find(host, 'B');
  return {
    siteName: name === null ? '' : textOf(name),
    text: status === undefined ? '' : textOf(status),
    reason: reason === undefined ? '' : textOf(reason),
    stop: await middleOf(session, find(host, 'BUTTON')),
  };
}

async function middleOf(session: CDPSession, node: DomNode | null): Promise<{ x: number; y: number } | null> {
  if (node === null || node.attributes?.includes('hidden')) return null;
  const { model } = await session.send('DOM.getBoxModel', { nodeId: node.nodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function findAll(node: DomNode, name: string): DomNode[] {
  const inside = [...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap((child) =>
    findAll(child, name),
  );
  return node.nodeName === name ? [node, ...inside] : inside;
}

function find(node: DomNode, name: string): DomNode | null {
  return findAll(node, name)[0] ?? null;
}

function textOf(node: DomNode): string {
  return node.nodeValue + (node.children ?? []).map(textOf).join('');
}
