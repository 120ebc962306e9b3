import { loosePattern } from './choose-pattern';
import type { ToolCall } from './demo-reply';
import type { DemoRequest } from './demo-request';

/** Requests in a chat about several sites, with examples for the list of what the demo model understands. */
export const SITE_EXAMPLES = [
  'what differs between A and B?',
  'take gpt-4o away everywhere',
  'block preview models in openai on all sites',
  'on B, hide o1-mini',
  'save everywhere',
];

const SITES = 'everywhere|(?:on|from) (?:all|every|each)(?: the)? sites?';
const ON_SITE = /^on (?<site>.+?),? (?=(?:take|block|hide|ignore|exclude|disable|save) ?)/i;
const COMPARE =
  /^(?:what (?:differs|is different)|(?:show|list) the differences|compare)(?: between)? (?<from>.+?) (?:and|with|to) (?<to>.+)$/i;
const TAKE_AWAY =
  /^(?:take|block|hide|ignore|exclude|disable) (?:the )?(?:models? )?(?:`(?<tick>[^`]+)`|"(?<quoted>[^"]+)"|(?<word>\S+))(?<family> models?)?(?: away)?(?: in (?<provider>\S+))?$/i;
const SAVE = /^save(?: the changes| it)?$/i;

/** True for a tool that can't be called without the names of the sites that it changes. */
export function needsSites({ tools }: DemoRequest, { name }: ToolCall): boolean {
  const parameters = tools.find((tool) => tool.function.name === name)?.function.parameters;
  const { required } = Object(parameters) as { required?: unknown };
  return Array.isArray(required) && required.includes('targets');
}

/** True in a chat about several sites. */
export function isAboutSites({ tools }: DemoRequest): boolean {
  return tools.some(({ function: { parameters } }) => Object(Object(parameters).properties).targets);
}

/** The call for a request that names its sites; null for another request. */
export function siteCall(text: string): ToolCall | null {
  const sentence = text.trim().replace(/[.!?]+$/, '');
  const { from, to } = COMPARE.exec(sentence)?.groups ?? {};
  if (from !== undefined && to !== undefined) return { name: 'compare_sites', arguments: { from, to } };
  const site = ON_SITE.exec(sentence)?.groups?.site;
  const everywhere = new RegExp(` (?:${SITES})$`, 'i');
  if ((site === undefined) !== everywhere.test(sentence)) return null;
  const targets = [site === undefined || /^(?:all|every|each)\b/i.test(site) ? 'all' : site];
  const order = sentence.replace(ON_SITE, '').replace(everywhere, '');
  if (SAVE.test(order)) return { name: 'save_changes', arguments: { targets } };
  const { tick, quoted, word, family, provider } = TAKE_AWAY.exec(order)?.groups ?? {};
  const named = tick ?? quoted ?? (word === undefined || family === undefined ? word : loosePattern([word]));
  if (named === undefined) return null;
  const pattern = provider === undefined ? { pattern: named } : { pattern: named, provider };
  return { name: 'add_ignore_rule', arguments: { ...pattern, targets } };
}
