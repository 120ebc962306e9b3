import { type Browser, chromium, type Page } from 'playwright';
import { requireProgram } from '@/scripts/find-program.mjs';

/** Opens a page of this size in a browser without the extension, passes both to `use`, and cleans up. */
export async function withPage<Value>(
  viewport: { width: number; height: number },
  use: (page: Page, browser: Browser) => Promise<Value>,
): Promise<Value> {
  const browser = await chromium.launch({ executablePath: requireProgram('browser') });
  try {
    return await use(await browser.newPage({ viewport }), browser);
  } finally {
    await browser.close();
  }
}
