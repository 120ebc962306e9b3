import type { CDPSession, Page } from '@playwright/test';

/** The content of the bar over a locked page. It is in a closed shadow root, so only DevTools can read it. */
interface LockBarView {
  /** The user's name for the site; empty if it has none. */
  siteName: string;
  text: string;
  /** The reason why the user's last attempt had no effect; empty if there was none. */
  reason: string;
  /** The middle of Stop, in CSS pixels of the viewport; null while it isn't shown. */
  stop: { x: number; y: number } | null;
}

/** The bar over a page's document. */
export interface LockBar {
  /** Null while the page isn't locked. */
  read(): Promise<LockBarView | null>;
  /** The bar's text; empty while the page isn't locked. For polling. */
  text(): Promise<string>;
  reason(): Promise<string>;
  /** Clicks on Stop, as a user does. Throws if it isn't shown. */
  stop(): Promise<void>;
}

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

export async function createLockBar(page: Page): Promise<LockBar> {
  const session = await page.context().newCDPSession(page);

  async function read(): Promise<LockBarView | null> {
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

  /** As `read`. The bar may go between the two requests to DevTools. */
  async function readUnlessGone(): Promise<LockBarView | null> {
    try {
      return await read();
    } catch (error) {
      if (String(error).includes('Could not find node')) return null;
      throw error;
    }
  }

  return {
    read: readUnlessGone,
    text: async () => (await readUnlessGone())?.text ?? '',
    reason: async () => (await readUnlessGone())?.reason ?? '',
    async stop() {
      const view = await read();
      if (view?.stop == null) throw new Error('The bar shows no Stop.');
      await page.mouse.click(view.stop.x, view.stop.y);
    },
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
