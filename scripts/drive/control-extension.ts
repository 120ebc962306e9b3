import type { CDPSession } from 'playwright';

/** Clicks the extension's toolbar button while the tab with this URL is active. Throws if no tab shows it. */
export async function triggerAction(session: CDPSession, extensionId: string, url: string): Promise<void> {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const tab = targetInfos.find((target) => target.url === url);
  if (tab === undefined) throw new Error(`No tab shows ${url}.`);
  await session.send('Extensions.triggerAction', { id: extensionId, targetId: tab.targetId });
}

/** Stops the extension's worker. Throws if none was running. */
export async function killWorker(session: CDPSession, extensionId: string): Promise<void> {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'service_worker' }] });
  const worker = targetInfos.find(({ url }) => url.startsWith(`chrome-extension://${extensionId}/`));
  if (worker === undefined) throw new Error('The extension’s worker is not running.');
  const { success } = await session.send('Target.closeTarget', { targetId: worker.targetId });
  if (!success) throw new Error('The extension’s worker did not end.');
}
