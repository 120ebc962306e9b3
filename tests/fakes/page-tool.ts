import type { PageTool } from '@/src/schema/page-tool';

/** A tool of a page that adds a user by name. */
export function pageTool(
  more: Partial<Omit<PageTool, 'hints'>> & { hints?: Partial<PageTool['hints']> } = {},
): PageTool {
  return {
    name: 'add_user',
    title: '',
    description: 'Adds a user.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    fingerprint: 'a'.repeat(64),
    ...more,
    hints: { readOnly: false, untrusted: false, consequential: false, ...more.hints },
  };
}
