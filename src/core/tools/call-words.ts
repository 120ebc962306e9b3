import type { Json, JsonObject } from '@/src/schema/values/json';
import { charEnd } from '../text/text-pieces';
import { visibleJson } from '../text/visible-json';
import { type CallLine, callLabel } from './call-label';
import type { ToolDefinition } from './tool-definition';

/** A part of the line that shows a call: text of the tool's template, or the value of an argument. */
export interface CallWord {
  text: string;
  isValue: boolean;
}

/** Matches the places of a template: `[optional part]`, `{flag?if true:otherwise}`, and `{argument}`. */
const PLACE = /\[([^\]]*)\]|\{(\w+)\?([^:}]*):([^}]*)\}|\{(\w+)\}/g;

/** Maximum length of a value in a line, in UTF-16 units; a longer one is cut. */
const MAX_VALUE = 60;
/** Maximum number of entries of a list in a line; the rest is counted. */
const MAX_ENTRIES = 3;

/**
 * Fills the template of a tool (`ToolDefinition.line`) with the arguments of a call, as the model wrote them. Returns null if an
 * argument that the template names outside of brackets is missing, and if that of a choice is neither true nor false: repaired, it may
 * mean either.
 */
export function fillLine(template: string, args: JsonObject): CallWord[] | null {
  const words: CallWord[] = [];
  const put = (text: string, isValue: boolean) => {
    if (text !== '') words.push({ text, isValue });
  };
  let at = 0;
  for (const {
    0: place,
    1: optional,
    2: flag,
    3: yes = '',
    4: no = '',
    5: name = '',
    index,
  } of template.matchAll(PLACE)) {
    put(template.slice(at, index), false);
    at = index + place.length;
    if (optional !== undefined) words.push(...(fillLine(optional, args) ?? []));
    else if (flag !== undefined) {
      const value = own(args, flag);
      if (typeof value !== 'boolean') return null;
      put(value ? yes : no, false);
    } else {
      const value = own(args, name);
      // Many models write null for an argument that they leave out.
      if (value === undefined || value === null) return null;
      put(valueText(value), true);
    }
  }
  put(template.slice(at), false);
  return words;
}

/**
 * A tool in words: its template with “…” in place of arguments and with both texts of a choice. Without a template, the title that
 * the page gives its tool, or the name.
 */
export function toolInWords({
  name,
  line,
  pageTool,
}: Pick<ToolDefinition, 'name' | 'line' | 'pageTool'>): string {
  const words = line?.replace(PLACE, (_place, optional?: string, flag?: string, yes?: string, no?: string) =>
    optional !== undefined ? '' : flag === undefined ? '…' : `${yes} or ${no?.toLowerCase()}`,
  );
  return words ?? (pageTool?.title || name);
}

/** The line of a call as text. Null as `words`: its name and arguments. */
export function callText(words: readonly CallWord[] | null, name: string, args: JsonObject): string {
  return words === null ? callLabel(name, args) : words.map(({ text }) => text).join('');
}

/** Calls of these tools in the tools' words; name and arguments of other calls. */
export function linesOf(tools: readonly { name: string; line?: string }[]): CallLine {
  const templates = new Map(tools.map(({ name, line }) => [name, line]));
  return (name, args) => {
    const template = templates.get(name);
    return callText(template === undefined ? null : fillLine(template, args), name, args);
  };
}

function own(args: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

function valueText(value: Json): string {
  if (!Array.isArray(value)) return entryText(value);
  const more = value.length - MAX_ENTRIES;
  const shown = value.slice(0, MAX_ENTRIES).map(entryText).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function entryText(value: Json): string {
  const text = typeof value === 'string' ? value : visibleJson(value);
  return text.length > MAX_VALUE ? `${text.slice(0, charEnd(text, MAX_VALUE - 1))}…` : text;
}
