import { z } from 'zod';
import { defineAdapter } from '@/src/core/adapter/adapter-definition';
// [saved
import { canonicalJson } from '@/src/core/hash';
// saved]
import { defineTool } from '@/src/core/tools/define-tool';
import { mapSchema } from '@/src/schema/map-schema';
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
      line: 'template-adapter.call.setSwitch',
      description:
        'Turns one switch of the page on or off. Fails with not_found if there is none of that name.',
      input: z.strictObject({
        name: z.string().min(1).max(200).describe('The switch’s name as the page state lists it.'),
        on: z.boolean().describe('true turns it on.'),
      }),
      effect: 'write',
    }),
    defineTool({
      name: 'list_switches',
      line: 'template-adapter.call.listSwitches',
      description: 'Lists switches with their values, 200 at a time, if the page state only counts them.',
      input: z.strictObject({ offset: z.int().min(0).describe('The number of switches to skip.') }),
      effect: 'read',
    }),
    // [saved
    defineTool({
      name: 'save_switches',
      line: 'template-adapter.call.saveSwitches',
      description: 'Saves all switches, which then hold for everybody. The user is asked first.',
      question: 'Save the switches?',
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
      content: { type: 'text', text: 'The page has switches that turn features of a service on and off.' },
    },
  ],
  ownChangeTypes: [],
  ...namedValues<TemplateAdapterContext, TemplateAdapterState>({
    valuesOf: (state) => state.switches,
    noun: 'switch',
    readWith: 'list_switches',
  }),
  pageLine: (context) => ({
    title: 'Template title',
    name: null,
    facts: [`${Object.keys(context.switches).length} switches`],
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
      untouched: 'The saved switches are not touched.',
      unchanged: 'The saved switches were not touched and equal the page.',
      stillSaved: 'Everybody still gets the switches you saved.',
      restore: 'Restore the earlier saved switches',
    },
  }),
  // saved]
});
