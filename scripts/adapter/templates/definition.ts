import { z } from 'zod';
import { defineAdapter } from '@/src/core/adapter/adapter-definition';
// [saved
import { canonicalJson } from '@/src/core/hash';
// saved]
import { defineTool } from '@/src/core/tools/define-tool';
import { mapSchema } from '@/src/schema/map-schema';
import { say } from '@/src/schema/values/said';
import {
  computeCall,
  restorableState,
  type TemplateAdapterContext,
  type TemplateAdapterState,
} from './compute-call';
import {
  namedValues,
  // [saved
  savedValues,
  // saved]
} from './named-values';

const switches = mapSchema(z.string().max(200), z.boolean());
const stateSchema = z.strictObject({ switches });

/** The definition for pages with switches. */
export const templateAdapter = defineAdapter<TemplateAdapterContext, TemplateAdapterState>({
  id: 'template-adapter',
  title: 'Template title',
  contextSchema: z.strictObject({
    switches,
    locked: z.array(z.string().max(200)),
    // [saved
    saved: switches,
    // saved]
  }),
  stateSchema,
  restorableState,
  computeCall,
  tools: [
    defineTool({
      name: 'set_switch',
      line: 'template-adapter.call.set',
      description:
        'Turns one switch of the page on or off. Fails with not_found if there is none of that name, and with in_use if it is in use.',
      input: z.strictObject({
        name: z.string().min(1).max(200).describe('The switch’s name as the page state lists it.'),
        on: z.boolean().describe('true turns it on.'),
      }),
      effect: 'write',
    }),
    defineTool({
      name: 'list_switches',
      line: 'template-adapter.call.list',
      description: 'Lists switches with their values, 200 at a time, if the page state only counts them.',
      input: z.strictObject({ offset: z.int().min(0).describe('The number of switches to skip.') }),
      effect: 'read',
    }),
    // [saved
    defineTool({
      name: 'save_switches',
      line: 'template-adapter.call.save',
      description: 'Saves all switches, which then hold for everybody. The user is asked first.',
      question: say('template-adapter.question.save'),
      input: z.strictObject({}),
      effect: 'commit',
    }),
    // saved]
  ],
  contributions: [
    {
      key: 'template-adapter:domain',
      section: 'Context',
      priority: 500,
      content: { type: 'text', text: 'The page has switches that are on or off.' },
    },
  ],
  ownChangeTypes: [],
  // form| isOutdatedByChanges: true,
  ...namedValues<TemplateAdapterContext, TemplateAdapterState>({
    valuesOf: (state) => state.switches,
    stateOf: (values) => stateSchema.parse({ switches: values }),
    lockedIn: (context) => context.locked,
    noun: 'switch',
    readWith: 'list_switches',
  }),
  pageLine: (context) => ({
    title: say('template-adapter.pageLine.title'),
    name: null,
    facts: [say('template-adapter.pageLine.count', { count: Object.keys(context.switches).length })],
    // live| unsaved: false,
    // [saved
    unsaved: canonicalJson(context.switches) !== canonicalJson(context.saved),
    // saved]
  }),
  // [saved
  saving: savedValues<TemplateAdapterContext, TemplateAdapterState>({
    tool: 'save_switches',
    stateSchema,
    restorableState,
    savedOf: ({ saved }) => saved,
    stateOf: (saved) => ({ switches: saved }),
    words: {
      untouched: say('template-adapter.saving.untouched'),
      unchanged: say('template-adapter.saving.unchanged'),
      stillSaved: say('template-adapter.saving.stillSaved'),
      restore: say('template-adapter.saving.restore'),
    },
  }),
  // saved]
});
