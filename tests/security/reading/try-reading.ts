import fc from 'fast-check';
import { chromium } from 'playwright';
import { requireProgram } from '@/scripts/find-program.mjs';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import type { AnyPageContext } from '@/src/adapters/any-page/any-page-context';
import { anyPageRunner } from '@/src/adapters/any-page/calls';
import { diffContext } from '@/src/adapters/any-page/diff-context';
import { encodeContext } from '@/src/adapters/any-page/encode-context';
import { bundlePage } from '@/tests/conformance/bundle-page';
import { createCaseReport } from '../case-report';
import { htmlOf, type PagePiece, page } from './page-pieces';

/** A browser that reads pages. Only a real one has a layout, and so knows what is seen. */
interface ReadingBrowser {
  /** Shows the page and reads it. `before`: an expression that first runs in it; null: none. */
  read(html: string, before: string | null): Promise<AnyPageContext>;
  close(): Promise<void>;
}

async function openReadingBrowser(): Promise<ReadingBrowser> {
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

const EMPTY: AnyPageContext = {
  address: 'https://site.example/',
  title: '',
  sections: [],
  isCut: false,
  tools: [],
  toolsLeftOut: 0,
  visit: '',
};

/**
 * Tries pages with secrets and with text that nobody sees, in all places that a text may have: none may be in what requests
 * get of the page, and what is plainly seen has to be. `fault`: an expression that makes the reader a faulty one; null: none.
 */
export async function tryReading(
  { runs, seed }: SuiteOptions,
  { fault }: { fault: string | null } = { fault: null },
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const browser = await openReadingBrowser();
  try {
    for (const pieces of fc.sample(page, { numRuns: runs, seed })) {
      const sent = await sentOf(await browser.read(htmlOf(pieces), fault));
      report.addCase(
        'reading',
        pieces.flatMap((piece) => problemsIn(piece, sent)),
      );
    }
  } finally {
    await browser.close();
  }
  return report.report();
}

function problemsIn({ name, shown, unread }: PagePiece, sent: string): string[] {
  return [
    ...unread.filter((text) => sent.includes(text)).map(() => `${name}: sent`),
    ...shown.filter((text) => !sent.includes(text)).map(() => `${name}: what is seen isn’t sent`),
  ];
}

/** All that requests get of a page: its state, its changes, and the results of the tools that read it. */
async function sentOf(context: AnyPageContext): Promise<string> {
  const read = await anyPageRunner.run('read_page', {}, { read: async () => context } as never);
  return JSON.stringify([context, encodeContext(context, 8_000), diffContext(EMPTY, context, 0), read]);
}
