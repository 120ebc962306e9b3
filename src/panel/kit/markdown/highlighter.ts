import bash from 'highlight.js/lib/languages/bash';
import diff from 'highlight.js/lib/languages/diff';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { type CodeToken, codeTokens } from './code-tokens';

// HTML and XML are left out: a script element in them makes the highlighter work for seconds on a few thousand
// characters.
const lowlight = createLowlight({
  bash,
  diff,
  http,
  ini,
  javascript,
  json,
  python,
  shell,
  sql,
  typescript,
  yaml,
});

/** Tokens of a piece of code; null for an unknown language. The texts of the tokens joined are the code. */
export function highlight(language: string, code: string): CodeToken[] | null {
  return lowlight.registered(language) ? codeTokens(lowlight.highlight(language, code)) : null;
}
