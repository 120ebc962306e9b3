/** The constructs of Markdown that make blocks. */
const BLOCKS = [
  ...['blockQuote', 'list', 'thematicBreak', 'headingAtx', 'setextUnderline', 'codeIndented', 'codeFenced'],
  ...['htmlFlow', 'definition', 'gfmFootnoteDefinition', 'table'],
];

/** A remark plugin for the cells of a table: their text is one line, whatever it begins with. */
export function inlineOnly(this: { data(): object }): void {
  const data = this.data() as { micromarkExtensions?: unknown[] };
  // The list is missing until a plugin adds to it.
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: BLOCKS } }];
}
