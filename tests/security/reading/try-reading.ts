import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import type { AnyPageContext } from '@/src/adapters/any-page/any-page-context';
import { anyPageRunner } from '@/src/adapters/any-page/calls';
import { diffContext } from '@/src/adapters/any-page/diff-context';
import { encodeContext } from '@/src/adapters/any-page/encode-context';
import { createCaseReport } from '../case-report';
import { htmlOf, type PagePiece, page } from './page-pieces';
import { openReadingBrowser } from './reading-browser';

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
