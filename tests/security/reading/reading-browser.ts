import { chromium } from 'playwright';
import { requireProgram } from '@/scripts/find-program.mjs';
import type { AnyPageContext } from '@/src/adapters/any-page/any-page-context';
import { bundlePage } from '@/tests/conformance/bundle-page';

/** A browser that reads pages. Only a real one has a layout, and so knows what is seen. */
export interface ReadingBrowser {
  /** Shows the page and reads it. `before`: an expression that first runs in it; null: none. */
  read(html: string, before: string | null): Promise<AnyPageContext>;
  close(): Promise<void>;
}

export async function openReadingBrowser(): Promise<ReadingBrowser> {
  const executablePath = requireProgram('browser');
  const script = await bundlePage('tests/security/reading/page-reader.ts');
  const browser = await chromium.launch({ executablePath, headless: true });
  const page = await browser.newPage({ viewport: { width: 1_000, height: 700 } });
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('https://site.example/');
  return {
    async read(html, before) {
      await page.evaluate((text) => {
        // As the parser does it, with shadow trees.
        const parsed = (Document as unknown as { parseHTMLUnsafe(html: string): Document }).parseHTMLUnsafe(
          text,
        );
        document.title = parsed.title;
        document.body.replaceWith(document.adoptNode(parsed.body));
      }, html);
      return page.evaluate(`${script};${before ?? ''};window.stewardRead()`) as Promise<AnyPageContext>;
    },
    close: () => browser.close(),
  };
}
