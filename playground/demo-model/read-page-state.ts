import { parseJson } from '../parse-json';

/** A model-filter page as encoded in a request (docs/page-context.md). */
export interface PageState {
  /** The provider in view; `ignore` and `names` belong to it. */
  provider: string;
  providers: string[];
  /** Providers with unsaved changes. */
  unsaved: string[];
  ignore: string[];
  /** Null if the state only counts the models, or the page has not loaded them. */
  names: string[] | null;
}

const HEADER =
  /^(?=(?:(?:ignore|whitelist) rules|rules of other providers|(?:visible|hidden) models(?: by group)?):$)/m;

/** Parses a page state; null if it names no provider. */
export function readPageState(text: string): PageState | null {
  const [head = '', ...parts] = text.split(HEADER);
  const value = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  const section = (title: string) => parts.find((part) => part.startsWith(`${title}:\n`));
  const lines = (title: string) => (section(title) ?? '').trimEnd().split('\n').slice(1);
  const [provider] = readTexts(value('provider'));
  if (provider === undefined) return null;
  const [, visible, hidden] = /^\d+ total, (\d+) available, (\d+) hidden$/.exec(value('models')) ?? [];
  // The counts distinguish an empty list, which is written as `none`, from a model of that name.
  const shown = visible === '0' ? [] : lines('visible models');
  const names = [...shown, ...(hidden === '0' ? [] : lines('hidden models'))].flatMap(readNames).sort();
  return {
    provider,
    providers: readTexts(value('providers')),
    unsaved: readTexts(value('unsaved changes')).filter((name) => name !== 'none'),
    ignore: lines('ignore rules').flatMap(readRule),
    names: visible === undefined || section('visible models') === undefined ? null : names,
  };
}

function readRule(line: string): string[] {
  const [, text] = /^[iw]\d+ ("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  return text === undefined ? [] : [unquote(text)];
}

/** The names in a line: one, or several that share their beginning (`gpt-4o{,-mini}`). */
function readNames(line: string): string[] {
  const [text] = /^(?:"(?:[^"\\]|\\.)*"|\S+)/.exec(line) ?? [];
  const [, start = '', ends] = /^([^"{]*)\{([^}]*)\}$/.exec(text ?? '') ?? [];
  if (ends !== undefined) return ends.split(',').map((end) => start + end);
  return text === undefined ? [] : [unquote(text)];
}

/** The texts in a comma-separated line: JSON strings or plain words, without the count of omitted ones. */
function readTexts(line: string): string[] {
  const texts = line.replace(/(?:, )?and \d+ more$/, '').matchAll(/"(?:[^"\\]|\\.)*"|[^,\s]+/g);
  return [...texts].map(([text]) => unquote(text));
}

function unquote(text: string): string {
  const value = text.startsWith('"') ? parseJson(text) : null;
  return typeof value === 'string' ? value : text;
}
