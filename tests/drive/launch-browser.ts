import type { BrowserProduct, StartOptions, StewardBrowser } from './steward-browser';

/**
 * Starts the browser with the unpacked extension of the folder `extension`. Throws if there is no browser or the
 * extension is rejected, and then cleans up.
 */
export async function launchBrowser(
  product: BrowserProduct,
  { extension, ...options }: StartOptions & { extension: string },
): Promise<StewardBrowser> {
  const browser = await product.start(options);
  try {
    return { ...browser, ...(await browser.install(extension)) };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
