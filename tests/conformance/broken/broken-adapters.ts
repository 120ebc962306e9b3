import { z } from 'zod';
import { templateAdapter } from '@/scripts/adapter/templates/definition';
import { conformance } from '@/scripts/adapter/templates/dom/conformance';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { AdapterCase } from '../adapter-case';

/** An adapter that breaks one rule of the kit. */
export interface BrokenAdapter {
  /** Its defect in words; also the name of its page half, if that is what differs. */
  name: string;
  /** The rule whose check has to find it. */
  rule: string;
  /** A part of the problem that the check reports. */
  finds: string;
  definition?: Partial<AdapterDefinition>;
  adapterCase?: Partial<AdapterCase>;
}

const intact = templateAdapter as unknown as AdapterDefinition;
const [setSwitch, ...otherTools] = templateAdapter.tools;

function withTool(changes: Partial<ToolDefinition>): Partial<AdapterDefinition> {
  if (setSwitch === undefined) throw new Error('The template has no tool.');
  return { tools: [{ ...setSwitch, ...changes }, ...otherTools] };
}

/** The template with one part that can be named and shown. */
function withNamedPart(name: string): Partial<AdapterDefinition> {
  return { namedParts: { part: { list: () => [{ name }], text: () => name } }, shownBy: () => name };
}

/** The site of a page that sends each change to its server at once, as the page's own script has it in a comment. */
const openLive: AdapterCase['open'] = async (entries) => {
  const site = await conformance.open(entries);
  return {
    ...site,
    answer(request) {
      const answered = site.answer?.(request) ?? null;
      return typeof answered === 'string' ? answered.replace('// live| ', '') : answered;
    },
  };
};

