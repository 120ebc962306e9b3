import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession } from 'playwright';
import { raiseVersion } from '../raise-version';
import type { InstalledExtension } from '../steward-browser';

/** An extension in a browser to which there is only a DevTools session. */
export type LoadedExtension = Pick<
  InstalledExtension,
  'extensionId' | 'triggerAction' | 'killWorker' | 'update' | 'uninstall'
>;

/**
 * Installs an unpacked extension by a DevTools command, because branded Chrome and Edge ignore
 * `--load-extension`. Throws if the folder holds no extension or the browser rejects it.
 */
export async function loadExtension(
  session: Pick<CDPSession, 'send'>,
  folder: string,
): Promise<LoadedExtension> {
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Error(`${folder} holds no extension; run: npm run build:playground`);
  }
  const { id } = await session.send('Extensions.loadUnpacked', { path: folder });
  return {
    extensionId: id,
    triggerAction: (url) => triggerAction(session, id, url),
    killWorker: () => killWorker(session, id),
    async update() {
      await raiseVersion(folder);
      await session.send('Extensions.loadUnpacked', { path: folder });
    },
    uninstall: () => session.send('Extensions.uninstall', { id }).then(() => {}),
  };
}

/** Clicks the extension's toolbar button while the tab with this URL is active. Throws if no tab shows it. */
async function triggerAction(
  session: Pick<CDPSession, 'send'>,
  extensionId: string,
  url: string,
): Promise<void> {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const tab = targetInfos.find((target) => target.url === url);
  if (tab === undefined) throw new Error(`No tab shows ${url}.`);
  await session.send('Extensions.triggerAction', { id: extensionId, targetId: tab.targetId });
}

/** Stops the extension's worker. Throws if none was running. */
async function killWorker(session: Pick<CDPSession, 'send'>, extensionId: string): Promise<void> {
  const worker = await workerTarget(session, extensionId);
  if (worker === undefined) throw new Error('The extension’s worker is not running.');
  const { success } = await session.send('Target.closeTarget', { targetId: worker.targetId });
  if (!success) throw new Error('The extension’s worker did not end.');
}

/** The running worker; undefined if there is none. */
export async function workerTarget(session: Pick<CDPSession, 'send'>, extensionId: string) {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'service_worker' }] });
  return targetInfos.find(({ url }) => url.startsWith(`chrome-extension://${extensionId}/`));
}
