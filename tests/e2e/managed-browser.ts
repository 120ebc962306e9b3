import { accessSync, constants } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserProduct, RunningBrowser, StewardBrowser } from '@/tests/drive/steward-browser';
import { waitUntil } from '@/tests/drive/wait-until';
import { withNewExtension } from './shared-browser';

/** The folder of Chromium's policies. All browsers of the machine read it, so a test's file names the id of its own extension only. */
const CHROMIUM_POLICIES = '/etc/chromium/policies/managed';

/** The reason why this machine can't manage the browser; null if it can. */
export function whyNotManaged(product: BrowserProduct): string | null {
  if (product.name === 'firefox') return null;
  try {
    accessSync('/etc', constants.W_OK);
    return null;
  } catch {
    return `${CHROMIUM_POLICIES} can't be written`;
  }
}

/** Passes `use` a browser with a newly installed extension. The policy is in the file from which this browser reads policies. */
export async function withManagedExtension(
  browser: RunningBrowser,
  product: BrowserProduct,
  policy: object,
  use: (steward: StewardBrowser) => Promise<void>,
): Promise<void> {
  if (product.name === 'firefox') {
    const file = await writeFirefoxPolicy(browser.folder, product.playgroundExtension, policy);
    try {
      return await withNewExtension(browser, product, use);
    } finally {
      await rm(file);
    }
  }
  return withNewExtension(browser, product, async (steward) => {
    await mkdir(CHROMIUM_POLICIES, { recursive: true });
    try {
      await changeChromiumPolicy(steward, policy);
      await use(steward);
    } finally {
      await rm(chromiumFile(steward));
    }
  });
}

/** Changes the policy of a running Chromium, and waits until the extension knows it. Firefox reads policies only when it starts. */
export async function changeChromiumPolicy(steward: StewardBrowser, policy: object): Promise<void> {
  const worker = await steward.worker();
  const known = () =>
    worker.evaluate(async () => JSON.stringify(await chrome.storage.local.get('managed-policy')));
  const before = await known();
  const content = { '3rdparty': { extensions: { [steward.extensionId]: policy } } };
  await writeFile(chromiumFile(steward), JSON.stringify(content));
  await waitUntil(async () => (await known()) !== before, 'The policy did not arrive.');
}

function chromiumFile({ extensionId }: StewardBrowser): string {
  return join(CHROMIUM_POLICIES, `${extensionId}.json`);
}

/** Writes the manifest of managed storage for the extension, into the home folder of this Firefox. */
async function writeFirefoxPolicy(home: string, extension: string, policy: object): Promise<string> {
  const manifest = JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8'));
  const { id } = manifest.browser_specific_settings.gecko;
  const folder = join(home, '.mozilla', 'managed-storage');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${id}.json`);
  await writeFile(file, JSON.stringify({ name: id, description: 'Steward', type: 'storage', data: policy }));
  return file;
}
