import { z } from 'zod';
import { templateAdapter } from '@/scripts/adapter/templates/definition';
import { conformance } from '@/scripts/adapter/templates/dom/conformance';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { AdapterCase } from '../adapter-case';
import { withBusyPage } from './busy-page';

interface Changes {
  /** The name of the page half, if it isn't the defect's. */
  half?: string;
  definition?: Partial<AdapterDefinition>;
  adapterCase?: Partial<AdapterCase>;
}

/** An adapter that breaks one rule of the kit. */
export interface BrokenAdapter extends Changes {
  /** Its defect in words; also the name of its page half, unless `half` is given. */
  name: string;
  half: string;
  /** The rule whose check has to find it. */
  rule: string;
  /** A part of the problem that the check reports. */
  finds: string;
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

/** By the rule whose check has to find it: each defect, a part of the problem that the check reports, and what differs from the template. */
const DEFECTS: Readonly<Record<string, readonly [name: string, finds: string, changes?: Changes][]>> = {
  declarations: [
    [
      'a name with capitals',
      'lower-case letters and _ only',
      { definition: withTool({ name: 'setSwitch' }) },
    ],
    [
      'a description without a stop',
      'end with a full stop',
      { definition: withTool({ description: 'Sets' }) },
    ],
    ['a question without asking', 'needs a question', { definition: withTool({ defaultPermission: 'ask' }) }],
    [
      'a parameter without a description',
      'parameter name needs a description',
      {
        definition: withTool({ input: z.strictObject({ name: z.string() }), line: 'any-page.call.readPage' }),
      },
    ],
    [
      'an input that accepts anything',
      'has to be a z.strictObject',
      { definition: withTool({ input: z.object({ name: z.string().describe('Its name.') }) }) },
    ],
    [
      'an effect of its own',
      'can’t have the effect message',
      { definition: withTool({ effect: 'message' }) },
    ],
    [
      'a commit tool that runs unasked',
      'a commit tool asks by default',
      { definition: withTool({ effect: 'commit' }) },
    ],
    ['a tool that is never called', 'add a sample call', { adapterCase: { calls: [] } }],
  ],
  identity: [
    ['detects-every-page', 'claims a page'],
    ['names-each-load', 'differs after a reload'],
  ],
  hash: [
    ['hashes-more', 'stateOf {'],
    [
      'a state that holds more than the page half reads',
      'restorableState gives',
      { definition: { restorableState: (context) => ({ context }) } },
    ],
  ],
  'missing-element': [
    ['missing-is-off', 'is false'],
    ['missing-list-is-empty', 'without <ul>: .switches is empty'],
  ],
  'reads-only': [
    ['reads-by-click', 'caused the events click'],
    ['reads-by-post', 'sent PATCH'],
    ['query-writes', 'the state differs after the reads'],
    [
      'a request of the adapter among those of its page',
      'sent PATCH /api/switches',
      { half: 'reads-by-post', adapterCase: { open: withBusyPage(conformance.open) } },
    ],
    ['reads-by-xhr', 'a reading sent PATCH'],
  ],
  shows: [
    ['shows-nothing', 'show finds nothing for “Widget”', { definition: withNamedPart('Widget') }],
    ['shows-by-click', 'the state differs after show', { definition: withNamedPart('Widget') }],
    [
      'names that are never buttons',
      'shownBy knows none',
      { definition: { ...withNamedPart('Widget'), shownBy: () => null } },
    ],
  ],
  apply: [['applies-nothing', 'applied {']],
  atomic: [
    ['applies-by-half', 'step 2 of 3 failed: rejected'],
    ['resolves-after-failure', 'step 1 of 3 failed: resolved'],
  ],
  'writes-as-said': [
    ['writes-more', 'but the page shows'],
    ['reports-computed-state', 'another state than the page shows'],
    ['tells-more', 'the result names ["team ops"]'],
    [
      'a dry run of something else',
      'but the page shows',
      { definition: { computeCall: (context) => ({ after: context, message: 'Nothing.' }) } },
    ],
    ['no dry run', 'give the definition computeCall', { definition: { computeCall: () => uncomputed() } }],
  ],
  'refused-write': [
    ['ignores-refusals', 'although the server answered 500'],
    [
      'a save that fails among the requests of its page',
      'although the server answered 500',
      { half: 'ignores-refusals', adapterCase: { open: withBusyPage(conformance.open) } },
    ],
  ],
  verdicts: [['reads-differently-each-time', 'changed in the meantime']],
  live: [['changes that go live undeclared', 'outlives a reload', { adapterCase: { open: openLive } }]],
  'script-changes': [['listens-to-input', 'did not call back']],
  budget: [
    [
      'a context without bounds',
      'with a budget of 1000',
      { definition: { encodeContext: (context) => JSON.stringify(context) } },
    ],
    [
      'a schema that the large page exceeds',
      'does not fit contextSchema',
      {
        definition: {
          contextSchema: intact.contextSchema.refine((context) => JSON.stringify(context).length < 10_000),
        },
      },
    ],
  ],
  diff: [
    [
      'differences in everything',
      'equal contexts have',
      { definition: { diffState: () => [{ kind: 'modified', text: 'Something' }] } },
    ],
    ['no differences', 'finds no difference', { definition: { diffState: () => [] } }],
  ],
  texts: [
    [
      'a fact in English alone',
      'pageLine has “2 switches”, which is no text with an id',
      { definition: { pageLine: (context) => ({ ...intact.pageLine(context), facts: ['2 switches'] }) } },
    ],
    [
      'a difference in English alone',
      'the preview has “switch beta”',
      { definition: { diffState: () => [{ kind: 'modified', text: 'switch beta' }] } },
    ],
    [
      'a text that the catalogue lacks',
      'effectNote has the text template-adapter.late, which no texts.en.yml has',
      { definition: { effectNote: { id: 'template-adapter.late', values: {} } } },
    ],
    [
      'a text without its value',
      'effectNote has the text any-page.call.readPart without its value part',
      { definition: { effectNote: { id: 'any-page.call.readPart', values: {} } } },
    ],
  ],
  detach: [
    ['leaves-listener', 'listener of change'],
    ['leaves-timer', 'interval'],
    ['leaves-observer', 'MutationObserver'],
    ['leaves-performance-observer', 'PerformanceObserver'],
  ],
};

export const BROKEN_ADAPTERS: readonly BrokenAdapter[] = Object.entries(DEFECTS).flatMap(([rule, defects]) =>
  defects.map(([name, finds, changes]) => ({ name, half: name, rule, finds, ...changes })),
);

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
