import { z } from 'zod';
import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import type { PromptContribution } from '@/src/core/prompts/prompt-contribution';
import type { AnyPageContext } from './any-page-context';
import { contextSchema } from './context-schema';
import { diffContext } from './diff-context';
import { encodeContext, READ_PART } from './encode-context';
import { anyPageParts } from './page-parts';
import { anyPageTools } from './tools';

const contributions: readonly PromptContribution[] = [
  {
    key: 'any-page:domain',
    section: 'Context',
    priority: 500,
    content: {
      type: 'text',
      text: 'The page is one that you can read and not change: its headings, text, tables, inputs and links, divided into parts. Values that may be secret are not read. Answer from what the page shows, and say so when it does not show something. If the user wants a change, say exactly where on the page they can make it, and do not claim to have made it.',
    },
  },
];

/** Pages without an adapter of their own: Steward reads them, and changes nothing. */
export const anyPage = defineAdapter<AnyPageContext, Record<string, never>>({
  id: 'any-page',
  title: 'Page',
  contextSchema,
  stateSchema: z.strictObject({}),
  tools: anyPageTools,
  contributions,
  // Nothing is restored, since nothing is changed.
  restorableState: () => ({}),
  ownChangeTypes: [
    'part_added',
    'part_removed',
    'part_changed',
    'part_reordered',
    'input_added',
    'input_removed',
  ],
  diffContext,
  changeGroup: () => ({ fields: {}, readWith: READ_PART }),
  encodeContext,
  parts: anyPageParts,
  diffState: () => [],
  pageLine: ({ title, sections }) => {
    const tables = sections.reduce((sum, section) => sum + section.tables.length, 0);
    const inTables = tables === 0 ? [] : [tables === 1 ? '1 table' : `${tables} tables`];
    return {
      title: 'Page',
      facts: [title === '' ? 'untitled' : title, 'read only', ...inTables],
      unsaved: false,
    };
  },
  suggestions: ({ sections }) => [
    'Summarize this page',
    ...(sections.some(({ tables }) => tables.length > 0)
      ? ['What stands out in the tables of this page?']
      : []),
    ...(sections.some(({ fields }) => fields.length > 0) ? ['Explain the settings on this page'] : []),
  ],
});