export const BROKEN_ADAPTERS: readonly BrokenAdapter[] = [
  {
    name: 'a name with capitals',
    rule: 'declarations',
    finds: 'lower-case letters and _ only',
    definition: withTool({ name: 'setSwitch' }),
  },
  {
    name: 'a description without a stop',
    rule: 'declarations',
    finds: 'end with a full stop',
    definition: withTool({ description: 'Sets' }),
  },
  {
    name: 'a question without asking',
    rule: 'declarations',
    finds: 'needs a question',
    definition: withTool({ defaultPermission: 'ask' }),
  },
  {
    name: 'a parameter without a description',
    rule: 'declarations',
    finds: 'parameter name needs a description',
    definition: withTool({ input: z.strictObject({ name: z.string() }), line: 'any-page.call.readPage' }),
  },
  {
    name: 'an input that accepts anything',
    rule: 'declarations',
    finds: 'has to be a z.strictObject',
    definition: withTool({ input: z.object({ name: z.string().describe('Its name.') }) }),
  },
  {
    name: 'an effect of its own',
    rule: 'declarations',
    finds: 'can’t have the effect message',
    definition: withTool({ effect: 'message' }),
  },
  {
    name: 'a commit tool that runs unasked',
    rule: 'declarations',
    finds: 'a commit tool asks by default',
    definition: withTool({ effect: 'commit' }),
  },
  {
    name: 'a tool that is never called',
    rule: 'declarations',
    finds: 'add a sample call',
    adapterCase: { calls: [] },
  },
  { name: 'detects-every-page', rule: 'identity', finds: 'claims a page' },
  { name: 'names-each-load', rule: 'identity', finds: 'differs after a reload' },
  { name: 'hashes-more', rule: 'hash', finds: 'stateOf {' },
  {
    name: 'a state that holds more than the page half reads',
    rule: 'hash',
    finds: 'restorableState gives',
    definition: { restorableState: (context) => ({ context }) },
  },
  { name: 'missing-is-off', rule: 'missing-element', finds: 'is false' },
  { name: 'missing-list-is-empty', rule: 'missing-element', finds: 'without <ul>: .switches is empty' },
  { name: 'reads-by-click', rule: 'reads-only', finds: 'caused the events click' },
  { name: 'reads-by-post', rule: 'reads-only', finds: 'sent PATCH' },
  { name: 'query-writes', rule: 'reads-only', finds: 'the state differs after the reads' },
  {
    name: 'shows-nothing',
    rule: 'shows',
    finds: 'show finds nothing for “Widget”',
    definition: withNamedPart('Widget'),
  },
  {
    name: 'shows-by-click',
    rule: 'shows',
    finds: 'the state differs after show',
    definition: withNamedPart('Widget'),
  },
  {
    name: 'names that are never buttons',
    rule: 'shows',
    finds: 'shownBy knows none',
    definition: { ...withNamedPart('Widget'), shownBy: () => null },
  },
  { name: 'applies-nothing', rule: 'apply', finds: 'applied {' },
  { name: 'applies-by-half', rule: 'atomic', finds: 'step 2 of 3 failed: rejected' },
  { name: 'resolves-after-failure', rule: 'atomic', finds: 'step 1 of 3 failed: resolved' },
  { name: 'writes-more', rule: 'writes-as-said', finds: 'but the page shows' },
  { name: 'reports-computed-state', rule: 'writes-as-said', finds: 'another state than the page shows' },
  { name: 'tells-more', rule: 'writes-as-said', finds: 'the result names ["team ops"]' },
  {
    name: 'a dry run of something else',
    rule: 'writes-as-said',
    finds: 'but the page shows',
    definition: { computeCall: (context) => ({ after: context, message: 'Nothing.' }) },
  },
  {
    name: 'no dry run',
    rule: 'writes-as-said',
    finds: 'give the definition computeCall',
    definition: { computeCall: () => uncomputed() },
  },
  { name: 'ignores-refusals', rule: 'refused-write', finds: 'although the server answered 500' },
  { name: 'reads-differently-each-time', rule: 'verdicts', finds: 'changed in the meantime' },
  {
    name: 'changes that go live undeclared',
    rule: 'live',
    finds: 'outlives a reload',
    adapterCase: { open: openLive },
  },
  { name: 'listens-to-input', rule: 'script-changes', finds: 'did not call back' },
  {
    name: 'a context without bounds',
    rule: 'budget',
    finds: 'with a budget of 1000',
    definition: { encodeContext: (context) => JSON.stringify(context) },
  },
  {
    name: 'a schema that the large page exceeds',
    rule: 'budget',
    finds: 'does not fit contextSchema',
    definition: {
      contextSchema: intact.contextSchema.refine((context) => JSON.stringify(context).length < 10_000),
    },
  },
  {
    name: 'differences in everything',
    rule: 'diff',
    finds: 'equal contexts have',
    definition: { diffState: () => [{ kind: 'modified', text: 'Something' }] },
  },
  { name: 'no differences', rule: 'diff', finds: 'finds no difference', definition: { diffState: () => [] } },
  {
    name: 'a fact in English alone',
    rule: 'texts',
    finds: 'pageLine has “2 switches”, which is no text with an id',
    definition: { pageLine: (context) => ({ ...intact.pageLine(context), facts: ['2 switches'] }) },
  },
  {
    name: 'a difference in English alone',
    rule: 'texts',
    finds: 'the preview has “switch beta”',
    definition: { diffState: () => [{ kind: 'modified', text: 'switch beta' }] },
  },
  {
    name: 'a text that the catalogue lacks',
    rule: 'texts',
    finds: 'effectNote has the text template-adapter.late, which no texts.en.yml has',
    definition: { effectNote: { id: 'template-adapter.late', values: {} } },
  },
  {
    name: 'a text without its value',
    rule: 'texts',
    finds: 'effectNote has the text any-page.call.readPart without its value part',
    definition: { effectNote: { id: 'any-page.call.readPart', values: {} } },
  },
  { name: 'leaves-listener', rule: 'detach', finds: 'listener of change' },
  { name: 'leaves-timer', rule: 'detach', finds: 'interval' },
  { name: 'leaves-observer', rule: 'detach', finds: 'MutationObserver' },
  { name: 'leaves-performance-observer', rule: 'detach', finds: 'PerformanceObserver' },
];

/** The DOM template, with the changes that break it. */
export function applyBreak({ definition, adapterCase }: BrokenAdapter): TestedTemplate {
  return { definition: { ...intact, ...definition }, adapterCase: { ...conformance, ...adapterCase } };
}

/** A definition with its case. */
export interface TestedTemplate {
  definition: AdapterDefinition;
  adapterCase: AdapterCase;
}

function uncomputed(): never {
  throw new Error('not computed');
}
