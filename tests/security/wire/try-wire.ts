import '@/tests/world/before-all';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { normaliseBaseUrl } from '@/src/core/llm/endpoint-address';
import { LEAK_ORIGIN } from '@/tests/world/addresses';
import { createCaseReport } from '../case-report';
import { codeOf } from '../error-code';
import { PAYLOAD_FAMILIES } from '../payload-families';
import { shuffled } from '../shuffled';
import { problemsOfEndpoint, redirectCases, textCases, type WireParts } from './endpoint-cases';
import { type MarkdownParts, PANEL_MARKDOWN, problemsOfMarkup, WRAPPINGS } from './markdown-cases';

/** Addresses that look like one host and lead to another, or that contain forbidden parts. */
const TRICKS: readonly string[] = [
  'http://endpoint.example@leak.example/v1',
  'http://endpoint.example:9000@leak.example/v1',
  'http://user:secret@endpoint.example/v1',
  'http://:secret@endpoint.example/v1',
  'http://@endpoint.example/v1',
  'http:///endpoint.example/v1',
  'http:\\\\leak.example\\v1',
  'http://leak.example\\@endpoint.example/v1',
  'http://endpoint.example/v1?key=secret',
  'http://endpoint.example/v1#secret',
  'http://endpoint.example/v1/../../x',
  'http://endpoint.example/v1/%2e%2e/x',
  'http://endpoint.example/v1//',
  ' http://endpoint.example/v1 ',
  'http://end\tpoint.example/v1\n',
  'http://ЕNDPOINT.example/v1',
  'http://endpoint。example/v1',
  'HTTP://ENDPOINT.EXAMPLE/v1',
  'http://0x7f.1/v1',
  'http://2130706433/v1',
  'http://[::ffff:127.0.0.1]/v1',
  'javascript:alert(1)//http://endpoint.example',
  'data:text/plain,http://endpoint.example',
  'file:///etc/hosts',
  'ftp://endpoint.example/v1',
  'ws://endpoint.example/v1',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop/v1',
  'blob:http://endpoint.example/v1',
  'filesystem:http://endpoint.example/v1',
  '//endpoint.example/v1',
  '/v1',
  'endpoint.example/v1',
  '',
];

/** The address must be refused, or stored so that its requests go to the host that it shows. */
function problemsOfBaseUrls(): [name: string, problems: string[]][] {
  return TRICKS.map((typed) => [`the base URL ${JSON.stringify(typed)}`, problemsOf(typed)]);
}

function problemsOf(typed: string): string[] {
  let kept: string;
  try {
    kept = normaliseBaseUrl(typed);
  } catch (error) {
    const code = codeOf(error);
    return code === 'invalid-message' ? [] : [`it ended with ${code}`];
  }
  const { href, protocol, username, password, search, hash } = new URL(kept);
  return [
    ...(protocol === 'http:' || protocol === 'https:' ? [] : [`${protocol} was taken`]),
    ...([username, password, search, hash].every((part) => part === '')
      ? []
      : ['more than an address was kept']),
    ...(href.replace(/\/+$/, '') === kept ? [] : [`${kept} is kept, but read as ${href}`]),
    ...(kept.includes('secret') ? ['a secret was kept in it'] : []),
  ];
}

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
