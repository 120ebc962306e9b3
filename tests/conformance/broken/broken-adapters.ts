import { z } from 'zod';
import { conformance } from '@/scripts/adapter/templates/dom/conformance';
import { templateDom } from '@/scripts/adapter/templates/dom/definition';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { AdapterCase } from '../adapter-case';

/** An adapter that breaks one rule of the kit. */
export interface BrokenAdapter {
  /** The defect in words; also the name of its page half, if that is what differs. */
  name: string;
  /** The rule whose check has to find it. */
  rule: string;
  definition?: Partial<AdapterDefinition>;
  adapterCase?: Partial<AdapterCase>;
}

const intact = templateDom as unknown as AdapterDefinition;
const [setSwitch, ...otherTools] = templateDom.tools;

function withTool(changes: Partial<ToolDefinition>): Partial<AdapterDefinition> {
  if (setSwitch === undefined) throw new Error('The template has no tool.');
  return { tools: [{ ...setSwitch, ...changes }, ...otherTools] };
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
  { name: 'a name with capitals', rule: 'declarations', definition: withTool({ name: 'setSwitch' }) },
  {
    name: 'a description without a stop',
    rule: 'declarations',
    definition: withTool({ description: 'Sets' }),
  },
  {
    name: 'a question without asking',
    rule: 'declarations',
    definition: withTool({ defaultPermission: 'ask' }),
  },
  {
    name: 'a parameter without a description',
    rule: 'declarations',
    definition: withTool({ input: z.strictObject({ name: z.string() }) }),
  },
  {
    name: 'an input that accepts anything',
    rule: 'declarations',
    definition: withTool({ input: z.object({ name: z.string().describe('Its name.') }) }),
  },
  { name: 'an effect of its own', rule: 'declarations', definition: withTool({ effect: 'message' }) },
  {
    name: 'a commit tool that runs unasked',
    rule: 'declarations',
    definition: withTool({ effect: 'commit' }),
  },
  { name: 'a tool that is never called', rule: 'declarations', adapterCase: { calls: [] } },
  { name: 'detects-every-page', rule: 'identity' },
  { name: 'names-each-load', rule: 'identity' },
  { name: 'hashes-more', rule: 'hash' },
  {
    name: 'a state that holds more than the page half reads',
    rule: 'hash',
    definition: { restorableState: (context) => ({ context }) },
  },
  { name: 'missing-is-off', rule: 'missing-element' },
  { name: 'missing-list-is-empty', rule: 'missing-element' },
  { name: 'reads-by-click', rule: 'reads-only' },
  { name: 'reads-by-post', rule: 'reads-only' },
  { name: 'query-writes', rule: 'reads-only' },
  { name: 'applies-nothing', rule: 'apply' },
  { name: 'applies-by-half', rule: 'atomic' },
  { name: 'resolves-after-failure', rule: 'atomic' },
  { name: 'writes-more', rule: 'writes-as-said' },
  { name: 'reports-planned-state', rule: 'writes-as-said' },
  {
    name: 'a plan of something else',
    rule: 'writes-as-said',
    definition: { planTool: (context) => ({ kind: 'change', after: context, message: 'Nothing.' }) },
  },
  { name: 'no plan', rule: 'writes-as-said', definition: { planTool: () => unplanned() } },
  { name: 'ignores-refusals', rule: 'refused-write' },
  { name: 'reads-differently-each-time', rule: 'verdicts' },
  { name: 'changes that go live undeclared', rule: 'live', adapterCase: { open: openLive } },
  { name: 'listens-to-input', rule: 'script-changes' },
  {
    name: 'a context without bounds',
    rule: 'budget',
    definition: { encodeContext: (context) => JSON.stringify(context) },
  },
  {
    name: 'a schema that the large page exceeds',
    rule: 'budget',
    definition: {
      contextSchema: intact.contextSchema.refine((context) => JSON.stringify(context).length < 10_000),
    },
  },
  {
    name: 'differences in everything',
    rule: 'diff',
    definition: { diffState: () => [{ kind: 'modified', text: 'Something' }] },
  },
  { name: 'no differences', rule: 'diff', definition: { diffState: () => [] } },
  { name: 'leaves-listener', rule: 'detach' },
  { name: 'leaves-timer', rule: 'detach' },
  { name: 'leaves-observer', rule: 'detach' },
  { name: 'leaves-performance-observer', rule: 'detach' },
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

function unplanned(): never {
  throw new Error('not planned');
}
