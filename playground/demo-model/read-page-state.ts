import type { RuleKind } from '../filter/decide';
import type { PageModel, PageModels, PageView } from './page-view';
import { parseJson } from './parse-json';

type Section =
  | 'head'
  | 'ignore'
  | 'whitelist'
  | 'other'
  | 'visible'
  | 'hidden'
  | 'visibleGroups'
  | 'hiddenGroups';

const SECTION_BY_HEADER: ReadonlyMap<string, Section> = new Map([
  ['ignore rules:', 'ignore'],
  ['whitelist rules:', 'whitelist'],
  ['rules of other providers:', 'other'],
  ['visible models:', 'visible'],
  ['hidden models:', 'hidden'],
  ['visible models by group:', 'visibleGroups'],
  ['hidden models by group:', 'hiddenGroups'],
]);

/** The line that stands for rules that had no room. */
const CUT_LINE = /^and \d+ more$/;
/** The line that ends the grouped lists: it names the tool for more. */
const GROUP_HINT = /^use \w+ for names$/;

/**
 * Reads the lines of a model-filter page's state (docs/page-context.md).
 * @returns null when they don't name a provider: then they are not in that form.
 */
export function readPageState(text: string): PageView | null {
  const lines = linesBySection(text);
  const head = new Map(
    lines.head.flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 2)] as const];
    }),
  );
  const provider = readTexts(head.get('provider') ?? '')[0];
  if (provider === undefined) return null;
  const rules = new Map([...readRules(lines.ignore, 'ignore'), ...readRules(lines.whitelist, 'whitelist')]);
  return {
    provider,
    providers: readTexts(head.get('providers') ?? ''),
    unsaved: readTexts(head.get('unsaved changes') ?? 'none').filter((name) => name !== 'none'),
    ignore: patternsOf(rules, 'ignore'),
    whitelist: patternsOf(rules, 'whitelist'),
    areRulesCut: [...lines.ignore, ...lines.whitelist].some((line) => CUT_LINE.test(line)),
    otherRules: lines.other.filter((line) => line !== 'none'),
    models: readModels(head.get('models') ?? '', lines, rules),
  };
}

function linesBySection(text: string): Record<Section, string[]> {
  const lines: Record<Section, string[]> = {
    head: [],
    ignore: [],
    whitelist: [],
    other: [],
    visible: [],
    hidden: [],
    visibleGroups: [],
    hiddenGroups: [],
  };
  let section: Section = 'head';
  for (const line of text.split('\n')) {
    const next = SECTION_BY_HEADER.get(line);
    if (next !== undefined) section = next;
    else if (line !== '') lines[section].push(line);
  }
  return lines;
}

type LabelledRule = { kind: RuleKind; pattern: string };

function readRules(lines: readonly string[], kind: RuleKind): [string, LabelledRule][] {
  return lines.flatMap((line): [string, LabelledRule][] => {
    const match = /^([iw]\d+) ("(?:[^"\\]|\\.)*")/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) return [];
    return [[match[1], { kind, pattern: unquote(match[2]) }]];
  });
}

function patternsOf(rules: ReadonlyMap<string, LabelledRule>, kind: RuleKind): string[] {
  return [...rules.values()].filter((rule) => rule.kind === kind).map((rule) => rule.pattern);
}

function readModels(
  summary: string,
  lines: Record<Section, string[]>,
  rules: ReadonlyMap<string, LabelledRule>,
): PageModels {
  if (summary === 'loading') return { kind: 'unknown', reason: 'the page is still loading its models' };
  const failure = /^failed (.*)$/.exec(summary)?.[1];
  if (failure !== undefined) {
    return {
      kind: 'unknown',
      reason: `the page failed to load its models (${readTexts(failure).join(' ')})`,
    };
  }
  const counts = /^(\d+) total, (\d+) available, (\d+) hidden$/.exec(summary);
  if (counts === null) return { kind: 'unknown', reason: 'the page state names no models' };
  const [total = 0, visible = 0, hidden = 0] = counts.slice(1).map(Number);
  if (lines.visibleGroups.length + lines.hiddenGroups.length > 0) {
    const groups = (list: readonly string[]) =>
      list.filter((line) => line !== 'none' && !GROUP_HINT.test(line));
    return {
      kind: 'grouped',
      total,
      visible,
      hidden,
      visibleGroups: groups(lines.visibleGroups),
      hiddenGroups: groups(lines.hiddenGroups),
      isStale: false,
    };
  }
  // A model may be named `none`; the counts tell it from an empty list.
  const visibleLines = visible === 0 ? [] : lines.visible;
  const hiddenLines = hidden === 0 ? [] : lines.hidden;
  return {
    kind: 'listed',
    models: [
      ...visibleLines.flatMap((line) => readModelLine(line, false, rules)).sort(byName),
      ...hiddenLines.flatMap((line) => readModelLine(line, true, rules)).sort(byName),
    ],
  };
}

function readModelLine(
  line: string,
  isHidden: boolean,
  rules: ReadonlyMap<string, LabelledRule>,
): PageModel[] {
  const match = /^("(?:[^"\\]|\\.)*"|\S+)(?: ([iw]\d+))?/.exec(line);
  const text = match?.[1] ?? line;
  const label = match?.[2];
  const rule = label === undefined ? null : (rules.get(label) ?? null);
  const names = text.startsWith('"') ? [unquote(text)] : namesOf(text);
  return names.map((name) => ({ name, isHidden, rule }));
}

/** The lines stand by rule; the page stands by name. */
function byName(left: PageModel, right: PageModel): number {
  return left.name < right.name ? -1 : 1;
}

/** The names of `gpt-4o{,-mini}`; a name without braces stands for itself. */
function namesOf(text: string): string[] {
  const match = /^([^{]*)\{([^}]*)\}$/.exec(text);
  const [, beginning, ends] = match ?? [];
  if (beginning === undefined || ends === undefined) return [text];
  return ends.split(',').map((end) => beginning + end);
}

/** The texts of a comma-separated line: JSON strings or plain words, without the count of those left out. */
function readTexts(line: string): string[] {
  return [...line.replace(/(?:, )?and \d+ more$/, '').matchAll(/"(?:[^"\\]|\\.)*"|[^,\s]+/g)].map(([text]) =>
    text.startsWith('"') ? unquote(text) : text,
  );
}

/** A JSON string's text. What isn't quite JSON is kept as it stands, so that it shows in the answer. */
function unquote(text: string): string {
  const value = parseJson(text);
  return typeof value === 'string' ? value : text;
}
