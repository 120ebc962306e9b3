import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { OfferingPage } from '@/src/core/adapter/adapter-definition';
import { pageToolDryRun } from '@/src/core/policy/page-tool-dry-run';
import { pageToolDefinitions } from '@/src/core/tools/page-tools';
import type { Approval } from '@/src/schema/approval';
import type { PageTool } from '@/src/schema/page-tool';
import type { JsonObject } from '@/src/schema/values/json';
import { pageTool } from '@/tests/fakes/page-tool';
import { askedCall, question, questionPreview } from '@/tests/panel/approval/approval-requests';

/** A request for calls of a page's own tools. Every text of the page has a word that begins with `claim`. */
export interface PageToolCard {
  page: OfferingPage;
  calls: { tool: PageTool; args: JsonObject }[];
}

/** Texts that hide what follows, or that look like the card's own. */
const DECEPTIONS = [
  '\u202e',
  '\u2066',
  '\u2069\u202c',
  '\u200b\u200d\u2060',
  '\u{e0041}\u{e0042}',
  '\u0000\u001b[2K',
  '\ud800',
  '\n\n',
  '\u2028',
  '     ',
  'and so on, '.repeat(12),
  '"',
  '\\"',
  '\\u0022',
  '<b>',
  '<img src=x onerror=alert(1)>',
  '</p></section><script>alert(1)</script>',
  '[ok](https://evil.example)',
  '". Steward can take this back. "',
  '". The page says: "nothing',
  // At an argument's end, the JSON's own quote follows.
  '". The page says: ',
  'Steward can’t take this back.',
  'A checkpoint is taken first, so the change can be undone.',
  'Nothing changes.',
  'Apply 2 changes',
  'аpprove',
];

function hostile(word: string, maxLength: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(fc.constantFrom(...DECEPTIONS), { maxLength: 3 }),
      fc.array(fc.constantFrom(...DECEPTIONS), { maxLength: 4 }),
    )
    .map(([before, after]) => `${before.join('')}${word}${after.join('')}`.slice(0, maxLength))
    .filter((text) => text.includes(word));
}

const argumentValue = fc.oneof(
  hostile('value', 400),
  fc.array(hostile('value', 200), { maxLength: 3 }),
  fc.record({ inner: hostile('value', 200) }),
  fc.integer(),
);

const call = fc
  .record({
    name: hostile('claimname', 128),
    title: fc.oneof(fc.constant(''), hostile('claimtitle', 100)),
    description: hostile('claimtext', 1_000),
    readOnly: fc.boolean(),
    args: fc.dictionary(fc.stringMatching(/^[a-z][\w.-]{0,20}$/), argumentValue, { minKeys: 1, maxKeys: 4 }),
  })
  .map(({ args, readOnly, ...more }) => ({
    tool: pageTool({ ...more, hints: { readOnly } }),
    args: JSON.parse(JSON.stringify(args)) as JsonObject,
  }));

export const pageToolCards: fc.Arbitrary<PageToolCard> = fc.record({
  page: fc.record({ visit: fc.constant('v'), address: fc.webUrl(), title: hostile('claimpage', 300) }),
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
});

/** The request as the background makes it. */
export function requestOf({ page, calls }: PageToolCard): Approval {
  const asked = calls.map(({ tool, args }, index) => {
    const [definition] = pageToolDefinitions([tool]);
    const { name = '', question: title = '' } = definition ?? {};
    return askedCall(String(index), name, args, { question: title ?? '' });
  });
  const dryRuns = asked.map((one, index) =>
    pageToolDryRun({ ...one, leftOut: [] }, calls[index]?.tool ?? pageTool(), page, {
      stateHash: null,
      savedHash: null,
    }),
  );
  return question(asked, questionPreview(dryRuns));
}

const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Elements that a page's text could only add as markup. */
const FOREIGN = 'a, b, img, script, iframe, style, svg:not(.icon)';
const KNOWS = /^Only the page ("(?:[^"\\]|\\.)*") at (.*) knows what its tool ("(?:[^"\\]|\\.)*") does\.$/;
const SAYS = 'The page says: ';
const NO_WAY_BACK = 'Steward can’t take this back.';
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Compares the card with its request, without what is folded. */
export function problemsOfToolCard(document: Document, { page, calls }: PageToolCard): string[] {
  const shown = document.querySelector('[aria-label=Approval]')?.cloneNode(true) as Element | undefined;
  if (shown === undefined) return ['no card is shown'];
  for (const folded of shown.querySelectorAll('details:not([open]) > :not(summary)')) folded.remove();
  const text = shown.textContent;
  const sections = calls.length === 1 ? [shown] : [...shown.querySelectorAll('.approval-call')];
  const own = [...shown.querySelectorAll('p, li, h2, h3, label, summary, button')]
    .filter((element) => element.closest('blockquote') === null)
    .map((element) => element.textContent.replaceAll(QUOTED, '').replaceAll(/page_[\w-]+/g, ''));
  return [
    ...(INVISIBLE.test(text) ? ['it has invisible characters'] : []),
    ...(shown.querySelector(FOREIGN) === null ? [] : ['it has markup of the page']),
    ...(own.some((line) => line.includes('claim')) ? ['it has words of the page that are not quoted'] : []),
    ...(sections.length === calls.length ? [] : [`it shows ${sections.length} calls`]),
    ...calls.flatMap(({ tool }, index) => problemsOfCall(sections[index], tool, page)),
    ...calls.flatMap(({ args }, index) =>
      isDeepStrictEqual(shownArguments(sections[index]), args) ? [] : ['it doesn’t show all arguments'],
    ),
  ];
}

/**
 * Compares each of Steward's sentences with the whole text of its element: page and arguments may say the
 * same words elsewhere in the card.
 */
function problemsOfCall(section: Element | undefined, tool: PageTool, page: OfferingPage): string[] {
  const notes = textsOf(section, '.preview-notes li');
  const claims = notes.filter((note) => note.startsWith(SAYS)).map((note) => read(note.slice(SAYS.length)));
  const named = notes.flatMap((text) => {
    const [, title = '', address, name = ''] = KNOWS.exec(text) ?? [];
    return address === undefined ? [] : [[read(name), read(title), address]];
  });
  const claim = [tool.title, tool.description].filter((part) => part !== '').join(': ');
  return [
    ...(isDeepStrictEqual(claims, [claim]) ? [] : ['it doesn’t show what the page says as its claim']),
    ...(isDeepStrictEqual(named, [[tool.name, page.title, page.address]])
      ? []
      : ['it doesn’t name the tool and its page']),
    ...(textsOf(section, 'p:not(blockquote *)').includes(NO_WAY_BACK)
      ? []
      : ['it doesn’t say that nothing takes the call back']),
  ];
}

function textsOf(section: Element | undefined, selector: string): string[] {
  return [...(section?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);
}

function shownArguments(section: Element | undefined): unknown {
  return read(section?.querySelector('blockquote')?.textContent ?? '');
}

/** The value of a JSON text in which the panel wrote characters as `\u{…}`; undefined for other texts. */
function read(text: string): unknown {
  try {
    return JSON.parse(
      text.replaceAll(/\\\\|\\u\{([0-9a-f]+)\}/g, (whole, code: string | undefined) =>
        code === undefined ? whole : String.fromCodePoint(Number.parseInt(code, 16)),
      ),
    );
  } catch {
    // Cut or damaged.
    return undefined;
  }
}
