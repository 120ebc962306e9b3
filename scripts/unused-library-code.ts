import type { Plugin } from 'vite';

/** An edit of a module of a library. */
interface Edit {
  /** End of the module's path. */
  module: string;
  replaced: readonly (readonly [search: RegExp, replacement: string])[];
  /** Code that the module must not contain afterwards. */
  gone: RegExp;
}

const EDITS: readonly Edit[] = [
  {
    // Steward calls only the client's own `get` and `post`. The client's resources would be a tenth of the background's
    // script.
    module: '/openai/client.mjs',
    replaced: [
      [/^ +this\.\w+ = new API\.\w+\(this\);$/gm, ''],
      [/^import .* from "\.\/resources\/.*;$/gm, ''],
      [/^OpenAI\.\w+ = (?!_a;|600000;)\w+;$/gm, ''],
    ],
    gone: /resources\/|new API\./,
  },
  {
    // zod compiles parsers from text where text may run as code, which an extension's pages and worker don't allow.
    module: '/zod/v4/core/schemas.js',
    replaced: [[/const fastEnabled = jit && allowsEval\.value;/, 'const fastEnabled = false;']],
    gone: /allowsEval\.value/,
  },
  {
    // zod's test whether text may run as code, which only the branch above called.
    module: '/zod/v4/core/util.js',
    replaced: [
      [/try \{\s+const F = Function;[\s\S]*?\} ?\s*catch \(_\) \{\s+return false;\s+\}/, 'return false;'],
    ],
    gone: /= Function;/,
  },
  {
    // The function that writes HTML into an element. Steward renders the highlighter's tokens as React elements.
    module: '/highlight.js/lib/core.js',
    replaced: [[/^ +element\.innerHTML = result\.value;$/m, '']],
    gone: /innerHTML =/,
  },
  {
    // The variant for browsers decodes a character reference by writing it into an element as HTML. The variant for
    // other places has a list.
    module: '/decode-named-character-reference/index.dom.js',
    replaced: [[/^[\s\S]+$/, "export { decodeNamedCharacterReference } from './index.js';"]],
    gone: /document/,
  },
];

/** Leaves out of the build code of libraries that Steward doesn't call and that is large or forbidden in an extension. */
export const UNUSED_LIBRARY_CODE: Plugin = {
  name: 'unused-library-code',
  transform(code, id) {
    const edit = EDITS.find(({ module }) => id.endsWith(module));
    if (edit === undefined) return null;
    const kept = edit.replaced.reduce(
      (text, [search, replacement]) => text.replace(search, replacement),
      code,
    );
    if (kept === code || edit.gone.test(kept)) {
      throw new Error(`${id} has another form than expected.`);
    }
    return { code: kept, map: null };
  },
};
