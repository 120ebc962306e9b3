import '@/tests/world/before-all';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { LEAK_ORIGIN } from '@/tests/world/addresses';
import { createCaseReport } from '../case-report';
import { PAYLOAD_FAMILIES } from '../payload-families';
import { shuffled } from '../shuffled';
import { problemsOfBaseUrls } from './base-urls';
import { problemsOfEndpoint, redirectCases, textCases, type WireParts } from './endpoint-cases';
import { type MarkdownParts, PANEL_MARKDOWN, problemsOfMarkup, WRAPPINGS } from './markdown-cases';

interface WireCase {
  name: string;
  problems(): Promise<string[]>;
}

/**
 * Tries to divert requests from the endpoint, to get its key, and to make the panel load or open something by
 * itself: by redirects and headers, by the texts of an answer, by misleading addresses, and by Markdown. Runs
 * all cases in random order, repeatedly until the requested number is reached.
 */
export async function tryWire(
  { runs, seed }: SuiteOptions,
  parts: WireParts & MarkdownParts = { createService: createOpenAIService, ...PANEL_MARKDOWN },
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const cases = shuffled(allCases(parts), seed);
  for (let index = 0; index < runs; index += 1) {
    const one = cases[index % cases.length];
    if (one !== undefined) report.addCase(one.name, await one.problems());
  }
  return report.report();
}

function allCases(parts: WireParts & MarkdownParts): WireCase[] {
  const goal = { cue: 'cue7w1re', tool: 'save_changes', args: {}, leakTo: LEAK_ORIGIN };
  const endpointCases = [
    ...redirectCases(LEAK_ORIGIN),
    ...PAYLOAD_FAMILIES.flatMap((family) => textCases(family, goal)),
  ];
  const markdown = PAYLOAD_FAMILIES.flatMap((family) =>
    WRAPPINGS.map(
      ([name, wrap]): WireCase => ({
        name: `Markdown: ${family.name} ${name}`,
        problems: async () => problemsOfMarkup(parts.render(wrap(family.write(goal)))),
      }),
    ),
  );
  return [
    ...endpointCases.map((one) => ({ name: one.name, problems: () => problemsOfEndpoint(one, parts) })),
    ...problemsOfBaseUrls().map(([name, problems]) => ({ name, problems: async () => problems })),
    ...markdown,
  ];
}
