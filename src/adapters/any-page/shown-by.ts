import type { AnyPageContext } from './any-page-context';

/**
 * The text of the page that a name stands for: a section's key and the key of a part of it for its heading, and every line,
 * heading, label, link, button and table cell for itself.
 */
export function shownBy(context: AnyPageContext, name: string): string | null {
  const [section = ''] = name.split('/', 1);
  const { headings, texts } = namesIn(context);
  return texts.has(name) ? name : (headings.get(section) ?? null);
}

/** Cache by context, since the panel asks for many names. */
const known = new WeakMap<AnyPageContext, ReturnType<typeof collect>>();

function namesIn(context: AnyPageContext): ReturnType<typeof collect> {
  const names = known.get(context) ?? collect(context);
  known.set(context, names);
  return names;
}

/** The headings by their sections' keys, and all texts, as the page has them. */
function collect({ sections }: AnyPageContext) {
  const headings = new Map<string, string>();
  const texts = new Set<string>();
  for (const { key, heading, text, tables, fields, links } of sections) {
    if (heading !== '') headings.set(key, heading);
    const buttons = text.flatMap((line) => [...line.matchAll(BUTTON)].map(([, label = '']) => label));
    // A reading has a hyphen before the items of a list.
    const lines = text.map((line) => line.replace(/^- /, ''));
    const cells = tables.flatMap(({ columns, rows }) => [columns, ...rows].flat());
    const names = [heading, ...fields.map(({ label }) => label), ...links.map((link) => link.text)];
    for (const found of [...names, ...lines, ...buttons, ...cells]) texts.add(found);
  }
  texts.delete('');
  return { headings, texts };
}

/** A button in a line of text, which a reading puts in brackets. */
const BUTTON = /\[([^[\]]+)\]/g;
