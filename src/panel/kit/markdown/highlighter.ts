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

// Without HTML and XML: a script element in them makes the highlighter work for seconds on a few thousand characters.
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

/** The tokens of a code; null for a language that isn't known. Joined, their texts are the code. */
export function highlight(language: string, code: string): CodeToken[] | null {
  return lowlight.registered(language) ? codeTokens(lowlight.highlight(language, code)) : null;
}
